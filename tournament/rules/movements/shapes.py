"""The shapes of a movement: who sits where, round by round."""

from dataclasses import dataclass

CHAIRS = 3


@dataclass(frozen=True, slots=True)
class TablePlan:
    """One table of one round.

    `players` are in chair order. `turns` has one entry per board of the round: on board i
    chair j holds seat (j + turns[i]) mod 3, so zeros mean that seats hold for the whole round.
    `set` numbers the set of boards it plays where tables of a round play different ones; None: all
    play the round's own.
    """

    players: tuple[int, ...]
    turns: tuple[int, ...]
    set: int | None = None

    def by_seat(self, board: int) -> tuple[int, ...]:
        """The players in seat order on the round's board of that index, counted from 0."""
        turn = self.turns[board]
        return tuple(self.players[(seat - turn) % CHAIRS] for seat in range(CHAIRS))


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """One round: its tables in table order, and the players present without a table."""

    tables: tuple[TablePlan, ...]
    sit_outs: tuple[int, ...]

    def present(self) -> tuple[int, ...]:
        """Everybody who was there in this round, seated or sitting out, in ascending order."""
        seated = [player for table in self.tables for player in table.players]
        return tuple(sorted([*seated, *self.sit_outs]))
