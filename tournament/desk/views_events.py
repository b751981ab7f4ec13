"""The director's events: the list, making and changing one, its page, and starting a round."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from tournament.errors import Refused
from tournament.events.models import Event
from tournament.events.selectors import club_default
from tournament.events.services import (
    BOARDS_MOST,
    ROUNDS_MOST,
    event_delete,
)
from tournament.leaderboard.templatetags.triplicate import game_name
from tournament.players.selectors import directs_club

from .access import (
    DeskRequest,
    club_view,
    desk_view,
    director_view,
    event_link,
    event_view,
    scoring_view,
)
from .checklist import steps
from .forms import (
    TIME_ZONES,
    ClubForm,
    EventForm,
    OfficialForm,
    PublicValueForm,
    SettingsForm,
    event_initial,
    event_new,
)
from .forms_ranking import folds_open
from .pages import PAGES, form_page, is_live_fetch, live_base, round_begin
from .play_history import names_by_number, rank_moves
from .selectors import Making, events_of, making_of, sealed_of
from .services import (
    club_rename,
    event_change,
    event_make,
    public_value_enter,
    settings_change,
    settings_look,
)
from .views_evening import evening

EARLIER_SHOWN = 12


@require_safe
@desk_view
def desk(request: DeskRequest) -> HttpResponse:
    """The director's events: those that still need something first, then the published ones."""
    link = event_link(request.user)
    if link is not None and link.event is not None:
        return redirect("desk_event", link.event.public_id)
    events, club = events_of(request.user), club_default()
    published = list(events.filter(state=Event.State.OFFICIAL))
    shown = published if "all" in request.GET else published[:EARLIER_SHOWN]
    context = {
        "club": club,
        "current": events.exclude(state=Event.State.OFFICIAL),
        "published": shown,
        "more": len(published) - len(shown),
        "directs_club": directs_club(request.user, club.pk),
    }
    return render(request, "desk/desk.html", context)


@require_http_methods(PAGES)
@club_view
def desk_new(request: DeskRequest) -> HttpResponse:
    """Make an event. For htmx: what these numbers come to."""
    if request.htmx and request.method == "GET":
        return _making_fragment(request, players=0)
    club = club_default()
    form = EventForm(request.POST or None, initial=event_new(), event=Event(club=club))
    if _is_saving(request) and form.is_valid():
        try:
            event = event_make(
                club=club,
                director=request.user,
                data=form.event_data(),
                ranking=form.ranking(),
                publishing=form.publishing(),
            )
        except Refused as error:
            form.add_error(None, str(error))
        else:
            made = (
                _("The tournament is made and its deals are sealed. Now the teams.")
                if event.movement == Event.Movement.TEAMS
                else _("The tournament is made and its deals are sealed. Now the players.")
            )
            messages.success(request, made)
            return redirect("desk_event", event.public_id)
    making = _making(form.data or form.initial, players=0)
    return _event_form_page(request, form, making)


@require_http_methods(PAGES)
@director_view
def desk_edit(request: DeskRequest, event: Event) -> HttpResponse:
    """Change an event: everything in preparation, later what is still open to change."""
    if event.state != Event.State.DRAFT:
        return _settings_page(request, event)
    players = event.entries.count()
    if request.htmx and request.method == "GET":
        return _making_fragment(request, players=players)
    initial = event_initial(event)
    form = EventForm(request.POST or None, initial=initial, event=event)
    if _is_saving(request) and form.is_valid():
        try:
            resealed = event_change(
                event=event,
                data=form.event_data(),
                ranking=form.ranking(),
                publishing=form.publishing(),
            )
        except Refused as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The changes are saved."))
            if resealed:
                messages.warning(
                    request,
                    _("The deals were sealed anew, under another commitment."),
                )
            return redirect("desk_event", event.public_id)
    making = _making(form.data or initial, players=players)
    return _event_form_page(request, form, making, event=event)


def _event_form_page(
    request: DeskRequest, form: EventForm, making: Making | None, *, event: Event | None = None
) -> HttpResponse:
    return form_page(
        request,
        "desk/event_form.html",
        form=form,
        making=making,
        looked="look" in request.POST,
        event=event,
        time_zones=TIME_ZONES,
        folds=folds_open(form),
    )


def _is_saving(request: DeskRequest) -> bool:
    """Return whether the form is to be saved, not only looked at again ("what will be made")."""
    return request.method == "POST" and "look" not in request.POST


def _making(numbers: Mapping[str, Any], *, players: int) -> Making | None:
    """Return what these numbers come to; None for numbers that cannot be."""
    try:
        rounds, boards = int(numbers["rounds"]), int(numbers["boards_per_round"])
    except (KeyError, ValueError):
        return None
    if not (1 <= rounds <= ROUNDS_MOST and 1 <= boards <= BOARDS_MOST):
        return None
    return Making(rounds=rounds, boards_per_round=boards, players=players)


def _making_fragment(request: DeskRequest, *, players: int) -> HttpResponse:
    making = _making(request.GET, players=players)
    return render(request, "desk/_making.html", {"making": making})


def _settings_page(request: DeskRequest, event: Event) -> HttpResponse:
    """Change what is still open to change; or show what it would do to the ranks."""
    initial = event_initial(event)
    form: OfficialForm
    if event.state == Event.State.OFFICIAL:
        form = OfficialForm(request.POST or None, initial=initial)
    else:
        form = SettingsForm(request.POST or None, initial=initial, event=event)
    moves = None
    if request.method == "POST" and form.is_valid():
        try:
            if "look" not in request.POST:
                return _settings_save(request, event, form)
            before, after = settings_look(event=event, **_settings(form))
            moves = rank_moves(before, after, names_by_number(event))
        except Refused as error:
            form.add_error(None, str(error))
    name = game_name(event.game)
    return form_page(
        request,
        "desk/settings_form.html",
        form=form,
        event=event,
        game_name=name,
        looked=moves is not None,
        moves=moves or [],
        folds=folds_open(form),
    )


def _settings(form: OfficialForm) -> dict[str, Any]:
    """Return what `settings_change` takes of a valid form."""
    names = ("name", "confirmation", "show_traveller")
    settings = {name: form.cleaned_data[name] for name in names}
    settings |= {"publishing": form.publishing(), "scoring": None}
    if isinstance(form, SettingsForm):
        settings |= {
            "scoring": form.cleaned_data,
            "playing": form.playing(),
            "ranking": form.ranking(),
        }
    return settings


def _settings_save(request: DeskRequest, event: Event, form: OfficialForm) -> HttpResponse:
    recomputed = settings_change(event=event, **_settings(form))
    messages.success(request, _("The changes are saved."))
    if recomputed:
        messages.info(request, _("The standings are being recomputed."))
    return redirect("desk_event", event.public_id)


@require_http_methods(PAGES)
@director_view
def desk_delete(request: DeskRequest, event: Event) -> HttpResponse:
    """Delete an event in preparation, after asking; what cannot be deleted is told before."""
    if request.method == "POST":
        try:
            event_delete(event=event)
        except Refused as error:
            messages.error(request, str(error))
            return redirect("desk_event", event.public_id)
        messages.success(request, _("“%(name)s” is deleted.") % {"name": event.name})
        return redirect("desk")
    if event.state != Event.State.DRAFT:
        return redirect("desk_event", event.public_id)
    context = {
        "event": event,
        "players": event.entries.count(),
        "last_print": sealed_of(event).last_print,
    }
    return render(request, "desk/event_delete.html", context)


@require_http_methods(PAGES)
@club_view
def desk_club(request: DeskRequest) -> HttpResponse:
    """Name the club."""
    club = club_default()
    form = ClubForm(request.POST or None, initial={"name": club.name})
    if request.method == "POST" and form.is_valid():
        try:
            club_rename(club=club, name=form.cleaned_data["name"])
        except Refused as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, _("The club’s name is saved."))
            return redirect("desk")
    return form_page(request, "desk/club_form.html", form=form)


@require_safe
@scoring_view
def desk_event(request: DeskRequest, event: Event) -> HttpResponse:
    """The event's page: what is left to prepare, or the evening itself; for scorers the entry."""
    if request.only_scores:
        return redirect("desk_entry", event.public_id)
    if event.state != Event.State.DRAFT:
        # A page of the preparation that is still open has become another page.
        return HttpResponseClientRefresh() if is_live_fetch(request) else evening(request, event)
    sealed = sealed_of(event)
    making = making_of(event)
    context = {
        "base": live_base(request),
        "event": event,
        "sealed": sealed,
        "making": making,
        "steps": steps(event, sealed, making),
    }
    return render(request, "desk/event.html", context)


@require_POST
@event_view
def desk_start(request: DeskRequest, event: Event) -> HttpResponse:
    """Begin the next round."""
    round_begin(request, event)
    return redirect("desk_event", event.public_id)


@require_http_methods(PAGES)
@director_view
def desk_public_value(request: DeskRequest, event: Event) -> HttpResponse:
    """Enter the announced value, in two steps: nobody can correct it afterwards."""
    form = PublicValueForm(request.POST or None)
    sealed = sealed_of(event)
    asked = False
    if request.method == "POST" and form.is_valid():
        if "sure" in request.POST:
            try:
                public_value_enter(event=event, value=form.cleaned_data["value"])
            except Refused as error:
                form.add_error("value", str(error))
            else:
                messages.success(request, _("The public value is entered: the deals exist now."))
                return redirect("desk_event", event.public_id)
        else:
            asked = True
    return form_page(
        request, "desk/public_value.html", form=form, event=event, sealed=sealed, asked=asked
    )
