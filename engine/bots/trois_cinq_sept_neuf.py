"""Le 3-5-7-9 by rules of thumb: what the bot called "simple" plays.

Where the trick counts it asks for each legal card who is likely to win it, and what the trick and
the queens in it are then worth. Cards that may win one of the tricks that count are kept for them,
the sevens among them; what is thrown on the others are the cards that are worth the least. Of
equals it plays the lowest.
"""

from engine.bots.following import Reading
from engine.games.trois_cinq_sept_neuf import (
    COUNTING,
    CUT,
    POINTS,
    QUEEN,
    RANKS,
    THREE_FIVE_SEVEN_NINE,
)
from engine.protocol import View

# What another's gain counts against one's own.
_RIVAL = 0.4
# What a card is worth keeping for, in points: a cutting seven, and a master less a step for each
# higher card unseen.
_SEVEN, _MASTER, _STEP = 9.0, 12.0, 4.0
# What it is worth to lead when the next trick counts.
_LEAD = 3.0


def choose(view: View) -> str:
    """The card for the seat whose view this is; it must be that seat's turn."""
    if len(view.legal) == 1:
        return view.legal[0]
    table = Reading(THREE_FIVE_SEVEN_NINE, view)
    number = len(view.tricks) + 1
    counting, queens = view.counts["counting"], view.counts["queens"]

    def gain(card: str) -> float:
        total = -_keeping(table, card) if number < COUNTING[-1] else 0.0
        chances = table.winners(card)
        if number not in COUNTING:
            return total + _LEAD * chances[view.seat]
        fallen = sum(each[0] == QUEEN for each in (*table.table, card))
        for winner, chance in enumerate(chances):
            more = (
                POINTS[counting[winner] + 1]
                - POINTS[counting[winner]]
                + POINTS[queens[winner] + fallen]
                - POINTS[queens[winner]]
            )
            total += chance * (more if winner == view.seat else -_RIVAL * more)
        return total

    return max(view.legal, key=lambda card: (gain(card), RANKS.index(card[0])))


def _keeping(table: Reading, card: str) -> float:
    """What this card is worth while it is kept in hand."""
    if card[0] == CUT:
        return _SEVEN
    rank = RANKS.index(card[0])
    higher = sum(other[1] == card[1] and RANKS.index(other[0]) < rank for other in table.unseen)
    return max(0.0, _MASTER - _STEP * higher)
