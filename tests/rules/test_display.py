"""What people read."""

from decimal import Decimal
from fractions import Fraction

import pytest

from tournament.rules.display import (
    fixed,
    lives,
    lives_number,
    mean_lives,
    plural_number,
    rounded,
)


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (Fraction(17, 3), 2, "5.67"),
        (Fraction(1, 3), 2, "0.33"),
        (Fraction(1, 8), 2, "0.13"),
        (Fraction(-1, 8), 2, "-0.13"),
        (Fraction(1, 2), 0, "1"),
        (Fraction(100), 2, "100.00"),
        (Fraction(-1, 1000), 2, "0.00"),
        (5, 1, "5.0"),
        (Fraction(2, 3) * 100, 2, "66.67"),
        (0, 8, "0.00000000"),
    ],
)
def test_halves_round_away_from_zero(value: Fraction | int, places: int, text: str) -> None:
    number = rounded(value, places)
    assert isinstance(number, Decimal)
    assert f"{number:f}" == text


def test_fixed_has_a_true_minus_and_a_plus_when_asked() -> None:
    assert fixed(Fraction(-5, 3), 2) == "−1.67"
    assert fixed(Fraction(5, 3), 2) == "1.67"
    assert fixed(Fraction(5, 3), 2, signed=True) == "+1.67"
    assert fixed(0, 2, signed=True) == "0.00"
    assert fixed(Fraction(-1, 1000), 2, signed=True) == "0.00"
    assert fixed(None, 2) == "–"
    assert fixed(0, 8) == "0.00000000"


@pytest.mark.parametrize(
    ("half_lives", "text"),
    [(3, "+1½"), (-4, "−2"), (0, "0"), (1, "+½"), (-1, "−½"), (2, "+1"), (-25, "−12½")],
)
def test_half_lives_are_shown_as_lives(half_lives: int, text: str) -> None:
    assert lives(half_lives) == text


def test_a_mean_is_shown_in_lives() -> None:
    assert mean_lives(Fraction(-1, 3)) == "−0.17"
    assert mean_lives(Fraction(3, 4)) == "+0.38"
    assert mean_lives(None) == "–"


# English has one form for 1 alone, French for everything below 2; both choose by a whole number.
@pytest.mark.parametrize(
    ("half_lives", "english", "french"),
    [
        (0, "many", "one"),
        (1, "one", "one"),
        (-2, "one", "one"),
        (3, "many", "one"),
        (-3, "many", "one"),
        (4, "many", "many"),
        (-12, "many", "many"),
        (Fraction(3, 5), "many", "one"),
        (Fraction(9, 2), "many", "many"),
    ],
)
def test_lives_take_the_form_of_their_number(
    half_lives: Fraction | int, english: str, french: str
) -> None:
    number = lives_number(half_lives)
    assert ("one" if number == 1 else "many") == english
    assert ("many" if number > 1 else "one") == french


@pytest.mark.parametrize(
    ("value", "number"),
    [(0, 0), (1, 1), (Decimal("-1"), 1), (Decimal("0.5"), 0), (Decimal("1.5"), 0), (2, 2)],
)
def test_the_number_that_chooses_a_plural(value: Decimal | int, number: int) -> None:
    assert plural_number(value) == number
