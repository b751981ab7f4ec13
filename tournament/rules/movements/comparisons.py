"""Who is compared with whom: the way each table turns the boards, so that all pairs weigh alike.

A seeded annealing of bounded length, in whole numbers, as the search for meetings is. Players hold
the same seat on the same board where two tables turn it so; a pair's weight, and why even
weights make a fair ranking, is at `quality`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations

from tournament.rules.movements.draws import BITS, Draw
from tournament.rules.movements.meetings import Matrix
from tournament.rules.movements.shapes import CHAIRS, TablePlan
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


@dataclass(frozen=True, slots=True, order=True)
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
def turnings_of_seated(boards: int) -> tuple[Turning, ...]:
    """Those of `turnings` that a table can follow whose players have their chairs already: another
    board comes first, nobody moves."""
    return tuple(
        Turning(_UNTURNED, tuple((way.chairs[0] + turn) % CHAIRS for turn in way.turns))
        for way in turnings(boards)
        if (way.chairs[1] - way.chairs[0]) % CHAIRS == 1
    )


@dataclass(frozen=True, slots=True)
class Copies:
    """All tables that play a certain set of boards: those that stand, and those to turn."""

    stand: tuple[TablePlan, ...]
    players: tuple[tuple[int, ...], ...]


class Turner:
    """Finds the turnings of all tables to plan."""

    def __init__(
        self,
        sets: Sequence[Copies],
        *,
        boards: int,
        roster: int,
        draw: Draw,
        chairs_stand: bool = False,
    ) -> None:
        """`roster`: the players are numbered from 0 to `roster` - 1. With `chairs_stand` those of
        tables to turn keep the chairs in which they are named."""
        self._boards = boards
        self._sets = sets
        self._draw = draw
        self._free = turnings_of_seated(boards) if chairs_stand else turnings(boards)
        self._rows = len(rows(boards - boards % CHAIRS))
        stood = {Turning(_UNTURNED, table.turns) for copies in sets for table in copies.stand}
        self._ways = (*self._free, *sorted(stood.difference(self._free)))
        number = {way: index for index, way in enumerate(self._ways)}
        self._changes: dict[tuple[int, int, int], Row] = {}
        self._alikes: dict[tuple[int, int], Row] = {}
        self._players = [
            [*(table.players for table in copies.stand), *copies.players] for copies in sets
        ]
        self._chosen = [
            [number[Turning(_UNTURNED, table.turns)] for table in copies.stand]
            + self._first(len(copies.players))
            for copies in sets
        ]
        self._weights: Matrix = [[0] * roster for _ in range(roster)]
        for tables in self._tables():
            self._weigh(tables)

    def found(self) -> list[tuple[TablePlan, ...]]:
        """The tables to plan of each set, turned."""
        if not self._is_even():
            self._anneal()
        return [
            tables[len(copies.stand) :]
            for tables, copies in zip(self._tables(), self._sets, strict=True)
        ]

    def _tables(self) -> list[tuple[TablePlan, ...]]:
        return [
            tuple(
                self._ways[way].table(players) for players, way in zip(seated, chosen, strict=True)
            )
            for seated, chosen in zip(self._players, self._chosen, strict=True)
        ]

    def _first(self, tables: int) -> list[int]:
        """Turnings to begin with: as many different rows as there are, one after the other."""
        a_row = len(self._free) // self._rows
        return [table * a_row % len(self._free) for table in range(tables)]

    def _is_even(self) -> bool:
        """Whether each table of a set has a row of its own: then all pairs at different tables
        hold the same seat on a third of the boards, which players see to be fair."""
        if len(self._free) < 2:
            return True
        return self._boards % CHAIRS == 0 and all(
            len({self._ways[way].turns for way in chosen}) == len(chosen)
            for chosen, copies in zip(self._chosen, self._sets, strict=True)
            if copies.players
        )

    def _anneal(self) -> None:
        """Leaves the best turnings found."""
        spots = [
            (number, table)
            for number, copies in enumerate(self._sets)
            for table in range(len(copies.stand), len(self._chosen[number]))
        ]
        if not spots:
            return
        most = max(_LEAST_TRIES, _MOST_LOOKS // max(map(len, self._chosen)))
        tries = min(most, _TRIES_EACH * len(spots) * len(self._free))
        cost = best = 0
        kept = [list(chosen) for chosen in self._chosen]
        for heat in _HEATS:
            for _ in range(tries):
                number, table = spots[self._draw() * len(spots) >> BITS]
                way = self._draw() * len(self._free) >> BITS
                cost += self._try(number, table, way, heat * self._boards**2 // _FULL_HEAT)
                if cost < best:
                    best, kept = cost, [list(chosen) for chosen in self._chosen]
        self._chosen = kept

    def _weigh(self, tables: Sequence[TablePlan]) -> None:
        """Adds twice the weights of a set's pairs (see `quality`)."""
        for one, other in combinations(tables, 2):
            alike = _alike_by_chairs(one.turns, other.turns)
            for chair, player in enumerate(one.players):
                for facing, rival in enumerate(other.players):
                    self._add(player, rival, alike[(facing - chair) % CHAIRS])
        for table in tables:
            for player, rival in combinations(table.players, 2):
                self._add(player, rival, len(table.turns) * (len(tables) - 1))

    def _add(self, player: int, rival: int, weight: int) -> None:
        self._weights[player][rival] += weight
        self._weights[rival][player] += weight

    def _try(self, number: int, table: int, way: int, heat: int) -> int:
        """Lets the table turn that way if chance allows it; the change of the cost."""
        chosen, seated = self._chosen[number], self._players[number]
        old = chosen[table]
        here = seated[table]
        rows_here = [self._weights[player] for player in here]
        found: list[tuple[int, Row]] = []
        worse = 0
        for other, turning in enumerate(chosen):
            change = () if other == table else self._change(old, way, turning)
            if not change:
                continue
            found.append((other, change))
            at = 0
            for row in rows_here:
                for rival in seated[other]:
                    more = CHAIRS * change[at]
                    worse += more * (2 * row[rival] + more)
                    at += 1
        if worse > 0 and self._draw() * (worse + heat) >> BITS >= heat:
            return 0
        for other, change in found:
            at = 0
            for player in here:
                for rival in seated[other]:
                    self._add(player, rival, CHAIRS * change[at])
                    at += 1
        chosen[table] = way
        return worse

    def _change(self, old: int, new: int, other: int) -> Row:
        """How many boards more the players of two tables, place by place, hold the same seat when
        one changes its turning; nothing if all stays the same."""
        key = (old, new, other)
        if key not in self._changes:
            change = tuple(
                after - before
                for before, after in zip(
                    self._alike(old, other), self._alike(new, other), strict=True
                )
            )
            self._changes[key] = change if any(change) else ()
        return self._changes[key]

    def _alike(self, one: int, other: int) -> Row:
        key = (one, other)
        if key not in self._alikes:
            self._alikes[key] = tuple(
                sum(map(int.__eq__, self._ways[one].seats(place), self._ways[other].seats(facing)))
                for place in _UNTURNED
                for facing in _UNTURNED
            )
        return self._alikes[key]


@cache
def _alike_by_chairs(one: Row, other: Row) -> Row:
    """Twice the weight of two players at tables with these turns, by how many chairs further the
    other sits."""
    boards = min(len(one), len(other))
    apart = [(a - b) % CHAIRS for a, b in zip(one, other, strict=False)]
    return tuple(CHAIRS * apart.count(further) - boards for further in range(CHAIRS))
