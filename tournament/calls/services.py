"""Everything that writes calls and notes."""

from datetime import timedelta

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.models import Event
from tournament.live.models import LiveDeal, Participant
from tournament.live.services import live_announce
from tournament.players.services import text_clean
from tournament.push.services import announce
from tournament.push.topics import desk_topic, seat_topic, table_topic
from tournament.tables.models import Table
from tournament.tables.selectors import round_at_tables

from .models import TEXT_LENGTH, Call, Note, NoteSeen
from .selectors import board_at

# Whoever plays with the button is stopped; a hall that really burns raises its hand.
CALLS_MOST, CALLS_WITHIN = 6, timedelta(minutes=10)


@transaction.atomic
def call_create(
    *, table: Table, reason: str, text: str = "", board: int | None = None, device: str = ""
) -> Call:
    """Return the table's open call: the one that waits already, or a new one.

    `board` is the one that the page was about; the server knows the others. Raises Refused for no
    reason of the list, a text that is too long, too many calls, and once the event is over.
    """
    text = _text(text)
    if reason not in Call.Reason.values:
        raise Refused(_("Say why you call the director."))
    # Double taps wait for each other here.
    table = (
        Table.objects.select_for_update(no_key=True, of=("self",))
        .select_related("event")
        .get(pk=table.pk)
    )
    if table.event.state == Event.State.OFFICIAL:
        raise Refused(_("This tournament is over."))
    standing = table.calls.filter(closed_at=None).first()
    if standing is not None:
        return standing
    now = timezone.now()
    if table.calls.filter(at__gt=now - CALLS_WITHIN).count() >= CALLS_MOST:
        raise Refused(_("This table has called often just now: raise your hand, please."))
    playing = round_at_tables(table.event)
    call = Call(
        table=table,
        round_number=None if playing is None else playing.number,
        board_number=board_at(table, playing, board),
        reason=reason,
        text=text,
        device=device,
        at=now,
    )
    call.full_clean()
    call.save()
    _tell(table.event, [table])
    return call


@transaction.atomic
def call_withdraw(*, table: Table) -> None:
    """Take back the table's open call; without one, nothing happens."""
    call = table.calls.select_for_update().filter(closed_at=None).first()
    if call is None:
        return
    call.closed_at, call.withdrawn = timezone.now(), True
    call.save(update_fields=["closed_at", "withdrawn"])
    _tell(table.event, [table])


@transaction.atomic
def call_take(*, call: Call, user: AbstractBaseUser) -> None:
    """Tell the table that the director is on the way. Raises Refused for a call that is closed, or
    that somebody else has taken."""
    call = _open(call)
    if call.taken_by_id not in {None, user.pk}:
        raise Refused(_("%(name)s is on the way already.") % {"name": call.taken_by})
    call.taken_at, call.taken_by_id = timezone.now(), user.pk
    call.save(update_fields=["taken_at", "taken_by"])
    _tell(call.table.event, [call.table])


@transaction.atomic
def call_close(*, call: Call, note: str, user: AbstractBaseUser) -> None:
    """End a call, with what the director wants to remember. Raises Refused for a closed one."""
    note = _text(note)
    call = _open(call)
    call.closed_at, call.closed_by_id, call.note = timezone.now(), user.pk, note
    call.save(update_fields=["closed_at", "closed_by", "note"])
    _tell(call.table.event, [call.table])


def _open(call: Call) -> Call:
    call = (
        Call.objects.select_for_update(of=("self",)).select_related("table__event").get(pk=call.pk)
    )
    if call.withdrawn:
        raise Refused(_("The table has taken its call back."))
    if call.closed_at is not None:
        raise Refused(_("This call is closed already."))
    return call


@transaction.atomic
def note_send(*, event: Event, table: Table | None, text: str, user: AbstractBaseUser) -> Note:
    """Show a note at one table, or at all. Raises Refused without a text, or for one too long."""
    text = _text(text)
    if not text:
        raise Refused(_("Write what the table is to read."))
    playing = round_at_tables(event)
    note = Note(
        event=event,
        table=table,
        round_number=None if playing is None else playing.number,
        text=text,
        at=timezone.now(),
    )
    note.user_id = user.pk
    note.full_clean()
    note.save()
    _tell(event, _tables_of(note))
    return note


@transaction.atomic
def note_take_back(*, note: Note) -> None:
    """Show a note at no table any more. It stays in the list of notes."""
    if Note.objects.filter(pk=note.pk, taken_back_at=None).update(taken_back_at=timezone.now()):
        _tell(note.event, _tables_of(note))


@transaction.atomic
def note_see(*, note: Note, table: Table, reader: str) -> None:
    """Record that the note was read there. Reading it twice is once."""
    _row, made = NoteSeen.objects.get_or_create(
        note=note, reader=reader, defaults={"table": table, "at": timezone.now()}
    )
    if made:
        _tell(note.event, [table])


def _tables_of(note: Note) -> list[Table]:
    return list(note.event.tables.all()) if note.table is None else [note.table]


def _text(text: str) -> str:
    cleaned = text_clean(text)
    if len(cleaned) > TEXT_LENGTH:
        raise Refused(_("Say it in at most %(most)d characters.") % {"most": TEXT_LENGTH})
    return cleaned


def _tell(event: Event, tables: list[Table]) -> None:
    """Let the desk, the tables' phones and the seats in the browser look again."""
    on_tables = LiveDeal.objects.filter(play__table__in=tables, finished_at=None, voided_at=None)
    for live in on_tables.order_by("pk"):
        live_announce(live)
    # Between deals nothing is kept; who sat there in another round looks again for nothing.
    seated = Participant.objects.filter(entry__chairs__table__in=tables).exclude(device="")
    announce(
        desk_topic(event.public_id),
        *(table_topic(event.public_id, table.number) for table in tables),
        *(
            seat_topic(public_id)
            for public_id in seated.values_list("public_id", flat=True).distinct()
        ),
    )
