"""Who may open a hand: the device that used the participant's link or PIN last.

A device proves it by a signed cookie for each participant, which holds a digest of the link's
secret: a link that was renewed opens nothing any more, whoever kept its cookie.
"""

import hashlib
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django_htmx.middleware import HtmxDetails

from .models import Participant
from .selectors import participant_by_id

P = ParamSpec("P")
YEAR = 365 * 24 * 3600
_PREFIX = "hand-"


class SeatRequest(HttpRequest):
    """A request for a participant's page."""

    htmx: HtmxDetails


def digest(text: str) -> str:
    """Return a short digest by which a secret can be compared without being shown."""
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _cookie(participant: Participant) -> str:
    return f"{_PREFIX}{participant.public_id}"


def hand_remember(
    response: HttpResponse, request: HttpRequest, participant: Participant, device: str
) -> None:
    """Let this device prove later that it used the participant's link."""
    value = f"{digest(participant.secret)}.{device}"
    response.set_signed_cookie(
        _cookie(participant),
        value,
        salt=_cookie(participant),
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def participants_known(request: HttpRequest) -> list[str]:
    """Return the public ids of participants whose link this device says it has used.

    Nothing is proved by it: `device_of` does that, for one participant.
    """
    return [name.removeprefix(_PREFIX) for name in request.COOKIES if name.startswith(_PREFIX)]


def device_of(request: HttpRequest, participant: Participant) -> str | None:
    """Return the device's number if it has used the participant's present link, else None."""
    value = request.get_signed_cookie(_cookie(participant), default="", salt=_cookie(participant))
    known, _dot, device = (value or "").partition(".")
    return device if device and known == digest(participant.secret) else None


def device_once(request: HttpRequest, participant: Participant) -> str:
    """Return the device's number if it has ever used a link of the participant, else ""."""
    value = request.get_signed_cookie(_cookie(participant), default="", salt=_cookie(participant))
    return (value or "").partition(".")[2]


def seat_view(
    view: Callable[Concatenate[SeatRequest, Participant, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Return the view of one participant's page for the device that holds their seat.

    A device that held it before is told that it is open elsewhere; all others are told to use the
    personal link, and whoever's seat the director gave to a bot is told so: only the director can
    give it back. Nothing is kept by caches.
    """

    @never_cache
    @wraps(view)
    def guarded(
        request: SeatRequest, public_id: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        participant = participant_by_id(public_id)
        if participant is None:
            raise Http404
        device = device_of(request, participant)
        if device is None:
            return render(
                request,
                "live/no_seat.html",
                {"participant": participant},
                status=HTTPStatus.FORBIDDEN,
            )
        if device != participant.device:
            return render(
                request,
                "live/elsewhere.html",
                {"participant": participant},
                status=HTTPStatus.CONFLICT,
            )
        if participant.bot:
            return render(
                request,
                "live/bot_seated.html",
                {"participant": participant},
                status=HTTPStatus.FORBIDDEN,
            )
        response = view(request, participant, *args, **kwargs)
        patch_vary_headers(response, ["HX-Request", "Accept"])
        return response

    return guarded
