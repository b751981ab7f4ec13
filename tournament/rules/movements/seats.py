"""Seats: everybody holds each seat equally often, within one, and not only at the end.

Each player's rounds are cut into stretches of three. Tables and stretches form a bipartite graph
in which no node has more than three edges, so by König's theorem three colours suffice: three
different seats in every stretch, hence a spread of at most one after *every* round. The colouring
is found by recolouring along alternating paths, which also repairs what a history of seats already
held makes possible.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from tournament.rules.movements.draws import BITS, Draw
from tournament.rules.movements.shapes import CHAIRS, RoundPlan

_ORDERS = tuple(permutations(range(CHAIRS)))
_SEAT_PAIRS = tuple(permutations(range(CHAIRS), 2))

Counts = list[int]


def seats_held(played: Iterable[RoundPlan]) -> dict[int, Counts]:
    """How many rounds each player held each seat. Rounds in which the boards were turned favour
    no seat and are not counted."""
    held: dict[int, Counts] = {}
    for past in played:
        for table in past.tables:
            if len(set(table.turns)) == 1:
                for seat, player in enumerate(table.by_seat(0)):
                    held.setdefault(player, [0] * CHAIRS)[seat] += 1
    return held


def seated(
    rounds: Sequence[Sequence[Sequence[int]]], held: Mapping[int, Sequence[int]], draw: Draw
) -> list[list[int]]:
    """Each round's players, table by table and in seat order."""
    tables = [tuple(table) for tables in rounds for table in tables]
    colouring = _Colouring(tables)
    colouring.group(*_stretches(tables, held))
    colouring.begin(draw)
    colouring.repair()
    # Where the seats held leave no such colouring, at least the whole event is evened out.
    players = sorted({player for table in tables for player in table})
    node = {player: index for index, player in enumerate(players)}
    colouring.group(
        [[node[player] for player in table] for table in tables],
        [list(held.get(player, (0, 0, 0))) for player in players],
    )
    colouring.repair()
    ordered = iter(colouring.by_seat())
    return [[player for _ in tables for player in next(ordered)] for tables in rounds]


def _stretches(
    tables: Sequence[Sequence[int]], held: Mapping[int, Sequence[int]]
) -> tuple[list[list[int]], list[Counts]]:
    """For each place at a table the number of the stretch it belongs to, and for each stretch
    the seats already held in it. Rounds that fill up an uneven past form one stretch."""
    before: list[Counts] = []
    current: dict[int, int] = {}
    left: dict[int, int] = {}
    nodes = []
    for table in tables:
        row = []
        for player in table:
            if not left.get(player):
                past = held.get(player, (0, 0, 0)) if player not in current else (0, 0, 0)
                surplus = [count - min(past) for count in past]
                current[player] = len(before)
                left[player] = CHAIRS * max(surplus) - sum(surplus) or CHAIRS
                before.append(surplus)
            left[player] -= 1
            row.append(current[player])
        nodes.append(row)
    return nodes, before


class _Colouring:
    """Tables whose three places carry three different seats; the places belong to nodes."""

    def __init__(self, tables: Sequence[tuple[int, ...]]) -> None:
        self._tables = tables
        self._seat = [list(range(CHAIRS)) for _ in tables]

    def group(self, nodes: list[list[int]], before: list[Counts]) -> None:
        """Says which node each place belongs to, and the seats each node holds beforehand."""
        self._nodes = nodes
        self._counts = [list(counts) for counts in before]
        self._places: list[list[tuple[int, int]]] = [[] for _ in before]
        for table, row in enumerate(nodes):
            for place, node in enumerate(row):
                self._places[node].append((table, place))
                self._counts[node][self._seat[table][place]] += 1

    def begin(self, draw: Draw) -> None:
        """Gives each table in turn the order of seats that evens its nodes best."""
        for counts, places in zip(self._counts, self._places, strict=True):
            for table, place in places:
                counts[self._seat[table][place]] -= 1
        for table, row in enumerate(self._nodes):
            start = draw() * len(_ORDERS) >> BITS
            order = min(
                _ORDERS[start:] + _ORDERS[:start],
                key=lambda order: sum(
                    self._counts[node][seat] for node, seat in zip(row, order, strict=True)
                ),
            )
            self._seat[table] = list(order)
            for node, seat in zip(row, order, strict=True):
                self._counts[node][seat] += 1

    def repair(self) -> None:
        """Recolours until no node that holds a seat twice more than another can be helped.

        Each path makes the sum of the squared counts smaller, so this ends. Without a past it ends
        with every node within one: the nodes reachable from an uneven one hold, together, no
        more of the one seat than of the other, so one of them can take the surplus.
        """
        changed = True
        while changed:
            changed = False
            for node, counts in enumerate(self._counts):
                for much, little in _SEAT_PAIRS:
                    while counts[much] - counts[little] > 1 and self._exchange(node, much, little):
                        changed = True

    def _exchange(self, start: int, much: int, little: int) -> bool:
        """Swaps two seats along a path from the node to one that has less of the seat it has
        too much of. False when there is none."""
        came: dict[int, tuple[int, int, int, int]] = {}
        reached = {start}
        queue = deque([start])
        while queue:
            node = queue.popleft()
            for table, place in self._places[node]:
                if self._seat[table][place] != much:
                    continue
                other_place = self._seat[table].index(little)
                other = self._nodes[table][other_place]
                if other in reached:
                    continue
                reached.add(other)
                came[other] = (node, table, place, other_place)
                if self._counts[other][much] < self._counts[other][little]:
                    self._recolour(came, start, other, much, little)
                    return True
                queue.append(other)
        return False

    def _recolour(
        self,
        came: Mapping[int, tuple[int, int, int, int]],
        start: int,
        end: int,
        much: int,
        little: int,
    ) -> None:
        self._counts[end][much] += 1
        self._counts[end][little] -= 1
        self._counts[start][much] -= 1
        self._counts[start][little] += 1
        node = end
        while node != start:
            node, table, place, other_place = came[node]
            self._seat[table][place] = little
            self._seat[table][other_place] = much

    def by_seat(self) -> list[tuple[int, ...]]:
        """Each table's players in seat order."""
        return [
            tuple(table[seats.index(seat)] for seat in range(CHAIRS))
            for table, seats in zip(self._tables, self._seat, strict=True)
        ]
