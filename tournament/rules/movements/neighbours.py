"""Tables of neighbours in a ranking who have not met: a seeded search of bounded length.

Players are numbered by rank from 0. What counts, in this order: chairs that suit what the players
have held; few repeated meetings, a third one worse than any number of second ones; and near ranks,
measured by the squared differences of all at a table.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, permutations

from tournament.rules.movements.draws import BITS, Draw, shuffled
from tournament.rules.movements.meetings import Matrix
from tournament.rules.movements.shapes import CHAIRS

Cost = tuple[int, int, int]

# A change that makes so many faults more is made with probability (heat / 64)^faults; one that only
# sets ranks d further apart with probability h / (d + h), where h is the heat.
_COOL = (2, 1, 0, 0)
_HOT = (20, 14, 10, 8, 6, 4, 2, 1, 0, 0)
_FULL_HEAT = 64
_MOST_FAULTS = 6
_LEAST_STEPS = 1_000
_STEPS_PER_PLAYER = 60
_SWEEP = 100
_WINDOW = 25
# The exact search looks at so many players, in all.
_EXACT_LOOKS = 100_000
# In small fields players soon run out of others they have not met: so many rounds are looked ahead,
# with tries of so many players in all.
_FAR = 2
_TRIES_PLAYERS = 240
SMALL = 45
# Three neighbours: 1 + 1 + 4.
_CLOSEST = 6

_OTHERS = ((1, 2), (-1, 1), (-2, -1))
_SEAT_ORDERS = tuple(permutations(range(CHAIRS)))


class Neighbours:
    """Finds the tables of one round."""

    def __init__(self, met: Matrix, suits: Sequence[tuple[int, ...]], draw: Draw) -> None:
        """`met`: how often each two have met. `suits`: what each chair costs each player."""
        self._players = len(met)
        self._order = list(range(self._players))
        self._draw = draw
        pairs = [times for row, counts in enumerate(met) for times in counts[:row]]
        least, most = min(pairs), max(pairs)
        # Nobody meets a third time where second meetings would do.
        weights = [0] * (least + 1) + [(self._players + 1) ** more for more in range(most - least)]
        self._repeats = [[weights[max(times, least)] for times in row] for row in met]
        least_cost = [min(costs) for costs in suits]
        relative = [
            tuple(cost - low for cost in costs)
            for costs, low in zip(suits, least_cost, strict=True)
        ]
        kinds = sorted(set(relative))
        self._kind = [kinds.index(costs) for costs in relative]
        self._unsuited = [
            [
                [
                    min(one[a] + two[b] + three[c] for a, b, c in _SEAT_ORDERS) // 2
                    for three in kinds
                ]
                for two in kinds
            ]
            for one in kinds
        ]

    def found(self) -> list[list[int]]:
        """The tables, players in order of rank, the best table first."""
        best = self._search(self._from_the_top())
        rounds = self._rounds_after() if best[:2] == (0, 0) else _FAR
        kept = self._order
        for _ in range(_TRIES_PLAYERS // self._players):
            if rounds == _FAR:
                break
            cost = self._search(shuffled(range(self._players), self._draw))
            after = self._rounds_after() if cost[:2] == (0, 0) else 0
            if after > rounds or (after == rounds and cost < best):
                best, rounds, kept = cost, after, self._order
        self._order = kept
        tables = [sorted(self._table(first)) for first in range(0, self._players, CHAIRS)]
        return sorted(tables, key=lambda table: (sum(table), table))

    def are_possible(self) -> bool:
        """Whether tables without any fault are easily found."""
        return bool(self._exact(self._free(), self._chairs))

    def _search(self, start: Iterable[int]) -> Cost:
        """Leaves an order as good as it is found, and returns its cost."""
        self._order = list(start)
        cost = self._cost()
        for heats in (_COOL, _HOT):
            if cost[:2] != (0, 0) or heats == _COOL:
                cost = self._anneal(cost, heats)
        anybody = [(1 << self._players) - 1] * self._players
        for free, is_wanting in ((self._free(), sum(cost[:2])), (anybody, cost[0])):
            exact = self._exact(free, self._chairs) if is_wanting else []
            if exact:
                self._order = exact
                return self._anneal(self._cost(), _COOL)
        return cost

    def _from_the_top(self) -> list[int]:
        """An order to begin with: everybody with the nearest two below who suit."""
        left = list(range(self._players))
        order: list[int] = []
        while left:
            one = left[0]

            def cost(pair: tuple[int, int], one: int = one) -> Cost:
                return self._table_cost(one, *pair)

            table = (one, *min(combinations(left[1:_WINDOW], 2), key=cost))
            order += table
            left = [player for player in left if player not in table]
        return order

    def _free(self) -> list[int]:
        """The others each player can meet, as bits."""
        return [
            sum(1 << other for other in range(self._players) if other != one and not row[other])
            for one, row in enumerate(self._repeats)
        ]

    def _rounds_after(self) -> int:
        """How many rounds without repeats are easily found to be possible after this one, of the
        few looked for; large fields have enough."""
        if self._players > SMALL:
            return _FAR
        free = self._free()
        order: list[int] = self._order
        for rounds in range(_FAR):
            for first in range(0, self._players, CHAIRS):
                table = order[first : first + CHAIRS]
                for player in table:
                    free[player] &= ~sum(1 << other for other in table)
            order = self._exact(free, lambda *_: 0)
            if not order:
                return rounds
        return _FAR

    def _table(self, first: int) -> list[int]:
        return self._order[first : first + CHAIRS]

    def _cost(self) -> Cost:
        costs = [self._table_cost(*self._table(first)) for first in range(0, self._players, CHAIRS)]
        unsuited, repeats, apart = map(sum, zip(*costs, strict=True))
        return unsuited, repeats, apart

    def _table_cost(self, a: int, b: int, c: int) -> Cost:
        return (
            self._chairs(a, b, c),
            self._repeats[a][b] + self._repeats[b][c] + self._repeats[a][c],
            (a - b) ** 2 + (b - c) ** 2 + (a - c) ** 2,
        )

    def _chairs(self, a: int, b: int, c: int) -> int:
        kind = self._kind
        return self._unsuited[kind[a]][kind[b]][kind[c]]

    def _anneal(self, cost: Cost, heats: Iterable[int]) -> Cost:
        """Leaves the best order found and returns its cost."""
        best, kept = cost, list(self._order)
        steps = max(_LEAST_STEPS, _STEPS_PER_PLAYER * self._players)
        for heat in heats:
            if heat == 0:
                cost, self._order = best, list(kept)
            chances = [
                (heat**faults << BITS) // _FULL_HEAT**faults for faults in range(_MOST_FAULTS)
            ]
            for _ in range(0, steps, _SWEEP):
                if best == (0, 0, _CLOSEST * self._players // CHAIRS):
                    break
                cost, best, kept = self._sweep(chances, heat, cost, best, kept)
        self._order = kept
        return best

    def _sweep(
        self, chances: Sequence[int], rank_heat: int, cost: Cost, best: Cost, kept: list[int]
    ) -> tuple[Cost, Cost, list[int]]:
        draw, tables = self._draw, self._players // CHAIRS
        faults = self._faults()
        for step in range(_SWEEP):
            if faults and step % 4:
                one = faults[draw() * len(faults) >> BITS]
            else:
                one = draw() * self._players >> BITS
            # Near tables more often than far ones.
            span = min(tables - 1, 2 << (draw() * tables.bit_length() >> BITS))
            other = one // CHAIRS + (draw() * (2 * span + 1) >> BITS) - span
            if not 0 <= other < tables or other == one // CHAIRS:
                continue
            change = self._swapped(
                one, CHAIRS * other + (draw() * CHAIRS >> BITS), chances, rank_heat
            )
            if change:
                cost = (cost[0] + change[0], cost[1] + change[1], cost[2] + change[2])
                if cost < best:
                    best, kept = cost, list(self._order)
        return cost, best, kept

    def _faults(self) -> list[int]:
        """The places of tables at which something is wrong."""
        faults = []
        for first in range(0, self._players, CHAIRS):
            unsuited, repeats, _ = self._table_cost(*self._table(first))
            if unsuited or repeats:
                faults += [first, first + 1, first + 2]
        return faults

    def _swapped(self, one: int, other: int, chances: Sequence[int], rank_heat: int) -> Cost | None:
        """Lets two players at different tables change places, if chance allows; the change of
        the cost, if they did."""
        order = self._order
        left, right = _OTHERS[one % CHAIRS]
        a, p, q = order[one], order[one + left], order[one + right]
        left, right = _OTHERS[other % CHAIRS]
        b, u, v = order[other], order[other + left], order[other + right]
        row_a, row_b = self._repeats[a], self._repeats[b]
        repeats = (
            row_a[u] + row_a[v] + row_b[p] + row_b[q] - row_a[p] - row_a[q] - row_b[u] - row_b[v]
        )
        unsuited = (
            self._chairs(b, p, q) + self._chairs(a, u, v)
            - self._chairs(a, p, q) - self._chairs(b, u, v)
        )  # fmt: skip
        # (a - u)² - (a - p)² and so on, with what cancels out left out.
        apart = 2 * (b - a) * (u + v - p - q)
        # What counts first decides alone.
        faults = unsuited or repeats
        if faults > 0:
            if faults >= _MOST_FAULTS or self._draw() >= chances[faults]:
                return None
        elif faults == 0 < apart and self._draw() * (apart + rank_heat) >> BITS >= rank_heat:
            return None
        order[one], order[other] = b, a
        return unsuited, repeats, apart

    def _exact(self, free: Sequence[int], chairs: Callable[[int, int, int], int]) -> list[int]:
        """An order in which all at a table are `free` to meet, looked for player by player, those
        with the fewest choices first; empty if none is found."""
        looks = _EXACT_LOOKS
        order: list[int] = []

        def complete(left: int) -> bool:
            nonlocal looks
            if not left:
                return True
            waiting = _players(left)
            looks -= len(waiting)
            if looks < 0:
                return False
            one = min(waiting, key=lambda player: (free[player] & left).bit_count())
            choices = []
            mine = free[one] & left & ~(1 << one)
            for two in _players(mine):
                for three in _players(free[two] & mine >> two + 1 << two + 1):
                    if not chairs(one, two, three):
                        apart = (one - two) ** 2 + (one - three) ** 2 + (two - three) ** 2
                        choices.append((apart, two, three))
            for _, two, three in sorted(choices):
                order.extend((one, two, three))
                if complete(left & ~(1 << one | 1 << two | 1 << three)):
                    return True
                del order[-CHAIRS:]
                if looks < 0:
                    return False
            return False

        return order if complete((1 << self._players) - 1) else []


def _players(bits: int) -> list[int]:
    """The numbers of the bits that are set."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found
