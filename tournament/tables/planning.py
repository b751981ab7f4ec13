"""Writes the movement: who sits where in the rounds not begun, and which boards they play there."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.locks import event_lock
from tournament.events.models import Board, Entry, Event, Round
from tournament.events.sealing import sets_fit
from tournament.events.selectors import entry_is_present, only_session, rounds_begun
from tournament.events.services import publication_raise
from tournament.rules.movements import RoundPlan, plan, plan_teams
from tournament.rules.movements.shapes import CHAIRS

from .models import Chair, SitOut, TableBoards
from .seating import seated_turn, tables_up_to
from .selectors import movement_fingerprint, round_plans


def movement_plan(*, event: Event) -> None:
    """Plan the rounds not begun anew, for those who will be there; what was begun stands.

    The search runs outside any transaction, since it may take seconds and nobody should wait for
    it. When something it depends on changed meanwhile, it is done again. Raises Refused when that
    does not end, and when the sealed boards are too few. Whom the director seats keeps their place:
    only how the boards are turned is found anew.
    """
    if event.movement == Event.Movement.FREE:
        seated_turn(event=event)
        return
    for _attempt in range(3):
        wanted = movement_fingerprint(event)
        begun = rounds_begun(event)
        planned = _rounds_planned(event)
        plans = plans_made(event, planned, [round_plans(playing) for playing in begun])
        with transaction.atomic():
            event = event_lock(event.pk)
            stands = rounds_begun(event) == begun and _rounds_planned(event) == planned
            if not stands or movement_fingerprint(event) != wanted:
                continue
            _plans_save(event, plans)
            session = only_session(event)
            session.planned_for = movement_fingerprint(event)
            session.save(update_fields=["planned_for"])
            publication_raise(event_id=event.pk)
            return
    raise Refused(_("The players are changing just now: try again."))


def _rounds_planned(event: Event) -> list[Round]:
    rounds = only_session(event).rounds.filter(state=Round.State.PLANNED)
    return list(rounds.order_by("number"))


def plans_made(
    event: Event, rounds: Sequence[Round], played: Sequence[RoundPlan]
) -> Sequence[RoundPlan]:
    """Return the plans of these rounds, which are still to be played, players being entry ids."""
    return _plans(event, [playing.number for playing in rounds], played, event.boards_per_round)


def plans_of_size(event: Event, *, rounds: int, boards_per_round: int) -> Sequence[RoundPlan]:
    """Return what the whole movement would be with other numbers of rounds and boards."""
    return _plans(event, range(1, rounds + 1), (), boards_per_round)


def _plans(
    event: Event, numbers: Iterable[int], played: Sequence[RoundPlan], boards: int
) -> Sequence[RoundPlan]:
    entries = list(event.entries.select_related("team").prefetch_related("absences"))
    available = [
        [entry.pk for entry in entries if entry_is_present(entry, number)] for number in numbers
    ]
    planner = partial(
        plan,
        boards_per_round=boards,
        turned=event.turned,
        shared=event.movement == Event.Movement.SHARED,
    )
    if event.movement == Event.Movement.SHARED:
        return planner(available=available, played=played, seed=event.seed)
    if event.movement == Event.Movement.TEAMS:
        return _of_teams(event, entries, available, played, boards)
    return _by_section(event, available, played, planner)


def _of_teams(
    event: Event,
    entries: Sequence[Entry],
    available: Sequence[Sequence[int]],
    played: Sequence[RoundPlan],
    boards: int,
) -> Sequence[RoundPlan]:
    """Plan the teams that have three players there: the first three of them play."""
    team_of = {entry.pk: entry.team.number for entry in entries if entry.team is not None}
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
    return plan_teams(
        available=lineups,
        boards_per_round=boards,
        seed=event.seed,
        played=played,
        team_of=team_of,
        turned=event.turned,
    )


def _by_section(
    event: Event,
    available: Sequence[Sequence[int]],
    played: Sequence[RoundPlan],
    planner: Callable[..., Sequence[RoundPlan]],
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


def _plans_save(event: Event, plans: Sequence[RoundPlan]) -> None:
    tables = tables_up_to(event, max((len(each.tables) for each in plans), default=0))
    sets = [seated.set for each in plans for seated in each.tables if seated.set is not None]
    if sets:
        sets_fit(event, max(sets) + 1)
    rounds = _rounds_planned(event)
    for stored in (Chair, SitOut, TableBoards):
        stored.objects.filter(round__in=rounds).delete()
    chairs, sit_outs, boards = [], [], []
    for playing, each in zip(rounds, plans, strict=True):
        for table, seated in zip(tables, each.tables, strict=False):
            chairs += [
                Chair(round=playing, table=table, number=number, entry_id=entry_id)
                for number, entry_id in enumerate(seated.players)
            ]
            if seated.set is not None or any(seated.turns):
                boards.append(
                    TableBoards(
                        round=playing, table=table, set=seated.set, turns=list(seated.turns)
                    )
                )
        sit_outs += [SitOut(round=playing, entry_id=entry_id) for entry_id in each.sit_outs]
    Chair.objects.bulk_create(chairs)
    SitOut.objects.bulk_create(sit_outs)
    TableBoards.objects.bulk_create(boards)
    if sets:
        _sets_lay_out(rounds, boards)


def _sets_lay_out(rounds: Sequence[Round], played: Iterable[TableBoards]) -> None:
    """Give each round the boards of the sets that its tables play."""
    of_set: dict[int | None, list[Board]] = defaultdict(list)
    for board in rounds[0].session.boards.exclude(set=None):
        of_set[board.set].append(board)
    boards: dict[int, list[Board]] = {playing.pk: [] for playing in rounds}
    for each in played:
        boards[each.round_id] += of_set[each.set]
    for playing in rounds:
        playing.boards.set(boards[playing.pk])
