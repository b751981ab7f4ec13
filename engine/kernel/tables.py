"""Games as `engine/kernel/playouts.py` reads them: three tables of numbers, and the scores."""

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from engine.cards import PIQUET, SUITS
from engine.duties import duties
from engine.errors import UnknownGame
from engine.games import comon, vicaire
from engine.registry import game

SEATS = 3
TRICKS = 10
# A seat wins one of so many numbers of tricks.
COUNTS = TRICKS + 1
# The kernel asks for two sets; a hand has none of the empty one, so it stands for "no duty".
_SETS = 2


@dataclass(frozen=True, slots=True)
class Tables:
    """One game; `ways` are the sets of suits that can be trumps."""

    ways: tuple[str, ...]
    duties: Sequence[int]
    heights: Sequence[int]
    turns: Sequence[int]
    scores: Sequence[int]

    def turn(self, trumps: str) -> int:
        """The number of the part of the tables for these trumps."""
        return self.ways.index(trumps)


# By the suits of the two cards over: which suits are trumps.
_TRUMPS: dict[str, Callable[[str, str], str]] = {
    comon.KEY: lambda one, other: "".join(suit for suit in SUITS if suit in (one, other)),
    vicaire.KEY: lambda one, other: vicaire.TRUMPS,
}


def plays(key: str) -> bool:
    """Whether the kernel can play the game of this key."""
    return key in _TRUMPS


@cache
def tables(key: str) -> Tables:
    """The tables of the game of this key; UnknownGame if the kernel cannot play it."""
    if not plays(key):
        raise UnknownGame("unknown-game", f"the kernel does not play {key!r}", key=key)
    over = [_TRUMPS[key](one, other) for one, other in product(SUITS, SUITS)]
    ways = tuple(dict.fromkeys(over))
    asked = duties(key)
    scored, score = array("b", bytes(COUNTS * COUNTS * SEATS)), game(key).score
    sets, heights = array("I"), array("b")
    for trumps in ways:
        due = [asked.sets(led, trumps) + (0,) * _SETS for led in SUITS]
        for step in range(_SETS):
            sets.extend(each[step] for each in due)
        for led in SUITS:
            height = asked.heights(led, trumps)
            heights.extend(height[card] for card in PIQUET)
    for one in range(COUNTS):
        for other in range(COUNTS - one):
            counts = (one, other, TRICKS - one - other)
            place = (one * COUNTS + other) * SEATS
            scored[place : place + SEATS] = array("b", score({"tricks": counts}))
    return Tables(ways, sets, heights, array("B", map(ways.index, over)), scored)
