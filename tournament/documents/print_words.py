"""What was printed, in the reader's language."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deals.models import PrintLog

from .hands import board_names


def print_words(entry: PrintLog) -> str:
    """Return "hand slips, boards 4–5, 6 tables"; what version 0.1 wrote stays as it was written."""
    if not entry.kind:
        return entry.what
    names = board_names(entry.boards, reserve=entry.kind == PrintLog.Kind.RESERVE_SLIPS)
    what = ngettext(
        "hand slips, board %(names)s", "hand slips, boards %(names)s", len(entry.boards)
    ) % {"names": names}
    if len(entry.tables) == 1:
        return f"{what}, {_('table %(number)d') % {'number': entry.tables[0]}}"
    return f"{what}, {_('%(count)d tables') % {'count': len(entry.tables)}}"
