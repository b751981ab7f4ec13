"""A player leaves in the middle of a round, on one page: chosen, shown, saved."""

import json
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tournament.errors import Refused
from tournament.events.models import Entry, Event
from tournament.events.selectors import round_next, round_running
from tournament.results.selectors import REASON_LENGTH

from .access import DeskRequest, event_view
from .forms import DeskForm
from .forms_rulings import SeenField
from .leaving import (
    AVERAGES,
    BOT,
    NOTHING,
    SUBSTITUTE,
    Consequence,
    Leaving,
    boards_left,
    leave_preview,
    player_leave,
    player_return,
)
from .pages import PAGES, UNPROCESSABLE
from .play_history import names_by_number, rank_moves
from .replanning import looked_at, plan_anew, plans_now
from .views_rulings import effect_lines


class LeaveForm(DeskForm):
    """What becomes of the boards that are left, and whether the player comes back."""

    name = forms.CharField(
        label=gettext_lazy("Who plays instead"), max_length=80, required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip
    own = forms.ChoiceField(
        label=gettext_lazy("Where averages are given, who leaves gets"),
        choices=[
            (NOTHING, gettext_lazy("nothing: the board does not count")),
            ("A-", gettext_lazy("A− (at fault)")),
            ("A", gettext_lazy("A (partly at fault)")),
        ],
        initial=NOTHING,
    )
    for_good = forms.BooleanField(
        label=gettext_lazy("Does not come back"), required=False, initial=True
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seen = SeenField(required=False)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [
            (AVERAGES, _("are not played: the two others get A+")),
            (SUBSTITUTE, _("a substitute plays")),
        ]
        if event.play_mode != Event.PlayMode.ENTERED:
            choices.append((BOT, _("a bot plays")))
        self.fields["goes_on"] = forms.ChoiceField(
            label=_("The boards left of this round"),
            widget=forms.RadioSelect,
            choices=choices,
            initial=AVERAGES,
        )
        self.order_fields(["goes_on"])

    def leaving(self) -> Leaving:
        """Return what was chosen."""
        data = self.cleaned_data
        return Leaving(data["goes_on"], data["name"], data["own"], data["for_good"])


@require_http_methods(PAGES)
@event_view
def desk_leave(request: DeskRequest, event: Event, number: int) -> HttpResponse:
    """Let a player leave in the middle of the round being played."""
    entry = get_object_or_404(event.entries.select_related("player", "event__club"), number=number)
    if "back" in request.POST:
        return _return(request, event, entry)
    form = LeaveForm(request.POST or None, event=event)
    problem = ""
    if request.method == "POST" and form.is_valid() and "edit" not in request.POST:
        try:
            if "sure" not in request.POST:
                consequence = leave_preview(entry=entry, leaving=form.leaving(), user=request.user)
                return _preview(request, event, entry, form, consequence)
            planned = _save(request, event, entry, form)
        except Refused as error:
            problem = str(error)
        else:
            words = _("%(name)s has left the table.") % {"name": entry.player.name}
            messages.success(request, f"{words} {planned}".strip())
            return redirect("desk_event", event.public_id)
    playing = round_running(event)
    context = {
        "event": event,
        "entry": entry,
        "form": form,
        "playing": playing,
        "left": boards_left(entry, playing) if playing else [],
        "can_return": entry.last_round is not None and round_next(event) is not None,
        "problem": problem,
    }
    status = UNPROCESSABLE if problem or form.errors else 200
    return render(request, "desk/leave.html", context, status=status)


def _save(request: DeskRequest, event: Event, entry: Entry, form: LeaveForm) -> str:
    before = plans_now(event)
    player_leave(
        entry=entry,
        leaving=form.leaving(),
        reason=form.cleaned_data["reason"],
        user=request.user,
        seen=form.cleaned_data["seen"],
    )
    return plan_anew(event, before)


def _return(request: DeskRequest, event: Event, entry: Entry) -> HttpResponse:
    before = plans_now(event)
    try:
        player_return(entry=entry, user=request.user)
    except Refused as error:
        messages.error(request, str(error))
    else:
        planned = plan_anew(event, before)
        words = _("%(name)s has a seat again in the rounds to come.") % {"name": entry.player.name}
        messages.success(request, f"{words} {planned}".strip())
    return redirect("desk_player", event.public_id, entry.number)


def _preview(
    request: DeskRequest, event: Event, entry: Entry, form: LeaveForm, consequence: Consequence
) -> HttpResponse:
    effect, leaving = consequence.effect, form.leaving()
    planned = ""
    if leaving.for_good and round_next(event) is not None:
        gone = partial(
            player_leave,
            entry=entry,
            leaving=leaving,
            reason=_("Leaves"),
            user=request.user,
            seen=effect.before,
        )
        planned = looked_at(event, gone)
    context = {
        "event": event,
        "entry": entry,
        "form": form,
        "seen": json.dumps(consequence.effect.before),
        "lines": _lines(event, entry, leaving, consequence),
        "planned": planned,
        "moves": rank_moves(effect.ranks_before, effect.ranks_after, names_by_number(event)),
    }
    return render(request, "desk/leave_preview.html", context)


def _lines(event: Event, entry: Entry, leaving: Leaving, made: Consequence) -> list[str]:
    lines = []
    if made.change is not None:
        lines = effect_lines(event, made.change, made.effect, made.wanted)
    if leaving.goes_on == BOT:
        lines.append(_("A bot plays for %(name)s from now on.") % {"name": entry.player.name})
    if leaving.for_good:
        words = _(
            "%(name)s has no seat in the rounds to come. Taking back what becomes of the boards "
            "does not change that: “Comes back”, on the player’s page, does."
        )
        lines.append(words % {"name": entry.player.name})
    return lines
