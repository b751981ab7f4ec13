"""Importing the deals of a file before round 1: read it, look at what it becomes, confirm."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from deals.formats.boards import MOST_BYTES
from tournament.errors import Refused
from tournament.events.models import Event
from tournament.leaderboard.templatetags.triplicate import game_name

from .access import DeskRequest, director_view
from .deal_imports import (
    DealsRead,
    deals_forget,
    deals_keep,
    deals_kept,
    deals_read,
    file_deals,
    would_be,
)
from .forms_desk import DeskForm
from .pages import PAGES, form_page
from .selectors import sealed_of
from .services import deals_import


class DealsForm(DeskForm):
    """A file of deals."""

    file = forms.FileField(label=gettext_lazy("File of deals"), allow_empty_file=True)


@require_http_methods(PAGES)
@director_view
def desk_deals(request: DeskRequest, event: Event) -> HttpResponse:
    """Read a file of deals; what it would become; putting it in the place of the drawn deals."""
    if event.state != Event.State.DRAFT:
        return redirect("desk_event", event.public_id)
    if "code" in request.POST:
        return _import(request, event)
    is_sent = request.method == "POST"
    form = DealsForm(request.POST, request.FILES) if is_sent else DealsForm()
    if is_sent and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            # One byte more than may be, for the reader to see that it is too many.
            found = deals_read(event, file.read(MOST_BYTES + 1), file.name or "")
            shown = _preview(request, event, found)
        except Refused as error:
            form.add_error("file", str(error))
        else:
            deals_keep(request.session, event, found)
            return shown
    deals_forget(request.session)
    return form_page(
        request,
        "desk/deals.html",
        form=form,
        event=event,
        game=game_name(event.game),
        least=event.rounds * event.boards_per_round,
        sealed=sealed_of(event),
    )


def _preview(request: DeskRequest, event: Event, found: DealsRead) -> HttpResponse:
    context = {
        "event": event,
        "found": found,
        "game": game_name(event.game),
        "would_be": would_be(event, found),
    }
    return render(request, "desk/deals_preview.html", context)


def _import(request: DeskRequest, event: Event) -> HttpResponse:
    try:
        found = deals_kept(request.session, event, request.POST["code"])
        deals = file_deals(found, request.user.get_username())
        deals_import(event=event, found=deals, game=found.boards.game)
    except Refused as error:
        messages.error(request, str(error))
        return redirect("desk_deals", event.public_id)
    deals_forget(request.session)
    messages.success(
        request, _("The deals of “%(name)s” are imported and sealed.") % {"name": found.source}
    )
    return redirect("desk_event", event.public_id)
