"""What the public views share: which event an address names, and which version of it is shown."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tournament.events.models import Event
from tournament.standings.models import Standings

from .versions import PublicRequest, versioned

P = ParamSpec("P")


def public_view(
    view: Callable[Concatenate[PublicRequest, Event, P], HttpResponse],
) -> Callable[..., HttpResponseBase]:
    """Return the view of one event for anyone; it is rendered once for each state of the event.

    The address's `public_id` becomes the view's second argument, an Event with its club.
    """

    @require_safe
    @wraps(view)
    def answered(
        request: PublicRequest, public_id: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        events = Event.objects.select_related("club", "standings").defer("standings__rows")
        event = get_object_or_404(events, public_id=public_id)
        return versioned(request, _facts(event), lambda: view(request, event, *args, **kwargs))

    return answered


def _facts(event: Event) -> tuple[object, ...]:
    """Return what every public page of the event depends on.

    `changed` rises with each result, before the ranking has seen it; `publication` with all else.
    """
    standings: Standings | None = getattr(event, "standings", None)
    # The time tells numbers apart that come again after an older backup was restored.
    seen = standings and (standings.seen, standings.changed, standings.computed_at)
    return (event.publication, seen, event.state, event.club.name)
