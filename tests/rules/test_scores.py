"""What a seat may get for a board, by itself and as text."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.given import numbers
from tournament.rules.scores import (
    Average,
    Made,
    Part,
    Weighted,
    from_text,
    score_made,
    to_text,
    weighted,
    worth,
)

HALF = Fraction(1, 2)
AVERAGES = (60, 50, 40)


@pytest.mark.parametrize("percent", [-60, 0, 45, 55, 100])
def test_there_are_three_averages(percent: int) -> None:
    with pytest.raises(ValueError, match=f"no average of {percent} %"):
        Average(percent)


def test_an_average_is_half_a_half_life_from_the_mean_or_at_it() -> None:
    above = [Average(percent, fixed).above_mean for fixed in (False, True) for percent in AVERAGES]
    assert above == [HALF, 0, -HALF] * 2


@pytest.mark.parametrize(
    ("own", "variable"),
    [
        (None, (60, 50, 40)),
        (Fraction(0), (60, 50, 0)),
        (Fraction(40), (60, 50, 40)),
        (Fraction(50), (60, 50, 40)),
        (Fraction(60), (60, 50, 40)),
        (Fraction(601, 10), (Fraction(601, 10), 50, 40)),
        (Fraction(399, 10), (60, 50, Fraction(399, 10))),
        (Fraction(100), (100, 50, 40)),
    ],
)
def test_a_variable_average_follows_the_player_where_that_is_further_from_average(
    own: Fraction | None, variable: tuple[Fraction | int, ...]
) -> None:
    assert numbers(*[Average(percent).percent_of(own) for percent in AVERAGES]) == variable
    stated = [Average(percent, fixed=True).percent_of(own) for percent in AVERAGES]
    assert stated == [60, 50, 40]


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ((), "two or more"),
        (((0, Fraction(1)),), "two or more"),
        (((1, HALF), (0, HALF)), "lowest first"),
        (((0, HALF), (0, HALF)), "lowest first"),
        (((0, Fraction(0)), (1, Fraction(1))), "above 0"),
        (((0, Fraction(3, 2)), (1, -HALF)), "above 0"),
        (((0, HALF), (1, Fraction(1, 3))), "sum to 1"),
        (((0, HALF), (1, HALF), (2, HALF)), "sum to 1"),
    ],
)
def test_a_weighted_score_has_scores_in_order_and_shares_of_a_whole(
    parts: tuple[tuple[int, Fraction], ...], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        Weighted(tuple(Part(*part) for part in parts))


def test_a_weighted_score_is_worth_the_mean_of_its_parts() -> None:
    score = weighted({1: Fraction(2, 5), -2: Fraction(3, 5)})
    assert score == Weighted((Part(-2, Fraction(3, 5)), Part(1, Fraction(2, 5))))
    assert worth(score) == score_made(score) == Fraction(-4, 5)


def test_all_of_one_score_is_that_score() -> None:
    assert weighted({-2: Fraction(1)}) == -2
    assert worth(-2) == score_made(-2) == -2


def test_no_score_was_made_where_there_is_an_average_or_nothing() -> None:
    assert score_made(Average(50)) is score_made(None) is None


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (-2, "-2"),
        (0, "0"),
        (170, "170"),
        (Average(60), "A+"),
        (Average(50), "A"),
        (Average(40), "A-"),
        (Average(60, fixed=True), "A+ fixed"),
        (Average(50, fixed=True), "A fixed"),
        (Average(40, fixed=True), "A- fixed"),
        (weighted({0: Fraction(2, 5), 1: Fraction(3, 5)}), "0*2/5 1*3/5"),
        (weighted({-2: HALF, 0: Fraction(1, 3), 1: Fraction(1, 6)}), "-2*1/2 0*1/3 1*1/6"),
    ],
)
def test_a_score_as_text(score: Made | Average, text: str) -> None:
    assert to_text(score) == text
    assert from_text(text) == score


SHARES = st.dictionaries(st.integers(-500, 500), st.integers(1, 100), min_size=1, max_size=6)


@given(SHARES)
def test_any_weighted_score_comes_back_from_its_text(shares: dict[int, int]) -> None:
    whole = sum(shares.values())
    score = weighted({each: Fraction(share, whole) for each, share in shares.items()})
    assert from_text(to_text(score)) == score


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "B",
        "a+",
        "A−",
        "A +",
        "A+ ",
        " fixed",
        "A+ fixed fixed",
        "3 fixed",
        "+1",
        "01",
        " 1",
        "1_000",
        "-0",
        "٣",
        "1.5",
        "1/2",
        "\0",
        "A+\0",
        pytest.param("9" * 5000, id="many digits"),
        "*",
        "1*1",
        "0*1/2",
        "0*1/2 1*1/3",
        "1*1/2 0*1/2",
        "0*2/4 1*1/2",
        "0*0.5 1*1/2",
        "0*1/2  1*1/2",
        "0*1/2 1*1/2 ",
        "0*1/2 1*1/2 x",
        "0*1/2 1*1/2\n",
        "0*1/2*1/2 1*1/2",
        "0*-1/2 1*3/2",
        "0*1/0 1*1",
        "0*1/0 1*1/2 2*1/2",
        "0*1e999999999 1*1",
        "0*nan 1*1/2",
    ],
)
def test_what_no_score_is_written_as_is_no_score(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        from_text(text)
