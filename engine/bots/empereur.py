"""L'empereur by rules of thumb: what the bot called "simple" plays.

It plays whenever it can, the lowest rank first and all cards of it, which makes the next player
draw as well. Jokers are kept for the turns in which it could not play otherwise, but never to the
end, since the last play must not contain one. What is given away by choice is a low card that
stands alone.
"""

from collections import Counter

from engine.games.empereur import DRAW, GIVE, PASS, POINTS, RANKS
from engine.protocol import View
from engine.sets import JOKERS, cards_of, rank_of

# What a joker that is played costs, and a card that is kept of the rank played, in ranks.
_JOKER, _KEPT = 12, 4


def choose(view: View) -> str:
    """The action for the seat whose view this is; it must be that seat's turn."""
    if view.legal[0].startswith(GIVE):
        return _gift(view)
    plays = [play for play in view.legal if play not in (DRAW, PASS) and not _loses(view, play)]
    return min(plays, key=lambda play: _cost(view, play), default=view.legal[-1])


def _loses(view: View, play: str) -> bool:
    """Whether this play ends with a joker, or leaves nothing but jokers in hand."""
    cards = cards_of(play)
    left = [card for card in view.hand if card not in cards]
    return all(card in JOKERS for card in left) and any(card in JOKERS for card in (*left, *cards))


def _cost(view: View, play: str) -> tuple[bool, int, int]:
    """The play of the least cost is chosen; the one that empties the hand before all others."""
    cards, rank = cards_of(play), rank_of(play)
    jokers = sum(card in JOKERS for card in cards)
    held = sum(card[0] == rank for card in view.hand if card not in JOKERS)
    kept = held - (len(cards) - jokers)
    cost = RANKS.index(rank) + _KEPT * kept + _JOKER * jokers
    return (len(cards) < len(view.hand), cost, -len(cards))


def _gift(view: View) -> str:
    """The lowest card that is alone of its rank, if there is one, else the lowest."""
    ranks = Counter(card[0] for card in view.hand)
    cards = [action.removeprefix(GIVE) for action in view.legal]
    card = min(cards, key=lambda card: (ranks[card[0]] > 1, POINTS[card]))
    return f"{GIVE}{card}"
