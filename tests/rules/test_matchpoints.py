"""One board against its field."""

from fractions import Fraction

import pytest

from tournament.rules.inputs import Play, Rounding
from tournament.rules.matchpoints import BoardScores, field_matchpoints, score_board
from tournament.rules.scores import Made


def board(*scores: tuple[int, ...] | None, rounding: Rounding = Rounding.EXACT) -> BoardScores:
    """Board 1 with one table for each given result, tables numbered from 0."""
    plays = [
        Play(table, 1, (10 * table, 10 * table + 1, 10 * table + 2), result)
        for table, result in enumerate(scores)
    ]
    return score_board(1, plays, rounding=rounding)


def matchpoints(scored: BoardScores, play: int) -> tuple[object, ...]:
    return scored.matchpoints(play)


def percent(scored: BoardScores, play: int) -> tuple[object, ...]:
    return scored.percent(play)


def test_each_seat_is_compared_with_the_same_seat_only() -> None:
    scored = board((1, -2, 0), (-2, 1, 0), (0, 1, -2))
    assert matchpoints(scored, 0) == (4, 0, 3)
    assert matchpoints(scored, 1) == (0, 3, 3)
    assert matchpoints(scored, 2) == (2, 3, 0)
    assert percent(scored, 1) == (0, 75, 75)


def test_a_missing_result_counts_in_the_expected_number_of_every_seat() -> None:
    scored = board((1, -2, 0), None, (0, 1, -2), (-2, 0, 1))
    assert (scored.expected, scored.actual, scored.top) == (4, 3, 6)
    assert matchpoints(scored, 0) == (Fraction(17, 3), Fraction(1, 3), 3)
    assert scored.percent(0)[0] == Fraction(850, 9)
    with pytest.raises(KeyError):
        scored.matchpoints(1)


def test_the_datum_is_the_mean_of_the_results_that_are_in() -> None:
    scored = board((1, -2, 0), None, (0, 1, -2), (-2, 0, 1))
    assert scored.means == (Fraction(-1, 3), Fraction(-1, 3), Fraction(-1, 3))
    assert scored.datum(0) == (Fraction(4, 3), Fraction(-5, 3), Fraction(1, 3))


def test_fields_say_how_often_each_score_occurred() -> None:
    scored = board((1, -2, 0), (1, 0, -2), (-2, 1, 0))
    assert scored.fields_of(0)[0].counts == {1: 2, -2: 1}
    assert scored.fields_of(0)[2].counts == {0: 2, -2: 1}


def test_the_only_table_of_a_board_has_no_per_cent() -> None:
    scored = board((1, -2, 0))
    assert scored.top == 0
    assert matchpoints(scored, 0) == (0, 0, 0)
    assert percent(scored, 0) == (None, None, None)


def test_the_first_result_of_several_is_average() -> None:
    assert percent(board((1, -2, 0), None, None, None), 0) == (50, 50, 50)


def test_a_board_without_any_result_has_no_fields() -> None:
    scored = board(None, None)
    assert (scored.expected, scored.actual, scored.fields) == (2, 0, {})


def test_wbf_rounds_to_one_decimal() -> None:
    scored = board((1, -2, 0), None, (0, 1, -2), (-2, 0, 1), rounding=Rounding.WBF)
    assert matchpoints(scored, 0) == (Fraction(57, 10), Fraction(3, 10), 3)


def test_wbf_rounds_five_hundredths_toward_average() -> None:
    counts: dict[Made, int] = {1: 1, 2: 1, 3: 1, 4: 1}
    exact = field_matchpoints(counts, expected=5, rounding=Rounding.EXACT)
    rounded = field_matchpoints(counts, expected=5, rounding=Rounding.WBF)
    assert list(exact.values()) == [
        Fraction("0.25"),
        Fraction("2.75"),
        Fraction("5.25"),
        Fraction("7.75"),
    ]
    assert list(rounded.values()) == [
        Fraction("0.3"),
        Fraction("2.8"),
        Fraction("5.2"),
        Fraction("7.7"),
    ]


def test_more_results_than_expected_are_refused() -> None:
    with pytest.raises(ValueError, match="3 results on a board expected 2 times"):
        field_matchpoints({0: 3}, expected=2, rounding=Rounding.EXACT)


def test_a_play_given_twice_is_refused() -> None:
    play = Play(1, 7, (1, 2, 3), (1, -2, 0))
    with pytest.raises(ValueError, match="Board 7: a play is given twice"):
        score_board(7, [play, play], rounding=Rounding.EXACT)


def test_tables_of_different_sizes_on_a_board_are_refused() -> None:
    plays = [Play(1, 1, (1, 2, 3), (1, -2, 0)), Play(2, 1, (4, 5), (1, 0))]
    with pytest.raises(ValueError, match="zip"):
        score_board(1, plays, rounding=Rounding.EXACT)
