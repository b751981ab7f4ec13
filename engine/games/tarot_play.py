"""The play of the cards in French tarot: duties, the winner of a trick, and whose cards count.

Hands are sets of cards of `PACK`. A side is known by the seats of the attack: the taker's and, of
five players, the partner's.
"""

from collections.abc import Collection, Sequence

from engine.cards import EXCUSE, SUITS, TAROT, TAROT_TRUMPS, Pack
from engine.games.tarot_scale import BOUTS, HALVES
from engine.protocol import Trick

PACK = Pack(TAROT)
BIT = PACK.bit
TRUMP, NO_SUIT = "T", ""
# The suit of each card; the excuse has none.
SUIT = {
    card: NO_SUIT if card == EXCUSE else TRUMP if card in TAROT_TRUMPS else card[1]
    for card in TAROT
}
OF_SUIT = {
    suit: PACK.mask(card for card in TAROT if SUIT[card] == suit) for suit in (*SUITS, TRUMP)
}
TRUMPS, EXCUSE_BIT = OF_SUIT[TRUMP], BIT[EXCUSE]
KINGS = PACK.mask("K" + suit for suit in SUITS)
BOUT_CARDS = PACK.mask(BOUTS)
# The trumps higher than each trump. In the deck the highest stands first.
_ABOVE = {card: PACK.mask(TAROT_TRUMPS[:place]) for place, card in enumerate(TAROT_TRUMPS)}
# How high a card stands if its suit is led or it is a trump.
HEIGHT = {
    card: 100 - place if SUIT[card] == TRUMP else 14 - place % 14
    for place, card in enumerate(TAROT)
}


def suit_led(table: Sequence[str]) -> str | None:
    """The suit to be followed: the excuse leaves it to the next card. None if there is none yet."""
    for card in table[:2]:
        if card != EXCUSE:
            return SUIT[card]
    return None


def highest_trump(table: Sequence[str]) -> str | None:
    """The highest trump on the table, if there is one."""
    return max((card for card in table if SUIT[card] == TRUMP), default=None)


def playable(hand: int, table: Sequence[str]) -> int:
    """The cards of a hand that may be played on these: the duty, and the excuse at any time."""
    led = suit_led(table)
    if led is None:
        return hand
    if led != TRUMP and hand & OF_SUIT[led]:
        return hand & (OF_SUIT[led] | EXCUSE_BIT)
    trumps = hand & TRUMPS
    if not trumps:
        return hand
    highest = highest_trump(table)
    over = trumps & _ABOVE[highest] if highest else 0
    return (over or trumps) | hand & EXCUSE_BIT


def callable_cards(hand: int) -> int:
    """What a taker with this hand may call: kings, with all of them queens as well, and so on."""
    cards = 0
    for rank in "KQNJ":
        four = PACK.mask(rank + suit for suit in SUITS)
        cards |= four
        if hand & four != four:
            break
    return cards


def discardable(hand: int) -> int:
    """What may be discarded from this hand: no king, no bout, and trumps only for want of them."""
    may = hand & ~(KINGS | BOUT_CARDS)
    return may & ~TRUMPS or may


def winning_place(table: Sequence[str]) -> int:
    """Which card wins a trick by height, in the order played: 0 for the leader's."""
    led = suit_led(table)
    return max(
        range(len(table)),
        key=lambda place: HEIGHT[table[place]] if SUIT[table[place]] in (led, TRUMP) else -1,
    )


def player(trick: Trick, card: str) -> int:
    """The seat that played this card of the trick."""
    return (trick.leader + trick.cards.index(card)) % len(trick.cards)


def excuse_wins(tricks: Sequence[Trick], attack: Collection[int], seat: int) -> bool:
    """Whether the excuse, played by this seat in the last trick, wins it: its side won the others.

    `tricks` are those others.
    """
    return all((trick.winner in attack) == (seat in attack) for trick in tricks)


def petit_side(tricks: Sequence[Trick], attack: Collection[int]) -> bool | None:
    """Whether the attack wins the petit in the last trick; None if the petit is not at the end.

    Where the excuse wins the last trick of a chelem, the trick before it is an end as well.
    """
    last, before = tricks[-1], tricks[-2]
    ends = [last]
    if EXCUSE in last.cards and player(last, EXCUSE) == last.winner:
        ends.append(before)
    for trick in ends:
        if "T01" in trick.cards:
            return trick.winner in attack
    return None


def taken(tricks: Sequence[Trick], attack: Collection[int], *, kept_bouts: bool) -> tuple[int, int]:
    """The bouts and half points that the attack has in its tricks, without the dog.

    The excuse goes back to the side that played it, for the lowest card in that side's tricks,
    whenever they were won. It is lost in the last trick, and where its side wins no trick at all.
    With `kept_bouts` all three belong to whoever played them, for nothing.
    """
    bouts = halves = 0
    for trick in tricks:
        for place, card in enumerate(trick.cards):
            owner = trick.winner
            if kept_bouts and card in BOUTS:
                owner = (trick.leader + place) % len(trick.cards)
            if owner in attack:
                halves += HALVES[card]
                bouts += card in BOUTS
    if kept_bouts:
        return bouts, halves
    for trick in tricks[:-1]:
        if EXCUSE in trick.cards:
            attacks = player(trick, EXCUSE) in attack
            if attacks != (trick.winner in attack):
                own = [each for each in tricks if (each.winner in attack) == attacks]
                if own:
                    sign = 1 if attacks else -1
                    bouts += sign
                    halves += sign * (HALVES[EXCUSE] - _lowest(own))
    return bouts, halves


def _lowest(tricks: Sequence[Trick]) -> int:
    """The half points of the lowest card in these tricks, which pays for the excuse."""
    cards = {card for trick in tricks for card in trick.cards} - BOUTS
    return min(HALVES[card] for card in cards)
