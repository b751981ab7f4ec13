"""L'escopette by rules of thumb: what the bot called "simple" plays.

It turns the stake up when it holds a card that is likely to win, so that it can spend it on a stake
that is worth it, and leaves it face down otherwise. Then it plays the card for which the stake,
that it knows or has to expect, is worth the most beside what the card is worth in hand; of equals
the lowest.
"""

from engine.bots.following import Reading
from engine.games.escopette import CHOICES, CUT, HIDE, RANKS, REVEAL, TRICKS, WORTH
from engine.protocol import View

# What a card is worth keeping for, in shares of a stake still to come: a cutting seven, and a
# master less a step for each higher card unseen.
_SEVEN, _MASTER, _STEP = 0.5, 0.7, 0.25


def choose(view: View) -> str:
    """The choice for the seat whose view this is; it must be that seat's turn."""
    if len(view.legal) == 1:
        return view.legal[0]
    table = Reading(TRICKS, view)
    if view.legal == CHOICES:
        return REVEAL if any(_keeping(table, card) == _MASTER for card in view.hand) else HIDE
    stake, later = _stakes(view)

    def gain(card: str) -> float:
        return stake * table.winners(card)[view.seat] - later * _keeping(table, card)

    return max(view.legal, key=lambda card: (gain(card), RANKS.index(card[0])))


def _stakes(view: View) -> tuple[float, float]:
    """What this trick and a later one are worth, as far as this seat can tell."""
    won = sum(view.counts["stakes"])
    tricks = len(view.tricks)
    left = sum(WORTH.values()) - won
    if not view.turned:
        mean = left / (len(WORTH) - tricks)
        return mean, mean
    stake = WORTH[view.turned[0]]
    return stake, (left - stake) / max(1, len(WORTH) - tricks - 1)


def _keeping(table: Reading, card: str) -> float:
    """What this card is worth while it is kept in hand, as a share of a stake."""
    if card[0] == CUT:
        return _SEVEN
    rank = RANKS.index(card[0])
    higher = sum(other[1] == card[1] and RANKS.index(other[0]) < rank for other in table.unseen)
    return max(0.0, _MASTER - _STEP * higher)
