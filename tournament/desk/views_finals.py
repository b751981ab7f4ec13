"""Making an event's final, and replacing a finalist who does not come."""

from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from tournament.errors import Refused
from tournament.events.models import Event
from tournament.events.sections import sections_of
from tournament.events.services import BOARDS_MOST, PLAYERS_MOST, ROUNDS_MOST, SEATS
from tournament.leaderboard.sections import section_ranks
from tournament.leaderboard.selectors import leaderboard

from .access import DeskRequest, director_view, event_view, own_or_403
from .finals import NOTHING, OVER, Final, final_make, going_on, next_in, ranked, replace
from .forms_desk import DeskForm, refuse_far
from .forms_ranking import CARRIED_IN
from .pages import PAGES, UNPROCESSABLE, form_page

ALL_IN_ONE = 0
SIZES = (3, 6, 9, 12, 15, 18, 24, 30)
OF_ALL, OF_EACH = "all", "each"


class FinalForm(DeskForm):
    """Who goes on, in which groups, how many boards, and what is carried over."""

    go_on = forms.IntegerField(
        label=gettext_lazy("How many players go on"), min_value=1, max_value=PLAYERS_MOST
    )
    chosen = forms.ChoiceField(
        label=gettext_lazy("Of whom"),
        choices=[
            (OF_EACH, gettext_lazy("so many of each group")),
            (OF_ALL, gettext_lazy("so many of the whole ranking")),
        ],
        widget=forms.RadioSelect,
    )
    group_size = forms.TypedChoiceField(
        label=gettext_lazy("Who meets whom"),
        coerce=int,
        help_text=gettext_lazy("Neighbours in the ranking stay together; groups are made by rank."),
    )
    rounds = forms.IntegerField(label=gettext_lazy("Rounds"), min_value=1, max_value=ROUNDS_MOST)
    boards_per_round = forms.IntegerField(
        label=gettext_lazy("Boards per round"), min_value=1, max_value=BOARDS_MOST
    )
    date = forms.DateField(
        label=gettext_lazy("Date"),
        validators=[refuse_far],
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    carry_unit = forms.ChoiceField(
        label=gettext_lazy("What is carried over"),
        choices=[(NOTHING, gettext_lazy("nothing: all begin anew")), *CARRIED_IN],
        widget=forms.RadioSelect,
    )
    carry_weight = forms.DecimalField(
        label=gettext_lazy("Weight"),
        min_value=Decimal(0),
        max_value=Decimal(10),
        max_digits=4,
        decimal_places=2,
        localize=True,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        help_text=gettext_lazy("1: in full; 0.5: half."),
    )
    with_rest = forms.BooleanField(
        label=gettext_lazy("A second final for all the others"), required=False
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sizes = [
            (size, ngettext("groups of %(n)d", "groups of %(n)d", size) % {"n": size})
            for size in SIZES[1:]
        ]
        self.fields["group_size"].choices = [  # type: ignore[attr-defined]  # a choice field
            (SEATS, _("tables by rank: each three neighbours stay together")),
            *sizes,
            (ALL_IN_ONE, _("all in one group")),
        ]
        if len(sections_of(event)) == 1:
            del self.fields["chosen"]

    def final(self) -> Final:
        """Return what the valid form says."""
        cleaned = self.cleaned_data
        names = ("date", "rounds", "boards_per_round", "go_on", "group_size", "carry_unit")
        return Final(
            **{name: cleaned[name] for name in (*names, "carry_weight", "with_rest")},
            by_group=cleaned.get("chosen") == OF_EACH,
        )


def _initial(event: Event) -> dict[str, Any]:
    return {
        "go_on": SEATS * 3 if len(sections_of(event)) == 1 else SEATS,
        "chosen": OF_EACH,
        "group_size": ALL_IN_ONE,
        "rounds": event.rounds,
        "boards_per_round": event.boards_per_round,
        "date": timezone.localdate(),
        "carry_unit": Event.CarryUnit.PERCENT,
        "carry_weight": Decimal(1),
    }


@require_http_methods(PAGES)
@director_view
def desk_final(request: DeskRequest, event: Event) -> HttpResponse:
    """Make the final of an event that is over; or look first at who would play it."""
    if event.state not in OVER:
        messages.error(request, _("Close all rounds first."))
        return redirect("desk_event", event.public_id)
    form = FinalForm(request.POST or None, initial=_initial(event), event=event)
    looked = None
    if request.method == "POST" and form.is_valid():
        if "look" in request.POST:
            looked = going_on(ranked(event), form.final())
        else:
            try:
                made = final_make(event=event, director=request.user, final=form.final())
            except Refused as error:
                form.add_error(None, str(error))
            else:
                words = _("“%(name)s” is made, with %(players)d players: now plan its movement.")
                for each in made:
                    told = {"name": each.name, "players": each.entries.count()}
                    messages.success(request, words % told)
                return redirect("desk_event", made[0].public_id)
    return form_page(request, "desk/final.html", form=form, event=event, looked=looked)


@require_http_methods(PAGES)
@event_view
def desk_replace(request: DeskRequest, event: Event, number: int) -> HttpResponse:
    """Let the next of the ranking come in for a finalist who does not come."""
    entry = get_object_or_404(event.entries.select_related("player", "event"), number=number)
    source = event.carry_from
    if source is None or event.state != Event.State.DRAFT:
        messages.error(request, _("Only a finalist can be replaced, before round 1."))
        return redirect("desk_player", event.public_id, number)
    problem = ""
    if request.method == "POST":
        by = own_or_403(source.entries.all(), number=request.POST.get("by", ""))
        try:
            made = replace(entry=entry, by=by)
        except Refused as error:
            problem = str(error)
        else:
            words = _("%(name)s comes in for %(gone)s. Plan the movement again.")
            told = {"name": made.player.name, "gone": entry.player.name}
            messages.success(request, words % told)
            return redirect("desk_players", event.public_id)
    rows = leaderboard(source).rows
    ranks = {each.entry.pk: each.row.rank for each in rows}
    within = section_ranks(rows)
    context = {
        "event": event,
        "entry": entry,
        "source": source,
        "substitutes": [
            (each, ranks.get(each.entry.pk), within.get(each.entry.pk)) for each in next_in(entry)
        ],
        "problem": problem,
    }
    status = UNPROCESSABLE if problem else 200
    return render(request, "desk/replace.html", context, status=status)
