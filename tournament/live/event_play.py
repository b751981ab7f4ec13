"""Live play in an event: who plays which board where, and what the director may do about it."""

import secrets
from datetime import timedelta

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.bots import names
from tournament.errors import Refused
from tournament.events.locks import event_lock
from tournament.events.models import Entry, Event, Round
from tournament.players.services import name_clean, text_clean
from tournament.push.services import announce
from tournament.push.topics import seat_topic
from tournament.results.selectors import REASON_LENGTH
from tournament.results.services import play_put_down, play_take_up
from tournament.tables.models import Play, PlaySeat
from tournament.tables.selectors import play_is_open
from tournament.tables.services import round_announce

from .models import LiveDeal, Participant, PinTry, Watch, pin, secret
from .positions import position_of
from .services import (
    Clocks,
    due_set,
    live_announce,
    live_create,
    live_lock,
    live_stop,
    seat_take,
    start_if_ready,
)
from .signals import hand_claimed

# One who jokes at the table locks their own phone, and not the player; whoever comes each time as
# another phone is stopped by the wrong numbers of all.
PIN_TRIES_BY_PHONE, PIN_TRIES_MOST = 5, 30
PIN_TRIES_WITHIN = timedelta(minutes=10)
EXTEND_MOST = 120  # minutes


def participant_of(entry: Entry) -> Participant:
    """Return the participant who plays for an entry, made on first use."""
    return Participant.objects.get_or_create(entry=entry)[0]


def participants_ensure(*, event: Event) -> dict[int, Participant]:
    """Return every entry's participant by entry id, making those that are missing."""
    missing = event.entries.filter(participant=None)
    Participant.objects.bulk_create(
        [Participant(entry=entry) for entry in missing], ignore_conflicts=True
    )
    found = Participant.objects.filter(entry__event=event).select_related("entry__player")
    return {each.entry_id: each for each in found if each.entry_id is not None}


@transaction.atomic
def participant_claim(*, participant: Participant, device: str) -> None:
    """Let this device hold the participant's hands: the latest to use the link or PIN does."""
    Participant.objects.filter(pk=participant.pk).update(device=device)
    hand_claimed.send(sender=Participant, participant=participant, device=device)
    announce(seat_topic(participant.public_id))


def participant_claim_by_pin(
    *, participant: Participant, typed: str, phone: str, device: str
) -> None:
    """Like `participant_claim`, for whoever types the personal number on this phone.

    Raises Refused for a wrong one, and for any after too many wrong ones within ten minutes.
    """
    with transaction.atomic():
        # Of guesses at once each waits for the other to be counted.
        participant = Participant.objects.select_for_update(no_key=True).get(pk=participant.pk)
        tries = participant.pin_tries.filter(at__gte=timezone.now() - PIN_TRIES_WITHIN)
        here = tries.filter(phone=phone).count()
        if here >= PIN_TRIES_BY_PHONE or tries.count() >= PIN_TRIES_MOST:
            raise Refused(
                _("Too many wrong numbers. Wait ten minutes, or ask the director for your link.")
            )
        if secrets.compare_digest(typed.strip().encode(), participant.pin.encode()):
            participant_claim(participant=participant, device=device)
            return
        PinTry.objects.create(participant=participant, phone=phone)
    raise Refused(_("This is not your personal number: look at your guide card."))


@transaction.atomic
def participant_release(*, participant: Participant) -> None:
    """Give a participant a new link and PIN; whoever holds the seat now holds it no longer.

    Wrong guesses at the old PIN are forgotten.
    """
    Participant.objects.filter(pk=participant.pk).update(
        secret=secret(), pin=pin(), device="", renewed_at=timezone.now()
    )
    participant.pin_tries.all().delete()
    announce(seat_topic(participant.public_id))


@transaction.atomic
def participant_seat_bot(*, participant: Participant, bot: str) -> None:
    """Let a bot hold the seat for good, or "" to give it back to the person.

    Until then the person's page shows no hand, and what they play is refused.
    Raises Refused for a bot there is not; of a participant without an entry, who seats it has
    asked whether it plays the game.
    """
    entry = participant.entry
    if entry is not None and bot and bot not in names(entry.event.game):
        raise Refused(_("Choose a bot of the list."))
    Participant.objects.filter(pk=participant.pk).update(bot=bot, away=False)
    announce(seat_topic(participant.public_id))
    for live_id in _open_deals(participant):
        live = live_lock(live_id)
        start_if_ready(live)
        due_set(live, position_of(live))
        live.save(update_fields=["due_at"])
        live_announce(live)


@transaction.atomic
def participant_substitute(*, participant: Participant, name: str) -> None:
    """Let somebody else play for the entry from now on; "" gives the seat back to the player.

    The old link and PIN open nothing any more. Raises Refused for a name that is none.
    """
    cleaned = name_clean(name) if name.strip() else ""
    held = Participant.objects.select_for_update(no_key=True).get(pk=participant.pk)
    if held.name and held.name != cleaned:
        held.names_before = [*held.names_before, held.name]
    held.name, held.bot, held.away = cleaned, "", False
    held.save(update_fields=["name", "names_before", "bot", "away"])
    participant_release(participant=participant)
    for live_id in _open_deals(participant):
        live_announce(live_lock(live_id))


def _open_deals(participant: Participant) -> list[int]:
    deals = LiveDeal.objects.filter(
        seats__participant=participant, finished_at=None, voided_at=None
    )
    return list(deals.order_by("pk").values_list("pk", flat=True))


def play_open(*, play: Play, participant: Participant) -> LiveDeal:
    """Return the live deal of a play, made by the first who sits down; this participant sits.

    Raises Refused where the play cannot be played in the browser now.
    """
    live = LiveDeal.objects.filter(play=play, voided_at=None).first() or _dealt(play)
    # The play is free again: whoever stops the deal has that, and waits for its play.
    seat_take(live=live, participant=participant)
    return live


@transaction.atomic
def _dealt(play: Play) -> LiveDeal:
    """Return the play's deal, made unless somebody else has just sat down first."""
    play = play_take_up(play=play)
    return LiveDeal.objects.filter(play=play, voided_at=None).first() or _live_of(play)


@transaction.atomic
def play_set_aside(*, play: Play) -> None:
    """Let a table that chooses enter a board by hand, until the deal in the browser has begun."""
    waiting = LiveDeal.objects.filter(
        play=play,
        play__round__session__event__play_mode=Event.PlayMode.CHOICE,
        started_at=None,
        voided_at=None,
    ).first()
    if waiting is None:
        return
    live = _lock_to_stop(waiting.pk)
    if live.started_at is None and live.voided_at is None:
        _stop(live, _("The table enters this board by hand."), None)


def play_is_begun(play: Play) -> bool:
    """Return whether cards are on the table in the browser, or were: nothing is entered then."""
    return LiveDeal.objects.filter(play=play, voided_at=None, started_at__isnull=False).exists()


def plays_of_bots() -> QuerySet[Play]:
    """Return the next play of each table that no person will open: only bots play there.

    A bot plays also for a person who left and has not come back. Where cards may lie on the table,
    and where the director stopped a deal, people decide how it goes on.
    """
    bots = Participant.objects.filter(entry=OuterRef("entry")).filter(
        ~Q(bot="") | Q(away=True, seen_at=None)
    )
    people = PlaySeat.objects.filter(~Exists(bots), play=OuterRef("pk"))
    earlier = Play.objects.filter(
        round=OuterRef("round"),
        table=OuterRef("table"),
        board__number__lt=OuterRef("board__number"),
        result=None,
        pending=None,
    )
    return (
        Play.objects.filter(
            round__state=Round.State.RUNNING,
            round__paused_at=None,
            round__session__event__play_mode=Event.PlayMode.LIVE,
            live_deals=None,
            result=None,
            pending=None,
        )
        .exclude(Exists(people))
        .exclude(Exists(earlier))
        .order_by("pk")
    )


@transaction.atomic
def play_open_for_bots(*, play: Play) -> None:
    """Deal a board at a table of bots. Doing so twice is once. Raises Refused like `play_open`."""
    play = play_take_up(play=play)
    if not LiveDeal.objects.filter(play=play, voided_at=None).exists():
        live_announce(_live_of(play))


def _live_of(play: Play) -> LiveDeal:
    event = play.round.session.event
    seats = play.seats.select_related("entry").order_by("number")
    # A round closed while it was paused stops nobody who plays its board late.
    paused = play.round.state == Round.State.RUNNING and play.round.paused_at
    live = live_create(
        deal_set=play.board.deal_set,
        deal_number=play.board.deal_number,
        participants=[participant_of(seat.entry) for seat in seats],
        clocks=Clocks(
            action_seconds=event.action_seconds,
            board_seconds=None if event.board_minutes is None else event.board_minutes * 60,
            gone_seconds=event.gone_seconds,
        ),
        play=play,
    )
    if paused:
        _pause(live)
    return live


@transaction.atomic
def live_void(*, live: LiveDeal, reason: str, user: AbstractBaseUser) -> None:
    """Stop a deal that is being played; its board can be played again, or entered by hand.

    Raises Refused without a reason, and once it is over: then its result is corrected.
    """
    reason = text_clean(reason)
    if not reason:
        raise Refused(_("Say why the deal is stopped."))
    if len(reason) > REASON_LENGTH:
        raise Refused(_("Say it in at most %(most)d characters.") % {"most": REASON_LENGTH})
    live = _lock_to_stop(live.pk)
    if live.finished_at is not None:
        raise Refused(_("This deal is over: correct its result, with a reason."))
    if live.voided_at is None:
        _stop(live, reason, user.pk)


def _lock_to_stop(live_id: int) -> LiveDeal:
    """Return the deal, locked after its event, whose pages are told in the end."""
    event = Event.objects.filter(sessions__rounds__plays__live_deals=live_id).first()
    if event is not None:
        event_lock(event.pk)
    return live_lock(live_id)


def _stop(live: LiveDeal, reason: str, user_id: int | None) -> None:
    live_stop(live=live, reason=reason, user_id=user_id)
    if live.play is not None:
        play_put_down(play=live.play)
        round_announce(live.play.round)


@transaction.atomic
def deal_leave_off(live_id: int) -> None:
    """Stop a deal that is not over though its round is closed. Doing so twice is once."""
    live = _lock_to_stop(live_id)
    if live.play is None or live.finished_at is not None or live.voided_at is not None:
        return
    closed = live.play.round
    if not play_is_open(live.play):
        _stop(live, _("Round %(number)d was closed.") % {"number": closed.number}, None)


@transaction.atomic
def round_deals_stop(*, playing: Round, reason: str, user: AbstractBaseUser) -> int:
    """Stop all deals of a round that are not over, as `live_void` does; return how many."""
    stopped = 0
    event_lock(playing.session.event_id)
    for live_id in _deals_of_round(playing):
        live = live_lock(live_id)
        if live.finished_at is None and live.voided_at is None:
            live_void(live=live, reason=reason, user=user)
            stopped += 1
    return stopped


def _deals_of_round(playing: Round) -> list[int]:
    deals = LiveDeal.objects.filter(play__round=playing, finished_at=None, voided_at=None)
    return list(deals.order_by("pk").values_list("pk", flat=True))


def _pause(live: LiveDeal) -> None:
    live.paused_at = timezone.now()
    live.due_at = None
    live.save(update_fields=["paused_at", "due_at"])


def _round_lock(playing: Round) -> Round:
    """Return the round, locked after its event, whose pages are told. Raises Refused if it is
    gone."""
    event_lock(playing.session.event_id)
    locked = Round.objects.select_for_update(no_key=True).filter(pk=playing.pk).first()
    if locked is None:
        raise Refused(_("The rounds are changing just now: try again."))
    return locked


@transaction.atomic
def round_pause(*, playing: Round) -> None:
    """Stop the clocks of a round and of every deal in it. Pausing twice is once."""
    playing = _round_lock(playing)
    if playing.state != Round.State.RUNNING:
        raise Refused(_("Round %(number)d is not being played.") % {"number": playing.number})
    if playing.paused_at is not None:
        return
    playing.paused_at = timezone.now()
    playing.save(update_fields=["paused_at"])
    for live_id in _deals_of_round(playing):
        live = live_lock(live_id)
        if live.paused_at is None:
            _pause(live)
            live_announce(live)
    round_announce(playing)


@transaction.atomic
def round_resume(*, playing: Round) -> None:
    """Let the clocks of a round run on from where they stood."""
    playing = _round_lock(playing)
    if playing.paused_at is None:
        return
    if playing.ends_at is not None:
        playing.ends_at += timezone.now() - playing.paused_at
    playing.paused_at = None
    playing.save(update_fields=["paused_at", "ends_at"])
    for live_id in _deals_of_round(playing):
        _resume(live_lock(live_id))
    round_announce(playing)


def _resume(live: LiveDeal) -> None:
    if live.paused_at is None:
        return
    stood = timezone.now() - live.paused_at
    live.paused_at = None
    for clock in ("turn_at", "deadline", "board_deadline"):
        at = getattr(live, clock)
        if at is not None:
            setattr(live, clock, at + stood)
    if live.started_at is None:
        live.save(update_fields=["paused_at"])
        start_if_ready(live)
    else:
        due_set(live, position_of(live))
        live.save(update_fields=["paused_at", "turn_at", "deadline", "board_deadline", "due_at"])
    live_announce(live)


@transaction.atomic
def round_extend(*, playing: Round, minutes: int) -> None:
    """Give a round more time, or a clock if it had none. Raises Refused."""
    if not 1 <= minutes <= EXTEND_MOST:
        raise Refused(_("Choose from 1 to %(most)d minutes.") % {"most": EXTEND_MOST})
    playing = _round_lock(playing)
    if playing.state != Round.State.RUNNING:
        raise Refused(_("Round %(number)d is not being played.") % {"number": playing.number})
    now = playing.paused_at or timezone.now()
    playing.ends_at = max(playing.ends_at or now, now) + timedelta(minutes=minutes)
    playing.save(update_fields=["ends_at"])
    for live_id in _deals_of_round(playing):
        live_announce(live_lock(live_id))
    round_announce(playing)


@transaction.atomic
def round_clock_start(*, playing: Round, minutes: int) -> None:
    """Give a round that has no clock one of so many minutes. Raises Refused."""
    if _round_lock(playing).ends_at is not None:
        raise Refused(_("The round has a clock already: give it more minutes."))
    round_extend(playing=playing, minutes=minutes)


@transaction.atomic
def player_announce(*, player_id: int) -> None:
    """Tell the tables where a player's cards are being played that their name is another one."""
    deals = LiveDeal.objects.filter(
        seats__participant__entry__player=player_id, finished_at=None, voided_at=None
    )
    for live_id in deals.order_by("pk").values_list("pk", flat=True):
        live_announce(live_lock(live_id))


def watch_record(*, live: LiveDeal, user: AbstractBaseUser) -> None:
    """Log that a director looks at the open hands of a table."""
    Watch.objects.create(live_deal=live, user_id=user.pk, ply=live.steps)
