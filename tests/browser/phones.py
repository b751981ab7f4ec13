"""What a table's players do on their phones."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page, Request, expect

from tests.browser.club import Club

Phones = Callable[..., Page]
SOON = 20_000  # milliseconds; as long as a busy machine may take
ENTERED = """
import json
from tournament.results.models import Submission
print(json.dumps(list(
    Submission.objects.filter(play__table__code={code!r}, play__board__number={board})
    .values_list("detail", flat=True)
)))
"""


class Table:
    """A table of an event of its own."""

    def __init__(self, club: Club, event: Any, number: int = 1) -> None:
        self.club = club
        self.event = event
        self.code: str = event["tables"][number - 1]["code"]
        self.players: list[str] = event["tables"][number - 1]["players"]
        self.address = f"{club.base}/t/{self.code}/"

    def entered(self, board: int = 1) -> list[Any]:
        """Return all entries that ever arrived for a board."""
        found: list[Any] = self.club.make(ENTERED.format(code=self.code, board=board))
        return found

    def sit(self, page: Page, seat: int) -> Page:
        """Open the table on a phone and say whose it is."""
        page.goto(self.address)
        page.get_by_role("button", name=f"That’s me ({self.players[seat]})").click()
        expect(page.get_by_role("button", name="Not me")).to_be_visible()
        return page

    def open_board(self, page: Page, board: int = 1) -> Page:
        page.goto(f"{self.address}{board}/")
        return page

    def posts(self, context: BrowserContext) -> list[Request]:
        """Return a list that fills with the entries that this browser sends."""
        sent: list[Request] = []

        def note(request: Request) -> None:
            if request.method == "POST" and re.search(r"/\d+/$", request.url):
                sent.append(request)

        context.on("request", note)
        return sent


def tap(page: Page, *counts: int) -> None:
    """Choose trick counts, seat by seat."""
    for seat, count in enumerate(counts):
        key = page.locator(".keypad").nth(seat).locator(".key")
        key.filter(has_text=re.compile(rf"^{count}$")).click()


def send(page: Page) -> None:
    page.get_by_role("button", name="Send", exact=True).click()


def kept(page: Page) -> Any:
    """Return what the phone's storage keeps."""
    return json.loads(page.evaluate("JSON.stringify(Object.values({...localStorage}))"))
