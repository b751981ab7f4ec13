"""La comète by rules of thumb: what the bot called "simple" plays.

It begins the row that sheds most of its cards at once, and values an ace, a king and a row that
nobody can go on with: after that it begins again. It plays the Comet as soon as it may.
"""

from typing import cast

from engine.games.comete import ACE, COMET, DECK, KING, PASS, RANKS
from engine.protocol import View

# Beside one card shed: an ace or a king, and to begin the next row as well.
_HONOUR, _AGAIN = 2.0, 1.5
# The Comet that could still be played on another row, for more than if it begins one.
_KEEP_COMET = 2.0


def choose(view: View) -> str:
    """The action for the seat whose view this is; it must be that seat's turn."""
    if len(view.legal) == 1:
        return view.legal[0]
    if PASS in view.legal:
        return COMET
    past = cast("list[str]", view.facts["past"])
    gone = set(past)
    return max(view.legal, key=lambda card: (_worth(view, card, gone), -RANKS.index(card[0])))


def _worth(view: View, card: str, gone: set[str]) -> float:
    """What it brings to play this card and go on from it with one's own cards."""
    run = [rank + card[1] for rank in RANKS[RANKS.index(card[0]) :]]
    mine = next((place for place, each in enumerate(run) if each not in view.hand), len(run))
    worth = mine + _HONOUR * ((card[0] == ACE) + (run[mine - 1][0] == KING))
    if mine == len(run) or run[mine] in gone or run[mine] not in DECK:
        worth += _AGAIN
    return worth - _KEEP_COMET * (card == COMET)
