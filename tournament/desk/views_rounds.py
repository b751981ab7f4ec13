"""How many rounds there are, and how many boards the next one has."""

from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tournament.errors import Refused
from tournament.events.models import Event
from tournament.events.selectors import only_session, round_next, rounds_begun
from tournament.events.services import BOARDS_MOST, ROUNDS_MOST
from tournament.tables.planning import movement_plan
from tournament.tables.rounds import deals_left, round_boards_set, rounds_set

from .access import DeskRequest, event_view
from .forms import DeskForm
from .pages import PAGES, UNPROCESSABLE


class RoundsForm(DeskForm):
    """Rounds in all, and boards of the next round, if there is one."""

    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds in all"), min_value=1, max_value=ROUNDS_MOST
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        upcoming = round_next(event)
        initial = {"rounds": event.rounds}
        # Shared boards come in sets of one size.
        if upcoming is None or event.movement == Event.Movement.SHARED:
            super().__init__(*args, initial=initial, **kwargs)
        else:
            initial["boards"] = upcoming.boards.count()
            super().__init__(*args, initial=initial, **kwargs)
            self.fields["boards"] = forms.IntegerField(
                label=_("Boards in round %(number)d") % {"number": upcoming.number},
                min_value=1,
                max_value=BOARDS_MOST,
            )


@require_http_methods(PAGES)
@event_view
def desk_rounds(request: DeskRequest, event: Event) -> HttpResponse:
    """Cut the movement short, make it longer, or change the boards of the next round."""
    if event.state == Event.State.DRAFT:
        return redirect("desk_edit", event.public_id)
    form = RoundsForm(request.POST or None, event=event)
    problem = ""
    if request.method == "POST" and form.is_valid():
        try:
            _save(event, form.cleaned_data["rounds"], form.cleaned_data.get("boards"))
        except Refused as error:
            problem = str(error)
        else:
            messages.success(request, _("The rounds are changed, and planned anew."))
            return redirect("desk_movement", event.public_id)
    context = {
        "event": event,
        "form": form,
        "problem": problem,
        "begun": len(rounds_begun(event)),
        "left": deals_left(only_session(event)),
    }
    status = UNPROCESSABLE if problem or form.errors else 200
    return render(request, "desk/rounds.html", context, status=status)


def _save(event: Event, rounds: int, boards: int | None) -> None:
    with transaction.atomic():
        upcoming = round_next(event)
        if rounds != event.rounds:
            rounds_set(event=event, many=rounds)
        if upcoming is not None and boards is not None and upcoming.number <= rounds:
            round_boards_set(playing=upcoming, many=boards)
    before = event.rounds
    event.refresh_from_db()
    if round_next(event) is None:
        return
    try:
        movement_plan(event=event)
    except Refused:
        if event.movement == Event.Movement.SHARED and event.rounds > before:
            # There are not boards enough for so many, which only the plan can say.
            rounds_set(event=event, many=before)
        raise
