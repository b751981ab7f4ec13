"""Meetings: how often each pair of players shares a table, and what even would be."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, combinations

Matrix = list[list[int]]

_STEEPER = 4


def met(tables: Iterable[Sequence[int]], counts: Matrix) -> None:
    """Adds the meetings of these tables to the counts."""
    for table in tables:
        for one, other in combinations(table, 2):
            counts[one][other] += 1
            counts[other][one] += 1


class Evenness:
    """What a distribution of meetings costs, and the least that any could cost.

    The cost is the sum of the squares over all pairs, with a surcharge on every meeting above the
    number that the most frequent pair would have if all were shared out evenly.
    """

    def __init__(self, before: Mapping[int, int], meetings: int, most: int) -> None:
        """`before`: how many of the pairs that may still meet have met how often; `meetings`: how
        many there are to share out; `most`: the largest number of meetings that can occur."""
        steps = list(_shared_out(before, meetings))
        self.level = steps[-1][0] + 1 if steps else most
        self.extra = [
            2 * count + 1 + max(0, _STEEPER * (count + 1 - self.level)) for count in range(most + 1)
        ]
        self._least_extra = sum(pairs * self.extra[count] for count, pairs in steps)

    def cost(self, counts: Matrix) -> int:
        """The cost of all meetings counted."""
        costs = [0, *accumulate(self.extra)]
        return sum(costs[count] for row in counts for count in row) // 2

    def least(self, before: Matrix) -> int:
        """A bound: no way to add the meetings to those before costs less."""
        return self.cost(before) + self._least_extra


def _shared_out(before: Mapping[int, int], meetings: int) -> Iterable[tuple[int, int]]:
    """Gives each meeting to a pair that has met least: (meetings before it, pairs) in order."""
    waiting = Counter(before)
    while meetings and waiting:
        count = min(waiting)
        pairs = waiting.pop(count)
        filled = min(pairs, meetings)
        meetings -= filled
        waiting[count + 1] += pairs
        yield count, filled
