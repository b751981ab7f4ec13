"""A player who was entered twice: the other entry is chosen, then shown, then becomes one."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tournament.errors import Refused
from tournament.events.models import Entry, Event
from tournament.results.selectors import REASON_LENGTH
from tournament.rulings.merging import merge_of, merged

from .access import DeskRequest, event_view, own_or_403
from .forms_desk import DeskForm
from .forms_rulings import SeenField
from .pages import PAGES, UNPROCESSABLE
from .replanning import plan_anew, plans_now
from .views_rulings import ruled

FOUND = 302


class MergeForm(DeskForm):
    """Which other entry is the same player, and how the director knows."""

    other = forms.ChoiceField(label=gettext_lazy("The other entry, which goes"))
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seen = SeenField(required=False)

    def __init__(self, *args: object, entry: Entry, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        others = entry.event.entries.exclude(pk=entry.pk).select_related("player")
        self.fields["other"].choices = [  # type: ignore[attr-defined]  # a choice field
            ("", _("choose")),
            *(
                (str(each.number), f"{each.number} {each.player.name}")
                for each in others.order_by("number")
            ),
        ]


@require_http_methods(PAGES)
@event_view
def desk_merge(request: DeskRequest, event: Event, number: int) -> HttpResponse:
    """Let another entry of the same player become one with this one."""
    entry = get_object_or_404(event.entries.select_related("player", "event"), number=number)
    form = MergeForm(request.POST or None, entry=entry)
    problem = ""
    if request.method == "POST" and form.is_valid() and "edit" not in request.POST:
        other = own_or_403(event.entries.all(), number=form.cleaned_data["other"])
        try:
            change, before = merge_of(entry, other), plans_now(event)
            answer = ruled(
                request,
                event,
                form,
                change,
                merged(change.read()),
                back=reverse("desk_player", args=[event.public_id, entry.number]),
                saved=_("%(name)s is one player now.") % {"name": entry.player.name},
            )
            # Who was entered twice had two places in the rounds to come.
            planned = plan_anew(event, before)
            if planned and answer.status_code == FOUND:
                messages.success(request, planned)
            return answer
        except Refused as error:
            problem = str(error)
    context = {"event": event, "entry": entry, "form": form, "problem": problem}
    status = UNPROCESSABLE if problem or form.errors else 200
    return render(request, "desk/merge.html", context, status=status)
