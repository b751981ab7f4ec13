"""The examples of both scoring.md by their numbers: what a board was like."""

from fractions import Fraction

from tournament.leaderboard.templatetags.triplicate import spread
from tournament.rules.inputs import Play, Rounding
from tournament.rules.matchpoints import BoardScores, score_board
from tournament.rules.scores import Average, Score
from tournament.rules.swings import (
    Character,
    Difficulty,
    ParShare,
    Swing,
    board_of_the_night,
    by_difficulty,
    by_swing,
    par_share,
    swing,
)

PAR = (1, -2, -2)


def board(*results: tuple[Score, ...], versions: tuple[int, ...] = ()) -> BoardScores:
    """A board with these results, by table; of tables with other cards, `versions` says which."""
    plays = [
        Play(table, 1, (3 * table, 3 * table + 1, 3 * table + 2), scores, version)
        for table, (scores, version) in enumerate(
            zip(results, versions or (0,) * len(results), strict=True)
        )
    ]
    return score_board(1, plays, rounding=Rounding.EXACT)


def halves(*swings: int) -> Swing:
    return Swing(tuple(map(Fraction, swings)))


def test_example_40() -> None:
    """Example 40: the swing of a board of Com'on! at three tables, seat by seat."""
    found = swing(board((1, -2, 0), (0, -2, 1), (-2, 1, 0)))
    assert found == Swing((Fraction(2), Fraction(2), Fraction(2, 3)))
    assert found.mean == Fraction(14, 9)
    assert spread(found.mean, "comon") == "0.78"


def test_example_41() -> None:
    """Example 41: the share of tables at par, and how hard that makes a board."""
    found = par_share([PAR, (1, 0, -2), (-2, 1, 0), PAR], PAR)
    assert found == ParShare(2, 4)
    assert found.difficulty == Difficulty.EASY
    assert ParShare(2, 8).difficulty == Difficulty.MIDDLING
    assert ParShare(1, 8).difficulty == Difficulty.HARD


def test_example_42() -> None:
    """Example 42: the board of the night, where three boards have the same swing."""
    boards = [
        Character(1, halves(1, 1, 1), ParShare(0, 4)),
        Character(2, halves(2, 2, 2), ParShare(2, 4)),
        Character(3, halves(2, 2, 2), ParShare(1, 4), Fraction(2)),
        Character(4, halves(3, 3, 0), ParShare(1, 4), Fraction(3)),
    ]
    assert board_of_the_night(boards) == boards[3]
    assert [each.board for each in by_swing(boards)] == [4, 3, 2, 1]
    assert [each.board for each in by_difficulty(boards)] == [1, 4, 3, 2]


def test_of_two_tables_nothing_is_said() -> None:
    assert swing(board((1, -2, 0), (0, -2, 1))) is None
    assert swing(board()) is None
    assert par_share([PAR, PAR], PAR) is None


def test_what_was_given_instead_of_a_score_is_no_table() -> None:
    average: tuple[Score, ...] = (Average(60), Average(50), Average(40))
    assert swing(board((1, -2, 0), (0, -2, 1), average, (None, None, None))) is None
    played = ((1, -2, 0), (0, -2, 1), (-2, 1, 0))
    assert swing(board(*played, average)) == swing(board(*played))


def test_tables_with_other_cards_are_compared_among_themselves() -> None:
    usual = ((1, -2, 0), (1, -2, 0), (1, -2, 0))
    other = ((-2, 1, 0), (-2, 1, 0), (1, 0, -2))
    found = swing(board(*usual, *other, versions=(0, 0, 0, 1, 1, 1)))
    # Of each seat's six pairs, two differ: those of the odd table.
    assert found == Swing((Fraction(6, 6), Fraction(2, 6), Fraction(4, 6)))
    assert swing(board(*usual, *other[1:], versions=(0, 0, 0, 1, 1))) == halves(0, 0, 0)


def test_there_is_no_board_of_the_night_where_nobody_differs() -> None:
    assert board_of_the_night([]) is None
    assert board_of_the_night([Character(1), Character(2, halves(0, 0, 0))]) is None
    assert board_of_the_night([Character(1), Character(2, halves(1, 0, 0))]) is not None


def test_of_equal_boards_the_lower_number_comes_first_and_the_unknown_last() -> None:
    boards = [Character(1), Character(3, halves(1, 1, 1)), Character(2, halves(1, 1, 1))]
    assert [each.board for each in by_swing(boards)] == [2, 3, 1]
    shares = [Character(1), Character(3, par=ParShare(1, 3)), Character(2, par=ParShare(1, 3))]
    assert [each.board for each in by_difficulty(shares)] == [2, 3, 1]
