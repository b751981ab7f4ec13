"""What may be seen of an event, and when."""

from fractions import Fraction

import pytest

from tests.builders import correct, make_event, play_round, record, start_round
from tournament.events.models import Board, Entry, Event
from tournament.events.services import NewEntry, entries_add
from tournament.leaderboard.selectors import (
    boards_open,
    entry_real_name,
    leaderboard,
    lines_of_boards,
    scorecard,
    traveller,
)
from tournament.results.services import round_close
from tournament.standings.services import standings_compute
from tournament.tables.models import Play

from .conftest import finish_round, withhold

pytestmark = pytest.mark.django_db


def board(event: Event, number: int) -> Board:
    return Board.objects.select_related("deal_set").get(session__event=event, number=number)


def play(event: Event, board_number: int, table: int) -> Play:
    return Play.objects.get(
        round__session__event=event, board__number=board_number, table__number=table
    )


def correct_at(event: Event, board_number: int, table: int, tricks: list[int], reason: str) -> None:
    changed = play(event, board_number, table)
    correct(changed, {"tricks": tricks}, reason)


class TestLeaderboard:
    def test_before_any_result_everybody_is_listed_without_a_rank(self) -> None:
        rows = leaderboard(make_event(players=5, rounds=1)).rows
        assert [row.entry.number for row in rows] == [1, 2, 3, 4, 5]
        assert {row.row.rank for row in rows} == {None}

    def test_whoever_comes_after_the_last_computation_is_listed_last(
        self, half_played: Event
    ) -> None:
        entries_add(event=half_played, entries=[NewEntry("Latecomer", True)], first_round=2)
        rows = leaderboard(half_played).rows
        assert rows[-1].name == "Latecomer"
        assert rows[-1].row.rank is None
        assert len(rows) == 7

    def test_it_says_so_while_a_result_is_not_computed_yet(self, half_played: Event) -> None:
        assert not leaderboard(half_played).updating
        record(play(half_played, 2, 2))
        assert leaderboard(half_played).updating
        standings_compute(event_id=half_played.pk)
        assert not leaderboard(half_played).updating

    def test_names_are_public_ones_unless_real_ones_are_asked_for(self, half_played: Event) -> None:
        withhold(half_played, 4)
        row = next(row for row in leaderboard(half_played).rows if row.entry.number == 4)
        assert (row.name, row.withheld) == ("Player 4", True)
        real = leaderboard(half_played, name_of=entry_real_name)
        assert "Zoé Secret" in {row.name for row in real.rows}


class TestBoardsOpen:
    def test_a_board_opens_with_its_last_result(self, half_played: Event) -> None:
        assert [each.number for each in boards_open(half_played)] == [1]
        record(play(half_played, 2, 2))
        assert [each.number for each in boards_open(half_played)] == [1, 2]

    def test_closing_a_round_opens_its_boards_even_without_results(
        self, half_played: Event
    ) -> None:
        playing = half_played.sessions.get().rounds.get(number=1)
        round_close(playing=playing, accept_missing=True)
        assert [each.number for each in boards_open(half_played)] == [1, 2]

    def test_a_board_of_a_round_to_come_is_closed(self) -> None:
        assert list(boards_open(make_event(players=6, rounds=1))) == []


class TestTraveller:
    def test_each_table_has_a_line_with_its_figures(self, half_played: Event) -> None:
        found = traveller(board(half_played, 1))
        assert [line.table for line in found.lines] == [1, 2]
        for line in found.lines:
            assert [seat.tricks for seat in line.seats] == [7, 2, 1]
            assert [seat.matchpoints for seat in line.seats] == [1, 1, 1]
            assert [seat.percent for seat in line.seats] == [50, 50, 50]
            assert [seat.datum for seat in line.seats] == [0, 0, 0]
        assert found.scores is not None
        assert found.scores.top == 2
        assert [tricks for tricks, _scores in found.distributions] == [[7, 2, 1]] * 2

    def test_hands_are_there_once_the_deals_are_revealed(
        self, half_played: Event, published: Event
    ) -> None:
        assert traveller(board(half_played, 1)).deal is None
        deal = traveller(board(published, 1)).deal
        assert deal is not None
        assert sorted(map(len, deal.hands)) == [10, 10, 10]

    def test_a_misplay_and_a_board_not_played(self) -> None:
        event = make_event(players=6, rounds=1, boards_per_round=1)
        start_round(event)
        record(play(event, 1, 1), [5, 3, 2])
        record(play(event, 1, 2), [5, 3, 2])
        for table, detail in ((1, {"fault": 2}), (2, {"not_played": "a dog ate it"})):
            changed = play(event, 1, table)
            correct(changed, detail, "slip")
        first, second = traveller(board(event, 1)).lines
        assert (first.fault, first.not_played) == (2, False)
        assert [seat.score for seat in first.seats] == [1, 1, -2]
        assert (second.fault, second.not_played) == (None, True)
        assert [seat.score for seat in second.seats] == [None] * 3

    def test_figures_that_a_correction_made_old_are_left_out(self, half_played: Event) -> None:
        correct_at(half_played, 1, 1, [2, 7, 1], "misread")
        first, second = traveller(board(half_played, 1)).lines
        assert [seat.matchpoints for seat in first.seats] == [None] * 3
        assert [seat.tricks for seat in first.seats] == [2, 7, 1]
        assert second.seats[0].matchpoints == 1
        standings_compute(event_id=half_played.pk)
        first, _second = traveller(board(half_played, 1)).lines
        assert first.seats[1].matchpoints == 2

    def test_a_correction_stands_beside_the_result_without_withheld_names(
        self, half_played: Event
    ) -> None:
        withhold(half_played, 2)
        correct_at(half_played, 1, 1, [2, 7, 1], "Zoé misread Player 1’s slip")
        first, second = traveller(board(half_played, 1)).lines
        assert [each.reason for each in first.corrections] == ["Player 2 misread Player 1’s slip"]
        assert first.corrections[0].before == "7-2-1"
        assert second.corrections == []
        real = traveller(board(half_played, 1), name_of=entry_real_name)
        assert real.lines[0].corrections[0].reason == "Zoé misread Player 1’s slip"

    def test_lines_of_many_boards_are_those_of_each(self, published: Event) -> None:
        together = lines_of_boards(boards_open(published))
        one_by_one = [
            line for number in range(1, 5) for line in traveller(board(published, number)).lines
        ]
        assert [
            (line.play.pk, [(seat.name, seat.matchpoints) for seat in line.seats])
            for line in together
        ] == [
            (line.play.pk, [(seat.name, seat.matchpoints) for seat in line.seats])
            for line in one_by_one
        ]


class TestScorecard:
    def test_boards_that_are_not_open_are_counted_and_not_shown(self, half_played: Event) -> None:
        for entry in half_played.entries.all():
            card = scorecard(entry)
            assert [line.board.number for line in card.lines] == [1]
            assert card.hidden == 1
        finish_round(half_played)
        card = scorecard(half_played.entries.get(number=1))
        assert [line.board.number for line in card.lines] == [1, 2]
        assert card.hidden == 0

    def test_a_line_has_the_own_seat_the_opponents_and_the_field(self, half_played: Event) -> None:
        at_table = play(half_played, 1, 1).seats.get(number=1).entry
        line = scorecard(Entry.objects.get(pk=at_table.pk)).lines[0]
        assert (line.seat, line.own.tricks, line.own.entry.pk) == (1, 2, at_table.pk)
        assert [seat.number for seat in line.opponents] == [0, 2]
        assert line.top == 2
        assert len(line.distributions) == 2

    def test_its_totals_are_the_rankings(self) -> None:
        event = make_event(players=9, rounds=3, boards_per_round=2)
        for tricks in ([5, 3, 2], [9, 1, 0], [4, 3, 3]):
            play_round(event, tricks)
        standings_compute(event_id=event.pk)
        for entry in event.entries.all():
            card = scorecard(entry)
            assert card.row is not None
            points = sum((line.own.matchpoints or Fraction(0)) for line in card.lines)
            assert card.row.row.points == points
            assert card.row.row.lives == sum(line.own.score or 0 for line in card.lines)
