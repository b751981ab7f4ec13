"""Seating the players by hand: round by round in a grid, or by a file; and the places as a file."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, override
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.errors import Refused
from tournament.events.models import Entry, Event, Round
from tournament.events.selectors import entries_sorted, entry_is_present, round_next
from tournament.leaderboard.file_names import disposition, file_word
from tournament.leaderboard.spreadsheets import csv_text
from tournament.leaderboard.views_exports import style_asked
from tournament.rules.movements import RoundPlan, TablePlan
from tournament.tables.seating import (
    round_check,
    seat_by_hand,
    seating_set,
    seating_version,
    seatings_of,
    seatings_set,
)
from tournament.tables.selectors import movement_played

from .access import DeskRequest, director_view, event_view
from .forms_desk import DeskForm
from .pages import PAGES, UNPROCESSABLE, form_page
from .seating_files import BYTES_MOST, Roster, Seatings, seating_table, seatings_read
from .seating_words import violations
from .selectors import CHAIRS

# More tables are seated by a file.
GRID_MOST = 300


@dataclass(frozen=True, slots=True)
class Cell:
    """A chair of the grid: what is typed there, and what is wrong with it."""

    name: str
    chair: int
    value: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class GridRow:
    """A table of the grid."""

    number: int
    cells: Sequence[Cell]


@require_POST
@director_view
def desk_by_hand(request: DeskRequest, event: Event) -> HttpResponse:
    """Let the director seat the players from now on; what is planned is kept until then."""
    try:
        seat_by_hand(event=event)
    except Refused as error:
        messages.error(request, str(error))
        return redirect("desk_movement", event.public_id)
    messages.success(
        request, _("From here on you seat the players. The plan is kept to begin with.")
    )
    return redirect("desk_seating", event.public_id)


@require_http_methods(PAGES)
@event_view
def desk_seating(request: DeskRequest, event: Event) -> HttpResponse:
    """Seat the players of a round (`?round=2`), to begin with as in another one (`&copy=1`)."""
    if event.movement != Event.Movement.FREE:
        return redirect("desk_movement", event.public_id)
    rounds = list(Round.objects.filter(session__event=event).order_by("session__number", "number"))
    shown = _round_of(request.GET.get("round", ""), rounds) or round_next(event) or rounds[-1]
    seatings = seatings_of(event)
    if request.method == "POST":
        return _save(request, event, shown, rounds, seatings)
    copied = _round_of(request.GET.get("copy", ""), rounds)
    begin = seatings.get(copied.number if copied else shown.number, [])
    typed = [[_written(entry) for entry in table] for table in begin]
    return _page(request, event, shown, rounds, seatings, _grid(typed), copied=copied)


def _round_of(text: str, rounds: Sequence[Round]) -> Round | None:
    return next((each for each in rounds if str(each.number) == text), None)


def _written(entry: Entry) -> str:
    return f"{entry.number} {entry.player.name}"


def _grid(
    typed: Sequence[Sequence[str]], problems: Mapping[tuple[int, int], str] | None = None
) -> list[GridRow]:
    problems = problems or {}
    return [
        GridRow(
            at,
            [
                Cell(f"seat-{at}-{chair}", chair, value, problems.get((at, chair), ""))
                # A chair is empty where somebody was taken out.
                for chair, value in enumerate([*cells, "", "", ""][:CHAIRS], start=1)
            ],
        )
        for at, cells in enumerate(typed, start=1)
    ]


def _typed(posted: QueryDict) -> list[list[str]]:
    """Return what is typed table by table, up to the last with a name."""
    found: dict[tuple[int, int], str] = {}
    for name, value in posted.items():
        place = re.fullmatch(r"seat-([1-9][0-9]{0,2})-([1-3])", name)
        if place and str(value).strip():
            found[int(place[1]), int(place[2])] = str(value)
    last = max((at for at, _chair in found), default=0)
    return [
        [found.get((at, chair), "") for chair in range(1, CHAIRS + 1)] for at in range(1, last + 1)
    ]


def _save(
    request: DeskRequest,
    event: Event,
    shown: Round,
    rounds: Sequence[Round],
    seatings: Seatings,
) -> HttpResponse:
    typed = _typed(request.POST)
    tables, problems = _named(event, typed)
    problem = "" if not problems else _("Please correct what is marked below.")
    if not problems:
        try:
            seating_set(
                event=event,
                round_number=shown.number,
                tables=tables,
                version=request.POST.get("version", ""),
            )
        except Refused as error:
            problem = str(error)
    if problem:
        grid = _grid(typed, problems)
        return _page(request, event, shown, rounds, seatings, grid, problem=problem)
    messages.success(request, _("Round %(number)d is seated.") % {"number": shown.number})
    return redirect(_address(event, shown.number))


def _address(event: Event, number: int) -> str:
    return f"{reverse('desk_seating', args=[event.public_id])}?{urlencode({'round': number})}"


def _named(
    event: Event, typed: Sequence[Sequence[str]]
) -> tuple[list[list[Entry]], dict[tuple[int, int], str]]:
    """Return who is meant, and what is wrong, by table and chair."""
    roster = Roster(entries_sorted(event))
    problems: dict[tuple[int, int], str] = {}
    tables: list[list[Entry]] = []
    places: dict[int, int] = {}
    for at, cells in enumerate(typed, start=1):
        tables.append([])
        for chair, text in enumerate(cells, start=1):
            try:
                if not text.strip():
                    raise Refused(_("A table takes three players: name one."))
                entry = roster.find(text)
                if entry.pk in places:
                    raise Refused(
                        _("%(name)s sits at table %(table)d already.")
                        % {"name": entry.player.name, "table": places[entry.pk]}
                    )
            except Refused as error:
                problems[at, chair] = str(error)
            else:
                places[entry.pk] = at
                tables[-1].append(entry)
    return tables, problems


def _page(
    request: DeskRequest,
    event: Event,
    shown: Round,
    rounds: Sequence[Round],
    seatings: Seatings,
    grid: Sequence[GridRow],
    *,
    problem: str = "",
    copied: Round | None = None,
) -> HttpResponse:
    entries = entries_sorted(event)
    present = [entry for entry in entries if entry_is_present(entry, shown.number)]
    most = min(GRID_MOST, max(len(present) // CHAIRS, len(grid)))
    empty = [[""] * CHAIRS for _row in range(most)]
    seated = {entry.pk for table in seatings.get(shown.number, []) for entry in table}
    context = {
        "event": event,
        "shown": shown,
        "has_begun": shown.state != Round.State.PLANNED,
        "tables": seatings.get(shown.number, []),
        "tabs": [(f"?round={each.number}", str(each.number), each == shown) for each in rounds],
        "sources": [each for each in rounds if each != shown and each.number in seatings],
        "copied": copied,
        "rows": [*grid, *_grid(empty)[len(grid) :]],
        "is_large": len(present) // CHAIRS > GRID_MOST,
        "present": present,
        "left": [entry for entry in present if entry.pk not in seated] if seated else [],
        "version": seating_version(shown),
        "problem": problem,
        "violations": violations(event, dict(_by_number(event, rounds)), entries),
    }
    status = UNPROCESSABLE if problem else 200
    return render(request, "desk/seating.html", context, status=status)


def _by_number(event: Event, rounds: Sequence[Round]) -> list[tuple[int, RoundPlan]]:
    return [
        (playing.number, planned)
        for playing, planned in zip(rounds, movement_played(event), strict=True)
    ]


class PlacesForm(DeskForm):
    """A file with who sits where."""

    file = forms.FileField(label=gettext_lazy("CSV file"), allow_empty_file=True)
    round = forms.TypedChoiceField(
        label=gettext_lazy("Round, if the file names none"), coerce=int, required=False
    )

    def __init__(self, *args: object, rounds: Sequence[Round], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["round"].choices = [  # type: ignore[attr-defined]  # a choice field
            (each.number, str(each.number)) for each in rounds
        ]


@require_http_methods(PAGES)
@event_view
def desk_seating_import(request: DeskRequest, event: Event) -> HttpResponse:
    """Read a file of places, look at what it would do, and seat the players so."""
    if event.movement != Event.Movement.FREE:
        return redirect("desk_movement", event.public_id)
    rounds = list(Round.objects.filter(session__event=event).order_by("session__number", "number"))
    to_come = [each for each in rounds if each.state == Round.State.PLANNED]
    if "places" in request.POST:
        return _import_save(request, event, rounds)
    form = PlacesForm(request.POST or None, request.FILES or None, rounds=to_come)
    if request.method == "POST" and form.is_valid():
        content = form.cleaned_data["file"].read(BYTES_MOST + 1)
        try:
            found = _read(event, content, rounds, form.cleaned_data["round"] or 1)
        except Refused as error:
            form.add_error("file", str(error))
        else:
            versions = {each.number: seating_version(each) for each in to_come}
            return _preview(request, event, rounds, found, versions)
    return form_page(request, "desk/seating_import.html", form=form, event=event)


def _read(event: Event, content: bytes, rounds: Sequence[Round], round_number: int) -> Seatings:
    """Return the rounds that a file seats, without those that were played just so."""
    entries = entries_sorted(event)
    found = seatings_read(content, Roster(entries), round_number=round_number)
    stand = seatings_of(event)
    by_number = {each.number: each for each in rounds}
    for number in list(found):
        if number not in by_number:
            raise Refused(
                _("There is no round %(number)d: the tournament has %(rounds)d.")
                % {"number": number, "rounds": len(rounds)}
            )
        if by_number[number].state == Round.State.PLANNED:
            round_check(number, found[number], {entry.pk: entry for entry in entries})
        elif found[number] == stand.get(number):
            del found[number]
        else:
            raise Refused(
                _("Round %(number)d has begun and stands: take its lines out of the file.")
                % {"number": number}
            )
    if not found:
        raise Refused(_("The file changes nothing: its rounds were played like that."))
    return found


def _preview(
    request: DeskRequest,
    event: Event,
    rounds: Sequence[Round],
    found: Seatings,
    versions: Mapping[int, str],
    problem: str = "",
) -> HttpResponse:
    entries = entries_sorted(event)
    plans = dict(_by_number(event, rounds))
    for number, tables in found.items():
        seated = {entry.pk for table in tables for entry in table}
        there = [entry.pk for entry in entries if entry_is_present(entry, number)]
        plans[number] = RoundPlan(
            tuple(
                TablePlan(tuple(entry.pk for entry in table), (0,) * event.boards_per_round)
                for table in tables
            ),
            tuple(each for each in there if each not in seated),
        )
    context = {
        "event": event,
        "found": sorted(found.items()),
        "chairs": range(1, CHAIRS + 1),
        "places": csv_text(_numbered(found), style_asked(request)),
        "versions": " ".join(
            f"{number}:{versions[number]}" for number in found if number in versions
        ),
        # Of turned boards the turns are found when they are saved.
        "violations": violations(event, plans, entries, with_seats=not event.turned),
        "problem": problem,
    }
    status = UNPROCESSABLE if problem else 200
    return render(request, "desk/seating_preview.html", context, status=status)


def _numbered(found: Seatings) -> list[list[int | str]]:
    rows: list[list[int | str]] = [["round", "table", "chair", "player"]]
    return rows + [
        [number, at, chair, entry.number]
        for number, tables in sorted(found.items())
        for at, table in enumerate(tables, start=1)
        for chair, entry in enumerate(table, start=1)
    ]


def _import_save(request: DeskRequest, event: Event, rounds: Sequence[Round]) -> HttpResponse:
    versions = dict(re.findall(r"([0-9]{1,4}):([0-9a-f]{16})", request.POST.get("versions", "")))
    seen = {int(number): version for number, version in versions.items()}
    try:
        found = _read(event, request.POST["places"].encode(), rounds, 1)
    except Refused as error:
        messages.error(request, str(error))
        return redirect("desk_seating_import", event.public_id)
    if not seen.keys() >= found.keys():
        raise PermissionDenied
    try:
        seatings_set(event=event, seatings=found, versions={each: seen[each] for each in found})
    except Refused as error:
        now = {each.number: seating_version(each) for each in rounds}
        return _preview(request, event, rounds, found, now, problem=str(error))
    numbers = ", ".join(str(number) for number in sorted(found))
    words = ngettext(
        "Seated by the file: round %(numbers)s.",
        "Seated by the file: rounds %(numbers)s.",
        len(found),
    )
    messages.success(request, words % {"numbers": numbers})
    return redirect(_address(event, min(found)))


@require_safe
@event_view
def desk_seating_csv(request: DeskRequest, event: Event) -> HttpResponse:
    """Who sits where, for a spreadsheet: of all rounds, or of one (`?round=2`)."""
    style = style_asked(request)
    seatings = seatings_of(event)
    wanted = request.GET.get("round", "")
    if wanted:
        seatings = {number: each for number, each in seatings.items() if str(number) == wanted}
    with override(style.language):
        text = csv_text(seating_table(seatings), style)
        named = disposition(event.name, file_word("places"), "csv")
    response = HttpResponse(text.encode(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = named
    return response
