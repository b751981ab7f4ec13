"""Watching and replays in a real browser, and the director's view of tables being played."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.club import Club
from tests.browser.evening import Windows, sign_in
from tests.browser.phones import Phones
from tests.browser.test_accessibility import check

pytestmark = pytest.mark.browser
SOON = 10_000

MADE = """
import json
from django.utils import timezone
from tests.builders import make_event, start_round, make_director
from tests.live.tables import begin, finish, play_at, people
from tournament.live.models import LiveDeal

def event(**options):
    made = make_event(rounds=1, boards_per_round=1, **options)
    start_round(made)
    return made

def held(live):
    # No clock, and nobody who counts as gone: the table waits for this test.
    LiveDeal.objects.filter(pk=live.pk).update(
        deadline=None, due_at=None, action_seconds=None, gone_seconds=30000
    )
    return live.public_id

played = event(players=3, play_mode="live", name="Played")
triton = event(players=3, play_mode="live", game="triton", name="Triton")
going = event(players=6, play_mode="live", name="Going on", round_minutes=30)
going_deal = held(begin(play_at(going, 1), 4))
last = event(players=6, play_mode="live", name="The last table")
finish(play_at(last, 1))
print(json.dumps({
    "replay": finish(play_at(played, 1)).public_id,
    "triton": finish(play_at(triton, 1)).public_id,
    "going": going.public_id,
    "deal": going_deal,
    "watched": held(begin(play_at(last, 2), 4)),
    "closed": going_deal,
}))
"""
CARD = """
import json
from tests.live.tables import play_on
from tournament.live.models import LiveDeal
live = play_on(LiveDeal.objects.get(public_id={deal!r}), 1)
LiveDeal.objects.filter(pk=live.pk).update(deadline=None, due_at=None)
print(json.dumps(live.steps))
"""


@pytest.fixture(scope="module")
def made(club: Club) -> dict[str, Any]:
    found: dict[str, Any] = club.make(MADE)
    return found


@pytest.fixture
def director(windows: Windows, club: Club) -> Page:
    page = windows.desktop()
    sign_in(page, club)
    return page


def said(page: Page) -> Any:
    return page.locator(".replay-said")


def test_a_replay_steps_by_keys_and_its_address_goes_along(
    club: Club, made: dict[str, Any], phone: Phones
) -> None:
    page = phone()
    page.goto(f"{club.base}/play/replay/{made['replay']}/")
    expect(said(page)).to_contain_text("Before the first of 30 cards")
    for key, words in (
        ("ArrowRight", "Card 1 of 30"),
        ("ArrowDown", "Card 3 of 30"),
        ("ArrowLeft", "Card 2 of 30"),
        ("ArrowUp", "Before the first"),
        ("End", "Card 30 of 30"),
        ("Home", "Before the first"),
    ):
        page.keyboard.press(key)
        expect(said(page)).to_contain_text(words)
    page.locator("#step-after").click()
    page.locator("#open-B").click()
    expect(page.locator(".scene-backs")).to_have_count(2)
    expect(page).to_have_url(re.compile(r"\?ply=1&open=B$"))
    page.go_back()
    expect(page.locator(".scene-backs")).to_have_count(0)


def test_a_replay_needs_no_scripts(club: Club, made: dict[str, Any], phone: Phones) -> None:
    page = phone(scripts=False)
    page.goto(f"{club.base}/play/replay/{made['triton']}/?open=A")
    page.locator("#step-trick-after").click()
    expect(said(page)).to_contain_text("Card 3 of 30")
    page.locator("#step-before").click()
    expect(said(page)).to_contain_text("Card 2 of 30")
    expect(page.locator(".scene-backs")).to_have_count(2)


def test_a_watcher_sees_each_card_and_no_hand(
    club: Club, made: dict[str, Any], phone: Phones
) -> None:
    page = phone()
    page.goto(f"{club.base}/play/watch/{made['watched']}/")
    expect(page.locator(".scene-trick .card")).to_have_count(1)
    expect(page.locator(".scene-backs")).to_have_count(3)
    expect(page.locator("#connection")).to_have_attribute("data-state", "live", timeout=SOON)
    club.make(CARD.format(deal=made["watched"]))
    expect(page.locator(".scene-trick .card")).to_have_count(2, timeout=SOON)


def test_the_director_follows_tables_and_hands(
    club: Club, made: dict[str, Any], director: Page
) -> None:
    director.goto(f"{club.base}/desk/{made['going']}/")
    table = director.locator("#now-1")
    expect(table).to_contain_text("Board 1, trick 2 of 10")
    for _card in range(2):
        club.make(CARD.format(deal=made["deal"]))
    expect(table).to_contain_text("trick 3 of 10", timeout=SOON)
    table.get_by_role("link", name="Open hands").click()
    director.get_by_role("button", name="I do not play in this tournament").click()
    expect(director.locator(".scene-hand .card")).to_have_count(24)
    expect(director.locator("#connection")).to_have_attribute("data-state", "live", timeout=SOON)
    club.make(CARD.format(deal=made["deal"]))
    expect(director.locator(".scene-hand .card")).to_have_count(23, timeout=SOON)


def test_the_pages_are_accessible_and_fit(club: Club, made: dict[str, Any], director: Page) -> None:
    desk = f"/desk/{made['going']}"
    for path in (
        f"/play/replay/{made['replay']}/?ply=5",
        f"/play/replay/{made['triton']}/?ply=30&open=B",
        f"/play/watch/{made['watched']}/",
        f"/play/watch/{made['closed']}/",
        f"{desk}/",
        f"{desk}/live/",
        f"{desk}/live/{made['deal']}/",
        f"{desk}/live/{made['deal']}/stop/",
        f"{desk}/seats/1/",
        f"{desk}/close/",
        f"{desk}/edit/",
        f"{desk}/print/",
        "/desk/new/",
    ):
        director.goto(club.base + path)
        check(director)
