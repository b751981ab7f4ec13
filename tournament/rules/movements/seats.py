"""Seats: everybody holds each seat equally often, within one, and not only at the end.

Each player's rounds are cut into stretches of three. Tables and stretches form a bipartite graph
in which no node has more than three edges, so by König's theorem three colours suffice: three
different seats in every stretch, hence a spread of at most one after *every* round. The colouring
is found by recolouring along alternating paths.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from tournament.rules.movements.draws import BITS, Draw
from tournament.rules.movements.shapes import CHAIRS, RoundPlan

Counts = list[int]

_NONE_HELD = (0, 0, 0)
_SEAT_ORDERS = tuple(permutations(range(CHAIRS)))
_SEAT_PAIRS = tuple(permutations(range(CHAIRS), 2))


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


def boards_held(played: Iterable[RoundPlan], each: int) -> dict[int, Counts]:
    """How many boards each player held each seat, every board counted as `each`."""
    held: dict[int, Counts] = {}
    for past in played:
        for table in past.tables:
            for board in range(len(table.turns)):
                for seat, player in enumerate(table.by_seat(board)):
                    held.setdefault(player, [0] * CHAIRS)[seat] += each
    return held


def unevenness(held: Sequence[int]) -> int:
    """0 when the seats held are balanced within one, an even number that grows with their
    differences otherwise."""
    a, b, c = held
    apart = (a - b) ** 2 + (b - c) ** 2 + (a - c) ** 2
    return apart - (2 if (a + b + c) % CHAIRS else 0)


@dataclass(frozen=True, slots=True)
class Parts:
    """What is to be balanced in itself: stretches of a player's rounds, or whole players.

    `of[round][player]` is the number of the part that this round of the player belongs to,
    `before[part]` the seats already held in it.
    """

    of: list[dict[int, int]]
    before: list[Counts]

    def held(self, orders: Sequence[Sequence[int]]) -> list[Counts]:
        """The seats held in each part when the rounds' players sit in these orders."""
        held = [list(counts) for counts in self.before]
        for parts, order in zip(self.of, orders, strict=True):
            for place, player in enumerate(order):
                held[parts[player]][place % CHAIRS] += 1
        return held


def stretches(orders: Iterable[Iterable[int]], held: Mapping[int, Sequence[int]]) -> Parts:
    """Each player's rounds in stretches of three. A player's first rounds belong to the stretch
    that the seats held so far have left open, until all three are held equally often."""
    parts = Parts([], [])
    current: dict[int, int] = {}
    left: dict[int, int] = {}
    for order in orders:
        row = {}
        for player in order:
            if not left.get(player):
                past = _NONE_HELD if player in current else held.get(player, _NONE_HELD)
                surplus = [count - min(past) for count in past]
                current[player] = len(parts.before)
                left[player] = CHAIRS * max(surplus) - sum(surplus) or CHAIRS
                parts.before.append(surplus)
            left[player] -= 1
            row[player] = current[player]
        parts.of.append(row)
    return parts


def whole_players(
    present: Sequence[Iterable[int]], held: Mapping[int, Sequence[int]], roster: int
) -> Parts:
    """All rounds of a player as one part, of the same number as the player. Who is not there in
    any of the rounds has nothing to balance."""
    there = {player for players in present for player in players}
    before = [
        list(held.get(player, _NONE_HELD)) if player in there else list(_NONE_HELD)
        for player in range(roster)
    ]
    return Parts([{player: player for player in players} for players in present], before)


def seat_by_seat(orders: Sequence[list[int]], parts: Parts, draw: Draw) -> None:
    """Seats each table in turn as it suits its players best, whatever the seats so far."""
    held = [list(counts) for counts in parts.before]
    for part_of, order in zip(parts.of, orders, strict=True):
        for first in range(0, len(order), CHAIRS):
            players = order[first : first + CHAIRS]
            counts = [held[part_of[player]] for player in players]
            start = draw() * len(_SEAT_ORDERS) >> BITS
            seats = min(
                _SEAT_ORDERS[start:] + _SEAT_ORDERS[:start],
                key=lambda seats: sum(counts[place][seat] for place, seat in enumerate(seats)),
            )
            for player, seat in zip(players, seats, strict=True):
                order[first + seat] = player
                held[part_of[player]][seat] += 1


def balance(orders: Sequence[list[int]], parts: Parts) -> bool:
    """Changes seats at the tables until no part that holds a seat twice more than another can be
    helped along a path of changes; whether all parts are balanced within one.

    Each path makes the sum of the squared counts smaller, so this ends. With nothing held before it
    ends with every part within one: the parts reachable from an uneven one hold, together, no
    more of the one seat than of the other, so one of them can take the surplus.
    """
    colouring = _Colouring(orders, parts)
    changed = True
    while changed:
        changed = False
        for part, counts in enumerate(colouring.held):
            for much, little in _SEAT_PAIRS:
                while counts[much] - counts[little] > 1 and colouring.exchange(part, much, little):
                    changed = True
    return not any(map(unevenness, colouring.held))


# A table: the round's number and the table's first place.
_Spot = tuple[int, int]


class _Colouring:
    def __init__(self, orders: Sequence[list[int]], parts: Parts) -> None:
        self._orders = orders
        self._of = parts.of
        self.held = parts.held(orders)
        self._tables: list[list[_Spot]] = [[] for _ in self.held]
        for number, order in enumerate(orders):
            for place, player in enumerate(order):
                self._tables[parts.of[number][player]].append((number, place - place % CHAIRS))

    def _holder(self, spot: _Spot, seat: int) -> int:
        number, first = spot
        return self._of[number][self._orders[number][first + seat]]

    def exchange(self, start: int, much: int, little: int) -> bool:
        """Swaps two seats along a path from the part to one that has less of the seat it has
        too much of. False when there is none."""
        came: dict[int, tuple[int, _Spot]] = {}
        queue = deque([start])
        while queue:
            part = queue.popleft()
            for spot in self._tables[part]:
                other = self._holder(spot, little)
                if self._holder(spot, much) != part or other == start or other in came:
                    continue
                came[other] = (part, spot)
                if self.held[other][much] < self.held[other][little]:
                    self._swap_back(came, start, other, much, little)
                    return True
                queue.append(other)
        return False

    def _swap_back(
        self, came: Mapping[int, tuple[int, _Spot]], start: int, end: int, much: int, little: int
    ) -> None:
        for part, gain in ((end, 1), (start, -1)):
            self.held[part][much] += gain
            self.held[part][little] -= gain
        part = end
        while part != start:
            part, (number, first) = came[part]
            order = self._orders[number]
            one, other = first + much, first + little
            order[one], order[other] = order[other], order[one]
