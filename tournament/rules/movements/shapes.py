"""The shapes of a movement: who sits where, round by round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

CHAIRS = 3


def seat_held(chair: int, turns: Sequence[int], board: int) -> int:
    """The seat that a chair holds on a table's board of that index. Without turns the chair's own;
    beyond their end they begin again."""
    turn = turns[board % len(turns)] if turns else 0
    return (chair + turn) % CHAIRS


def chair_holding(seat: int, turns: Sequence[int], board: int) -> int:
    """The chair that holds a seat on a table's board of that index: `seat_held` backwards."""
    return (2 * seat - seat_held(seat, turns, board)) % CHAIRS


@dataclass(frozen=True, slots=True)
class TablePlan:
    """One table of one round.

    `players` are in chair order. `turns` has one entry per board of the round: on board i
    chair j holds seat (j + turns[i]) mod 3, so zeros mean that seats hold for the whole round.
    `set` numbers the set of boards it plays where tables of a round play different ones; None: all
    play the round's own. `held` has for each board who really held its seats, where that is known
    and counts instead; () for a board that was not played there.
    """

    players: tuple[int, ...]
    turns: tuple[int, ...]
    set: int | None = None
    held: tuple[tuple[int, ...], ...] | None = None

    def by_seat(self, board: int) -> tuple[int, ...]:
        """The players in seat order on the round's board of that index, counted from 0."""
        if self.held is not None:
            return self.held[board]
        return tuple(self.players[chair_holding(seat, self.turns, board)] for seat in range(CHAIRS))

    def named(self) -> frozenset[int]:
        """Its players, and whoever else really held a seat."""
        return frozenset(self.players).union(*(self.held or ()))

    def pairs(self) -> frozenset[tuple[int, int]]:
        """Who met there, in ascending order: its players, or those who really sat there on some
        board together."""
        together = [self.players] if self.held is None else self.held
        return frozenset(pair for players in together for pair in combinations(sorted(players), 2))

    def renamed(self, names: Mapping[int, int]) -> "TablePlan":
        """The same table of the players that `names` has for each of its own."""
        held = self.held
        return replace(
            self,
            players=tuple(names[player] for player in self.players),
            held=held and tuple(tuple(names[player] for player in seats) for seats in held),
        )


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """One round: its tables in table order, and the players present without a table."""

    tables: tuple[TablePlan, ...]
    sit_outs: tuple[int, ...]

    def renamed(self, names: Mapping[int, int]) -> "RoundPlan":
        """The same round of the players that `names` has for each of its own."""
        return RoundPlan(
            tuple(table.renamed(names) for table in self.tables),
            tuple(sorted(names[player] for player in self.sit_outs)),
        )

    def present(self) -> tuple[int, ...]:
        """Everybody who was there in this round, seated or sitting out, in ascending order; also
        who held somebody else's seat."""
        seated = [player for table in self.tables for player in table.players]
        known = {*seated, *self.sit_outs}
        others = {player for table in self.tables for player in table.named()} - known
        return tuple(sorted([*seated, *self.sit_outs, *others]))
