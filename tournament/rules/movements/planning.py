"""The planner: from who is present in each round to tables, seats and sit-outs."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import combinations

from tournament.rules.movements.comparisons import Copies, Turner
from tournament.rules.movements.counting import counted
from tournament.rules.movements.drafts import Draft, cycle_length, draft, pattern
from tournament.rules.movements.draws import draws, shuffling_key
from tournament.rules.movements.holding import Field, Known, even_comparisons, known
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
    unevenness,
    whole_players,
)
from tournament.rules.movements.shapes import CHAIRS, RoundPlan, TablePlan
from tournament.rules.movements.sharing import sets_shared
from tournament.rules.movements.sitting import Laps

# The search is bounded by steps, never by time: the same movement on a slow machine.
_ATTEMPTS = 4
_MOST_STEPS = 16_000
_STEPS_PER_PLACE = 125
# An event's own seed says which player is which. What is searched for does not depend on it, so
# that a movement is worth the same whatever the seed.
_SEED = ""


def plan(
    *,
    available: Sequence[Collection[int]],
    boards_per_round: int,
    seed: str,
    played: Sequence[RoundPlan] = (),
    turned: bool = False,
    shared: bool = False,
    whole_event: bool = False,
) -> tuple[RoundPlan, ...]:
    """The rounds still to play of a barometer movement: in each round all tables play the same
    boards, each with its own cards. With `shared` there is one copy of each set of boards: the
    tables of a round play different sets (see `sharing`), and `played` says which they played.

    `available[i]` holds the players present in the i-th round to plan; `played` the rounds that
    stand, whose meetings, seats and sit-outs all count. With `turned` the players keep their
    chairs and the boards are turned (see `comparisons`), else seats hold for a round: they are
    balanced after every round, or with `whole_event` over all of them, which leaves room for more
    even comparisons (see `holding`). Returns one round for each entry of `available`. With fewer
    than three players present there are no tables and all sit out.
    The same arguments give the same rounds on every machine and Python version; the seed says which
    player is which, and what a plan is worth does not depend on it. Raises ValueError
    if a player is named twice in a round or a round has no boards.
    """
    if boards_per_round < 1:
        raise ValueError("A round has at least one board.")
    for players in available:
        if len(set(players)) != len(players):
            raise ValueError("A player is named twice in the same round.")
    everybody = {player for past in played for player in past.present()}.union(*available)
    roster = sorted(everybody, key=lambda player: (shuffling_key(seed, player), player))
    index = {player: number for number, player in enumerate(roster)}
    planner = _Planner(
        [past.renamed(index) for past in played],
        [sorted(index[player] for player in players) for players in available],
        len(roster),
        boards_per_round,
    )
    planned = planner.rounds(turned=turned, shared=shared, whole_event=whole_event)
    return tuple(each.renamed(dict(enumerate(roster))) for each in planned)


def plan_sought(players: int, rounds: int, sought: Known) -> list[RoundPlan]:
    """A whole event of so many players, numbered from 0, in which seats hold for a round of one
    board: as `plan` would look for it if that were what is known."""
    present = [list(range(players))] * rounds
    planner = _Planner([], present, players, 1, sought)
    return planner.rounds(turned=False, shared=False, whole_event=True)


class _Planner:
    """Plans for players numbered from 0 to `roster` - 1."""

    def __init__(
        self,
        history: Sequence[RoundPlan],
        present: Sequence[Sequence[int]],
        roster: int,
        boards: int,
        sought: Known | None = None,
    ) -> None:
        self._history = history
        self._present = present
        self._roster = roster
        self._boards = boards
        self._before: Matrix = [[0] * roster for _ in range(roster)]
        for past in history:
            met([pair for table in past.tables for pair in table.pairs()], self._before)
        # Of each set of boards, a round's own or a shared one, the tables that have played it.
        self._stand: dict[int, list[TablePlan]] = {}
        for number, past in enumerate(history):
            for table in past.tables:
                copy = number if table.set is None else table.set
                self._stand.setdefault(copy, []).append(table)
        self._evenness = self._even_share()
        complete = not history and all(len(players) == roster for players in present)
        self._known = sought or (known(roster, len(present)) if complete else None)
        self._seed = f"{self._known.draws}" if self._known and self._known.draws else _SEED

    def rounds(self, *, turned: bool, shared: bool, whole_event: bool) -> list[RoundPlan]:
        """The rounds: meetings first, then the seats that hold, which may take other tables, then
        the sets of boards, and how they are turned."""
        drafts = self._with_even_meetings()
        rest = self._boards % CHAIRS
        if not turned:
            self._seat(drafts, seats_held(self._history), whole_event=whole_event)
        elif rest:
            # Seats are shared out by the turning, all but those of one board that is left over, or
            # of two: then the seat that is not held on either.
            held = boards_held(self._history, 1 if rest == 1 else -1)
            self._seat(drafts, held, whole_event=False)
        sets = self._sets_shared(drafts) if shared else None
        if turned:
            tables = self._turned(drafts, sets)
        else:
            self._even_comparisons(drafts, sets, whole_event=whole_event)
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
        stand = [[sorted(table.named()) for table in past.tables] for past in self._history]
        given = [[table.set or 0 for table in past.tables] for past in self._history]
        planned = [each.tables() for each in drafts]
        return sets_shared([*stand, *planned], draws(_SEED, "sets"), given)[len(stand) :]

    def _turned(
        self, drafts: Sequence[Draft], sets: Sequence[Sequence[int]] | None
    ) -> list[list[TablePlan]]:
        """The tables with their boards turned."""
        stand, places = self._stand, self._places(drafts, sets)
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
            draw=draws(_SEED, "turning"),
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

    def _places(
        self, drafts: Sequence[Draft], sets: Sequence[Sequence[int]] | None
    ) -> dict[int, list[tuple[int, int]]]:
        """Of each set of boards the tables to plan that play it, by round and place."""
        places: dict[int, list[tuple[int, int]]] = {}
        for number, each in enumerate(drafts):
            for place in range(len(each.order) // CHAIRS):
                copy = sets[number][place] if sets else len(self._history) + number
                places.setdefault(copy, []).append((number, place))
        return places

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
        draw = draws(_SEED, "drafts")
        tables = pattern(field, len(self._history) + len(self._present), _SEED)
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

    def _seat(
        self, drafts: Sequence[Draft], held: Mapping[int, Counts], *, whole_event: bool
    ) -> None:
        """Balances seats within one after every round; where what was played rules that out, by
        other tables; and where that cannot be done, or is not wanted, at least at the end."""
        orders = [each.order for each in drafts]
        parts = stretches(orders, held)
        seat_by_seat(orders, parts, draws(_SEED, "seats"))
        if balance(orders, parts):
            return
        if not whole_event and self._search_seats(drafts, parts, by_stretch=True):
            return
        parts = whole_players([each.ranks for each in drafts], held, self._roster)
        if not balance([each.order for each in drafts], parts):
            self._search_seats(drafts, parts, by_stretch=False)

    def _even_comparisons(
        self,
        drafts: Sequence[Draft],
        sets: Sequence[Sequence[int]] | None,
        *,
        whole_event: bool,
    ) -> None:
        """Changes seats that hold so that pairs are compared as evenly as they can be."""
        orders = [each.order for each in drafts]
        held = seats_held(self._history)
        parts = stretches(orders, held)
        if whole_event or any(map(unevenness, parts.held(orders))):
            parts = whole_players([each.ranks for each in drafts], held, self._roster)
        even_comparisons(
            orders,
            parts,
            [
                Field(
                    tuple(table.by_seat(0) for table in self._stand.get(copy, ())),
                    tuple((number, CHAIRS * place) for number, place in places),
                )
                for copy, places in self._places(drafts, sets).items()
            ],
            self._compared_before(),
            draws(self._seed, "comparisons"),
            narrowest=self._known.window if self._known and not sets else None,
            patient=whole_event and not self._history,
        )

    def _compared_before(self) -> Matrix:
        """How often players were compared already, in rounds as long as those to plan."""
        held = counted(self._history).held
        compared = [[0] * self._roster for _ in range(self._roster)]
        for one, other in combinations(held, 2):
            rounds = held[one].compared(held[other]) // self._boards
            compared[one][other] = compared[other][one] = rounds
        return compared

    def _search_seats(self, drafts: Sequence[Draft], parts: Parts, *, by_stretch: bool) -> bool:
        """Looks for balanced seats with no worse meetings; whether they were found."""
        counts = self._counted(drafts)
        enough = self._evenness.cost(counts)
        search = SeatSearch(
            drafts,
            counts,
            self._evenness,
            parts,
            draws(_SEED, f"balance {by_stretch}"),
            turns_may_change=not by_stretch,
        )
        return search.run(self._steps(), enough) <= enough
