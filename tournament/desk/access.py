"""Who may open which page of the desk.

Anonymous people are sent to sign in; whoever is signed in but does not direct the event gets 403;
an event that does not exist is 404. Ids in a form that belong elsewhere are 403: nobody types them.
"""

import re
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from tournament.events.models import Event

P = ParamSpec("P")
Row = TypeVar("Row", bound=Model)
Answer = TypeVar("Answer", bound=HttpResponseBase)


class DeskRequest(HttpRequest):
    """A request of somebody signed in, as the views of the desk get it."""

    user: User
    htmx: HtmxDetails


def director_view(view: Callable[..., Answer]) -> Callable[..., Answer | HttpResponse]:
    """Return the view for everybody who is signed in; the others are sent to sign in.

    Nothing of the desk is kept by caches, nor by a browser after signing out.
    """

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> Answer | HttpResponse:
        if not request.user.is_authenticated:
            return _sign_in(request)
        response = view(request, *args, **kwargs)
        patch_vary_headers(response, ["HX-Request"])
        return response

    return guarded


def event_view(
    view: Callable[Concatenate[DeskRequest, Event, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Return the view of one event for its directors and superusers.

    The address's `public_id` becomes the view's second argument, an Event with its club.
    """

    @director_view
    @wraps(view)
    def guarded(
        request: DeskRequest, public_id: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        event = get_object_or_404(Event.objects.select_related("club"), public_id=public_id)
        if not may_direct(request.user, event):
            raise PermissionDenied
        return view(request, event, *args, **kwargs)

    return guarded


def may_direct(user: User, event: Event) -> bool:
    """Return whether the user directs the event: one of its directors, or a superuser."""
    return user.is_superuser or event.directors.filter(pk=user.pk).exists()


def own_or_403(rows: QuerySet[Row], **lookup: object) -> Row:
    """Return the one row of the event's `rows` that a form names.

    Raises PermissionDenied for any other: another event's, none at all, or no number.
    """
    try:
        return rows.get(**lookup)
    except (ObjectDoesNotExist, ValueError, OverflowError) as error:
        raise PermissionDenied from error


def id_or_403(text: str) -> int:
    """Return an id that a form carries. Raises PermissionDenied for what no page writes."""
    if not re.fullmatch("[0-9]{1,18}", text):
        raise PermissionDenied
    return int(text)


def _sign_in(request: HttpRequest) -> HttpResponse:
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]  # set by HtmxMiddleware
    if htmx:
        # The page the person sees, not the address of a part of it.
        redirect = redirect_to_login(_own_page(request, htmx.current_url or ""))
        return HttpResponseClientRedirect(redirect.url)
    if request.method in {"GET", "HEAD"}:
        return redirect_to_login(request.get_full_path())
    # The page that sent a form can be opened again, unlike the form's own address.
    return redirect_to_login(_own_page(request, request.headers.get("Referer", "")))


def _own_page(request: HttpRequest, address: str) -> str:
    """Return the page of this site that a header names; the desk, if it names anything else."""
    if url_has_allowed_host_and_scheme(address, allowed_hosts={request.get_host()}):
        parts = urlsplit(address)
        return parts._replace(scheme="", netloc="").geturl() or reverse("desk")
    return reverse("desk")
