"""Evenings with turned boards, and with one copy of each board, played to the end."""

from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import log_print, make_event, play_round, record, start_round
from tournament.errors import Refused
from tournament.events.models import Board, Entry, Event, Round
from tournament.events.selectors import only_session
from tournament.events.services import NewEntry, entries_add
from tournament.leaderboard.selectors import boards_open, scorecard
from tournament.results.services import round_close
from tournament.standings.selectors import entrants_of, rows_of, standings_of
from tournament.standings.services import standings_compute
from tournament.tables.models import Chair, PlaySeat
from tournament.tables.planning import movement_plan
from tournament.tables.rounds import round_boards_set, rounds_set
from tournament.tables.selectors import boards_met_again

pytestmark = pytest.mark.django_db

SHARED = Event.Movement.SHARED


def make_shared(*, players: int = 15, rounds: int = 5, boards: int = 2) -> Event:
    return make_event(
        players=players, rounds=rounds, boards_per_round=boards, movement=SHARED, turned=True
    )


def boards_of(entry: Entry) -> list[int]:
    return list(entry.seats.values_list("board__number", flat=True))


def sat_out(event: Event) -> dict[int, int]:
    return {entry: each.sat_out for entry, each in entrants_of(event).items()}


def rounds_of(event: Event) -> list[Round]:
    return list(Round.objects.filter(session__event=event).order_by("number"))


def test_turned_boards_give_everybody_each_seat_and_no_board_twice() -> None:
    event = make_event(players=8, rounds=6, boards_per_round=3, turned=True)
    for _round in range(6):
        playing = play_round(event)
        for chair in playing.chairs.all():
            held = PlaySeat.objects.filter(play__round=playing, entry=chair.entry_id)
            assert sorted(held.values_list("number", flat=True)) == [0, 1, 2]
    for entry in event.entries.all():
        assert len(boards_of(entry)) == len(set(boards_of(entry)))
        assert len(set(Counter(entry.seats.values_list("number", flat=True)).values())) == 1
    standings_compute(event_id=event.pk)
    rows = rows_of(standings_of(event))
    assert {row.entry for row in rows if row.rank} == set(sat_out(event))
    # Two of eight sit out each round, three boards long.
    assert sum(sat_out(event).values()) == 6 * 2 * 3


def test_shared_boards_go_from_table_to_table_and_nobody_has_one_twice() -> None:
    event = make_shared()
    for _round in range(5):
        playing = start_round(event)
        here = Counter(playing.plays.values_list("board", flat=True))
        # One copy: no two tables have a board at once.
        assert set(here.values()) == {1}
        assert playing.plays.count() == 5 * 2
        for play in playing.plays.order_by("pk"):
            record(play)
        round_close(playing=playing)
    for entry in event.entries.all():
        assert len(boards_of(entry)) == len(set(boards_of(entry))) == 10
    standings_compute(event_id=event.pk)
    rows = rows_of(standings_of(event))
    assert len(rows) == 15
    assert {row.boards for row in rows} == {10}
    assert set(sat_out(event).values()) == {0}


def test_with_shared_boards_a_round_sat_out_is_as_many_boards_as_a_table_plays() -> None:
    event = make_shared(players=16, rounds=3)
    for _round in range(3):
        play_round(event)
    out = dict.fromkeys(event.entries.values_list("pk", flat=True), 0)
    for playing in rounds_of(event):
        for each in playing.sit_outs.all():
            out[each.entry_id] += 2
    assert sum(out.values()) == 6
    assert sat_out(event) == out


def test_who_comes_late_to_a_table_missed_the_boards_of_that_table() -> None:
    event = make_shared(rounds=2)
    playing = start_round(event)
    gone = playing.plays.order_by("board__number")[0]
    absent = gone.seats.order_by("number")[0].entry
    (late,) = entries_add(event=event, entries=[NewEntry("Late")], first_round=2)
    # Late takes over after the first board of the table, as a ruling does it.
    playing.chairs.filter(entry=absent).update(entry=late)
    other = playing.plays.filter(table=gone.table).exclude(pk=gone.pk).get()
    other.seats.filter(entry=absent).update(entry=late)
    for play in playing.plays.order_by("pk"):
        record(play)
    assert sat_out(event)[late.pk] == 1


def test_shared_boards_are_closed_to_all_while_they_may_still_come_to_a_table() -> None:
    event = make_shared(rounds=3)
    client = Client()
    for _round in range(2):
        play_round(event)
    assert not boards_open(event).exists()
    for board in Board.objects.filter(session__event=event, plays__isnull=False):
        response = client.get(reverse("board", args=[event.public_id, board.number]))
        assert response.status_code in {403, 404}
    playing = start_round(event)
    done = playing.plays.order_by("board__number").first()
    assert done is not None
    record(done)
    # Nobody has it still to play: all tables that will are known in the last round.
    opened = set(boards_open(event).values_list("pk", flat=True))
    awaited = set(playing.plays.filter(result=None).values_list("board", flat=True))
    assert done.board_id in opened
    assert not opened & awaited


def test_a_table_sees_how_others_did_only_while_those_who_had_the_board_sit_there() -> None:
    event = make_shared(rounds=3)
    playing = start_round(event)
    play = playing.plays.order_by("pk").first()
    assert play is not None
    address = reverse("board_traveller", args=[play.table.code, play.board.number])
    assert Client().get(address).status_code == 403
    record(play)
    assert Client().get(address).status_code == 200
    for each in playing.plays.filter(result=None):
        record(each)
    round_close(playing=playing)
    assert Client().get(address).status_code == 403
    for _round in range(2):
        play_round(event)
    assert Client().get(address).status_code == 200


def test_only_boards_of_ones_own_table_can_be_met_again() -> None:
    event = make_shared(rounds=3)
    first, second, _third = rounds_of(event)
    play_round(event)
    assert boards_met_again(second) == []
    # Somebody had, by mistake, what their table is to have now.
    chair = second.chairs.order_by("pk").first()
    assert chair is not None
    own = second.table_boards.get(table=chair.table)
    board = Board.objects.filter(session__event=event, set=own.set).first()
    assert board is not None
    held = PlaySeat.objects.filter(play__round=first, entry=chair.entry_id).first()
    assert held is not None
    PlaySeat.objects.filter(pk=held.pk).update(board=board)
    assert [(seat.entry_id, seat.board_id) for seat in boards_met_again(second)] == [
        (chair.entry_id, board.pk)
    ]


def test_a_round_begins_though_the_boards_are_sealed_anew_for_those_who_came() -> None:
    event = make_shared(players=9, rounds=2)
    before = only_session(event)
    entries_add(event=event, entries=[NewEntry(f"New {number}") for number in range(36)])
    playing = start_round(event)
    assert only_session(event) != before
    assert playing.chairs.count() == 45


def test_with_shared_boards_every_round_has_as_many() -> None:
    event = make_shared(rounds=3)
    play_round(event)
    second = rounds_of(event)[1]
    before = set(second.boards.values_list("pk", flat=True))
    with pytest.raises(Refused, match="every round has as many"):
        round_boards_set(playing=second, many=1)
    assert set(second.boards.values_list("pk", flat=True)) == before


def test_with_shared_boards_rounds_fall_away_and_are_added_with_boards_for_each_table() -> None:
    event = make_shared(rounds=4)
    play_round(event)
    boards = only_session(event).boards.count()
    rounds_set(event=event, many=2)
    assert only_session(event).boards.count() == boards
    rounds_set(event=event, many=4)
    event.refresh_from_db()
    movement_plan(event=event)
    for _round in range(3):
        playing = play_round(event)
        assert playing.plays.count() == 5 * 2
    for entry in event.entries.all():
        assert len(boards_of(entry)) == len(set(boards_of(entry))) == 8


def test_with_shared_boards_no_round_is_added_once_the_last_has_begun() -> None:
    event = make_shared(rounds=2)
    for _round in range(2):
        play_round(event)
    with pytest.raises(Refused, match="no round can be added"):
        rounds_set(event=event, many=3)


def test_sets_leave_the_reserve_alone_as_long_as_deals_can_be_sealed_anew() -> None:
    event = make_shared(rounds=2)
    session = only_session(event)
    assert session.boards.exclude(set=None).count() >= 5 * 2
    assert not session.boards.filter(deal_set=session.reserve_set).exists()
    # Whose hands were printed stays as it is: then sets are made of what there is.
    printed = make_shared(players=9, rounds=2)
    session = only_session(printed)
    log_print(session.deal_set)
    entries_add(event=printed, entries=[NewEntry(f"Late {number}") for number in range(6)])
    movement_plan(event=printed)
    assert only_session(printed) == session


def test_where_the_deals_stand_it_is_said_how_many_boards_are_missing() -> None:
    event = make_shared(players=9, rounds=2)
    log_print(only_session(event).deal_set)
    entries_add(event=event, entries=[NewEntry(f"Late {number}") for number in range(36)])
    with pytest.raises(Refused, match="boards more, and 6 sealed ones are left: play fewer rounds"):
        movement_plan(event=event)
    assert not Chair.objects.filter(entry__player__name="Late 1").exists()


def test_a_scorecard_has_the_boards_in_the_order_of_play() -> None:
    event = make_shared(rounds=4)
    for _round in range(4):
        play_round(event)
    orders = set()
    for entry in event.entries.all():
        lines = scorecard(entry).lines
        rounds = [line.line.play.round.number for line in lines]
        assert rounds == sorted(rounds) == [1, 1, 2, 2, 3, 3, 4, 4]
        orders.add(tuple(line.board.number for line in lines))
    assert any(list(order) != sorted(order) for order in orders)
