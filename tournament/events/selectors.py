"""Reads about events that are more than a `get`."""

from collections.abc import Sequence

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament.players.models import Club
from tournament.players.services import name_sort_key

from .models import Entry, Event, Round, Session


def only_session(event: Event) -> Session:
    """Return the session being set up or played: the event's last."""
    session = event.sessions.order_by("number").last()
    if session is None:
        raise LookupError(f"event {event.pk} has no session")
    return session


def entries_sorted(event: Event) -> list[Entry]:
    """Return the event's entries by name, É beside E."""
    entries = event.entries.select_related("player", "team").prefetch_related("absences")
    return sorted(entries, key=lambda entry: (name_sort_key(entry.player.name), entry.number))


def entry_public_name(entry: Entry) -> str:
    """Return the name that strangers may see: the player's own if agreed, else the number's."""
    if entry.player.name_public:
        return entry.player.name
    return _("Player %(number)d") % {"number": entry.number}


def entry_is_present(entry: Entry, round_number: int) -> bool:
    """Return whether the entry plays in that round. Uses prefetched `absences` if there are."""
    if round_number < entry.first_round:
        return False
    if entry.last_round is not None and round_number > entry.last_round:
        return False
    return all(absence.round_number != round_number for absence in entry.absences.all())


def round_running(event: Event) -> Round | None:
    """Return the round being played, if there is one."""
    return Round.objects.filter(session__event=event, state=Round.State.RUNNING).first()


def round_next(event: Event) -> Round | None:
    """Return the first round not begun, if there is one."""
    return (
        Round.objects.filter(session__event=event, state=Round.State.PLANNED)
        .order_by("session__number", "number")
        .first()
    )


def rounds_begun(event: Event) -> Sequence[Round]:
    """Return the rounds that stand, in order: being played or closed."""
    return list(
        Round.objects.filter(session__event=event)
        .exclude(state=Round.State.PLANNED)
        .order_by("session__number", "number")
    )


def club_default() -> Club:
    """Return the installation's club, made on first use."""
    club = Club.objects.order_by("pk").first()
    return club or Club.objects.create(name=_("Our club"))


def carry_sources(event: Event) -> QuerySet[Event]:
    """Return the events whose result may count in this one: of its club and game, begun, and none
    in which this one counts already, directly or by way of others."""
    followers = {event.pk}
    found = set(followers)
    while found:
        found = set(Event.objects.filter(carry_from__in=found).values_list("pk", flat=True))
        found -= followers
        followers |= found
    return (
        Event.objects.filter(club=event.club_id, game=event.game)
        .exclude(pk__in=followers)
        .exclude(state=Event.State.DRAFT)
    )
