"""Results that are worth a second look. They count like any other: somebody is only told.

Three things are pointed out: a distribution that no other table has on a board, one and the same
result on all boards of a table, and a result that came faster than the cards can be played.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

# A distribution is compared where so many tables have one; where more than half of them are each
# the only one, being so says nothing.
TABLES_LEAST = 4
BOARDS_LEAST = 3
# Three quick players lay a card in two seconds each; with dealing and counting nobody is faster.
SECONDS_A_CARD = 2


class Outlier(StrEnum):
    """What is odd about a result."""

    ALONE = "alone"
    SAME = "same"
    FAST = "fast"


@dataclass(frozen=True, slots=True)
class Entered:
    """A result of a round as it was entered: at which table, of which board, and what it says.

    `shape` is what is compared, None for what is no distribution (a misplay, an adjusted score);
    `at` are seconds since the round began, None where nobody knows when it was played.
    """

    play: int
    table: int
    board: int
    shape: Hashable | None
    at: float | None


@dataclass(frozen=True, slots=True)
class Found:
    """A result that is odd. `seconds` is how fast it came, if that is what is odd."""

    play: int
    kind: Outlier
    seconds: float | None = None


def outliers(entered: Sequence[Entered], *, boards: int, cards: int) -> list[Found]:
    """Return what is odd in a round of so many boards, played with so many cards, by play."""
    by_board: dict[int, list[Entered]] = defaultdict(list)
    by_table: dict[int, list[Entered]] = defaultdict(list)
    for each in entered:
        by_board[each.board].append(each)
        by_table[each.table].append(each)
    found = [
        *(one for results in by_board.values() for one in _alone(results)),
        *(one for results in by_table.values() for one in _same(results, boards)),
        *(one for results in by_table.values() for one in _fast(results, cards * SECONDS_A_CARD)),
    ]
    return sorted(found, key=lambda one: (one.play, one.kind))


def _alone(results: Sequence[Entered]) -> list[Found]:
    known = [each for each in results if each.shape is not None]
    if len(known) < TABLES_LEAST:
        return []
    tables: Mapping[Hashable, int] = Counter(each.shape for each in known)
    alone = [each for each in known if tables[each.shape] == 1]
    return (
        [] if 2 * len(alone) > len(known) else [Found(each.play, Outlier.ALONE) for each in alone]
    )


def _same(results: Sequence[Entered], boards: int) -> list[Found]:
    if len(results) < max(boards, BOARDS_LEAST) or results[0].shape is None:
        return []
    if len({each.shape for each in results}) > 1:
        return []
    return [Found(max(results, key=lambda each: each.board).play, Outlier.SAME)]


def _fast(results: Sequence[Entered], least: float) -> list[Found]:
    begun = Entered(0, 0, 0, None, 0.0)
    known = sorted((each for each in results if each.at is not None), key=lambda each: each.at or 0)
    return [
        Found(each.play, Outlier.FAST, taken)
        for before, each in pairwise([begun, *known])
        if (taken := (each.at or 0) - (before.at or 0)) < least
    ]
