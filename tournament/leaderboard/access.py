"""What the public views share: which event an address names, and which version of it is shown."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe

from tournament.events.models import Event
from tournament.push.facts import facts_of
from tournament.push.kept import Kept

from .versions import PublicRequest, versioned

P = ParamSpec("P")

# What every public page of an event depends on: `changed` rises with each result, before the
# ranking has seen it; `publication` with all else. The times tell numbers apart that come again
# after an older backup was restored.
# (Joined once here, and not for each of a hall's requests.)
FACTS = Event.objects.order_by().values_list(
    "publication",
    "state",
    "published_at",
    "club__name",
    "standings__seen",
    "standings__changed",
    "standings__computed_at",
)

_ADDRESS = re.compile("/e/([^/]+)/")


def kept_pages() -> Kept:
    """Return what keeps the events' public pages in front of Django."""
    question, _ = FACTS.filter(public_id="").query.sql_with_params()
    return Kept(_event_of, lambda: facts_of(question))


def _event_of(path: str) -> str | None:
    found = _ADDRESS.match(path)
    return found and found[1]


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
        found = list(FACTS.filter(public_id=public_id))
        if not found:
            raise Http404

        def render() -> HttpResponse:
            event = Event.objects.select_related("club").get(public_id=public_id)
            return view(request, event, *args, **kwargs)

        return versioned(request, found[0], render, front=True)

    return answered
