"""Le triton by rules of thumb: what the bot called "simple" plays.

For each legal card it asks who is likely to win the trick, and what the cards on the table would
then make of everybody's captured cards: a combination, or the beginning of one. It plays the card
that is best for itself and worst for the others; of equals the lowest. Cards that may still win
tricks, the sevens among them, are kept while they would win little.
"""

from collections import Counter

from engine.bots.following import Reading
from engine.games.triton import BONUS, CUT, RANKS, SEATS, SEQUENCE_LENGTH, TRITON, best_combination
from engine.protocol import View

# What captured cards promise besides their combination: by how many there are of a rank, by how
# many there are of five neighbours, and by their number.
_OF_A_RANK = (0.0, 0.0, 2.0, 8.0, 0.0)
_NEIGHBOURS = (0.0, 0.0, 1.0, 6.0, 20.0, 0.0)
_CARD = 1.0
# What another's gain counts against one's own.
_RIVAL = 0.4
# What a card in hand is worth keeping for, in points: a cutting seven, and a master less a step for
# each higher card unseen.
_SEVEN, _MASTER, _STEP = 12.0, 10.0, 3.0

_WINDOWS = tuple(
    tuple(rank + suit for rank in RANKS[start : start + SEQUENCE_LENGTH])
    for suit in "SHDC"
    for start in range(len(RANKS) - SEQUENCE_LENGTH + 1)
)


def choose(view: View) -> str:
    """The card for the seat whose view this is; it must be that seat's turn."""
    if len(view.legal) == 1:
        return view.legal[0]
    table = Reading(TRITON, view)
    taken = [set(cards) for cards in view.captured]
    now = [_worth(cards) for cards in taken]

    def gain(card: str) -> float:
        cards = (*table.table, card)
        total = -_keeping(table, card)
        for winner, chance in enumerate(table.winners(card)):
            if chance:
                more = _worth(taken[winner].union(cards)) - now[winner]
                total += chance * (more if winner == view.seat else -_RIVAL * more)
        return total

    return max(view.legal, key=lambda card: (gain(card), RANKS.index(card[0])))


def _worth(cards: set[str]) -> float:
    """Points that these captured cards make, and promise."""
    found = best_combination(cards)
    ranks = Counter(card[0] for card in cards)
    neighbours = max(len(cards.intersection(window)) for window in _WINDOWS)
    promise = sum(_OF_A_RANK[times] for times in ranks.values()) + _NEIGHBOURS[neighbours]
    bonus = BONUS * found.value / (SEATS * 100)
    return found.value + bonus + promise + _CARD * len(cards)


def _keeping(table: Reading, card: str) -> float:
    """What this card is worth while it is kept in hand."""
    if card[0] == CUT:
        return _SEVEN
    rank = RANKS.index(card[0])
    higher = sum(other[1] == card[1] and RANKS.index(other[0]) < rank for other in table.unseen)
    return max(0.0, _MASTER - _STEP * higher)
