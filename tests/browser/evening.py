"""What people do on an evening, in a browser; and a count of its results that shares no code
with the site's."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tests.browser.club import Club

SOON = 30_000  # milliseconds; as long as a busy machine may take
expect.set_options(timeout=SOON)


class Windows:
    """The browsers of everybody; what went wrong in any of their pages is in `errors`."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.errors: list[str] = []

    def desktop(self, **options: Any) -> Page:
        return self._open(viewport={"width": 1280, "height": 900}, **options)

    def phone(self, **options: Any) -> Page:
        """Return the page of a new phone, as narrow as they are."""
        return self._open(viewport={"width": 360, "height": 740}, **options)

    def _open(self, **options: Any) -> Page:
        page = self._browser.new_context(locale="en-GB", **options).new_page()
        page.set_default_timeout(SOON)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._note)
        return page

    def _note(self, said: ConsoleMessage) -> None:
        # Plain http is what a club's laptop serves: browsers say what they ignore there.
        if said.type == "error" and "Cross-Origin-Opener-Policy" not in said.text:
            self.errors.append(said.text)


def sign_in(page: Page, club: Club) -> None:
    """Sign the installation's director in, from the desk's address."""
    page.goto(f"{club.base}/desk/")
    page.get_by_label("Username").fill(club.director)
    page.get_by_label("Password").fill(club.password)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Director’s desk")).to_be_visible()


class Handset:
    """A phone in a player's hand."""

    def __init__(self, page: Page, club: Club) -> None:
        self.page = page
        self._home = club.base

    def sit(self, code: str, seat: int) -> None:
        """Type a table's code, and say which of its seats the phone's player holds."""
        self.page.goto(self._home)
        self.page.get_by_label("At a table?").fill(code)
        self.page.get_by_role("button", name="Open the table").tap()
        self.page.wait_for_url(f"**/t/{code}/")
        line = self.page.locator(".seats li").nth(seat)
        # Whose phone it was in another round may sit at this table too.
        former = self.page.locator(".seats").get_by_role("button", name="Not me")
        if former.count():
            former.tap()
        line.get_by_role("button", name="That’s me").tap()
        expect(line).to_contain_text("you")

    def enter(self, board: int, tricks: Sequence[int]) -> tuple[str, ...]:
        """Tap the counts of two seats, send; return the players by seat as the keypad names them.

        The third count has filled itself in.
        """
        self.page.get_by_role("link", name=f"Enter the result (board {board})").tap()
        seats = self.page.locator(".keypad")
        expect(seats).to_have_count(3)
        names = tuple(seats.locator("legend bdi").all_inner_texts())
        for seat, count in list(enumerate(tricks))[:2]:
            key = seats.nth(seat).locator(".key")
            key.filter(has_text=re.compile(rf"^{count}$")).tap()
        filled = seats.nth(2).locator(":checked")
        assert filled.get_attribute("value") == str(tricks[2])
        self.page.get_by_role("button", name="Send", exact=True).tap()
        waiting = self.page.locator(f"#board-{board}")
        expect(waiting).to_contain_text("Now another player of the table confirms it")
        return names

    def confirm(self, board: int, tricks: Sequence[int]) -> None:
        """Confirm what appears on the page, by itself, for this board."""
        asked = self.page.locator(f"#board-{board}")
        button = asked.get_by_role("button", name="Yes, confirm")
        button.wait_for()
        assert asked.locator("dd b").all_inner_texts() == [str(count) for count in tricks]
        button.tap()
        expect(asked).to_contain_text("confirmed")


class Line(NamedTuple):
    """A player's line of the standings, figures as exact as they are shown."""

    rank: int
    name: str
    boards: int
    points: Decimal
    percent: Decimal
    lives: Decimal


@dataclass(frozen=True, slots=True)
class Wall:
    """The public standings, opened once and left alone."""

    page: Page

    def watch(self) -> None:
        """Mark the document: a reload, or any other page, would lose the mark."""
        self.page.evaluate("window.left_alone = true")

    def shows(self, progress: str, lines: Sequence[Line]) -> bool:
        """Return whether these words and figures are there; fails if the page was loaded anew."""
        assert self.page.evaluate("window.left_alone === true")
        return progress in self.progress and self.lines() == list(lines)

    @property
    def progress(self) -> str:
        return " ".join(self.page.locator("main .progress").inner_text().split())

    def lines(self) -> list[Line]:
        """Return the standings as they are on the page now; none before the first result."""
        rows: list[list[str]] = self.page.evaluate(
            """() => [...document.querySelectorAll(".standings tbody tr")].map(({ cells }) =>
              [...cells].map((cell) => (cell.querySelector("bdi") ?? cell).textContent.trim()))"""
        )
        return [
            Line(
                int(rank),
                name,
                int(boards),
                Decimal(points),
                Decimal(percent.removesuffix("%")),
                _lives_read(lives),
            )
            for rank, name, boards, points, percent, lives in rows
            if rank != "–"
        ]


def _lives_read(text: str) -> Decimal:
    """Read "−1½" as people do."""
    return Decimal(text.replace("−", "-").replace("½", ".5"))


class Result(NamedTuple):
    """A confirmed result as whoever entered it knows it: names and tricks by seat."""

    board: int
    names: tuple[str, ...]
    tricks: tuple[int, ...]


def recount(results: Sequence[Result], *, tables: int, shown: Mapping[str, str]) -> list[Line]:
    """Return the standings by matchpoints, counted the plain way, from the printed rules.

    Every board is expected from all `tables`. `shown` has the public name of each player, in the
    order of their numbers; players without a result are left out.
    """
    fields: dict[tuple[int, int], dict[str, int]] = defaultdict(dict)
    for result in results:
        for seat, name in enumerate(result.names):
            fields[result.board, seat][name] = _half_lives(result.tricks)[seat]
    points: dict[str, Fraction] = defaultdict(Fraction)
    boards: dict[str, int] = defaultdict(int)
    lives: dict[str, int] = defaultdict(int)
    for field in fields.values():
        for name, score in field.items():
            others = [other for player, other in field.items() if player != name]
            beaten = sum(other < score for other in others)
            level = sum(other == score for other in others)
            missing = tables - len(field)
            # Neuberg: as if the missing results were spread like the others.
            points[name] += Fraction((2 * beaten + level) * tables + missing, len(field))
            boards[name] += 1
            lives[name] += score
    top = 2 * (tables - 1)
    share = {name: points[name] / (top * boards[name]) for name in points}
    ranked = sorted((name for name in shown if name in share), key=lambda name: -share[name])
    return [
        Line(
            rank=1 + sum(other > share[name] for other in share.values()),
            name=shown[name],
            boards=boards[name],
            points=_rounded(points[name]),
            percent=_rounded(100 * share[name]),
            lives=_rounded(Fraction(lives[name], 2)),
        )
        for name in ranked
    ]


def _half_lives(tricks: Sequence[int]) -> list[int]:
    """Most tricks win half a life, the next fewer lose a whole one, the fewest of three nothing."""
    levels = sorted(set(tricks), reverse=True)
    return [(1, -2, 0)[levels.index(count)] for count in tricks]


def _rounded(value: Fraction) -> Decimal:
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return exact.quantize(Decimal("0.01"), ROUND_HALF_UP)
