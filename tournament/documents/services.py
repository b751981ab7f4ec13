"""Printing sealed hands, which is never done without a word in the log."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from deals.services import print_record
from tournament.events.models import Event

from .hands import board_names
from .pdf import render
from .selectors import Hand, hand_slips


def hand_slips_print(
    *,
    event: Event,
    hands: Sequence[Hand],
    tables: Sequence[int],
    reserve: bool,
    who: str,
    language: str,
) -> bytes:
    """Return the hand slips as a PDF in `language`, with the print in the log of their deal sets.

    Raises PublicValueMissing while the deals do not exist, and Refused without tables; nothing is
    logged then.
    """
    sheet = hand_slips(event, hands, tables=tables, reserve=reserve)
    with override(language):
        pdf = render(sheet)
    with transaction.atomic():
        for deal_set in {hand.deal_set.pk: hand.deal_set for hand in hands}.values():
            of_set = [hand.number for hand in hands if hand.deal_set.pk == deal_set.pk]
            print_record(deal_set=deal_set, what=_what(of_set, tables, reserve=reserve), who=who)
    return pdf


def _what(boards: Sequence[int], tables: Sequence[int], *, reserve: bool) -> str:
    names = board_names(boards, reserve=reserve)
    what = ngettext("hand slips, board %(names)s", "hand slips, boards %(names)s", len(boards)) % {
        "names": names
    }
    if len(tables) == 1:
        return f"{what}, {_('table %(number)d') % {'number': tables[0]}}"
    return f"{what}, {_('%(count)d tables') % {'count': len(tables)}}"
