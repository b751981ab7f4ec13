"""What the rules of a trick ask and promise, for programs that play without a state.

A bot sees a view, and the kernel knows only sets of cards; both must know which cards a hand has to
be played from, and who wins. The games themselves are the authority: the tests compare every answer
given here with what their states do.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from engine.cards import PIQUET, SUITS, Pack
from engine.errors import UnknownGame
from engine.games import comon
from engine.protocol import View
from engine.registry import game
from engine.tricks import FollowGame, strengths


@dataclass(frozen=True, slots=True)
class Duties:
    """The rules of play of one game, for each suit led and the suits that are trumps.

    `sets`: a hand is played from the first of these that it has a card of, and freely if it has
    none of any. `heights`: how high each card stands in the trick; below 0 it cannot win.
    """

    pack: Pack
    sets: Callable[[str, str], tuple[int, ...]]
    heights: Callable[[str, str], Mapping[str, int]]

    def voids(self, view: View) -> tuple[int, ...]:
        """By seat, the cards it cannot hold any more, as what it played has shown to all."""
        seats = len(view.counts["cards"])
        gone = [0] * seats
        shown = [(trick.leader, trick.cards) for trick in view.tricks]
        if view.table:
            shown.append((view.table[0].seat, tuple(play.action for play in view.table)))
        for leader, cards in shown:
            sets = self.sets(cards[0][1], view.trumps)
            for place, card in enumerate(cards[1:], start=1):
                for due in sets:
                    if self.pack.bit[card] & due:
                        break
                    gone[(leader + place) % seats] |= due
        return tuple(gone)


def known(key: str) -> bool:
    """Whether the duties of this game are known here; UnknownGame if there is no such game."""
    return key == comon.KEY or isinstance(game(key), FollowGame)


@cache
def duties(key: str) -> Duties:
    """The duties of the game of this key; UnknownGame if they are not known here."""
    if key == comon.KEY:
        return Duties(_PACK, _comon_sets, _comon_heights)
    found = game(key)
    if not isinstance(found, FollowGame):
        raise UnknownGame("unknown-game", f"the duties of {key!r} are not known", key=key)
    rules: FollowGame = found
    suits = {suit: rules.pack.mask(c for c in rules.cards if c[1] == suit) for suit in SUITS}
    heights = {suit: rules.strengths(suit) for suit in SUITS}
    return Duties(rules.pack, lambda led, _: (suits[led],), lambda led, _: heights[led])


_PACK = Pack(PIQUET)
_OF_SUIT = {suit: _PACK.mask(card for card in PIQUET if card[1] == suit) for suit in SUITS}


@cache
def _comon_sets(led: str, trumps: str) -> tuple[int, ...]:
    trump = sum(_OF_SUIT[suit] for suit in trumps)
    return (trump,) if led in trumps else (_OF_SUIT[led], trump)


@cache
def _comon_heights(led: str, trumps: str) -> Mapping[str, int]:
    return strengths(PIQUET, comon.RANKS, led=led, trumps=trumps)
