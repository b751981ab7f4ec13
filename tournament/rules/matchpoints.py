"""One board: every score against the field that held the same cards.

Source: DESIGN "Scoring" of this project (`docs/scoring.md`); factoring up is Neuberg's formula.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from tournament.rules.inputs import Play, Rounding


@dataclass(frozen=True, slots=True)
class Field:
    """All who held one seat on one board, and what each score among them is worth.

    `counts` and `matchpoints` are keyed by score; `mean` is the field's mean score (the datum).
    """

    counts: Mapping[int, int]
    matchpoints: Mapping[int, Fraction]
    mean: Fraction


@dataclass(frozen=True, slots=True)
class BoardScores:
    """A board's traveller in numbers.

    `expected` is E, every play of the board with or without a result, the same for each seat.
    `scores` holds, for each play with a result, its scores by seat. `fields` has one field per
    seat, and is empty while no result is in. The methods take a play's id and give values by
    seat; they raise KeyError for a play without a result.
    """

    board: int
    expected: int
    scores: Mapping[int, tuple[int, ...]]
    fields: tuple[Field, ...]

    @property
    def actual(self) -> int:
        """A: how many plays have a result."""
        return len(self.scores)

    @property
    def top(self) -> int:
        """The most matchpoints a seat can have, 2(E − 1): 0 when nobody else plays the board."""
        return 2 * (self.expected - 1)

    def matchpoints(self, play: int) -> tuple[Fraction, ...]:
        """The play's matchpoints by seat, between 0 and `top`."""
        return tuple(
            field.matchpoints[score]
            for field, score in zip(self.fields, self.scores[play], strict=True)
        )

    def percent(self, play: int) -> tuple[Fraction | None, ...]:
        """The play's matchpoints by seat in per cent of the top, 0 to 100; None if the top is 0."""
        if not self.top:
            return (None,) * len(self.scores[play])
        return tuple(points * 100 / self.top for points in self.matchpoints(play))

    def datum(self, play: int) -> tuple[Fraction, ...]:
        """The play's scores by seat, less the field's mean."""
        return tuple(
            score - field.mean for field, score in zip(self.fields, self.scores[play], strict=True)
        )


def field_matchpoints(
    counts: Mapping[int, int], *, expected: int, rounding: Rounding
) -> dict[int, Fraction]:
    """Matchpoints of each score of a field: 2 per lower score, 1 per equal one, factored up to E.

    `counts` says how often each score occurred. Raises ValueError when there are more results
    than `expected`.
    """
    actual = sum(counts.values())
    if actual > expected:
        raise ValueError(f"{actual} results on a board expected {expected} times.")
    matchpoints: dict[int, Fraction] = {}
    below = 0
    for score in sorted(counts):
        same = counts[score]
        earned = 2 * below + same - 1
        # Neuberg: each missing result is taken to be spread like those that are in.
        factored = earned * expected + expected - actual
        if rounding == Rounding.WBF:
            matchpoints[score] = _one_decimal(factored, actual, average=expected - 1)
        else:
            matchpoints[score] = _quotient(factored, actual)
        below += same
    return matchpoints


def score_board(board: int, plays: Sequence[Play], *, rounding: Rounding) -> BoardScores:
    """The board's scores from all its plays, those without a result included.

    Raises ValueError for a play given twice and for tables of different sizes.
    """
    expected = {play.id: play.scores for play in plays}
    if len(expected) != len(plays):
        raise ValueError(f"Board {board}: a play is given twice.")
    scores = {play: by_seat for play, by_seat in expected.items() if by_seat is not None}
    # Few distributions occur, often: counting them once is cheaper than counting each seat.
    distributions = Counter(scores.values())
    fields = []
    for column in zip(*distributions, strict=True):
        counts: Counter[int] = Counter()
        for score, times in zip(column, distributions.values(), strict=True):
            counts[score] += times
        fields.append(
            Field(
                counts=counts,
                matchpoints=field_matchpoints(counts, expected=len(plays), rounding=rounding),
                mean=_quotient(sum(score * times for score, times in counts.items()), len(scores)),
            )
        )
    return BoardScores(board, len(plays), scores, tuple(fields))


def _one_decimal(numerator: int, denominator: int, *, average: int) -> Fraction:
    tenths, rest = divmod(10 * numerator, denominator)
    below_average = numerator < average * denominator
    if 2 * rest > denominator or (2 * rest == denominator and below_average):
        tenths += 1
    return _quotient(tenths, 10)


# Boards played equally often have the same few quotients over and over.
_quotient = lru_cache(maxsize=2**12)(Fraction)
