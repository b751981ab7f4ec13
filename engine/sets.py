"""What games share in which several cards of one rank are played together.

A play names its cards in the order S H D C and then jokers, each joker with the rank that it
stands for: `7S`, `7S+7H`, `7H+JK1=7`.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from engine.cards import SUITS
from engine.errors import IllegalAction
from engine.tricks import refuse_card

JOKERS = ("JK1", "JK2")


def rank_of(play: str) -> str:
    """The rank of a play."""
    return play[-1] if play[-2] == "=" else play[0]


@cache
def cards_of(play: str) -> tuple[str, ...]:
    """The cards of a play."""
    return tuple(card.partition("=")[0] for card in play.split("+"))


def sets_of(rank: str, held: Sequence[str], *, most: int) -> tuple[str, ...]:
    """Every way to play up to `most` of these cards as this rank, fewer cards first.

    The cards are of this rank or jokers, in order.
    """
    names = [f"{card}={rank}" if card in JOKERS else card for card in held]
    return tuple(
        "+".join(some)
        for size in range(1, min(most, len(names)) + 1)
        for some in combinations(names, size)
    )


def refuse_set(
    play: str, *, hand: Sequence[str], deck: Sequence[str], ranks: str
) -> IllegalAction | None:
    """Why these cards are no play of one rank from this hand; None if they are one."""
    for card in cards_of(play):
        if card not in hand:
            return refuse_card(card, deck=deck)
    parts = [card.partition("=") for card in play.split("+")]
    cards = [card for card, _, _ in parts]
    for card, sign, named in parts:
        if card in JOKERS and named not in tuple(ranks):
            message = f"say what {card} stands for, as in {card}=7"
            return IllegalAction("joker-rank", message, card=card)
        if card not in JOKERS and sign:
            return IllegalAction("not-a-joker", f"{card} stands for itself", card=card)
    if len({named or card[0] for card, _, named in parts}) > 1:
        return IllegalAction("one-rank", "cards played together are of one rank", cards=cards)
    ordered = sorted(set(parts), key=lambda part: (part[0] in JOKERS, _place(part[0])))
    if parts != ordered:
        right = "+".join(map("".join, ordered))
        return IllegalAction(
            "cards-in-order", f"name each card once, in order: {right}", ordered=right
        )
    return None


def _place(card: str) -> int:
    return JOKERS.index(card) if card in JOKERS else SUITS.index(card[1])
