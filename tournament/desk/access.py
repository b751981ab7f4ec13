"""Who may open which page of the desk.

Directors of the club and administrators direct all its events, make new ones and know its players;
others direct those they are named for, and scorers enter results at all of them: no more. Whoever
has a personal link to one event is its deputy or its scorer, and nothing elsewhere.

A view says by its decorator which role it takes: `scoring_view`, `event_view` (deputies and
directors), `director_view`, `club_view`. `role_in` alone says who has which.

Anonymous people are sent to sign in; whoever is signed in but may not open the page gets 403; an
event that does not exist is 404. Ids in a form that belong elsewhere are 403: nobody types them.
"""

import re
from collections.abc import Callable
from enum import IntEnum
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar, cast
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from tournament.events.models import Event
from tournament.events.selectors import club_default
from tournament.players.models import Member
from tournament.players.selectors import directors_of_club, directs_club, member_of

from .event_links import event_link_use
from .models import EventLink

P = ParamSpec("P")
Row = TypeVar("Row", bound=Model)
Answer = TypeVar("Answer", bound=HttpResponseBase)


class DeskRequest(HttpRequest):
    """A request of somebody signed in, as the views of the desk get it."""

    user: User
    htmx: HtmxDetails
    # Pages leave out what the event's scorers and deputies may not do.
    only_scores: bool
    is_deputy: bool


class Role(IntEnum):
    """What somebody may do at an event; a higher role may do all that a lower one may."""

    SCORER = 1
    DEPUTY = 2
    DIRECTOR = 3


def desk_view(view: Callable[..., Answer]) -> Callable[..., Answer | HttpResponse]:
    """Return the view for everybody who is signed in; the others are sent to sign in.

    Nothing of the desk is kept by caches, nor by a browser after signing out.
    """

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> Answer | HttpResponse:
        if not request.user.is_authenticated:
            return _sign_in(request)
        desk = cast(DeskRequest, request)
        desk.only_scores, desk.is_deputy = is_scorer(request.user), False
        response = view(request, *args, **kwargs)
        patch_vary_headers(response, ["HX-Request"])
        return response

    return guarded


def account_view(view: Callable[..., Answer]) -> Callable[..., Answer | HttpResponse]:
    """Return the view for those who have an account of their own, with a password."""

    @desk_view
    @wraps(view)
    def guarded(request: DeskRequest, *args: object, **kwargs: object) -> Answer:
        if event_link(request.user) is not None:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded


def club_view(view: Callable[..., Answer]) -> Callable[..., Answer | HttpResponse]:
    """Return the view for those who direct the whole club."""

    @desk_view
    @wraps(view)
    def guarded(request: DeskRequest, *args: object, **kwargs: object) -> Answer:
        if not directs_club(request.user, club_default().pk):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded


EventView = Callable[Concatenate[DeskRequest, Event, P], HttpResponse]


def director_view(view: EventView[P]) -> Callable[..., HttpResponse]:
    """Return the view of one event for its directors alone.

    The address's `public_id` becomes the view's second argument, an Event with its club.
    """
    return _event_view(view, Role.DIRECTOR)


def event_view(view: EventView[P]) -> Callable[..., HttpResponse]:
    """Return the view of one event for those who direct it, and their deputies."""
    return _event_view(view, Role.DEPUTY)


def scoring_view(view: EventView[P]) -> Callable[..., HttpResponse]:
    """Return the view of one event for those who direct it or enter its results."""
    return _event_view(view, Role.SCORER)


def _event_view(view: EventView[P], needed: Role) -> Callable[..., HttpResponse]:
    @desk_view
    @wraps(view)
    def guarded(
        request: DeskRequest, public_id: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        event = get_object_or_404(Event.objects.select_related("club"), public_id=public_id)
        role = role_in(request.user, event)
        if role is None or role < needed:
            raise PermissionDenied
        request.only_scores, request.is_deputy = role == Role.SCORER, role == Role.DEPUTY
        link = event_link(request.user)
        if link is not None:
            event_link_use(link=link)
        try:
            return view(request, event, *args, **kwargs)
        except Event.DoesNotExist as error:
            # Somebody else has just deleted it.
            raise Http404 from error

    return guarded


def event_link(user: User) -> EventLink | None:
    """Return the personal link by which the user came, None for an account of their own."""
    try:
        link: EventLink = user.event_link
    except EventLink.DoesNotExist:
        return None
    return link


def role_in(user: User, event: Event) -> Role | None:
    """Return what the user may do at the event; None for nothing."""
    link = event_link(user)
    if link is not None:
        if link.event_id != event.pk or not link.is_good:
            return None
        return Role.DEPUTY if link.role == EventLink.Role.DEPUTY else Role.SCORER
    if directs_club(user, event.club_id):
        return Role.DIRECTOR
    if is_scorer(user):
        return Role.SCORER if user.member.club_id == event.club_id else None
    return Role.DIRECTOR if event.directors.filter(pk=user.pk).exists() else None


def is_scorer(user: User) -> bool:
    """Return whether results are all that the user may enter, anywhere."""
    member = member_of(user)
    return not user.is_superuser and member is not None and member.role == Member.Role.SCORER


def may_direct(user: User, event: Event) -> bool:
    """Return whether the user runs the event: as its director, or as a deputy."""
    role = role_in(user, event)
    return role is not None and role >= Role.DEPUTY


def other_directors(event: Event, user: User) -> list[User]:
    """Return who else could confirm what `user` proposes: can sign in, and directs the event."""
    named = [each for each in event.directors.filter(is_active=True) if not is_scorer(each)]
    found = {each.pk: each for each in (*directors_of_club(event.club), *named)}
    return [each for each in found.values() if each.pk != user.pk and each.has_usable_password()]


def may_score(user: User, event: Event) -> bool:
    """Return whether the user may enter the event's results."""
    return role_in(user, event) is not None


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
    htmx = cast(DeskRequest, request).htmx
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
