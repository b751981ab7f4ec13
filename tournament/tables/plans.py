"""Who would sit where in rounds still to be played: each kind of movement, from what is stored.

Nothing is written here. Players are entry ids, as everywhere in a stored plan.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial

from tournament.events.models import Entry, Event, Round
from tournament.events.selectors import entry_is_present
from tournament.rules.movements import RoundPlan, plan, plan_teams
from tournament.rules.movements.shapes import CHAIRS
from tournament.rules.movements.standing import plan_standing
from tournament.rules.movements.teams import substituted

from .selectors import rounds_plans

Ranking = Callable[[Event], Sequence[int]]
# From who is `available` in each round, what was `played` and a `seed` to the rounds to come.
Planner = Callable[..., Sequence[RoundPlan]]
Search = partial[Sequence[RoundPlan]]

_NOT_YET = RoundPlan((), ())
_rankings: list[Ranking] = []
_elsewhere: ContextVar[Mapping[str, Sequence[RoundPlan]] | None] = ContextVar(
    "found elsewhere", default=None
)


def ranking_register(ranking: Ranking) -> None:
    """Let `ranking` say in which order an event's entries stand now: the rule is the standings'."""
    _rankings.append(ranking)


class SearchDue(Exception):
    """A search that `searches_elsewhere` wants to be done where nobody waits for it."""

    def __init__(self, key: str, search: Search) -> None:
        super().__init__(key)
        self.key = key
        self.search = search


@contextmanager
def searches_elsewhere(found: Mapping[str, Sequence[RoundPlan]]) -> Iterator[None]:
    """Take plans from what is `found` by key; raise SearchDue for one that is not."""
    token = _elsewhere.set(found)
    try:
        yield
    finally:
        _elsewhere.reset(token)


def _searched(search: Search) -> Sequence[RoundPlan]:
    found = _elsewhere.get()
    if found is None:
        return search()
    key = repr(search)
    if key not in found:
        raise SearchDue(key, search)
    return found[key]


def plans_made(
    event: Event, rounds: Sequence[Round], begun: Sequence[Round], played: Sequence[RoundPlan]
) -> Sequence[RoundPlan]:
    """Return the plans of these rounds, which are still to be played. `played` is what those begun
    were."""
    if event.movement == Event.Movement.STANDING:
        return _by_standing(event, rounds, begun, played)
    if event.movement == Event.Movement.TEAMS:
        same = _with_reserves(event, rounds)
        if same is not None:
            return same
    return _plans(event, [playing.number for playing in rounds], played, event.boards_per_round)


def plans_of_size(event: Event, *, rounds: int, boards_per_round: int) -> Sequence[RoundPlan]:
    """Return what the whole movement would be with other numbers of rounds and boards."""
    return _plans(event, range(1, rounds + 1), (), boards_per_round)


def _by_standing(
    event: Event, rounds: Sequence[Round], begun: Sequence[Round], played: Sequence[RoundPlan]
) -> Sequence[RoundPlan]:
    """Plan the next round only, once the one before is closed; the others come in their turn."""
    if not rounds or any(each.state != Round.State.CLOSED for each in begun):
        return [_NOT_YET for _ in rounds]
    available = _present(list(event.entries.prefetch_related("absences")), [rounds[0].number])
    if not played and event.carry_from_id is None:
        # Nobody stands anywhere yet: a lot.
        planner = _by_number(
            event, partial(plan, boards_per_round=event.boards_per_round, turned=event.turned)
        )
    else:
        standing = [entry for ranking in _rankings for entry in ranking(event)]
        planner = partial(
            _neighbours_meet, event, {entry: rank for rank, entry in enumerate(standing)}
        )
    (first,) = _by_section(event, available, played, planner)
    return [first, *(_NOT_YET for _ in rounds[1:])]


def _neighbours_meet(
    event: Event,
    ranks: Mapping[int, int],
    *,
    available: Sequence[Sequence[int]],
    played: Sequence[RoundPlan],
    seed: str,
) -> Sequence[RoundPlan]:
    (present,) = available
    return [
        plan_standing(
            ranking=sorted(present, key=lambda entry: ranks.get(entry, len(ranks))),
            boards_per_round=event.boards_per_round,
            seed=seed,
            played=played,
            turned=event.turned,
        )
    ]


def _present(entries: Iterable[Entry], numbers: Iterable[int]) -> list[list[int]]:
    return [
        [entry.pk for entry in entries if entry_is_present(entry, number)] for number in numbers
    ]


def _plans(
    event: Event, numbers: Iterable[int], played: Sequence[RoundPlan], boards: int
) -> Sequence[RoundPlan]:
    entries = list(event.entries.select_related("team").prefetch_related("absences"))
    available = _present(entries, numbers)
    planner = _by_number(
        event,
        partial(
            plan,
            boards_per_round=boards,
            turned=event.turned,
            shared=event.movement == Event.Movement.SHARED,
            whole_event=event.whole_event,
        ),
    )
    if event.movement == Event.Movement.SHARED:
        return planner(available=available, played=played, seed=event.seed)
    if event.movement == Event.Movement.TEAMS:
        return _of_teams(event, entries, available, played, boards)
    return _by_section(event, available, played, planner)


def _by_number(event: Event, planner: Planner) -> Planner:
    """Plan for the entries' numbers in the place of their ids: anyone can draw that again."""
    numbers = dict(event.entries.values_list("pk", "number"))
    entries = {number: entry_id for entry_id, number in numbers.items()}

    def planned(
        *, available: Sequence[Sequence[int]], played: Sequence[RoundPlan], seed: str
    ) -> Sequence[RoundPlan]:
        search = partial(
            planner,
            available=[[numbers[entry_id] for entry_id in present] for present in available],
            played=[past.renamed(numbers) for past in played],
            seed=seed,
        )
        return [each.renamed(entries) for each in _searched(search)]

    return planned


def _of_teams(
    event: Event,
    entries: Sequence[Entry],
    available: Sequence[Sequence[int]],
    played: Sequence[RoundPlan],
    boards: int,
) -> Sequence[RoundPlan]:
    """Plan the teams that have three players there: the first three of them play."""
    team_of = _team_of(entries)
    return plan_teams(
        available=_lineups(available, team_of),
        boards_per_round=boards,
        seed=event.seed,
        played=played,
        team_of=team_of,
        turned=event.turned,
    )


def _with_reserves(event: Event, rounds: Sequence[Round]) -> list[RoundPlan] | None:
    """Return the rounds as they are planned, reserves on the chairs of those of their team who are
    not there: the guide cards of all others stay right. None where other teams are there."""
    entries = list(event.entries.select_related("team").prefetch_related("absences"))
    team_of = _team_of(entries)
    present = _present(entries, [playing.number for playing in rounds])
    found = []
    planned = rounds_plans(rounds)
    for stands, lineups in zip(planned, _lineups(present, team_of), strict=True):
        same = substituted(
            stands,
            lineups,
            team_of=team_of,
            boards_per_round=event.boards_per_round,
            turned=event.turned,
        )
        if same is None:
            return None
        found.append(same)
    return found


def _team_of(entries: Iterable[Entry]) -> dict[int, int]:
    return {entry.pk: entry.team.number for entry in entries if entry.team is not None}


def _lineups(
    available: Sequence[Sequence[int]], team_of: Mapping[int, int]
) -> list[dict[int, tuple[int, int, int]]]:
    lineups: list[dict[int, tuple[int, int, int]]] = []
    for present in available:
        there: dict[int, list[int]] = defaultdict(list)
        for entry_id in present:
            if entry_id in team_of:
                there[team_of[entry_id]].append(entry_id)
        lineups.append(
            {
                team: (players[0], players[1], players[2])
                for team, players in sorted(there.items())
                if len(players) >= CHAIRS
            }
        )
    return lineups


def _by_section(
    event: Event,
    available: Sequence[Sequence[int]],
    played: Sequence[RoundPlan],
    planner: Planner,
) -> Sequence[RoundPlan]:
    """Plan each section by itself; their tables follow one another."""
    section = dict(event.entries.values_list("pk", "section"))
    numbers = sorted(set(section.values()))
    if len(numbers) <= 1:
        return planner(available=available, played=played, seed=event.seed)
    parts = [
        planner(
            available=[
                [each for each in present if section[each] == number] for present in available
            ],
            played=[_part(past, section, number) for past in played],
            seed=f"{event.seed} {number}",
        )
        for number in numbers
    ]
    return [_together(each) for each in zip(*parts, strict=True)]


def _part(past: RoundPlan, section: Mapping[int, int], number: int) -> RoundPlan:
    """Return what a section has played: the tables whose first player is of it now."""
    return RoundPlan(
        tuple(table for table in past.tables if section[table.players[0]] == number),
        tuple(each for each in past.sit_outs if section[each] == number),
    )


def _together(parts: Iterable[RoundPlan]) -> RoundPlan:
    parts = list(parts)
    return RoundPlan(
        tuple(table for part in parts for table in part.tables),
        tuple(each for part in parts for each in part.sit_outs),
    )
