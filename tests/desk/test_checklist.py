"""What there is to do before round 1: what the way of playing needs, and no more."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_event
from tournament.events.models import Event
from tournament.live.event_play import participant_release
from tournament.live.models import Participant

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    return make_event(players=7, play_mode=Event.PlayMode.LIVE)


def print_cards(director: Client, event: Event, **sent: str) -> None:
    address = reverse("desk_guide_cards", args=[event.public_id])
    assert director.post(address, {"round": "1", **sent}).status_code == 200


def to_do(director: Client, event: Event) -> str:
    content = director.get(reverse("desk_event", args=[event.public_id])).content.decode()
    start = content.index('class="checklist"')
    return " ".join(content[start : content.index("</ol>", start)].split())


def test_who_plays_in_the_browser_needs_a_link(event: Event, director: Client) -> None:
    todo = to_do(director, event)
    assert "Guide cards with personal links" in todo
    assert "Nothing is printed yet." in todo
    assert "slips" not in todo.lower()
    print_cards(director, event, player="1")
    assert "1 of 7 players have been given their link." in to_do(director, event)
    print_cards(director, event)
    done = to_do(director, event)
    assert "7 of 7 players have been given their link." in done
    assert done.count('<li class="done">') == 3
    participant_release(participant=Participant.objects.filter(entry__event=event)[0])
    assert "6 of 7 players have been given their link." in to_do(director, event)


def test_tables_that_choose_may_need_slips_too(director: Client) -> None:
    event = make_event(players=6, play_mode=Event.PlayMode.CHOICE)
    todo = to_do(director, event)
    assert "Guide cards with personal links" in todo
    assert "Slips are needed only at tables that choose to play with cards in hand." in todo


def test_cards_on_the_table_need_slips_and_no_link(director: Client) -> None:
    todo = to_do(director, make_event(players=6))
    assert "Hand slips and cards for the tables" in todo
    assert "personal links" not in todo


def test_of_boards_that_go_from_table_to_table_it_counts_all(director: Client) -> None:
    event = make_event(players=15, rounds=5, movement=Event.Movement.SHARED)
    page = director.get(reverse("desk_event", args=[event.public_id])).content.decode()
    many = event.sessions.get().boards.count()
    assert many > 15
    assert f"{many // 3} sets × 3 = {many} boards" in page
    assert "everybody plays 15 of them." in page
    movement = director.get(reverse("desk_movement", args=[event.public_id])).content.decode()
    assert f"{many // 3} sets of 3 go from table to table." in movement


def test_groups_are_seated_among_themselves(director: Client) -> None:
    event = make_event(players=10, rounds=2, boards_per_round=1)
    director.post(reverse("desk_groups", args=[event.public_id]), {"groups": "2"})
    page = director.get(reverse("desk_event", args=[event.public_id])).content.decode()
    assert "With the 10 players entered: 2 tables, 4 results in all." in page
    assert "In each round 4 players sit out." in page
