"""What each entry has gathered, board by board and in sum.

A board, seat and score make one `Cell`, shared by all who reached it: an entry's tally is a list
of cells, and `Sums` are taken over its columns. Ranking compares integers; fractions are made once
for each entry, when its `Row` is.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from tournament.rules.inputs import Play, SitOut, TieBreak
from tournament.rules.matchpoints import BoardScores


class Cell(NamedTuple):
    """One score of one field; `points` and `mean` are in units of 1/`Tallies.unit`."""

    points: int
    top: int
    score: int
    mean: int
    best: int  # 1 if nobody of the field did better and somebody did worse, else 0


class TieBreakValue(NamedTuple):
    """A tie-break that was applied to an entry, and what it compared; higher is better.

    One value, but for last boards: as many, counted backwards, as it took to separate the entry.
    """

    rule: TieBreak
    values: tuple[Fraction, ...]


class Row(NamedTuple):
    """One line of the ranking.

    `rank` is None for an entry without a result. `boards` counts the boards that count, credited
    `sit_outs` among them. `points` and `top_sum` are matchpoints, the credit for boards sat out
    included; `datum` likewise, in score units. `lives` is the plain sum of the scores made at the
    tables (half-lives in Com'on!); what sitting out adds to it is `credit`. `tie_breaks` are
    those applied to this entry, in order: none for an entry that was never level with another.
    """

    entry: int
    rank: int | None
    boards: int
    sit_outs: int
    points: Fraction
    top_sum: Fraction
    lives: int
    credit: Fraction
    datum: Fraction
    tie_breaks: tuple[TieBreakValue, ...] = ()

    @property
    def percent(self) -> Fraction | None:
        """Matchpoints in per cent of the tops, 0 to 100; None when the tops sum to 0."""
        return self.points * 100 / self.top_sum if self.top_sum else None

    @property
    def mean(self) -> Fraction | None:
        """Mean score per counting board; None without a board."""
        return (self.lives + self.credit) / self.boards if self.boards else None

    @property
    def datum_mean(self) -> Fraction | None:
        """Mean datum per counting board; None without a board."""
        return self.datum / self.boards if self.boards else None


class Sums(NamedTuple):
    """What a `Row` says, in integers: all but counts and `lives` in units of 1/`unit`."""

    entry: int
    boards: int
    sit_outs: int
    points: int
    top_sum: int
    lives: int
    credit: int
    datum: int
    unit: int

    @property
    def score(self) -> int:
        """Lives with their credit, in units of 1/`unit`."""
        return self.lives * self.unit + self.credit

    def row(self, rank: int | None, tie_breaks: tuple[TieBreakValue, ...] = ()) -> Row:
        unit = self.unit
        return Row(
            self.entry,
            rank,
            self.boards,
            self.sit_outs,
            Fraction(self.points, unit),
            Fraction(self.top_sum, unit),
            self.lives,
            Fraction(self.credit, unit) if self.credit else _ZERO,
            Fraction(self.datum, unit),
            tie_breaks,
        )


# The cells of one board: for each seat, the cell of each score.
Table = tuple[dict[int, Cell], ...]


@dataclass(frozen=True, slots=True)
class Tallies:
    """The cells of every entry in playing order, with what is needed to read them."""

    cells: Mapping[int, list[Cell]]
    tables: Mapping[int, Table]
    unit: int

    def sums(self, entry: int, *, sat_out: int, rule: SitOut) -> Sums:
        """The entry's sums, with the credit for `sat_out` boards."""
        cells = self.cells.get(entry)
        if not cells:
            return Sums(entry, 0, 0, 0, 0, 0, 0, 0, self.unit)
        points, top, lives, mean, _best = map(sum, zip(*cells, strict=True))
        unit = self.unit
        sums = Sums(entry, len(cells), 0, points, top * unit, lives, 0, lives * unit - mean, unit)
        if rule == SitOut.NONE or not sat_out:
            return sums
        return _credited(sums, sat_out, rule)


def gather(grouped: Mapping[int, Sequence[Play]], boards: Mapping[int, BoardScores]) -> Tallies:
    """Tallies of all who played; `grouped` holds the plays by board, in playing order."""
    units = {
        value.denominator
        for board in boards.values()
        for field in board.fields
        for value in (field.mean, *field.matchpoints.values())
    }
    unit = lcm(*units)
    tables = {number: _table(board, unit=unit) for number, board in boards.items()}
    cells: defaultdict[int, list[Cell]] = defaultdict(list)
    for number, plays in grouped.items():
        players = zip(*[play.players for play in plays if play.scores is not None], strict=True)
        scores = zip(*boards[number].scores.values(), strict=True)
        for seat, entries, column in zip(tables[number], players, scores, strict=True):
            for entry, cell in zip(entries, map(seat.__getitem__, column), strict=True):
                cells[entry].append(cell)
    return Tallies(cells, tables, unit)


def _table(board: BoardScores, *, unit: int) -> Table:
    table = []
    for field in board.fields:
        mean = _scaled(field.mean, unit)
        worst, best = min(field.counts), max(field.counts)
        table.append(
            {
                score: Cell(
                    _scaled(points, unit), board.top, score, mean, int(worst < score == best)
                )
                for score, points in field.matchpoints.items()
            }
        )
    return tuple(table)


def _credited(sums: Sums, sat_out: int, rule: SitOut) -> Sums:
    """The sums with each board sat out taken as an average board of the player's own.

    50 is half its top and the mean of its field; 60 is 60 % of its top and half a unit of score
    above that mean; own is the player's own result, so that no average moves.
    """
    # What one board sat out adds, in tenths of 1/`unit` and for all boards played together.
    if rule == SitOut.OWN:
        points, score, datum = 10 * sums.points, 10 * sums.score, 10 * sums.datum
    else:
        sixty = rule == SitOut.SIXTY
        points = (6 if sixty else 5) * sums.top_sum
        datum = 5 * sums.unit * sums.boards if sixty else 0
        score = 10 * (sums.score - sums.datum) + datum
    finer = 10 * sums.boards
    return Sums(
        sums.entry,
        sums.boards + sat_out,
        sat_out,
        sums.points * finer + points * sat_out,
        sums.top_sum * (finer + 10 * sat_out),
        sums.lives,
        score * sat_out,
        sums.datum * finer + datum * sat_out,
        sums.unit * finer,
    )


def _scaled(value: Fraction, unit: int) -> int:
    return value.numerator * (unit // value.denominator)


_ZERO = Fraction(0)
