"""An evening with three players whose cards are played in the browser."""

from collections.abc import Sequence

import pytest
from django.utils import timezone

from tests.builders import make_event, start_round
from tournament.events.models import Event
from tournament.live.event_play import participant_of, play_open
from tournament.live.models import LiveDeal, Participant
from tournament.tables.models import Play


@pytest.fixture
def event(db: None) -> Event:
    event = make_event(players=3, rounds=2, boards_per_round=2, play_mode=Event.PlayMode.LIVE)
    start_round(event)
    return event


@pytest.fixture
def play(event: Event) -> Play:
    return Play.objects.get(table__event=event, board__number=1)


@pytest.fixture
def sitting(play: Play) -> Sequence[Participant]:
    """The participants of the play, by seat; all have just been seen."""
    found = [participant_of(seat.entry) for seat in play.seats.order_by("number")]
    Participant.objects.filter(pk__in=[each.pk for each in found]).update(
        seen_at=timezone.now(), device="phone"
    )
    return found


@pytest.fixture
def live(play: Play, sitting: Sequence[Participant]) -> LiveDeal:
    """A deal that has begun."""
    for participant in sitting:
        live = play_open(play=play, participant=participant)
    live.refresh_from_db()
    return live
