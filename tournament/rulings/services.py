"""Everything that writes rulings. A change is shown by making it and taking it back."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.locks import event_lock
from tournament.events.models import Entry, Event
from tournament.events.services import entry_update, publication_raise
from tournament.players.services import text_clean
from tournament.push.services import announce
from tournament.push.topics import desk_topic, table_topic
from tournament.standings.selectors import standings_computed
from tournament.standings.services import standings_mark
from tournament.tables.locks import plays_lock
from tournament.tables.models import Play

from .changes import Change, Json, change_of
from .entries import without_entered
from .models import Ruling

Ranks = Mapping[str, int | None]


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change is from and to, and the ranks it changes, by entry number as text."""

    before: Json
    after: Json
    ranks_before: Ranks
    ranks_after: Ranks


class _TakenBack(Exception):
    """Ends the transaction in which a change was made to be looked at."""

    def __init__(self, effect: Effect) -> None:
        super().__init__()
        self.effect = effect


def ruling_preview(*, event: Event, change: Change, after: Json) -> Effect:
    """Return what the change would do, having changed nothing. Raises Refused as it would."""
    try:
        with transaction.atomic():
            _lock(event.pk, change)
            _refuse_gone(change)
            raise _TakenBack(_make(event, change, after))
    except _TakenBack as made:
        return made.effect


@transaction.atomic
def ruling_make(
    *,
    event: Event,
    change: Change,
    after: Json,
    reason: str,
    user: AbstractBaseUser,
    seen: Json,
    undoes: Ruling | None = None,
    second: AbstractBaseUser | None = None,
) -> Ruling:
    """Make the change and keep what was, what is, who, why, and what it did to the ranks.

    `seen` is what the director saw there. `second` is who confirmed it, without whom official
    standings stay. Raises Refused without a reason, when there is something else by now
    (`details["current"]`), when nothing would change, and for what cannot be.
    """
    reason = reason_given(reason)
    if needs_second(_lock(event.pk, change)) and second is None:
        raise Refused(_("The standings are official: another director has to confirm this."))
    refuse_unseen(change, seen)
    effect = _make(event, change, after)
    ruling = Ruling(
        event=event,
        kind=change.kind,
        entry=change.entry,
        before=effect.before,
        after=effect.after,
        reason=reason,
        user_id=user.pk,
        at=timezone.now(),
        ranks_before=dict(effect.ranks_before),
        ranks_after=dict(effect.ranks_after),
        undoes=undoes,
    )
    ruling.full_clean(exclude=["before", "after", "ranks_before", "ranks_after"])
    ruling.save()
    ruling.plays.set(change.plays)
    standings_mark(event_id=event.pk)
    publication_raise(event_id=event.pk)
    announce(desk_topic(event.public_id))
    for number in {play.table.number for play in change.plays}:
        announce(table_topic(event.public_id, number))
    return ruling


@transaction.atomic
def ruling_undo(
    *,
    ruling: Ruling,
    reason: str,
    user: AbstractBaseUser,
    second: AbstractBaseUser | None = None,
) -> Ruling:
    """Put back what was before a ruling, by another one.

    Raises Refused once it is undone, and when something else has changed the same since.
    """
    change = undo_of(ruling)
    return ruling_make(
        event=ruling.event,
        change=change,
        after=ruling.before,
        reason=reason,
        user=user,
        seen=ruling.after,
        undoes=ruling,
        second=second,
    )


@transaction.atomic
def player_correct(*, entry: Entry, name: str, name_public: bool, user: AbstractBaseUser) -> None:
    """Correct a name or a consent wherever it is shown; official events keep what the name was.

    A spelling is no result: it takes no second person. Raises Refused.
    """
    before = entry.player.name
    entry_update(entry=entry, name=name, name_public=name_public)
    if entry.player.name == before:
        return
    # Whichever became official meanwhile is among them: their pages were told just now.
    official = Entry.objects.filter(player=entry.player, event__state=Event.State.OFFICIAL)
    for each in official:
        Ruling.objects.create(
            event_id=each.event_id,
            kind=Ruling.Kind.NAME,
            entry=each,
            before=before,
            after=entry.player.name,
            reason=_("The spelling was corrected."),
            user_id=user.pk,
            at=timezone.now(),
        )


def leaving_note(
    *, entry: Entry, before: Json, after: Json, reason: str, user: AbstractBaseUser, effect: Effect
) -> Ruling:
    """Keep that a player left, or came back, where no other ruling says so. Raises Refused.

    `effect` has the ranks that changed. The caller holds the event's row.
    """
    ruling = Ruling.objects.create(
        event_id=entry.event_id,
        kind=Ruling.Kind.LEAVING,
        entry=entry,
        before=before,
        after=after,
        reason=reason_given(reason),
        user_id=user.pk,
        at=timezone.now(),
        ranks_before=dict(effect.ranks_before),
        ranks_after=dict(effect.ranks_after),
    )
    publication_raise(event_id=entry.event_id)
    return ruling


def undo_preview(*, ruling: Ruling) -> Effect:
    """Return what undoing a ruling would do, having changed nothing. Raises Refused as it would."""
    return ruling_preview(event=ruling.event, change=undo_of(ruling), after=ruling.before)


def undo_of(ruling: Ruling) -> Change:
    """Return what undoing a ruling writes anew. Raises Refused where it cannot be undone."""
    if ruling.kind == Ruling.Kind.NAME:
        raise Refused(_("A name is corrected again on its player’s page."))
    if ruling.kind == Ruling.Kind.LEAVING:
        raise Refused(_("Who leaves and who comes back is said on the player’s page."))
    if Ruling.objects.filter(undoes=ruling).exists():
        raise Refused(_("This is undone already."))
    change = change_of(ruling)
    now = change.read()
    if now != ruling.after and without_entered(now) == without_entered(ruling.after):
        raise Refused(_("A table has entered a board of this since: decide on its entry first."))
    if now != ruling.after:
        raise Refused(_("This was changed again since: undo the later change first."))
    return change


def needs_second(event: Event) -> bool:
    """Return whether one director alone can change nothing of the standings any more."""
    return event.state == Event.State.OFFICIAL


def reason_given(reason: str) -> str:
    """Return the reason as it is kept. Raises Refused without one."""
    cleaned = text_clean(reason)
    if not cleaned:
        raise Refused(_("Give the reason of the correction."))
    return cleaned


def refuse_unseen(change: Change, seen: Json) -> None:
    """Raise Refused, with what is there now, where that is not what somebody saw."""
    _refuse_gone(change)
    current = change.read()
    if current != seen:
        raise Refused(_("Somebody else has just changed this: look at it again."), current=current)


def _refuse_gone(change: Change) -> None:
    """Raise Refused where whom it is about became one with another entry meanwhile."""
    entry = change.entry
    if entry is not None and not Entry.objects.filter(pk=entry.pk).exists():
        raise Refused(_("Somebody else has just changed this: look at it again."))


def _lock(event_id: int, change: Change) -> Event:
    """Let one ruling follow the other, and keep phones away from its plays.

    The ranks before a ruling are those after the last; what is read is what is replaced.
    """
    event = event_lock(event_id)
    plays_lock(Play.objects.filter(pk__in=[play.pk for play in change.plays]))
    return event


def _make(event: Event, change: Change, after: Json) -> Effect:
    before = change.read()
    ranks_before = _ranks(event)
    change.write(after)
    # As it reads now: the change may have been written in another way than it is kept.
    made = change.read()
    if made == before:
        raise Refused(_("It is so already: nothing was changed."))
    ranks_after = _ranks(event)
    moved = [entry for entry, rank in ranks_after.items() if ranks_before.get(entry) != rank]
    numbers = dict(event.entries.values_list("pk", "number"))
    return Effect(
        before,
        made,
        {str(numbers[entry]): ranks_before.get(entry) for entry in moved},
        {str(numbers[entry]): ranks_after[entry] for entry in moved},
    )


def _ranks(event: Event) -> dict[int, int | None]:
    # Read anew: a change may open or end the event, and only at its end boards can be too few.
    event = Event.objects.get(pk=event.pk)
    return {row.entry: row.rank for row in standings_computed(event).rows}


def ranks_of(event: Event) -> Ranks:
    """Return the ranks as rulings write them: by entry number, as text."""
    numbers = dict(event.entries.values_list("pk", "number"))
    return {str(numbers[entry]): rank for entry, rank in _ranks(event).items()}
