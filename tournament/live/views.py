"""The pages of a table played in the browser."""

import secrets
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.errors import Refused
from tournament.push.tokens import READER
from tournament.push.topics import seat_topic
from tournament.rules.playlog import Kind

from . import services
from .access import SeatRequest, device_of, hand_remember, seat_view
from .event_play import participant_claim, play_open
from .facts import facts_of, sitting_of
from .models import Participant
from .rendering import seat_context, seat_reader
from .selectors import participant_by_id, play_upcoming, seat_now, seat_upcoming
from .wording import phrases_of

NUMBER_LENGTH = 4
ACTION_LENGTH = 100


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def personal_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Open the hands of one participant on this device.

    A link that is only looked at, by a messenger's preview for instance, takes nobody's seat.
    """
    participant = (
        Participant.objects.select_related("entry__player", "entry__event")
        .filter(secret=secret)
        .first()
    )
    if participant is None:
        return render(request, "live/no_seat.html", status=HTTPStatus.NOT_FOUND)
    known = device_of(request, participant)
    if known is not None and known == participant.device:
        return redirect("seat", participant.public_id)
    if request.method != "POST":
        return render(request, "live/open.html", {"participant": participant})
    device = known or secrets.token_hex(16)
    participant_claim(participant=participant, device=device)
    response = redirect("seat", participant.public_id)
    hand_remember(response, request, participant, device)
    return response


@require_safe
@seat_view
def seat(request: SeatRequest, participant: Participant) -> HttpResponse:
    """The table as this participant sees it."""
    services.participant_seen(participant=participant, device=participant.device)
    participant.refresh_from_db(fields=["away", "seen_at"])
    return _seat(request, participant)


def _seat(
    request: SeatRequest,
    participant: Participant,
    *,
    refused: Refused | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    context = seat_context(participant, refused)
    reader = seat_reader(participant, translation.get_language() or "en")
    context["topic"] = seat_topic(participant.public_id) + READER + reader
    name = "live/_seat.html" if _is_part(request) else "live/seat.html"
    return render(request, name, context, status=status)


def _is_part(request: SeatRequest) -> bool:
    return bool(request.htmx) or request.headers.get("X-Requested-With") == "table"


def seat_answer(
    request: SeatRequest, participant: Participant, refused: Refused | None = None
) -> HttpResponse:
    """Answer an act of a participant: their page as it stands now, with the reason if refused.

    A page whose stream is open gets what came of the act by it, and here nothing twice.
    """
    if refused is not None:
        status = (
            HTTPStatus.CONFLICT
            if isinstance(refused, services.Stale)
            else HTTPStatus.UNPROCESSABLE_ENTITY
        )
        return _seat(request, participant, refused=refused, status=status)
    if request.headers.get("X-Stream") == "open":
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    if _is_part(request):
        return _seat(request, participant)
    return redirect("seat", participant.public_id)


@require_POST
@seat_view
def seat_take(request: SeatRequest, participant: Participant) -> HttpResponse:
    """Sit down at the next deal."""
    services.participant_seen(participant=participant, device=participant.device)
    waiting = seat_upcoming(participant)
    play = play_upcoming(participant)
    try:
        if waiting is not None:
            services.seat_take(live=waiting.live_deal, participant=participant)
        elif play is not None:
            play_open(play=play, participant=participant)
    except Refused as refused:
        return seat_answer(request, participant, refused)
    return seat_answer(request, participant)


@require_POST
@seat_view
def seat_act(request: SeatRequest, participant: Participant) -> HttpResponse:
    """Play a card, ask for an undo, claim, or answer: one step of the log."""
    if participant.away:
        services.participant_seen(participant=participant, device=participant.device)
    try:
        kind, action, ply, deal = _act_read(request)
        sitting = sitting_of(participant.public_id)
        live = None if sitting is None else facts_of(sitting).live
        if sitting is None or live is None or live.public_id != deal:
            raise services.Stale(_("The table has moved on: this is where it stands now."))
        services.step_add(live=live, seat=sitting.number, ply=ply, kind=kind, action=action)
    except Refused as refused:
        services.participant_seen(participant=participant, device=participant.device)
        return seat_answer(request, participant, refused)
    return seat_answer(request, participant)


def _act_read(request: HttpRequest) -> tuple[Kind, str, int, str]:
    """Return the kind, action, ply and deal that a form says. Raises Refused for no such thing."""
    said = request.POST
    ply = said.get("ply", "")
    kind = said.get("kind", Kind.PLAY)
    action = said.get("action", "")
    if (
        kind not in set(Kind)
        or not ply.isascii()
        or not ply.isdecimal()
        or len(ply) > NUMBER_LENGTH
        or not action.isascii()
        or len(action) > ACTION_LENGTH
        or (action != "") != (kind == Kind.PLAY)
    ):
        raise Refused(_("This page is out of date. Load it again."))
    return Kind(kind), action, int(ply), said.get("deal", "")


@require_POST
@seat_view
def seat_here(request: SeatRequest, participant: Participant) -> HttpResponse:
    """A sign of life of the page."""
    services.participant_seen(participant=participant, device=participant.device)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@require_POST
@seat_view
def seat_leave(request: SeatRequest, participant: Participant) -> HttpResponse:
    """Let a bot play until this participant comes back."""
    services.participant_leave(participant=participant)
    return render(request, "live/left.html", {"participant": participant})


@require_POST
@seat_view
def seat_say(request: SeatRequest, participant: Participant) -> HttpResponse:
    """Say one of the set phrases."""
    sitting = seat_now(participant)
    phrase = request.POST.get("phrase", "")
    if sitting is not None and phrase in phrases_of(sitting.live_deal.game):
        services.reaction_add(live=sitting.live_deal, seat=sitting.number, phrase=phrase)
    return seat_answer(request, participant)


@never_cache
@require_POST
def seat_claim(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take the seat back on a device that has used the participant's link before."""
    participant = participant_by_id(public_id)
    if participant is None:
        raise Http404
    device = device_of(request, participant)
    if device is None:
        return render(request, "live/no_seat.html", status=HTTPStatus.FORBIDDEN)
    participant_claim(participant=participant, device=device)
    return redirect("seat", participant.public_id)
