"""What each entry has gathered, board by board and in sum.

A board, seat and score make one `Cell`, shared by all who reached it: an entry's tally is a list
of cells, and sums are taken over its columns in integers. Fractions are made once per entry.
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


# The cells of one board: for each seat, the cell of each score.
Table = tuple[dict[int, Cell], ...]


@dataclass(frozen=True, slots=True)
class Tallies:
    """The cells of every entry in playing order, with what is needed to read them."""

    cells: Mapping[int, list[Cell]]
    tables: Mapping[int, Table]
    unit: int

    def row(self, entry: int, *, sat_out: int, rule: SitOut) -> Row:
        """The entry's sums, not ranked yet, with the credit for `sat_out` boards."""
        cells = self.cells.get(entry)
        if not cells:
            return Row(entry, None, 0, 0, _ZERO, _ZERO, 0, _ZERO, _ZERO)
        points, top, lives, mean = map(sum, list(zip(*cells, strict=True))[:4])
        row = Row(
            entry,
            None,
            len(cells),
            0,
            Fraction(points, self.unit),
            Fraction(top),
            lives,
            _ZERO,
            Fraction(lives * self.unit - mean, self.unit),
        )
        if rule == SitOut.NONE or not sat_out:
            return row
        return _credited(row, sat_out, rule)


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
        counted = [play for play in plays if play.scores is not None]
        players = zip(*(play.players for play in counted), strict=True)
        scores = zip(*boards[number].scores.values(), strict=True)
        for seat, entries, column in zip(tables[number], players, scores, strict=True):
            for entry, score in zip(entries, column, strict=True):
                cells[entry].append(seat[score])
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


def _credited(row: Row, sat_out: int, rule: SitOut) -> Row:
    """The row with each board sat out taken as an average board of the player's own.

    50 is half its top and the mean of its field; 60 is 60 % of its top and half a unit of score
    above that mean; own is the player's own result, so that no average moves.
    """
    weight = Fraction(sat_out, row.boards)
    top = row.top_sum * weight
    if rule == SitOut.OWN:
        points, credit, datum = row.points * weight, row.lives * weight, row.datum * weight
    else:
        sixty = rule == SitOut.SIXTY
        points = top * (Fraction(3, 5) if sixty else Fraction(1, 2))
        datum = Fraction(sat_out, 2) if sixty else _ZERO
        credit = (row.lives - row.datum) * weight + datum
    return row._replace(
        boards=row.boards + sat_out,
        sit_outs=sat_out,
        points=row.points + points,
        top_sum=row.top_sum + top,
        credit=credit,
        datum=row.datum + datum,
    )


def _scaled(value: Fraction, unit: int) -> int:
    return value.numerator * (unit // value.denominator)


_ZERO = Fraction(0)
