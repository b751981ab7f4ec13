"""Printing sealed hands and what opens hands, which is never done without a word in the log."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from deals.models import PrintLog
from deals.services import print_record
from tournament.errors import Refused
from tournament.events.models import Event
from tournament.live.event_play import participants_ensure
from tournament.live.links import links_record
from tournament.push.services import announce
from tournament.push.topics import desk_topic

from .pdf import render
from .selectors import Hand, curtain_cards, guide_cards, hand_slips


def hand_slips_print(
    *,
    event: Event,
    hands: Sequence[Hand],
    played: Mapping[int, Sequence[int]],
    reserve: bool,
    chairs: Mapping[tuple[int, int], tuple[int, ...]] | None = None,
    who: str,
    language: str,
) -> bytes:
    """Return the hand slips as a PDF in `language`, with the print in the log of their deal sets.

    Raises PublicValueMissing while the deals do not exist, and Refused without tables; nothing is
    logged then.
    """
    sheet = hand_slips(event, hands, played=played, reserve=reserve, chairs=chairs)
    with override(language):
        pdf = render(sheet)
    kind = PrintLog.Kind.RESERVE_SLIPS if reserve else PrintLog.Kind.HAND_SLIPS
    _hands_record(event=event, hands=hands, kind=kind, tables=list(sheet.played), who=who)
    return pdf


def curtain_cards_print(
    *, event: Event, hands: Sequence[Hand], reserve: bool, who: str, language: str
) -> bytes:
    """Return curtain cards and their dealing sheet as a PDF, with the print in the log.

    Raises PublicValueMissing while the deals do not exist, and Refused without boards; nothing is
    logged then.
    """
    with override(language):
        pdf = render(curtain_cards(event, hands, reserve=reserve))
    kind = PrintLog.Kind.RESERVE_CURTAINS if reserve else PrintLog.Kind.CURTAIN_CARDS
    _hands_record(event=event, hands=hands, kind=kind, tables=[], who=who)
    return pdf


@transaction.atomic
def _hands_record(
    *, event: Event, hands: Sequence[Hand], kind: str, tables: Sequence[int], who: str
) -> None:
    """Put into the log of each deal set which of its hands were printed."""
    for deal_set in {hand.deal_set.pk: hand.deal_set for hand in hands}.values():
        print_record(
            deal_set=deal_set,
            kind=kind,
            boards=[hand.number for hand in hands if hand.deal_set.pk == deal_set.pk],
            tables=tables,
            who=who,
        )
    announce(desk_topic(event.public_id))


def guide_cards_print(
    *, event: Event, first_round: int, only: int | None, who: str, language: str
) -> bytes:
    """Return guide cards with the players' personal links as a PDF, with the print in the log.

    `only` is one entry's number. Raises Refused without tables, and where the cards are played on
    the table; nothing is logged then.
    """
    if event.play_mode == Event.PlayMode.ENTERED:
        raise Refused(_("In this tournament the cards are played on the table."))
    holders = participants_ensure(event=event)
    sheet = guide_cards(event, first_round=first_round, holders=holders, only=only)
    if not sheet.cards:
        raise Refused(_("This player has no round left to play."))
    with override(language):
        pdf = render(sheet)
    printed = {card.player.number for card in sheet.cards}
    with transaction.atomic():
        links_record(
            participants=[
                holder
                for holder in holders.values()
                if holder.entry is not None and holder.entry.number in printed
            ],
            who=who,
            printed=True,
        )
        announce(desk_topic(event.public_id))
    return pdf
