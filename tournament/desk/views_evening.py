"""The event's page once round 1 has begun."""

from django.http import HttpResponse
from django.shortcuts import render

from tournament.events.models import Event
from tournament.events.selectors import round_next, round_running

from .access import DeskRequest
from .selectors import sealed_of


def evening(request: DeskRequest, event: Event) -> HttpResponse:
    """Return the director's board of an event that is or was played."""
    context = {
        "event": event,
        "sealed": sealed_of(event),
        "playing": round_running(event),
        "upcoming": round_next(event),
    }
    return render(request, "desk/event.html", context)
