"""What the solver has done of an event's boards, and setting it going. Of what it found, nothing:
the director too sees that with the hands, on the boards' own pages."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament.analysis.selectors import analysis_progress, has_analysis
from tournament.analysis.services import analysis_start, analysis_stop
from tournament.errors import Refused
from tournament.events.models import Event

from .access import DeskRequest, event_view
from .pages import PAGES, live_base


@require_http_methods(PAGES)
@event_view
def desk_analysis(request: DeskRequest, event: Event) -> HttpResponse:
    """How far the analysis is, with a button to start it and one to stop it."""
    if request.method == "POST":
        try:
            if request.POST.get("do") == "stop":
                analysis_stop(event=event)
            else:
                analysis_start(event=event)
        except Refused as error:
            messages.error(request, str(error))
        return redirect("desk_analysis", event.public_id)
    context = {
        "base": live_base(request),
        "event": event,
        "has_analysis": has_analysis(event),
        "progress": analysis_progress(event),
    }
    return render(request, "desk/analysis.html", context)
