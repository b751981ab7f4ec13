"""What an entry's boards come to, with all that is given and taken beside them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.rules.naive.fields import Result
from tournament.rules.inputs import Amount, Carry, Entrant, Settings, SitOut, Unit

HALF_LIVES_PER_TOP = 5


@dataclass
class Total:
    """What an entry has in all; it is added to step by step.

    `boards` are those that count, boards sat out among them; `divisor` has those of an earlier
    session too. `made` is the sum of lives shown, `lives` what enters the mean.
    """

    boards: int = 0
    sit_outs: int = 0
    points: Fraction = Fraction(0)
    tops: Fraction = Fraction(0)
    made: Fraction = Fraction(0)
    lives: Fraction = Fraction(0)
    datum: Fraction = Fraction(0)
    divisor: Fraction = Fraction(0)

    @property
    def percent(self) -> Fraction | None:
        """Matchpoints in per cent of the tops; None for want of tops."""
        return self.points / self.tops * 100 if self.tops else None

    @property
    def mean(self) -> Fraction | None:
        """Lives per board; None without a board."""
        return self.lives / self.divisor if self.divisor else None

    @property
    def datum_mean(self) -> Fraction | None:
        """Datum per board; None without a board."""
        return self.datum / self.divisor if self.divisor else None


def total_of(results: Sequence[Result], entrant: Entrant, settings: Settings) -> Total:
    """Return what an entry with these results has in all."""
    total = Total()
    if not results:
        return total
    for result in results:
        total.boards += 1
        total.divisor += 1
        total.points += result.matchpoints
        total.tops += result.top
        total.made += result.score or 0
        total.lives += result.lives
        total.datum += result.datum
    _sit_out(total, results, entrant.sat_out, settings.sit_out)
    mean_top = total.tops / total.boards
    if entrant.handicap is not None:
        for _ in range(total.boards):
            _give(total, entrant.handicap, settings.handicap_weight, mean_top)
    if entrant.carry is not None:
        _carry_over(total, entrant.carry, mean_top)
    for award in entrant.awards:
        _give(total, award, Fraction(1), mean_top)
    return total


def _sit_out(total: Total, results: Sequence[Result], sat_out: int, rule: SitOut) -> None:
    if rule is SitOut.NONE:
        return
    top = total.tops / total.boards
    mean = sum((result.mean for result in results), Fraction(0)) / len(results)
    if rule is SitOut.FIFTY:
        points, lives, datum = top / 2, mean, Fraction(0)
    elif rule is SitOut.SIXTY:
        points, lives, datum = top * Fraction(6, 10), mean + Fraction(1, 2), Fraction(1, 2)
    else:
        points = total.points / total.boards
        lives = total.lives / total.boards
        datum = total.datum / total.boards
    total.points += sat_out * points
    total.tops += sat_out * top
    total.lives += sat_out * lives
    total.datum += sat_out * datum
    total.boards += sat_out
    total.sit_outs += sat_out
    total.divisor += sat_out


def _give(total: Total, amount: Amount, weight: Fraction, mean_top: Fraction) -> None:
    value = amount.value * weight
    if amount.unit is Unit.PERCENT:
        points, lives = value / 100 * mean_top, value / 20
    elif amount.unit is Unit.LIVES:
        points, lives = value / HALF_LIVES_PER_TOP * mean_top, value
    else:
        points = value
        lives = value / mean_top * HALF_LIVES_PER_TOP if mean_top else Fraction(0)
    total.points += points
    total.lives += lives
    total.datum += lives


def _carry_over(total: Total, carry: Carry, mean_top: Fraction) -> None:
    if carry.unit is Unit.LIVES:
        _give(total, Amount(Unit.LIVES, carry.datum), carry.weight, mean_top)
        return
    scale_of_points = scale_of_boards = carry.weight
    if carry.unit is Unit.PERCENT:
        scale_of_points *= total.tops / carry.top_sum if carry.top_sum else 0
        scale_of_boards *= total.boards / Fraction(carry.boards) if carry.boards else 0
    total.points += scale_of_points * carry.points
    total.tops += scale_of_points * carry.top_sum
    total.lives += scale_of_boards * carry.lives
    total.datum += scale_of_boards * carry.datum
    total.divisor += scale_of_boards * carry.boards
