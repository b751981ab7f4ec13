"""Tables played in the browser, seen from the desk: clocks, hands, and who sits where."""

from collections.abc import Mapping
from http import HTTPStatus

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.bots import names
from tournament.errors import Refused
from tournament.events.models import Entry, Event, Round
from tournament.events.selectors import round_running
from tournament.live import event_play
from tournament.live.links import cards_outdated, link_address, links_record
from tournament.live.models import LiveDeal, Participant, Watch
from tournament.live.rendering_watch import (
    is_part,
    replay_context,
    watch_context,
    watch_topic_for,
)
from tournament.live.selectors import participant_name
from tournament.live.views_watch import record_response
from tournament.live.watching import deals_open, has_looked
from tournament.phone.selectors import phone_of_seat
from tournament.phone.services import seat_release
from tournament.players.services import name_clean
from tournament.push.topics import desk_topic

from .access import DeskRequest, event_view, own_or_403
from .pages import PAGES, UNPROCESSABLE
from .tables_now import tables_now

MINUTES = (1, 5, 10)
# A clock for a round that was begun without one.
STARTS = (10, 20, 30)
LOOKS_SHOWN = 50
LOOK = "look"  # in the session: the deal of which a look has just been logged
BOTS: Mapping[str, Promise] = {
    "random": pgettext_lazy("bot", "any legal card"),
    "simple": pgettext_lazy("bot", "simple"),
    "careful": pgettext_lazy("bot", "careful"),
    "strong": pgettext_lazy("bot", "strong"),
}


@require_safe
@event_view
def desk_live(request: DeskRequest, event: Event) -> HttpResponse:
    """The tables as they are now. `?seen=STAMP` answers 204 while nothing has changed."""
    playing = round_running(event)
    now = None if playing is None else tables_now(event, playing)
    if request.htmx and request.htmx.target == "tables-now":
        if now is not None and request.GET.get("seen") == now.stamp:
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        return render(request, "desk/_tables_now.html", {"event": event, "now": now})
    context = {
        "event": event,
        "now": now,
        # Of a round that is closed; publishing waits for them.
        "left": deals_open(event)
        .exclude(play__round=playing)
        .select_related("play__table", "play__board"),
        "looks": Watch.objects.filter(live_deal__play__round__session__event=event)
        .select_related("user", "live_deal__play__table", "live_deal__play__board")
        .order_by("-pk")[:LOOKS_SHOWN],
        "topic": desk_topic(event.public_id),
    }
    return render(request, "desk/tables_now.html", context)


@require_POST
@event_view
def desk_clock(request: DeskRequest, event: Event) -> HttpResponse:
    """Stop all clocks of the round, let them run on, give the round more minutes, or a clock."""
    playing = own_or_403(
        Round.objects.filter(session__event=event), number=request.POST.get("round", "")
    )
    act = request.POST.get("act", "")
    try:
        if act == "pause":
            event_play.round_pause(playing=playing)
            said = _("All clocks are stopped.")
        elif act == "resume":
            event_play.round_resume(playing=playing)
            said = _("The clocks run on.")
        elif act in map(str, MINUTES):
            event_play.round_extend(playing=playing, minutes=int(act))
            said = ngettext(
                "The round has %(minutes)d more minute.",
                "The round has %(minutes)d more minutes.",
                int(act),
            ) % {"minutes": int(act)}
        elif act in {f"start-{minutes}" for minutes in STARTS}:
            minutes = int(act.removeprefix("start-"))
            event_play.round_clock_start(playing=playing, minutes=minutes)
            said = ngettext(
                "The round ends in %(minutes)d minute.",
                "The round ends in %(minutes)d minutes.",
                minutes,
            ) % {"minutes": minutes}
        else:
            raise PermissionDenied
    except Refused as error:
        messages.error(request, str(error))
    else:
        messages.success(request, said)
    return redirect("desk_event", event.public_id)


def _deals(event: Event) -> QuerySet[LiveDeal]:
    return LiveDeal.objects.filter(play__round__session__event=event).select_related(
        "deal_set", "play__board", "play__table", "play__round__session__event__club"
    )


@require_http_methods(PAGES)
@event_view
def desk_watch(request: DeskRequest, event: Event, live_id: str) -> HttpResponse:
    """A table's hands, open: while the deal is played, and afterwards card by card. Logged.

    Whoever has not said so yet must first say that they do not play in the event.
    """
    live = get_object_or_404(_deals(event), public_id=live_id)
    if not has_looked(request.user, event):
        if request.method == "POST" and "sure" in request.POST:
            event_play.watch_record(live=live, user=request.user)
            request.session[LOOK] = live_id
            return redirect("desk_watch", event.public_id, live_id)
        return render(request, "desk/watch_ask.html", {"event": event, "live": live})
    if request.method == "POST":
        return redirect("desk_watch", event.public_id, live_id)
    looked = live.watches.filter(user=request.user)
    # Each opening of the page is a look; its own steps and refreshes are not another.
    is_step = is_part(request) or "ply" in request.GET or request.method == "HEAD"
    # Nor is the page that the answer to the question leads to: that was logged.
    is_answer = not is_step and request.session.pop(LOOK, None) == live_id
    if not is_answer and (not is_step or not looked.exists()):
        event_play.watch_record(live=live, user=request.user)
    if live.finished_at is None:
        return _watched(request, event, live)
    context = replay_context(request, live, name_of=participant_name)
    context["record_url"] = "record.json"
    if is_part(request):
        return render(request, "live/_replay.html", context)
    return render(request, "desk/watch.html", context | {"event": event, "live": live})


def _watched(request: DeskRequest, event: Event, live: LiveDeal) -> HttpResponse:
    context = watch_context(live, is_director=True)
    if is_part(request):
        return render(request, "live/_watch.html", context)
    language = translation.get_language() or "en"
    context |= {
        "event": event,
        "live": live,
        "topic": watch_topic_for(live, language, director_id=request.user.pk),
    }
    return render(request, "desk/watch.html", context)


@require_safe
@event_view
def desk_record(request: DeskRequest, event: Event, live_id: str) -> HttpResponse:
    """A finished deal as a file, for the director who has said not to play."""
    live = get_object_or_404(
        _deals(event),
        public_id=live_id,
        finished_at__isnull=False,
    )
    if not has_looked(request.user, event):
        return redirect("desk_watch", event.public_id, live_id)
    event_play.watch_record(live=live, user=request.user)
    return record_response(live)


@require_http_methods(PAGES)
@event_view
def desk_stop(request: DeskRequest, event: Event, live_id: str) -> HttpResponse:
    """Stop a deal that is being played, with a reason; its board can be played again."""
    live = get_object_or_404(_deals(event), public_id=live_id)
    problem = ""
    if request.method == "POST":
        reason = request.POST.get("reason", "")
        try:
            event_play.live_void(live=live, reason=reason, user=request.user)
        except Refused as error:
            problem = str(error)
        else:
            messages.success(
                request, _("The deal is stopped: its board can be played again, or entered.")
            )
            return redirect("desk_event", event.public_id)
    context = {
        "event": event,
        "live": live,
        "problem": problem,
        "reason": request.POST.get("reason", ""),
    }
    status = UNPROCESSABLE if problem else HTTPStatus.OK
    return render(request, "desk/live_stop.html", context, status=status)


@require_http_methods(PAGES)
@event_view
def desk_seat(request: DeskRequest, event: Event, number: int) -> HttpResponse:
    """Who plays an entry's cards: the player, a substitute or a bot; and the personal link."""
    entry = get_object_or_404(event.entries.select_related("player"), number=number)
    participant = event_play.participant_of(entry)
    problem, shows = "", False
    if request.method == "POST":
        try:
            shows = _seat_act(request, entry, participant)
        except Refused as error:
            problem = str(error)
        else:
            if not shows:
                return redirect("desk_seat", event.public_id, number)
    participant.refresh_from_db()
    context = {
        "event": event,
        "entry": entry,
        "participant": participant,
        "name": participant_name(participant),
        "bots": [(name, str(BOTS.get(name, name))) for name in names(event.game)],
        "problem": problem,
        "phone": phone_of_seat(entry),
        "link": link_address(participant) if shows else "",
        "is_outdated": entry in cards_outdated(event),
        "plays_in_browser": event.play_mode != Event.PlayMode.ENTERED,
    }
    status = UNPROCESSABLE if problem else HTTPStatus.OK
    return render(request, "desk/seat.html", context, status=status)


def _seat_act(request: DeskRequest, entry: Entry, participant: Participant) -> bool:
    """Do what a form of the seat's page says; return whether its link is to be shown."""
    act = request.POST.get("act", "")
    player = entry.player.name
    if act == "show":
        who = request.user.get_username()
        links_record(participants=[participant], who=who, printed=False)
        return True
    if act == "bot":
        event_play.participant_seat_bot(participant=participant, bot=request.POST.get("bot") or "?")
        messages.success(request, _("A bot plays for %(name)s.") % {"name": player})
    elif act == "back":
        event_play.participant_seat_bot(participant=participant, bot="")
        messages.success(request, _("%(name)s plays again.") % {"name": player})
    elif act == "substitute":
        name = request.POST.get("name", "")
        if not name.strip():
            raise Refused(_("Say who plays instead."))
        event_play.participant_substitute(participant=participant, name=name)
        words = _("%(substitute)s plays for %(name)s, with a new link and number.")
        messages.success(request, words % {"substitute": name_clean(name), "name": player})
    elif act == "own":
        event_play.participant_substitute(participant=participant, name="")
        messages.success(request, _("%(name)s plays again, with a new link.") % {"name": player})
    elif act == "release":
        _release(request, entry, participant)
        return True
    else:
        raise PermissionDenied
    return False


@transaction.atomic
def _release(request: DeskRequest, entry: Entry, participant: Participant) -> None:
    """Take a seat from whatever device holds it; the page then shows what opens it now."""
    event_play.participant_release(participant=participant)
    seat_release(entry=entry)
    links_record(participants=[participant], who=request.user.get_username(), printed=False)
    messages.success(
        request,
        _("%(name)s has a new link and number; the old ones open nothing.")
        % {"name": entry.player.name},
    )
