"""The evening: the director's board, one round's tables, calling, closing, publishing."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.errors import Refused
from tournament.events.models import Event, Round
from tournament.events.selectors import round_running
from tournament.leaderboard.services import event_publish
from tournament.push.topics import desk_topic
from tournament.results.services import round_close
from tournament.tables.services import tables_call

from .access import DeskRequest, event_view
from .evening import (
    evening_of,
    missing_by_table,
    open_plays,
    plays_open,
    round_grid,
    rounds_begun_of,
)
from .pages import PAGES, UNPROCESSABLE
from .selectors import sealed_of


def evening(request: DeskRequest, event: Event) -> HttpResponse:
    """Return the director's board of an event that is or was played; for htmx what changes."""
    context: dict[str, Any] = {"event": event, "evening": evening_of(event)}
    if request.htmx:
        return render(request, "desk/_evening.html", context)
    context |= {"sealed": sealed_of(event), "topic": desk_topic(event.public_id)}
    return render(request, "desk/evening.html", context)


@require_safe
@event_view
def desk_round(request: DeskRequest, event: Event, number: int) -> HttpResponse:
    """One round's tables and boards, also long after it was closed."""
    shown = get_object_or_404(rounds_begun_of(event), number=number)
    grid, plays = round_grid(event, shown)
    context = {
        "event": event,
        "shown": shown,
        "rounds": rounds_begun_of(event),
        "grid": grid,
        "open": sum(not hasattr(play, "result") for play in plays),
    }
    return render(request, "desk/round.html", context)


@require_POST
@event_view
def desk_call(request: DeskRequest, event: Event) -> HttpResponse:
    """Call everybody to the places of the round being played, or else the next."""
    try:
        called = tables_call(event=event)
    except Refused as error:
        messages.error(request, str(error))
    else:
        words = _("Everybody is called to round %(number)d: it stands on the phones.")
        messages.success(request, words % {"number": called.number})
    return redirect("desk_event", event.public_id)


@require_http_methods(PAGES)
@event_view
def desk_close(request: DeskRequest, event: Event) -> HttpResponse:
    """Close the round being played; what is missing is listed before."""
    playing = round_running(event)
    if playing is None:
        messages.info(request, _("No round is being played."))
        return redirect("desk_event", event.public_id)
    problem = ""
    if request.method == "POST":
        try:
            _round_close(request, playing)
        except Refused as error:
            problem = str(error)
        else:
            words = _("Round %(number)d is closed.")
            messages.success(request, words % {"number": playing.number})
            return redirect("desk_event", event.public_id)
    unsettled = list(plays_open(event).filter(round=playing))
    entered = [each for each in open_plays(unsettled) if each.submission is not None]
    context = {
        "event": event,
        "playing": playing,
        "problem": problem,
        "entered": entered,
        "waiting": any(each.state == "waiting" for each in entered),
        "missing": missing_by_table(unsettled),
    }
    status = UNPROCESSABLE if problem else 200
    return render(request, "desk/close.html", context, status=status)


def _round_close(request: DeskRequest, playing: Round) -> None:
    if request.POST.get("round") != str(playing.number):
        raise Refused(_("Another round has begun meanwhile: look at this page again."))
    round_close(playing=playing, accept_missing="without" in request.POST)


@require_http_methods(PAGES)
@event_view
def desk_publish(request: DeskRequest, event: Event) -> HttpResponse:
    """Make the standings official; what is missing and what becomes public is said before."""
    problem = ""
    if request.method == "POST":
        try:
            event_publish(event=event)
        except Refused as error:
            problem = str(error)
        else:
            messages.success(
                request, _("The standings are official, and the key of the deals is public.")
            )
            return redirect("desk_event", event.public_id)
    elif event.state == Event.State.OFFICIAL:
        return redirect("desk_event", event.public_id)
    unsettled = list(plays_open(event))
    context = {
        "event": event,
        "problem": problem,
        "entered": [each for each in open_plays(unsettled) if each.submission is not None],
        "missing": missing_by_table(unsettled),
        "sealed": sealed_of(event),
        "withheld": event.entries.filter(player__name_public=False).count(),
    }
    status = UNPROCESSABLE if problem else 200
    return render(request, "desk/publish.html", context, status=status)
