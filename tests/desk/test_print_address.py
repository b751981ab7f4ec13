"""The address on the cards: remembered when they are printed, and missed when it changes."""

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.builders import make_event, play_round, start_round
from tests.documents import poppler
from tournament.desk.templatetags.site_address import leaderboard_qr
from tournament.events.models import Event
from tournament.leaderboard.services import event_publish
from tournament.push.addresses import printed_address

pytestmark = pytest.mark.django_db
FORMER, PRESENT = "http://192.168.1.20:8000", "http://192.168.1.34:8000"
WARNING = "phones that scan a card find nothing"


@pytest.fixture(autouse=True)
def own_folder(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    settings.SITE_URL = FORMER


def print_cards(director: Client, event: Event, **query: str) -> None:
    answer = director.get(reverse("desk_table_cards", args=[event.public_id]), query)
    assert FORMER in poppler.text(answer.content)


def warned(director: Client, event: Event, name: str) -> bool:
    page = director.get(reverse(name, args=[event.public_id])).content.decode()
    if WARNING not in page:
        return False
    assert FORMER in page
    assert PRESENT in page
    return True


@pytest.mark.parametrize("name", ["desk_event", "desk_print"])
def test_a_changed_address_is_said_until_the_cards_are_printed_again(
    name: str, director: Client, settings: Settings
) -> None:
    event = make_event(players=3)
    assert not warned(director, event, name)
    print_cards(director, event)
    assert not warned(director, event, name)
    settings.SITE_URL = PRESENT
    assert warned(director, event, name)
    start_round(event)
    assert warned(director, event, name)
    director.get(reverse("desk_table_cards", args=[event.public_id]))
    assert not warned(director, event, name)


def test_one_card_printed_again_does_not_make_the_others_right(director: Client) -> None:
    print_cards(director, make_event(players=6), table="2")
    assert printed_address() is None


def test_other_sheets_have_no_address(director: Client) -> None:
    event = make_event(players=3)
    director.get(reverse("desk_guide_cards", args=[event.public_id]))
    director.post(reverse("desk_hand_slips", args=[event.public_id]), {"round": "1"})
    assert printed_address() is None


def test_nobody_needs_the_cards_of_a_published_event(director: Client, settings: Settings) -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1)
    print_cards(director, event)
    play_round(event)
    event_publish(event=event)
    settings.SITE_URL = PRESENT
    assert not warned(director, event, "desk_print")


def test_players_open_the_leaderboard_by_its_qr(director: Client) -> None:
    event = make_event(players=3)
    start_round(event)
    address = f"{FORMER}/e/{event.public_id}/"
    drawn = leaderboard_qr(event)
    assert drawn["address"] == address
    for name in ("desk_event", "desk_print"):
        page = director.get(reverse(name, args=[event.public_id])).content.decode()
        assert str(drawn["svg"]) in page
        assert f'<a href="{address}">' in page
