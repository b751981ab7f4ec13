"""What each entry has gathered, board by board and in sum.

A board, seat and score make one `Cell`, shared by all who reached it: an entry's tally is a list
of cells, and `Sums` are taken over its columns. Ranking compares integers; fractions are made once
for each entry, when its `Row` is. What the director gave an entry, artificial scores and awards,
comes on top: see `tournament.rules.awards`.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from tournament.rules.inputs import Play, TieBreak, Unranked
from tournament.rules.matchpoints import BoardScores, Field
from tournament.rules.scores import Average, Made, Score, worth


class Cell(NamedTuple):
    """One score of one field; all but `top` and `best` in units of 1/`Tallies.unit`."""

    points: int
    top: int
    score: int
    mean: int
    best: int  # 1 if nobody of the field did better and somebody did worse, else 0


class Artificial(NamedTuple):
    """An artificial score of an entry, with the top of its board and the mean of its field."""

    play: int
    seat: int
    average: Average
    top: int
    mean: Fraction | None


class TieBreakValue(NamedTuple):
    """A tie-break that was applied to an entry, and what it compared; higher is better.

    One value, but for last boards: as many, counted backwards, as it took to separate the entry.
    """

    rule: TieBreak
    values: tuple[Fraction, ...]


class Part(NamedTuple):
    """What an entry was given beside its boards, of one kind, and what that added to its sums."""

    kind: str  # "handicap" or "carry"
    points: Fraction
    top_sum: Fraction
    credit: Fraction
    datum: Fraction
    divisor: Fraction


class Row(NamedTuple):
    """One line of the ranking.

    `rank` is None for an entry that has none, and `unranked` says why. `boards` counts the boards
    that count, credited `sit_outs` among them. `points` and `top_sum` are matchpoints, with all
    that was credited; `datum` likewise, in score units. `lives` is the plain sum of the scores
    made at the tables (half-lives in Com'on!); what else the entry was given is `credit`. Means
    are taken over `divisor`: the boards, and those that count from an earlier session.
    `tie_breaks` are those applied to this entry, in order: none for an entry that was never level
    with another. `person` is the substitute in whose name the entry is ranked, if not its own.
    `places` are its ranks by category. `parts` are what it was given beside its boards: they are
    in its sums.
    """

    entry: int
    rank: int | None
    boards: int
    sit_outs: int
    points: Fraction
    top_sum: Fraction
    lives: Fraction
    credit: Fraction
    datum: Fraction
    divisor: Fraction
    tie_breaks: tuple[TieBreakValue, ...] = ()
    unranked: Unranked | None = None
    person: int | None = None
    places: tuple[tuple[str, int], ...] = ()
    parts: tuple[Part, ...] = ()

    @property
    def percent(self) -> Fraction | None:
        """Matchpoints in per cent of the tops; None when the tops sum to 0.

        Between 0 and 100 but for what was awarded to, or taken from, the entry.
        """
        return self.points * 100 / self.top_sum if self.top_sum else None

    @property
    def mean(self) -> Fraction | None:
        """Mean score per counting board; None without a board."""
        return (self.lives + self.credit) / self.divisor if self.boards else None

    @property
    def datum_mean(self) -> Fraction | None:
        """Mean datum per counting board; None without a board."""
        return self.datum / self.divisor if self.boards else None


class Sums(NamedTuple):
    """What a `Row` says, in integers: all but counts in units of 1/`unit`."""

    entry: int
    boards: int
    sit_outs: int
    points: int
    top_sum: int
    lives: int
    credit: int
    datum: int
    divisor: int
    unit: int
    parts: tuple[Part, ...] = ()

    @property
    def score(self) -> int:
        """Lives with their credit."""
        return self.lives + self.credit

    @property
    def played(self) -> int:
        """Boards that count and were not sat out."""
        return self.boards - self.sit_outs

    def row(self, rank: int | None, tie_breaks: tuple[TieBreakValue, ...] = ()) -> Row:
        unit = self.unit
        return Row(
            self.entry,
            rank,
            self.boards,
            self.sit_outs,
            Fraction(self.points, unit),
            Fraction(self.top_sum, unit),
            Fraction(self.lives, unit),
            Fraction(self.credit, unit) if self.credit else _ZERO,
            Fraction(self.datum, unit),
            Fraction(self.divisor, unit),
            tie_breaks,
            parts=self.parts,
        )


def nothing_made(entry: int) -> Sums:
    """The sums of an entry without a board."""
    return Sums(entry, 0, 0, 0, 0, 0, 0, 0, 0, 1)


# The cells of one field of a board, by seat and score.
Table = tuple[dict[Score, Cell], ...]


@dataclass(frozen=True, slots=True)
class Tallies:
    """The cells of every entry in playing order, with what is needed to read them.

    `artificial` has the entries with such scores, which are in no cell. `tables` are by board and
    version of its cards.
    """

    cells: Mapping[int, list[Cell]]
    artificial: Mapping[int, list[Artificial]]
    tables: Mapping[tuple[int, int], Table]
    unit: int

    def made(self, entry: int) -> Sums:
        """The sums of the boards whose scores were compared, and of nothing else."""
        cells = self.cells.get(entry)
        unit = self.unit
        if not cells:
            return nothing_made(entry)
        points, top, lives, mean, _best = map(sum, zip(*cells, strict=True))
        boards = len(cells)
        return Sums(
            entry, boards, 0, points, top * unit, lives, 0, lives - mean, boards * unit, unit
        )


def gather(grouped: Mapping[int, Sequence[Play]], boards: Mapping[int, BoardScores]) -> Tallies:
    """Tallies of all who played; `grouped` holds the plays by board, in playing order."""
    unit = lcm(*_denominators(boards))
    tables = {
        (number, version): tuple(_cells(field, board.top, unit=unit) for field in fields)
        for number, board in boards.items()
        for version, fields in board.fields.items()
    }
    cells: defaultdict[int, list[Cell]] = defaultdict(list)
    artificial: defaultdict[int, list[Artificial]] = defaultdict(list)
    for number, plays in grouped.items():
        board = boards[number]
        if board.is_plain:
            (version,) = board.fields
            players = zip(*[play.players for play in plays if play.scores is not None], strict=True)
            scores = zip(*board.scores.values(), strict=True)
            for seat, entries, column in zip(tables[number, version], players, scores, strict=True):
                for entry, cell in zip(entries, map(seat.__getitem__, column), strict=True):
                    cells[entry].append(cell)
            continue
        for play in plays:
            if play.scores is None:
                continue
            table = tables[number, play.version]
            for at, (entry, score) in enumerate(zip(play.players, play.scores, strict=True)):
                if isinstance(score, Average):
                    mean = board.fields[play.version][at].mean
                    artificial[entry].append(Artificial(play.id, at, score, board.top, mean))
                elif score is not None:
                    cells[entry].append(table[at][score])
    return Tallies(cells, artificial, tables, unit)


def _denominators(boards: Mapping[int, BoardScores]) -> set[int]:
    found = set()
    for board in boards.values():
        for fields in board.fields.values():
            for field in fields:
                found |= {points.denominator for points in field.matchpoints.values()}
                found |= {worth(score).denominator for score in field.counts}
                if field.mean is not None:
                    found.add(field.mean.denominator)
    return found


def _cells(field: Field, top: int, *, unit: int) -> dict[Score, Cell]:
    if field.mean is None:
        return {}
    mean = scaled(field.mean, unit)
    bests = _bests(field)
    return {
        score: Cell(
            scaled(field.matchpoints[score], unit),
            top,
            scaled(worth(score), unit),
            mean,
            int(score in bests),
        )
        for score in field.counts
    }


def _bests(field: Field) -> set[Made]:
    """The scores that nobody of the field beat, where somebody has a lower one."""
    points = {score: field.matchpoints[score] for score in field.counts}
    most = max(points.values())
    bests = {score for score in points if points[score] == most}
    return bests if len(bests) < len(points) else set()


def scaled(value: Fraction | int, unit: int) -> int:
    """The value in units of 1/`unit`, which its denominator divides."""
    return value.numerator * (unit // value.denominator)


_ZERO = Fraction(0)
