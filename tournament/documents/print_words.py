"""What was printed, in the reader's language."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deals.models import PrintLog

from .hands import board_names


def print_words(entry: PrintLog) -> str:
    """Return "hand slips, boards 4–5, 6 tables"; what version 0.1 wrote stays as it was written."""
    if not entry.kind:
        return entry.what
    many = len(entry.boards)
    is_reserve = entry.kind in {PrintLog.Kind.RESERVE_SLIPS, PrintLog.Kind.RESERVE_CURTAINS}
    names = {"names": board_names(entry.boards, reserve=is_reserve)}
    if entry.kind in {PrintLog.Kind.CURTAIN_CARDS, PrintLog.Kind.RESERVE_CURTAINS}:
        cards = ngettext("curtain cards, board %(names)s", "curtain cards, boards %(names)s", many)
        return cards % names
    what = ngettext("hand slips, board %(names)s", "hand slips, boards %(names)s", many) % names
    if len(entry.tables) == 1:
        return f"{what}, {_('table %(number)d') % {'number': entry.tables[0]}}"
    return f"{what}, {_('%(count)d tables') % {'count': len(entry.tables)}}"
