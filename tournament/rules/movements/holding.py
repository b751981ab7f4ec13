"""Seats that hold for a round: who holds them, so that all pairs are compared alike.

Two players are compared in the rounds in which they hold the same seat on the same boards. A
seeded annealing of bounded length, in whole numbers: two players of a table change seats. It looks
for seats in which no pair is compared less or more often than a window allows, and narrows the
window each time it finds some. How narrow it can be is known for up to sixty players
(`windows.json`).
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path

from tournament.rules.movements.draws import BITS, Draw
from tournament.rules.movements.meetings import Matrix
from tournament.rules.movements.seats import Counts, Parts, unevenness
from tournament.rules.movements.shapes import CHAIRS

# What a pair costs: the square of its comparisons, and so much times the square outside the window.
_OUTSIDE = 40
# A change for the worse by d is made with probability 2^-(d/heat), or nearly. A seat held too
# often costs three times the heat: such seats come and go at all times.
_HEATS = (12, 10, 8, 7, 6, 5, 4, 3, 2)
_SEAT_PER_HEAT = 6
# Of many players hardly ever all would hold even seats at once, if it cost no more.
_MANY = 60
_SEAT_PER_HEAT_MANY = 10
# `unevenness`, so divided, goes up or down by as much as the change of two seats says.
_TWO_MOVED = 6
# A change that makes seats this much worse, in heats, is not looked at any further.
_HOPELESS = 8
# The first window is tried for so many steps, each further one longer, all for so many looks at
# another table.
_STEPS_PER_TABLE = 300
_MOST_STEPS = 50_000
_MOST_LOOKS = 1_500_000
_PATIENT = 10_000_000
_PATIENT_MANY = 30_000_000
_LOOKS_PER_STEP = 8
_SETTLING_HEATS = (6, 5, 4, 3, 2, 1)
_SETTLING_STEPS = 40_000
_SETTLING_SEAT = 8

_FILE = Path(__file__).with_name("windows.json")


@dataclass(frozen=True, slots=True)
class Window:
    """The fewest and the most comparisons of a pair, in rounds."""

    least: int
    most: int

    @property
    def width(self) -> int:
        """How far apart they are."""
        return self.most - self.least


@dataclass(frozen=True, slots=True)
class Known:
    """The narrowest window known for so many players who play so many rounds, with seats balanced
    at the end, and a number for the draws with which it is found soon."""

    window: Window
    draws: int


@cache
def _stored() -> dict[str, list[tuple[int, int, int]]]:
    stored: dict[str, list[tuple[int, int, int]]] = json.loads(_FILE.read_text(encoding="utf-8"))
    return stored


def known(players: int, rounds: int) -> Known | None:
    """What is known for that many players and rounds; None if it is nothing."""
    entries = _stored().get(str(players), [])
    if not 0 < rounds <= len(entries):
        return None
    least, most, number = entries[rounds - 1]
    return Known(Window(least, most), number)


@dataclass(frozen=True, slots=True)
class Field:
    """Tables that play the same boards: those that stand, in seat order, and those whose players
    may change seats, by round and first place."""

    stand: tuple[tuple[int, ...], ...]
    free: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class _Change:
    """Two places of a table that could change: the players by seat of its field, the table's number
    there, the two seats, and what each of its players has held."""

    seats: list[list[int]]
    table: int
    one: int
    other: int
    held: dict[int, Counts]


def even_comparisons(
    orders: Sequence[list[int]],
    parts: Parts,
    fields: Sequence[Field],
    before: Matrix,
    draw: Draw,
    *,
    narrowest: Window | None = None,
    patient: bool = False,
) -> None:
    """Changes seats at the tables of the orders, which keep `parts` balanced, until all pairs are
    in the narrowest window or the steps are used up: there are more if it is `patient`.

    `before`: how often each pair was compared in rounds that are no part of the orders.
    """
    longest = _PATIENT if len(before) <= _MANY else _PATIENT_MANY
    search = _Search(orders, parts, fields, before, draw, longest if patient else _MOST_LOOKS)
    if search.unbalanced or not search.changes:
        return
    reached = False
    for window in search.windows(narrowest):
        reached = search.reach(window)
        if not reached:
            return
        search.write(orders)
    if reached:
        search.settle(orders)


class _Search:
    def __init__(
        self,
        orders: Sequence[list[int]],
        parts: Parts,
        fields: Sequence[Field],
        before: Matrix,
        draw: Draw,
        looks: int,
    ) -> None:
        self._draw = draw
        self._enough = 0
        self._seat_per_heat = _SEAT_PER_HEAT if len(before) <= _MANY else _SEAT_PER_HEAT_MANY
        self._fields = fields
        held = parts.held(orders)
        self.unbalanced = sum(map(unevenness, held)) // _TWO_MOVED
        self._compared = [list(row) for row in before]
        self._seats: list[list[list[int]]] = []
        self.changes: list[_Change] = []
        for field in fields:
            tables = [
                *field.stand,
                *(orders[number][first : first + CHAIRS] for number, first in field.free),
            ]
            seats = [[table[seat] for table in tables] for seat in range(CHAIRS)]
            self._seats.append(seats)
            for alike in seats:
                for one, other in combinations(alike, 2):
                    self._compared[one][other] += 1
                    self._compared[other][one] += 1
            for table, (number, first) in enumerate(field.free, start=len(field.stand)):
                here = {
                    player: held[parts.of[number][player]]
                    for player in orders[number][first : first + CHAIRS]
                }
                self.changes += [
                    _Change(seats, table, one, other, here)
                    for one, other in combinations(range(CHAIRS), 2)
                ]
        a_step = max((len(seats[0]) for seats in self._seats), default=0) + _LOOKS_PER_STEP
        self._left = looks // a_step
        there = {player for seats in self._seats for alike in seats for player in alike}
        self._pairs = list(combinations(sorted(there), 2))

    def windows(self, narrowest: Window | None) -> Iterator[Window]:
        """Windows to try in turn, each narrower than the one before, while each is reached."""
        pairs = [self._compared[one][other] for one, other in self._pairs]
        width = max(pairs) - min(pairs) - 1
        while width > (narrowest.width if narrowest else -1):
            # As many comparisons below the mean as above.
            least = (2 * sum(pairs) - (width - 1) * len(pairs)) // (2 * len(pairs))
            yield Window(max(0, least), max(0, least) + width)
            width -= 1
        if narrowest:
            yield narrowest

    def write(self, orders: Sequence[list[int]]) -> None:
        """Writes the seats found into the orders."""
        for field, seats in zip(self._fields, self._seats, strict=True):
            for table, (number, first) in enumerate(field.free, start=len(field.stand)):
                orders[number][first : first + CHAIRS] = [alike[table] for alike in seats]

    def reach(self, window: Window) -> bool:
        """Anneals until all pairs are in the window and all parts balanced; whether that came to
        pass. Goes on longer and longer until the steps are used up."""
        self._narrow(window)
        if not self._wrong and not self.unbalanced:
            return True
        steps = min(_MOST_STEPS, _STEPS_PER_TABLE * len(self.changes) // CHAIRS)
        while self._left > 0:
            for heat in _HEATS:
                if self._anneal(heat, steps // len(_HEATS)):
                    return True
            steps += steps // 2
        return False

    def settle(self, orders: Sequence[list[int]]) -> None:
        """Cools down from seats that reached a window, and writes whatever evens out comparisons
        within it."""
        self._left = max(self._left, _SETTLING_STEPS)
        self._seat_per_heat = max(self._seat_per_heat, _SETTLING_SEAT)
        for heat in _SETTLING_HEATS:
            end = self._left - _SETTLING_STEPS // len(_SETTLING_HEATS)
            while self._left > end:
                self._enough = min(self._enough, self._cost)
                if self._anneal(heat, self._left - end):
                    self.write(orders)

    def _narrow(self, window: Window) -> None:
        """Weighs all comparisons by this window."""
        most = 1 + max(map(max, self._compared)) + len(self._fields)
        cost = [
            count * count + _OUTSIDE * max(0, window.least - count, count - window.most) ** 2
            for count in range(-1, most + 2)
        ]
        # By the number of comparisons there are: what one more costs, and one less.
        self._more = [cost[count + 2] - cost[count + 1] for count in range(most)]
        self._less = [cost[count] - cost[count + 1] for count in range(most)]
        self._outside = [not window.least <= count <= window.most for count in range(most)]
        pairs = [self._compared[one][other] for one, other in self._pairs]
        self._wrong = sum(self._outside[count] for count in pairs)
        self._cost = sum(cost[count + 1] for count in pairs)
        self._enough = self._cost + _OUTSIDE**3 * len(pairs)

    def _anneal(self, heat: int, steps: int) -> bool:
        """Anneals at that heat until all pairs are in the window, all parts balanced and the cost
        below what is enough; whether that came to pass."""
        draw, changes, compared = self._draw, self.changes, self._compared
        more, less, number_of = self._more, self._less, len(changes)
        for _ in range(steps):
            self._left -= 1
            change = changes[draw() * number_of >> BITS]
            one, other = change.one, change.other
            ones, others = change.seats[one], change.seats[other]
            a, b = ones[change.table], others[change.table]
            held_a, held_b = change.held[a], change.held[b]
            apart = held_a[other] - held_a[one] + held_b[one] - held_b[other] + 2
            # An exponential draw: the bits say how often it halved, the rest goes between.
            drawn = draw() | 1
            bits = drawn.bit_length()
            dare = heat * (BITS + 2 - bits) - (heat * drawn >> bits - 1)
            dare -= self._seat_per_heat * heat * apart
            if dare < -_HOPELESS * heat:
                continue
            row_a, row_b = compared[a], compared[b]
            worse = (
                sum(map(less.__getitem__, map(row_a.__getitem__, ones)))
                + sum(map(more.__getitem__, map(row_b.__getitem__, ones)))
                + sum(map(less.__getitem__, map(row_b.__getitem__, others)))
                + sum(map(more.__getitem__, map(row_a.__getitem__, others)))
                - 2 * (less[0] + more[row_a[b]])
            )
            if worse > dare:
                continue
            ones[change.table], others[change.table] = b, a
            self._compare(ones, b, a)
            self._compare(others, a, b)
            held_a[one] -= 1
            held_a[other] += 1
            held_b[other] -= 1
            held_b[one] += 1
            self.unbalanced += apart
            self._cost += worse
            if not self._wrong and not self.unbalanced and self._cost < self._enough:
                return True
        return False

    def _compare(self, alike: Sequence[int], up: int, down: int) -> None:
        """Counts that `up` has taken a place among these players of `down`."""
        row_up, row_down = self._compared[up], self._compared[down]
        outside, wrong = self._outside, self._wrong
        for player in alike:
            if player != up:
                row, count = self._compared[player], row_up[player]
                wrong += outside[count + 1] - outside[count]
                row_up[player] = row[up] = count + 1
                count = row_down[player]
                wrong += outside[count - 1] - outside[count]
                row_down[player] = row[down] = count - 1
        self._wrong = wrong
