"""Whose hand each device has seen of a deal that is being played.

A bot's hand goes to nobody in mid-deal: one person at many devices would see them all. Whoever gave
up a place may come back to its hand, by the devices they use.
"""

from collections.abc import Collection

from tournament.live.models import Participant

from .models import HandSeen, MatchDeal, Place


def deal_on_table(table_id: int) -> MatchDeal | None:
    """Return the deal whose cards are on the table, if there is one."""
    deals = MatchDeal.objects.filter(match__table=table_id, scores__isnull=True, aces_seat=None)
    return deals.last()


def holds_hand(participant: Participant, deal: MatchDeal) -> bool:
    """Return whether the participant plays in the deal: whoever sat down since does not."""
    return participant.seats.filter(live_deal=deal.live_deal_id).exists()


def hand_note(*, participant: Participant, device: str) -> None:
    """Note that this device holds the participant's hand, if a deal is being played.

    A device keeps the first hand it saw of a deal: others it may look at, but not come back to.
    """
    place = Place.objects.filter(participant=participant).first()
    if place is None or not device:
        return
    deal = deal_on_table(place.table_id)
    if deal is not None and holds_hand(participant, deal):
        HandSeen.objects.get_or_create(match_deal=deal, device=device, defaults={"place": place})


def place_held(*, deal: MatchDeal, devices: Collection[str]) -> int | None:
    """Return the key of the place that these devices, of one person, held in the deal.

    None if they held none, or several.
    """
    seen = HandSeen.objects.filter(match_deal=deal, device__in=devices)
    held = set(seen.values_list("place_id", flat=True))
    return held.pop() if len(held) == 1 else None
