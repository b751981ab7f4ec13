"""Players whom the director seats by hand: what is checked, kept, turned, and refused."""

from typing import Any

import pytest

from tests.builders import make_event, play_round, start_round
from tests.races import at_once
from tournament.errors import Refused
from tournament.events.models import Entry, Event, Round
from tournament.events.selectors import only_session
from tournament.events.services import NewEntry, attendance_set, entries_add, entry_remove
from tournament.rules.movements import quality
from tournament.tables.models import PlaySeat, TableBoards
from tournament.tables.planning import movement_plan
from tournament.tables.rounds import rounds_set
from tournament.tables.seating import (
    seat_by_hand,
    seating_set,
    seating_version,
    seatings_of,
    seatings_set,
    sit_outs_follow,
)
from tournament.tables.selectors import movement_is_stale, movement_rounds
from tournament.tables.services import round_start


def free_event(players: int = 9, **data: Any) -> Event:
    return make_event(players=players, movement=Event.Movement.FREE, **data)


def named(event: Event, *tables: tuple[int, ...]) -> list[list[Entry]]:
    """The players of these numbers, table by table."""
    entries = {entry.number: entry for entry in event.entries.all()}
    return [[entries[number] for number in table] for table in tables]


def numbers(event: Event, round_number: int) -> list[list[int]]:
    seated = seatings_of(event).get(round_number, [])
    return [[entry.number for entry in table] for table in seated]


def sitting_out(event: Event, round_number: int) -> list[int]:
    playing = only_session(event).rounds.get(number=round_number)
    return list(playing.sit_outs.order_by("entry__number").values_list("entry__number", flat=True))


@pytest.mark.django_db
class TestSeatingSet:
    def test_seats_whom_the_director_names_and_the_others_sit_out(self) -> None:
        event = free_event(8)
        seating_set(event=event, round_number=2, tables=named(event, (8, 1, 3), (2, 7, 5)))
        assert numbers(event, 2) == [[8, 1, 3], [2, 7, 5]]
        assert sitting_out(event, 2) == [4, 6]
        assert numbers(event, 1) == []

    def test_nothing_is_planned_and_nothing_stale(self) -> None:
        event = free_event()
        assert seatings_of(event) == {}
        seating_set(event=event, round_number=1, tables=named(event, (1, 2, 3)))
        entries_add(event=event, entries=[NewEntry("Late")])
        assert not movement_is_stale(event)
        movement_plan(event=event)
        assert numbers(event, 1) == [[1, 2, 3]]
        assert sitting_out(event, 1) == [4, 5, 6, 7, 8, 9, 10]

    @pytest.mark.parametrize(
        ("tables", "why"),
        [
            ([(1, 2)], "table 1: a table takes three players"),
            ([(1, 2, 3), ()], "table 2: a table takes three players"),
            ([(1, 2, 3), (4, 1, 5)], "table 2: Player 1 has a place already"),
            ([(1, 2, 2)], "table 1: Player 2 has a place already"),
            ([(1, 2, 9)], "table 1: Player 9 is not there"),
        ],
    )
    def test_what_cannot_be_is_refused(self, tables: list[tuple[int, ...]], why: str) -> None:
        event = free_event()
        absent = event.entries.get(number=9)
        attendance_set(event=event, round_number=1, presences={absent.pk: "absent"})
        seating_set(event=event, round_number=1, tables=named(event, (4, 5, 6)))
        with pytest.raises(Refused, match=why):
            seating_set(event=event, round_number=1, tables=named(event, *tables))
        assert numbers(event, 1) == [[4, 5, 6]]

    def test_another_events_player_a_planned_event_and_a_round_begun_are_refused(self) -> None:
        event, other = free_event(), make_event(players=3)
        with pytest.raises(Refused, match="not in this tournament"):
            seating_set(event=event, round_number=1, tables=[list(other.entries.all())])
        with pytest.raises(Refused, match="choose to seat by hand"):
            seating_set(event=other, round_number=1, tables=named(other, (1, 2, 3)))
        seating_set(event=event, round_number=1, tables=named(event, (1, 2, 3)))
        start_round(event)
        with pytest.raises(Refused, match="Round 1 has begun"):
            seating_set(event=event, round_number=1, tables=named(event, (4, 5, 6)))

    def test_several_rounds_or_none(self) -> None:
        event = free_event()
        with pytest.raises(Refused):
            seatings_set(
                event=event,
                seatings={1: named(event, (1, 2, 3)), 2: named(event, (1, 1, 3))},
            )
        assert seatings_of(event) == {}

    def test_the_second_of_two_directors_is_told(self) -> None:
        event = free_event()
        playing = only_session(event).rounds.get(number=1)
        seen = seating_version(playing)
        seating_set(event=event, round_number=1, tables=named(event, (1, 2, 3)), version=seen)
        with pytest.raises(Refused, match="Somebody else"):
            seating_set(event=event, round_number=1, tables=named(event, (4, 5, 6)), version=seen)
        assert numbers(event, 1) == [[1, 2, 3]]


@pytest.mark.django_db
class TestTurns:
    def test_everybody_holds_each_seat_and_keeps_the_chair(self) -> None:
        event = free_event(12, turned=True, rounds=3)
        tables = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12)]
        seating_set(event=event, round_number=1, tables=named(event, *tables))
        assert numbers(event, 1) == [list(table) for table in tables]
        figures = quality(movement_rounds(event)[:1])
        assert figures.seat_spread_max == 0
        playing = start_round(event)
        for entry in event.entries.all():
            held = PlaySeat.objects.filter(play__round=playing, entry=entry)
            assert sorted(held.values_list("number", flat=True)) == [0, 1, 2]

    def test_without_turns_a_chair_is_a_seat(self) -> None:
        event = free_event()
        seating_set(event=event, round_number=1, tables=named(event, (3, 1, 2)))
        playing = start_round(event)
        held = PlaySeat.objects.filter(play__round=playing, number=0)
        assert set(held.values_list("entry__number", flat=True)) == {3}
        assert not TableBoards.objects.filter(round=playing).exists()

    def test_comparisons_are_as_even_as_a_plan_makes_them(self) -> None:
        event = make_event(players=12, rounds=4, turned=True)
        planned = quality(movement_rounds(event)).balance
        seat_by_hand(event=event)
        event.refresh_from_db()
        movement_plan(event=event)
        assert quality(movement_rounds(event)).balance > planned * 9 / 10


@pytest.mark.django_db
class TestRoundStart:
    def test_a_round_without_tables_does_not_begin(self) -> None:
        event = free_event()
        seating_set(event=event, round_number=2, tables=named(event, (1, 2, 3)))
        with pytest.raises(Refused, match="Nobody has a place in round 1 yet"):
            round_start(event=event)

    def test_nor_one_with_somebody_who_has_left(self) -> None:
        event = free_event()
        seating_set(event=event, round_number=1, tables=named(event, (1, 2, 3), (4, 5, 6)))
        gone = event.entries.get(number=5)
        attendance_set(event=event, round_number=1, presences={gone.pk: "left"})
        with pytest.raises(Refused, match=r"Player 5 \(table 2\)"):
            round_start(event=event)
        seating_set(event=event, round_number=1, tables=named(event, (1, 2, 3), (4, 7, 6)))
        round_start(event=event)
        assert sitting_out(event, 1) == [8, 9]

    def test_nor_one_with_a_table_that_somebody_was_taken_from(self) -> None:
        event = free_event()
        seating_set(event=event, round_number=1, tables=named(event, (1, 2, 3), (4, 5, 6)))
        entry_remove(entry=event.entries.get(number=5))
        with pytest.raises(Refused, match="table 2: a table takes three players"):
            round_start(event=event)
        seating_set(event=event, round_number=1, tables=named(event, (1, 2, 3), (4, 7, 6)))
        round_start(event=event)

    def test_who_came_since_sits_out(self) -> None:
        event = free_event(3)
        seating_set(event=event, round_number=1, tables=named(event, (1, 2, 3)))
        entries_add(event=event, entries=[NewEntry("Late")])
        round_start(event=event)
        assert sitting_out(event, 1) == [4]

    def test_sit_outs_follow_who_is_there(self) -> None:
        event = free_event(5)
        seating_set(event=event, round_number=1, tables=named(event, (1, 2, 3)))
        gone = event.entries.get(number=5)
        attendance_set(event=event, round_number=1, presences={gone.pk: "absent"})
        sit_outs_follow(event=event)
        assert sitting_out(event, 1) == [4]


@pytest.mark.django_db
class TestByHand:
    def test_the_plan_is_kept_and_changed_by_hand(self) -> None:
        event = make_event(players=9)
        played = play_round(event)
        before = {number: numbers(event, number) for number in range(1, 5)}
        seat_by_hand(event=event)
        event.refresh_from_db()
        assert {number: numbers(event, number) for number in range(1, 5)} == before
        seating_set(event=event, round_number=2, tables=named(event, (1, 2, 3)))
        assert numbers(event, 2) == [[1, 2, 3]]
        assert numbers(event, 1) == before[1]
        assert played.plays.count() == 9

    def test_a_plan_on_its_way_does_not_replace_what_was_seated_meanwhile(self) -> None:
        event = make_event(players=9)
        planning = Event.objects.get(pk=event.pk)
        seat_by_hand(event=event)
        event.refresh_from_db()
        seating_set(event=event, round_number=1, tables=named(event, (9, 1, 8)))
        movement_plan(event=planning)
        assert numbers(event, 1) == [[9, 1, 8]]

    @pytest.mark.parametrize("movement", [Event.Movement.SHARED, Event.Movement.TEAMS])
    def test_where_the_plan_is_needed_it_stays(self, movement: str) -> None:
        event = make_event(players=9, movement=movement)
        with pytest.raises(Refused):
            seat_by_hand(event=event)
        event.refresh_from_db()
        assert event.movement == movement

    def test_not_after_the_last_round_has_begun(self) -> None:
        event = make_event(players=3, rounds=1)
        play_round(event)
        with pytest.raises(Refused, match="All rounds have begun"):
            seat_by_hand(event=event)

    def test_another_round_is_seated_like_the_others(self) -> None:
        event = free_event(3, rounds=1)
        seating_set(event=event, round_number=1, tables=named(event, (1, 2, 3)))
        start_round(event)
        rounds_set(event=event, many=2)
        event.refresh_from_db()
        seating_set(event=event, round_number=2, tables=named(event, (3, 2, 1)))
        assert numbers(event, 2) == [[3, 2, 1]]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("time", range(4))
def test_two_directors_save_at_once(time: int) -> None:
    event = free_event(boards_per_round=1)
    seen = seating_version(Round.objects.get(session__event=event, number=1))
    mine, yours = named(event, (1, 2, 3)), named(event, (4, 5, 6), (7, 8, 9))
    outcomes = at_once(
        lambda: seating_set(event=event, round_number=1, tables=mine, version=seen),
        lambda: seating_set(event=event, round_number=1, tables=yours, version=seen),
    )
    refused = [isinstance(each, Refused) for each in outcomes]
    assert sorted(refused) == [False, True]
    kept = [[1, 2, 3]] if refused[1] else [[4, 5, 6], [7, 8, 9]]
    assert numbers(event, 1) == kept
