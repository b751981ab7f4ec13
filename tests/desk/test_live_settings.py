"""How the cards are played, once the event is being played: what may change, and when."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_event, play_round, start_round
from tournament.events.models import Event
from tournament.live.event_play import participant_of, play_open
from tournament.live.models import LiveDeal
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db

FORM: dict[str, Any] = {
    "name": "Evening",
    "confirmation": "players",
    "show_traveller": "on",
    "method": "matchpoints",
    "rounding": "exact",
    "sit_out": "none",
    "minimum_boards": "0",
    "play_mode": "live",
    "action_seconds": "45",
    "board_minutes": "",
    "round_minutes": "30",
    "gone_seconds": "90",
}


@pytest.fixture
def event(db: None) -> Event:
    event = make_event(players=3, rounds=2, boards_per_round=2, play_mode=Event.PlayMode.LIVE)
    start_round(event)
    return event


def begin(event: Event, board: int) -> LiveDeal:
    play = Play.objects.get(table__event=event, board__number=board)
    for seat in play.seats.all():
        live = play_open(play=play, participant=participant_of(seat.entry))
    return live


def save(director: Client, event: Event, **changed: str) -> Any:
    return director.post(reverse("desk_edit", args=[event.public_id]), FORM | changed)


def test_new_clocks_count_for_deals_not_yet_begun(director: Client, event: Event) -> None:
    before = begin(event, 1)
    assert save(director, event).status_code == 302
    before.refresh_from_db()
    assert (before.action_seconds, before.gone_seconds) == (30, 40)
    event.refresh_from_db()
    assert (event.action_seconds, event.gone_seconds, event.round_minutes) == (45, 90, 30)
    LiveDeal.objects.all().delete()
    assert (begin(event, 1).action_seconds, begin(event, 1).gone_seconds) == (45, 90)


def test_the_way_of_playing_stands_while_a_board_is_being_played(
    director: Client, event: Event
) -> None:
    begin(event, 1)
    answer = save(director, event, play_mode="entered", name="Another name")
    assert answer.status_code == 422
    assert "are being played in the browser" in answer.content.decode()
    event.refresh_from_db()
    assert (event.play_mode, event.name) == ("live", "Evening")


def test_between_boards_it_may_change(director: Client, event: Event) -> None:
    assert save(director, event, play_mode="choice").status_code == 302
    event.refresh_from_db()
    assert event.play_mode == "choice"


@pytest.mark.parametrize(
    "wrong", [{"action_seconds": "4"}, {"gone_seconds": ""}, {"play_mode": "by post"}]
)
def test_what_cannot_be_is_refused(director: Client, event: Event, wrong: dict[str, str]) -> None:
    assert save(director, event, **wrong).status_code == 422
    event.refresh_from_db()
    assert event.gone_seconds == 40


def test_an_official_event_asks_for_no_clocks(director: Client) -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1)
    play_round(event)
    Event.objects.filter(pk=event.pk).update(state=Event.State.OFFICIAL)
    page = director.get(reverse("desk_edit", args=[event.public_id])).content.decode()
    assert 'name="play_mode"' not in page
    assert save(director, event).status_code == 302
    event.refresh_from_db()
    assert event.play_mode == "entered"
