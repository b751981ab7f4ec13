"""Le Président by rules of thumb: what the bot called "simple" plays.

It gets rid of weak cards first, all those of a rank together, and answers with the weakest that
does it. Strong cards and sets of equal ones it keeps, passing instead, until it has few ranks left
or another player few cards. In an exchange it returns the weakest cards that leave its sets whole.
"""

from collections import Counter
from collections.abc import Sequence

from engine.games.president_play import FOUR, GIVE, PASS
from engine.protocol import View

# By how many ranks a card must be stronger than the weakest to be as dear as these:
_BROKEN_SET = 5
_CLOSING_CARD = 4
_LAST_TWO = 100
# What passing is worth, with many ranks in hand, with few, and when another is about to end.
_PASS, _FEW_RANKS, _DANGER = 10, 6, 20
_FEW, _ABOUT_TO_END = 3, 2


def choose(view: View) -> str:
    """The action for the seat whose view this is; it must be able to act."""
    if len(view.legal) == 1:
        return view.legal[0]
    ranks = str(view.facts["ranks"])
    held = Counter(card[0] for card in view.hand)
    if view.legal[0].startswith(GIVE):
        return min(
            view.legal, key=lambda action: _dear(action.removeprefix(GIVE).split("+"), held, ranks)
        )
    return min(view.legal, key=lambda action: _cost(view, action, held, ranks))


def _dear(cards: Sequence[str], held: Counter[str], ranks: str) -> int:
    """How much these cards are worth keeping."""
    given = Counter(card[0] for card in cards)
    broken = sum(held[rank] > times for rank, times in given.items())
    return sum(ranks.index(card[0]) for card in cards) + _BROKEN_SET * broken


def _cost(view: View, action: str, held: Counter[str], ranks: str) -> float:
    others = [cards for seat, cards in enumerate(view.counts["cards"]) if seat != view.seat]
    danger = min(cards for cards in others if cards) <= _ABOUT_TO_END
    if action == PASS:
        return _PASS + _FEW_RANKS * (len(held) <= _FEW) + _DANGER * danger
    cards = action.split("+")
    rank = cards[0][0]
    left = held - Counter({rank: len(cards)})
    if _on(view, "finish_on_two") and set(left) <= {"2"} and (left or rank == "2"):
        return _LAST_TWO
    if not left:
        return -_LAST_TWO
    closes = rank == view.facts["closes"]
    if closes and len(left) == 1:
        # Closing the trick, and ending with the next one.
        return -_LAST_TWO + 1
    height = ranks.index(rank)
    if len(cards) == FOUR and _on(view, "revolution"):
        # A revolution is welcome to who holds weak cards.
        weak = sum(ranks.index(each) * times for each, times in left.items())
        return -_PASS if 2 * weak < (len(ranks) - 1) * left.total() else _PASS
    cost = height + _BROKEN_SET * (rank in left) + _CLOSING_CARD * (closes and len(left) > _FEW)
    return cost if view.table else cost - len(cards)


def _on(view: View, variant: str) -> bool:
    on = view.facts["variants"]
    return isinstance(on, list) and variant in on
