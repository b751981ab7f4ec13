"""A director compares movements, takes one, prints guide cards, loses a player, gains another."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.club import Club
from tests.browser.director import Director
from tests.browser.evening import Windows, sign_in

pytestmark = pytest.mark.browser

NAMES = [
    "Ada", "Ben", "Cem", "Dora", "Eli", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Lou",
]  # fmt: skip
MAKE = f"""
import json
from datetime import date
from tournament.events.selectors import club_default
from tournament.events.services import EventData, NewEntry, entries_add, event_create
from tournament.operations.accounts import director_ensure
event = event_create(
    club=club_default(), director=director_ensure(), seed="compared",
    data=EventData("Compared", date(2026, 11, 30), rounds=6, boards_per_round=2),
)
entries_add(event=event, entries=[NewEntry(name, True) for name in {NAMES!r}])
print(json.dumps(event.public_id))
"""
PLAYED = """
import json
from tournament.events.models import Event
from tournament.tables.models import PlaySeat
event = Event.objects.get(public_id={event!r})
seats = PlaySeat.objects.filter(play__round__session__event=event).order_by("play", "number")
print(json.dumps([
    [seat.play.round.number, seat.play.table.number, seat.board.number, seat.entry.player.name]
    for seat in seats.select_related("play__round", "play__table", "board", "entry__player")
]))
"""


def play(director: Director, number: int, plays: int) -> None:
    director.type_slips(["532", "253", "325", "433"][number - 1 :][:1] * plays)
    director.close(number)


def test_an_evening_from_three_proposals_to_its_end(club: Club, windows: Windows) -> None:
    page = windows.desktop()
    sign_in(page, club)
    event = club.make(MAKE)
    director = Director(page, club, event)

    director.open("movement/")
    page.get_by_role("button", name="Plan the movement").focus()
    page.keyboard.press("Enter")
    director.said("6 rounds are planned.")
    page.get_by_role("link", name="Compare with other movements").focus()
    page.keyboard.press("Enter")
    offers = page.locator(".offers > article")
    expect(offers.nth(2)).to_be_visible()
    expect(offers.nth(0)).to_contain_text("12 players, 4 tables, 6 rounds of 2 boards.")
    for offer in offers.all():
        expect(offer).to_contain_text("Evenness:")
    shorter = offers.filter(has=page.get_by_role("heading", name="Shorter"))
    expect(shorter).to_contain_text("4 rounds of 2 boards.")
    expect(shorter).to_contain_text("Nobody meets anybody twice.")
    shorter.get_by_role("button").focus()
    page.keyboard.press("Enter")
    director.said("12 players, 4 tables, 4 rounds of 2 boards.")

    director.open("print/")
    with page.expect_response(lambda answer: "guide-cards" in answer.url) as printed:
        page.get_by_role("button", name="Print guide cards").click()
    assert printed.value.headers["content-type"] == "application/pdf"

    director.start(1)
    play(director, 1, 8)
    director.start(2)
    play(director, 2, 8)
    director.open("attendance/")
    page.get_by_role("group", name="Kim").get_by_label("left", exact=False).check()
    director.press("Save and start round 3")
    director.said("Round 3 has begun.")
    play(director, 3, 6)
    director.open("attendance/")
    page.locator("#id_late_name").fill("Max")
    page.locator("[name=late_public]").check()
    director.press("Save and start round 4")
    director.said("Round 4 has begun.")
    play(director, 4, 8)

    director.open("movement/")
    expect(page.locator("main")).to_contain_text("as played so far")
    page.get_by_text("Pictures", exact=True).click()
    expect(page.locator(".matrix svg")).to_have_count(3)
    _nobody_has_what_he_had(club.make(PLAYED.format(event=event)))
    assert windows.errors == []


def _nobody_has_what_he_had(seats: list[Any]) -> None:
    boards = [(name, board) for _round, _table, board, name in seats]
    assert len(set(boards)) == len(boards)
    tables: dict[tuple[int, str], set[int]] = {}
    for number, table, _board, name in seats:
        tables.setdefault((number, name), set()).add(table)
    assert all(len(where) == 1 for where in tables.values())
    rounds = [{who for number, who in tables if number == each} for each in (1, 2, 3, 4)]
    assert [len(each) for each in rounds] == [12, 12, 9, 12]
    assert "Kim" not in rounds[2] | rounds[3]
    assert "Max" in rounds[3]
