"""The examples of docs/scoring.md and docs/fr/scoring.md, by their numbers."""

import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from tests.rules.given import entrants
from tournament.rules.display import fixed
from tournament.rules.inputs import Rounding
from tournament.rules.matchpoints import BoardScores, score_board
from tournament.rules.standings import Method, Play, Row, Settings, SitOut, TieBreak, compute

DOCS = Path(__file__).parents[2] / "docs"


def field(
    scores: Sequence[int], *, expected: int = 0, rounding: Rounding = Rounding.EXACT
) -> list[object]:
    """Matchpoints of the scores of one seat."""
    plays = one_seat(1, dict(enumerate(scores)))
    missing = [Play(100 + more, 1, (-1,), None) for more in range(expected - len(scores))]
    board = score_board(1, [*plays, *missing], rounding=rounding)
    return [board.matchpoints(play.id)[0] for play in plays]


def one_seat(board: int, scores: dict[int, int]) -> list[Play]:
    """Plays of a board by one player a table: one field, nobody meets."""
    return [
        Play(10000 * board + table, board, (player,), (score,))
        for table, (player, score) in enumerate(scores.items())
    ]


def ranked(
    plays: Sequence[Play],
    entries: Sequence[int],
    method: Method = Method.LIVES,
    *order: TieBreak,
    seed: str = "",
) -> tuple[Row, ...]:
    settings = Settings(method, tie_breaks=order, seed=seed)
    return compute(plays, settings=settings, entrants=entrants(entries)).rows


def ranks(rows: Sequence[Row]) -> dict[int, int | None]:
    return {row.entry: row.rank for row in rows}


def shown(rows: Sequence[Row]) -> dict[int, list[object]]:
    """The values of the only tie-break applied, by entry."""
    return {row.entry: list(row.tie_breaks[0].values) for row in rows}


def test_example_1() -> None:
    assert field([1, 1, 0, -2]) == [5, 5, 2, 0]


def test_example_2() -> None:
    assert field([100, 100, 40]) == [3, 3, 0]


def test_example_3() -> None:
    results = [(1, -2, 0), (0, -2, 1), (-2, 1, 0)]
    plays = [Play(table, 1, (1, 2, 3), scores) for table, scores in enumerate(results)]
    board: BoardScores = score_board(1, plays, rounding=Rounding.EXACT)
    points = [list[object](board.matchpoints(table)) for table in range(3)]
    assert points == [[4, 1, 1], [2, 1, 4], [0, 4, 1]]


def test_example_4() -> None:
    points = field([1, 0, -2], expected=4)
    assert points == [Fraction(17, 3), 3, Fraction(1, 3)]
    assert [fixed(Fraction(str(value)), 2) for value in points] == ["5.67", "3.00", "0.33"]


def test_example_5() -> None:
    assert field([-2], expected=4) == [3]


def test_example_6() -> None:
    points = field([1, 0, -2], expected=4, rounding=Rounding.WBF)
    assert points == [Fraction("5.7"), 3, Fraction("0.3")]


def test_example_7() -> None:
    exact = field([-2, -1, 0, 1], expected=5)
    assert exact == [Fraction(value) for value in ("0.25", "2.75", "5.25", "7.75")]
    rounded = field([-2, -1, 0, 1], expected=5, rounding=Rounding.WBF)
    assert rounded == [Fraction(value) for value in ("0.3", "2.8", "5.2", "7.7")]


def test_example_8() -> None:
    first, second = Fraction("551.5") / 836, Fraction("586.1") / 912
    assert first > second
    assert (fixed(100 * first, 2), fixed(100 * second, 2)) == ("65.97", "64.27")


def test_example_9() -> None:
    rows = ranked([Play(1, 1, (1, 2, 3), (1, -2, 0))], [1, 2, 3], Method.MATCHPOINTS)
    assert ranks(rows) == {1: 1, 2: 3, 3: 2}
    assert [fixed(row.percent, 2) for row in rows] == ["–", "–", "–"]


def test_example_10() -> None:
    for scores, datum in (([1, 1, 0, -2], [1, 1, 0, -2]), ([1, -2, -2], [2, -1, -1])):
        plays = one_seat(1, dict(enumerate(scores)))
        board = score_board(1, plays, rounding=Rounding.EXACT)
        assert [list[object](board.datum(play.id)) for play in plays] == [[d] for d in datum]


def test_example_11() -> None:
    plays = [
        *one_seat(1, {1: -1}),
        *one_seat(2, {1: -1}),
        *one_seat(3, {1: -1}),
        *one_seat(4, {2: -2}),
    ]
    rows = ranked(plays, [1, 2])
    assert ranks(rows) == {1: 1, 2: 2}
    assert [row.lives for row in rows] == [-3, -2]


THREE_BOARDS = [
    *one_seat(1, {1: 0, 11: 1, 12: -1, 13: -2}),  # 4 of 6; the mean is −1/2
    *one_seat(2, {1: -2, 11: 1, 12: -2, 13: -2}),  # 2 of 6; −5/4
    *one_seat(3, {1: 1, 11: 0, 12: 0, 13: -2}),  # 6 of 6; −1/4
]


def sat_out(method: Method) -> dict[SitOut, Row]:
    rows = {}
    for rule in SitOut:
        settings = Settings(method, sit_out=rule)
        (rows[rule],) = compute(
            THREE_BOARDS, settings=settings, entrants=entrants([1], {1: 1})
        ).rows
    return rows


def test_example_12() -> None:
    rows = sat_out(Method.MATCHPOINTS)
    assert {rule: (str(row.points), str(row.top_sum)) for rule, row in rows.items()} == {
        SitOut.NONE: ("12", "18"),
        SitOut.FIFTY: ("15", "24"),
        SitOut.SIXTY: ("78/5", "24"),
        SitOut.OWN: ("16", "24"),
    }
    assert [fixed(row.percent, 2) for row in rows.values()] == [
        "66.67",
        "62.50",
        "65.00",
        "66.67",
    ]


def test_example_13() -> None:
    rows = sat_out(Method.LIVES)
    assert {row.lives for row in rows.values()} == {-1}
    assert [str(row.mean) for row in rows.values()] == ["-1/3", "-5/12", "-7/24", "-1/3"]


def test_example_14() -> None:
    rows = ranked(one_seat(1, {1: 10, 2: 8, 3: 8, 4: 5}), [5, 4, 3, 2, 1])
    assert [(row.entry, row.rank) for row in rows] == [(1, 1), (2, 2), (3, 2), (4, 4), (5, None)]


MET = [
    Play(1, 1, (1, 2, 3), (1, -2, 0)),
    Play(2, 2, (2, 4, 5), (1, -2, 0)),
    Play(3, 2, (1, 3, 6), (-2, 1, 0)),
]
SEATS = [
    Play(1, 1, (1, 2, 7), (1, 0, -2)),
    Play(2, 1, (4, 5, 8), (2, -1, -1)),
    Play(3, 2, (2, 4, 7), (0, 1, -2)),
    Play(4, 2, (1, 5, 8), (1, 0, -2)),
]
TOPS = [
    *one_seat(1, {1: 2, 2: 1, 9: 0}),
    *one_seat(2, {1: 1, 2: 2, 9: 2}),
    *one_seat(3, {1: 2, 2: 1, 9: 1}),
    *one_seat(4, {1: 0, 2: 1, 9: 3}),
    *one_seat(5, {1: 0, 2: 0, 9: 0}),
]
LAST = [
    *one_seat(1, {1: 3, 2: 1, 3: 2}),
    *one_seat(2, {1: 0, 2: 2, 3: 0}),
    *one_seat(3, {1: 1, 2: 1, 3: 2}),
]


def test_example_15() -> None:
    rows = ranked(MET, [1, 2], Method.LIVES, TieBreak.HEAD_TO_HEAD)
    assert [row.lives for row in rows] == [-1, -1]
    assert shown(rows) == {1: [1], 2: [-1]}
    assert ranks(rows) == {1: 1, 2: 2}


def test_example_16() -> None:
    board = score_board(1, SEATS[:2], rounding=Rounding.EXACT)
    assert list[object](board.percent(1))[:2] == [0, 100]
    rows = ranked(SEATS, [1, 2], Method.MATCHPOINTS, TieBreak.HEAD_TO_HEAD)
    assert ranks(rows) == {2: 1, 1: 2}


def test_example_17() -> None:
    rows = ranked(TOPS, [1, 2], Method.LIVES, TieBreak.TOPS)
    assert shown(rows) == {1: [2], 2: [1]}
    assert ranks(rows) == {1: 1, 2: 2}


def test_example_18() -> None:
    rows = ranked(LAST, [1, 2, 3], Method.LIVES, TieBreak.LAST_BOARDS)
    assert [row.lives for row in rows] == [4, 4, 4]
    assert shown(rows) == {3: [2], 2: [1, 2], 1: [1, 0]}
    assert ranks(rows) == {3: 1, 2: 2, 1: 3}


def test_example_19() -> None:
    for plays, entries, method in (
        (MET, [1, 2], Method.LIVES),
        (SEATS, [1, 2], Method.MATCHPOINTS),
        (TOPS, [1, 2], Method.LIVES),
        (LAST, [1, 2, 3], Method.LIVES),
    ):
        assert {row.rank for row in ranked(plays, entries, method)} == {1}


def test_example_20() -> None:
    plays = one_seat(1, {1: 0, 2: 0, 3: 0})
    rows = ranked(plays, [1, 2, 3], Method.LIVES, TieBreak.LOT, seed="evening")
    assert shown(rows) == {1: [3], 3: [2], 2: [1]}
    assert ranks(rows) == {1: 1, 3: 2, 2: 3}


@pytest.mark.parametrize(
    ("page", "word"), [("scoring.md", "Example"), ("fr/scoring.md", "Exemple")]
)
def test_each_example_of_the_page_is_tested(page: str, word: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    numbers = [int(number) for number in re.findall(rf"\*\*{word} (\d+)\.\*\*", text)]
    tests = [name for name in globals() if name.startswith("test_example_")]
    assert [f"test_example_{number}" for number in numbers] == tests
