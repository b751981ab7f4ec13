"""Exact values as people read them. Rounding happens here and nowhere else.

Decimals have a point; Django localises `Decimal` values.
"""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from math import ceil

NO_VALUE = "–"
MINUS = "−"


def rounded(value: Fraction | Decimal | int, places: int) -> Decimal:
    """The value to `places` decimals, halves away from zero; zero never has a sign."""
    exact = Fraction(value)
    scaled, rest = divmod(abs(exact) * 10**places, 1)
    if 2 * rest >= 1:
        scaled += 1
    digits = Decimal(scaled).scaleb(-places)
    return -digits if exact < 0 else digits


def fixed(value: Fraction | int | None, places: int, *, signed: bool = False) -> str:
    """`rounded` as text, with a true minus and, if `signed`, a plus; "–" for None."""
    if value is None:
        return NO_VALUE
    number = rounded(value, places)
    if number < 0:
        return f"{MINUS}{-number:f}"
    return f"+{number:f}" if signed and number else f"{number:f}"


def lives(half_lives: Fraction | int) -> str:
    """Half-lives as lives: 3 is "+1½", −1 is "−½", 0 is "0"; weighted ones to two decimals."""
    if not half_lives:
        return "0"
    if half_lives != int(half_lives):
        return mean_lives(Fraction(half_lives))
    whole, half = divmod(abs(int(half_lives)), 2)
    sign = "+" if half_lives > 0 else MINUS
    return f"{sign}{whole or ''}{'½' if half else ''}"


def plural_number(value: Fraction | Decimal | int) -> int:
    """The number by which a language chooses the form of the word after this one, its sign aside.

    Of 1½ or 0.3 that is 0: many in English, and one in French.
    """
    size = abs(Fraction(value))
    return 0 if size < 2 and size != 1 else ceil(size)


def lives_number(half_lives: Fraction | int) -> int:
    """`plural_number` of half-lives written as lives: “½ life” is one in every language."""
    return 1 if abs(half_lives) == 1 else plural_number(Fraction(half_lives) / 2)


def mean_lives(half_lives: Fraction | None, places: int = 2) -> str:
    """A mean of half-lives as signed lives: −1/3 of a half-life is "−0.17"; "–" for None."""
    return fixed(None if half_lives is None else half_lives / 2, places, signed=True)


def ranges(numbers: Iterable[int]) -> str:
    """Return numbers with neighbours joined: (7, 8, 9, 12) → "7–9, 12"."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in runs)
