"""What the desk's views share in answering."""

from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.models import Event
from tournament.rulings.models import Proposal
from tournament.tables.services import round_start

from .access import DeskRequest

PAGES = ["GET", "HEAD", "POST"]  # what a page with a form answers to
UNPROCESSABLE = 422


def is_live_fetch(request: DeskRequest) -> bool:
    """Return whether an open page asks what it shows now, because something has changed."""
    return request.htmx.target == "live"


def live_base(request: DeskRequest) -> str:
    """Return what a page that follows changes extends: the whole page, or what it fetches anew."""
    return "desk/live_part.html" if is_live_fetch(request) else "desk/live.html"


def form_page(
    request: DeskRequest, template: str, *, form: BaseForm, **context: Any
) -> HttpResponse:
    """Return a page with a form: 200, or 422 with what is wrong and the input kept."""
    status = UNPROCESSABLE if form.errors else 200
    return render(request, template, {"form": form, **context}, status=status)


def round_begin(request: DeskRequest, event: Event) -> bool:
    """Begin the next round and tell the director; return whether it has begun."""
    try:
        playing = round_start(event=event)
    except Refused as error:
        messages.error(request, str(error))
        return False
    words = _("Round %(number)d has begun. Everybody to their places!")
    messages.success(request, words % {"number": playing.number})
    return True


def proposed(request: DeskRequest, event: Event, proposal: Proposal) -> HttpResponse:
    """Say that nothing is changed yet, and show what waits."""
    messages.info(request, _("It is proposed: nothing changes until another director confirms it."))
    return redirect("desk_proposal", event.public_id, proposal.pk)
