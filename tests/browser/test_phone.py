"""A table's phones, with their thumbs and their keyboards."""

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.club import Club
from tests.browser.phones import SOON, Phones, Table, kept, send, tap

pytestmark = pytest.mark.browser

LONG = "Maximiliane-Wilhelmina von und zu Hohenschwangau-Oberammergau"


def test_two_taps_enter_and_the_other_phone_confirms(phone: Phones, table: Table) -> None:
    anna, ben = table.sit(phone(), 0), table.sit(phone(scheme="dark"), 1)
    anna.get_by_role("link", name="Enter the result (board 1)").click()
    tap(anna, 5, 3)
    assert anna.locator(".keypad").nth(2).locator(":checked").get_attribute("value") == "2"
    send(anna)
    board = anna.locator("#board-1")
    expect(board).to_contain_text("Now another player of the table confirms it")
    expect(anna).to_have_url(f"{table.address}#board-1")

    # Ben's page asks by itself; Anna's changes by itself.
    for page in (anna, ben):
        page.evaluate("window.same = true")
    asked = ben.locator("#board-1")
    expect(asked).to_contain_text(f"{table.players[0]} entered this at", timeout=SOON)
    expect(asked.locator("dd")).to_contain_text(["5", "3", "2"])
    ben.get_by_role("button", name="Yes, confirm").click()
    for page in (anna, ben):
        expect(page.locator("#board-1 .pill")).to_have_text("confirmed", timeout=SOON)
        assert page.evaluate("window.same")
    anna.get_by_role("link", name="How the others did (board 1)").click()
    expect(anna.locator(".traveller")).to_contain_text("Player 1")
    assert table.entered() == [{"tricks": [5, 3, 2]}]
    assert kept(anna) == []


def test_a_page_that_shows_the_form_follows_what_others_enter(phone: Phones, table: Table) -> None:
    anna, ben = table.sit(phone(), 0), table.sit(phone(), 1)
    table.open_board(ben)
    tap(ben, 6)
    table.open_board(anna)
    tap(anna, 5, 3)
    send(anna)
    expect(ben.get_by_role("button", name="Yes, confirm")).to_be_visible(timeout=SOON)
    expect(ben.locator(".trick-picker")).to_have_count(0)
    # Taken back, the board is ready to be entered, and nothing of before is left in the form.
    anna.get_by_role("button", name="Take the entry back").click()
    expect(ben.locator(".trick-picker")).to_be_visible(timeout=SOON)
    expect(ben.locator(".keypad :checked")).to_have_count(0)


def test_what_differs_is_refused_shown_and_called(phone: Phones, table: Table) -> None:
    anna, ben = table.sit(phone(), 0), table.sit(phone(), 1)
    table.open_board(ben)
    # Ben's page hears nothing of what Anna does.
    ben.evaluate("document.body.removeAttribute('data-stream')")
    ben.evaluate("document.getElementById('board').removeAttribute('hx-get')")
    ben.evaluate("window.htmx.process(document.body)")
    table.open_board(anna)
    tap(anna, 5, 3)
    send(anna)
    expect(anna.locator("#board-1")).to_be_visible()
    if ben.locator(".trick-picker").count():
        tap(ben, 5, 2)
        send(ben)
        alert = ben.get_by_role("alert")
        expect(alert).to_contain_text("was entered just before you")
        expect(alert).to_contain_text("5 – 3 – 2, entered at")
        expect(alert).to_be_focused()
        ben.get_by_role("button", name="Call the director: it was 5 – 2 – 3").click()
    expect(ben.locator("#board-1")).to_contain_text("The director has been told")
    expect(anna.locator("#board-1")).to_contain_text("Another player says: 5 – 2 – 3", timeout=SOON)


def test_a_double_tap_enters_once(phone: Phones, table: Table) -> None:
    anna = table.sit(phone(), 0)
    posts = table.posts(anna.context)
    table.open_board(anna)
    tap(anna, 5, 3)
    anna.get_by_role("button", name="Send", exact=True).evaluate(
        "button => { button.click(); button.click(); }"
    )
    expect(anna.locator("#board-1")).to_contain_text("You entered this at")
    assert len(posts) == 1
    assert len(table.entered()) == 1


def test_an_incomplete_entry_is_not_even_kept(phone: Phones, table: Table) -> None:
    anna = table.sit(phone(), 0)
    posts = table.posts(anna.context)
    table.open_board(anna)
    tap(anna, 5)
    send(anna)
    expect(anna.get_by_role("alert")).to_have_text(
        "Choose the tricks of two players: the third has what is left."
    )
    assert kept(anna) == []
    tap(anna, 5, 3)
    send(anna)
    expect(anna.locator("#board-1")).to_contain_text("You entered this at")
    assert len(posts) == 1


def test_misplays_and_boards_not_played(phone: Phones, table: Table) -> None:
    anna = table.sit(phone(), 0)
    table.open_board(anna, 1)
    anna.get_by_text("Somebody misplayed").click()
    anna.get_by_role("radio", name=table.players[2]).check()
    anna.get_by_role("button", name="Send the misplay").click()
    expect(anna.locator("#board-1 dd")).to_contain_text(["+½", "+½", "misplay −1"])
    table.open_board(anna, 2)
    anna.get_by_text("The board was not played").click()
    anna.get_by_label("Another reason").fill("The dog ate the ♠")
    anna.get_by_role("button", name="Send “not played”").click()
    expect(anna.locator("#board-2")).to_contain_text("The dog ate the ♠")
    assert table.entered(1) == [{"fault": 2}]
    assert table.entered(2) == [{"not_played": "The dog ate the ♠"}]


def test_the_keyboard_is_enough(phone: Phones, table: Table) -> None:
    anna, ben = phone(), phone()

    def press_until(page: Page, name: str) -> None:
        """Move on with the Tab key to the button or link of that name."""
        for _ in range(40):
            focused = page.evaluate("document.activeElement.textContent.trim()")
            if focused.startswith(name):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key never reaches {name!r}")

    anna.goto(table.club.base + "/t/")
    anna.get_by_label("Six letters and digits").focus()
    anna.keyboard.type(f"{table.code[:3].lower()} {table.code[3:]}")
    anna.keyboard.press("Enter")
    anna.wait_for_url(table.address)
    press_until(anna, "That’s me")
    anna.keyboard.press("Enter")
    expect(anna.get_by_role("button", name="Not me")).to_be_visible()
    press_until(anna, "Enter the result")
    anna.keyboard.press("Enter")
    anna.wait_for_url("**/1/")
    anna.locator(".keypad input").first.focus()
    anna.keyboard.press("Space")
    for _ in range(5):
        anna.keyboard.press("ArrowRight")
    anna.keyboard.press("Tab")
    anna.keyboard.press("Space")
    for _ in range(3):
        anna.keyboard.press("ArrowRight")
    press_until(anna, "Send")
    anna.keyboard.press("Enter")
    expect(anna.locator("#board-1")).to_contain_text("You entered this at")
    assert table.entered() == [{"tricks": [5, 3, 2]}]
    table.sit(ben, 1)
    press_until(ben, "Yes, confirm")
    ben.keyboard.press("Enter")
    expect(ben.locator("#board-1 .pill")).to_have_text("confirmed")


def test_without_javascript(phone: Phones, table: Table) -> None:
    anna, ben = table.sit(phone(scripts=False), 0), table.sit(phone(scripts=False), 1)
    anna.get_by_role("link", name="Enter the result (board 1)").click()
    tap(anna, 5, 3)
    send(anna)
    expect(anna.locator("#board-1")).to_contain_text("You entered this at")
    ben.get_by_role("link", name="Enter the result (board 2)").click()
    tap(ben, 9, 3)
    send(ben)
    expect(ben.get_by_role("alert")).to_contain_text("9 + 3 makes 12.")
    tap(ben, 9, 1)
    send(ben)
    ben.get_by_role("button", name="Yes, confirm").click()
    expect(ben.locator(".messages")).to_contain_text("Board 1 confirmed: 5 – 3 – 2.")
    anna.reload()
    anna.get_by_role("link", name="No, it is wrong").click()
    anna.get_by_role("button", name="Call the director").click()
    expect(anna.locator("#board-2")).to_contain_text("The director has been told")
    assert table.entered(1) == [{"tricks": [5, 3, 2]}]
    assert table.entered(2) == [{"tricks": [9, 1, 0]}]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_accessible_and_fits(
    scheme: Literal["light", "dark"], phone: Phones, club: Club
) -> None:
    table = Table(club, club.event(players=6, rounds=2, boards_per_round=4))
    club.make(
        f"""
from tournament.tables.models import Chair
for chair in Chair.objects.filter(table__code={table.code!r}, round__number=1, number=2):
    chair.entry.player.name = {LONG!r}
    chair.entry.player.save()
print("null")
"""
    )
    anna, ben = phone(scheme=scheme), phone(scheme=scheme)

    def check(page: Page, what: str) -> None:
        violations = Axe().run(page).response["violations"]
        found = [
            (each["id"], [node["html"] for node in each["nodes"]])
            for each in violations
            if each["impact"] in {"serious", "critical"}
        ]
        assert found == [], what
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 360, f"{what} is {width} wide"

    anna.goto(club.base + "/t/")
    check(anna, "the box for the code")
    anna.goto(club.base + "/t/?code=QQQQQQ")
    check(anna, "an unknown code")
    anna.goto(table.address)
    check(anna, "a table nobody sits at yet")
    table.open_board(anna)
    check(anna, "who holds this phone")
    anna.get_by_role("button", name=table.players[0]).click()
    check(anna, "the form")
    for summary in ("Somebody misplayed", "The board was not played"):
        anna.get_by_text(summary).click()
    check(anna, "all forms")
    anna.context.set_offline(True)
    tap(anna, 5, 3)
    send(anna)
    expect(anna.locator("#kept")).to_be_visible()
    check(anna, "an entry that is kept")
    anna.context.set_offline(False)
    anna.wait_for_url(f"{table.address}#board-1", timeout=SOON)
    check(anna, "one's own entry")
    table.sit(ben, 1)
    check(ben, "an entry to confirm")
    ben.get_by_role("link", name="No, it is wrong").click()
    check(ben, "the dispute")
    tap(ben, 5, 2)
    ben.get_by_role("button", name="Call the director").click()
    check(ben, "a disputed board")
    for board, counts in ((2, (10,)), (3, (4, 3))):
        table.open_board(anna, board)
        tap(anna, *counts)
        send(anna)
        expect(anna.locator(f"#board-{board}")).to_contain_text("You entered this at")
        ben.goto(table.address)
        ben.get_by_role("button", name="Yes, confirm").click()
        expect(ben.locator(f"#board-{board} .pill")).to_have_text("confirmed")
    check(ben, "confirmed boards")
    ben.get_by_role("link", name="How the others did (board 2)").click()
    expect(ben.locator(".traveller")).to_be_visible()
    check(ben, "the traveller")
    club.make(
        f"""
from tournament.events.models import Event
from tournament.events.selectors import round_running
from tournament.results.services import round_close
event = Event.objects.get(public_id={table.event["id"]!r})
round_close(playing=round_running(event), accept_missing=True)
print("null")
"""
    )
    expect(anna.locator(".moves")).to_be_visible(timeout=SOON)
    check(anna, "between two rounds")
    club.make(
        f"""
from tests.builders import play_round
from tournament.events.models import Event
play_round(Event.objects.get(public_id={table.event["id"]!r}))
print("null")
"""
    )
    expect(anna.locator(".empty")).to_be_visible(timeout=SOON)
    check(anna, "the end")
