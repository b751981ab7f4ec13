"""Sums of teams beyond the examples of docs/scoring.md."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.given import entrants, numbers
from tournament.rules.inputs import Method, Play, Settings, TieBreak
from tournament.rules.scores import Average, Score, weighted
from tournament.rules.standings import Row, compute
from tournament.rules.teams import team_plays

Match = tuple[int, int, int]


def match(first: int, board: int, teams: Match, *tables: Sequence[Score]) -> list[Play]:
    """Three plays, numbered from `first`; `tables` has for each the scores of these teams."""
    plays = []
    for table, scores in enumerate(tables):
        seats = [(seat + table) % 3 for seat in range(3)]
        plays.append(
            Play(
                first + table,
                board,
                tuple(10 * teams[at] + table for at in seats),
                tuple(scores[at] for at in seats),
            )
        )
    return plays


def team_of(plays: Sequence[Play]) -> dict[int, int]:
    return {player: player // 10 for play in plays for player in play.players}


def totals(plays: Sequence[Play]) -> dict[tuple[int, int], Score]:
    """By board and team."""
    return {
        (play.board, play.players[0]): play.scores[0]
        for play in team_plays(plays, team_of(plays))
        if play.scores
    }


def rows(plays: Sequence[Play], method: Method, *order: TieBreak, teams: int) -> tuple[Row, ...]:
    return compute(
        team_plays(plays, team_of(plays)),
        settings=Settings(method, tie_breaks=order),
        entrants=entrants(range(1, teams + 1)),
    ).rows


def of_team(*scores: Score) -> Score:
    return totals(match(1, 1, (1, 2, 3), *[(score, 0, 0) for score in scores]))[1, 1]


A_PLUS, A, A_MINUS = Average(60), Average(50), Average(40)
FIXED = Average(60, fixed=True)


@pytest.mark.parametrize(
    ("scores", "total"),
    [
        ((A_PLUS, A_PLUS, A_PLUS), A_PLUS),
        ((FIXED, FIXED, FIXED), FIXED),
        ((FIXED, A_PLUS, FIXED), A_PLUS),
        ((A_MINUS, A_MINUS, A_MINUS), A_MINUS),
        ((A_PLUS, A_MINUS, A), A),
        ((A_PLUS, A_PLUS, 2), A),
        ((A_MINUS, 0, 0), A),
        ((A, A, A), A),
        ((2, -1, -3), -2),
    ],
)
def test_averages_of_a_team(scores: tuple[Score, ...], total: Score) -> None:
    for order in permutations(scores):
        assert of_team(*order) == total


def test_weighted_scores_meet_part_by_part() -> None:
    half = Fraction(1, 2)
    one = weighted({0: half, 1: half})
    assert of_team(one, one, 3) == weighted({3: half * half, 4: half, 5: half * half})


def test_a_team_without_one_result_has_none() -> None:
    """A seat for which the board does not count is without one, too."""
    plays = match(1, 1, (1, 2, 3), (1, 0, -1), (1, 0, None), (1, 0, -1))
    assert totals(plays) == {(1, 1): 3, (1, 2): 0}
    assert totals([replace(plays[0], scores=None), *plays[1:]]) == {}
    assert len(team_plays(plays, team_of(plays))) == 3


def test_a_table_that_is_not_there_leaves_the_board_without_a_score() -> None:
    plays = match(1, 1, (1, 2, 3), (1, 0, -1), (1, 0, -1), (1, 0, -1))
    assert totals(plays[:2]) == {}


def test_who_stands_in_scores_for_the_team() -> None:
    """Entry 99 sits for team 1; entry 98 belongs to no team."""
    plays = match(1, 1, (1, 2, 3), (1, 0, -1), (1, 0, -1), (1, 0, -1))
    sat = replace(plays[0], players=(99, 98, plays[0].players[2]))
    found = team_plays([sat, *plays[1:]], {**team_of(plays), 99: 1})
    assert {play.players[0]: play.scores for play in found} == {1: (3,), 2: None, 3: (-3,)}


def test_teams_are_compared_with_those_of_other_matches() -> None:
    """By hand: the sums 3, 0, −3 and 2, 2, −4 on board 1 have 10, 4, 2 and 7, 7, 0 of 10. On board
    2, which only one match plays, 3, 0, 0 have 4, 1, 1 of 4."""
    plays = [
        *match(1, 1, (1, 2, 3), (1, 0, -1), (1, 0, -1), (1, 0, -1)),
        *match(4, 1, (4, 5, 6), (2, 0, -2), (0, 0, 0), (0, 2, -2)),
        *match(7, 2, (1, 2, 3), (1, 0, 0), (1, 0, 0), (1, 0, 0)),
    ]
    found = {
        row.entry: numbers(row.points, row.top_sum)
        for row in rows(plays, Method.MATCHPOINTS, teams=6)
    }
    assert found == {1: (14, 14), 2: (5, 14), 3: (3, 14), 4: (7, 10), 5: (7, 10), 6: (0, 10)}


def test_head_to_head_is_between_teams_of_a_match() -> None:
    """Teams 1, 2 and 4 end level. On board 1 team 1 beat team 2; team 4 met neither."""
    plays = [
        *match(1, 1, (1, 2, 3), (1, 0, -1), (0, 0, 0), (0, 0, 0)),
        *match(4, 1, (4, 5, 6), (0, -1, -1), (0, 0, 0), (0, 0, 0)),
        *match(7, 2, (1, 5, 6), (0, 0, 0), (0, -1, -1), (0, 0, 0)),
        *match(10, 2, (2, 4, 3), (1, 1, -1), (0, 0, 0), (0, 0, -1)),
    ]
    found = rows(plays, Method.LIVES, TieBreak.HEAD_TO_HEAD, teams=6)[:3]
    shown = {row.entry: numbers(row.lives, row.rank, *row.tie_breaks[0].values) for row in found}
    assert shown == {1: (1, 1, 1), 4: (1, 2, 0), 2: (1, 3, -1)}


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(*[st.integers(-3, 3)] * 9), min_size=1, max_size=4), st.randoms())
def test_the_order_of_plays_is_no_matter_and_nothing_is_lost(
    matches: list[tuple[int, ...]], random: Random
) -> None:
    plays = [
        play
        for number, scores in enumerate(matches)
        for play in match(
            3 * number + 1,
            1,
            (3 * number + 1, 3 * number + 2, 3 * number + 3),
            scores[:3],
            scores[3:6],
            scores[6:],
        )
    ]
    found = team_plays(plays, team_of(plays))
    assert found == team_plays(random.sample(plays, len(plays)), team_of(plays))
    assert sum_of(found) == sum_of(plays)
    standings = compute(
        found,
        settings=Settings(Method.MATCHPOINTS),
        entrants=entrants(range(1, 3 * len(matches) + 1)),
    )
    expected = 3 * len(matches)
    assert sum(row.points for row in standings.rows) == expected * (expected - 1)


def sum_of(plays: Sequence[Play]) -> int:
    return sum(score for play in plays for score in play.scores or () if isinstance(score, int))
