"""What the foot of pages says of their event."""

from typing import TypedDict

from django.utils.formats import date_format

from tournament.events.models import Event


class ImprintFields(TypedDict):
    """The fields of `sheets.Imprint`."""

    event: str
    club: str
    day: str


def imprint_of(event: Event) -> ImprintFields:
    """Return an event's name, its club's and its day, in the active language."""
    return {"event": event.name, "club": event.club.name, "day": date_format(event.date)}
