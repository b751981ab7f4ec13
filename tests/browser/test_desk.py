"""The director's board follows the tables by itself; slips are typed without touching the mouse."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.club import Club
from tests.browser.evening import SOON, Windows

pytestmark = pytest.mark.browser

BEGIN = """
import json
from tests.builders import make_event, start_round
from tournament.operations.accounts import director_ensure
event = make_event(players=6, rounds=1, boards_per_round=3, director=director_ensure())
plays = start_round(event).plays.order_by("table__number", "board__number")
print(json.dumps({"id": event.public_id, "plays": [play.pk for play in plays]}))
"""
ENTER = """
import json, uuid
from tournament.results.services import submission_create, submission_dispute
from tournament.tables.models import Play
entry = submission_create(
    play=Play.objects.get(pk={play}), detail={{"tricks": {tricks}}}, sent_id=uuid.uuid4(), seat=0,
    device="one",
)
if {disputed}:
    submission_dispute(
        submission=entry, seat=1, device="two", detail={{"tricks": {tricks}[::-1]}}
    )
print(json.dumps(entry.pk))
"""
RECORD = """
import json
from tests.builders import record
from tournament.tables.models import Play
record(Play.objects.get(pk={play}), (4, 4, 2))
print(json.dumps(None))
"""


@pytest.fixture
def event(club: Club) -> Any:
    return club.make(BEGIN)


def enter(club: Club, play: int, tricks: list[int], *, disputed: bool = False) -> None:
    club.make(ENTER.format(play=play, tricks=tricks, disputed=disputed))


def test_the_board_follows_the_tables_and_decides_in_one_click(
    desk: Page, club: Club, event: Any, windows: Windows
) -> None:
    desk.goto(f"{club.base}/desk/{event['id']}/")
    expect(desk.get_by_text("Live: this page updates by itself.")).to_be_visible()
    desk.evaluate("window.left_alone = true")
    enter(club, event["plays"][1], [5, 3, 2])
    enter(club, event["plays"][3], [6, 3, 1], disputed=True)
    expect(desk.get_by_role("heading", name="1 entry to be confirmed")).to_be_visible()
    expect(desk.get_by_role("heading", name="1 disputed result")).to_be_visible()
    expect(desk.get_by_text("Skipped: a later board is already in")).to_be_visible()

    said = desk.locator("#said")
    desk.get_by_role("button", name="Confirm table 1, board 2").click()
    expect(said).to_contain_text("1 entry is confirmed.")
    desk.get_by_role("button", name="Decide for 1-3-6").click()
    expect(said).to_contain_text("Table 2, board 1: 1-3-6.")
    expect(desk.locator(".evening-count")).to_contain_text("2 of 6 results")
    expect(desk.locator(".leaders tbody tr")).to_have_count(5)
    # What was said outlives the refreshes that followed.
    expect(said).to_contain_text("Table 2, board 1: 1-3-6.")
    assert desk.evaluate("window.left_alone")
    assert windows.errors == []


def test_slips_are_typed_row_by_row(desk: Page, club: Club, event: Any) -> None:
    desk.goto(f"{club.base}/desk/{event['id']}/entry/")
    boxes, saved = desk.locator("[data-entry]"), desk.locator("tr.saved")
    held: list[Route] = []
    wrong = desk.locator("[data-entry][aria-invalid=true]")
    expect(boxes).to_have_count(6)
    expect(boxes.first).to_be_focused()

    desk.keyboard.type("53")
    desk.keyboard.press("Enter")
    expect(saved).to_have_count(1)
    expect(saved).to_contain_text("5-3-2")
    expect(boxes.first).to_be_focused()
    expect(desk.get_by_role("status")).to_contain_text("5 results of this round are open.")

    desk.keyboard.type("533")
    desk.keyboard.press("Tab")
    expect(wrong).to_have_value("533")
    expect(desk.locator(".field-error")).to_contain_text("533 is not possible")
    expect(desk.get_by_role("status")).to_contain_text("not saved. 533 is not possible")
    expect(wrong).to_be_focused()
    # Nothing is taken out of the hands of whoever has gone on typing.
    desk.keyboard.type("999")
    desk.route("**/entry/**", lambda route: held.append(route))
    desk.keyboard.press("Enter")
    desk.keyboard.type("5")
    for _wait in range(SOON // 20):
        if held:
            break
        desk.wait_for_timeout(20)
    held.pop().continue_()
    desk.unroute("**/entry/**")
    expect(desk.locator(".field-error")).to_contain_text("999 is not possible")
    expect(boxes.nth(1)).to_be_focused()
    expect(boxes.nth(1)).to_have_value("5")
    desk.keyboard.press("Backspace")

    # Somebody else has recorded this one since the page was opened …
    club.make(RECORD.format(play=event["plays"][2]))
    desk.keyboard.type("fb")
    desk.keyboard.press("ArrowDown")
    expect(desk.locator("tr.refused")).to_contain_text("4-4-2")
    expect(desk.locator("tr.refused")).to_contain_text("You typed fb.")
    # … and the table has entered this one: Enter once more overrules it.
    enter(club, event["plays"][3], [1, 1, 8])
    desk.keyboard.type("532")
    desk.keyboard.press("Enter")
    expect(desk.locator(".field-error").last).to_contain_text("has just entered: 1-1-8.")
    expect(boxes.nth(1)).to_be_focused()
    desk.keyboard.press("Enter")
    expect(saved).to_have_count(2)


def test_a_row_that_does_not_reach_the_server_is_kept_and_sent_later(
    desk: Page, club: Club, event: Any
) -> None:
    desk.goto(f"{club.base}/desk/{event['id']}/entry/")
    boxes = desk.locator("[data-entry]")
    desk.context.set_offline(True)
    boxes.first.fill("442")
    desk.keyboard.press("Enter")
    expect(desk.locator("tr.unsent")).to_have_count(1)
    expect(desk.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    expect(boxes.first).to_have_value("442")
    desk.context.set_offline(False)
    desk.get_by_role("button", name="Save what is typed").click()
    expect(desk.get_by_text("1 result is saved.")).to_be_visible()
    expect(boxes).to_have_count(5)


def test_the_whole_grid_is_sent_without_scripts(
    windows: Windows, desk: Page, club: Club, event: Any
) -> None:
    page = windows.phone(java_script_enabled=False, storage_state=desk.context.storage_state())
    page.goto(f"{club.base}/desk/{event['id']}/entry/")
    boxes = page.locator("[data-entry]")
    for box, typed in zip(boxes.all(), ["532", "10 0 0", "5 6"], strict=False):
        box.fill(typed)
    boxes.nth(2).press("Enter")
    expect(page.get_by_text("2 results are saved.")).to_be_visible()
    expect(page.get_by_text("5 + 6 is not possible")).to_be_visible()
    expect(boxes).to_have_count(4)
    expect(boxes.first).to_have_value("5 6")
