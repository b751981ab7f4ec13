"""Personal links to one event's desk: making them, ending them, and opening the desk with one."""

import logging
from http import HTTPStatus

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournament.errors import Refused
from tournament.events.models import Event

from .access import DeskRequest, director_view
from .event_links import event_link_create, event_link_of, event_link_revoke, event_link_use
from .models import EventLink
from .pages import PAGES, UNPROCESSABLE

logger = logging.getLogger(__name__)


@require_http_methods(PAGES)
@director_view
def desk_links(request: DeskRequest, event: Event) -> HttpResponse:
    """Who helps at this event by a personal link; a new one is shown once, when it is made."""
    made, address, problem = None, "", ""
    name, role = request.POST.get("name", ""), request.POST.get("role", EventLink.Role.DEPUTY)
    if request.method == "POST":
        try:
            made, secret = event_link_create(event=event, name=name, role=role, user=request.user)
        except Refused as error:
            problem = str(error)
        else:
            logger.info("%s made a link for %s", request.user, made.user)
            address = settings.SITE_URL + reverse("desk_link", args=[secret])
            name = ""
    context = {
        "event": event,
        "links": event.desk_links.select_related("made_by"),
        "roles": EventLink.Role.choices,
        "made": made,
        "address": address,
        "problem": problem,
        "name": name,
        "role": role,
    }
    status = UNPROCESSABLE if problem else HTTPStatus.OK
    return render(request, "desk/links.html", context, status=status)


@require_POST
@director_view
def desk_link_end(request: DeskRequest, event: Event, link_id: int) -> HttpResponse:
    """Withdraw a link: whoever holds it is out at once."""
    link = get_object_or_404(event.desk_links.select_related("user"), pk=link_id)
    event_link_revoke(link=link)
    logger.info("%s withdrew the link of %s", request.user, link.user)
    return redirect("desk_links", event.public_id)


@never_cache
@require_http_methods(PAGES)
def desk_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Open the desk for whoever has the link. A messenger's preview, which only looks, does not."""
    link = event_link_of(secret)
    if link is None or link.event is None:
        return render(request, "desk/link.html", status=HTTPStatus.NOT_FOUND)
    if request.method != "POST":
        return render(request, "desk/link.html", {"link": link, "event": link.event})
    login(request, link.user, "django.contrib.auth.backends.ModelBackend")
    event_link_use(link=link)
    return redirect("desk_event", link.event.public_id)
