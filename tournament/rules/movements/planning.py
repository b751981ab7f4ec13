"""The planner: from who is present in each round to tables, seats and sit-outs."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import combinations

from tournament.rules.movements.comparisons import Copies, Turner
from tournament.rules.movements.drafts import Draft, cycle_length, draft, pattern
from tournament.rules.movements.draws import draws
from tournament.rules.movements.meetings import Evenness, Matrix, met
from tournament.rules.movements.search import Search, SeatSearch
from tournament.rules.movements.seats import (
    Counts,
    Parts,
    balance,
    boards_held,
    seat_by_seat,
    seats_held,
    stretches,
    whole_players,
)
from tournament.rules.movements.shapes import CHAIRS, RoundPlan, TablePlan
from tournament.rules.movements.sharing import sets_shared
from tournament.rules.movements.sitting import Laps

# The search is bounded by steps, never by time: the same movement on a slow machine.
_ATTEMPTS = 4
_MOST_STEPS = 16_000
_STEPS_PER_PLACE = 125


def plan(
    *,
    available: Sequence[Collection[int]],
    boards_per_round: int,
    seed: str,
    played: Sequence[RoundPlan] = (),
    turned: bool = False,
    shared: bool = False,
) -> tuple[RoundPlan, ...]:
    """The rounds still to play of a barometer movement: in each round all tables play the same
    boards, each with its own cards. With `shared` there is one copy of each set of boards: the
    tables of a round play different sets (see `sharing`), and `played` says which they played.

    `available[i]` holds the players present in the i-th round to plan; `played` the rounds that
    stand, whose meetings, seats and sit-outs all count. With `turned` the players keep their
    chairs and the boards are turned (see `comparisons`), else seats hold for a round. Returns one
    round for each entry of `available`. With fewer than three players present there are no tables
    and all sit out.
    The same arguments give the same rounds on every machine and Python version. Raises ValueError
    if a player is named twice in a round or a round has no boards.
    """
    if boards_per_round < 1:
        raise ValueError("A round has at least one board.")
    for players in available:
        if len(set(players)) != len(players):
            raise ValueError("A player is named twice in the same round.")
    roster = sorted({player for past in played for player in past.present()}.union(*available))
    index = {player: number for number, player in enumerate(roster)}
    planner = _Planner(
        [_renamed(past, index) for past in played],
        [sorted(index[player] for player in players) for players in available],
        len(roster),
        seed,
        boards_per_round,
    )
    planned = planner.rounds(turned=turned, shared=shared)
    return tuple(_renamed(each, dict(enumerate(roster))) for each in planned)


def _renamed(past: RoundPlan, names: Mapping[int, int]) -> RoundPlan:
    return RoundPlan(
        tuple(
            replace(table, players=tuple(names[player] for player in table.players))
            for table in past.tables
        ),
        tuple(names[player] for player in past.sit_outs),
    )


class _Planner:
    """Plans for players numbered from 0 to `roster` - 1."""

    def __init__(
        self,
        history: Sequence[RoundPlan],
        present: Sequence[Sequence[int]],
        roster: int,
        seed: str,
        boards: int,
    ) -> None:
        self._history = history
        self._present = present
        self._roster = roster
        self._seed = seed
        self._boards = boards
        self._before: Matrix = [[0] * roster for _ in range(roster)]
        for past in history:
            met([table.players for table in past.tables], self._before)
        self._evenness = self._even_share()

    def rounds(self, *, turned: bool, shared: bool) -> list[RoundPlan]:
        """The rounds: meetings first, then the seats that hold, which may take other tables, then
        the sets of boards, and how they are turned."""
        drafts = self._with_even_meetings()
        rest = self._boards % CHAIRS
        if not turned:
            self._seat(drafts, seats_held(self._history))
        elif rest:
            # Seats are shared out by the turning, all but those of one board that is left over, or
            # of two: then the seat that is not held on either.
            self._seat(drafts, boards_held(self._history, 1 if rest == 1 else -1))
        sets = self._sets_shared(drafts) if shared else None
        if turned:
            tables = self._turned(drafts, sets)
        else:
            hold = (0,) * self._boards
            tables = [[TablePlan(tuple(table), hold) for table in each.tables()] for each in drafts]
        if sets:
            tables = [
                [replace(table, set=number) for table, number in zip(*each, strict=True)]
                for each in zip(tables, sets, strict=True)
            ]
        return [
            RoundPlan(tuple(seated), tuple(sorted(each.sit_outs)))
            for seated, each in zip(tables, drafts, strict=True)
        ]

    def _sets_shared(self, drafts: Sequence[Draft]) -> list[list[int]]:
        stand = [[table.players for table in past.tables] for past in self._history]
        given = [[table.set or 0 for table in past.tables] for past in self._history]
        planned = [each.tables() for each in drafts]
        return sets_shared([*stand, *planned], draws(self._seed, "sets"), given)[len(stand) :]

    def _turned(
        self, drafts: Sequence[Draft], sets: Sequence[Sequence[int]] | None
    ) -> list[list[TablePlan]]:
        """The tables with their boards turned."""
        # Who plays the same boards: a set of them, or all in a round.
        stand: dict[int, list[TablePlan]] = {}
        for number, past in enumerate(self._history):
            for table in past.tables:
                stand.setdefault(number if table.set is None else table.set, []).append(table)
        places: dict[int, list[tuple[int, int]]] = {}
        for number, each in enumerate(drafts):
            for place in range(len(each.tables())):
                copy = sets[number][place] if sets else len(self._history) + number
                places.setdefault(copy, []).append((number, place))
        copies = sorted({*stand, *places})
        seated = [each.tables() for each in drafts]
        turner = Turner(
            [
                Copies(
                    tuple(stand.get(copy, ())),
                    tuple(tuple(seated[number][place]) for number, place in places.get(copy, ())),
                )
                for copy in copies
            ],
            boards=self._boards,
            roster=self._roster,
            draw=draws(self._seed, "turning"),
        )
        turned = {
            where: table
            for copy, tables in zip(copies, turner.found(), strict=True)
            for where, table in zip(places.get(copy, ()), tables, strict=True)
        }
        return [
            [turned[number, place] for place in range(len(each))]
            for number, each in enumerate(seated)
        ]

    def _even_share(self) -> Evenness:
        rounds_of = [0] * self._roster
        for number, players in enumerate(self._present):
            for player in players:
                rounds_of[player] |= 1 << number
        pairs = Counter(
            self._before[one][other]
            for one, other in combinations(range(self._roster), 2)
            if rounds_of[one] & rounds_of[other]
        )
        meetings = sum(len(players) // CHAIRS * CHAIRS for players in self._present)
        return Evenness(pairs, meetings, len(self._history) + len(self._present) + 1)

    def _with_even_meetings(self) -> list[Draft]:
        least = self._evenness.least(self._before)
        start, cost, cycle = min(
            map(self._along_pattern, self._fields()), key=lambda candidate: candidate[1]
        )
        best = start
        for attempt in range(_ATTEMPTS):
            if cost <= least:
                break
            trial = [each.copy() for each in start]
            # Rounds of the first cycle are left alone every other time: it may be worth keeping.
            kept = max(0, cycle - len(self._history)) if attempt % 2 == 0 else 0
            search = Search(
                trial[kept:] or trial,
                self._counted(trial),
                self._evenness,
                draws(self._seed, f"meetings {attempt}"),
            )
            reached = search.run(self._steps(), least)
            if reached < cost:
                best, cost = trial, reached
        return best

    def _steps(self) -> int:
        """How long to search: a small movement has few ways to be better."""
        return min(_MOST_STEPS, _STEPS_PER_PLACE * (8 + sum(map(len, self._present))))

    def _fields(self) -> list[tuple[int, ...]]:
        """Fields whose pattern may be worth following: that of the first round, whose pattern the
        played rounds may have followed; the one now present; and everybody."""
        fields = [self._history[0].present()] if self._history else []
        fields += map(tuple, self._present[:1])
        fields.append(tuple(range(self._roster)))
        return list(dict.fromkeys(fields))

    def _along_pattern(self, field: Sequence[int]) -> tuple[list[Draft], int, int]:
        """First drafts along one field's pattern, their cost, and the length of its cycle."""
        laps = Laps(self._history)
        counts = deepcopy(self._before)
        draw = draws(self._seed, "drafts")
        tables = pattern(field, len(self._history) + len(self._present), self._seed)
        drafts = [
            draft(tables_here, players, laps, counts, draw)
            for tables_here, players in zip(
                tables[len(self._history) :], self._present, strict=True
            )
        ]
        return drafts, self._evenness.cost(counts), cycle_length(field)

    def _counted(self, drafts: Sequence[Draft]) -> Matrix:
        counts = deepcopy(self._before)
        for each in drafts:
            met(each.tables(), counts)
        return counts

    def _seat(self, drafts: Sequence[Draft], held: Mapping[int, Counts]) -> None:
        """Balances seats within one after every round; where what was played rules that out, by
        other tables; and where that cannot be done, at least at the end."""
        orders = [each.order for each in drafts]
        parts = stretches(orders, held)
        seat_by_seat(orders, parts, draws(self._seed, "seats"))
        if balance(orders, parts) or self._search_seats(drafts, parts, by_stretch=True):
            return
        parts = whole_players([each.ranks for each in drafts], held, self._roster)
        if not balance([each.order for each in drafts], parts):
            self._search_seats(drafts, parts, by_stretch=False)

    def _search_seats(self, drafts: Sequence[Draft], parts: Parts, *, by_stretch: bool) -> bool:
        """Looks for balanced seats with no worse meetings; whether they were found."""
        counts = self._counted(drafts)
        enough = self._evenness.cost(counts)
        search = SeatSearch(
            drafts,
            counts,
            self._evenness,
            parts,
            draws(self._seed, f"balance {by_stretch}"),
            turns_may_change=not by_stretch,
        )
        return search.run(self._steps(), enough) <= enough
