"""By standing: each round is planned from the ranking when the one before has ended.

Neighbours in the ranking meet, as far as they have not met before. Whose turn it is to sit out, and
which seats are due, is as in every other movement.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations

from tournament.rules.movements.comparisons import Copies, Turner
from tournament.rules.movements.counting import counted
from tournament.rules.movements.draws import BITS, draws
from tournament.rules.movements.meetings import Matrix, met
from tournament.rules.movements.neighbours import SMALL, Neighbours
from tournament.rules.movements.seats import Counts, boards_held, seats_held, unevenness
from tournament.rules.movements.shapes import CHAIRS, RoundPlan, TablePlan
from tournament.rules.movements.sitting import Laps

_PASSES = 4
_TRIES = 20

Tables = list[list[int]]


def plan_standing(
    *,
    ranking: Sequence[int],
    boards_per_round: int,
    seed: str,
    played: Sequence[RoundPlan] = (),
    turned: bool = False,
) -> RoundPlan:
    """The next round for the players of `ranking`, best first; table 1 has the best.

    `played` are the rounds that stand; their meetings, seats and sit-outs count. Of those whose
    turn it is to sit out, the lowest do. With fewer than three players there are no tables and all
    sit out. `turned` is as for `plan`.
    The same arguments give the same round on every machine and Python version. Raises ValueError
    if a player is named twice or the round has no boards.
    """
    if boards_per_round < 1:
        raise ValueError("A round has at least one board.")
    if len(set(ranking)) != len(ranking):
        raise ValueError("A player is named twice.")
    sit_outs = _sit_outs(ranking, played)
    seated = [player for player in ranking if player not in sit_outs]
    return RoundPlan(
        tuple(_Round(seated, boards_per_round, seed, played).tables(turned=turned)),
        tuple(sorted(sit_outs)),
    )


def _sit_outs(ranking: Sequence[int], played: Sequence[RoundPlan]) -> list[int]:
    laps = Laps(played)
    laps.enter(ranking)
    turn = laps.turn(ranking)
    return [*turn.required, *turn.optional[len(turn.optional) - turn.more :]]


class _Round:
    """A round to plan for the players seated, numbered by rank from 0."""

    def __init__(
        self, seated: Sequence[int], boards: int, seed: str, played: Sequence[RoundPlan]
    ) -> None:
        # Whoever has left still counts in the comparisons: their numbers come after the ranks.
        gone = {player for past in played for player in past.present()}.difference(seated)
        self._roster = [*seated, *sorted(gone)]
        self._number = {player: number for number, player in enumerate(self._roster)}
        self._players = len(seated)
        self._boards = boards
        self._draw = draws(seed, f"standing {len(played)}")
        self._played = played

    def tables(self, *, turned: bool) -> list[TablePlan]:
        """The tables, those of the best first."""
        if not self._players:
            return []
        rest = self._boards % CHAIRS
        held: dict[int, Counts] = {}
        if not turned:
            held = seats_held(self._played)
        elif rest:
            held = boards_held(self._played, 1 if rest == 1 else -1)
        chairs_count = rest > 0 or not turned
        suits = [
            _suits(held.get(player, [0] * CHAIRS)) if chairs_count else (0,) * CHAIRS
            for player in self._roster[: self._players]
        ]
        tables = Neighbours(self._met(), suits, self._draw).found()
        if chairs_count:
            tables = self._on_chairs(tables, suits, held)
        planned = (
            self._turned(tables)
            if turned
            else [TablePlan(tuple(table), (0,) * self._boards) for table in tables]
        )
        return [
            TablePlan(tuple(self._roster[number] for number in table.players), table.turns)
            for table in planned
        ]

    def _met(self) -> Matrix:
        counts = [[0] * self._players for _ in range(self._players)]
        for past in self._played:
            for table in past.tables:
                here = [self._number[player] for player in table.players]
                met([[number for number in here if number < self._players]], counts)
        return counts

    def _on_chairs(
        self, tables: Tables, suits: Sequence[tuple[int, ...]], held: Mapping[int, Counts]
    ) -> Tables:
        """The tables with their players on chairs that suit what they held; if it is easily found
        such that the same players can all play the next round, too, without a fault."""
        choices = [_seatings(table, suits) for table in tables]
        weights = self._weights()
        for one, other in (pair for table in tables for pair in permutations(table, 2)):
            weights[one][other] = 0
        first = self._compared_least(choices, weights)
        if self._players > SMALL:
            return first
        after = self._met()
        met(tables, after)
        seated = first
        for _ in range(_TRIES):
            suits_after = list(suits)
            for chair, player in (
                (chair, one) for table in seated for chair, one in enumerate(table)
            ):
                seats = list(held.get(self._roster[player], [0] * CHAIRS))
                seats[chair] += 1
                suits_after[player] = _suits(seats)
            if Neighbours(after, suits_after, self._draw).are_possible():
                return seated
            seated = self._any_of(choices)
        return first

    def _any_of(self, choices: Sequence[Tables]) -> Tables:
        return [seatings[self._draw() * len(seatings) >> BITS] for seatings in choices]

    def _compared_least(self, choices: Sequence[Tables], weights: Matrix) -> Tables:
        """One seating for each table, such that everybody faces at other tables, on the same chair,
        whom they have been compared with least."""
        tables = self._any_of(choices)
        by_chair = [list(players) for players in zip(*tables, strict=True)]

        def compared(seating: Sequence[int]) -> int:
            return sum(
                sum(map(weights[player].__getitem__, facing))
                for player, facing in zip(seating, by_chair, strict=True)
            )

        for _ in range(_PASSES):
            for number, seatings in enumerate(choices):
                best = min(seatings, key=compared)
                if compared(best) < compared(tables[number]):
                    tables[number] = best
                    for facing, player in zip(by_chair, best, strict=True):
                        facing[number] = player
        return tables

    def _weights(self) -> Matrix:
        """Twice the weights, so far, of the pairs of players seated (see `quality`)."""
        found = counted(self._played)
        weights = [[0] * self._players for _ in range(self._players)]
        known = [
            (number, found.held[player])
            for number, player in enumerate(self._roster[: self._players])
            if player in found.held
        ]
        for (one, one_held), (other, other_held) in combinations(known, 2):
            pair = sorted((self._roster[one], self._roster[other]))
            weight = (
                3 * one_held.compared(other_held)
                + found.at_table[pair[0], pair[1]]
                - (one_held.played & other_held.played).bit_count()
            )
            weights[one][other] = weights[other][one] = weight
        return weights

    def _turned(self, tables: Tables) -> list[TablePlan]:
        stand: dict[int, list[TablePlan]] = {}
        for number, past in enumerate(self._played):
            for table in past.tables:
                players = tuple(self._number[player] for player in table.players)
                copy = number if table.set is None else table.set
                stand.setdefault(copy, []).append(TablePlan(players, table.turns))
        turner = Turner(
            [
                *(Copies(tuple(copies), ()) for copies in stand.values()),
                Copies((), tuple(map(tuple, tables))),
            ],
            boards=self._boards,
            roster=len(self._roster),
            draw=self._draw,
        )
        return list(turner.found()[-1])


def _suits(held: Sequence[int]) -> tuple[int, ...]:
    """How uneven the seats held become on each chair."""
    return tuple(
        unevenness([count + (seat == chair) for seat, count in enumerate(held)])
        for chair in range(CHAIRS)
    )


def _seatings(table: Sequence[int], suits: Sequence[Sequence[int]]) -> list[list[int]]:
    """The players of a table in the chair orders that suit them best."""
    costs = {
        order: sum(suits[player][chair] for chair, player in enumerate(order))
        for order in permutations(table)
    }
    least = min(costs.values())
    return [list(order) for order, cost in costs.items() if cost == least]
