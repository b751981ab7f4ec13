"""What a seat may get for a board: the score made, or what the director gave instead.

Every seat of a play has its own: a split ruling is no more than different values by seat.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

# One half-life is worth a fifth of a top: A+ is 60 % of the top, or half a half-life above the
# mean. Whatever is given in one unit is applied in another by this rate.
SCORE_PER_TOP = 5


@dataclass(frozen=True, slots=True)
class Average:
    """An artificial score: A+, A or A−, which is 60, 50 or 40 `percent` of the top.

    A variable A+ is the player's own percentage where that is higher, a variable A− where it is
    lower; a `fixed` one is what it says. Raises ValueError for any other percentage.
    """

    percent: int
    fixed: bool = False

    def __post_init__(self) -> None:
        if self.percent not in {40, 50, 60}:
            raise ValueError(f"There is no average of {self.percent} %.")

    @property
    def above_mean(self) -> Fraction:
        """How far above the field's mean it lies, in score units (half-lives in Com'on!)."""
        return Fraction(self.percent - 50, 100) * SCORE_PER_TOP

    def percent_of(self, own: Fraction | None) -> Fraction:
        """Per cent of the top for a player whose other boards came to `own` per cent, if any."""
        stated = Fraction(self.percent)
        if own is None or self.fixed or self.percent == 50:
            return stated
        return max(own, stated) if self.percent > 50 else min(own, stated)


class Part(NamedTuple):
    """A score and its share of a weighted one."""

    score: int
    weight: Fraction


@dataclass(frozen=True, slots=True)
class Weighted:
    """Several scores, each with its share: 60 % of +1 and 40 % of 0. Lowest first.

    Raises ValueError unless there are two or more different scores with shares above 0 whose sum
    is 1.
    """

    parts: tuple[Part, ...]

    def __post_init__(self) -> None:
        scores = [part.score for part in self.parts]
        if len(scores) < 2 or scores != sorted(set(scores)):
            raise ValueError("A weighted score has two or more scores, lowest first.")
        if any(part.weight <= 0 for part in self.parts):
            raise ValueError("Each share of a weighted score is above 0.")
        if sum(part.weight for part in self.parts) != 1:
            raise ValueError("The shares of a weighted score sum to 1.")

    @property
    def mean(self) -> Fraction:
        """The score it is worth."""
        return sum((part.score * part.weight for part in self.parts), Fraction(0))


# Scores that were made, or assigned as if they had been: what a field compares.
Made = int | Weighted
# None: the board does not count for this seat.
Score = Made | Average | None


def worth(score: Made) -> int | Fraction:
    """A score that was made, as a number of score units."""
    return score if isinstance(score, int) else score.mean


def score_made(score: Score) -> int | Fraction | None:
    """The score in score units where one was made; None for an average or where nothing counts."""
    return worth(score) if isinstance(score, Made) else None


def weighted(parts: dict[int, Fraction]) -> Made:
    """The score with these shares by score: a plain one when it is all of one score."""
    if len(parts) == 1:
        return next(iter(parts))
    return Weighted(tuple(Part(score, parts[score]) for score in sorted(parts)))


def to_text(score: Made | Average) -> str:
    """The score in a few characters: `-2`, `A+`, `A- fixed`, `0*2/5 1*3/5`."""
    if isinstance(score, Average):
        return _NAMES[score.percent] + (_FIXED if score.fixed else "")
    if isinstance(score, Weighted):
        return " ".join(f"{part.score}*{part.weight}" for part in score.parts)
    return str(score)


def from_text(text: str) -> Made | Average:
    """The score again. Raises ValueError for anything `to_text` cannot write."""
    name = text.removesuffix(_FIXED)
    if name in _PERCENTS:
        return Average(_PERCENTS[name], fixed=name != text)
    score: Made
    if "*" in text:
        parts = [part for part in map(_PART.fullmatch, text.split(" ")) if part]
        score = Weighted(tuple(Part(int(part[1]), Fraction(part[2])) for part in parts))
    else:
        score = int(text)
    if to_text(score) != text:
        raise ValueError(f"No score is written {text!r}.")
    return score


# Fractions read more than this, and an exponent of a few digits would keep them at it for hours.
_PART = re.compile(r"(-?[0-9]+)\*([0-9]+/[1-9][0-9]*)")
_NAMES = {60: "A+", 50: "A", 40: "A-"}
_PERCENTS = {name: percent for percent, name in _NAMES.items()}
_FIXED = " fixed"
