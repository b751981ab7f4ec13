"""From a table's page to the director, and back: calls, and notes that were read."""

import re
from http import HTTPStatus

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournament.calls.services import call_create, call_withdraw
from tournament.calls.views import note_read
from tournament.errors import Refused

from .access import TableRequest, table_view
from .entering import one
from .selectors import Visit
from .views import table_answer

BOARD = re.compile("[0-9]{1,4}")


@require_POST
@table_view
def table_call(request: TableRequest, visit: Visit) -> HttpResponse:
    """Call the director to this table."""
    try:
        board = one(request.POST, "board")
        call_create(
            table=visit.table,
            reason=one(request.POST, "reason"),
            text=one(request.POST, "text"),
            board=int(board) if BOARD.fullmatch(board) else None,
            device=visit.device,
        )
    except Refused as refused:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return table_answer(request, visit, refused=refused, status=status)
    return redirect("table", visit.table.code)


@require_POST
@table_view
def table_call_back(_request: TableRequest, visit: Visit) -> HttpResponse:
    """Take the table's call back."""
    call_withdraw(table=visit.table)
    return redirect("table", visit.table.code)


@require_POST
@table_view
def table_note(_request: TableRequest, visit: Visit, note_id: int) -> HttpResponse:
    """Say that a note was read on this phone."""
    note_read(visit.table, visit.device, note_id)
    return redirect("table", visit.table.code)
