"""Who is compared with whom: the way each table turns the boards, so that all pairs weigh alike.

A seeded annealing of bounded length, in whole numbers, as the search for meetings is. Players hold
the same seat on the same board where two tables turn it so; a pair's weight, and why even
weights make a fair ranking, is at `quality`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations

from tournament.rules.movements.draws import BITS, Draw
from tournament.rules.movements.meetings import Matrix
from tournament.rules.movements.shapes import CHAIRS, RoundPlan, TablePlan
from tournament.rules.movements.turning import Row, rows

# A change for the worse by d is made with probability h / (d + h), h being heat / 8 for a board
# more or less in common, and with none at heat 0.
_HEATS = (32, 16, 8, 4, 2, 0)
_FULL_HEAT = 8
# Changes are tried in proportion to what one of them costs: so many looks at another table at
# each heat, and at most so many tries of each change.
_MOST_LOOKS = 120_000
_LEAST_TRIES = 40
_TRIES_EACH = 200

_UNTURNED = tuple(range(CHAIRS))


@dataclass(frozen=True, slots=True)
class Turning:
    """How a table plays a round: its i-th player sits on chair `chairs[i]`, and `turns` are
    those of a TablePlan."""

    chairs: tuple[int, ...]
    turns: Row

    def seats(self, place: int) -> Row:
        """The seats its player of that place holds, board by board."""
        return tuple((self.chairs[place] + turn) % CHAIRS for turn in self.turns)

    def table(self, players: Sequence[int]) -> TablePlan:
        """The table of these players."""
        by_chair = sorted(zip(self.chairs, players, strict=True))
        return TablePlan(tuple(player for _, player in by_chair), self.turns)


@cache
def turnings(boards: int) -> tuple[Turning, ...]:
    """The ways to turn so many boards in which everybody holds every seat equally often, but for
    what does not divide by three: a last board on which the i-th player holds seat i; or two,
    on which that player holds the two other seats."""
    rest = boards % CHAIRS
    evenly = rows(boards - rest)
    if rest == 0:
        return tuple(Turning(chairs, row) for row in evenly for chairs in permutations(_UNTURNED))
    ends = [(0,)] if rest == 1 else [(1, 2), (2, 1)]
    shifts = range(CHAIRS) if boards > rest else range(1)
    return tuple(
        Turning(_UNTURNED, tuple((turn + shift) % CHAIRS for turn in row) + end)
        for row in evenly
        for shift in shifts
        for end in ends
    )


@cache
def _alike(boards: int, one: int, other: int) -> Row:
    """How many boards a player of one turning and one of the other hold the same seat, for each
    two of their places."""
    ways = turnings(boards)
    return tuple(
        sum(map(int.__eq__, ways[one].seats(place), ways[other].seats(facing)))
        for place in _UNTURNED
        for facing in _UNTURNED
    )


@cache
def _change(boards: int, old: int, new: int, other: int) -> Row:
    """What `_alike` gains when a table changes its turning, or nothing if it stays the same."""
    change = tuple(
        after - before
        for before, after in zip(
            _alike(boards, old, other), _alike(boards, new, other), strict=True
        )
    )
    return change if any(change) else ()


class Turner:
    """Finds the turnings of all tables of the rounds to plan."""

    def __init__(
        self,
        history: Iterable[RoundPlan],
        orders: Sequence[Sequence[int]],
        *,
        boards: int,
        roster: int,
        draw: Draw,
    ) -> None:
        """`orders`: each round's players, three by three, numbered from 0 to `roster` - 1."""
        self._boards = boards
        self._orders = orders
        self._draw = draw
        self._ways = turnings(boards)
        self._rows = len(rows(boards - boards % CHAIRS))
        self._chosen = [self._first(len(order) // CHAIRS) for order in orders]
        self._weights: Matrix = [[0] * roster for _ in range(roster)]
        for past in history:
            self._weigh(past.tables)
        for tables in self._tables():
            self._weigh(tables)

    def found(self) -> list[tuple[TablePlan, ...]]:
        """The rounds' tables, turned."""
        if not self._is_even():
            self._anneal()
        return self._tables()

    def _tables(self) -> list[tuple[TablePlan, ...]]:
        return [
            tuple(
                self._ways[way].table(order[CHAIRS * table : CHAIRS * (table + 1)])
                for table, way in enumerate(chosen)
            )
            for order, chosen in zip(self._orders, self._chosen, strict=True)
        ]

    def _first(self, tables: int) -> list[int]:
        """Turnings to begin with: as many different rows as there are, one after the other."""
        a_row = len(self._ways) // self._rows
        return [table * a_row % len(self._ways) for table in range(tables)]

    def _is_even(self) -> bool:
        """Whether each table of a round has a row of its own: then all pairs at different tables
        hold the same seat on a third of the boards, which players see to be fair."""
        widest = max(map(len, self._chosen), default=0)
        return (
            widest < 2
            or len(self._ways) < 2
            or (self._boards % CHAIRS == 0 and widest <= self._rows)
        )

    def _anneal(self) -> None:
        """Leaves the best turnings found."""
        spots = [
            (number, table)
            for number, chosen in enumerate(self._chosen)
            for table in range(len(chosen))
        ]
        most = max(_LEAST_TRIES, _MOST_LOOKS // max(map(len, self._chosen)))
        tries = min(most, _TRIES_EACH * len(spots) * len(self._ways))
        cost = best = 0
        kept = [list(chosen) for chosen in self._chosen]
        for heat in _HEATS:
            for _ in range(tries):
                number, table = spots[self._draw() * len(spots) >> BITS]
                way = self._draw() * len(self._ways) >> BITS
                cost += self._try(number, table, way, heat * self._boards**2 // _FULL_HEAT)
                if cost < best:
                    best, kept = cost, [list(chosen) for chosen in self._chosen]
        self._chosen = kept

    def _weigh(self, tables: Sequence[TablePlan]) -> None:
        """Adds twice the weights of a round's pairs (see `quality`)."""
        for one, other in combinations(tables, 2):
            boards = min(len(one.turns), len(other.turns))
            for chair, player in enumerate(one.players):
                for facing, rival in enumerate(other.players):
                    alike = sum(
                        (chair + one.turns[board] - facing - other.turns[board]) % CHAIRS == 0
                        for board in range(boards)
                    )
                    self._add(player, rival, CHAIRS * alike - boards)
        for table in tables:
            for player, rival in combinations(table.players, 2):
                self._add(player, rival, len(table.turns) * (len(tables) - 1))

    def _add(self, player: int, rival: int, weight: int) -> None:
        self._weights[player][rival] += weight
        self._weights[rival][player] += weight

    def _try(self, number: int, table: int, way: int, heat: int) -> int:
        """Lets the table turn that way if chance allows it; the change of the cost."""
        chosen, order = self._chosen[number], self._orders[number]
        old = chosen[table]
        here = order[CHAIRS * table : CHAIRS * (table + 1)]
        rows_here = [self._weights[player] for player in here]
        found: list[tuple[int, Row]] = []
        worse = 0
        for other, turning in enumerate(chosen):
            change = () if other == table else _change(self._boards, old, way, turning)
            if not change:
                continue
            first = CHAIRS * other
            found.append((first, change))
            at = 0
            for row in rows_here:
                for rival in order[first : first + CHAIRS]:
                    more = CHAIRS * change[at]
                    worse += more * (2 * row[rival] + more)
                    at += 1
        if worse > 0 and self._draw() * (worse + heat) >> BITS >= heat:
            return 0
        for first, change in found:
            at = 0
            for player in here:
                for rival in order[first : first + CHAIRS]:
                    self._add(player, rival, CHAIRS * change[at])
                    at += 1
        chosen[table] = way
        return worse
