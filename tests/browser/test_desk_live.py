"""What another director does shows on open pages of the preparation; what is being typed stays."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.club import Club

pytestmark = pytest.mark.browser

PREPARE = """
import json
from tests.builders import make_event
from tournament.operations.accounts import director_ensure
print(json.dumps(make_event(players=4, director=director_ensure()).public_id))
"""
ADD = """
import json
from tournament.events.models import Event
from tournament.events.services import NewEntry, entries_add
entries_add(event=Event.objects.get(public_id="{event}"), entries=[NewEntry("{name}")])
print(json.dumps(None))
"""
START = """
import json
from tests.builders import start_round
from tournament.events.models import Event
start_round(Event.objects.get(public_id="{event}"))
print(json.dumps(None))
"""


@pytest.fixture
def event(club: Club) -> Any:
    return club.make(PREPARE)


def test_the_preparation_follows_and_becomes_the_evening(
    club: Club, desk: Page, event: str
) -> None:
    desk.goto(f"{club.base}/desk/{event}/")
    expect(desk.locator("#live")).to_contain_text("4 players are entered.")
    club.make(ADD.format(event=event, name="Zoé Vidal"))
    expect(desk.locator("#live")).to_contain_text("5 players are entered.")
    club.make(START.format(event=event))
    expect(desk.locator("#evening")).to_contain_text("Round 1 of 4")


def test_names_entered_elsewhere_come_while_one_is_typed(
    club: Club, desk: Page, event: str
) -> None:
    desk.goto(f"{club.base}/desk/{event}/players/")
    box = desk.locator("#id_name")
    box.press_sequentially("Yan")
    club.make(ADD.format(event=event, name="Zoé Vidal"))
    expect(desk.locator("#player-rows")).to_contain_text("Zoé Vidal")
    expect(box).to_have_value("Yan")
    expect(box).to_be_focused()
    box.press("Enter")
    said = desk.locator("#players [role=status]")
    expect(said).to_contain_text("Yan is entered as number 6.")
    club.make(ADD.format(event=event, name="Xavier Blanc"))
    expect(desk.locator("#player-rows")).to_contain_text("Xavier Blanc")
    expect(said).to_contain_text("Yan is entered as number 6.")


def test_a_presence_that_was_marked_stays_marked(club: Club, desk: Page, event: str) -> None:
    desk.goto(f"{club.base}/desk/{event}/attendance/")
    desk.locator("[name=presence-1][value=absent]").check()
    lead = desk.locator("#page-header")
    expect(lead).to_contain_text("4 players present.")
    club.make(ADD.format(event=event, name="Zoé Vidal"))
    expect(lead).to_contain_text("5 players present.")
    expect(desk.locator("[name=presence-1][value=absent]")).to_be_checked()
