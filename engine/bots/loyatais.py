"""Le loyatais by rules of thumb: what the bot called "simple" plays.

A hand promises so many tricks. With many of them a player shows its best cards, to be chosen, and
with few its lowest; the taker plays alone if it can expect the five tricks, and otherwise with the
seat that has shown more. In the play it counts the tricks of its side, and plays the card with
which this trick and the promise of the remaining hand are worth most; of equals the lowest.
"""

from collections.abc import Iterable, Sequence
from typing import cast

from engine.bots.following import Reading
from engine.games.loyatais import ALONE, CONTRACTS, PLAY, RANKS, SEATS, SHOW, TAKER
from engine.protocol import View

# What the highest card of a suit promises in tricks, and by how much less each one below it.
_BEST = {"S": 1.0, "H": 0.85, "D": 0.7, "C": 0.6}
_STEP = {"S": 0.13, "H": 0.2, "D": 0.25, "C": 0.25}
# From how many tricks on a player wants to be chosen, and a taker needs nobody.
_WANTED, _ALONE = 3.0, 4.8


def choose(view: View) -> str:
    """The choice for the seat whose view this is; it must be that seat's turn."""
    if len(view.legal) == 1:
        return view.legal[0]
    table = Reading(PLAY, view)
    if view.facts["phase"] == "show":
        return _show(table, view)
    if view.legal == CONTRACTS:
        return _contract(table, view)
    friends = _friends(view)

    def worth(card: str) -> float:
        chances = table.winners(card)
        won = sum(chances[seat] for seat in friends)
        return won + _promise(table, (other for other in view.hand if other != card))

    return max(view.legal, key=lambda card: (worth(card), RANKS.index(card[0]), card[1] != "S"))


def _show(table: Reading, view: View) -> str:
    wanted = _promise(table, view.hand) >= _WANTED
    order = max if wanted else min
    return order(
        view.legal,
        key=lambda action: _promise(table, action.removeprefix(SHOW).split("+")),
    )


def _contract(table: Reading, view: View) -> str:
    if _promise(table, view.hand) >= _ALONE:
        return ALONE
    return CONTRACTS[max(range(TAKER), key=lambda seat: _promise(table, view.shown[seat]))]


def _friends(view: View) -> Sequence[int]:
    """The seats of this one's side."""
    taking = cast("Sequence[int]", view.facts["side"])
    if view.seat in taking:
        return taking
    return [seat for seat in range(SEATS) if seat not in taking]


def _promise(table: Reading, cards: Iterable[str]) -> float:
    """What these cards are likely to bring, in tricks."""
    return sum(_tricks(table, card) for card in cards)


def _tricks(table: Reading, card: str) -> float:
    rank, suit = RANKS.index(card[0]), card[1]
    higher = sum(other[1] == suit and RANKS.index(other[0]) < rank for other in table.unseen)
    return max(0.0, _BEST[suit] - _STEP[suit] * higher)
