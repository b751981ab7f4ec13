"""Separating entries that are level, in the event's order of tie-breaks.

Each tie-break splits a level group; what stays level goes on to the next one, compared among
themselves. Definitions, with examples: `docs/scoring.md`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import combinations

from tournament.rules.inputs import Method, Play, TieBreak
from tournament.rules.matchpoints import quotient
from tournament.rules.tallies import Cell, Sums, Tallies, TieBreakValue

Value = Fraction | int
Values = Mapping[int, Sequence[Value]]  # by entry; higher is better
Meeting = tuple[Play, ...]  # the plays of a board whose players met: one, but for teams
Level = list[tuple[Sums, tuple[TieBreakValue, ...]]]  # with the values applied so far


@dataclass(frozen=True, slots=True)
class Evidence:
    """What tie-breaks look at.

    `meetings` has, by entry, at least the meetings, of plays with a result, at which it met another
    entry of its level group.
    """

    method: Method
    tallies: Tallies
    meetings: Mapping[int, Sequence[Meeting]]
    seed: str


def separate(level: Level, order: Sequence[TieBreak], evidence: Evidence) -> Iterator[Level]:
    """The group as smaller groups that stay level, best first, with the values that did it."""
    if len(level) == 1 or not order:
        yield sorted(level, key=lambda pair: pair[0].entry)
        return
    rule, *later = order
    values = _RULES[rule]([each for each, _ in level], evidence)
    split: dict[tuple[Value, ...], Level] = {}
    for each, applied in level:
        value = tuple(values[each.entry])
        shown = TieBreakValue(rule, tuple(map(Fraction, value)))
        split.setdefault(value, []).append((each, (*applied, shown)))
    for value in sorted(split, reverse=True):
        yield from separate(split[value], later, evidence)


def _head_to_head(tied: Sequence[Sums], evidence: Evidence) -> Values:
    """Boards won minus boards lost against the others of the group, at the same tables."""
    method = _method(tied, evidence)
    balance = {each.entry: 0 for each in tied}
    together = {
        meeting[0].id: meeting for entry in balance for meeting in evidence.meetings.get(entry, ())
    }
    for meeting in together.values():
        marks = [
            (entry, _mark(cells[score], method, evidence))
            for play in meeting
            for entry, cells, score in zip(
                play.players,
                evidence.tallies.tables[play.board, play.version],
                play.scores or (),
                strict=True,
            )
            if entry in balance and score in cells
        ]
        for (one, mine), (other, theirs) in combinations(marks, 2):
            won = (mine > theirs) - (mine < theirs)
            balance[one] += won
            balance[other] -= won
    return _single(balance.items())


def _tops(tied: Sequence[Sums], evidence: Evidence) -> Values:
    """Boards on which nobody of the field did better, and somebody did worse."""
    cells = evidence.tallies.cells
    return _single(
        (each.entry, sum(cell.best for cell in cells.get(each.entry, ()))) for each in tied
    )


def _lives(tied: Sequence[Sums], _: Evidence) -> Values:
    """Mean score per counting board: with equal numbers of boards, the order of the totals."""
    return _single((each.entry, Fraction(each.score, each.divisor)) for each in tied)


def _last_boards(tied: Sequence[Sums], evidence: Evidence) -> Values:
    """Results of the last board, then of the one before, as far back as it takes.

    Boards whose top is 0 have no matchpoints to compare. Nobody is compared further back than
    the one of the group with the fewest boards.
    """
    method = _method(tied, evidence)
    played = {
        each.entry: [
            cell
            for cell in evidence.tallies.cells.get(each.entry, ())
            if cell.top or method != Method.MATCHPOINTS
        ]
        for each in tied
    }
    shown: dict[int, list[Value]] = {entry: [] for entry in played}
    level = [list(played)]
    for back in range(1, 1 + min(map(len, played.values()))):
        split = []
        for group in level:
            apart: dict[Value, list[int]] = {}
            for entry in group:
                mark = _mark(played[entry][-back], method, evidence)
                shown[entry].append(mark)
                apart.setdefault(mark, []).append(entry)
            split += [same for same in apart.values() if len(same) > 1]
        level = split
    return shown


def _lot(tied: Sequence[Sums], evidence: Evidence) -> Values:
    """Numbers 1 to n drawn by the n level entries; the highest wins. The seed decides alone."""
    drawn = sorted(
        (sha256(f"{evidence.seed}\n{each.entry}".encode()).digest(), each.entry) for each in tied
    )
    return _single((entry, number) for number, (_, entry) in enumerate(drawn, start=1))


_RULES: Mapping[TieBreak, Callable[[Sequence[Sums], Evidence], Values]] = {
    TieBreak.HEAD_TO_HEAD: _head_to_head,
    TieBreak.TOPS: _tops,
    TieBreak.LIVES: _lives,
    TieBreak.LAST_BOARDS: _last_boards,
    TieBreak.LOT: _lot,
}


def _method(tied: Sequence[Sums], evidence: Evidence) -> Method:
    """What these entries are ranked by: lives, where there are no matchpoints to share out."""
    if evidence.method == Method.MATCHPOINTS and not tied[0].top_sum:
        return Method.LIVES
    return evidence.method


def _mark(cell: Cell, method: Method, evidence: Evidence) -> Value:
    """A result as the method sees it: per cent of the top (0 if the top is 0), score, datum."""
    unit = evidence.tallies.unit
    if method == Method.LIVES:
        return quotient(cell.score, unit)
    if method == Method.DATUM:
        return quotient(cell.score - cell.mean, unit)
    return quotient(100 * cell.points, unit * cell.top) if cell.top else 0


def _single(values: Iterable[tuple[int, Value]]) -> Values:
    return {entry: (value,) for entry, value in values}
