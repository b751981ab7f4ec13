"""The movement: its quality in words and figures, and who sits where."""

from dataclasses import dataclass
from itertools import groupby

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament.errors import Refused
from tournament.events.models import Entry, Event, Round
from tournament.events.selectors import only_session, round_next
from tournament.rules.movements import quality
from tournament.tables.planning import movement_plan
from tournament.tables.selectors import (
    chairs_of_round,
    movement_is_stale,
    movement_rounds,
    round_plans,
    sit_outs_of_round,
)

from .access import DeskRequest, event_view
from .movement_words import round_size, sentences, summary
from .pages import PAGES, live_base
from .selectors import CHAIRS


@dataclass(frozen=True, slots=True)
class Seated:
    """A table of a round: its number, and its players in chair order."""

    number: int
    entries: tuple[Entry, ...]


@require_http_methods(PAGES)
@event_view
def desk_movement(request: DeskRequest, event: Event) -> HttpResponse:
    """Show the movement, one round's seats at a time (`?round=2`); a POST plans anew."""
    if request.method == "POST":
        return _plan(request, event)
    rounds = list(Round.objects.filter(session__event=event).order_by("session__number", "number"))
    plans = movement_rounds(event)
    figures = quality(plans)
    shown = _round_shown(request, event, rounds)
    context = {
        "base": live_base(request),
        "event": event,
        "players": event.entries.count(),
        "chairs": CHAIRS,
        "is_planned": any(planned.tables for planned in plans),
        "is_stale": movement_is_stale(event),
        "can_plan": round_next(event) is not None,
        "summary": summary(figures, plans, boards_per_round=event.boards_per_round),
        "sentences": sentences(figures, plans),
        "figures": figures,
        "shown": shown,
        "round_size": round_size(round_plans(shown)),
        "tabs": [
            (f"?round={each.number}#seats", str(each.number), each == shown) for each in rounds
        ],
        "tables": tables_of_round(shown),
        "sit_outs": [sit_out.entry for sit_out in sit_outs_of_round(shown)],
    }
    return render(request, "desk/movement.html", context)


def tables_of_round(playing: Round) -> list[Seated]:
    """Return who sits at which table in a round, by table."""
    return [
        Seated(number, tuple(chair.entry for chair in chairs))
        for number, chairs in groupby(
            chairs_of_round(playing), key=lambda chair: chair.table.number
        )
    ]


def _round_shown(request: DeskRequest, event: Event, rounds: list[Round]) -> Round:
    by_number = {str(each.number): each for each in rounds}
    wanted = by_number.get(request.GET.get("round", ""))
    return wanted or round_next(event) or rounds[-1]


def _plan(request: DeskRequest, event: Event) -> HttpResponse:
    try:
        if round_next(event) is None:
            raise Refused(_("All rounds have begun: nothing is left to plan."))
        movement_plan(event=event)
    except Refused as error:
        messages.error(request, str(error))
    else:
        left = only_session(event).rounds.filter(state=Round.State.PLANNED).count()
        words = ngettext("%(n)d round is planned.", "%(n)d rounds are planned.", left)
        messages.success(request, words % {"n": left})
    return redirect("desk_movement", event.public_id)
