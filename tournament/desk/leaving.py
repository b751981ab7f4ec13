"""A player leaves in the middle of a round: what becomes of the boards still to be played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from engine.bots import names
from tournament.errors import Refused
from tournament.events.locks import event_lock
from tournament.events.models import Entry, Event, Round
from tournament.events.selectors import round_next, round_running
from tournament.events.services import attendance_set
from tournament.live.event_play import (
    live_void,
    participant_of,
    participant_seat_bot,
    participant_substitute,
)
from tournament.live.models import LiveDeal, Participant
from tournament.rulings.changes import Change, ResultsChange, SubstituteChange
from tournament.rulings.selectors import substitutes_known
from tournament.rulings.services import Effect, Ranks, leaving_note, ruling_make
from tournament.standings.selectors import standings_computed
from tournament.standings.services import standings_mark
from tournament.tables.models import Play
from tournament.tables.seating import sit_outs_follow

AVERAGES, SUBSTITUTE, BOT = "averages", "substitute", "bot"
NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Leaving:
    """What the director chose: who or what goes on, what the one who leaves gets, and whether
    they are gone for good. `name` is a substitute's; `own` an average or nothing."""

    goes_on: str
    name: str
    own: str
    for_good: bool


@dataclass(frozen=True, slots=True)
class Consequence:
    """What leaving does: the change and what was `wanted` of it, None where no board changes."""

    change: Change | None
    wanted: Any
    effect: Effect


def boards_left(entry: Entry, playing: Round) -> list[Play]:
    """Return the plays of the round that the entry's table has not entered."""
    plays = Play.objects.filter(round=playing, seats__entry=entry, result=None, pending=None)
    return list(plays.select_related("table", "board", "round").order_by("board__number"))


def entries_gone(plays: Iterable[Play]) -> QuerySet[Entry]:
    """Return who of these plays' tables has left for good while rounds are to come."""
    gone = Entry.objects.filter(
        seats__play__in=plays,
        last_round__isnull=False,
        event__sessions__rounds__state=Round.State.PLANNED,
    )
    return gone.select_related("player").order_by("number").distinct()


class _TakenBack(Exception):
    def __init__(self, consequence: Consequence) -> None:
        super().__init__()
        self.consequence = consequence


def leave_preview(*, entry: Entry, leaving: Leaving, user: User) -> Consequence:
    """Return what leaving would do, having changed nothing. Raises Refused as it would."""
    try:
        with transaction.atomic():
            raise _TakenBack(_leave(entry, leaving, _("Leaves"), user, None, looks=True))
    except _TakenBack as made:
        return made.consequence


@transaction.atomic
def player_leave(
    *, entry: Entry, leaving: Leaving, reason: str, user: User, seen: Any
) -> Consequence:
    """Let a player leave in the middle of the round. Plan the movement anew afterwards.

    `seen` is what was at the boards when the director looked. Raises Refused while no round is
    being played, without a reason, for a bot where cards are on tables, and once somebody else has
    changed one of the boards.
    """
    return _leave(entry, leaving, reason, user, seen)


def _leave(
    entry: Entry, leaving: Leaving, reason: str, user: User, seen: Any, *, looks: bool = False
) -> Consequence:
    event = event_lock(entry.event_id)
    playing = round_running(event)
    if playing is None:
        raise Refused(_("No round is being played: mark who leaves under Attendance."))
    plays = boards_left(entry, playing)
    ranks_before = _ranks(event)
    change, wanted = _boards(event, entry, plays, leaving, user)
    before = after = None
    if change is not None:
        before = change.read()
        after = ruling_make(
            event=event,
            change=change,
            after=wanted,
            reason=reason,
            user=user,
            seen=before if looks else seen,
        ).after
    is_gone = leaving.for_good and _gone(event, entry)
    effect = _effect(before, after, ranks_before, _ranks(event))
    bot = leaving.goes_on == BOT
    if change is None and (bot or is_gone):
        here = {"round": playing.number, "bot": False, "gone": False}
        leaving_note(
            entry=entry,
            before=here,
            after=here | {"bot": bot, "gone": is_gone},
            reason=reason,
            user=user,
            effect=effect,
        )
    return Consequence(change, wanted, effect)


def _effect(before: Any, after: Any, ranks_before: Ranks, ranks_after: Ranks) -> Effect:
    moved = [number for number, rank in ranks_after.items() if ranks_before.get(number) != rank]
    return Effect(
        before,
        after,
        {number: ranks_before.get(number) for number in moved},
        {number: ranks_after[number] for number in moved},
    )


def _boards(
    event: Event, entry: Entry, plays: Sequence[Play], leaving: Leaving, user: User
) -> tuple[Change | None, Any]:
    in_browser = event.play_mode != Event.PlayMode.ENTERED
    if leaving.goes_on == BOT:
        if not in_browser:
            raise Refused(_("A bot plays in the browser only: here cards are on the tables."))
        participant_seat_bot(participant=participant_of(entry), bot=names()[-1])
        return None, None
    if leaving.goes_on == SUBSTITUTE:
        if not leaving.name.strip():
            raise Refused(_("Say who plays instead."))
        if in_browser:
            participant_substitute(participant=participant_of(entry), name=leaving.name)
        if not plays:
            return None, None
        known = substitutes_known(user, event)
        return SubstituteChange(entry, plays, known), {str(play.pk): leaving.name for play in plays}
    if not plays:
        return None, None
    deals = LiveDeal.objects.filter(play__in=plays, finished_at=None, voided_at=None)
    for live in deals.order_by("pk"):
        live_void(live=live, reason=_("A player has left."), user=user)
    return ResultsChange(plays), {str(play.pk): _averages(play, entry, leaving) for play in plays}


def _averages(play: Play, entry: Entry, leaving: Leaving) -> Any:
    """Who stays could not help it, and has A+."""
    own = None if leaving.own == NOTHING else {"average": leaving.own}
    seats = play.seats.order_by("number").values_list("entry_id", flat=True)
    return {"adjusted": [own if held == entry.pk else {"average": "A+"} for held in seats]}


def _gone(event: Event, entry: Entry) -> bool:
    """Give the entry no seat in the rounds to come; return whether there are any."""
    upcoming = round_next(event)
    if upcoming is not None:
        attendance_set(event=event, round_number=upcoming.number, presences={entry.pk: "left"})
        sit_outs_follow(event=event)
        # Whoever leaves before half is not ranked.
        standings_mark(event_id=event.pk)
    return upcoming is not None


@transaction.atomic
def player_return(*, entry: Entry, user: User) -> None:
    """Give whoever left for good a seat again in the rounds to come. Plan the movement anew then.

    A bot that has it gives it back. Taking back what became of the boards does not do it. Raises
    Refused when no round is to come, and for whoever has not left.
    """
    event = event_lock(entry.event_id)
    upcoming = round_next(event)
    if upcoming is None:
        raise Refused(_("The last round has begun: nobody can be entered any more."))
    if not Entry.objects.filter(pk=entry.pk, last_round__lt=upcoming.number).exists():
        raise Refused(_("%(name)s has not left.") % {"name": entry.player.name})
    ranks_before = _ranks(event)
    attendance_set(event=event, round_number=upcoming.number, presences={entry.pk: "present"})
    sit_outs_follow(event=event)
    if Participant.objects.filter(entry=entry).exclude(bot="").exists():
        participant_seat_bot(participant=participant_of(entry), bot="")
    standings_mark(event_id=event.pk)
    there = {"round": upcoming.number, "bot": False, "gone": False}
    leaving_note(
        entry=entry,
        before=there | {"gone": True},
        after=there,
        reason=_("Comes back"),
        user=user,
        effect=_effect(None, None, ranks_before, _ranks(event)),
    )


def _ranks(event: Event) -> Ranks:
    numbers = dict(event.entries.values_list("pk", "number"))
    return {str(numbers[row.entry]): row.rank for row in standings_computed(event).rows}
