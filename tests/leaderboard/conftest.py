"""Who looks at the public pages, and events worth looking at."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.builders import make_director, make_event, play_round, record, start_round
from tournament.events.models import Event
from tournament.events.services import entry_update
from tournament.leaderboard.services import event_publish
from tournament.leaderboard.versions import shelf
from tournament.results.services import round_close
from tournament.standings.services import standings_compute


@pytest.fixture(autouse=True)
def empty_shelf() -> None:
    shelf.clear()


@pytest.fixture
def director(db: None) -> User:
    return make_director()


@pytest.fixture
def signed_in(director: User) -> Client:
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def published(db: None) -> Event:
    """Six players, one round of four boards: played, computed, official."""
    event = make_event(players=6, rounds=1, boards_per_round=4)
    play_round(event)
    event_publish(event=event)
    event.refresh_from_db()
    return event


@pytest.fixture
def half_played(db: None) -> Event:
    """Six players in the only round: board 1 is played at both tables, board 2 at table 1 only."""
    event = make_event(players=6, rounds=1, boards_per_round=2)
    playing = start_round(event)
    for play in playing.plays.order_by("board__number", "table__number")[:3]:
        record(play, [7, 2, 1])
    standings_compute(event_id=event.pk)
    event.refresh_from_db()
    return event


def finish_round(event: Event) -> None:
    """Give the running round's open plays a result, and close it."""
    playing = event.sessions.get().rounds.get(state="running")
    for play in playing.plays.filter(result=None):
        record(play)
    round_close(playing=playing)
    standings_compute(event_id=event.pk)
    event.refresh_from_db()


def withhold(event: Event, number: int, name: str = "Zoé Secret") -> None:
    """Rename a player of the event, who has not agreed to be shown."""
    entry_update(entry=event.entries.get(number=number), name=name, name_public=False)
    event.refresh_from_db()
