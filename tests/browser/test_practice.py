"""A board of a past tournament played again, from its page to the comparison, card by card."""

import pytest
from playwright.sync_api import expect

from tests.browser.club import Club
from tests.browser.phones import SOON, Phones

pytestmark = pytest.mark.browser

EVENT = """
import json
from tests.builders import make_event, play_round
from tournament.leaderboard.services import event_publish
from tournament.events.models import Event
event = make_event(players=6, rounds=1, boards_per_round=2)
play_round(event)
event_publish(event=Event.objects.get(pk=event.pk))
print(json.dumps(event.public_id))
"""


def test_a_board_is_played_again_against_bots_and_compared(club: Club, phone: Phones) -> None:
    event = club.make(EVENT)
    page = phone()
    page.goto(f"{club.base}/e/{event}/boards/1/")
    page.get_by_role("link", name="Play this board again").click()
    page.get_by_role("radio", name="B", exact=True).check()
    page.get_by_role("group", name="The others").locator("[value=simple]").check()
    page.get_by_role("button", name="Take your cards").click()
    over = page.locator("caption", has_text="The deal is over.")
    mine = page.locator("button.hand-card.is-playable")
    for left in range(10, 0, -1):
        expect(page.locator("button.hand-card")).to_have_count(left)
        mine.first.click()
        expect(page.locator("button.hand-card")).to_have_count(left - 1, timeout=SOON)
    expect(over).to_be_visible(timeout=SOON)
    page.get_by_role("link", name="Compare with the tournament").click()
    expect(page.get_by_role("heading", name="Board 1 played again")).to_be_visible()
    expect(page.get_by_text("of 4 matchpoints")).to_be_visible()
    rows = page.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(4)
    expect(rows.filter(has_text="You")).to_have_count(1)
    page.get_by_role("link", name="Play board 2").click()
    expect(page.get_by_role("radio", name="B", exact=True)).to_be_checked()
