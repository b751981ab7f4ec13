"""What trick-taking games share. Sets of cards are integers of a `Pack`."""

from collections.abc import Iterable

from engine.cards import SUIT_NAMES, SUITS
from engine.errors import IllegalAction


def strengths(deck: Iterable[str], ranks: str, *, led: str, trumps: str) -> dict[str, int]:
    """How high each card stands in a trick whose leader played the suit `led`.

    `ranks` run from the highest down, `trumps` are the trump suits. A trump stands above every
    plain card, trumps of equal rank stand level, and a card that neither follows nor trumps
    has -1: it cannot win by height.
    """
    height = {rank: place for place, rank in enumerate(reversed(ranks))}
    above_plain = len(ranks)

    def strength(card: str) -> int:
        if card[1] in trumps:
            return above_plain + height[card[0]]
        return height[card[0]] if card[1] == led else -1

    return {card: strength(card) for card in deck}


def refuse_finished() -> IllegalAction:
    return IllegalAction("finished", "the deal is over")


def refuse_turn(seat: int, actor: int) -> IllegalAction:
    return IllegalAction(
        "not-your-turn",
        f"it is the turn of seat {actor}, not of seat {seat}",
        seat=seat,
        actor=actor,
    )


def refuse_card(card: str, *, deck: Iterable[str]) -> IllegalAction:
    """The refusal of a card that is not in the hand of the player whose turn it is."""
    if card in deck:
        return IllegalAction("not-in-hand", f"you do not hold {card}", card=card)
    return IllegalAction("no-such-card", f"{card!r} is not a card of this game", card=card)


def refuse_suit(card: str, *, hand: Iterable[str], led: str, trumps: str) -> IllegalAction:
    """Why a card in hand may not follow the suit `led`: suit first, then trump, is the duty.

    The parameters name what the hand holds: `suit` the suit led, `held` the suits that must
    be played instead (several only when they are trumps).
    """
    suits = {each[1] for each in hand}
    follows = trumps if led in trumps else led
    held = tuple(suit for suit in SUITS if suit in suits and suit in follows)
    if held and led in trumps:
        rule, message = "follow-trump", f"trumps are led and you hold {_names(held)}: play a trump"
    elif held:
        rule, message = "follow-suit", f"you hold {_names(held)}: follow suit"
    else:
        held = tuple(suit for suit in SUITS if suit in suits and suit in trumps)
        rule = "must-trump"
        message = f"you hold no {SUIT_NAMES[led]} but {_names(held)}: play a trump"
    return IllegalAction(rule, message, card=card, suit=led, held=held)


def _names(suits: Iterable[str]) -> str:
    return " and ".join(SUIT_NAMES[suit] for suit in suits)
