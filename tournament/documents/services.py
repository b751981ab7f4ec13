"""Printing sealed hands, which is never done without a word in the log."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import override

from deals.models import PrintLog
from deals.services import print_record
from tournament.events.models import Event
from tournament.push.services import announce
from tournament.push.topics import desk_topic

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
    kind = PrintLog.Kind.RESERVE_SLIPS if reserve else PrintLog.Kind.HAND_SLIPS
    with transaction.atomic():
        for deal_set in {hand.deal_set.pk: hand.deal_set for hand in hands}.values():
            print_record(
                deal_set=deal_set,
                kind=kind,
                boards=[hand.number for hand in hands if hand.deal_set.pk == deal_set.pk],
                tables=tables,
                who=who,
            )
        announce(desk_topic(event.public_id))
    return pdf
