"""Everything that writes the log of a live deal and its clocks.

Each service locks the deal's row first, so that of two cards at once, or a card and a clock, one
comes first and the other sees what it did; the log's unique plies hold even without that lock.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from deals.models import DealSet
from engine.errors import IllegalAction
from engine.protocol import NO_OPTIONS, Options
from tournament.errors import Refused
from tournament.events.models import Event
from tournament.push.services import announce
from tournament.push.topics import desk_topic, seat_topic, table_topic, watch_topic
from tournament.results.services import result_of_cards
from tournament.rules import playlog
from tournament.rules.playlog import Kind, Position
from tournament.tables.models import Play
from tournament.tables.selectors import play_is_open

from . import clock
from .facts import Happened, facts_step
from .models import LiveDeal, LiveSeat, Participant, Reaction, Step
from .positions import position_check, position_follow, position_of
from .rows import Around, around, participant_note_seen
from .signals import live_finished
from .wording import refusal_of

log = logging.getLogger(__name__)

# A page says every fifteen seconds that it is there; not every word of it is worth a write.
SEEN_EVERY = timedelta(seconds=5)
PHRASES_EVERY = timedelta(seconds=2)
STEP_FIELDS = [
    "steps",
    "version",
    "turn_at",
    "deadline",
    "turn_left",
    "due_at",
    "finished_at",
    "scores",
    "detail",
]


class Stale(Refused):
    """An action for a ply that is over: the page shows an older position than the table's."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of a deal in seconds; None is no clock.

    `opening_seconds` are for looking at the hands: nobody's clock runs yet, and no bot plays.
    """

    action_seconds: int | None = 30
    board_seconds: int | None = None
    gone_seconds: int = 40
    opening_seconds: int = 0


def live_create(
    *,
    deal_set: DealSet,
    deal_number: int,
    participants: Sequence[Participant],
    clocks: Clocks,
    play: Play | None = None,
    carried: Options = NO_OPTIONS,
) -> LiveDeal:
    """Return a new deal to be played by these participants, in the order of the seats.

    `carried` is what the deal before it left, as options of the game. It begins once everybody sits
    at it, or has been waited for.
    """
    live = LiveDeal.objects.create(
        play=play,
        game=deal_set.game,
        deal_set=deal_set,
        deal_number=deal_number,
        carried=dict(carried),
        action_seconds=clocks.action_seconds,
        board_seconds=clocks.board_seconds,
        gone_seconds=clocks.gone_seconds,
        opening_seconds=clocks.opening_seconds,
    )
    LiveSeat.objects.bulk_create(
        LiveSeat(live_deal=live, number=number, participant=participant)
        for number, participant in enumerate(participants)
    )
    start_if_ready(live)
    return live


def live_lock(live_id: int) -> LiveDeal:
    """Return the deal, its row locked until the transaction ends.

    What else belongs to it is read when it is needed: most steps are cards in mid-deal.
    """
    # Without its key, like every lock of a row that others name: see events/locks.py.
    return LiveDeal.objects.select_for_update(no_key=True).get(pk=live_id)


@transaction.atomic
def seat_take(*, live: LiveDeal, participant: Participant) -> None:
    """Sit down at the deal; it begins when everybody has. Doing so twice is once."""
    sitting = LiveSeat.objects.filter(live_deal=live, participant=participant, ready_at=None)
    if sitting.update(ready_at=timezone.now()):
        # Of those who sit down at once, the last to get the lock sees all the others.
        live = live_lock(live.pk)
        start_if_ready(live)
        live_announce(live)


def participant_seen(*, participant: Participant, device: str) -> None:
    """Note a sign of life of the participant's page. A bot that played for them stops at once."""
    now = timezone.now()
    # A sign that lies ahead is from before the clock was set back.
    stale = participant.seen_at is None or abs(now - participant.seen_at) > SEEN_EVERY
    if not stale and not participant.away:
        return
    with transaction.atomic():
        fresh = Participant.objects.filter(pk=participant.pk, device=device)
        if fresh.update(seen_at=now, away=False) and participant.away:
            _participant_announce(participant)


@transaction.atomic
def participant_leave(*, participant: Participant) -> None:
    """Let a bot play for the participant from now on, until they come back."""
    Participant.objects.filter(pk=participant.pk).update(seen_at=None, away=True)
    open_deals = LiveDeal.objects.filter(
        seats__participant=participant, finished_at=None, voided_at=None
    )
    for live_id in open_deals.order_by("pk").values_list("pk", flat=True):
        live = live_lock(live_id)
        start_if_ready(live)
        due_set(live, position_of(live))
        live.save(update_fields=["due_at"])
        live_announce(live)


def live_stop(*, live: LiveDeal, reason: str, user_id: int | None = None) -> None:
    """Stop a deal that `live_lock` gave, for good; whoever sits at it is told.

    `reason` is kept, and `user_id` of the director who stopped it.
    """
    live.voided_at = timezone.now()
    live.void_reason = reason
    live.voided_by_id = user_id
    live.due_at = live.deadline = None
    live.save(update_fields=["voided_at", "void_reason", "voided_by", "due_at", "deadline"])
    live_announce(live)


def _participant_announce(participant: Participant) -> None:
    open_deals = LiveDeal.objects.filter(
        seats__participant=participant, finished_at=None, voided_at=None
    )
    for live in open_deals:
        live_announce(live)


@transaction.atomic
def step_add(
    *,
    live: LiveDeal,
    seat: int,
    ply: int,
    kind: Kind,
    action: str = "",
    by: str = Step.By.PERSON,
) -> LiveDeal:
    """Return the deal after one more row of its log: a card, or a word on an undo or a claim.

    `ply` is the number of rows that whoever acts has seen. The same step sent again is one step,
    and an answer counts though others agreed meanwhile. A person's is a sign of life too.
    Raises Refused with the rule that forbids it and to a person whose seat a bot has for good, and
    Stale when the table has moved on.
    """
    live = live_lock(live.pk)
    step = playlog.Step(seat, kind, action)
    if ply != live.steps:
        since = _steps_since(live, ply)
        if playlog.is_again(step, since):
            return live
        _refuse_unless_meant(step, since)
    table = around(live)
    # Among friends whoever gives a place to a bot renews its link in the same act.
    if by == Step.By.PERSON and live.play_id is not None and table.sittings[seat].is_bot:
        raise Refused(_("A bot has your seat: the director can give it back to you."))
    if by == Step.By.GONE and not table.sittings[seat].is_away:
        raise Refused(_("This player is back."))
    _refuse_unless_playing(live, table)
    position_check(live, table.last)
    before = position_of(live)
    try:
        after = before.after(step)
    except IllegalAction as error:
        raise refusal_of(error) from error
    row = Step.objects.create(
        live_deal=live, ply=live.steps, seat=seat, kind=kind, action=action, by=by
    )
    live.steps += 1
    now = timezone.now()
    if after.outcome is not None:
        _finish(live, after, now)
    else:
        _turn_follow(live, before, after, now)
        live.due_at = due_of(live, after, table.sittings)
    live.version += 1
    live.save(update_fields=STEP_FIELDS)
    # Before it is told: whoever is, finds it in memory.
    transaction.on_commit(partial(position_follow, live, row, after))
    transaction.on_commit(
        partial(facts_step, live, STEP_FIELDS, Happened(seat, kind.value, action, str(by)))
    )
    _announce(live, table)
    if by == Step.By.PERSON:
        participant_note_seen(table.participants[seat], now)
    return live


def _steps_since(live: LiveDeal, ply: int) -> list[playlog.Step]:
    rows = Step.objects.filter(live_deal=live, ply__gte=ply).order_by("ply")
    return [
        playlog.Step(seat, Kind(kind), action)
        for seat, kind, action in rows.values_list("seat", "kind", "action")
    ]


def _refuse_unless_meant(step: playlog.Step, since: Sequence[playlog.Step]) -> None:
    if playlog.is_meant_still(step, since):
        return
    if step.kind in playlog.ANSWERS:
        raise Stale(_("The request no longer waits: it was answered, withdrawn or passed over."))
    raise Stale(_("The table has moved on: this is where it stands now."))


def _refuse_unless_playing(live: LiveDeal, table: Around) -> None:
    if live.voided_at is not None:
        raise Refused(_("This deal was stopped."))
    if live.finished_at is not None:
        raise Refused(_("The deal is over."))
    if not table.round_runs:
        _refuse_unless_late(live)
    if live.paused_at is not None:
        raise Refused(_("The clocks are stopped: wait for the director."))
    if live.started_at is None:
        raise Refused(_("The deal begins when everybody sits at the table."))


def _refuse_unless_late(live: LiveDeal) -> None:
    if live.play is not None and not play_is_open(live.play):
        raise Refused(
            _("Round %(number)d is closed: tell the director.") % {"number": live.play.round.number}
        )


def _finish(live: LiveDeal, after: Position, now: datetime) -> None:
    outcome = after.outcome
    if outcome is None:
        raise ValueError("the deal is not over")
    live.finished_at = now
    live.scores = list(outcome.scores)
    live.detail = dict(outcome.detail)
    live.deadline = live.due_at = None
    if live.play is not None:
        result_of_cards(play=live.play, detail=live.detail)
    live_finished.send(sender=LiveDeal, live_deal=live)


def sittings_of(live: LiveDeal) -> list[clock.Sitting]:
    """Return the seats of the deal as its clocks see them."""
    return around(live).sittings


def start_if_ready(live: LiveDeal) -> None:
    """Begin the deal if everybody is there; else note until when they are waited for."""
    if live.started_at is not None or live.voided_at is not None:
        return
    now = timezone.now()
    at = clock.start_at(
        sittings_of(live), created=live.created_at, gone=timedelta(seconds=live.gone_seconds)
    )
    # Where one player has chosen for nobody else, bots do not sit down for the others.
    start = None if at > live.created_at and _is_chosen(live) else at
    if start is not None and start <= now and live.paused_at is None:
        live.started_at = now
        if live.board_seconds is not None:
            live.board_deadline = now + timedelta(seconds=live.board_seconds)
        _turn_begin(live, now + timedelta(seconds=live.opening_seconds))
        due_set(live, position_of(live))
        live.save(update_fields=["started_at", "board_deadline", "turn_at", "deadline", "due_at"])
    elif live.due_at != start:
        live.due_at = None if live.paused_at else start
        live.save(update_fields=["due_at"])


def _is_chosen(live: LiveDeal) -> bool:
    """Whether the table chose to play this board in the browser, and might enter it instead."""
    chosen = Event.objects.filter(
        sessions__rounds__plays=live.play_id, play_mode=Event.PlayMode.CHOICE
    )
    return live.play_id is not None and chosen.exists()


def _turn_begin(live: LiveDeal, now: datetime) -> None:
    live.turn_at = now
    live.deadline = (
        now + timedelta(seconds=live.action_seconds) if live.action_seconds is not None else None
    )


def _turn_follow(live: LiveDeal, before: Position, after: Position, now: datetime) -> None:
    """Set the clock of the turn after a step: anew where a turn begins.

    A claim has a clock for each answer and gives back what the turn had left; an undo that is asked
    or refused leaves the clock as it is. Else asking would be a way to gain time.
    """
    claimed, claims = _is_claimed(before), _is_claimed(after)
    if claims and not claimed:
        left = None if live.deadline is None else max(live.deadline - now, timedelta())
        _turn_begin(live, now)
        live.turn_left = left
    elif claimed and not claims:
        _turn_begin(live, now)
        if live.turn_left is not None:
            live.deadline = now + live.turn_left
        live.turn_left = None
    elif after.awaited != before.awaited or len(after.taken) != len(before.taken):
        _turn_begin(live, now)


def _is_claimed(position: Position) -> bool:
    return position.request is not None and position.request.kind is Kind.CLAIM


def due_set(live: LiveDeal, position: Position) -> None:
    """Note when the server acts next; the caller saves the row."""
    if live.started_at is not None:
        live.due_at = due_of(live, position, sittings_of(live))


def due_of(
    live: LiveDeal, position: Position, sittings: Sequence[clock.Sitting]
) -> datetime | None:
    """Return when the server acts next at a deal that has begun; None if it never does."""
    if live.turn_at is None or live.paused_at is not None or position.outcome is not None:
        return None
    gone = timedelta(seconds=live.gone_seconds)
    answering = [each for each in sittings if each.number in position.to_answer]
    bots = [each for each in answering if each.is_bot or each.is_away]
    return min(
        filter(
            None,
            (
                clock.due_at(
                    [each for each in sittings if each.number in position.awaited],
                    turn=live.turn_at,
                    gone=gone,
                    deadlines=[live.deadline, live.board_deadline],
                ),
                # An undo waits for people as long as nobody plays; bots answer it at once.
                clock.due_at(bots, turn=live.turn_at, gone=gone, deadlines=[]),
            ),
        ),
        default=None,
    )


@transaction.atomic
def clocks_set_right(live_id: int) -> None:
    """Let a deal go on from now, all of whose clocks lie ahead since time itself was set back."""
    now = timezone.now()
    Participant.objects.filter(seats__live_deal=live_id, seen_at__gt=now).update(seen_at=now)
    live = live_lock(live_id)
    if live.finished_at is not None or live.voided_at is not None or live.paused_at is not None:
        return
    live.created_at = min(live.created_at, now)
    if live.turn_at is not None:
        ahead = max(live.turn_at - now, timedelta())
        live.turn_at -= ahead
        live.deadline = None if live.deadline is None else live.deadline - ahead
        if live.board_deadline is not None:
            live.board_deadline -= ahead
    due_set(live, position_of(live))
    live.save(update_fields=["created_at", "turn_at", "deadline", "board_deadline", "due_at"])
    start_if_ready(live)
    live_announce(live)


def live_announce(live: LiveDeal) -> None:
    """Tell the seats' pages and whoever watches that the deal has changed.

    At its beginning and end also the table's phones and the desk: not for every card.
    """
    LiveDeal.objects.filter(pk=live.pk).update(version=F("version") + 1)
    _announce(live, around(live))


def _announce(live: LiveDeal, table: Around) -> None:
    topics = [seat_topic(participant_id) for participant_id in table.participants]
    topics.append(watch_topic(live.public_id))
    is_news = live.steps == 0 or live.finished_at is not None
    if is_news and live.play is not None:
        event = live.play.round.session.event
        topics += [table_topic(event.public_id, live.play.table.number)]
        topics += [desk_topic(event.public_id)]
    announce(*topics)


@transaction.atomic
def reaction_add(*, live: LiveDeal, seat: int, phrase: str) -> None:
    """Say one of the set phrases at the table; whoever says too many is not heard."""
    now = timezone.now()
    if Reaction.objects.filter(live_deal=live, seat=seat, at__gt=now - PHRASES_EVERY).exists():
        return
    Reaction.objects.create(live_deal=live, seat=seat, phrase=phrase)
    live_announce(live)
