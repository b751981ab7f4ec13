"""Shared boards: which set of boards each table plays when there is one copy of each.

Tables of a round play different sets, and nobody plays a set twice. Tables are the points of a
graph, joined where one of these forbids them the same set, and the sets are colours: the fewest are
found by a tabu search (Hertz and de Werra, 1987) of bounded length, with one set more each
time it fails. More sets than tables means that some lie idle in each round.
"""

from collections.abc import Sequence
from itertools import combinations

from tournament.rules.movements.draws import BITS, Draw

# A small graph is searched for so many steps a table, a large one until about so many looks at one.
_STEPS_PER_TABLE = 240
_MOST_LOOKS = 1_500_000
_FEWEST_STEPS = 2_000
# A ban lasts so many steps, half a step for each fault, and a drawn number below the second.
_LEAST_TENURE = 6
_TENURE_DRAWN = 5


def sets_shared(
    rounds: Sequence[Sequence[Sequence[int]]], draw: Draw, given: Sequence[Sequence[int]] = ()
) -> list[list[int]]:
    """The sets that the tables of each round play, numbered from 0, in the order of the tables.

    `rounds`: of each round, the players of each table. `given`: the sets of the first rounds, which
    stand. The number of sets is the least found.
    """
    graph = _Graph(rounds, given)
    colours = graph.fewest()
    while True:
        found = _search(graph, colours, draw)
        if found is not None:
            return graph.by_round(found)
        colours += 1


class _Graph:
    def __init__(
        self, rounds: Sequence[Sequence[Sequence[int]]], given: Sequence[Sequence[int]]
    ) -> None:
        self._sizes = [len(tables) for tables in rounds]
        points = [table for tables in rounds for table in tables]
        self.given = [colour for colours in given for colour in colours]
        self.neighbours: list[set[int]] = [set() for _ in points]
        first = 0
        for tables in rounds:
            self._join(range(first, first + len(tables)))
            first += len(tables)
        places: dict[int, list[int]] = {}
        for point, table in enumerate(points):
            for player in table:
                places.setdefault(player, []).append(point)
        for each in places.values():
            self._join(each)
        self._least = max(map(len, places.values()), default=0)

    def _join(self, points: Sequence[int]) -> None:
        for one, other in combinations(points, 2):
            self.neighbours[one].add(other)
            self.neighbours[other].add(one)

    def fewest(self) -> int:
        """No fewer sets can do: each round needs one for each table, each player one a round."""
        return max([self._least, *self._sizes, *(colour + 1 for colour in self.given)])

    def by_round(self, colours: Sequence[int]) -> list[list[int]]:
        """The points' colours, round by round."""
        left = list(colours)
        return [[left.pop(0) for _ in range(size)] for size in self._sizes]


def _search(graph: _Graph, colours: int, draw: Draw) -> list[int] | None:
    """Colours for all points such that no two neighbours have the same; None if none are found."""
    state = _Colouring(graph, colours, draw)
    points = len(graph.neighbours)
    for step in range(
        max(_FEWEST_STEPS, min(_STEPS_PER_TABLE * points, _MOST_LOOKS // (points + 1)))
    ):
        if not state.faults:
            return state.colour
        state.step(step)
    return None


class _Colouring:
    """`faults`: how many pairs of neighbours have the same colour."""

    def __init__(self, graph: _Graph, colours: int, draw: Draw) -> None:
        self.colour = _greedy(graph, colours, draw)
        self._neighbours = graph.neighbours
        self._free = range(len(graph.given), len(graph.neighbours))
        self._draw = draw
        self._near = [[0] * colours for _ in self.colour]
        for point, others in enumerate(graph.neighbours):
            for other in others:
                self._near[point][self.colour[other]] += 1
        self.faults = sum(row[now] for row, now in zip(self._near, self.colour, strict=True)) // 2
        self._least = self.faults
        self._banned: dict[tuple[int, int], int] = {}

    def step(self, number: int) -> None:
        """Gives a point at fault the colour that leaves the fewest faults, though these be more,
        and bans its former colour for some steps."""
        change, choices = self._best(number)
        if not choices:
            return
        point, new = choices[self._draw() * len(choices) >> BITS]
        old = self.colour[point]
        for neighbour in self._neighbours[point]:
            self._near[neighbour][old] -= 1
            self._near[neighbour][new] += 1
        self.colour[point] = new
        self.faults += change
        self._least = min(self._least, self.faults)
        ban = _LEAST_TENURE + self.faults // 2 + (self._draw() * _TENURE_DRAWN >> BITS)
        self._banned[point, old] = number + ban

    def _best(self, number: int) -> tuple[int, list[tuple[int, int]]]:
        best, choices = len(self.colour), list[tuple[int, int]]()
        for point in self._free:
            row, now = self._near[point], self.colour[point]
            if not row[now]:
                continue
            for other, there in enumerate(row):
                change = there - row[now]
                if other == now or change > best or self._is_banned(point, other, change, number):
                    continue
                if change < best:
                    best, choices = change, []
                choices.append((point, other))
        return best, choices

    def _is_banned(self, point: int, colour: int, change: int, number: int) -> bool:
        """A ban does not hold where there are fewer faults than ever."""
        if self.faults + change < self._least:
            return False
        return self._banned.get((point, colour), -1) >= number


def _greedy(graph: _Graph, colours: int, draw: Draw) -> list[int]:
    """Colours to begin with: each point in turn takes one that few neighbours have yet."""
    colour = list(graph.given)
    for point in range(len(colour), len(graph.neighbours)):
        taken = [0] * colours
        for other in graph.neighbours[point]:
            if other < point:
                taken[colour[other]] += 1
        start = draw() * colours >> BITS
        order = [*range(start, colours), *range(start)]
        colour.append(min(order, key=taken.__getitem__))
    return colour
