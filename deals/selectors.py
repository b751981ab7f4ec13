"""What may be read of a deal set, and when.

Whoever calls `deal_of` holds secret cards until every table has played them: the caller decides
what may leave the server. `verification_file` and `board_proof` guard themselves.
"""

import json
from collections.abc import Collection, Sequence

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from engine.protocol import NO_OPTIONS, Deal, Options

from .description import Description
from .errors import NotRevealed, PublicValueMissing, SealBrokenError
from .formats.boards import normal
from .imported import ImportedSet, read_text
from .models import DealSet, PrintLog
from .verification import FORMAT

# Two a session: some years of a club, and a second to compute.
SETS_LOOKED_THROUGH = 400


def deal_set_can_deal(deal_set: DealSet) -> bool:
    """Whether the deals exist: no public value was announced, or it has been entered."""
    return not deal_set.public_value_source or deal_set.public_value != ""


def deal_of(deal_set: DealSet, board: int, carried: Options = NO_OPTIONS) -> Deal:
    """The deal of a board (counted from 1): computed anew from the key, or as it was imported.

    `carried` is what the deal before it in a match left, as options of the game: the same cards are
    then dealt as the game deals them after that. Raises PublicValueMissing, SealBrokenError, and
    ValueError for a board the set does not have.
    """
    description = _description(deal_set)
    if isinstance(description, ImportedSet):
        sealed = description.deal(cards=deal_set.cards, board=board)
    elif not deal_set_can_deal(deal_set):
        raise PublicValueMissing(_("Enter the public value first: the deals are drawn from it."))
    else:
        sealed = description.deal(key=deal_set.key, public_value=deal_set.public_value, board=board)
    # The form of a seal knows hands and a talon; what else a deal has the game takes from these.
    cards = [card for part in (*sealed.hands, sealed.talon) for card in part]
    return deal_set.rules.game.deal_from(cards, {**deal_set.options, **carried})


def verification_file(deal_set: DealSet) -> str:
    """The JSON text that `python -m deals verify` reads.

    Before the key is revealed it holds only the commitment and the description without the key.
    """
    fields: dict[str, object] = {
        "format": FORMAT,
        "commitment": deal_set.commitment,
        "description": _description(deal_set).public(),
    }
    if deal_set.revealed_at is None:
        return _object(fields)
    fields["key"] = deal_set.key.hex()
    fields["public_value"] = deal_set.public_value
    boards = (
        json.dumps({"board": board, **_cards(deal_of(deal_set, board))}, separators=(",", ":"))
        for board in range(1, deal_set.boards + 1)
    )
    return _object(fields, boards=",\n  ".join(boards))


def board_proof(deal_set: DealSet, board: int) -> dict[str, object]:
    """What the page of a board gives to verify.js; NotRevealed while the key is sealed."""
    if deal_set.revealed_at is None:
        raise NotRevealed(_("The deals are sealed until the results are published."))
    # Of imported deals the commitment seals all cards at once, and so takes all to be checked.
    cards = {"cards": deal_set.cards.hex()} if deal_set.imported_from else {}
    return {
        "commitment": deal_set.commitment,
        "description": _description(deal_set).public(),
        **cards,
        "key": deal_set.key.hex(),
        "public_value": deal_set.public_value,
        "board": board,
        **_cards(deal_of(deal_set, board)),
    }


def prints_of(deal_sets: Sequence[DealSet]) -> QuerySet[PrintLog]:
    """All that was printed of these sets' hands, oldest first."""
    return PrintLog.objects.filter(deal_set__in=deal_sets)


def deals_imported(deal_set: DealSet) -> list[Deal]:
    """All deals of a set that was imported, in order; none of one that is drawn."""
    if not deal_set.imported_from:
        return []
    return [deal_of(deal_set, board) for board in range(1, deal_set.boards + 1)]


def deals_known(*, game: str, deals: Sequence[Deal], but: Collection[DealSet]) -> int:
    """How many of these deals the game's other sets have, those of `but` left out.

    Looked through are the latest SETS_LOOKED_THROUGH sets that were imported or are public by now:
    drawn deals that are sealed are not compared with anything. Hands are in the deck's order.
    """
    others = DealSet.objects.filter(game=game).exclude(pk__in=[each.pk for each in but])
    others = others.filter(~Q(imported_from="") | Q(revealed_at__isnull=False))
    found: set[Deal] = set()
    for other in others.order_by("-pk")[:SETS_LOOKED_THROUGH]:
        deck = _description(other).deck
        boards = range(1, other.boards + 1)
        found.update(normal(deal_of(other, board), deck) for board in boards)
    return sum(deal in found for deal in deals)


def _description(deal_set: DealSet) -> Description | ImportedSet:
    """The sealed description; SealBrokenError if what is stored does not give the commitment."""
    description = read_text(deal_set.description)
    if isinstance(description, ImportedSet):
        commitment = description.commitment(deal_set.key, deal_set.cards)
    else:
        commitment = description.commitment(deal_set.key)
    if commitment != deal_set.commitment:
        raise SealBrokenError(f"{deal_set} does not give its commitment any more")
    return description


def _cards(deal: Deal) -> dict[str, object]:
    return {"hands": deal.hands, "talon": deal.talon}


def _object(fields: dict[str, object], boards: str = "") -> str:
    """A JSON object, one field per line, and one line for each board."""
    lines = [f'"{name}": {json.dumps(value, ensure_ascii=False)}' for name, value in fields.items()]
    if boards:
        lines.append(f'"boards": [\n  {boards}\n]')
    return "{\n" + ",\n".join(lines) + "\n}\n"
