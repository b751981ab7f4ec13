"""Late play: who owes which board, when they are free, and until when they may play it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.errors import Refused
from tournament.events.models import Event
from tournament.results.late import (
    Owed,
    late_deadline_set,
    late_open,
    plays_move_late,
    plays_owed,
)
from tournament.results.selectors import REASON_LENGTH
from tournament.rulings.changes import Json, ResultsChange
from tournament.tables.models import Play

from .access import DeskRequest, event_view
from .evening import plays_of_event
from .forms import DeskForm
from .forms_desk import refuse_far
from .forms_rulings import SeenField
from .pages import PAGES, UNPROCESSABLE
from .result_words import play_words
from .views_rulings import ruled

AVERAGES = [
    ("A", gettext_lazy("A for all three (partly at fault)")),
    ("A-", gettext_lazy("A− for all three (at fault)")),
    ("A+", gettext_lazy("A+ for all three (not at fault)")),
]


class DeadlineForm(DeskForm):
    """Until when late boards can be played; empty for no time."""

    until = forms.DateTimeField(
        label=gettext_lazy("To be played until"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
        validators=[refuse_far],
        help_text=gettext_lazy("After that, give averages by responsibility. Empty: no limit."),
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._zone = ZoneInfo(event.time_zone)

    def clean_until(self) -> datetime | None:
        """Return what was typed as a time of the event's place."""
        typed: datetime | None = self.cleaned_data["until"]
        return None if typed is None else typed.replace(tzinfo=self._zone)


class AveragesForm(DeskForm):
    """What each table gets for a board that it cannot play any more."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seen = SeenField(required=False)

    def __init__(self, *args: Any, plays: Sequence[Play], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.plays = plays
        for play in plays:
            self.fields[f"play_{play.pk}"] = forms.ChoiceField(
                label=play_words(play), choices=AVERAGES, initial="A"
            )
        self.order_fields([f"play_{play.pk}" for play in plays])

    def change(self) -> ResultsChange:
        return ResultsChange(self.plays)

    def after(self) -> Json:
        return {
            str(play.pk): {
                "adjusted": [{"average": self.cleaned_data[f"play_{play.pk}"]}] * play.seats.count()
            }
            for play in self.plays
        }


@require_safe
@event_view
def desk_late(request: DeskRequest, event: Event) -> HttpResponse:
    """List the boards owed."""
    owed = plays_owed(event)
    until = next((each.late.until for each in owed if each.late and each.late.until), None)
    here = until and until.astimezone(ZoneInfo(event.time_zone))
    return _page(request, event, owed, DeadlineForm(event=event, initial={"until": here}))


def _page(
    request: DeskRequest, event: Event, owed: Sequence[Owed], form: DeadlineForm
) -> HttpResponse:
    context = {
        "event": event,
        "late": [each for each in owed if each.late is not None],
        "missing": [each for each in owed if each.late is None],
        "overdue": sum(each.is_overdue and not each.is_entered for each in owed),
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
        return _page(request, event, plays_owed(event), form)
    late_deadline_set(event=event, until=form.cleaned_data["until"])
    messages.success(request, _("The time for late boards is set."))
    return redirect("desk_late", event.public_id)


@require_http_methods(PAGES)
@event_view
def desk_late_averages(request: DeskRequest, event: Event) -> HttpResponse:
    """Give averages for the boards whose time is over, all in one act."""
    plays = [each.play for each in plays_owed(event) if each.is_overdue and not each.is_entered]
    if not plays:
        messages.info(request, _("No board’s time is over."))
        return redirect("desk_late", event.public_id)
    form = AveragesForm(request.POST or None, plays=plays)
    problem = ""
    if request.method == "POST" and form.is_valid() and "edit" not in request.POST:
        try:
            return ruled(
                request,
                event,
                form,
                form.change(),
                form.after(),
                back=reverse("desk_late", args=[event.public_id]),
                saved=_("The averages are given."),
            )
        except Refused as error:
            problem = str(error)
    context = {"event": event, "form": form, "problem": problem}
    status = UNPROCESSABLE if problem or form.errors else 200
    return render(request, "desk/late_averages.html", context, status=status)


@require_POST
@event_view
def desk_late_move(request: DeskRequest, event: Event) -> HttpResponse:
    """Note that what is missing in closed rounds is to be played later."""
    missing = [each.play for each in plays_owed(event) if each.late is None]
    try:
        moved = plays_move_late(plays=missing)
    except Refused as error:
        messages.error(request, str(error))
    else:
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
