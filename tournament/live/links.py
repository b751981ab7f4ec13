"""Personal links: what they are, who was given them, and which printed ones no longer open."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import F, Max, Q
from django.urls import reverse
from django.utils import timezone

from tournament.events.models import Entry, Event

from .models import LinkGiven, Participant


def link_address(participant: Participant) -> str:
    """Return the address that opens a participant's hands: a secret of theirs."""
    return settings.SITE_URL + reverse("personal_link", args=[participant.secret])


def links_record(*, participants: Iterable[Participant], who: str, printed: bool) -> None:
    """Log that these links were printed, or shown on a screen of the desk."""
    at = timezone.now()
    LinkGiven.objects.bulk_create(
        LinkGiven(participant=participant, who=who, printed=printed, at=at)
        for participant in participants
    )


@dataclass(frozen=True, slots=True)
class LinksGiven:
    """Links given in one act: how many, and whose if it is one."""

    at: datetime
    who: str
    printed: bool
    entries: Sequence[Entry]


def links_given(event: Event) -> list[LinksGiven]:
    """Return who printed or was shown personal links of the event, the latest first."""
    rows = (
        LinkGiven.objects.filter(participant__entry__event=event)
        .select_related("participant__entry__player")
        .order_by("-at", "participant__entry__number")
    )
    found: dict[tuple[datetime, str, bool], list[Entry]] = {}
    for row in rows:
        entry = row.participant.entry
        if entry is not None:
            found.setdefault((row.at, row.who, row.printed), []).append(entry)
    return [LinksGiven(*act, entries) for act, entries in found.items()]


def links_held(event: Event) -> int:
    """Return how many players have been given the link that opens their hands now."""
    given = Participant.objects.filter(entry__event=event, links_given__isnull=False)
    latest = given.annotate(given_at=Max("links_given__at"))
    return latest.filter(Q(renewed_at=None) | Q(given_at__gte=F("renewed_at"))).count()


def cards_outdated(event: Event) -> list[Entry]:
    """Return the entries whose printed link opens nothing any more: it was renewed since."""
    participants = (
        Participant.objects.filter(entry__event=event, renewed_at__isnull=False)
        .filter(links_given__printed=True)
        .annotate(printed_at=Max("links_given__at"))
        .select_related("entry__player")
        .order_by("entry__number")
    )
    return [
        each.entry
        for each in participants
        if each.entry is not None and each.renewed_at and each.printed_at < each.renewed_at
    ]
