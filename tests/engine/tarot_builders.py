"""Deals of tarot around a few cards, and the way to the first card."""

from collections.abc import Mapping

from engine.cards import TAROT, TAROT_TRUMPS
from engine.games.tarot import BID, CALL, TarotState
from engine.games.tarot_contract import NOT_TAKEN
from engine.games.tarot_play import PACK
from engine.games.tarot_scale import SIZES
from engine.protocol import Deal, State
from engine.registry import game
from tests.engine.builders import play

TAROT_GAME = game("tarot")
LORRAIN = game("tarot-lorrain")


def suit(card: str) -> str:
    """`S`, `H`, `D`, `C`; `T` for a trump and `X` for the excuse, as the tests name voids."""
    if card == "EXC":
        return "X"
    return "T" if card in TAROT_TRUMPS else card[1]


def tarot_deal(*hands: str, dog: str = "", void: Mapping[int, str] | None = None) -> Deal:
    """A full deal in which the seats and the dog hold at least these cards.

    No seat is given more cards of the suits in its `void`, nor the dog of those in `void[-1]`.
    """
    size = SIZES[len(hands)]
    held = [hand.split() for hand in (*hands, dog)]
    room = [size.hand] * len(hands) + [size.dog]
    places = range(len(held))
    voids = [(void or {}).get(seat, "") for seat in (*range(len(hands)), -1)]
    used = {card for cards in held for card in cards}
    spare = [card for card in TAROT if card not in used]
    # Cards that fewer may take are given out first, each to whoever may take fewest cards.
    spare.sort(key=lambda card: sum(suit(card) not in voids[place] for place in places))
    for card in spare:
        able = [
            place
            for place in places
            if len(held[place]) < room[place] and suit(card) not in voids[place]
        ]
        held[max(able, key=lambda place: (len(voids[place]), -place))].append(card)
    return Deal(tuple(map(tuple, held[:-1])), tuple(held[-1]))


def options(deal: Deal) -> dict[str, object]:
    return {"players": len(deal.hands)}


def start(deal: Deal, *, rules: str = "tarot") -> State:
    return game(rules).start(deal, options(deal))


def taken(
    deal: Deal, bid: str = "garde_sans", *, taker: int = 0, call: str = "", rules: str = "tarot"
) -> State:
    """The deal taken by a bid without the dog, up to the first card."""
    state = play(start(deal, rules=rules), *["pass"] * taker, f"bid:{bid}")
    while state.view(0).facts["phase"] == "bid":
        state = play(state, "pass")
    if call:
        state = play(state, f"call:{call}")
    return play(state, "pass")


def everywhere(state: State, dealt: Deal) -> list[str]:
    """Every card of a deal of tarot, wherever it lies."""
    assert isinstance(state, TarotState)
    cards = [card for hand in state.hands for card in PACK.codes(hand)]
    cards += [*state.table, *(card for trick in state.tricks for card in trick.cards)]
    untaken = state.phase in (BID, CALL) or state.contract == NOT_TAKEN
    return cards + (list(dealt.talon) if untaken else list(PACK.codes(state.contract.aside)))
