"""A player arrives while a round is being played, and takes a free seat."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from tournament.errors import Refused
from tournament.events.models import Entry, Event
from tournament.events.selectors import round_running
from tournament.events.services import NewEntry

from .access import DeskRequest, event_view
from .arriving import FreeSeat, free_seats, player_arrive
from .forms import DeskForm
from .forms_terms import stratum_field
from .pages import PAGES, UNPROCESSABLE
from .replanning import plan_anew, plans_now
from .selectors import players_known, players_to_suggest
from .views_players import alike_warn


class ArriveForm(DeskForm):
    """Who arrives, and where they sit down."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=80,
        widget=forms.TextInput(attrs={"list": "club-players", "autocomplete": "off"}),
    )
    name_public = forms.BooleanField(label=gettext_lazy("Agreed to a public name"), required=False)

    def __init__(self, *args: Any, event: Event, seats: list[FreeSeat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if event.strata:
            self.fields["stratum"] = stratum_field(event.strata)
        self.fields["seat"] = forms.ChoiceField(
            label=_("Where"),
            choices=[(seat.key, _seat_words(seat)) for seat in seats],
            widget=forms.RadioSelect,
            initial=seats[0].key if seats else None,
        )


def _seat_words(seat: FreeSeat) -> str:
    boards = ngettext("%(n)d board left", "%(n)d boards left", len(seat.boards)) % {
        "n": len(seat.boards)
    }
    if seat.instead_of is not None:
        words = _("table %(table)d, in place of %(name)s: %(boards)s")
        return words % {
            "table": seat.table, "name": seat.instead_of.player.name, "boards": boards,
        }  # fmt: skip
    words = _("a new table %(table)d, with %(one)s and %(other)s, who sit out: %(boards)s")
    one, other = (entry.player.name for entry in seat.others)
    return words % {"table": seat.table, "one": one, "other": other, "boards": boards}


def _next_steps(event: Event, entry: Entry, seat: FreeSeat) -> Iterator[str]:
    """Yield where the late player sits, and what they still need there."""
    words = _("%(name)s is entered and seated: table %(table)d.")
    yield words % {"name": entry.player.name, "table": seat.table}
    if seat.instead_of is None:
        yield _("Print the card of that table: players open it by its code.")
    if event.play_mode != Event.PlayMode.ENTERED:
        yield _("The personal link and number are on the player’s page.")


@require_http_methods(PAGES)
@event_view
def desk_arrive(request: DeskRequest, event: Event) -> HttpResponse:
    """Seat a late player in the round being played."""
    seats = free_seats(event)
    form = ArriveForm(request.POST or None, event=event, seats=seats)
    problem = ""
    if request.method == "POST" and form.is_valid():
        data, before = form.cleaned_data, plans_now(event)
        try:
            entry = player_arrive(
                event=event,
                new=NewEntry(data["name"], data["name_public"]),
                stratum=data.get("stratum", ""),
                key=data["seat"],
                known=players_known(request.user, event),
                user=request.user,
            )
            planned = plan_anew(event, before)
        except Refused as error:
            problem = str(error)
        else:
            seat = next(seat for seat in seats if seat.key == data["seat"])
            messages.success(request, " ".join([*_next_steps(event, entry, seat), planned]).strip())
            alike_warn(request, entry)
            return redirect("desk_event", event.public_id)
    context = {
        "event": event,
        "form": form,
        "seats": seats,
        "playing": round_running(event),
        "suggestions": players_to_suggest(request.user, event),
        "problem": problem,
    }
    status = UNPROCESSABLE if problem or form.errors else 200
    return render(request, "desk/arrive.html", context, status=status)
