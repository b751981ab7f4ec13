"""The pages of tables among friends."""

from collections.abc import Collection
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from deals.selectors import verification_file
from engine.bots import names
from tournament.errors import Refused
from tournament.live.access import SeatRequest, hand_remember, participants_known, seat_view
from tournament.live.models import Participant
from tournament.live.views import seat_answer
from tournament.phone.access import address_of
from tournament.phone.identity import Phone, phone_of, phone_remember
from tournament.push.topics import friends_topic

from . import match_play, services
from .access import (
    TableRequest,
    Visitor,
    friends_view,
    invitation_remember,
    is_stranger,
    visitor_of,
)
from .figures import figures_of
from .forms import TableForm
from .hands import deal_on_table, place_held
from .history import first_match, match_stories
from .models import FriendlyTable, Place
from .selectors import is_gone, offer_of, offers, tables_of
from .sheet import sheet_of
from .wording import rules_words

TABLES_SHOWN = 12
DEFAULT_BOT = "simple"


@never_cache
@require_safe
def friends(request: HttpRequest) -> HttpResponse:
    """The games one can play among friends, and one's own tables."""
    phone = phone_of(request)
    mine = tables_of(
        user_id=request.user.pk if request.user.is_authenticated else None,
        device=phone.device if phone.is_known else "",
        participants=participants_known(request),
    )
    shown = [table for table in mine[:TABLES_SHOWN] if visitor_of(request, table).may_look]
    return render(request, "friendly/friends.html", {"offers": offers(), "tables": shown})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_new(request: HttpRequest) -> HttpResponse:
    """Open a table of one game."""
    offer = offer_of(request.GET.get("game", "comon"))
    if offer is None:
        raise Http404
    phone = phone_of(request)
    form = TableForm(request.POST or None, offer=offer)
    if request.method == "POST" and form.is_valid():
        try:
            return _opened(request, form, phone)
        except Refused as refused:
            form.add_error(None, str(refused))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    response = render(request, "friendly/new.html", {"form": form, "offer": offer}, status=status)
    phone_remember(response, request, phone)
    return response


def _opened(request: HttpRequest, form: TableForm, phone: Phone) -> HttpResponse:
    """Open the table, sit down at it if a name is given, and lead to its page."""
    with transaction.atomic():
        table = services.table_open(
            data=form.data_of(),
            owner_id=request.user.pk,
            device=phone.device,
            address=address_of(request) if is_stranger(request) else None,
        )
        response = redirect("friends_table", table.public_id)
        if form.cleaned_data["my_name"]:
            _sit(response, request, table, form.cleaned_data["my_name"], phone.device)
    phone_remember(response, request, phone)
    return response


def _sit(
    response: HttpResponse,
    request: HttpRequest,
    table: FriendlyTable,
    name: str,
    device: str,
    number: int | None = None,
    known_as: Collection[str] = (),
) -> Participant:
    participant = services.place_join(
        table=table, name=name, device=device, number=number, known_as=known_as
    )
    hand_remember(response, request, participant, device)
    return participant


@never_cache
@require_safe
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Let whoever has the link sit down or look on. Looking at it takes nobody's place."""
    table = get_object_or_404(FriendlyTable, secret=secret)
    response = redirect("friends_table", table.public_id)
    invitation_remember(response, request, table)
    return response


@require_safe
@friends_view
def table(request: TableRequest, visitor: Visitor) -> HttpResponse:
    """The table: who sits there, and its score sheet for those who may look."""
    name = "friendly/_table.html" if request.htmx else "friendly/table.html"
    return render(request, name, _context(visitor))


def _context(visitor: Visitor) -> dict[str, Any]:
    """Return what the table's pages take; for a stranger nothing but the lobby."""
    table = visitor.table
    places = list(table.places.select_related("participant"))
    offer = offer_of(table.game)
    context: dict[str, Any] = {
        "visitor": visitor,
        "table": table,
        "game": offer and offer.game,
        "rules": rules_words(first_match(table)),
        "taken": sum(place.participant is not None for place in places),
        "seats": len(places),
        "topic": friends_topic(table.public_id),
    }
    if not visitor.may_look:
        return context
    stories = match_stories(table)
    story = stories[-1] if stories else None
    dealt = deal_on_table(table.pk)
    me = None if visitor.place is None else visitor.place.number
    return context | {
        "places": places,
        "gone": [
            place.number
            for place in places
            if place.participant and not place.participant.bot and is_gone(place.participant)
        ],
        "is_dealt": dealt is not None,
        "held": dealt and place_held(deal=dealt, devices=visitor.known_as),
        "bots": names(table.game),
        "default_bot": DEFAULT_BOT,
        "invitation": settings.SITE_URL + reverse("friends_invitation", args=[table.secret]),
        "personal_link": _personal_link(visitor),
        "sheet": sheet_of(table, story, me=me) if story else None,
        "earlier": [sheet_of(table, each) for each in stories[-2::-1]],
        "is_open": story is not None and story.ending is None,
        "stands_still": story is not None and story.ending is None and story.open_deal is None,
        "is_full": all(place.participant for place in places),
        "deal_set": story and story.row.deal_set,
    }


def _personal_link(visitor: Visitor) -> str:
    if visitor.place is None or visitor.place.participant is None:
        return ""
    secret = visitor.place.participant.secret
    return settings.SITE_URL + reverse("personal_link", args=[secret])


@require_safe
@friends_view
def statistics(request: TableRequest, visitor: Visitor) -> HttpResponse:
    """What all matches of the table came to."""
    _only(visitor.may_look)
    context = _context(visitor)
    figures = figures_of(match_stories(visitor.table), context["seats"])
    rows = list(zip(context["places"], figures.players, strict=True))
    most = max((often for _name, often in figures.distributions), default=1)
    return render(
        request,
        "friendly/statistics.html",
        context | {"figures": figures, "rows": rows, "most": most},
    )


@require_safe
@friends_view
def deals_file(request: TableRequest, visitor: Visitor, number: int) -> HttpResponse:
    """A match's sealed deals for verification; with the key once the match is over."""
    _only(visitor.may_look)
    match = get_object_or_404(visitor.table.matches, number=number)
    response = HttpResponse(verification_file(match.deal_set), content_type="application/json")
    file_name = f"{visitor.table.public_id}-{number}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{file_name}"'
    return response


@require_POST
@friends_view
def join(request: TableRequest, visitor: Visitor) -> HttpResponse:
    """Sit down: at an empty place, or instead of a bot."""
    _only(visitor.may_look)
    if visitor.place is not None and visitor.place.participant is not None:
        return redirect("seat", visitor.place.participant.public_id)
    response = redirect("friends_table", visitor.table.public_id)
    try:
        participant = _sit(
            response,
            request,
            visitor.table,
            request.POST.get("name", ""),
            visitor.phone.device,
            _number(request),
            visitor.known_as,
        )
    except Refused as refused:
        messages.error(request, str(refused))
        return response
    if visitor.table.matches.exists():
        response.headers["Location"] = reverse("seat", args=[participant.public_id])
    return response


def _number(request: HttpRequest) -> int | None:
    """Return the number of a place that a form says; None if it says none."""
    said = request.POST.get("place", "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 3 else None


@require_POST
@friends_view
def place(request: TableRequest, visitor: Visitor) -> HttpResponse:
    """Seat a bot, or empty a place: the owner, or whoever sits there.

    Everybody at the table may let a bot stand in for whoever is gone.
    """
    chosen = get_object_or_404(
        Place.objects.select_related("participant", "table"),
        table=visitor.table,
        number=_number(request),
    )
    is_mine = visitor.place is not None and visitor.place.pk == chosen.pk
    act = request.POST.get("act")
    _only(visitor.is_owner or is_mine or (act == "stand-in" and visitor.may_score))
    try:
        if act == "empty":
            services.place_empty(place=chosen)
        elif act == "stand-in":
            services.place_stand_in(place=chosen)
        else:
            services.place_seat_bot(
                place=chosen, bot=request.POST.get("bot", DEFAULT_BOT), by_owner=not is_mine
            )
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("friends_table", visitor.table.public_id)


@require_POST
@friends_view
def fill(request: TableRequest, visitor: Visitor) -> HttpResponse:
    """Seat bots at all empty places."""
    _only(visitor.is_owner)
    try:
        services.places_fill(table=visitor.table, bot=request.POST.get("bot", DEFAULT_BOT))
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("friends_table", visitor.table.public_id)


@require_POST
@friends_view
def go_on(request: TableRequest, visitor: Visitor) -> HttpResponse:
    """Begin the first match or the next one, or deal again at a table that stood still."""
    _only(visitor.may_score)
    try:
        _go_on(visitor.table)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("friends_table", visitor.table.public_id)
    if visitor.place is not None and visitor.place.participant is not None:
        return redirect("seat", visitor.place.participant.public_id)
    return redirect("friends_table", visitor.table.public_id)


def _go_on(table: FriendlyTable) -> None:
    stories = match_stories(table)
    if stories and stories[-1].ending is None:
        match_play.deal_next(table=table)
    else:
        match_play.match_start(table=table)


@require_POST
@friends_view
def star(request: TableRequest, visitor: Visitor) -> HttpResponse:
    """Note a star beside a name, or take one away."""
    _only(visitor.may_score)
    chosen = get_object_or_404(visitor.table.places, number=_number(request))
    try:
        if request.POST.get("act") == "remove":
            match_play.star_remove(place=chosen)
        else:
            match_play.star_add(place=chosen)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("friends_table", visitor.table.public_id)


def _only(allowed: bool) -> None:
    if not allowed:
        raise PermissionDenied


@require_POST
@seat_view
def seat_match(request: SeatRequest, participant: Participant) -> HttpResponse:
    """What a player does about the match on their own page: four aces, a vote, going on."""
    chosen = get_object_or_404(
        Place.objects.select_related("table", "participant"), participant=participant
    )
    act = request.POST.get("act")
    try:
        if act == "ask":
            match_play.four_aces_ask(place=chosen)
        elif act in {"yes", "no"}:
            match_play.four_aces_vote(place=chosen, yes=act == "yes")
        elif act == "go-on":
            _go_on(chosen.table)
        else:
            raise Refused(_("This page is out of date. Load it again."))
    except Refused as refused:
        return seat_answer(request, participant, refused)
    return seat_answer(request, participant)
