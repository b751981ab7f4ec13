"""The examples of docs/scoring.md, by their numbers: what is given or taken beside the results."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from engine.games.comon import score_tricks
from tests.rules.given import against, numbers, one_seat
from tournament.rules.display import fixed
from tournament.rules.inputs import (
    Amount,
    Carry,
    Entrant,
    Method,
    Play,
    Rounding,
    Settings,
    Unit,
    Unranked,
    strata,
)
from tournament.rules.matchpoints import BoardScores, score_board
from tournament.rules.prizes import shared
from tournament.rules.scores import Average, weighted
from tournament.rules.standings import Row, compute

A_PLUS, A_MINUS = Average(60), Average(40)


def of(play_scores: Sequence[int]) -> list[object]:
    """Matchpoints of a field by itself, all of whose results are in."""
    board = score_board(1, one_seat(1, dict(enumerate(play_scores))), rounding=Rounding.EXACT)
    return [board.matchpoints(play)[0] for play in board.scores]


def row_of(
    plays: Sequence[Play],
    entrant: Entrant | None = None,
    *,
    method: Method = Method.MATCHPOINTS,
    minimum_boards: int = 0,
    handicap_weight: Fraction | int = 0,
) -> Row:
    """What player 1 comes to."""
    settings = Settings(
        method, minimum_boards=minimum_boards, handicap_weight=Fraction(handicap_weight)
    )
    (row,) = compute(plays, settings=settings, entrants={1: entrant or Entrant()}).rows
    return row


def average_given(plays: Sequence[Play], average: Average) -> tuple[Row, Fraction | None]:
    """What player 1 comes to with an average on a board more, and the average in matchpoints."""
    more = against(9, average, 1, 0, -2)
    standings = compute(
        [*plays, *more], settings=Settings(Method.MATCHPOINTS), entrants={1: Entrant()}
    )
    return standings.rows[0], standings.boards[9].matchpoints(more[0].id)[0]


def test_example_21() -> None:
    """Example 21: A+ is the player's own per cent where that is higher; a fixed one never."""
    plays = [*against(1, 1, 1, 0, -2), *against(2, 0, 1, -1, -2), *against(3, 0, 1, 1, -2)]
    assert [of([1, 1, 0, -2])[0], of([0, 1, -1, -2])[0], of([0, 1, 1, -2])[0]] == [5, 4, 2]
    own = row_of(plays)
    assert numbers(own.percent, fixed(own.percent, 2)) == (Fraction(1100, 18), "61.11")
    for average, points, total, percent in (
        (A_PLUS, Fraction(11, 3), Fraction(44, 3), "61.11"),
        (Average(60, fixed=True), Fraction("3.6"), Fraction("14.6"), "60.83"),
        (A_MINUS, Fraction("2.4"), Fraction("13.4"), "55.83"),
        (Average(40, fixed=True), Fraction("2.4"), Fraction("13.4"), "55.83"),
    ):
        row, given = average_given(plays, average)
        assert numbers(given, row.points, row.top_sum) == (points, total, 24)
        assert fixed(row.percent, 2) == percent


def test_example_22() -> None:
    """Example 22: A− is the player's own per cent where that is lower."""
    quarter = weighted({-2: Fraction(1, 4), 1: Fraction(3, 4)})
    plays = [*against(1, -2, -2, 0, 1), *against(2, 0, 1, 1, -2), *against(3, 0, 0, 1, quarter)]
    board = score_board(3, plays[8:], rounding=Rounding.EXACT)
    assert [of([-2, -2, 0, 1])[0], of([0, 1, 1, -2])[0]] == [1, 2]
    assert board.matchpoints(plays[8].id) == (Fraction("1.5"),)
    assert row_of(plays).percent == 25
    row, given = average_given(plays, A_MINUS)
    assert numbers(given, row.points, row.top_sum) == (Fraction("1.5"), 6, 24)
    row, given = average_given(plays, Average(40, fixed=True))
    assert numbers(given, row.points, row.top_sum) == (Fraction("2.4"), Fraction("6.9"), 24)
    assert fixed(row.percent, 2) == "28.75"


def test_example_23() -> None:
    """Example 23: nobody is compared with an average, and it is measured by the field's mean."""
    plays = one_seat(1, {11: 1, 12: 0, 13: -2, 1: A_PLUS})
    standings = compute(plays, settings=Settings(Method.LIVES), entrants={1: Entrant()})
    board, average = standings.boards[1], plays[3].id
    assert [board.matchpoints(play.id)[0] for play in plays[:3]] == [
        Fraction(17, 3),
        3,
        Fraction(1, 3),
    ]
    assert numbers(board.fields_of(average)[0].actual, board.expected) == (3, 4)
    assert board.means == (Fraction(-1, 3),)
    assert board.given[average, 0].score == Fraction(1, 6)
    assert board.datum(average) == (Fraction(1, 2),)
    row = standings.rows[0]
    assert numbers(row.mean, row.datum_mean, row.lives) == (Fraction(1, 6), Fraction(1, 2), 0)


def test_example_24() -> None:
    """Example 24: a weighted score stands in the field with every part."""
    kept, changed = score_tricks((5, 3, 2))[1], score_tricks((4, 4, 2))[1]
    assert (kept, changed) == (-2, 1)
    score = weighted({kept: Fraction(60, 100), changed: Fraction(40, 100)})
    plays = one_seat(1, {11: 1, 12: 0, 13: -2, 1: score})
    board = score_board(1, plays, rounding=Rounding.EXACT)
    points = [board.matchpoints(play.id)[0] for play in plays]
    assert points == [Fraction(value) for value in ("5.6", "3.2", "0.6", "2.6")]
    assert sum(each for each in points if each is not None) == 12
    assert board.means == (Fraction(-9, 20),)
    assert row_of(plays, method=Method.LIVES).lives == Fraction(-4, 5)
    assert row_of(plays, method=Method.DATUM).datum == Fraction(-4, 5) + Fraction(9, 20)


def test_example_25() -> None:
    """Example 25: a split ruling; seat C's field has one result less than E."""
    ruling = (score_tricks((5, 3, 2))[0], score_tricks((4, 4, 2))[1], A_MINUS)
    assert ruling == (1, 1, A_MINUS)
    plays = [
        Play(1, 1, (1, 2, 3), score_tricks((5, 3, 2))),
        Play(2, 1, (4, 5, 6), score_tricks((2, 3, 5))),
        Play(3, 1, (7, 8, 9), score_tricks((3, 5, 2))),
        Play(4, 1, (10, 11, 12), ruling),
    ]
    board = score_board(1, plays, rounding=Rounding.EXACT)
    assert [field.actual for field in board.fields_of(4)] == [4, 4, 3]
    assert board.expected == 4
    # A: 1, 0, −2 and 1; B: −2, −2, 1 and 1; C: 0, 1, 0 factored up.
    assert numbers(*board.matchpoints(4)) == (5, 5, Fraction("2.4"))
    assert numbers(*board.matchpoints(1)) == (5, 1, Fraction(5, 3))


def points_of(board: BoardScores, plays: Iterable[int]) -> list[Fraction | None]:
    """Matchpoints of the only seat."""
    return [board.matchpoints(play)[0] for play in plays]


def percents_of(board: BoardScores, plays: Iterable[int]) -> list[Fraction | None]:
    """Per cent of the top of the only seat."""
    return [board.percent(play)[0] for play in plays]


def fouled(first: Sequence[int], second: Sequence[int]) -> BoardScores:
    """A board with these scores for its one seat in the first and the second version."""
    plays = [
        Play(table, 1, (table,), (score,), version)
        for table, (version, score) in enumerate(
            [*((0, score) for score in first), *((1, score) for score in second)], start=1
        )
    ]
    return score_board(1, plays, rounding=Rounding.EXACT)


def test_example_26() -> None:
    """Example 26: two versions of a board, one at six tables, one at three."""
    assert of([1, 1, 0, 0, -2, -2]) == [9, 9, 5, 5, 1, 1]
    assert of([1, 0, -2]) == [4, 2, 0]
    board = fouled([1, 1, 0, 0, -2, -2], [1, 0, -2])
    assert (board.expected, board.top) == (9, 16)
    assert points_of(board, range(1, 7)) == [14, 14, 8, 8, 2, 2]
    assert percents_of(board, range(7, 10)) == [70, 60, 50]
    assert points_of(board, range(7, 10)) == [Fraction("11.2"), Fraction("9.6"), 8]


def test_example_27() -> None:
    """Example 27: versions of two results and of one; three that are more than a third of E."""
    many = [1, 1, 0, 0, -2, -2, -2]
    assert percents_of(fouled(many, [1, -2]), (8, 9)) == [65, 55]
    assert percents_of(fouled(many, [0, 0]), (8, 9)) == [60, 60]
    assert percents_of(fouled(many, [-2]), (8,)) == [60]
    board = fouled([1, 1, 0, -2, -2], [1, 0, -2])
    assert (board.expected, board.top) == (8, 14)
    assert points_of(board, (6, 7, 8)) == [Fraction(37, 3), 7, Fraction(5, 3)]


# Twenty boards, 3 of 6 on each, −6 half-lives in all and as many as the fields' means sum to.
TWENTY = [
    *(play for board in range(1, 15) for play in against(board, 0, 0, 1, -1)),
    *(play for board in range(15, 21) for play in against(board, -1, -1, 0, -2)),
]


def total(row: Row) -> Fraction:
    """All half-lives that count."""
    return row.lives + row.credit


def test_example_28() -> None:
    """Example 28: penalties in each unit mean something in every method."""
    plain = row_of(TWENTY)
    assert numbers(plain.points, plain.top_sum, plain.boards) == (60, 120, 20)
    assert row_of(TWENTY, method=Method.LIVES).mean == Fraction(-6, 20)
    for unit, penalty, points, percent, lives in (
        (Unit.PERCENT, 10, "59.4", "49.5", "-6.5"),
        (Unit.POINTS, 3, "57", "47.5", "-8.5"),
        (Unit.LIVES, 1, "58.8", "49", "-7"),
    ):
        entrant = Entrant(awards=(Amount(unit, Fraction(-penalty)),))
        row = row_of(TWENTY, entrant)
        assert numbers(row.points, row.top_sum) == (Fraction(points), 120)
        assert row.percent == Fraction(percent)
        row = row_of(TWENTY, entrant, method=Method.LIVES)
        assert numbers(total(row), row.mean) == (Fraction(lives), Fraction(lives) / 20)
        assert row.lives == -6
        row = row_of(TWENTY, entrant, method=Method.DATUM)
        assert row.datum == Fraction(lives) + 6


def test_example_29() -> None:
    """Example 29: a handicap at full and at half weight, and in lives."""
    entrant = Entrant(handicap=Amount(Unit.PERCENT, Fraction(4)))
    row = row_of(TWENTY, entrant, handicap_weight=1)
    assert numbers(row.points, row.top_sum, row.percent) == (Fraction("64.8"), 120, 54)
    assert row_of(TWENTY, entrant, handicap_weight=Fraction(1, 2)).percent == 52
    assert row_of(TWENTY, entrant).percent == 50
    row = row_of(TWENTY, entrant, method=Method.LIVES, handicap_weight=1)
    assert numbers(total(row), row.mean) == (-2, Fraction(-1, 10))


def carry(unit: Unit, weight: Fraction | int, *, lives: int = 0, datum: int = 0) -> Entrant:
    """A first session of 45 of 60 on 10 boards, counted in."""
    return Entrant(
        carry=Carry(
            unit,
            Fraction(weight),
            points=Fraction(45),
            top_sum=Fraction(60),
            lives=Fraction(lives),
            datum=Fraction(datum),
            boards=10,
        )
    )


def test_example_30() -> None:
    """Example 30: an earlier session in per cent and in matchpoints, at full and half weight."""
    half = Fraction(1, 2)
    for unit, weight, points, tops, percent in (
        (Unit.PERCENT, 1, 60 + 90, 120 + 120, "62.50"),
        (Unit.PERCENT, half, 60 + 45, 120 + 60, "58.33"),
        (Unit.POINTS, 1, 105, 180, "58.33"),
        (Unit.POINTS, half, Fraction("82.5"), 150, "55.00"),
    ):
        row = row_of(TWENTY, carry(unit, weight))
        assert numbers(row.points, row.top_sum) == (points, tops)
        assert fixed(row.percent, 2) == percent
    # The mean is over the boards so counted: in per cent 20 more, in matchpoints 10.
    for unit, weight, lives, boards in (
        (Unit.PERCENT, 1, -6 + 10, 40),
        (Unit.PERCENT, half, -6 + 5, 30),
        (Unit.POINTS, 1, -6 + 5, 30),
        (Unit.POINTS, half, Fraction("-3.5"), 25),
    ):
        row = row_of(TWENTY, carry(unit, weight, lives=5), method=Method.LIVES)
        assert numbers(total(row), row.divisor) == (lives, boards)
        assert row.mean == Fraction(lives) / boards


def test_example_31() -> None:
    """Example 31: an earlier session's datum as a head start."""
    entrant = carry(Unit.LIVES, Fraction(1, 2), lives=-9, datum=5)
    row = row_of(TWENTY, entrant)
    assert numbers(row.points, row.top_sum, row.percent) == (63, 120, Fraction("52.5"))
    row = row_of(TWENTY, entrant, method=Method.LIVES)
    assert numbers(total(row), row.divisor, row.boards) == (Fraction("-3.5"), 20, 20)
    assert row_of(TWENTY, entrant, method=Method.DATUM).datum == Fraction("2.5")


def boards_played(count: int) -> list[Play]:
    return [play for board in range(1, 1 + count) for play in against(board, 1, 0)]


def test_example_32() -> None:
    """Example 32: whoever leaves before half of the boards is not ranked."""
    row = row_of(boards_played(11), Entrant(due=24))
    assert (row.rank, row.unranked) == (None, Unranked.WITHDREW)
    row = row_of(boards_played(12), Entrant(due=24))
    assert (row.rank, row.unranked) == (1, None)


def substituted(persons: Mapping[int, int]) -> Row:
    """What player 1 comes to on 12 boards, with these substitutes by board."""
    plays = boards_played(12)
    substitutes = {
        play.id: persons[play.board]
        for play in plays
        if play.players == (1,) and play.board in persons
    }
    return row_of(plays, Entrant(substitutes=substitutes))


def test_example_33() -> None:
    """Example 33: in whose name an entry with substitutes is ranked."""
    zoe, max_ = 71, 72
    row = substituted(dict.fromkeys(range(7, 13), zoe))
    assert (row.rank, row.person, row.boards) == (1, None, 12)
    row = substituted(dict.fromkeys(range(6, 13), zoe))
    assert (row.rank, row.person) == (1, zoe)
    row = substituted(dict.fromkeys(range(3, 8), zoe) | dict.fromkeys(range(8, 13), max_))
    assert (row.rank, row.unranked, row.boards) == (None, Unranked.NO_NAME, 12)
    row = substituted(dict.fromkeys(range(1, 7), max_) | dict.fromkeys(range(7, 13), zoe))
    assert (row.rank, row.person) == (1, max_)


def test_example_34() -> None:
    """Example 34: ranks in strata, ties included."""
    order = ("A", "B", "C")
    entrants = {
        entry: Entrant(categories=strata(own, order))
        for entry, own in {1: "C", 2: "A", 3: "B", 4: "C"}.items()
    }
    plays = one_seat(1, {1: 10, 2: 8, 3: 8, 4: 5})
    rows = compute(plays, settings=Settings(Method.LIVES), entrants=entrants).rows
    assert [(row.entry, row.rank) for row in rows] == [(1, 1), (2, 2), (3, 2), (4, 4)]
    places = {
        stratum: [dict(row.places)[stratum] for row in rows if stratum in dict(row.places)]
        for stratum in order
    }
    assert places == {"A": [1, 2, 2, 4], "B": [1, 2, 3], "C": [1, 2]}
    assert dict(rows[1].places) == {"A": 2}


def test_example_35() -> None:
    """Example 35: those who share places share what the places bring."""
    assert shared([1, 2, 2, 2, 5], [60, 30, 15]) == [60, 15, 15, 15, 0]
