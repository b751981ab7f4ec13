"""Seating and starting rounds."""

import pytest
from django.db import IntegrityError, transaction

from tests.builders import make_event, play_round, start_round
from tournament.errors import Refused
from tournament.events.models import Entry, Event, Round
from tournament.events.services import NewEntry, attendance_set, entries_add
from tournament.ids import read_table_code
from tournament.rules.movements import matrices
from tournament.tables.models import Chair, Play, PlaySeat
from tournament.tables.planning import movement_plan
from tournament.tables.selectors import (
    code_tries_exceeded,
    movement_is_stale,
    movement_played,
    movement_rounds,
    table_by_code,
)
from tournament.tables.services import code_try_add, round_start, tables_call

pytestmark = pytest.mark.django_db


def seated(playing: Round) -> set[int]:
    return set(playing.chairs.values_list("entry_id", flat=True))


def sitting_out(playing: Round) -> set[int]:
    return set(playing.sit_outs.values_list("entry_id", flat=True))


def test_a_started_round_has_a_play_for_each_board_at_each_table() -> None:
    event = make_event(players=9, rounds=4, boards_per_round=3)
    playing = start_round(event)
    assert playing.plays.count() == 9
    assert PlaySeat.objects.count() == 27
    assert seated(playing) == set(event.entries.values_list("pk", flat=True))
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING


@pytest.mark.parametrize("players", [9, 10, 11, 15, 20])
def test_nobody_plays_a_board_twice_and_seats_are_balanced(players: int) -> None:
    event = make_event(players=players, rounds=6, boards_per_round=2)
    for _round in range(6):
        play_round(event)
    for entry in event.entries.all():
        boards = list(entry.seats.values_list("board_id", flat=True))
        assert len(boards) == len(set(boards))
        held = [
            entry.chairs.filter(number=seat).values("round").distinct().count() for seat in range(3)
        ]
        assert max(held) - min(held) <= 1


def test_ten_players_three_rounds_three_different_sit_out() -> None:
    event = make_event(players=10, rounds=3)
    outs = [sitting_out(play_round(event)) for _round in range(3)]
    assert [len(out) for out in outs] == [1, 1, 1]
    assert len(set.union(*outs)) == 3


def test_five_entered_one_absent_is_one_table_and_one_sit_out() -> None:
    event = make_event(players=5, rounds=1)
    absent = event.entries.all()[0]
    attendance_set(event=event, round_number=1, presences={absent.pk: "absent"})
    playing = start_round(event)
    assert len(seated(playing)) == 3
    assert len(sitting_out(playing)) == 1
    assert absent.pk not in seated(playing) | sitting_out(playing)


def test_whoever_left_after_round_two_keeps_those_and_is_not_seated_in_three() -> None:
    event = make_event(players=9, rounds=4)
    first, second = play_round(event), play_round(event)
    before = (seated(first), seated(second))
    leaver = event.entries.all()[0]
    attendance_set(event=event, round_number=3, presences={leaver.pk: "left"})
    assert movement_is_stale(event)
    third = play_round(event)
    assert leaver.pk not in seated(third) | sitting_out(third)
    assert (seated(first), seated(second)) == before


def test_a_newcomer_plays_from_the_round_of_arrival() -> None:
    event = make_event(players=8, rounds=3)
    first = play_round(event)
    (late,) = entries_add(event=event, entries=[NewEntry("Late")], first_round=2)
    second = play_round(event)
    assert late.pk not in seated(first) | sitting_out(first)
    assert late.pk in seated(second)


def test_everybody_gone_makes_no_round_and_says_so() -> None:
    event = make_event(players=3, rounds=2)
    attendance_set(
        event=event,
        round_number=1,
        presences={entry.pk: "left" for entry in event.entries.all()},
    )
    with pytest.raises(Refused):
        round_start(event=event)
    assert not Play.objects.exists()


def test_an_unchanged_plan_stays_as_printed() -> None:
    event = make_event(players=9, rounds=4)
    planned = movement_rounds(event)
    play_round(event)
    assert not movement_is_stale(event)
    start_round(event)
    assert movement_rounds(event) == planned


def test_replanning_leaves_begun_rounds_alone() -> None:
    event = make_event(players=9, rounds=4)
    play_round(event)
    begun = movement_rounds(event)[0]
    entries_add(event=event, entries=[NewEntry("Late")], first_round=2)
    movement_plan(event=event)
    assert movement_rounds(event)[0] == begun


def test_one_round_at_a_time() -> None:
    event = make_event()
    start_round(event)
    with pytest.raises(Refused):
        start_round(event)


def test_after_the_last_round_there_is_none() -> None:
    event = make_event(rounds=1)
    play_round(event)
    with pytest.raises(Refused):
        start_round(event)
    with pytest.raises(Refused):
        tables_call(event=event)


def test_the_database_refuses_two_players_on_a_chair_and_two_chairs_for_a_player() -> None:
    event = make_event(players=9)
    playing = start_round(event)
    chair = playing.chairs.all()[0]
    other = playing.chairs.exclude(pk=chair.pk)[0]

    for wrong in (
        Chair(round=playing, table=chair.table, number=chair.number, entry=other.entry),
        Chair(round=playing, table=chair.table, number=7, entry=other.entry),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            wrong.save()


def test_the_database_refuses_a_board_twice_to_a_player() -> None:
    event = make_event(players=9)
    playing = start_round(event)
    held = PlaySeat.objects.filter(play__round=playing)[0]
    elsewhere = Play.objects.filter(board=held.board).exclude(pk=held.play_id)[0]

    with pytest.raises(IntegrityError), transaction.atomic():
        PlaySeat.objects.create(play=elsewhere, number=7, entry=held.entry, board=held.board)


def test_a_table_code_opens_however_it_is_typed() -> None:
    table = start_round(make_event()).plays.all()[0].table
    code = table.code
    assert read_table_code(f" {code[:3].lower()}-{code[3:]} ") == code
    assert table_by_code(f"{code[:3]} {code[3:].lower()}") == table
    assert table_by_code("") is None


def test_guessing_codes_is_limited_by_address() -> None:
    for _guess in range(20):
        assert not code_tries_exceeded("10.0.0.7")
        code_try_add(address="10.0.0.7")
    assert code_tries_exceeded("10.0.0.7")
    assert not code_tries_exceeded("10.0.0.8")


def test_codes_of_tables_are_all_different() -> None:
    make_event(players=60)
    make_event(players=60)
    codes = [code for event in Event.objects.all() for code in event.tables.values_list("code")]
    assert len(codes) == len(set(codes)) == 40
    assert Entry.objects.count() == 120


@pytest.mark.parametrize("movement", ["barometer", "shared"])
def test_a_plan_made_anew_goes_on_from_who_really_sat_there(movement: str) -> None:
    event = make_event(players=9, rounds=4, boards_per_round=1, movement=movement)
    playing = start_round(event)
    first, second = playing.plays.order_by("table__number")[:2]
    one, other = first.seats.get(number=2), second.seats.get(number=2)
    if first.board == second.board:
        # A player has a board once: the first seat is free for a moment.
        one.delete()
        entry, other.entry = other.entry, one.entry
        other.save()
        PlaySeat.objects.create(play=first, number=2, entry=entry, board=first.board)
    else:
        one.entry, other.entry = other.entry, one.entry
        one.save()
        other.save()
    movement_plan(event=event)
    event.refresh_from_db()
    found = matrices(movement_played(event))
    # Each meets each other once in four rounds.
    assert {times for row in found.meetings for times in row} == {0, 1}
    assert [sum(row) for row in found.meetings] == [8] * 9
