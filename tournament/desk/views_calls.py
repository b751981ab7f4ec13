"""Calls from the tables, and notes to them."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.calls.models import Call
from tournament.calls.selectors import calls_open, calls_over, notes_of
from tournament.calls.services import call_close, call_take, note_send, note_take_back
from tournament.errors import Refused
from tournament.events.models import Event

from .access import DeskRequest, event_view, own_or_403
from .pages import PAGES, UNPROCESSABLE, live_base

CALLS_SHOWN = 100


@require_http_methods(PAGES)
@event_view
def desk_calls(request: DeskRequest, event: Event) -> HttpResponse:
    """The calls of the evening and the notes to tables, with a form for another note."""
    problem = ""
    if request.method == "POST":
        try:
            _note(request, event)
        except Refused as error:
            problem = str(error)
        else:
            messages.success(request, _("The note stands on the tables’ pages."))
            return redirect("desk_calls", event.public_id)
    context = {
        "base": live_base(request),
        "event": event,
        "calls": calls_open(event),
        "over": calls_over(event)[:CALLS_SHOWN],
        "notes": notes_of(event),
        "tables": event.tables.all(),
        "chosen": request.POST.get("table", request.GET.get("table", "")),
        "text": request.POST.get("text", ""),
        "problem": problem,
    }
    status = UNPROCESSABLE if problem else 200
    return render(request, "desk/calls.html", context, status=status)


def _note(request: DeskRequest, event: Event) -> None:
    number = request.POST.get("table", "")
    table = own_or_403(event.tables.all(), number=number) if number else None
    note_send(event=event, table=table, text=request.POST.get("text", ""), user=request.user)


@require_POST
@event_view
def desk_call_act(request: DeskRequest, event: Event, call_id: int) -> HttpResponse:
    """Tell a table that the director is on the way, or end its call."""
    call = get_object_or_404(Call.objects.filter(table__event=event), pk=call_id)
    act = request.POST.get("act", "")
    try:
        if act == "take":
            call_take(call=call, user=request.user)
        elif act == "close":
            call_close(call=call, note=request.POST.get("note", ""), user=request.user)
        else:
            raise PermissionDenied
    except Refused as error:
        messages.error(request, str(error))
    stays = request.POST.get("from") == "calls"
    return redirect("desk_calls" if stays else "desk_event", event.public_id)


@require_POST
@event_view
def desk_note_back(request: DeskRequest, event: Event, note_id: int) -> HttpResponse:
    """Take a note back from the tables' pages."""
    note_take_back(note=get_object_or_404(event.notes, pk=note_id))
    messages.success(request, _("The note is taken back."))
    return redirect("desk_calls", event.public_id)
