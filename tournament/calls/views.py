"""What a participant who plays in the browser says to the director, and reads."""

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.errors import Refused
from tournament.live.access import SeatRequest, seat_view
from tournament.live.models import Participant
from tournament.live.selectors import table_at
from tournament.live.services import participant_seen
from tournament.live.views import seat_answer
from tournament.tables.models import Table

from .models import Note
from .selectors import table_news
from .services import call_create, call_withdraw, note_see


def _table(participant: Participant) -> Table:
    """Return the table at which the participant sits now. Raises Refused without one."""
    table = table_at(participant)
    if table is None:
        raise Refused(_("You sit at no table now: ask the director in person."))
    return table


@require_POST
@seat_view
def seat_call(request: SeatRequest, participant: Participant) -> HttpResponse:
    """Call the director to the participant's table."""
    participant_seen(participant=participant, device=participant.device)
    try:
        call_create(
            table=_table(participant),
            reason=request.POST.get("reason", ""),
            text=request.POST.get("text", ""),
            device=participant.public_id,
        )
    except Refused as refused:
        return seat_answer(request, participant, refused)
    return seat_answer(request, participant)


@require_POST
@seat_view
def seat_call_back(request: SeatRequest, participant: Participant) -> HttpResponse:
    """Take the table's call back."""
    try:
        call_withdraw(table=_table(participant))
    except Refused as refused:
        return seat_answer(request, participant, refused)
    return seat_answer(request, participant)


@require_POST
@seat_view
def seat_note(request: SeatRequest, participant: Participant, note_id: int) -> HttpResponse:
    """Say that a note was read."""
    table = table_at(participant)
    if table is None:
        raise Http404
    note_read(table, participant.public_id, note_id)
    return seat_answer(request, participant)


def note_read(table: Table, reader: str, note_id: int) -> None:
    """Record that this reader has read a note. Raises Http404 for one of another table or event."""
    news = table_news(table, [reader])[reader]
    note = next((note for note in news.notes if note.pk == note_id), None)
    if note is not None:
        note_see(note=note, table=table, reader=reader)
    elif not Note.objects.filter(pk=note_id, event=table.event_id).exists():
        raise Http404
