"""Changes to official standings: one director proposes, another confirms or refuses.

Until then nothing is changed; both stand in the history.
"""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.locks import event_lock
from tournament.events.models import Event
from tournament.push.services import announce
from tournament.push.topics import desk_topic

from .changes import Change, Json, change_of
from .models import Answer, Proposal, Ruling
from .selectors import PLAYS_TOLD
from .services import (
    needs_second,
    reason_given,
    refuse_unseen,
    ruling_make,
    ruling_preview,
    undo_of,
)


@transaction.atomic
def ruling_or_proposal(
    *,
    event: Event,
    change: Change,
    after: Json,
    reason: str,
    user: AbstractBaseUser,
    seen: Json,
    undoes: Ruling | None = None,
) -> Ruling | Proposal:
    """Make the change, or propose it where the standings are official. Raises Refused.

    What `ruling_make` would refuse is refused at once.
    """
    event = event_lock(event.pk)
    if not needs_second(event):
        return ruling_make(
            event=event,
            change=change,
            after=after,
            reason=reason,
            user=user,
            seen=seen,
            undoes=undoes,
        )
    reason = reason_given(reason)
    refuse_unseen(change, seen)
    if any(_is_about_the_same(each, change) for each in proposals_open(event)):
        raise Refused(_("A change of this is proposed already: confirm or refuse that one first."))
    ruling_preview(event=event, change=change, after=after)
    proposal = Proposal.objects.create(
        event=event,
        kind=change.kind,
        entry=change.entry,
        before=seen,
        after=after,
        reason=reason,
        user_id=user.pk,
        at=timezone.now(),
        undoes=undoes,
    )
    proposal.plays.set(change.plays)
    announce(desk_topic(event.public_id))
    return proposal


def undo_or_proposal(*, ruling: Ruling, reason: str, user: AbstractBaseUser) -> Ruling | Proposal:
    """Put back what was before a ruling, or propose to. Raises Refused as `ruling_undo` does."""
    return ruling_or_proposal(
        event=ruling.event,
        change=undo_of(ruling),
        after=ruling.before,
        reason=reason,
        user=user,
        seen=ruling.after,
        undoes=ruling,
    )


def proposals_of(event: Event) -> QuerySet[Proposal]:
    """Return all that was proposed for the event, the oldest first, with what its words need."""
    found = event.proposals.select_related("user", "entry__player", "undoes", "answer__user")
    return found.prefetch_related(PLAYS_TOLD).order_by("pk")


def proposals_open(event: Event) -> QuerySet[Proposal]:
    """Return what waits for another director, the oldest first."""
    return proposals_of(event).filter(answer=None)


def _is_about_the_same(proposal: Proposal, change: Change) -> bool:
    plays = {play.pk for play in proposal.plays.all()}
    entry = change.entry and change.entry.pk
    return (
        proposal.kind == change.kind
        and proposal.entry_id == entry
        and plays == {play.pk for play in change.plays}
    )


@transaction.atomic
def proposal_confirm(*, proposal: Proposal, user: AbstractBaseUser) -> Ruling:
    """Make the ruling that another director proposed. Raises Refused.

    Also when what it was to change is no longer what its author saw.
    """
    proposal = _proposal_lock(proposal)
    if proposal.user_id == user.pk:
        raise Refused(_("You proposed this yourself: another director has to confirm it."))
    author = proposal.user or user
    ruling = ruling_make(
        event=proposal.event,
        change=change_of(proposal),
        after=proposal.after,
        reason=proposal.reason,
        user=author,
        seen=proposal.before,
        undoes=proposal.undoes,
        second=user,
    )
    Answer.objects.create(proposal=proposal, ruling=ruling, user_id=user.pk, at=timezone.now())
    return ruling


@transaction.atomic
def proposal_refuse(*, proposal: Proposal, user: AbstractBaseUser, reason: str) -> Answer:
    """Leave all as it is, with the reason. Who proposed it may withdraw it so. Raises Refused."""
    proposal = _proposal_lock(proposal)
    answer = Answer.objects.create(
        proposal=proposal, reason=reason_given(reason), user_id=user.pk, at=timezone.now()
    )
    announce(desk_topic(proposal.event.public_id))
    return answer


def _proposal_lock(proposal: Proposal) -> Proposal:
    """Return the proposal, nobody else answering it meanwhile. Raises Refused once it is."""
    # The event first, as every ruling does.
    event_lock(proposal.event_id)
    proposal = Proposal.objects.get(pk=proposal.pk)
    if Answer.objects.filter(proposal=proposal).exists():
        raise Refused(_("This is answered already: look at it again."))
    return proposal
