"""Whoever needs the event begins with it: of two who wait for each other, one would be stopped.

Run with DATABASE_URL naming a PostgreSQL server; SQLite has one writer at a time.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction
from django.utils import timezone

from tests.builders import make_director, make_event, start_round
from tests.live.tables import begun, people, play_at
from tests.served import until
from tournament.desk.services import round_finish
from tournament.events.models import Event, Round
from tournament.live import event_play
from tournament.live.event_play import play_open
from tournament.live.models import LiveDeal, Participant
from tournament.live.positions import position_of
from tournament.live.services import seat_take, step_add
from tournament.results.late import late_open
from tournament.results.services import play_take_up
from tournament.rules.playlog import Kind
from tournament.standings.models import Standings
from tournament.standings.services import standings_compute, standings_mark
from tournament.tables.models import Play
from tournament.tables.services import tables_call

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

Act = Callable[[LiveDeal, Play, Round], object]

ACTS: dict[str, Act] = {
    "stop a deal": lambda live, play, playing: event_play.live_void(
        live=live, reason="Misdealt", user=make_director("other")
    ),
    "stop all deals": lambda live, play, playing: event_play.round_deals_stop(
        playing=playing, reason="Fire", user=make_director("other")
    ),
    "close the round": lambda live, play, playing: round_finish(
        playing=playing, accept_missing=True, user=make_director("other")
    ),
    "stop the clocks": lambda live, play, playing: event_play.round_pause(playing=playing),
    "give more time": lambda live, play, playing: event_play.round_extend(
        playing=playing, minutes=5
    ),
    "start the clock": lambda live, play, playing: event_play.round_clock_start(
        playing=playing, minutes=5
    ),
    "call the tables": lambda live, play, playing: tables_call(event=playing.session.event),
    "open a late board": lambda live, play, playing: late_open(play=play),
    "compute": lambda live, play, playing: standings_compute(event_id=playing.session.event_id),
}


def waiting() -> bool:
    """Whether somebody waits for what this transaction holds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks"
            " WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
        )
        return bool(cursor.fetchone()[0])


@pytest.mark.parametrize("name", ACTS)
def test_whoever_waits_for_the_event_holds_nothing_else(name: str) -> None:
    live = begun()
    play = live.play
    assert play is not None
    playing = play.round
    with transaction.atomic():
        standings_mark(event_id=playing.session.event_id)
    if name == "open a late board":
        Round.objects.update(state=Round.State.CLOSED)

    def act() -> None:
        try:
            ACTS[name](live, play, playing)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as other:
        with transaction.atomic():
            # As a ruling does, or who closes a round.
            Event.objects.select_for_update(no_key=True).get(pk=playing.session.event_id)
            acting = other.submit(act)
            until(waiting, "it waits for the event")
            for rows in (Round, LiveDeal, Play, Standings):
                list(rows.objects.select_for_update(nowait=True))
        acting.result()


def test_a_card_waits_for_no_event_and_no_participant() -> None:
    live = begun()
    state = position_of(live).state
    seat, card = state.actor, state.legal()[0]
    assert seat is not None

    def act() -> LiveDeal:
        try:
            return step_add(live=live, seat=seat, ply=0, kind=Kind.PLAY, action=card)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as other, transaction.atomic():
        list(Event.objects.select_for_update(no_key=True))
        list(Round.objects.select_for_update(no_key=True))
        list(Participant.objects.select_for_update())
        assert other.submit(act).result(timeout=10).steps == 1


def test_whoever_has_the_play_keeps_nobody_from_sitting_down() -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1, play_mode=Event.PlayMode.LIVE)
    start_round(event)
    play = play_at(event, 1)
    first, second, third = people(play)
    Participant.objects.update(seen_at=timezone.now(), device="phone")
    play_open(play=play, participant=first)
    live = play_open(play=play, participant=second)

    def sit_down() -> None:
        try:
            # The deal begins: its row is saved twice, and its keys are looked up again at the end.
            seat_take(live=live, participant=third)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as other, transaction.atomic():
        play_take_up(play=play)
        other.submit(sit_down).result(timeout=10)
    live.refresh_from_db()
    assert live.started_at is not None
