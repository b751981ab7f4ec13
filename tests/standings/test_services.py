"""Standings follow results: versioned, idempotent, coalesced, and never lost."""

import json
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from tests.builders import make_event, play_round, record, start_round
from tournament.events.models import Event
from tournament.events.services import NewEntry, entries_add
from tournament.flow import scoring_change
from tournament.standings.models import BoardScores, Standings
from tournament.standings.selectors import rows_of, standings_computed, standings_of
from tournament.standings.services import (
    QUEUED_FOR_LOST,
    standings_catch_up,
    standings_compute,
    standings_mark,
)
from tournament.standings.tasks import standings_recompute

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any) -> list[Any]:
    """What reached the broker: publishing is the outside, so it stops here."""
    messages: list[Any] = []
    monkeypatch.setattr(
        standings_recompute, "apply_async", lambda args, **_options: messages.append(args)
    )
    return messages


def stored(event: Event) -> str:
    rows = Standings.objects.get(event=event).rows
    boards = list(BoardScores.objects.filter(event=event).order_by("board").values_list("data"))
    return json.dumps([rows, boards])


def test_a_confirmed_result_reaches_the_stored_standings() -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1)
    playing = start_round(event)
    record(playing.plays.get(), (5, 3, 2))
    assert standings_compute(event_id=event.pk)
    # One table: top 0, so lives rank: +½, 0, −1.
    assert [(row.rank, int(row.lives)) for row in rows_of(standings_of(event))] == [
        (1, 1),
        (2, 0),
        (3, -2),
    ]


def test_computing_twice_stores_once() -> None:
    event = make_event()
    play_round(event)
    assert standings_compute(event_id=event.pk)
    first = stored(event)
    assert not standings_compute(event_id=event.pk)
    standings_mark(event_id=event.pk)
    assert standings_compute(event_id=event.pk)
    assert stored(event) == first


def test_an_older_computation_does_not_overwrite_a_newer_one() -> None:
    event = make_event()
    play_round(event)
    standings_compute(event_id=event.pk)
    newer = stored(event)
    Standings.objects.filter(event=event).update(seen=10**6)
    standings_mark(event_id=event.pk)
    assert not standings_compute(event_id=event.pk)
    assert stored(event) == newer


def test_a_burst_of_results_queues_one_recomputation(
    sent: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    event = make_event(players=30, rounds=1, boards_per_round=10)
    playing = start_round(event)
    for play in playing.plays.all():
        with django_capture_on_commit_callbacks(execute=True):
            record(play)
    assert Standings.objects.get(event=event).changed == 100
    assert sent == [(event.pk,)]


def test_a_result_after_the_computation_began_queues_the_next(
    sent: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    event = make_event(players=3, rounds=1, boards_per_round=2)
    first, second = start_round(event).plays.order_by("board")
    for play in (first, second):
        with django_capture_on_commit_callbacks(execute=True):
            record(play)
        standings_compute(event_id=event.pk)
    assert len(sent) == 2


def test_a_rollback_sends_nothing_and_marks_nothing(
    sent: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1)
    play = start_round(event).plays.get()
    with django_capture_on_commit_callbacks(execute=True):
        pass

    class Broken(Exception):
        pass

    with pytest.raises(Broken), transaction.atomic():
        record(play)
        raise Broken
    assert sent == []
    assert not Standings.objects.filter(changed__gt=0).exists()


def test_the_sweeper_queues_what_was_lost_and_only_that(
    sent: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1)
    record(start_round(event).plays.get())
    with django_capture_on_commit_callbacks(execute=True):
        assert standings_catch_up() == 0  # queued a moment ago, not lost yet
    Standings.objects.update(queued_at=timezone.now() - QUEUED_FOR_LOST - timedelta(seconds=1))
    with django_capture_on_commit_callbacks(execute=True):
        assert standings_catch_up() == 1
    assert sent == [(event.pk,)]
    standings_recompute(event.pk)
    with django_capture_on_commit_callbacks(execute=True):
        assert standings_catch_up() == 0


def test_a_broker_out_of_reach_refuses_no_result(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    def unreachable(*_args: Any, **_options: Any) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(standings_recompute, "apply_async", unreachable)
    event = make_event(players=3, rounds=1, boards_per_round=1)
    with django_capture_on_commit_callbacks(execute=True):
        record(start_round(event).plays.get())
    assert Standings.objects.get(event=event).changed == 1


def test_another_scoring_method_is_recomputed() -> None:
    event = make_event(players=9, rounds=1, boards_per_round=1)
    playing = start_round(event)
    for play, tricks in zip(
        playing.plays.order_by("pk"), [(5, 3, 2), (10, 0, 0), (4, 4, 2)], strict=True
    ):
        record(play, tricks)
    standings_compute(event_id=event.pk)
    by_matchpoints = stored(event)
    scoring_change(
        event=event,
        method="lives",
        rounding="exact",
        sit_out="none",
        tie_breaks=[],
        minimum_boards=0,
    )
    assert Standings.objects.get(event=event).seen < Standings.objects.get(event=event).changed
    standings_compute(event_id=event.pk)
    event.refresh_from_db()
    assert stored(event) != by_matchpoints
    assert [row.lives for row in rows_of(standings_of(event))] == sorted(
        (row.lives for row in standings_computed(event).rows), reverse=True
    )


def test_rounds_before_a_newcomer_came_are_not_played_and_not_zero() -> None:
    event = make_event(players=8, rounds=2, boards_per_round=2)
    play_round(event)
    (late,) = entries_add(event=event, entries=[NewEntry("Late")], first_round=2)
    play_round(event)
    standings_compute(event_id=event.pk)
    (row,) = (row for row in rows_of(standings_of(event)) if row.entry == late.pk)
    assert late.seats.count() == 2
    # Two boards, each with three results at the same seat; all tables had the same.
    assert (row.boards, row.points, row.top_sum) == (2, Fraction(4), Fraction(8))
    assert row.percent == 50


def test_reading_an_event_takes_as_many_queries_for_300_players_as_for_9(
    django_assert_max_num_queries: Any,
) -> None:
    for players in (9, 60):
        event = make_event(players=players, rounds=1, boards_per_round=1)
        play_round(event)
        with django_assert_max_num_queries(24):
            standings_compute(event_id=event.pk)
