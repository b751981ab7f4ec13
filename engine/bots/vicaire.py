"""Le vicaire by rules of thumb: what the bot called "simple" plays.

It wants tricks, as many as a deal by itself is worth: of its legal cards it plays the one with
which this trick and the promise of the remaining hand are worth most, of equals the lowest.
"""

from engine.bots.following import Reading
from engine.games.vicaire import RANKS, TRUMPS, VICAIRE
from engine.protocol import View

# What a card promises in tricks: from a master's share down by a step for each higher card unseen.
_TRUMP, _TRUMP_STEP, _TRUMP_LEAST = 1.0, 0.15, 0.3
_PLAIN, _PLAIN_STEP = 0.7, 0.3
# A plain card is safe from trumps while the others can still hold this many cards of its suit.
_PLAIN_LENGTH = 5


def choose(view: View) -> str:
    """The card for the seat whose view this is; it must be that seat's turn."""
    if len(view.legal) == 1:
        return view.legal[0]
    table = Reading(VICAIRE, view)

    def worth(card: str) -> float:
        rest = sum(_promise(table, other) for other in view.hand if other != card)
        return table.winners(card)[view.seat] + rest

    return max(view.legal, key=lambda card: (worth(card), RANKS.index(card[0])))


def _promise(table: Reading, card: str) -> float:
    """What a card kept in hand is likely to bring, in tricks."""
    rank = RANKS.index(card[0])
    rivals = [other for other in table.unseen if other[1] == card[1]]
    higher = sum(RANKS.index(other[0]) < rank for other in rivals)
    if card[1] in TRUMPS:
        return max(_TRUMP_LEAST, _TRUMP - _TRUMP_STEP * higher)
    safe = min(_PLAIN_LENGTH, len(rivals)) / _PLAIN_LENGTH
    return max(0.0, _PLAIN - _PLAIN_STEP * higher) * safe
