"""Looking at deals that others play or have played: watching, replays, and their records."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from .models import LiveDeal
from .rendering_watch import is_part, replay_context, watch_context, watch_topic_for
from .scenes import public_name, record_of
from .selectors import participant_name
from .watching import Sight, live_by_id, replay_sight, watch_sight


def _live(live_id: str) -> LiveDeal:
    live = live_by_id(live_id)
    if live is None:
        raise Http404
    return live


def _closed(request: HttpRequest, live: LiveDeal) -> HttpResponse:
    """Say why this deal cannot be looked at, or not yet."""
    if live.voided_at is not None:
        why = _("This deal was stopped.")
    elif live.play is None:
        why = _("Only those who sit at the table, or have its link, see its deals.")
    elif live.finished_at is None and live.started_at is None:
        why = _("The deal has not begun.")
    else:
        why = _("Somebody has still to play this board: it is shown once nobody has.")
    context = {"live": live, "why": why, "event": _event(live)}
    return render(request, "live/watch_closed.html", context, status=HTTPStatus.FORBIDDEN)


def _event(live: LiveDeal) -> object:
    return None if live.play is None else live.play.round.session.event


@never_cache
@require_safe
def watch(request: HttpRequest, live_id: str) -> HttpResponse:
    """What lies on a table while a deal is being played there; no hand."""
    live = _live(live_id)
    if live.finished_at is not None and live.voided_at is None:
        return redirect("replay", live.public_id)
    if watch_sight(request, live) is Sight.NONE:
        return _closed(request, live)
    context = watch_context(live)
    if is_part(request):
        return render(request, "live/_watch.html", context)
    context |= {
        "event": _event(live),
        "topic": watch_topic_for(live, translation.get_language() or "en"),
    }
    return render(request, "live/watch.html", context)


@never_cache
@require_safe
def replay(request: HttpRequest, live_id: str) -> HttpResponse:
    """A deal that was played, one position at an address (`?ply=12&open=B`)."""
    live = _live(live_id)
    sight = replay_sight(request, live)
    if sight is Sight.NONE:
        return _closed(request, live)
    name_of = participant_name if sight is Sight.OWN else public_name
    context = replay_context(request, live, name_of=name_of)
    if is_part(request):
        return render(request, "live/_replay.html", context)
    return render(request, "live/replay.html", context | {"event": _event(live)})


@never_cache
@require_safe
def replay_record(request: HttpRequest, live_id: str) -> HttpResponse:
    """The deal and its cards as a file (triplicate-record/1)."""
    live = _live(live_id)
    if replay_sight(request, live) is Sight.NONE:
        return _closed(request, live)
    return record_response(live)


def record_response(live: LiveDeal) -> HttpResponse:
    """Return a deal's record as a file to be kept."""
    response = HttpResponse(record_of(live) + "\n", content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="deal-{live.public_id}.json"'
    return response
