"""A published board proves itself in the reader's browser, over plain http, without the network."""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from tests.browser.club import HOST, Club
from tests.browser.evening import Windows
from tests.served import until

pytestmark = pytest.mark.browser

PUBLISHED = """
import json
from tests.builders import make_event, play_round
from tournament.events.models import Event
from tournament.leaderboard.services import event_publish
event = make_event(rounds=1, boards_per_round=2)
play_round(event)
event_publish(event=Event.objects.get(pk=event.pk))
print(json.dumps(event.public_id))
"""
GENUINE = "Verified in your browser: these are the cards that were sealed before play."
ALTERED = "These are not the cards that were sealed before play."
CARD = re.compile(r'<span data-card="(\w\w)">[^<]*</span>')
PROOF = re.compile(r'(?<=<script id="deal-proof" type="application/json">).*?(?=</script>)')

Change = Callable[[str], str]


@pytest.fixture(scope="module")
def board(club: Club) -> str:
    """The address of a board of a published event."""
    return f"{club.base}/e/{club.make(PUBLISHED)}/boards/2/"


@pytest.fixture
def reader(browser: Browser) -> Iterator[Page]:
    page = Windows(browser).desktop()
    yield page
    page.context.close()


def exchanged(text: str, one: str, other: str) -> str:
    return other.join(part.replace(other, one) for part in text.split(one))


def two_cards(html: str) -> list[re.Match[str]]:
    """Return two printed cards of one suit, in two hands."""
    first, second = ([*CARD.finditer(hand)] for hand in html.split("data-seat=")[1:3])
    return next([one, two] for one in first for two in second if one[1][1] == two[1][1])


def nothing(html: str) -> str:
    return html


def printed(html: str) -> str:
    """Exchange two cards of two hands where people read them."""
    one, other = two_cards(html)
    return exchanged(html, one[0], other[0])


def computed(html: str) -> str:
    """Exchange them where the script reads what it is to compute."""
    one, other = two_cards(html)

    def change(found: re.Match[str]) -> str:
        proof = json.loads(found[0])
        hands = exchanged(json.dumps(proof["hands"]), one[1], other[1])
        return json.dumps(proof | {"hands": json.loads(hands)})

    changed, times = PROOF.subn(change, html)
    assert times == 1
    return changed


def everywhere(html: str) -> str:
    """Exchange them in both places: the page agrees with itself."""
    return computed(printed(html))


def fetched(route: Route) -> APIResponse:
    """Return the site's answer; only the browser knows the site by its name."""
    return route.fetch(url=route.request.url.replace(HOST, "127.0.0.1"))


def open_and_cut(page: Page, address: str, change: Change) -> None:
    """Open a page that is changed on its way; cut the network before its proof is looked at."""
    held: list[Route] = []
    is_cut = False

    def answer(route: Route) -> None:
        if is_cut:
            route.abort()
        elif route.request.url.endswith("/verify.js"):
            held.append(route)
        elif route.request.resource_type == "eventsource":
            route.abort()
        elif route.request.url == address:
            page_sent = fetched(route)
            route.fulfill(response=page_sent, body=change(page_sent.text()))
        else:
            route.fulfill(response=fetched(route))

    page.route("**", answer)
    page.goto(address, wait_until="commit")
    until(lambda: page.evaluate("window.triplicateLive") and held, "the other scripts run")
    script = fetched(held[0])
    is_cut = True
    page.context.set_offline(True)
    held[0].fulfill(response=script)


@pytest.mark.parametrize(
    ("change", "verdict"),
    [(nothing, GENUINE), (printed, ALTERED), (computed, ALTERED), (everywhere, ALTERED)],
)
def test_a_board_says_whether_its_cards_are_those_sealed(
    reader: Page, board: str, change: Change, verdict: str
) -> None:
    open_and_cut(reader, board, change)
    expect(reader.locator("[data-verify]")).to_have_text(verdict)
    assert reader.locator("[data-seat] [data-card]").count() == 30
    # Nothing could be asked meanwhile, and browsers have no WebCrypto for plain http.
    assert reader.evaluate("[navigator.onLine, window.crypto.subtle]") == [False, None]
