"""What a score would have been worth in a field that it was not made in."""

from dataclasses import dataclass
from fractions import Fraction

from tournament.rules.inputs import Rounding
from tournament.rules.matchpoints import Field, above_mean, field_matchpoints
from tournament.rules.scores import worth


@dataclass(frozen=True, slots=True)
class Beside:
    """A score beside all that were made with the same cards.

    `below`, `equal` and `above` count the field's scores. `points` are matchpoints of `top`, as if
    one more table had played the board; `datum` is the score less the field's mean, in score units.
    """

    below: int
    equal: int
    above: int
    points: Fraction
    top: int
    datum: Fraction

    @property
    def percent(self) -> Fraction:
        """The matchpoints in per cent of the top."""
        return self.points * 100 / self.top


def beside(score: int, field: Field) -> Beside | None:
    """The score beside a field; None where nobody made a score to be compared with."""
    actual = field.actual
    if not actual:
        return None
    with_it = {**field.counts, score: field.counts.get(score, 0) + 1}
    earned = field_matchpoints(with_it, expected=actual + 1, rounding=Rounding.EXACT)
    return Beside(
        below=sum(often for made, often in field.counts.items() if worth(made) < score),
        equal=field.counts.get(score, 0),
        above=sum(often for made, often in field.counts.items() if worth(made) > score),
        points=earned[score],
        top=2 * actual,
        datum=above_mean(score, field.mean),
    )
