"""The examples of docs/scoring.md and docs/fr/scoring.md, by their numbers: what is compared.

What the director gives and what comes on top is in test_scoring_examples_given.py.
"""

import ast
import re
from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest
from django.utils.translation import override

from engine.games.comon import score_tricks
from tests.rules.given import against, entrants, numbers, one_seat
from tournament.leaderboard.templatetags.triplicate import points as shown_points
from tournament.rules.display import fixed
from tournament.rules.inputs import Rounding
from tournament.rules.matchpoints import BoardScores, score_board
from tournament.rules.scores import weighted
from tournament.rules.standings import Method, Play, Row, Settings, SitOut, TieBreak, compute

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs"


def board_of(
    scores: Sequence[int], *, expected: int = 0, rounding: Rounding = Rounding.EXACT
) -> BoardScores:
    """A board with these scores for its one seat, by play from 0, and plays without a result."""
    plays = [Play(table, 1, (table,), (score,)) for table, score in enumerate(scores)]
    missing = [Play(table, 1, (table,), None) for table in range(len(scores), expected)]
    return score_board(1, [*plays, *missing], rounding=rounding)


def field(
    scores: Sequence[int], *, expected: int = 0, rounding: Rounding = Rounding.EXACT
) -> list[Fraction | None]:
    """Matchpoints of the scores of one seat."""
    board = board_of(scores, expected=expected, rounding=rounding)
    return [board.matchpoints(play)[0] for play in range(len(scores))]


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
    """Example 1: matchpoints of four tables."""
    assert field([1, 1, 0, -2]) == [5, 5, 2, 0]
    assert board_of([1, 1, 0, -2]).top == 6


def test_example_2() -> None:
    """Example 2: matchpoints of three tables, with a tie at the top."""
    assert field([100, 100, 40]) == [3, 3, 0]
    assert board_of([100, 100, 40]).top == 4


def test_example_3() -> None:
    """Example 3: a board of Com'on! at three tables, seat by seat."""
    results = [score_tricks(tricks) for tricks in ((5, 3, 2), (2, 3, 5), (3, 5, 2))]
    assert results == [(1, -2, 0), (0, -2, 1), (-2, 1, 0)]
    plays = [Play(table, 1, (1, 2, 3), scores) for table, scores in enumerate(results)]
    board = score_board(1, plays, rounding=Rounding.EXACT)
    points = [board.matchpoints(table) for table in range(3)]
    assert [numbers(*row) for row in points] == [(4, 1, 1), (2, 1, 4), (0, 4, 1)]
    assert board.top == 4
    for column in zip(*points, strict=True):
        assert sum(each for each in column if each is not None) == 6


def test_example_4() -> None:
    """Example 4: Neuberg's formula with one result of four missing."""
    assert field([1, 0, -2]) == [4, 2, 0]
    points = field([1, 0, -2], expected=4)
    assert points == [Fraction(17, 3), 3, Fraction(1, 3)]
    with override("en"):
        assert [shown_points(each) for each in points] == ["5.67", "3", "0.33"]
    assert board_of([1, 0, -2], expected=4).top == 6


def test_example_5() -> None:
    """Example 5: the first of four results is average, whatever it is."""
    for score in (1, 0, -2):
        assert field([score]) == [0]
        assert field([score], expected=4) == [3]
        assert numbers(*board_of([score], expected=4).percent(0)) == (50,)


def test_example_6() -> None:
    """Example 6: example 4, rounded to one decimal."""
    points = field([1, 0, -2], expected=4, rounding=Rounding.WBF)
    assert points == [Fraction("5.7"), 3, Fraction("0.3")]


def test_example_7() -> None:
    """Example 7: five hundredths are rounded toward average, E − 1."""
    exact = field([-2, -1, 0, 1], expected=5)
    assert exact == [Fraction(value) for value in ("0.25", "2.75", "5.25", "7.75")]
    rounded = field([-2, -1, 0, 1], expected=5, rounding=Rounding.WBF)
    assert rounded == [Fraction(value) for value in ("0.3", "2.8", "5.2", "7.7")]
    board = board_of([-2, -1, 0, 1], expected=5)
    assert (board.expected, board.actual, board.top) == (5, 4, 2 * 4)


def test_example_8() -> None:
    """Example 8: the per cent ranks, not the sum of matchpoints."""
    beaten_by_a_tenth = weighted({0: Fraction(1, 10), 1: Fraction(9, 10)})
    halves = weighted({-1: Fraction(1, 2), 0: Fraction(1, 2)})
    first = against(1, 0, *[-1] * 275, halves, *[1] * 142)
    second = [
        Play(play.id, 2, (2,) if play.players == (1,) else play.players, play.scores)
        for play in against(2, 0, *[-1] * 293, beaten_by_a_tenth, *[1] * 162)
    ]
    rows = ranked([*first, *second], [1, 2], Method.MATCHPOINTS)
    assert [numbers(row.entry, row.rank, row.points, row.top_sum) for row in rows] == [
        (1, 1, Fraction("551.5"), 836),
        (2, 2, Fraction("586.1"), 912),
    ]
    assert [fixed(row.percent, 2) for row in rows] == ["65.97", "64.27"]


def test_example_9() -> None:
    """Example 9: a board that only one table plays has no per cent, and lives rank."""
    alone = [Play(1, 1, (1, 2, 3), (1, -2, 0))]
    rows = ranked(alone, [1, 2, 3], Method.MATCHPOINTS)
    assert ranks(rows) == {1: 1, 2: 3, 3: 2}
    assert [fixed(row.percent, 2) for row in rows] == ["–", "–", "–"]
    board = score_board(1, alone, rounding=Rounding.EXACT)
    assert (board.expected, board.top) == (1, 0)
    # Player 4 is the worst of a field; the others still have no per cent, and come later.
    compared = [Play(2, 2, (4,), (-2,)), Play(3, 2, (-1,), (1,))]
    rows = ranked([*alone, *compared], [1, 2, 3, 4], Method.MATCHPOINTS)
    assert ranks(rows) == {4: 1, 1: 2, 3: 3, 2: 4}
    # Such a board leaves a per cent alone.
    rows = ranked([*compared, Play(4, 3, (-1,), (-9,))], [-1, 4], Method.MATCHPOINTS)
    assert [numbers(row.entry, row.percent, row.boards) for row in rows] == [
        (-1, 100, 2),
        (4, 0, 1),
    ]


def test_example_10() -> None:
    """Example 10: the datum of two fields."""
    for scores, mean, datum in (
        ([1, 1, 0, -2], 0, [1, 1, 0, -2]),
        ([1, -2, -2], -1, [2, -1, -1]),
    ):
        board = board_of(scores)
        assert numbers(*board.means) == (mean,)
        assert [board.datum(play)[0] for play in board.scores] == datum


def test_example_11() -> None:
    """Example 11: lives rank by the mean per board."""
    plays = [play for board in (1, 2, 3) for play in one_seat(board, {1: -1})]
    rows = ranked([*plays, *one_seat(4, {2: -2})], [1, 2])
    assert ranks(rows) == {1: 1, 2: 2}
    assert [numbers(row.lives, row.boards, row.mean) for row in rows] == [
        (-3, 3, -1),
        (-2, 1, -2),
    ]


THREE_BOARDS = [
    *against(1, 0, 1, -1, -2),  # 4 of 6; the mean is −1/2
    *against(2, -2, 1, -2, -2),  # 2 of 6; −5/4
    *against(3, 1, 0, 0, -2),  # 6 of 6; −1/4
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
    """Example 12: what a board sat out is worth in matchpoints."""
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
    """Example 13: what a board sat out is worth in lives."""
    rows = sat_out(Method.LIVES)
    assert {row.lives for row in rows.values()} == {-1}
    assert rows[SitOut.NONE].lives - rows[SitOut.NONE].datum == -2
    assert [str(row.mean) for row in rows.values()] == ["-1/3", "-5/12", "-7/24", "-1/3"]


def test_example_14() -> None:
    """Example 14: ranks 1, 2, 2, 4, and whoever has no result comes last."""
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
    """Example 15: head to head in lives."""
    rows = ranked(MET, [1, 2], Method.LIVES, TieBreak.HEAD_TO_HEAD)
    assert [row.lives for row in rows] == [-1, -1]
    assert shown(rows) == {1: [1], 2: [-1]}
    assert ranks(rows) == {1: 1, 2: 2}


def test_example_16() -> None:
    """Example 16: head to head in matchpoints compares the per cent of the two seats."""
    board = score_board(1, SEATS[:2], rounding=Rounding.EXACT)
    assert numbers(*board.percent(1))[:2] == (0, 100)
    rows = ranked(SEATS, [1, 2], Method.MATCHPOINTS, TieBreak.HEAD_TO_HEAD)
    assert shown(rows) == {2: [1], 1: [-1]}
    assert ranks(rows) == {2: 1, 1: 2}


def test_example_17() -> None:
    """Example 17: tops, a shared one included; a field in which all are level has none."""
    rows = ranked(TOPS, [1, 2], Method.LIVES, TieBreak.TOPS)
    assert shown(rows) == {1: [2], 2: [1]}
    assert ranks(rows) == {1: 1, 2: 2}


def test_example_18() -> None:
    """Example 18: last boards, as far back as it takes."""
    rows = ranked(LAST, [1, 2, 3], Method.LIVES, TieBreak.LAST_BOARDS)
    assert [row.lives for row in rows] == [4, 4, 4]
    assert shown(rows) == {3: [2], 2: [1, 2], 1: [1, 0]}
    assert ranks(rows) == {3: 1, 2: 2, 1: 3}


def test_example_19() -> None:
    """Example 19: without a tie-break they share the first rank."""
    for plays, entries, method in (
        (MET, [1, 2], Method.LIVES),
        (SEATS, [1, 2], Method.MATCHPOINTS),
        (TOPS, [1, 2], Method.LIVES),
        (LAST, [1, 2, 3], Method.LIVES),
    ):
        assert {row.rank for row in ranked(plays, entries, method)} == {1}


def test_example_20() -> None:
    """Example 20: the lot that anyone can draw again."""
    digests = [sha256(f"evening\n{entry}".encode()).hexdigest() for entry in (1, 2, 3)]
    assert [digest[:4] for digest in digests] == ["fd8f", "22e3", "2339"]
    plays = one_seat(1, {1: 0, 2: 0, 3: 0})
    rows = ranked(plays, [1, 2, 3], Method.LIVES, TieBreak.LOT, seed="evening")
    assert shown(rows) == {1: [3], 3: [2], 2: [1]}
    assert ranks(rows) == {1: 1, 3: 2, 2: 3}


def examples_tested() -> dict[int, str]:
    """The docstrings of the examples' tests, by number."""
    found = {}
    for file in sorted(HERE.glob("test_scoring_examples*.py")):
        for each in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(each, ast.FunctionDef) and each.name.startswith("test_example_"):
                number = int(each.name.removeprefix("test_example_"))
                assert number not in found
                found[number] = ast.get_docstring(each) or ""
    return found


@pytest.mark.parametrize(
    ("page", "word"), [("scoring.md", "Example"), ("fr/scoring.md", "Exemple")]
)
def test_each_example_of_the_page_is_tested(page: str, word: str) -> None:
    """Both languages have the same examples, each once, in whatever order they stand."""
    text = (DOCS / page).read_text(encoding="utf-8")
    numbers = [int(number) for number in re.findall(rf"\*\*{word} (\d+)\.\*\*", text)]
    assert sorted(numbers) == list(range(1, 1 + len(numbers)))
    assert sorted(examples_tested()) == sorted(numbers)


def test_each_test_says_which_example_it_is() -> None:
    for number, docstring in examples_tested().items():
        assert docstring.startswith(f"Example {number}: ")
