"""Standings as JSON-able values, and back without loss: fractions are written "17/3".

`from_json(to_json(standings)) == standings`, and equal standings give equal JSON. Each row and
each board can be stored by itself.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NotRequired, TypedDict

from tournament.rules.inputs import TieBreak, Unranked
from tournament.rules.matchpoints import BoardScores, Field, Given
from tournament.rules.scores import Average, Made, Score, from_text, to_text, worth
from tournament.rules.standings import Standings
from tournament.rules.tallies import Part, Row, TieBreakValue

# How what a seat got is stored: an integer as it is, null, or a text of `tournament.rules.scores`.
Stored = int | str | None


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
    lives: str
    credit: str
    datum: str
    divisor: str
    tie_breaks: list[TieBreakJson]
    unranked: str | None
    person: int | None
    places: dict[str, int]
    # Each `Part`: its kind, and what it added in the order of its fields. Older rows have none.
    parts: NotRequired[list[list[str]]]


class BoardJson(TypedDict):
    """A `BoardScores`: scores by play, and by version and seat what each is worth in matchpoints.

    `given` is by play and seat, written "31.2".
    """

    board: int
    expected: int
    scores: dict[str, list[Stored]]
    fields: dict[str, list[dict[str, str]]]
    versions: dict[str, int]
    given: dict[str, tuple[str, str]]


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
        "lives": str(row.lives),
        "credit": str(row.credit),
        "datum": str(row.datum),
        "divisor": str(row.divisor),
        "tie_breaks": [
            {"rule": applied.rule.value, "values": [str(value) for value in applied.values]}
            for applied in row.tie_breaks
        ],
        "unranked": row.unranked,
        "person": row.person,
        "places": dict(row.places),
        "parts": [[str(value) for value in part] for part in row.parts],
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
        lives=Fraction(data["lives"]),
        credit=Fraction(data["credit"]),
        datum=Fraction(data["datum"]),
        divisor=Fraction(data["divisor"]),
        tie_breaks=tuple(
            TieBreakValue(TieBreak(applied["rule"]), tuple(map(Fraction, applied["values"])))
            for applied in data["tie_breaks"]
        ),
        unranked=None if data["unranked"] is None else Unranked(data["unranked"]),
        person=data["person"],
        places=tuple(data["places"].items()),
        parts=tuple(Part(kind, *map(Fraction, values)) for kind, *values in data.get("parts", [])),
    )


def board_to_json(board: BoardScores) -> BoardJson:
    """One board as plain values."""
    return {
        "board": board.board,
        "expected": board.expected,
        "scores": {
            str(play): [score_to_json(score) for score in board.scores[play]]
            for play in sorted(board.scores)
        },
        "fields": {
            str(version): [
                dict(
                    sorted((to_text(score), str(field.matchpoints[score])) for score in _of(field))
                )
                for field in fields
            ]
            for version, fields in board.fields.items()
        },
        "versions": {str(play): board.versions[play] for play in sorted(board.versions)},
        "given": {
            f"{play}.{seat}": (str(each.points), str(each.score))
            for (play, seat), each in sorted(board.given.items())
        },
    }


def board_from_json(data: BoardJson) -> BoardScores:
    """The board again; counts and means are taken from its scores."""
    scores = {
        int(play): tuple(score_from_json(score) for score in by_seat)
        for play, by_seat in data["scores"].items()
    }
    versions = {int(play): version for play, version in data["versions"].items()}
    fields = {
        int(version): _fields(
            [each for play, each in scores.items() if versions.get(play, 0) == int(version)], worths
        )
        for version, worths in data["fields"].items()
    }
    given = {}
    for at, (points, score) in data["given"].items():
        play, seat = at.split(".")
        given[int(play), int(seat)] = Given(Fraction(points), Fraction(score))
    return BoardScores(data["board"], data["expected"], scores, fields, versions, given)


def score_to_json(score: Score) -> Stored:
    """What a seat got, as a plain value."""
    return score if score is None or isinstance(score, int) else to_text(score)


def score_from_json(data: Stored) -> Score:
    """What the seat got. Raises ValueError for anything `score_to_json` cannot write."""
    return from_text(data) if isinstance(data, str) else data


def _of(field: Field) -> Sequence[Made | Average]:
    return [score for score in field.matchpoints if score is not None]


def _fields(
    results: Sequence[tuple[Score, ...]], worths: Sequence[Mapping[str, str]]
) -> tuple[Field, ...]:
    fields = []
    for column, of_seat in zip(zip(*results, strict=True), worths, strict=True):
        counts: Counter[Made] = Counter(score for score in column if isinstance(score, Made))
        actual = counts.total()
        total = sum(worth(score) * often for score, often in counts.items())
        fields.append(
            Field(
                counts=counts,
                matchpoints={from_text(text): Fraction(points) for text, points in of_seat.items()},
                mean=Fraction(total) / actual if actual else None,
            )
        )
    return tuple(fields)
