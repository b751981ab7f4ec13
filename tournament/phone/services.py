"""Everything that writes which phone acts for a player."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.models import Entry
from tournament.push.services import announce
from tournament.push.topics import desk_topic, table_topic

from .models import SeatPhone


@transaction.atomic
def seat_claim(*, entry: Entry, device: str, with_pin: bool = False) -> None:
    """Let this phone act for the player; the one that did so before is told.

    Raises Refused where the personal number is needed and was not given.
    """
    # Of two phones at once the later one waits here, and wins.
    Entry.objects.select_for_update(no_key=True).get(pk=entry.pk)
    held, made = SeatPhone.objects.get_or_create(
        entry=entry, defaults={"device": device, "at": timezone.now()}
    )
    if held.needs_pin and not with_pin and held.device != device:
        raise Refused(_("This seat opens with its personal number only: ask the director."))
    if made or held.device != device:
        held.device, held.at = device, timezone.now()
        held.save(update_fields=["device", "at"])
        _tell(entry)


@transaction.atomic
def seat_leave(*, entry: Entry, device: str) -> None:
    """Let this phone act for the player no longer; another phone that does so stays."""
    left = SeatPhone.objects.filter(entry=entry, device=device)
    if left.update(device="", at=timezone.now()):
        _tell(entry)


@transaction.atomic
def seat_release(*, entry: Entry) -> None:
    """Take the seat from whatever phone holds it; the next one needs the personal number."""
    SeatPhone.objects.update_or_create(
        entry=entry, defaults={"device": "", "needs_pin": True, "at": timezone.now()}
    )
    _tell(entry)


def _tell(entry: Entry) -> None:
    event = entry.event
    tables = event.tables.filter(chairs__entry=entry).distinct().values_list("number", flat=True)
    announce(
        desk_topic(event.public_id), *(table_topic(event.public_id, number) for number in tables)
    )
