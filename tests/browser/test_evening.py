"""A club's evening from the empty installation to the file on the secretary's desk, and the proof
that anyone can ask of its boards."""

import csv
import io
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.club import Club
from tests.browser.evening import (
    Handset,
    Line,
    Result,
    Wall,
    Windows,
    recount,
    sign_in,
)
from tests.served import until

pytestmark = pytest.mark.browser

TABLES, ROUNDS, BOARDS = 3, 4, 3
PLAYERS = [
    "Anna Lefèvre", "Ben Étienne", "Chloé Œuvrard", "Dina O’Brien", "Émile Roy",
    "Fanny Müller", "Gaël Le Goff", "Hugo Stern", "Inès Carvalho",
]  # fmt: skip
NOT_AGREED = {"Dina O’Brien", "Hugo Stern"}
PUBLIC = {
    name: f"Player {number}" if name in NOT_AGREED else name
    for number, name in enumerate(PLAYERS, start=1)
}
FOURTEEN = [
    (10, 0, 0), (9, 1, 0), (8, 2, 0), (8, 1, 1), (7, 3, 0), (7, 2, 1), (6, 4, 0),
    (6, 3, 1), (6, 2, 2), (5, 5, 0), (5, 4, 1), (5, 3, 2), (4, 4, 2), (4, 3, 3),
]  # fmt: skip


def some_results(number: int) -> Iterator[tuple[int, ...]]:
    """Yield so many results, in all orders and with ties, the same in every run."""
    chance = random.Random(9)
    for at in range(number):
        yield tuple(chance.sample(FOURTEEN[at % len(FOURTEEN)], 3))


def prepare(desk: Page) -> str:
    """Make the event, enter its players, look at the movement; return the event's public id."""
    desk.get_by_role("link", name="New tournament").first.click()
    desk.get_by_label("Name", exact=True).fill("Thursday in November")
    desk.get_by_label("Rounds", exact=True).fill(str(ROUNDS))
    desk.get_by_label("Boards per round").fill(str(BOARDS))
    expect(desk.locator("#making")).to_contain_text("4 × 3 = 12 boards")
    desk.get_by_role("button", name="Make the tournament").click()
    expect(desk.locator(".messages")).to_contain_text("its deals are sealed")
    found = re.search(r"/desk/(\w+)/$", desk.url)
    assert found, desk.url

    desk.get_by_role("navigation", name="This tournament").get_by_text("Players").click()
    desk.get_by_role("link", name="Paste a list or upload a file").click()
    desk.get_by_label("Names, one a line").fill("\n".join(PLAYERS))
    desk.get_by_role("button", name="Read the list").click()
    for name in PLAYERS:
        if name not in NOT_AGREED:
            desk.get_by_label(f"{name} agreed to a public name").check()
    desk.get_by_role("button", name="Enter these players").click()
    expect(desk.locator(".messages")).to_contain_text("9 players are entered.")

    desk.get_by_role("navigation", name="This tournament").get_by_text("Movement").click()
    desk.get_by_role("button", name="Plan the movement").click()
    # Four rounds of three tables are just enough: each of the 36 pairs meets once.
    expect(desk.locator("main")).to_contain_text("meet")
    expect(desk.locator(".seating tbody tr")).to_have_count(TABLES)
    return found[1]


def table_codes(desk: Page) -> list[str]:
    """Return the codes of all tables as the desk lists them beside their cards."""
    desk.get_by_role("navigation", name="This tournament").get_by_text("Print").click()
    desk.get_by_text("The tables’ codes").click()
    return desk.locator("td .code").all_inner_texts()


def to_the_evening(desk: Page) -> None:
    desk.get_by_role("navigation", name="This tournament").locator("a").first.click()


def downloaded(page: Page, link: str) -> bytes:
    with page.expect_download() as waiting:
        page.get_by_role("link", name=link, exact=True).click()
    return Path(waiting.value.path()).read_bytes()


def lines_of_csv(text: str, *, delimiter: str, decimal: str) -> list[Line]:
    rows = csv.reader(io.StringIO(text), delimiter=delimiter)
    next(rows)
    return [
        Line(
            int(rank),
            name,
            int(boards),
            *(Decimal(figure.replace(decimal, ".")) for figure in (points, percent, lives)),
        )
        for rank, _number, name, boards, points, _top, percent, lives, *_rest in rows
    ]


@dataclass
class Evening:
    """What has come of it so far."""

    wall: Wall
    phones: list[Handset]
    codes: list[str]
    tricks: Iterator[tuple[int, ...]]
    confirmed: list[Result] = field(default_factory=list)
    standings: list[Line] = field(default_factory=list)

    def play_round(self, number: int) -> None:
        """Enter and confirm all results of a round; the wall follows each of them.

        Each phone enters at a table of its own, and confirms at the next one.
        """
        done = 0
        for table, code in enumerate(self.codes):
            enters, confirms = self.phones[table], self.phones[(table + 1) % TABLES]
            enters.sit(code, 0)
            confirms.sit(code, 1)
            for board in range((number - 1) * BOARDS + 1, number * BOARDS + 1):
                tricks = next(self.tricks)
                names = enters.enter(board, tricks)
                self.check(f"Round {number} of 4: {done} of 9 results are in")
                confirms.confirm(board, tricks)
                done += 1
                self.confirmed.append(Result(board, names, tricks))
                self.standings = recount(self.confirmed, tables=TABLES, shown=PUBLIC)
                self.check(f"Round {number} of 4: {done} of 9 results are in")

    def check(self, progress: str) -> None:
        """Wait until the wall says so, with the standings of what is confirmed and nothing else."""
        wanted = f"{progress}, {self.standings}"
        until(lambda: self.wall.shows(progress, self.standings), f"the wall shows {wanted}")


def test_a_club_plays_an_evening_and_publishes_it(windows: Windows, club: Club) -> None:
    desk = windows.desktop()
    sign_in(desk, club)
    event = prepare(desk)
    codes = table_codes(desk)

    wall = Wall(windows.desktop())
    wall.page.goto(f"{club.base}/e/{event}/")
    assert set(wall.page.locator(".name-list li").all_inner_texts()) == set(PUBLIC.values())
    expect(wall.page.get_by_text("Live: this page updates by itself.")).to_be_visible()
    wall.watch()

    phones = [Handset(windows.phone(has_touch=True, is_mobile=True), club) for _code in codes]
    evening = Evening(wall, phones, codes, some_results(TABLES * ROUNDS * BOARDS))
    for number in range(1, ROUNDS + 1):
        to_the_evening(desk)
        desk.get_by_role("button", name=f"Start round {number}").click()
        evening.play_round(number)
        desk.get_by_role("button", name=f"Close round {number}", exact=True).click()
        if number < ROUNDS:
            desk.get_by_role("button", name=f"Call the players to round {number + 1}").click()
            expect(phones[0].page.locator(".moves")).to_contain_text(
                f"Please move for round {number + 1}"
            )
    assert len(evening.confirmed) == 36
    evening.check("All rounds are closed. The standings are provisional")

    desk.get_by_role("link", name="Publish…").click()
    desk.get_by_role("button", name="Publish", exact=True).click()
    expect(desk.get_by_role("heading", name="The standings are official")).to_be_visible()
    evening.check("Official since")

    standings = evening.standings
    english = downloaded(wall.page, "Standings: CSV (1.5)").decode()
    assert lines_of_csv(english, delimiter=",", decimal=".") == standings
    french = downloaded(wall.page, "Standings: CSV (1,5)").decode("utf-8-sig")
    assert lines_of_csv(french, delimiter=";", decimal=",") == [
        line._replace(name=line.name.replace("Player", "Joueur")) for line in standings
    ]
    assert not any(name in english + french for name in NOT_AGREED)
    assert windows.errors == []


SMALL = """
import json
from tests.builders import make_event
event = make_event(players=3, rounds=1, boards_per_round=3, name="Plain evening")
print(json.dumps([event.public_id, event.tables.get().code]))
"""


def tab_to(page: Page, selector: str) -> None:
    """Press the Tab key until such an element has the focus."""
    for _press in range(60):
        if page.locator(selector).and_(page.locator(":focus")).count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key never reaches {selector}")


def test_an_evening_needs_no_javascript(windows: Windows, club: Club) -> None:
    """Nor does the desk need a mouse for the results of paper slips."""
    public_id, code = club.make(SMALL)
    desk = windows.desktop(java_script_enabled=False)
    sign_in(desk, club)
    desk.goto(f"{club.base}/desk/{public_id}/")
    desk.get_by_role("button", name="Start round 1").click()

    anna, ben = (
        Handset(windows.phone(java_script_enabled=False, has_touch=True), club) for _seat in "AB"
    )
    anna.sit(code, 0)
    first, second, third = anna.page.locator(".seats bdi").all_inner_texts()
    anna.page.get_by_role("link", name="Enter the result (board 1)").tap()
    for seat, count in enumerate((4, 3)):
        anna.page.locator(".keypad").nth(seat).get_by_label(str(count), exact=True).check(
            force=True
        )
    anna.page.get_by_role("button", name="Send", exact=True).tap()
    expect(anna.page.locator("#board-1")).to_contain_text("Now another player of the table")
    ben.sit(code, 1)
    ben.confirm(1, (4, 3, 3))

    tab_to(desk, "a[href*='/entry/']")
    desk.keyboard.press("Enter")
    desk.wait_for_url("**/entry/**")
    tab_to(desk, ".entry-grid input")
    desk.keyboard.type("64")
    desk.keyboard.press("Tab")
    desk.keyboard.type("fb")
    desk.keyboard.press("Enter")
    expect(desk.get_by_text("2 results are saved.")).to_be_visible()
    to_the_evening(desk)
    desk.get_by_role("button", name="Close round 1").click()
    desk.get_by_role("link", name="Publish…").click()
    desk.get_by_role("button", name="Publish", exact=True).click()

    reader = windows.phone(java_script_enabled=False)
    reader.goto(club.base)
    reader.get_by_role("link", name="Plain evening").click()
    expect(reader.locator(".pill-official")).to_be_visible()
    # A single table has nobody to compare with: lives rank, of 4-3-3, 6-4-0 and a misplay by B.
    assert reader.locator(".standings bdi").all_inner_texts() == [first, third, second]
    reader.locator(".standings a").first.click()
    expect(reader.locator(".scorecard > tbody")).to_have_count(3)
    reader.locator(".board-link").first.click()
    expect(reader.locator("#hands [data-card]")).to_have_count(32)
    assert windows.errors == []
