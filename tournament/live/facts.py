"""What the pages of one table share, read once for each change of it.

A card makes three pages and a stream's page must not cost six queries. One cheap look tells where a
participant sits and which version of the table that is; the rest is kept until the version rises.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import timedelta
from threading import Lock
from typing import NamedTuple

from django.db import connection
from django.utils import timezone

from .models import LiveDeal, LiveSeat, Reaction, Step
from .news import news_of
from .panels import Panel
from .positions import position_check

KEPT_MOST = 1000
LAST_STEPS = 8
REACTIONS_FOR = timedelta(seconds=8)


class Happened(NamedTuple):
    """A step of the log as the page tells it."""

    seat: int
    kind: str
    action: str
    by: str


# By hand, because it is asked for every card and every open page, and Django takes ten times as
# long to write it as a database to answer it.
_SITTING = """
    SELECT seat.live_deal_id, seat.number, participant.device,
           deal.public_id, deal.created_at, deal.version
    FROM live_participant participant
    JOIN live_liveseat seat ON seat.participant_id = participant.id
    JOIN live_livedeal deal ON deal.id = seat.live_deal_id
    WHERE participant.public_id = %s AND deal.voided_at IS NULL
      AND (seat.ready_at IS NOT NULL OR deal.started_at IS NOT NULL)
    ORDER BY seat.live_deal_id DESC LIMIT 1
"""


class Sitting(NamedTuple):
    """Where a participant sits, the device that holds the seat, and the table's version."""

    live_id: int
    number: int
    device: str
    version: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """A live deal with all that its pages show but the cards.

    `seats` come with their participants, entries and players; `steps` are the last of the log,
    newest first; `said` are the last words of each seat; `news` are by participant.
    """

    live: LiveDeal
    seats: Sequence[LiveSeat]
    steps: Sequence[Happened]
    said: Mapping[int, Reaction]
    news: Mapping[str, Sequence[Panel]]


_kept: OrderedDict[int, tuple[tuple[object, ...], Facts]] = OrderedDict()
_lock = Lock()


def sitting_of(participant_id: str) -> Sitting | None:
    """Return where the participant with this public id sits, or sat last: at the latest deal they
    came to, or that began without them."""
    with connection.cursor() as cursor:
        cursor.execute(_SITTING, [participant_id])
        row = cursor.fetchone()
    return None if row is None else Sitting(row[0], row[1], row[2], tuple(row[3:]))


def facts_of(sitting: Sitting) -> Facts:
    """Return the facts of a table at the version that the sitting names, or a later one."""
    with _lock:
        kept = _kept.get(sitting.live_id)
    if kept is not None and kept[0] == sitting.version:
        return kept[1]
    facts = facts_read(sitting.live_id)
    with _lock:
        _kept[sitting.live_id] = (sitting.version, facts)
        _kept.move_to_end(sitting.live_id)
        while len(_kept) > KEPT_MOST:
            _kept.popitem(last=False)
    return facts


def facts_step(live: LiveDeal, fields: Sequence[str], step: Happened) -> None:
    """Bring what is kept of a table up to date by one step that has just been committed here.

    Where another process wrote the step, or something else happened in between, it is read anew.
    """
    with _lock:
        kept = _kept.get(live.pk)
        if kept is None or kept[0][-1] != live.version - 1:
            return
        version, facts = kept
        # They are read after the version they are kept by, and may hold this step already.
        if facts.live.version != live.version - 1:
            return
        # Readers hold the old one: it is not touched.
        now = copy(facts.live)
        for field in fields:
            setattr(now, field, getattr(live, field))
        steps = [step, *facts.steps[: LAST_STEPS - 1]]
        _kept[live.pk] = ((*version[:-1], live.version), replace(facts, live=now, steps=steps))


def facts_read(live_id: int) -> Facts:
    """Return the facts of a table as they are now: none tells of a step the deal does not count.

    A position that is kept of another log is dropped: pages made of these facts show this one.
    """
    live = LiveDeal.objects.select_related("play__board", "play__table__event", "play__round").get(
        pk=live_id
    )
    seats = LiveSeat.objects.select_related(
        "participant__entry__player", "participant__entry__event"
    )
    log = Step.objects.filter(live_deal=live_id, ply__lt=live.steps).order_by("-ply")
    steps = list(log.values_list("seat", "kind", "action", "by", "pk", "at")[:LAST_STEPS])
    position_check(live, (steps[0][4], steps[0][5]) if steps else None)
    said = Reaction.objects.filter(live_deal=live_id, at__gt=timezone.now() - REACTIONS_FOR)
    seated = list(seats.filter(live_deal=live_id).order_by("number"))
    readers = [seat.participant.public_id for seat in seated]
    return Facts(
        live=live,
        seats=seated,
        steps=[Happened(*row[:4]) for row in steps],
        said={reaction.seat: reaction for reaction in said.order_by("pk")},
        news={} if live.play is None else news_of(live.play.table, readers),
    )
