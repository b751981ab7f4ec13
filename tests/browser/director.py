"""What a director does at the desk, in a browser, mostly by the keyboard."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.club import Club


class Director:
    """The director at a phone, mostly at its keyboard."""

    def __init__(self, page: Page, club: Club, event: Any) -> None:
        self.page = page
        self._desk = f"{club.base}/desk/{event}/"

    def open(self, path: str) -> None:
        self.page.goto(self._desk + path)
        fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        assert self.page.evaluate(fits), path

    def press(self, name: str) -> None:
        """Reach a button by the keyboard, and press it."""
        self.page.get_by_role("button", name=name, exact=True).focus()
        self.page.keyboard.press("Enter")

    def said(self, words: str) -> None:
        expect(self.page.locator(".messages")).to_contain_text(words)

    def start(self, number: int) -> None:
        self.open("attendance/")
        self.press(f"Save and start round {number}")
        self.said(f"Round {number} has begun.")

    def type_slips(self, slips: Sequence[str]) -> None:
        """Type the slips of the round's tables, in their order."""
        self.open("entry/")
        saved = self.page.locator("tr.saved")
        for number, slip in enumerate(slips, start=1):
            self.page.keyboard.type(slip)
            self.page.keyboard.press("Enter")
            expect(saved).to_have_count(number)

    def close(self, number: int) -> None:
        self.open("close/")
        self.press(f"Close round {number}")
        self.said(f"Round {number} is closed.")

    def put_right(self, round_number: int, table: int, title: str) -> Locator:
        """Open a kind of correction of a table's only board; return its form."""
        self.open(f"round/{round_number}/")
        self.page.locator(".board-grid tbody tr").nth(table - 1).locator("a.cell").click()
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(f"Table {table},")
        self.page.get_by_role("link", name=title).focus()
        self.page.keyboard.press("Enter")
        expect(self.page.get_by_role("heading", level=1)).to_have_text(title)
        return self.page.locator("form.panel")

    def save(self, reason: str, *lines: str, button: str = "Save the correction") -> None:
        """Say why, look at what changes, and save it."""
        self.page.get_by_label("Reason").fill(reason)
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".big-change")).to_have_text(list(lines))
        self.press(button)
        expect(self.page.locator(".messages")).to_be_visible()
