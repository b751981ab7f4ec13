"""Late play: who owes which board, when they are free, and until when they may play it."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.errors import Refused
from tournament.events.models import Event
from tournament.results.late import late_deadline_set, late_open, plays_move_late, plays_owed

from .access import DeskRequest, event_view
from .evening import plays_of_event
from .forms import DeskForm
from .pages import UNPROCESSABLE
from .result_words import play_words


class DeadlineForm(DeskForm):
    """Until when late boards can be played; empty for no time."""

    until = forms.DateTimeField(
        label=gettext_lazy("To be played until"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
        help_text=gettext_lazy("After that, give averages by responsibility. Empty: no limit."),
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._zone = ZoneInfo(event.time_zone)

    def clean_until(self) -> datetime | None:
        """Return what was typed as a time of the event's place."""
        typed: datetime | None = self.cleaned_data["until"]
        return None if typed is None else typed.replace(tzinfo=self._zone)


@require_safe
@event_view
def desk_late(request: DeskRequest, event: Event) -> HttpResponse:
    """List the boards owed."""
    owed = plays_owed(event)
    until = next((each.late.until for each in owed if each.late and each.late.until), None)
    here = until and until.astimezone(ZoneInfo(event.time_zone))
    return _page(request, event, DeadlineForm(event=event, initial={"until": here}))


def _page(request: DeskRequest, event: Event, form: DeadlineForm) -> HttpResponse:
    owed = plays_owed(event)
    context = {
        "event": event,
        "late": [each for each in owed if each.late is not None],
        "missing": [each for each in owed if each.late is None],
        "form": form,
    }
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "desk/late.html", context, status=status)


@require_POST
@event_view
def desk_late_deadline(request: DeskRequest, event: Event) -> HttpResponse:
    """Set until when the late boards may be played."""
    form = DeadlineForm(request.POST, event=event)
    if not form.is_valid():
        return _page(request, event, form)
    late_deadline_set(event=event, until=form.cleaned_data["until"])
    messages.success(request, _("The time for late boards is set."))
    return redirect("desk_late", event.public_id)


@require_POST
@event_view
def desk_late_move(request: DeskRequest, event: Event) -> HttpResponse:
    """Note that what is missing in closed rounds is to be played later."""
    missing = [each.play for each in plays_owed(event) if each.late is None]
    moved = plays_move_late(plays=missing)
    words = ngettext("%(n)d board is played later.", "%(n)d boards are played later.", moved)
    messages.success(request, words % {"n": moved})
    return redirect("desk_late", event.public_id)


@require_POST
@event_view
def desk_late_open(request: DeskRequest, event: Event, play_id: int) -> HttpResponse:
    """Open a late board for its table."""
    play = get_object_or_404(plays_of_event(event), pk=play_id)
    try:
        late_open(play=play)
    except Refused as error:
        messages.error(request, str(error))
    else:
        words = _("%(play)s is open: it stands on the phones of that table.")
        messages.success(request, words % {"play": play_words(play)})
    return redirect("desk_late", event.public_id)
