"""The examples of docs/scoring.md, by their numbers: teams. What else holds is in test_teams.py."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from engine.games.comon import score_tricks
from tests.rules.given import entrants
from tournament.rules.inputs import Method, Play, Settings
from tournament.rules.scores import Average, Score, weighted
from tournament.rules.standings import BoardScores, Standings, compute
from tournament.rules.teams import team_plays

# Two matches on board 1. Team 4 has the players 41, 42 and 43; at each table sits one of each team.
SEATED = [(11, 21, 31), (32, 12, 22), (23, 33, 13), (41, 51, 61), (62, 42, 52), (53, 63, 43)]
TRICKS = [(5, 3, 2), (2, 3, 5), (3, 5, 2), (5, 3, 2), (5, 3, 2), (2, 5, 3)]
TEAM_OF = {player: player // 10 for players in SEATED for player in players}
PLAYS = [
    Play(table, 1, players, score_tricks(tricks))
    for table, (players, tricks) in enumerate(zip(SEATED, TRICKS, strict=True), start=1)
]


def ranked(plays: Sequence[Play], method: Method = Method.MATCHPOINTS) -> Standings:
    return compute(
        team_plays(plays, TEAM_OF), settings=Settings(method), entrants=entrants(range(1, 7))
    )


def sums(plays: Sequence[Play]) -> dict[int, Score]:
    return {play.players[0]: play.scores[0] for play in team_plays(plays, TEAM_OF) if play.scores}


def matchpoints(plays: Sequence[Play]) -> Mapping[int, Fraction | None]:
    """By team."""
    board: BoardScores = ranked(plays).boards[1]
    return {
        play.players[0]: board.matchpoints(play.id)[0]
        for play in team_plays(plays, TEAM_OF)
        if play.scores
    }


def given(*scores: Score) -> Score:
    """What a team's three players' scores come to."""
    plays = [Play(number, 1, (1, 2, 3), (score,) * 3) for number, score in enumerate(scores)]
    plays = [
        replace(play, players=tuple(10 * (1 + (seat + at) % 3) + at for seat in range(3)))
        for at, play in enumerate(plays)
    ]
    (found,) = {play.scores for play in team_plays(plays, {10: 1, 11: 1, 12: 1})}
    assert found is not None
    return found[0]


def test_example_36() -> None:
    """Example 36: the sums of six teams, compared."""
    assert sums(PLAYS) == {1: -1, 2: -3, 3: 1, 4: -3, 5: -2, 6: 2}
    assert matchpoints(PLAYS) == {6: 10, 3: 8, 1: 6, 5: 4, 2: 1, 4: 1}
    rows = ranked(PLAYS).rows
    assert [(row.entry, row.rank) for row in rows] == [
        (6, 1),
        (3, 2),
        (1, 3),
        (5, 4),
        (2, 5),
        (4, 5),
    ]
    assert {row.top_sum for row in rows} == {10}
    assert [row.datum for row in ranked(PLAYS, Method.DATUM).rows] == [3, 2, 0, -1, -2, -2]
    assert [row.lives for row in ranked(PLAYS, Method.LIVES).rows] == [2, 1, -1, -2, -3, -3]


def test_example_37() -> None:
    """Example 37: a result that is not in leaves three teams without a score."""
    plays = [*PLAYS[:5], replace(PLAYS[5], scores=None)]
    board = ranked(plays).boards[1]
    assert (board.expected, board.actual) == (6, 3)
    assert matchpoints(plays) == {3: 9, 1: 5, 2: 1}


def test_example_38() -> None:
    """Example 38: averages and weighted scores."""
    share = Fraction(60, 100)
    assert given(1, -2, Average(60)) == Average(50)
    assert given(Average(40), Average(40), Average(40)) == Average(40)
    assert given(1, 0, weighted({-2: share, 1: 1 - share})) == weighted({-1: share, 2: 1 - share})


def test_example_39() -> None:
    """Example 39: other cards at one table of a match."""
    plays = [*PLAYS[:5], replace(PLAYS[5], version=1)]
    assert matchpoints(plays) == {4: 6, 5: 6, 6: 6, 3: 9, 1: 5, 2: 1}
