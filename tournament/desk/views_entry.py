"""The entry grid: paper slips of a round, typed row by row."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament.errors import Refused
from tournament.events.models import Event
from tournament.results.asks import asks_tricks, knows_misplays
from tournament.results.models import Result, Submission
from tournament.results.selectors import scores_by_seat
from tournament.rules.scores import score_made
from tournament.tables.models import Play

from .access import DeskRequest, id_or_403, scoring_view
from .authors import Names, names_of_plays
from .evening import plays_of_event, plays_open, rounds_begun_of
from .pages import PAGES, UNPROCESSABLE
from .quick_entry import read_result
from .slips import slip_record

# A form may have a thousand fields, and a row has three.
ROWS_MOST = 300


@dataclass(frozen=True, slots=True)
class Typed:
    """A row as it was sent; `seen` is the table's entry that stood beside it, if one did."""

    text: str
    sent_id: uuid.UUID
    seen: int | None


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A row of the grid: a play as it is now, and what was typed if that was not saved.

    `entry` is what the table has sent, `sent_id` the id under which the row will be sent.
    """

    play: Play
    names: Names
    sent_id: uuid.UUID
    text: str = ""
    problem: str = ""

    @property
    def result(self) -> Result | None:
        return getattr(self.play, "result", None)

    @property
    def scores(self) -> Sequence[int | Fraction]:
        """What the result gives the seats; nothing where one of them has an average."""
        stored = scores_by_seat(self.result.scores if self.result else None, ())
        made = [score for score in map(score_made, stored) if score is not None]
        return made if len(made) == len(stored) else []

    @property
    def entry(self) -> Submission | None:
        pending = getattr(self.play, "pending", None)
        return pending.submission if pending else None


@require_http_methods(PAGES)
@scoring_view
def desk_entry(request: DeskRequest, event: Event) -> HttpResponse:
    """Type results from slips: all rows at once, or for htmx one as it is left."""
    if request.method != "POST":
        return _page(request, event, {})
    typed = _typed(request.POST)
    if request.htmx:
        return _fragment(request, event, _save(event, request.user, typed))
    filled = {play_id: row for play_id, row in typed.items() if row.text}
    rows = _save(event, request.user, filled)
    saved = sum(not row.problem for row in rows)
    words = ngettext("%(n)d result is saved.", "%(n)d results are saved.", saved)
    if saved:
        messages.success(request, words % {"n": saved})
    elif not rows:
        messages.info(request, _("Nothing was typed."))
    if saved == len(rows):
        return redirect(request.get_full_path())
    return _page(request, event, {row.play.pk: row for row in rows if row.problem})


def _typed(form: QueryDict) -> dict[int, Typed]:
    """Return the rows of a form by play id. Raises PermissionDenied for what no page has."""
    typed = {}
    for name, text in form.items():
        kind, _dash, play_id = name.partition("-")
        if kind == "result":
            typed[id_or_403(play_id)] = Typed(
                text=str(text).strip(),
                sent_id=_uuid_or_403(form.get(f"sent-{play_id}", "")),
                seen=id_or_403(seen) if (seen := form.get(f"seen-{play_id}", "")) else None,
            )
    return typed


def _uuid_or_403(text: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError as error:
        raise PermissionDenied from error


def _save(event: Event, user: User, typed: Mapping[int, Typed]) -> list[EntryRow]:
    """Save each row that is not empty by itself; return all as they are now, with problems."""
    plays = plays_of_event(event).filter(pk__in=typed)
    if len(plays) != len(typed):
        raise PermissionDenied
    problems = {}
    for play in plays:
        row = typed[play.pk]
        if not row.text:
            continue
        try:
            detail = read_result(row.text, event.rules)
            slip_record(play=play, detail=detail, sent_id=row.sent_id, seen=row.seen, user=user)
        except Refused as error:
            problems[play.pk] = str(error)
    names = names_of_plays(plays)
    return [
        EntryRow(
            play=play,
            names=names[play.pk],
            sent_id=typed[play.pk].sent_id,
            text=typed[play.pk].text,
            problem=problems.get(play.pk, ""),
        )
        for play in plays.all()
    ]


def _fragment(request: DeskRequest, event: Event, rows: Sequence[EntryRow]) -> HttpResponse:
    if len(rows) != 1:
        raise PermissionDenied
    row = rows[0]
    context = {
        "event": event,
        "row": row,
        "shown": row.play.round,
        "left": plays_open(event).filter(round=row.play.round_id).count(),
    }
    status = UNPROCESSABLE if row.problem else 200
    return render(request, "desk/_entry_saved.html", context, status=status)


def _page(request: DeskRequest, event: Event, wrong: dict[int, EntryRow]) -> HttpResponse:
    """Return the grid of one round; `wrong` are rows that were not saved, by play id."""
    rounds = list(rounds_begun_of(event))
    if not rounds:
        return render(request, "desk/entry.html", {"event": event})
    by_number = {str(each.number): each for each in rounds}
    shown = by_number.get(request.GET.get("round", ""), rounds[-1])
    plays = list(plays_of_event(event).filter(round=shown))
    table, board = request.GET.get("table", ""), request.GET.get("board", "")
    wanted = [
        play
        for play in plays
        if play.pk in wrong
        or (
            not hasattr(play, "result")
            and table in {"", str(play.table.number)}
            and board in {"", str(play.board.number)}
        )
    ]
    fresh = [play for play in wanted if play.pk not in wrong][:ROWS_MOST]
    names = names_of_plays(fresh)
    rows = {play.pk: EntryRow(play, names[play.pk], uuid.uuid4()) for play in fresh} | wrong
    context = {
        "event": event,
        "rounds": rounds,
        "shown": shown,
        "tables": sorted({play.table.number for play in plays}),
        "boards": sorted({play.board.number for play in plays}),
        "table": table,
        "board": board,
        "rows": [rows[play.pk] for play in wanted if play.pk in rows],
        "more": len(wanted) - len(rows),
        "wrong": len(wrong),
        "left": sum(not hasattr(play, "result") for play in plays),
        "asks_tricks": asks_tricks(event.rules),
        "knows_misplays": knows_misplays(event.game),
    }
    status = UNPROCESSABLE if wrong else 200
    return render(request, "desk/entry.html", context, status=status)
