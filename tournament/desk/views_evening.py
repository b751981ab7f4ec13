"""The evening: the director's board, one round's tables, calling, closing, publishing."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.calls.selectors import calls_open
from tournament.errors import Refused
from tournament.events.clocks import round_clock
from tournament.events.models import Event, Round
from tournament.events.selectors import round_running
from tournament.leaderboard.prizes import prizes_of
from tournament.leaderboard.services import event_publish
from tournament.leaderboard.wording import no_percent_words
from tournament.push.topics import desk_topic
from tournament.rulings.proposals import proposals_open
from tournament.tables.services import tables_call

from .access import DeskRequest, director_view, event_view, other_directors
from .evening import (
    cut_from,
    evening_of,
    missing_by_table,
    open_plays,
    plays_of_event,
    plays_open,
    round_grid,
    rounds_begun_of,
)
from .outliers import outliers_of, outliers_see
from .pages import PAGES, UNPROCESSABLE
from .play_history import proposals_listed
from .selectors import sealed_of
from .services import round_finish
from .tables_now import tables_now


def evening(request: DeskRequest, event: Event) -> HttpResponse:
    """Return the director's board of an event that is or was played; for htmx what changes."""
    board = evening_of(event)
    calls = list(calls_open(event))
    context: dict[str, Any] = {"event": event, "evening": board, "calls": calls}
    context["no_percent"] = no_percent_words(event, [each.row for each in board.leaders])
    # What is official has been looked over.
    is_official = event.state == Event.State.OFFICIAL
    context["odd"] = [] if is_official else outliers_of(event, board.shown)
    if board.playing is not None:
        context["clock"] = round_clock(board.playing)
        if event.play_mode != Event.PlayMode.ENTERED:
            context["now"] = tables_now(event, board.playing)
    if event.state in {Event.State.FINISHED, Event.State.OFFICIAL}:
        context["prizes"] = prizes_of(event, board.ranking.rows)
    if event.state == Event.State.OFFICIAL:
        context["proposals"] = proposals_listed(event, proposals_open(event))
    if request.htmx:
        return render(request, "desk/_evening.html", context)
    context |= {"sealed": sealed_of(event), "topic": desk_topic(event.public_id)}
    return render(request, "desk/evening.html", context)


@require_safe
@event_view
def desk_round(request: DeskRequest, event: Event, number: int) -> HttpResponse:
    """One round's tables and boards, also long after it was closed."""
    shown = get_object_or_404(rounds_begun_of(event).select_related("session"), number=number)
    grid, plays = round_grid(event, shown)
    context = {
        "event": event,
        "shown": shown,
        "rounds": rounds_begun_of(event),
        "grid": grid,
        "plays": plays,
        "boards": shown.boards.select_related("deal_set"),
        "odd": outliers_of(event, shown),
        "open": sum(not hasattr(play, "result") for play in plays),
        "cut_from": cut_from(plays),
    }
    return render(request, "desk/round.html", context)


@require_POST
@event_view
def desk_outlier_seen(request: DeskRequest, event: Event, play_id: int) -> HttpResponse:
    """Point out a result no more."""
    play = get_object_or_404(plays_of_event(event).select_related("table__event"), pk=play_id)
    try:
        outliers_see(play=play, kinds=request.POST.getlist("kind"), user=request.user)
    except Refused as error:
        messages.error(request, str(error))
    return redirect("desk_event", event.public_id)


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
            stopped = _round_close(request, playing)
        except Refused as error:
            problem = str(error)
        else:
            words = _("Round %(number)d is closed.")
            messages.success(request, words % {"number": playing.number})
            if stopped:
                messages.warning(request, _stopped_words(stopped))
            return redirect("desk_event", event.public_id)
    now = tables_now(event, playing)
    on_tables = {(table.table, table.board) for table in now.playing}
    unsettled = [
        play
        for play in plays_open(event).filter(round=playing)
        if (play.table.number, play.board.number) not in on_tables
    ]
    entered = [each for each in open_plays(unsettled) if each.submission is not None]
    context = {
        "event": event,
        "playing": playing,
        "problem": problem,
        "on_tables": now.playing,
        "entered": entered,
        "waiting": any(each.state == "waiting" for each in entered),
        "missing": missing_by_table(unsettled),
        "cut_from": cut_from([play for play in unsettled if not hasattr(play, "pending")]),
        "in_browser": event.play_mode == Event.PlayMode.LIVE,
    }
    status = UNPROCESSABLE if problem else 200
    return render(request, "desk/close.html", context, status=status)


def _stopped_words(stopped: int) -> str:
    return ngettext(
        "%(n)d deal that was being played was stopped.",
        "%(n)d deals that were being played were stopped.",
        stopped,
    ) % {"n": stopped}


def _round_close(request: DeskRequest, playing: Round) -> int:
    if request.POST.get("round") != str(playing.number):
        raise Refused(_("Another round has begun meanwhile: look at this page again."))
    later = "later" in request.POST
    return round_finish(
        playing=playing,
        accept_missing=later or "without" in request.POST,
        later=later,
        user=request.user,
    )


@require_http_methods(PAGES)
@director_view
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
        "is_early": event.provisional_until is not None
        and event.provisional_until > timezone.now(),
        "withheld": event.entries.filter(player__name_public=False).count(),
        "is_alone": not other_directors(event, request.user),
    }
    status = UNPROCESSABLE if problem else 200
    return render(request, "desk/publish.html", context, status=status)
