"""Everything that writes standings."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from time import process_time

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from tournament.events.locks import event_lock
from tournament.events.models import Board, Event
from tournament.events.selectors import round_next, round_running, rounds_begun
from tournament.events.services import publication_raise
from tournament.push.publish import send_on_commit
from tournament.rules import plain
from tournament.rules import standings as rules
from tournament.tables.planning import movement_plan

from .models import BoardScores, Standings
from .selectors import entrants_of, plays_of_event, settings_of, standings_stale
from .teams import teams_ranked

logger = logging.getLogger(__name__)

# A queued recomputation that has not begun by then was lost with its broker: queue another.
QUEUED_FOR_LOST = timedelta(seconds=15)


@transaction.atomic
def standings_mark(*, event_id: int) -> None:
    """Note that the event's standings have something new to see, and queue one recomputation.

    Called in the transaction that changed a result or a rule of scoring: either both are stored
    or neither. While a recomputation waits in the queue, no second one is queued.
    """
    Standings.objects.get_or_create(event_id=event_id)
    Standings.objects.filter(event_id=event_id).update(changed=F("changed") + 1)
    _queue(event_id)


def _queue(event_id: int) -> bool:
    from .tasks import standings_recompute  # the task imports this module

    now = timezone.now()
    claimed = Standings.objects.filter(
        Q(queued_at=None) | Q(queued_at__lt=now - QUEUED_FOR_LOST), event_id=event_id
    ).update(queued_at=now)
    if claimed:
        send_on_commit(standings_recompute, event_id)
    return bool(claimed)


def standings_compute(*, event_id: int, phases: dict[str, float] | None = None) -> bool:
    """Recompute an event's standings if they have not seen its last change; return whether stored.

    What is stored carries the number of the last change known before the results were read. An
    older computation that finishes later stores nothing; running twice stores the same. `phases`,
    if given, receives the processor's seconds spent reading, computing and saving.
    """
    phases = {} if phases is None else phases
    # The flag falls before anything is read: a result that arrives from now on queues anew.
    Standings.objects.filter(event_id=event_id).update(queued_at=None)
    stored = Standings.objects.filter(event_id=event_id).select_related("event").first()
    if stored is None or stored.seen >= stored.changed:
        return False
    event = stored.event
    with _phase(phases, "read"):
        plays = plays_of_event(event)
        entrants = entrants_of(event)
    with _phase(phases, "compute"):
        computed = rules.compute(plays, settings=settings_of(event), entrants=entrants)
        teams = teams_ranked(event, plays, entrants)
    with _phase(phases, "save"):
        return _standings_save(event, stored.changed, computed, teams)


@contextmanager
def _phase(phases: dict[str, float], name: str) -> Iterator[None]:
    start = process_time()
    yield
    phases[name] = process_time() - start


@transaction.atomic
def _standings_save(
    event: Event, seen: int, computed: rules.Standings, teams: Sequence[rules.Row]
) -> bool:
    event_lock(event.pk)
    newer = Standings.objects.filter(event=event, seen__lt=seen).update(
        seen=seen,
        computed_at=timezone.now(),
        rows=[plain.row_to_json(row) for row in computed.rows],
        teams=[plain.row_to_json(row) for row in teams],
    )
    if not newer:
        return False
    boards = dict(Board.objects.filter(session__event=event).values_list("number", "pk"))
    BoardScores.objects.bulk_create(
        [
            BoardScores(event=event, board_id=boards[number], data=plain.board_to_json(scores))
            for number, scores in computed.boards.items()
        ],
        update_conflicts=True,
        unique_fields=["board"],
        update_fields=["data"],
    )
    publication_raise(event_id=event.pk)
    # What is official keeps what it was brought.
    followers = event.carried_into.exclude(state__in=[Event.State.DRAFT, Event.State.OFFICIAL])
    for follower in followers:
        standings_mark(event_id=follower.pk)
    return True


def seats_follow(*, event_id: int) -> None:
    """Plan the next round of an event whose standings seat the players, once the one before is
    closed; not any more when everybody has been called to its places."""
    event = Event.objects.get(pk=event_id)
    upcoming = round_next(event)
    if event.movement != Event.Movement.STANDING or upcoming is None or upcoming.called_at:
        return
    if rounds_begun(event) and round_running(event) is None:
        movement_plan(event=event)


def standings_catch_up() -> int:
    """Queue a recomputation wherever one is due and none is queued; return how many were queued.

    The scheduler calls this: it finds what a stopped broker or a killed worker left behind.
    """
    queued = 0
    for event_id in Standings.objects.filter(standings_stale()).values_list("event_id", flat=True):
        with transaction.atomic():
            if _queue(event_id):
                logger.info("standings of event %s were behind: queued", event_id)
                queued += 1
    return queued
