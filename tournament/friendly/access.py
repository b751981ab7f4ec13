"""Who may see what of a friendly table.

The owner manages its places; whoever sits at it plays; a guest has opened the invitation and may
sit down or look at the score sheet; a stranger, who knows the table's address only, sees that there
is a table and how many sit at it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django_htmx.middleware import HtmxDetails

from tournament.live.access import device_of, device_once, digest, participants_known
from tournament.live.models import LiveDeal, Participant
from tournament.phone.identity import YEAR, Phone, phone_of, phone_remember

from .models import FriendlyTable, MatchDeal, Place

P = ParamSpec("P")


class TableRequest(HttpRequest):
    """A request for a friendly table's page."""

    htmx: HtmxDetails


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever opens a table's page. `place` is where they sit, if this device holds its hand.

    `known_as` are the numbers of this device: its own, and those it got with personal links.
    """

    table: FriendlyTable
    phone: Phone
    is_owner: bool
    is_invited: bool
    place: Place | None
    known_as: frozenset[str]

    @property
    def may_look(self) -> bool:
        """Whether they may see names and the score sheet."""
        return self.is_owner or self.is_invited or self.place is not None

    @property
    def may_score(self) -> bool:
        """Whether they may start matches and note stars."""
        return self.is_owner or self.place is not None


def _cookie(table: FriendlyTable) -> str:
    return f"friends-{table.public_id}"


def invitation_remember(response: HttpResponse, request: HttpRequest, table: FriendlyTable) -> None:
    """Let this device prove later that it opened the table's invitation."""
    response.set_signed_cookie(
        _cookie(table),
        digest(table.secret),
        salt=_cookie(table),
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def _is_invited(request: HttpRequest, table: FriendlyTable) -> bool:
    known = request.get_signed_cookie(_cookie(table), default="", salt=_cookie(table))
    return known == digest(table.secret)


def _is_owner(request: HttpRequest, table: FriendlyTable, phone: Phone) -> bool:
    if table.owner_id is not None:
        return request.user.is_authenticated and request.user.pk == table.owner_id
    return phone.is_known and phone.device == table.owner_device


def place_of(request: HttpRequest, table: FriendlyTable) -> Place | None:
    """Return the place whose hand this device holds, if any."""
    for place in table.places.select_related("participant"):
        sitting = place.participant
        if sitting is not None and not sitting.bot and _holds(request, sitting):
            return place
    return None


def _holds(request: HttpRequest, participant: Participant) -> bool:
    device = device_of(request, participant)
    return device is not None and device == participant.device


def is_stranger(request: HttpRequest) -> bool:
    """Return whether nobody knows who asks: not signed in, and this device holds no hand of which
    cards were played. That a device has a number says nothing: whoever asks gets one."""
    if request.user.is_authenticated:
        return False
    played = Participant.objects.filter(
        public_id__in=participants_known(request), bot="", seats__live_deal__steps__gt=0
    )
    return not any(_holds(request, each) for each in played.distinct())


def _known_as(request: HttpRequest, table: FriendlyTable, phone: Phone) -> frozenset[str]:
    """Return every number by which this device is known at the table."""
    sitting = (place.participant for place in table.places.select_related("participant"))
    once = {device_once(request, each) for each in sitting if each is not None}
    return frozenset({phone.device, *once} - {""})


def visitor_of(request: HttpRequest, table: FriendlyTable) -> Visitor:
    """Return who asks for a table's page."""
    phone = phone_of(request)
    return Visitor(
        table=table,
        phone=phone,
        is_owner=_is_owner(request, table, phone),
        is_invited=_is_invited(request, table),
        place=place_of(request, table),
        known_as=_known_as(request, table, phone),
    )


def may_look(request: HttpRequest, live: LiveDeal) -> bool:
    """Return whether whoever asks may see this deal of a friendly table, once it was played."""
    deal = MatchDeal.objects.select_related("match__table").filter(live_deal=live).first()
    return deal is not None and visitor_of(request, deal.match.table).may_look


def friends_view(
    view: Callable[Concatenate[TableRequest, Visitor, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Return the view of one table, whose address begins with its public id."""

    @never_cache
    @wraps(view)
    def guarded(
        request: TableRequest, public_id: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        table = get_object_or_404(FriendlyTable, public_id=public_id)
        visitor = visitor_of(request, table)
        response = view(request, visitor, *args, **kwargs)
        phone_remember(response, request, visitor.phone)
        patch_vary_headers(response, ["HX-Request", "Cookie"])
        return response

    return guarded
