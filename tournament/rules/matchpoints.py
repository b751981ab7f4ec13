"""One board: every score against the field that held the same cards.

Source: DESIGN "Scoring" of this project (`docs/scoring.md`); factoring up is Neuberg's formula.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tournament.rules.inputs import Play, Rounding
from tournament.rules.scores import Average, Made, Score, worth


class Given(NamedTuple):
    """What an artificial score came to for its player: matchpoints, and score units."""

    points: Fraction
    score: Fraction


@dataclass(frozen=True, slots=True)
class Field:
    """All who held one seat on one board, and what each score among them is worth.

    `counts` has the scores compared. `matchpoints` has these, and artificial ones at their stated
    percentage. `mean` is the mean score compared (the datum); None while there is none.
    """

    counts: Mapping[Made, int]
    matchpoints: Mapping[Score, Fraction]
    mean: Fraction | None

    @property
    def actual(self) -> int:
        """A: how many scores are compared."""
        return sum(self.counts.values())


@dataclass(frozen=True, slots=True)
class BoardScores:
    """A board's traveller in numbers.

    `expected` is E, every play of the board with or without a result, the same for each seat.
    `scores` holds, for each play with a result, what each seat got. `fields` has, by version of
    the cards, one field per seat; it is empty while no result is in. `versions` has the plays
    whose version is not 0. `given` has by play and seat what artificial scores came to, once
    their players' other boards are known.

    The methods take a play's id and give values by seat, None where the board does not count;
    they raise KeyError for a play without a result.
    """

    board: int
    expected: int
    scores: Mapping[int, tuple[Score, ...]]
    fields: Mapping[int, tuple[Field, ...]]
    versions: Mapping[int, int]
    given: Mapping[tuple[int, int], Given]

    @property
    def actual(self) -> int:
        """A: how many plays have a result."""
        return len(self.scores)

    @property
    def top(self) -> int:
        """The most matchpoints a seat can have, 2(E − 1): 0 when nobody else plays the board."""
        return 2 * (self.expected - 1)

    @property
    def is_plain(self) -> bool:
        """Whether every seat of every result is compared in one field."""
        return len(self.fields) == 1 and all(
            field.actual == self.actual for fields in self.fields.values() for field in fields
        )

    @property
    def means(self) -> tuple[Fraction | None, ...]:
        """By seat, the mean of all scores compared, whatever their version."""
        means = []
        for fields in zip(*self.fields.values(), strict=True):
            actual = sum(field.actual for field in fields)
            total = sum((field.mean or 0) * field.actual for field in fields)
            means.append(Fraction(total) / actual if actual else None)
        return tuple(means)

    def fields_of(self, play: int) -> tuple[Field, ...]:
        """The fields the play is compared in, by seat."""
        return self.fields[self.versions.get(play, 0)]

    def matchpoints(self, play: int) -> tuple[Fraction | None, ...]:
        """The play's matchpoints by seat, between 0 and `top`."""
        points: list[Fraction | None] = []
        for seat, (field, score) in enumerate(
            zip(self.fields_of(play), self.scores[play], strict=True)
        ):
            given = self.given.get((play, seat))
            if given is not None:
                points.append(given.points)
            else:
                points.append(None if score is None else field.matchpoints[score])
        return tuple(points)

    def percent(self, play: int) -> tuple[Fraction | None, ...]:
        """The play's matchpoints by seat in per cent of the top, 0 to 100; None if the top is 0."""
        if not self.top:
            return (None,) * len(self.scores[play])
        return tuple(
            None if points is None else points * 100 / self.top for points in self.matchpoints(play)
        )

    def datum(self, play: int) -> tuple[Fraction | None, ...]:
        """The play's scores by seat, less the field's mean."""
        return tuple(
            None if score is None else above_mean(score, field.mean)
            for field, score in zip(self.fields_of(play), self.scores[play], strict=True)
        )


def above_mean(score: Made | Average, mean: Fraction | None) -> Fraction:
    """The score less its field's mean, in score units."""
    if isinstance(score, Average):
        return score.above_mean
    return worth(score) - (mean or Fraction(0))


def field_matchpoints(
    counts: Mapping[Made, int], *, expected: int, rounding: Rounding, is_part: bool = False
) -> dict[Made, Fraction]:
    """Matchpoints of each score of a field: 2 per lower score, 1 per equal one, factored up to E.

    `counts` says how often each score occurred; a weighted one is compared part by part. When
    `is_part`, the field is one of several of a fouled board: with three results or fewer, and no
    more than a third of E, each counts 60 per cent of the top and 5 per matchpoint above average.
    Raises ValueError when there are more results than `expected`.
    """
    actual = sum(counts.values())
    if actual > expected:
        raise ValueError(f"{actual} results on a board expected {expected} times.")
    is_small = is_part and actual <= 3 and 3 * actual <= expected
    earned = _earned(counts)
    matchpoints: dict[Made, Fraction] = {}
    for score in counts:
        raw = (
            earned[score]
            if isinstance(score, int)
            else sum(part.weight * earned[part.score] for part in score.parts)
        )
        if is_small:
            points, over = (60 + 5 * (raw - (actual - 1))) * (expected - 1), 50
        else:
            # Neuberg: each missing result is taken to be spread like those that are in.
            points, over = raw * expected + expected - actual, actual
        if rounding == Rounding.WBF:
            matchpoints[score] = _one_decimal(points, over, average=expected - 1)
        else:
            matchpoints[score] = quotient(points, over)
    return matchpoints


def _earned(counts: Mapping[Made, int]) -> dict[int, int | Fraction]:
    """Matchpoints of each plain score against the others of its field, not factored up.

    A weighted score stands in the field with each of its parts, by their shares.
    """
    shares: defaultdict[int, int | Fraction] = defaultdict(int)
    for made, times in counts.items():
        if isinstance(made, int):
            shares[made] += times
        else:
            for part in made.parts:
                shares[part.score] += times * part.weight
    earned: dict[int, int | Fraction] = {}
    below: int | Fraction = 0
    for score in sorted(shares):
        same = shares[score]
        # Its own share is in `same`, and nobody is compared with themselves.
        earned[score] = 2 * below + same - 1
        below += same
    return earned


def score_board(board: int, plays: Sequence[Play], *, rounding: Rounding) -> BoardScores:
    """The board's scores from all its plays, those without a result included.

    Raises ValueError for a play given twice and for tables of different sizes.
    """
    if len({play.id for play in plays}) != len(plays):
        raise ValueError(f"Board {board}: a play is given twice.")
    versions = {play.id: play.version for play in plays if play.version}
    parts: defaultdict[int, Counter[tuple[Score, ...]]] = defaultdict(Counter)
    scores = {play.id: play.scores for play in plays if play.scores is not None}
    if versions:
        for play, by_seat in scores.items():
            parts[versions.get(play, 0)][by_seat] += 1
    elif scores:
        # Few distributions occur, often: counting them once is cheaper than counting each seat.
        parts[0] = Counter(scores.values())
    is_fouled = len({play.version for play in plays}) > 1 if versions else False
    fields = {
        version: tuple(
            _field(column, times.values(), len(plays), rounding, is_part=is_fouled)
            for column in zip(*times, strict=True)
        )
        for version, times in sorted(parts.items())
    }
    return BoardScores(board, len(plays), scores, fields, versions, {})


def _field(
    column: Sequence[Score],
    times: Collection[int],
    expected: int,
    rounding: Rounding,
    *,
    is_part: bool,
) -> Field:
    counts: Counter[Made] = Counter()
    averages = set()
    for score, often in zip(column, times, strict=True):
        if isinstance(score, Average):
            averages.add(score)
        elif score is not None:
            counts[score] += often
    compared = field_matchpoints(counts, expected=expected, rounding=rounding, is_part=is_part)
    matchpoints: dict[Score, Fraction] = {score: compared[score] for score in counts}
    for average in averages:
        matchpoints[average] = Fraction(average.percent * (expected - 1), 50)
    actual = sum(counts.values())
    total = sum(worth(score) * often for score, often in counts.items())
    return Field(counts, matchpoints, quotient(total, actual) if actual else None)


def _one_decimal(numerator: int | Fraction, denominator: int, *, average: int) -> Fraction:
    tenths, rest = divmod(10 * numerator, denominator)
    below_average = numerator < average * denominator
    if 2 * rest > denominator or (2 * rest == denominator and below_average):
        tenths += 1
    return quotient(tenths, 10)


# Boards played equally often have the same few quotients over and over.
quotient = lru_cache(maxsize=2**12)(Fraction)
