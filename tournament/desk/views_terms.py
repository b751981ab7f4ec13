"""What holds for a player in one tournament: handicap, categories, an earlier result."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.errors import Refused
from tournament.events.models import Entry, Event
from tournament.events.ranking import terms_set
from tournament.rulings.terms import TermsChange

from .access import DeskRequest, event_view
from .forms_terms import TermsForm
from .pages import PAGES, UNPROCESSABLE
from .views_rulings import ruled


@require_http_methods(PAGES)
@event_view
def desk_terms(request: DeskRequest, event: Event, number: int) -> HttpResponse:
    """Set what holds for a player: at once in preparation, later as a ruling with its reason."""
    entry = get_object_or_404(event.entries.select_related("player"), number=number)
    entry.event = event
    is_ruling = event.state != Event.State.DRAFT
    form = TermsForm(request.POST or None, entry=entry, is_ruling=is_ruling)
    problem = ""
    if request.method == "POST" and form.is_valid() and "edit" not in request.POST:
        try:
            return _save(request, event, entry, form, is_ruling=is_ruling)
        except Refused as error:
            problem = str(error)
    context = {"event": event, "entry": entry, "form": form, "problem": problem}
    status = UNPROCESSABLE if problem or form.errors else 200
    return render(request, "desk/terms.html", context, status=status)


def _save(
    request: DeskRequest, event: Event, entry: Entry, form: TermsForm, *, is_ruling: bool
) -> HttpResponse:
    back = reverse("desk_player", args=[event.public_id, entry.number])
    saved = _("The player is saved.")
    if is_ruling:
        change = TermsChange(entry)
        return ruled(request, event, form, change, form.terms(), back=back, saved=saved)
    terms_set(entry=entry, terms=form.terms())
    messages.success(request, saved)
    return redirect(back)
