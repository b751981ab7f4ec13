"""Before each round: who is there, who is not, who has left, who came late."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import cast, get_args

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.errors import Refused
from tournament.events.models import Entry, Event, Round
from tournament.events.reserve import reserve_left
from tournament.events.selectors import (
    entries_sorted,
    entry_is_present,
    round_next,
    round_running,
)
from tournament.events.services import NewEntry, Presence
from tournament.tables.models import PlaySeat
from tournament.tables.planning import movement_plan
from tournament.tables.selectors import (
    boards_met_again,
    movement_is_stale,
    sitting_out,
)

from .access import DeskRequest, event_view
from .pages import PAGES, UNPROCESSABLE, live_base, round_begin
from .replanning import looked_at, plan_words, plans_now
from .selectors import players_known, players_to_suggest
from .services import attendance_record
from .team_words import lineups
from .views_players import alike_warn

PRESENT, ABSENT, LEFT = PRESENCES = get_args(Presence)


@dataclass(frozen=True, slots=True)
class AttendanceRow:
    """A player, and what the page says of the player for the coming round."""

    entry: Entry
    presence: Presence


@require_http_methods(PAGES)
@event_view
def desk_attendance(request: DeskRequest, event: Event) -> HttpResponse:
    """Mark presences for the next round, plan the rounds not begun anew, and start the round."""
    upcoming = round_next(event)
    entries = [entry for entry in entries_sorted(event) if not entry.stand_in]
    if upcoming is None:
        context = {"base": live_base(request), "event": event}
        return render(request, "desk/attendance.html", context)
    if request.method == "POST":
        return _save(request, event, upcoming, entries)
    rows = [AttendanceRow(entry, _presence(entry, upcoming.number)) for entry in entries]
    return _page(request, event, upcoming, rows)


def _presence(entry: Entry, round_number: int) -> Presence:
    if entry.last_round is not None and entry.last_round < round_number:
        return "left"
    return "present" if entry_is_present(entry, round_number) else "absent"


def _page(
    request: DeskRequest,
    event: Event,
    upcoming: Round,
    rows: list[AttendanceRow],
    *,
    problem: str = "",
    looked: str = "",
    late: Mapping[str, object] | None = None,
) -> HttpResponse:
    context = {
        "base": live_base(request),
        "event": event,
        "upcoming": upcoming,
        "playing": round_running(event),
        "met_again": _met_again(upcoming),
        "reserve_left": reserve_left(upcoming.session),
        "rows": rows,
        "present": sum(row.presence == PRESENT for row in rows),
        "is_stale": movement_is_stale(event),
        "tables": upcoming.chairs.values("table").distinct().count(),
        "sit_outs": sitting_out(upcoming),
        "suggestions": players_to_suggest(request.user, event),
        "fill": _stand_in_of(event, upcoming),
        "fills": _fills(event),
        **lineups(event, upcoming.number),
        "problem": problem,
        "looked": looked,
        "late": late or {},
        "marked": request.POST.get("marked") or _marked(rows),
    }
    status = UNPROCESSABLE if problem else 200
    return render(request, "desk/attendance.html", context, status=status)


def _met_again(upcoming: Round) -> list[tuple[int, PlaySeat]]:
    """Return who is to meet a board again, each with the table of the coming round."""
    tables = dict(upcoming.chairs.values_list("entry_id", "table__number"))
    return [(tables[seat.entry_id], seat) for seat in boards_met_again(upcoming)]


def _stand_in_of(event: Event, upcoming: Round) -> str:
    """Return who fills a table of the round, as far as is known."""
    known = event.entries.exclude(stand_in="").prefetch_related("absences")
    return next((each.stand_in for each in known if entry_is_present(each, upcoming.number)), "")


def _fills(event: Event) -> list[tuple[str, str]]:
    fills = [
        (Entry.StandIn.NOBODY.value, _("nobody: one or two sit out")),
        (Entry.StandIn.HOUSE.value, _("house players")),
    ]
    if event.play_mode == Event.PlayMode.LIVE:
        fills.append((Entry.StandIn.BOT.value, _("bots")))
    return fills


def _save(
    request: DeskRequest, event: Event, upcoming: Round, entries: list[Entry]
) -> HttpResponse:
    presences = _posted(request, entries)
    late_name = request.POST.get("late_name", "").strip()
    late_public = "late_public" in request.POST
    late_stratum = request.POST.get("late_stratum", "")
    late_team = _team_posted(request, event)
    late = {"name": late_name, "public": late_public, "stratum": late_stratum, "team": late_team}

    def page(**told: str) -> HttpResponse:
        rows = [AttendanceRow(entry, presences.get(entry.pk, PRESENT)) for entry in entries]
        return _page(request, event, upcoming, rows, late=late, **told)

    act = partial(
        attendance_record,
        event=event,
        round_number=upcoming.number,
        presences=_changed(request, entries, presences),
        late=[NewEntry(late_name, late_public)] if late_name else [],
        late_stratum=late_stratum,
        late_team=late_team,
        known=players_known(request.user, event),
        fill=request.POST.get("fill", Entry.StandIn.NOBODY),
    )
    before = plans_now(event)
    try:
        if request.POST.get("round") != str(upcoming.number):
            raise Refused(_("Another round has begun meanwhile: look at this page again."))
        if "look" in request.POST:
            return page(looked=looked_at(event, act))
        act()
        planned_anew = movement_is_stale(event)
        if planned_anew:
            movement_plan(event=event)
    except Refused as error:
        return page(problem=str(error))
    if late_name:
        messages.success(request, _("%(name)s is entered.") % {"name": late_name})
        alike_warn(request, event.entries.order_by("-number").filter(stand_in="")[0])
    if planned_anew or "start" not in request.POST:
        messages.success(request, plan_words(event, before))
    if "start" in request.POST and round_begin(request, event):
        return redirect("desk_event", event.public_id)
    here = reverse("desk_attendance", args=[event.public_id])
    return redirect(f"{here}?late" if "add" in request.POST else here)


def _marked(rows: list[AttendanceRow]) -> str:
    """Return what the page shows of everybody, to be sent along with the form."""
    return " ".join(f"{row.entry.number}-{row.presence}" for row in rows)


def _changed(
    request: DeskRequest, entries: list[Entry], presences: Mapping[int, Presence]
) -> dict[int, Presence]:
    """Return the presences that are not as the page showed them.

    The others stay as they are by now: somebody else may have changed them meanwhile.
    """
    marked = dict(
        each.split("-", 1) for each in request.POST.get("marked", "").split() if "-" in each
    )
    numbers = {entry.pk: str(entry.number) for entry in entries}
    return {
        entry_id: presence
        for entry_id, presence in presences.items()
        if marked.get(numbers[entry_id]) != presence
    }


def _team_posted(request: DeskRequest, event: Event) -> int | None:
    """Return the number of the team that a late player joins. Raises PermissionDenied."""
    text = request.POST.get("late_team", "")
    numbers = {str(number): number for number in event.teams.values_list("number", flat=True)}
    if text and text not in numbers:
        raise PermissionDenied
    return numbers.get(text)


def _posted(request: DeskRequest, entries: list[Entry]) -> dict[int, Presence]:
    """Return the presences of a form by entry id. Raises PermissionDenied for what no page has."""
    by_name = {f"presence-{entry.number}": entry.pk for entry in entries}
    given = {name: value for name, value in request.POST.items() if name.startswith("presence-")}
    if not (given.keys() <= by_name.keys() and set(given.values()) <= set(PRESENCES)):
        raise PermissionDenied
    return {by_name[name]: cast(Presence, value) for name, value in given.items()}
