"""From a table's page to one's own hand, by the personal number."""

import secrets
from http import HTTPStatus

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament.errors import Refused
from tournament.events.models import Event
from tournament.live.access import device_of, hand_remember
from tournament.live.event_play import participant_claim_by_pin, participant_of
from tournament.push.topics import table_topic

from .access import TableRequest, table_view
from .entering import one
from .identity import me_remember
from .selectors import Visit, players_of_table, seat_needs_pin
from .services import seat_claim


@require_http_methods(["GET", "HEAD", "POST"])
@table_view
def table_hand(request: TableRequest, visit: Visit, entry_id: int) -> HttpResponse:
    """Open the hand of a player of this table on this phone, or only their seat, where cards are on
    the table and the director has released it."""
    entry = next((each for each in players_of_table(visit.table) if each.pk == entry_id), None)
    if entry is None:
        raise Http404
    is_entered = visit.event.play_mode == Event.PlayMode.ENTERED
    if is_entered and not seat_needs_pin(entry):
        raise Http404
    participant = participant_of(entry)
    known = device_of(request, participant)
    if not is_entered and known is not None and known == participant.device:
        return redirect("seat", participant.public_id)
    context = {
        "visit": visit,
        "event": visit.event,
        "club_name": visit.event.club.name,
        "topic": table_topic(visit.event.public_id, visit.table.number),
        "entry": entry,
        "is_entered": is_entered,
    }
    if request.method != "POST":
        return render(request, "phone/hand.html", context)
    device = known or secrets.token_hex(16)
    try:
        participant_claim_by_pin(
            participant=participant,
            typed=one(request.POST, "pin"),
            phone=visit.device,
            device=device,
        )
    except Refused as refused:
        context["refused"] = refused
        return render(request, "phone/hand.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    response = redirect("seat", participant.public_id)
    if is_entered:
        response = redirect("table", visit.table.code)
    hand_remember(response, request, participant, device)
    if visit.by_players:
        seat_claim(entry=entry, device=visit.device, with_pin=True)
        me_remember(response, request, entry)
    return response
