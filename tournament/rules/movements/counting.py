"""What rounds add up to, player by player and pair by pair: all figures of a movement are read
from here."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate

from tournament.rules.movements.shapes import CHAIRS, RoundPlan, TablePlan


@dataclass(slots=True)
class Held:
    """One player's boards: how many in each seat, and the same in sets (rounds; one board of four
    is a quarter); `played` and `alike` are bits, one for each board played, and for each in each
    seat."""

    seats: list[int] = field(default_factory=lambda: [0] * CHAIRS)
    sets: list[Fraction] = field(default_factory=lambda: [Fraction(0)] * CHAIRS)
    played: int = 0
    alike: list[int] = field(default_factory=lambda: [0] * CHAIRS)
    sit_outs: int = 0

    def compared(self, other: "Held") -> int:
        """On how many boards both held the same seat."""
        a, b, c = self.alike
        x, y, z = other.alike
        return (a & x).bit_count() + (b & y).bit_count() + (c & z).bit_count()


@dataclass(frozen=True, slots=True)
class Counted:
    """Everybody named in the rounds, what they held, and the pairs (in ascending order) that met.

    `at_table`: what meetings add to twice the pair's weight (a board at the same one of its T
    tables counts T - 1, and takes back the -1 of any board played by both; see `quality`).
    `conflicts`: places too many that players or boards were given.
    """

    held: dict[int, Held]
    met: Counter[tuple[int, int]]
    at_table: Counter[tuple[int, int]]
    conflicts: int


def counted(rounds: Sequence[RoundPlan]) -> Counted:
    """Counts what was played in these rounds."""
    held: dict[int, Held] = {}
    met: Counter[tuple[int, int]] = Counter()
    at_table: Counter[tuple[int, int]] = Counter()
    conflicts = 0
    had: dict[int, set[int]] = {}
    firsts, fields = _sets(rounds)
    for number, each in enumerate(rounds):
        present = each.present()
        conflicts += len(present) - len(set(present)) + _played_again(each, had)
        for player in present:
            held.setdefault(player, Held())
        for player in each.sit_outs:
            held[player].sit_outs += 1
        for table in each.tables:
            played = number if table.set is None else table.set
            _hold(table, firsts[played], held)
            for pair in table.pairs():
                met[pair] += 1
                at_table[pair] += len(table.turns) * fields[played]
    return Counted(dict(sorted(held.items())), met, at_table, conflicts)


def _hold(table: TablePlan, first: int, held: dict[int, Held]) -> None:
    """Adds the boards of a table, numbered from `first` on, to what its players held."""
    boards = len(table.turns) or 1
    if table.held is not None:
        for board in range(len(table.held)):
            for seat, player in enumerate(table.by_seat(board)):
                one = held.setdefault(player, Held())
                one.played |= 1 << first + board
                one.alike[seat] |= 1 << first + board
                one.seats[seat] += 1
                one.sets[seat] += Fraction(1, boards)
        return
    on = [0] * CHAIRS
    for board, turn in enumerate(table.turns, start=first):
        on[turn % CHAIRS] |= 1 << board
    for chair, player in enumerate(table.players):
        one = held[player]
        one.played |= on[0] | on[1] | on[2]
        for seat in range(CHAIRS):
            bits = on[(seat - chair) % CHAIRS]
            one.alike[seat] |= bits
            one.seats[seat] += bits.bit_count()
            one.sets[seat] += Fraction(bits.bit_count(), boards)


def _played_again(each: RoundPlan, had: dict[int, set[int]]) -> int:
    """How often a shared set of boards is at a second table of the round, or comes to a player who
    had it. Adds this round's players to those who had each set."""
    shared = [(table.set, table.named()) for table in each.tables if table.set is not None]
    again = len(shared) - len({number for number, _ in shared})
    for number, players in shared:
        earlier = had.setdefault(number, set())
        again += len(earlier.intersection(players))
        earlier.update(players)
    return again


def _sets(rounds: Sequence[RoundPlan]) -> tuple[dict[int, int], Counter[int]]:
    """Of each set of boards the number of its first board, and how many tables play it. A round's
    own boards are a set."""
    sizes: dict[int, int] = {}
    fields: Counter[int] = Counter()
    for number, each in enumerate(rounds):
        for table in each.tables:
            played = number if table.set is None else table.set
            sizes[played] = max(sizes.get(played, 0), len(table.turns))
            fields[played] += 1
    return dict(zip(sizes, accumulate([0, *sizes.values()]), strict=False)), fields
