"""Everything that writes results.

Each service first keeps the event from becoming official, then locks the play's row, so that of
two phones, or a phone and the director, one comes first and the other sees what it did. The
one-to-one rows `Pending` and `Result` make two open entries or two results impossible even without
that lock.
"""

import logging
import uuid
from collections.abc import Collection, Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.locks import event_hold, event_lock
from tournament.events.models import Event, Round
from tournament.push.services import announce
from tournament.push.topics import desk_topic, table_topic
from tournament.tables.locks import play_lock, plays_lock
from tournament.tables.models import Play
from tournament.tables.rounds import event_end_if_over
from tournament.tables.selectors import play_is_open
from tournament.tables.services import round_announce
from tournament.tables.signals import play_finished, round_closed

from .models import Pending, Result, Submission, Verdict
from .selectors import (
    detail_scores,
    plays_missing_before,
    plays_unsettled,
    ruling_scores,
    same_detail,
)

log = logging.getLogger(__name__)


def _announce(play: Play) -> None:
    event = play.round.session.event
    announce(table_topic(event.public_id, play.table.number))
    announce(desk_topic(event.public_id))


def _refuse_after_close(play: Play) -> None:
    if not play_is_open(play):
        raise Refused(
            _("Round %(number)d is closed: tell the director.") % {"number": play.round.number}
        )


def _refuse_once_official(play: Play) -> None:
    if play.round.session.event.state == Event.State.OFFICIAL:
        raise Refused(
            _(
                "The standings are official: give this board an “Adjusted score”, with a reason, "
                "for another director to confirm."
            )
        )


def _check_seat(play: Play, seat: int | None) -> None:
    if seat is not None and not play.seats.filter(number=seat).exists():
        raise Refused(_("There is no such seat at this table."))


def _sent_before(sent_id: uuid.UUID, play: Play, detail: Mapping[str, Any]) -> Submission | None:
    """Return the entry that came with this id before. Raises Refused if it said something else."""
    again = Submission.objects.filter(sent_id=sent_id).first()
    if again is not None and (again.play_id != play.pk or not same_detail(again.detail, detail)):
        raise Refused(_("This entry was sent before with other values: enter it anew."))
    return again


def _result_settle(play: Play, submission: Submission) -> Result:
    result = Result(
        play=play,
        submission=submission,
        detail=submission.detail,
        scores=submission.scores,
        confirmed_at=timezone.now(),
    )
    result.full_clean()
    result.save()
    Pending.objects.filter(play=play).delete()
    play_finished.send(sender=Play, play=play)
    _announce(play)
    return result


@transaction.atomic
def submission_create(
    *,
    play: Play,
    detail: Mapping[str, Any],
    sent_id: uuid.UUID,
    seat: int | None = None,
    device: str = "",
    user: AbstractBaseUser | None = None,
) -> Submission:
    """Return a table's entry for a play, waiting for confirmation.

    Sent twice with the same `sent_id`, it is one entry. Raises Refused for what cannot be a
    result, after the round is closed, and when another entry or a result is there first: then
    `details["first"]` is that submission.
    """
    play = play_lock(play.pk)
    again = _sent_before(sent_id, play, detail)
    if again is not None:
        return again
    scores = detail_scores(play.round.session.event.rules, detail)
    _refuse_after_close(play)
    is_live = play.round.session.event.play_mode == Event.PlayMode.LIVE
    if is_live or play.means == Play.Means.CARDS:
        raise Refused(
            _("Board %(board)d is played in the browser: its result comes with the last card.")
            % {"board": play.board.number}
        )
    _check_seat(play, seat)
    result = Result.objects.filter(play=play).select_related("submission").first()
    if result is not None:
        raise Refused(
            _("Board %(board)d has its result already. Tell the director if it is wrong.")
            % {"board": play.board.number},
            first=result.submission,
        )
    pending = Pending.objects.filter(play=play).select_related("submission").first()
    if pending is not None:
        raise Refused(
            _("Board %(board)d was entered just before you. Confirm it, or say it is wrong.")
            % {"board": play.board.number},
            first=pending.submission,
        )
    submission = Submission.objects.create(
        play=play,
        sent_id=sent_id,
        detail=dict(detail),
        scores=None if scores is None else list(scores),
        seat=seat,
        device=device,
        user_id=user.pk if user else None,
    )
    Pending.objects.create(play=play, submission=submission)
    _means_set(play, Play.Means.HAND)
    _announce(play)
    return submission


def _means_set(play: Play, means: Play.Means) -> None:
    if play.means != means:
        play.means = means
        play.save(update_fields=["means"])


@transaction.atomic
def play_take_up(*, play: Play) -> Play:
    """Return the play, from now on played in the browser. Doing so twice is once.

    Raises Refused where the event has its results entered by hand, once an entry or a result is
    there, before an earlier board of the round is settled, and after the round is closed.
    """
    play = play_lock(play.pk)
    _refuse_after_close(play)
    if play.round.session.event.play_mode == Event.PlayMode.ENTERED:
        raise Refused(_("In this tournament the cards are played on the table."))
    if play.means == Play.Means.CARDS:
        return play
    if Result.objects.filter(play=play).exists() or Pending.objects.filter(play=play).exists():
        raise Refused(_("Board %(board)d has been entered already.") % {"board": play.board.number})
    earlier = plays_missing_before(play)
    if earlier:
        raise Refused(_("Board %(board)d comes first.") % {"board": earlier[0].board.number})
    _means_set(play, Play.Means.CARDS)
    return play


@transaction.atomic
def play_put_down(*, play: Play) -> None:
    """Let a play whose deal was stopped be played again, or entered by hand."""
    _means_set(play_lock(play.pk), Play.Means.OPEN)


@transaction.atomic
def result_of_cards(*, play: Play, detail: Mapping[str, Any]) -> Result | None:
    """Return the result that the last card of a deal played in the browser made.

    What the director recorded meanwhile stands; once the event is official there is none.
    """
    play = play_lock(play.pk)
    settled = Result.objects.filter(play=play).first()
    if settled is not None:
        return settled
    event = play.round.session.event
    if event.state == Event.State.OFFICIAL:
        log.error("Play %d: its cards make no result, %s is official", play.pk, event.public_id)
        return None
    scores = detail_scores(play.round.session.event.rules, detail)
    submission = Submission.objects.create(
        play=play, detail=dict(detail), scores=None if scores is None else list(scores)
    )
    return _result_settle(play, submission)


def _pending_lock(submission: Submission) -> tuple[Play, Pending | None]:
    play = play_lock(submission.play_id)
    return play, Pending.objects.filter(submission=submission).first()


@transaction.atomic
def submission_confirm(*, submission: Submission, seat: int, device: str) -> Result:
    """Return the result that a second seat's device made of an entry. Confirming twice is once.

    Raises Refused from the seat or the device that entered it, when the event leaves confirming
    to the director, when the entry is disputed or withdrawn, and after the round is closed.
    """
    play, pending = _pending_lock(submission)
    settled = Result.objects.filter(play=play, submission=submission).first()
    if settled is not None:
        return settled
    _refuse_after_close(play)
    if pending is None:
        raise Refused(_("This entry was withdrawn: enter the board again."))
    if play.round.session.event.confirmation != Event.Confirmation.PLAYERS:
        raise Refused(_("The director confirms the entries of this tournament."))
    _check_seat(play, seat)
    if device == submission.device or seat == submission.seat:
        raise Refused(_("Another player of the table confirms, on another phone."))
    if pending.disputed:
        raise Refused(_("This entry is disputed: the director decides."))
    Verdict.objects.create(
        submission=submission, kind=Verdict.Kind.CONFIRM, seat=seat, device=device
    )
    return _result_settle(play, submission)


@transaction.atomic
def submission_dispute(
    *, submission: Submission, seat: int, device: str, detail: Mapping[str, Any] | None = None
) -> None:
    """Record that a second seat disagrees, with its own version if given; alert the director.

    Raises Refused like `submission_confirm`.
    """
    play, pending = _pending_lock(submission)
    _refuse_after_close(play)
    if pending is None:
        raise Refused(_("This entry is no longer open."))
    _check_seat(play, seat)
    if device == submission.device or seat == submission.seat:
        raise Refused(_("It is your own entry: withdraw it to enter the board again."))
    if detail is not None:
        detail_scores(play.round.session.event.rules, detail)
    if pending.disputed:
        return
    Verdict.objects.create(
        submission=submission,
        kind=Verdict.Kind.DISPUTE,
        seat=seat,
        device=device,
        detail=None if detail is None else dict(detail),
    )
    pending.disputed = True
    pending.save(update_fields=["disputed"])
    _announce(play)


@transaction.atomic
def submission_withdraw(*, submission: Submission, device: str) -> None:
    """Take back an entry nobody has confirmed: the board is open again. Withdrawing twice is once.

    Raises Refused on another device than the one that entered it, once it is confirmed, and once
    it is disputed.
    """
    play, pending = _pending_lock(submission)
    if device != submission.device:
        raise Refused(_("Only the phone that entered the board can withdraw it."))
    if pending is None:
        if Result.objects.filter(play=play, submission=submission).exists():
            raise Refused(_("The entry is confirmed. Tell the director if it is wrong."))
        return
    if pending.disputed:
        raise Refused(_("This entry is disputed: the director decides."))
    Verdict.objects.create(submission=submission, kind=Verdict.Kind.WITHDRAW, device=device)
    pending.delete()
    _announce(play)


@transaction.atomic
def round_confirm(
    *, playing: Round, submission_ids: Collection[int], user: AbstractBaseUser
) -> int:
    """Confirm the listed entries of a round in one act; return how many became results.

    Only entries that are still open count: one withdrawn or settled since the list was shown, or
    disputed, is left as it is. Raises Refused once the standings are official.
    """
    confirmed = 0
    chosen = Submission.objects.filter(
        pk__in=submission_ids, play__round=playing, pending__disputed=False
    )
    event_hold(playing.session.event_id)
    # Together: the first one confirmed has the standings, for which a phone with a later one waits.
    plays_lock(Play.objects.filter(pk__in=chosen.values("play")))
    for submission in chosen.order_by("play_id"):
        play, pending = _pending_lock(submission)
        if pending is None or pending.disputed:
            continue
        _refuse_once_official(play)
        Verdict.objects.create(submission=submission, kind=Verdict.Kind.CONFIRM, user_id=user.pk)
        _result_settle(play, submission)
        confirmed += 1
    return confirmed


@transaction.atomic
def result_record(
    *, play: Play, detail: Mapping[str, Any], sent_id: uuid.UUID, user: AbstractBaseUser
) -> Result:
    """Return the result the director entered for a play without one, from a slip or a dispute.

    An open entry of the table is replaced. Raises Refused for what cannot be a result, and when
    there is a result already: that takes a correction with its reason. Also while the board is
    played in the browser: its players would go on for nothing.
    """
    play = play_lock(play.pk)
    scores = ruling_scores(play, detail)
    again = _sent_before(sent_id, play, detail)
    settled = Result.objects.filter(play=play).select_related("submission").first()
    if settled is not None:
        if again is not None and settled.submission_id == again.pk:
            return settled
        raise Refused(
            _("Table %(table)d, board %(board)d has a result: correct it, with a reason.")
            % {"table": play.table.number, "board": play.board.number},
            first=settled.submission,
        )
    _refuse_once_official(play)
    if play.round.state == Round.State.PLANNED:
        raise Refused(_("Round %(number)d has not begun.") % {"number": play.round.number})
    if play.means == Play.Means.CARDS:
        # Whoever enters a wrong row must not end a deal by it.
        raise _refused_while_dealt(play)
    submission = again or Submission.objects.create(
        play=play,
        sent_id=sent_id,
        detail=dict(detail),
        scores=scores,
        user_id=user.pk,
    )
    Verdict.objects.create(submission=submission, kind=Verdict.Kind.CONFIRM, user_id=user.pk)
    return _result_settle(play, submission)


@transaction.atomic
def result_replace(*, play: Play, detail: Mapping[str, Any] | None) -> None:
    """Let something else count for a play: another result, its first one, or none (`detail` None).

    What was entered stays among the play's entries; why it was replaced is the caller's to keep.
    Raises Refused for what cannot be a result, before the round has begun, and while the board is
    played in the browser.
    """
    play = play_lock(play.pk)
    if play.round.state == Round.State.PLANNED:
        raise Refused(_("Round %(number)d has not begun.") % {"number": play.round.number})
    result = Result.objects.filter(play=play).first()
    if result is None and play.means == Play.Means.CARDS:
        raise _refused_while_dealt(play)
    if detail is None:
        Result.objects.filter(play=play).delete()
    else:
        scores = ruling_scores(play, detail)
        Result.objects.update_or_create(
            play=play,
            defaults={
                "detail": dict(detail),
                "scores": scores,
                "version": 1 if result is None else result.version + 1,
            },
            create_defaults={
                "detail": dict(detail),
                "scores": scores,
                "confirmed_at": timezone.now(),
            },
        )
    Pending.objects.filter(play=play).delete()
    play_finished.send(sender=Play, play=play)
    _announce(play)


@transaction.atomic
def entry_put_back(*, play: Play, submission_id: int, disputed: bool) -> None:
    """Let an entry that was set aside wait again, unless there is another one or a result."""
    play = play_lock(play.pk)
    if Result.objects.filter(play=play).exists() or Pending.objects.filter(play=play).exists():
        return
    Pending.objects.create(play=play, submission_id=submission_id, disputed=disputed)
    _means_set(play, Play.Means.HAND)
    _announce(play)


def _refused_while_dealt(play: Play) -> Refused:
    return Refused(
        _(
            "Table %(table)d plays board %(board)d in the browser. To enter its result, "
            "stop the deal first, in the list of the tables."
        )
        % {"table": play.table.number, "board": play.board.number}
    )


@transaction.atomic
def round_close(*, playing: Round, accept_missing: bool = False) -> None:
    """Close a round: phones can no longer enter; missing results may come from the desk later.

    Raises Refused while results are missing, unless accepted: then `details["unsettled"]` lists
    them.
    """
    event = event_lock(playing.session.event_id)
    playing = Round.objects.select_for_update(no_key=True).get(pk=playing.pk)
    if playing.state != Round.State.RUNNING:
        raise Refused(_("Round %(number)d is not being played.") % {"number": playing.number})
    # An entry that arrives at this moment holds its play's lock: wait for it, then count.
    plays_lock(Play.objects.filter(round=playing))
    unsettled = plays_unsettled(playing)
    if unsettled and not accept_missing:
        raise Refused(
            _("Results are missing. Enter them, or close the round without them."),
            unsettled=unsettled,
        )
    playing.state = Round.State.CLOSED
    playing.closed_at = timezone.now()
    playing.save(update_fields=["state", "closed_at"])
    round_closed.send(sender=Event, event=event)
    event_end_if_over(event)
    round_announce(playing)
