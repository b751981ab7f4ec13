"""By standing: each round is planned from the ranking when the one before has ended.

Neighbours in the ranking meet, as far as they have not met before. Whose turn it is to sit out, and
which seats are due, is as in every other movement.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations, islice, permutations

from tournament.rules.movements.comparisons import Copies, Turner
from tournament.rules.movements.counting import counted
from tournament.rules.movements.draws import BITS, Draw, draws
from tournament.rules.movements.lasting import Ahead, suits
from tournament.rules.movements.meetings import Matrix, met
from tournament.rules.movements.neighbours import SMALL, Neighbours
from tournament.rules.movements.seats import Counts, boards_held, seats_held
from tournament.rules.movements.shapes import CHAIRS, RoundPlan, TablePlan
from tournament.rules.movements.sitting import Laps

_PASSES = 4
_TRIES = 20
# So many choices of who sits out are looked at, at most.
_MOST_SITTING = 60

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
    laps = Laps(played)
    laps.enter(ranking)
    held = _held(ranking, boards_per_round, played, turned=turned)
    draw = draws(seed, f"standing {len(played)}")
    ahead = Ahead(held, laps, draw) if held else None
    sit_outs, way = _sitting(ranking, laps, ahead)
    seated = [player for player in ranking if player not in sit_outs]
    if not seated:
        return RoundPlan((), tuple(sorted(sit_outs)))
    planned = _Round(seated, boards_per_round, draw, played)
    if ahead is not None:
        tables = planned.on_chairs(held, ahead, sit_outs, way)
    else:
        tables = planned.of_neighbours([(0,) * CHAIRS for _ in seated])
    return RoundPlan(tuple(planned.named(tables, turned=turned)), tuple(sorted(sit_outs)))


def _held(
    ranking: Sequence[int], boards: int, played: Sequence[RoundPlan], *, turned: bool
) -> dict[int, Counts]:
    """What everybody present has held of that which chairs share out: seats, those of a board that
    is left over, or of two; nothing where the boards divide by three and are turned."""
    rest = boards % CHAIRS
    if turned and not rest:
        return {}
    each = 1 if rest == 1 else -1
    held = boards_held(played, each) if turned else seats_held(played)
    return {player: held.get(player, [0] * CHAIRS) for player in ranking}


def _sitting(
    ranking: Sequence[int], laps: Laps, ahead: Ahead | None
) -> tuple[list[int], dict[int, int] | None]:
    """Who sits out, the lowest of those whose turn it is, but others where only then all can hold
    even seats, now and later; with the chairs of a way in which they do, if one is looked for and
    found."""
    turn = laps.turn(ranking)
    lowest_first = combinations(reversed(turn.optional), turn.more)
    choices = [[*turn.required, *chosen] for chosen in islice(lowest_first, _MOST_SITTING)]
    if ahead is not None:
        for sit_outs in choices:
            way = ahead.way(sit_outs)
            if way is not None:
                return sit_outs, way
    return choices[0], None


class _Round:
    """A round to plan for the players seated, numbered by rank from 0."""

    def __init__(
        self, seated: Sequence[int], boards: int, draw: Draw, played: Sequence[RoundPlan]
    ) -> None:
        # Whoever has left still counts in the comparisons: their numbers come after the ranks.
        gone = {player for past in played for player in past.present()}.difference(seated)
        self._roster = [*seated, *sorted(gone)]
        self._number = {player: number for number, player in enumerate(self._roster)}
        self._players = len(seated)
        self._boards = boards
        self._draw = draw
        self._played = played

    def of_neighbours(self, suit: Sequence[tuple[int, ...]]) -> Tables:
        """The tables, those of the best first. `suit`: what each chair costs each player."""
        return Neighbours(self._met(), suit, self._draw).found()

    def on_chairs(
        self,
        held: Mapping[int, Counts],
        ahead: Ahead,
        sit_outs: Sequence[int],
        way: Mapping[int, int] | None,
    ) -> Tables:
        """The tables, players on chairs that suit what they have held and leave a way on; where
        these tables leave none, others, with everybody on the chair of the way that is known."""
        suit = [suits(held[player]) for player in self._roster[: self._players]]
        tables, lasts = self._seated(self.of_neighbours(suit), suit, held, ahead, sit_outs)
        if lasts or way is None:
            return tables
        suit = [
            tuple(2 * (chair != way[player]) for chair in range(CHAIRS))
            for player in self._roster[: self._players]
        ]
        return [
            choices[0] for choices in (_seatings(table, suit) for table in self.of_neighbours(suit))
        ]

    def named(self, tables: Tables, *, turned: bool) -> list[TablePlan]:
        """The tables by the players' own names, with their boards turned or not."""
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
                pairs = [[self._number[player] for player in pair] for pair in table.pairs()]
                met([pair for pair in pairs if max(pair) < self._players], counts)
        return counts

    def _seated(
        self,
        tables: Tables,
        suit: Sequence[tuple[int, ...]],
        held: Mapping[int, Counts],
        ahead: Ahead,
        sit_outs: Sequence[int],
    ) -> tuple[Tables, bool]:
        """The tables with their players on chairs that suit them, and whether there is a way on; if
        it is easily found one in which the same players can play the next round without a fault."""
        choices = [_seatings(table, suit) for table in tables]
        weights = self._weights()
        for one, other in (pair for table in tables for pair in permutations(table, 2)):
            weights[one][other] = 0
        after = self._met()
        met(tables, after)
        seated = self._compared_least(choices, weights)
        lasting = None
        for _ in range(_TRIES):
            chairs = {
                self._roster[player]: chair
                for table in seated
                for chair, player in enumerate(table)
            }
            if ahead.lasts(sit_outs, chairs):
                lasting = lasting or seated
                suits_after = [
                    suits([count + (seat == chair) for seat, count in enumerate(held[player])])
                    for player, chair in sorted(
                        chairs.items(), key=lambda one: self._number[one[0]]
                    )
                ]
                if (
                    self._players > SMALL
                    or Neighbours(after, suits_after, self._draw).are_possible()
                ):
                    return seated, True
            seated = self._any_of(choices)
        return lasting or seated, lasting is not None

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


def _seatings(table: Sequence[int], suit: Sequence[Sequence[int]]) -> list[list[int]]:
    """The players of a table in the chair orders that suit them best."""
    costs = {
        order: sum(suit[player][chair] for chair, player in enumerate(order))
        for order in permutations(table)
    }
    least = min(costs.values())
    return [list(order) for order, cost in costs.items() if cost == least]
