"""What the rules of tarot refuse, by name: for an action of the player whose turn it is."""

from collections.abc import Sequence

from engine.cards import SUIT_NAMES, TAROT
from engine.errors import IllegalAction
from engine.games.tarot_contract import BID_ACTIONS
from engine.games.tarot_play import (
    BIT,
    BOUT_CARDS,
    KINGS,
    OF_SUIT,
    SUIT,
    TRUMP,
    highest_trump,
    suit_led,
)
from engine.tricks import refuse_card


def refuse_bid(action: str) -> IllegalAction:
    """The refusal of a bid that is not higher than the others, or of what is no bid at all."""
    if action in BID_ACTIONS:
        message = "a bid must be higher than those before: bid more, or pass"
        return IllegalAction("bid-higher", message, bid=action)
    return IllegalAction("bid-or-pass", "make a bid, or pass", action=action)


def refuse_call(action: str) -> IllegalAction:
    """The refusal of a card that may not be called, or of anything else then."""
    word, _, card = action.partition(":")
    if word != "call" or card not in BIT:
        return _other("call", action, "call:KS")
    return IllegalAction(
        "call-king", "call a king; lower cards only if you hold all those above", card=card
    )


def refuse_discard(action: str, hand: int) -> IllegalAction:
    """Why this card may not be discarded, or anything else not be done then."""
    word, _, card = action.partition(":")
    if word != "discard" or card not in BIT:
        return _other("discard", action, "discard:4S")
    if not BIT[card] & hand:
        return refuse_card(card, deck=TAROT)
    if BIT[card] & BOUT_CARDS:
        return IllegalAction("discard-bout", "a bout is never discarded", card=card)
    if BIT[card] & KINGS:
        return IllegalAction("discard-king", "a king is never discarded", card=card)
    return IllegalAction(
        "discard-trump", "a trump is discarded only when there is nothing else", card=card
    )


def refuse_announcement(action: str) -> IllegalAction:
    return IllegalAction(
        "chelem-or-pass", "announce a chelem, or pass and the play begins", action=action
    )


def refuse_hiding(action: str) -> IllegalAction:
    """The refusal of anything but a trump that would be shown."""
    return _other("hide", action, "hide:T08")


def refuse_poignee(size: int, *, shown: bool, late: bool) -> IllegalAction:
    """Why a poignée of so many trumps may not be shown now."""
    if late:
        return IllegalAction("poignee-late", "a poignée is shown before playing a first card")
    if shown:
        return IllegalAction("poignee-twice", "you have shown your poignée: play a card")
    return IllegalAction(
        "poignee-trumps", f"this poignée takes {size} trumps: you hold fewer", size=size
    )


def refuse_play(card: str, hand: int, table: Sequence[str], called: str) -> IllegalAction:
    """Why this card may not be played on these; with nothing on the table, it is the first card."""
    if not BIT.get(card, 0) & hand:
        return refuse_card(card, deck=TAROT)
    led = suit_led(table)
    if led is None:
        return IllegalAction(
            "called-suit",
            f"the first card is not of the suit of {called}, unless it is that card",
            card=card,
            called=called,
        )
    if led != TRUMP and hand & OF_SUIT[led]:
        message = f"you hold {SUIT_NAMES[led]}: follow suit"
        return IllegalAction("follow-suit", message, card=card, suit=led, held=(led,))
    if SUIT[card] == TRUMP:
        highest = highest_trump(table) or card
        message = f"you hold a trump higher than {highest}: play a higher one"
        return IllegalAction("overtrump", message, card=card, highest=highest)
    if led == TRUMP:
        return IllegalAction("follow-trump", "trumps are led and you hold one: play it", card=card)
    message = "you cannot follow suit and you hold a trump: play it"
    return IllegalAction("must-trump", message, card=card)


def _other(word: str, action: str, example: str) -> IllegalAction:
    message = f"name a card to {word}, as in {example}"
    return IllegalAction(f"{word}-a-card", message, action=action)
