"""The movement: its quality in words and figures, and who sits where."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournament.errors import Refused
from tournament.events.models import Entry, Event, Round
from tournament.events.sections import has_sections, sections_of
from tournament.events.selectors import only_session, round_next
from tournament.events.services import BOARDS_MOST, ROUNDS_MOST, event_size_set
from tournament.rules.display import ranges
from tournament.rules.movements import RoundPlan, matrices, quality
from tournament.rules.movements.choices import Kind, choices
from tournament.tables.planning import movement_plan
from tournament.tables.plans import plans_of_size
from tournament.tables.selectors import (
    boards_due,
    chairs_of_round,
    movement_is_stale,
    movement_played,
    movement_rounds,
    round_plans,
    sitting_out,
)

from .access import DeskRequest, director_view, event_view
from .forms import DeskForm
from .matrix_pictures import pictures
from .movement_words import round_size, sentences, summary
from .pages import PAGES, live_base
from .replanning import costs_words, plans_now
from .seating_words import violations
from .selectors import CHAIRS, sets_of
from .team_words import quality_words


@dataclass(frozen=True, slots=True)
class Seated:
    """A table of a round: its number, its players in chair order, and the boards it plays."""

    number: int
    entries: tuple[Entry, ...]
    boards: str


@require_http_methods(PAGES)
@event_view
def desk_movement(request: DeskRequest, event: Event) -> HttpResponse:
    """Show the movement, one round's seats at a time (`?round=2`); a POST plans anew."""
    if request.method == "POST":
        return _plan(request, event)
    rounds = list(Round.objects.filter(session__event=event).order_by("session__number", "number"))
    plans = played = movement_played(event)
    by_standing = event.movement == Event.Movement.STANDING
    if by_standing or event.movement == Event.Movement.FREE:
        # What is to come has no places yet, and says nothing of the movement.
        plans = [planned for planned in plans if planned.tables]
    figures = quality(plans)
    shown = _round_shown(request, event, rounds)
    context = {
        "base": live_base(request),
        "event": event,
        "players": event.entries.count(),
        "chairs": CHAIRS,
        "is_planned": any(planned.tables for planned in plans),
        "is_stale": movement_is_stale(event),
        "can_plan": round_next(event) is not None,
        "summary": summary(
            replace(figures, rounds=event.rounds), plans, boards_per_round=event.boards_per_round
        ),
        "sentences": sentences(figures, plans),
        "figures": figures,
        "pictures": pictures(matrices(plans), _names(event)),
        "has_begun": any(each.state != Round.State.PLANNED for each in rounds),
        "offers": _offers(event) if "compare" in request.GET and _can_compare(event) else [],
        "can_compare": _can_compare(event),
        "shown": shown,
        "sections": sections_of(event),
        "may_part": _may_part(request, event),
        "groups_most": max(1, event.entries.count() // CHAIRS),
        "is_free": event.movement == Event.Movement.FREE,
        "may_seat": _may_seat(request, event),
        "violations": _violations(event, rounds, played),
        "by_standing": by_standing,
        "rounds_with_places": len(plans) if len(plans) < event.rounds else 0,
        "sets": sets_of(event),
        "round_size": round_size(round_plans(shown)),
        "tabs": [
            (f"?round={each.number}#seats", str(each.number), each == shown) for each in rounds
        ],
        "tables": tables_of_round(shown),
        "sit_outs": sitting_out(shown),
    }
    return render(request, "desk/movement.html", context)


def _names(event: Event) -> dict[int, str]:
    """Return number and name of the players, by the id of their entry."""
    entries = event.entries.select_related("player")
    return {entry.pk: f"{entry.number} {entry.player.name}" for entry in entries}


def _may_seat(request: DeskRequest, event: Event) -> bool:
    """Return whether the reader may choose to seat the players from now on."""
    planned_alone = {Event.Movement.BAROMETER, Event.Movement.STANDING}
    is_open = event.movement in planned_alone and round_next(event) is not None
    return is_open and not request.is_deputy


def _may_part(request: DeskRequest, event: Event) -> bool:
    """Return whether the reader may part the field into groups."""
    is_open = event.state == Event.State.DRAFT and has_sections(event)
    return is_open and event.entries.count() >= 2 * CHAIRS and not request.is_deputy


def _violations(
    event: Event, rounds: Sequence[Round], plans: Sequence[RoundPlan]
) -> list[tuple[str, list[str]]]:
    """Return what the director may want to look at, where the director seats the players."""
    if event.movement != Event.Movement.FREE:
        return []
    by_number = {playing.number: planned for playing, planned in zip(rounds, plans, strict=True)}
    return violations(event, by_number, event.entries.select_related("player"))


@dataclass(frozen=True, slots=True)
class Offer:
    """A movement of some size, in a director's words."""

    title: str
    is_wanted: bool
    rounds: int
    boards_per_round: int
    summary: str
    sentences: Sequence[str]


def _can_compare(event: Event) -> bool:
    """Return whether other sizes can be had: before round 1, of a movement planned as a whole."""
    planned_whole = {Event.Movement.BAROMETER, Event.Movement.SHARED, Event.Movement.TEAMS}
    enough = event.entries.count() >= CHAIRS
    return event.state == Event.State.DRAFT and event.movement in planned_whole and enough


def _offers(event: Event) -> list[Offer]:
    def planner(boards: int, rounds: int) -> Sequence[RoundPlan]:
        return plans_of_size(event, rounds=rounds, boards_per_round=boards)

    found = choices(
        event.entries.count(),
        event.rounds,
        event.boards_per_round,
        planner,
        most=(ROUNDS_MOST, BOARDS_MOST),
    )
    titles = {
        Kind.WANTED: _("As it is set"),
        Kind.SHORTER: _("Shorter"),
        Kind.FEWER_BOARDS: _("Fewer boards"),
        Kind.MORE_EVEN: _("More even"),
    }
    return [
        Offer(
            title=titles[each.kind],
            is_wanted=each.kind == Kind.WANTED,
            rounds=len(each.rounds),
            boards_per_round=each.boards_per_round,
            summary=summary(each.quality, each.rounds, boards_per_round=each.boards_per_round),
            sentences=quality_words(event, each.rounds, sentences(each.quality, each.rounds)),
        )
        for each in found
    ]


class SizeForm(DeskForm):
    """The numbers that an offer stands for."""

    rounds = forms.IntegerField(min_value=1, max_value=ROUNDS_MOST)
    boards_per_round = forms.IntegerField(min_value=1, max_value=BOARDS_MOST)


@require_POST
@director_view
def desk_movement_take(request: DeskRequest, event: Event) -> HttpResponse:
    """Take a movement of another size, and plan it."""
    form = SizeForm(request.POST)
    if not form.is_valid():
        raise PermissionDenied
    try:
        if event.state == Event.State.DRAFT and not _can_compare(event):
            # Seated by hand since the offer was made, for instance.
            raise Refused(_("Somebody else has just changed this: look at it again."))
        event_size_set(event=event, **form.cleaned_data)
        event.refresh_from_db()
        movement_plan(event=event)
    except Refused as error:
        messages.error(request, str(error))
    else:
        words = summary(
            quality(movement_rounds(event)),
            movement_rounds(event),
            boards_per_round=event.boards_per_round,
        )
        messages.success(request, _("It is planned so: %(movement)s") % {"movement": words})
    return redirect("desk_movement", event.public_id)


def tables_of_round(playing: Round) -> list[Seated]:
    """Return who sits at which table in a round, by table."""
    due = boards_due([playing])
    return [
        Seated(
            table.number,
            tuple(chair.entry for chair in chairs),
            ranges(board.number for board in due[playing.pk, table.pk].boards),
        )
        for table, chairs in groupby(chairs_of_round(playing), key=lambda chair: chair.table)
    ]


def _round_shown(request: DeskRequest, event: Event, rounds: list[Round]) -> Round:
    by_number = {str(each.number): each for each in rounds}
    wanted = by_number.get(request.GET.get("round", ""))
    return wanted or round_next(event) or rounds[-1]


def _planned_by_standing(event: Event) -> str:
    """Say which round has places now: the others wait for the standings."""
    upcoming = round_next(event)
    if upcoming is None or not upcoming.chairs.exists():
        return _("The places come from the standings, once the round before is closed.")
    words = _("Round %(number)d is planned; the places of a later one come from the standings.")
    return words % {"number": upcoming.number}


def _plan(request: DeskRequest, event: Event) -> HttpResponse:
    before = plans_now(event)
    try:
        if round_next(event) is None:
            raise Refused(_("All rounds have begun: nothing is left to plan."))
        movement_plan(event=event)
    except Refused as error:
        messages.error(request, str(error))
    else:
        left = only_session(event).rounds.filter(state=Round.State.PLANNED).count()
        words = ngettext("%(n)d round is planned.", "%(n)d rounds are planned.", left) % {"n": left}
        if event.movement == Event.Movement.STANDING:
            words = _planned_by_standing(event)
        messages.success(request, f"{words} {costs_words(event, before)}".strip())
    return redirect("desk_movement", event.public_id)
