"""Standings as JSON-able values, and back without loss: fractions are written "17/3".

`from_json(to_json(standings)) == standings`, and equal standings give equal JSON. Each row and
each board can be stored by itself.
"""

from collections import Counter
from fractions import Fraction
from typing import TypedDict

from tournament.rules.inputs import TieBreak
from tournament.rules.matchpoints import BoardScores, Field
from tournament.rules.standings import Standings
from tournament.rules.tallies import Row, TieBreakValue


class TieBreakJson(TypedDict):
    """A `TieBreakValue`."""

    rule: str
    values: list[str]


class RowJson(TypedDict):
    """A `Row`."""

    entry: int
    rank: int | None
    boards: int
    sit_outs: int
    points: str
    top_sum: str
    lives: int
    credit: str
    datum: str
    tie_breaks: list[TieBreakJson]


class BoardJson(TypedDict):
    """A `BoardScores`; `scores` by play, and by seat what each score is worth in matchpoints."""

    board: int
    expected: int
    scores: dict[str, list[int]]
    matchpoints: list[dict[str, str]]


class StandingsJson(TypedDict):
    """All rows in ranking order, all boards by number."""

    rows: list[RowJson]
    boards: list[BoardJson]


def to_json(standings: Standings) -> StandingsJson:
    """The standings as plain values."""
    return {
        "rows": [row_to_json(row) for row in standings.rows],
        "boards": [board_to_json(board) for board in standings.boards.values()],
    }


def from_json(data: StandingsJson) -> Standings:
    """The standings again. Raises KeyError or ValueError for anything `to_json` cannot write."""
    boards = [board_from_json(board) for board in data["boards"]]
    return Standings(
        tuple(row_from_json(row) for row in data["rows"]),
        {board.board: board for board in boards},
    )


def row_to_json(row: Row) -> RowJson:
    """One row as plain values."""
    return {
        "entry": row.entry,
        "rank": row.rank,
        "boards": row.boards,
        "sit_outs": row.sit_outs,
        "points": str(row.points),
        "top_sum": str(row.top_sum),
        "lives": row.lives,
        "credit": str(row.credit),
        "datum": str(row.datum),
        "tie_breaks": [
            {"rule": applied.rule.value, "values": [str(value) for value in applied.values]}
            for applied in row.tie_breaks
        ],
    }


def row_from_json(data: RowJson) -> Row:
    """The row again."""
    return Row(
        entry=data["entry"],
        rank=data["rank"],
        boards=data["boards"],
        sit_outs=data["sit_outs"],
        points=Fraction(data["points"]),
        top_sum=Fraction(data["top_sum"]),
        lives=data["lives"],
        credit=Fraction(data["credit"]),
        datum=Fraction(data["datum"]),
        tie_breaks=tuple(
            TieBreakValue(TieBreak(applied["rule"]), tuple(map(Fraction, applied["values"])))
            for applied in data["tie_breaks"]
        ),
    )


def board_to_json(board: BoardScores) -> BoardJson:
    """One board as plain values."""
    return {
        "board": board.board,
        "expected": board.expected,
        "scores": {str(play): list(board.scores[play]) for play in sorted(board.scores)},
        "matchpoints": [
            {str(score): str(points) for score, points in sorted(field.matchpoints.items())}
            for field in board.fields
        ],
    }


def board_from_json(data: BoardJson) -> BoardScores:
    """The board again; counts and means are taken from its scores."""
    scores = {int(play): tuple(by_seat) for play, by_seat in data["scores"].items()}
    fields = tuple(
        Field(
            counts=Counter(column),
            matchpoints={int(score): Fraction(points) for score, points in worth.items()},
            mean=Fraction(sum(column), len(column)),
        )
        for column, worth in zip(
            zip(*scores.values(), strict=True), data["matchpoints"], strict=True
        )
    )
    return BoardScores(data["board"], data["expected"], scores, fields)
