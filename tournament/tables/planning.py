"""Writes the movement: who sits where in the rounds not begun, and which boards they play there."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.locks import event_lock
from tournament.events.models import Board, Event, Round
from tournament.events.sealing import sets_fit
from tournament.events.selectors import only_session, rounds_begun
from tournament.events.services import publication_raise
from tournament.rules.movements import RoundPlan

from .models import Chair, SitOut, TableBoards
from .plans import plans_made
from .seating import seated_turn, tables_up_to
from .selectors import movement_fingerprint, rounds_really


def movement_plan(*, event: Event) -> None:
    """Plan the rounds not begun anew, for those who will be there; what was begun stands.

    The search runs outside any transaction, since it may take seconds and nobody should wait for
    it. When something it depends on changed meanwhile, it is done again. Raises Refused when that
    does not end, and when the sealed boards are too few. Whom the director seats keeps their place:
    only how the boards are turned is found anew.
    """
    for _attempt in range(3):
        if event.movement == Event.Movement.FREE:
            seated_turn(event=event)
            return
        wanted = movement_fingerprint(event)
        begun = rounds_begun(event)
        planned = _rounds_planned(event)
        played = rounds_really(begun)
        plans = plans_made(event, planned, begun, played)
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
