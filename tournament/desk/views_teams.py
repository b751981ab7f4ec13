"""Teams of an event: one by one, by a list; their names and players."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournament.errors import Refused
from tournament.events.models import Entry, Event, Team
from tournament.events.services import NewEntry
from tournament.events.teams import (
    NewTeam,
    TeamMembers,
    entries_that_played,
    entries_without_team,
    team_delete,
    team_update,
    teams_enter,
    teams_of,
)
from tournament.players.services import name_sort_key
from tournament.rulings.selectors import number_last
from tournament.standings.services import standings_mark

from .access import DeskRequest, event_view
from .forms_teams import MORE_BOXES, TeamForm, TeamListForm, numbers_kept
from .pages import PAGES, form_page, live_base
from .player_lists import BYTES_MOST
from .selectors import CHAIRS, players_known, players_to_suggest
from .team_lists import ListedTeam, read_teams, text_of_upload
from .views_players import round_to_enter

NEW, KNOWN, ENTERED, ELSEWHERE, ALIKE = "new", "known", "entered", "elsewhere", "alike"


@require_http_methods(PAGES)
@event_view
def desk_teams(request: DeskRequest, event: Event) -> HttpResponse:
    """The teams with their players, and boxes for one more."""
    form = TeamForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            _enter(request, event, [NewTeam(form.cleaned_data["name"], form.members())])
        except Refused as error:
            form.add_error(None, str(error))
        else:
            name = form.cleaned_data["name"]
            messages.success(request, _("Team %(name)s is entered.") % {"name": name})
            return redirect("desk_teams", event.public_id)
    return form_page(
        request,
        "desk/teams.html",
        form=form,
        base=live_base(request),
        teams=teams_of(event),
        without=entries_without_team(event),
        **_common(request, event),
    )


def _common(request: DeskRequest, event: Event) -> dict[str, Any]:
    """Return what the page of all teams and that of one show alike."""
    loose = [entry.player.name for entry in entries_without_team(event) if not entry.stand_in]
    known = [player.name for player in players_to_suggest(request.user, event)]
    return {
        "event": event,
        "is_of_teams": event.movement == Event.Movement.TEAMS,
        "suggestions": [*loose, *known],
        "can_enter": event.state in {Event.State.DRAFT, Event.State.RUNNING},
        "is_draft": event.state == Event.State.DRAFT,
    }


@transaction.atomic
def _enter(request: DeskRequest, event: Event, teams: Sequence[NewTeam]) -> list[Team]:
    made = teams_enter(
        event=event,
        teams=teams,
        first_round=round_to_enter(event),
        known=players_known(request.user, event),
        last_number=number_last(event),
    )
    _rank_anew(event)
    return made


def _rank_anew(event: Event) -> None:
    """What somebody brings along, a penalty for instance, is the team's now."""
    if event.state != Event.State.DRAFT:
        standings_mark(event_id=event.pk)


@require_http_methods(PAGES)
@event_view
def desk_team(request: DeskRequest, event: Event, number: int) -> HttpResponse:
    """A team's name and its players."""
    found = _team_or_404(event, number)
    form = TeamForm(request.POST or None, initial={"name": found.team.name}, boxes=MORE_BOXES)
    played = entries_that_played(event.entries.filter(team=found.team))
    stays = _staying(request, found, played)
    if request.method == "POST" and form.is_valid():
        kept = [NewEntry(each.player.name) for each in found.members if each.number in stays]
        try:
            with transaction.atomic():
                team_update(
                    team=found.team,
                    name=form.cleaned_data["name"],
                    members=[*kept, *form.members()],
                    first_round=round_to_enter(event) if form.members() else 1,
                    known=players_known(request.user, event),
                    last_number=number_last(event),
                )
                _rank_anew(event)
        except Refused as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The team is saved."))
            return redirect("desk_teams", event.public_id)
    return form_page(
        request,
        "desk/team.html",
        form=form,
        found=_team_or_404(event, number),
        members=[(each, each.number in stays, each.pk in played) for each in found.members],
        **_common(request, event),
    )


def _staying(request: DeskRequest, found: TeamMembers, played: Iterable[int]) -> set[int]:
    """Return the numbers of the team's players who are to stay; whoever has played always does."""
    own = {each.number for each in found.members}
    if request.method != "POST":
        return own
    held = {each.number for each in found.members if each.pk in set(played)}
    return held | (own & numbers_kept(request.POST))


@require_POST
@event_view
def desk_team_remove(request: DeskRequest, event: Event, number: int) -> HttpResponse:
    """Take a team away before round 1."""
    team = get_object_or_404(event.teams, number=number)
    try:
        team_delete(team=team)
    except Refused as error:
        messages.error(request, str(error))
        return redirect("desk_team", event.public_id, number)
    words = _("Team %(name)s is removed; its players stay entered.")
    messages.success(request, words % {"name": team.name})
    return redirect("desk_teams", event.public_id)


def _team_or_404(event: Event, number: int) -> TeamMembers:
    found = [each for each in teams_of(event) if each.team.number == number]
    if not found:
        raise Http404
    return found[0]


@dataclass(frozen=True, slots=True)
class PreviewPlayer:
    """A player of a list of teams, and what is to be known about the name."""

    name: str
    mark: str  # NEW, KNOWN to the club, ENTERED, in a team ELSEWHERE, or ALIKE but for accents


@dataclass(frozen=True, slots=True)
class PreviewTeam:
    """A team of a list as it would be entered."""

    name: str
    players: Sequence[PreviewPlayer]
    missing: int


@require_http_methods(PAGES)
@event_view
def desk_teams_list(request: DeskRequest, event: Event) -> HttpResponse:
    """Paste or upload a list of teams; its preview; entering what the preview says."""
    form = TeamListForm(request.POST or None, request.FILES or None)
    teams: list[ListedTeam] = []
    text = ""
    if request.method == "POST" and form.is_valid():
        public = form.cleaned_data["all_public"]
        try:
            text = _text(form)
            teams = read_teams(text)
            if "enter" in request.POST:
                made = _enter(request, event, [_new(team, public=public) for team in teams])
                words = ngettext("%(n)d team is entered.", "%(n)d teams are entered.", len(made))
                messages.success(request, words % {"n": len(made)})
                return redirect("desk_teams", event.public_id)
        except Refused as error:
            form.add_error(None, str(error))
    if teams and not form.errors:
        context = {"event": event, "teams": _preview(request, event, teams), "text": text}
        context |= {"all_public": form.cleaned_data["all_public"]}
        return render(request, "desk/teams_preview.html", context)
    return form_page(request, "desk/teams_list.html", form=form, event=event)


def _text(form: TeamListForm) -> str:
    pasted, file = form.cleaned_data["pasted"], form.cleaned_data["file"]
    if file and pasted.strip():
        raise Refused(_("Paste a list or choose a file, one of them."))
    # One byte more than may be, for the reader to see that it is too many.
    return text_of_upload(file.read(BYTES_MOST + 1)) if file else pasted


def _new(team: ListedTeam, *, public: bool) -> NewTeam:
    return NewTeam(team.name, [NewEntry(name, public) for name in team.members])


def _preview(request: DeskRequest, event: Event, teams: Sequence[ListedTeam]) -> list[PreviewTeam]:
    entries: dict[str, Entry] = {
        entry.player.name.casefold(): entry
        for entry in event.entries.select_related("player", "team")
    }
    known = {
        name.casefold()
        for name in players_known(request.user, event).values_list("name", flat=True)
    }
    alike = {name_sort_key(entry.player.name) for entry in entries.values()}

    def player(name: str) -> PreviewPlayer:
        entry = entries.get(name.casefold())
        if entry is not None:
            return PreviewPlayer(name, ENTERED if entry.team is None else ELSEWHERE)
        if name_sort_key(name) in alike:
            return PreviewPlayer(name, ALIKE)
        return PreviewPlayer(name, KNOWN if name.casefold() in known else NEW)

    return [
        PreviewTeam(
            team.name,
            [player(name) for name in team.members],
            max(0, CHAIRS - len(team.members)),
        )
        for team in teams
    ]
