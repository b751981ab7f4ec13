"""What an entry gets beside the scores it made: artificial scores, boards sat out, handicap,
carry-over, awards and penalties, in this order.

One rate holds between the units: a top is worth `SCORE_PER_TOP` score units. So each of them
means something in every method. Definitions, with examples: `docs/scoring.md`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from tournament.rules.inputs import Amount, Carry, Entrant, Settings, SitOut, Unit
from tournament.rules.matchpoints import Given
from tournament.rules.scores import SCORE_PER_TOP
from tournament.rules.tallies import Artificial, Part, Sums, scaled


@dataclass(slots=True)
class _Tally:
    """An entry's sums as fractions, to be added to."""

    entry: int
    boards: int
    sit_outs: int
    points: Fraction
    top_sum: Fraction
    lives: Fraction
    credit: Fraction
    datum: Fraction
    divisor: Fraction
    parts: list[Part] = field(default_factory=list)
    noted: tuple[Fraction, ...] = ()

    @property
    def mean_top(self) -> Fraction:
        return self.top_sum / self.divisor

    def add(self, amount: Amount, times: Fraction, top: Fraction) -> None:
        """Add so many times an amount, in matchpoints and in score units; a board has this top."""
        value = amount.value * times
        if amount.unit == Unit.POINTS:
            points, share = value, (value / top if top else Fraction(0))
        else:
            share = value / (100 if amount.unit == Unit.PERCENT else SCORE_PER_TOP)
            points = share * top
        self.points += points
        self.credit += share * SCORE_PER_TOP
        self.datum += share * SCORE_PER_TOP

    def begin(self) -> None:
        """Note what is added from here on."""
        self.noted = self._now()

    def note(self, kind: str) -> None:
        """Note what was added since the last time."""
        now = self._now()
        points, top_sum, credit, datum, divisor = (
            after - before for after, before in zip(now, self.noted, strict=True)
        )
        self.parts.append(Part(kind, points, top_sum, credit, datum, divisor))
        self.noted = now

    def _now(self) -> tuple[Fraction, ...]:
        return self.points, self.top_sum, self.credit, self.datum, self.divisor

    def sums(self) -> Sums:
        unit = lcm(
            *[
                value.denominator
                for value in (
                    self.points,
                    self.top_sum,
                    self.lives,
                    self.credit,
                    self.datum,
                    self.divisor,
                )
            ]
        )
        return Sums(
            entry=self.entry,
            boards=self.boards,
            sit_outs=self.sit_outs,
            points=scaled(self.points, unit),
            top_sum=scaled(self.top_sum, unit),
            lives=scaled(self.lives, unit),
            credit=scaled(self.credit, unit),
            datum=scaled(self.datum, unit),
            divisor=scaled(self.divisor, unit),
            unit=unit,
            parts=tuple(self.parts),
        )


def with_awards(
    made: Sums, artificial: Sequence[Artificial], entrant: Entrant, settings: Settings
) -> tuple[Sums, dict[tuple[int, int], Given]]:
    """The entry's final sums, and what its artificial scores came to by play and seat.

    An entry without a board that counts gets nothing.
    """
    given: dict[tuple[int, int], Given] = {}
    boards_sat_out = 0 if settings.sit_out == SitOut.NONE else entrant.sat_out
    handicap = entrant.handicap if settings.handicap_weight else None
    has_more = handicap or entrant.carry or entrant.awards
    if not artificial and not boards_sat_out and not has_more:
        return made, given
    tally = _tally(made)
    if artificial:
        given = _artificial(tally, artificial)
    if not tally.boards:
        return made, given
    if boards_sat_out:
        _sit_out(tally, boards_sat_out, settings.sit_out)
    # All is in tops of this session's boards, whatever another one counts in.
    top = tally.mean_top
    tally.begin()
    if handicap:
        tally.add(handicap, settings.handicap_weight * tally.boards, top)
        tally.note("handicap")
    if entrant.carry:
        _carry(tally, entrant.carry)
        tally.note("carry")
    for award in entrant.awards:
        tally.add(award, Fraction(1), top)
    return tally.sums(), given


def _tally(made: Sums) -> _Tally:
    unit = made.unit
    return _Tally(
        entry=made.entry,
        boards=made.boards,
        sit_outs=made.sit_outs,
        points=Fraction(made.points, unit),
        top_sum=Fraction(made.top_sum, unit),
        lives=Fraction(made.lives, unit),
        credit=Fraction(made.credit, unit),
        datum=Fraction(made.datum, unit),
        divisor=Fraction(made.divisor, unit),
    )


def _artificial(tally: _Tally, artificial: Sequence[Artificial]) -> dict[tuple[int, int], Given]:
    """Add artificial scores, measured by the boards whose scores were compared."""
    own = tally.points * 100 / tally.top_sum if tally.top_sum else None
    own_mean = (tally.lives - tally.datum) / tally.boards if tally.boards else Fraction(0)
    given = {}
    for each in artificial:
        points = each.average.percent_of(own) / 100 * each.top
        above = each.average.above_mean
        score = (own_mean if each.mean is None else each.mean) + above
        given[each.play, each.seat] = Given(points, score)
        tally.points += points
        tally.top_sum += each.top
        tally.credit += score
        tally.datum += above
        tally.boards += 1
        tally.divisor += 1
    return given


def _sit_out(tally: _Tally, boards: int, rule: SitOut) -> None:
    """Take each board sat out as an average board of the entry's own.

    50 is half its top and the mean of its field; 60 is 60 % of its top and half a unit of score
    above that mean; own is the entry's own result, so that no average moves.
    """
    more = Fraction(boards, tally.boards)
    if rule == SitOut.OWN:
        points, datum = tally.points * more, tally.datum * more
    else:
        share = Fraction(int(rule.value), 100)
        points = tally.top_sum * more * share
        datum = (share - Fraction(1, 2)) * SCORE_PER_TOP * boards
    means = (tally.lives + tally.credit - tally.datum) * more
    tally.points += points
    tally.top_sum += tally.top_sum * more
    tally.credit += means + datum
    tally.datum += datum
    tally.boards += boards
    tally.sit_outs += boards
    tally.divisor += boards


def _carry(tally: _Tally, carry: Carry) -> None:
    """Count in an earlier session."""
    if carry.unit == Unit.LIVES:
        tally.add(Amount(Unit.LIVES, carry.datum), carry.weight, tally.mean_top)
        return
    tops = boards = carry.weight
    if carry.unit == Unit.PERCENT:
        # Its result is the other of two, however many boards it was made on.
        tops *= tally.top_sum / carry.top_sum if carry.top_sum else 0
        boards *= tally.divisor / carry.boards if carry.boards else 0
    tally.points += carry.points * tops
    tally.top_sum += carry.top_sum * tops
    tally.credit += carry.lives * boards
    tally.datum += carry.datum * boards
    tally.divisor += carry.boards * boards
