"""What tables and the desk show of calls and notes."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet

from tournament.events.models import Event, Round
from tournament.live.panels import Panel
from tournament.tables.models import Play, Table
from tournament.tables.selectors import round_at_tables

from .models import Call, Note, NoteSeen


@dataclass(frozen=True, slots=True)
class TableNews:
    """What one reader at a table is told: its open call, and the notes not yet read there."""

    call: Call | None
    notes: Sequence[Note]


@dataclass(frozen=True, slots=True)
class SeatNews:
    """The news of a table for one participant in the browser."""

    participant_id: str
    news: TableNews


def table_news(table: Table, readers: Sequence[str]) -> Mapping[str, TableNews]:
    """Return by reader what is told at a table."""
    call = table.calls.filter(closed_at=None).first()
    notes = list(_notes_for(table))
    read = NoteSeen.objects.filter(note__in=notes, reader__in=readers) if notes else ()
    seen = {(each.note_id, each.reader) for each in read}
    return {
        reader: TableNews(call, [note for note in notes if (note.pk, reader) not in seen])
        for reader in readers
    }


def _notes_for(table: Table) -> QuerySet[Note]:
    """Return the notes to all tables, and those to this one in the round that is there."""
    notes = Note.objects.filter(event=table.event_id, taken_back_at=None)
    if not notes.exists():
        return notes.none()
    playing = round_at_tables(table.event)
    here = Q(table=table, round_number=None if playing is None else playing.number)
    return notes.filter(Q(table=None) | here).order_by("at", "pk")


def seat_news(table: Table, readers: Sequence[str]) -> Mapping[str, Panel]:
    """Return by participant what live.news shows; nothing for those who have no news."""
    return {
        reader: Panel("calls/_seat.html", SeatNews(reader, news))
        for reader, news in table_news(table, readers).items()
        if news.call or news.notes
    }


def board_at(table: Table, playing: Round | None, named: int | None) -> int | None:
    """Return the board that a table is at: the one `named`, if it plays that, else the first
    without a result."""
    if playing is None or playing.state != Round.State.RUNNING:
        return None
    plays = Play.objects.filter(round=playing, table=table).order_by("board__number")
    if named is not None and plays.filter(board__number=named).exists():
        return named
    open_ones = plays.filter(result=None, pending=None)
    return open_ones.values_list("board__number", flat=True).first()


def calls_open(event: Event) -> QuerySet[Call]:
    """Return the calls that wait, the longest first: those nobody has taken before the others."""
    calls = Call.objects.filter(table__event=event, closed_at=None)
    return calls.select_related("table", "taken_by").order_by(
        F("taken_at").asc(nulls_first=True), "at", "pk"
    )


def calls_over(event: Event) -> QuerySet[Call]:
    """Return the calls that were closed or withdrawn, the latest first."""
    calls = Call.objects.filter(table__event=event, closed_at__isnull=False)
    return calls.select_related("table", "closed_by").order_by("-closed_at", "-pk")


@dataclass(frozen=True, slots=True)
class NoteLine:
    """A note at the desk: the tables at which somebody has read it."""

    note: Note
    seen_at: Sequence[int]


def notes_of(event: Event) -> list[NoteLine]:
    """Return the event's notes, the latest first, with where they were read."""
    notes = list(event.notes.select_related("table", "user"))
    seen: dict[int, set[int]] = defaultdict(set)
    for note_id, number in NoteSeen.objects.filter(note__in=notes).values_list(
        "note_id", "table__number"
    ):
        seen[note_id].add(number)
    return [NoteLine(note, sorted(seen[note.pk])) for note in notes]
