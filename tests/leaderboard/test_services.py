"""Publishing: once, complete, and never while something is open."""

import uuid

import pytest

from tests.builders import make_director, make_event, play_round, record, start_round
from tests.live.tables import begin, play_at
from tournament.errors import Refused
from tournament.events.models import Event
from tournament.leaderboard.selectors import leaderboard
from tournament.leaderboard.services import event_publish
from tournament.live.event_play import live_void
from tournament.results.services import round_close, submission_create
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db


def finished() -> Event:
    event = make_event(players=3, rounds=1, boards_per_round=1)
    play_round(event)
    event.refresh_from_db()
    return event


def test_the_standings_are_official_computed_and_the_keys_public() -> None:
    event = finished()
    event_publish(event=event)
    event.refresh_from_db()
    assert event.state == Event.State.OFFICIAL
    assert event.published_at is not None
    board = leaderboard(event)
    assert (board.official, board.updating) == (True, False)
    session = event.sessions.get()
    assert session.deal_set.revealed_at is not None
    assert session.reserve_set.revealed_at is not None


def test_publishing_again_changes_nothing() -> None:
    event = finished()
    event_publish(event=event)
    event.refresh_from_db()
    before = (event.published_at, event.publication)
    event_publish(event=event)
    event.refresh_from_db()
    assert (event.published_at, event.publication) == before


def test_publishing_makes_cached_copies_old() -> None:
    event = finished()
    before = event.publication
    event_publish(event=event)
    event.refresh_from_db()
    assert event.publication > before


def test_it_is_refused_while_a_round_is_open() -> None:
    event = make_event(players=3, rounds=2, boards_per_round=1)
    play_round(event)
    with pytest.raises(Refused, match="Close all rounds"):
        event_publish(event=event)
    assert event.sessions.get().deal_set.revealed_at is None


def test_it_is_refused_while_an_entry_is_not_confirmed() -> None:
    event = make_event(players=6, rounds=1, boards_per_round=1)
    playing = start_round(event)
    first, second = playing.plays.order_by("pk")
    record(first)
    submission_create(play=second, detail={"tricks": [5, 3, 2]}, sent_id=uuid.uuid4(), seat=0)
    round_close(playing=playing, accept_missing=True)
    with pytest.raises(Refused, match="not confirmed"):
        event_publish(event=event)
    assert event.sessions.get().deal_set.revealed_at is None
    record(Play.objects.get(pk=second.pk))
    event_publish(event=event)


def test_it_is_refused_while_a_deal_is_open_in_a_browser() -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1, play_mode=Event.PlayMode.LIVE)
    playing = start_round(event)
    live = begin(play_at(event, 1), 4)
    round_close(playing=playing, accept_missing=True)
    with pytest.raises(Refused, match="Table 1 has board 1 still open in the browser: stop"):
        event_publish(event=event)
    assert event.sessions.get().deal_set.revealed_at is None
    live_void(live=live, reason="left behind", user=make_director())
    event_publish(event=event)
    event.refresh_from_db()
    assert event.state == Event.State.OFFICIAL
