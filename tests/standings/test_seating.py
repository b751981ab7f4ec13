"""Events in which the standings seat the players from round to round."""

from typing import Any

import pytest

from tests.builders import correct, make_event, record, start_round
from tournament.events.models import Event, Round
from tournament.events.services import attendance_set
from tournament.results.services import round_close
from tournament.standings.selectors import ranking_now
from tournament.standings.tasks import standings_recompute
from tournament.tables.models import Chair
from tournament.tables.selectors import movement_is_stale
from tournament.tables.services import tables_call

pytestmark = pytest.mark.django_db


def make(**more: Any) -> Event:
    return make_event(players=9, rounds=3, movement=Event.Movement.STANDING, **more)


def tables(event: Event, round_number: int) -> list[set[int]]:
    seated: dict[int, set[int]] = {}
    chairs = Chair.objects.filter(round__session__event=event, round__number=round_number)
    for table, entry in chairs.order_by("table__number").values_list("table", "entry"):
        seated.setdefault(table, set()).add(entry)
    return list(seated.values())


def play(event: Event) -> Round:
    """Play a round in which at table 1 A, at table 2 B and at table 3 C does best."""
    playing = start_round(event)
    best = {1: (8, 1, 1), 2: (1, 8, 1), 3: (1, 1, 8)}
    for each in playing.plays.select_related("table").order_by("pk"):
        record(each, best[each.table.number])
    round_close(playing=playing)
    return playing


def test_only_the_next_round_has_places() -> None:
    event = make()
    assert [len(tables(event, number)) for number in (1, 2, 3)] == [3, 0, 0]


def test_neighbours_in_the_ranking_meet_once_the_round_is_closed() -> None:
    event = make()
    met = play(event)
    assert tables(event, 2) == []
    assert movement_is_stale(event)
    standings_recompute(event.pk)
    assert not movement_is_stale(event)
    ranked = ranking_now(event)
    seated = tables(event, 2)
    assert ranked[0] in seated[0]
    assert ranked[-1] in seated[-1]
    before = tables(event, met.number)
    assert all(len(one & other) <= 1 for one in before for other in seated)


def test_a_correction_seats_anew_until_everybody_is_called() -> None:
    event = make()
    playing = play(event)
    standings_recompute(event.pk)
    places = tables(event, 2)
    worst = next(p for p in playing.plays.all() if p.table.number == 1)
    for each in playing.plays.filter(table=worst.table):
        correct(each, {"tricks": [1, 1, 8]})
    standings_recompute(event.pk)
    changed = tables(event, 2)
    assert changed != places
    assert ranking_now(event)[0] in changed[0]
    tables_call(event=event)
    for each in playing.plays.filter(table=worst.table):
        correct(each, {"tricks": [8, 1, 1]})
    standings_recompute(event.pk)
    assert tables(event, 2) == changed


def test_starting_a_round_seats_by_itself_when_no_worker_has() -> None:
    event = make()
    play(event)
    assert len(tables(event, 2)) == 0
    assert start_round(event).number == 2
    assert len(tables(event, 2)) == 3


def test_whoever_is_away_is_not_seated_and_the_evening_ends() -> None:
    event = make(turned=True)
    play(event)
    gone = event.entries.get(number=4)
    attendance_set(event=event, round_number=2, presences={gone.pk: "left"})
    play_2 = start_round(event)
    assert not play_2.chairs.filter(entry=gone).exists()
    for each in play_2.plays.all():
        record(each)
    round_close(playing=play_2)
    standings_recompute(event.pk)
    playing = start_round(event)
    for each in playing.plays.all():
        record(each)
    round_close(playing=playing)
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
