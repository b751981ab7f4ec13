"""What may be read of friendly tables: games to choose from, places, openings."""

from collections.abc import Collection
from datetime import timedelta
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone

from engine.errors import UnknownGame
from engine.games.comon import ACES
from engine.matches import LivesMatch, match_begin
from engine.protocol import Game
from engine.registry import game, keys
from tournament.live.models import Participant
from tournament.live.positions import position_of

from .history import DealLine
from .models import FriendlyTable, Opening, Place

# One phone opens a table or two an evening. Whoever comes each time as a new device is counted by
# the address, which a café's tables often share: so only strangers' tables count by it, and only
# strangers wait. Whoever is signed in, or holds a hand of which cards were played, is none.
OPENINGS_BY_DEVICE, OPENINGS_BY_ADDRESS = 8, 40
OPENINGS_WITHIN = timedelta(hours=1)
# A person who gave no sign of life for so long may be replaced by the table's owner.
GONE_AFTER = timedelta(seconds=90)


class Offer(NamedTuple):
    """A game one can play a match of: to a `target` of points, or None for a match of lives."""

    game: Game
    target: int | None


def offers() -> list[Offer]:
    """Return the games that have a match, in the order they are offered."""
    found = (offer_of(key) for key in keys())
    return [offer for offer in found if offer is not None]


def offer_of(key: str) -> Offer | None:
    """Return the game of this key with its match's own target; None if it has no match."""
    try:
        match = match_begin(key, seed="")
    except UnknownGame:
        return None
    target = None if isinstance(match, LivesMatch) else getattr(match, "target", None)
    return Offer(game(key), target)


def openings_exceeded(*, device: str, address: str | None) -> bool:
    """Return whether too many tables were opened from this device or a stranger's address just
    now."""
    recent = Opening.objects.filter(at__gte=timezone.now() - OPENINGS_WITHIN)
    if recent.filter(device=device).count() >= OPENINGS_BY_DEVICE:
        return True
    return address is not None and recent.filter(address=address).count() >= OPENINGS_BY_ADDRESS


def tables_of(
    *, user_id: int | None, device: str, participants: Collection[str]
) -> QuerySet[FriendlyTable]:
    """Return the tables that somebody opened or sits at, the latest in use first.

    `participants` are public ids; they count only on a device that holds their hands.
    """
    mine = Q(owner=None, owner_device=device) if device else Q(pk=None)
    if user_id is not None:
        mine |= Q(owner_id=user_id)
    sits = Place.objects.filter(
        participant__public_id__in=participants, participant__bot=""
    ).values("table_id")
    return FriendlyTable.objects.filter(mine | Q(pk__in=sits)).order_by("-moved_at")


def is_gone(participant: Participant) -> bool:
    """Return whether a person is not at the table, so that the owner may let a bot take over."""
    if participant.away or participant.seen_at is None:
        return True
    return participant.seen_at < timezone.now() - GONE_AFTER


def holds_four_aces(line: DealLine, participant: Participant) -> bool:
    """Return whether the participant may ask for the deal to be cancelled: four aces, no card yet.

    Nobody but them may learn it.
    """
    live = line.row.live_deal
    if not line.is_played or not isinstance(line.before, LivesMatch) or live.steps:
        return False
    seat = live.seats.filter(participant=participant).values_list("number", flat=True).first()
    return seat is not None and ACES.issubset(position_of(live).state.view(seat).hand)
