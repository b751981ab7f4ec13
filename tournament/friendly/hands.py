"""Whose hand each device has seen of a deal: one hand of a deal that is being played, no more.

A person is known by the devices they use; whoever gave up a place may come back to that one.
"""

from collections.abc import Collection

from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.live.models import Participant

from .models import FriendlyTable, HandSeen, MatchDeal, Place


def _deal_open(table_id: int) -> MatchDeal | None:
    deals = MatchDeal.objects.filter(match__table=table_id, scores__isnull=True, aces_seat=None)
    return deals.last()


def hand_note(*, participant: Participant, device: str) -> None:
    """Note that this device holds the participant's hand, if a deal is being played.

    A device keeps the first hand it saw of a deal: others it may look at, but not take.
    """
    place = Place.objects.filter(participant=participant).first()
    if place is None or not device:
        return
    deal = _deal_open(place.table_id)
    if deal is not None:
        HandSeen.objects.get_or_create(match_deal=deal, device=device, defaults={"place": place})


def hand_take(*, place: Place, devices: Collection[str]) -> None:
    """Note that these devices, of one person, hold the place from now on.

    Raises Refused if one of them has seen another hand of the deal that is being played.
    """
    deal = _deal_open(place.table_id)
    if deal is None:
        return
    for device in sorted(devices):
        seen, _created = HandSeen.objects.get_or_create(
            match_deal=deal, device=device, defaults={"place": place}
        )
        if seen.place_id != place.pk:
            raise Refused(
                _("You have seen another hand of this deal: you may sit here from the next one on.")
            )


def place_seen(*, table: FriendlyTable, devices: Collection[str]) -> int | None:
    """Return the number of the only place that these devices may take in the deal being played.

    None: any, since they have seen no hand of it.
    """
    deal = _deal_open(table.pk)
    seen = HandSeen.objects.filter(match_deal=deal, device__in=devices)
    return seen.values_list("place__number", flat=True).first() if deal else None
