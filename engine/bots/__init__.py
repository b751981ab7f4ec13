"""Bots: they see what a player in their seat sees, a `View`, and never a state."""

from typing import Protocol

from engine.bots.careful import Careful
from engine.bots.chance import Chance
from engine.bots.frozen import Frozen
from engine.bots.simple import Simple
from engine.errors import UnknownBot
from engine.protocol import View


class Bot(Protocol):
    """A player. The same view and seed always give the same choice."""

    def choose(self, view: View, seed: int) -> str:
        """One of `view.legal`; ValueError if there is nothing to choose."""


# The better ones later.
_BOTS: dict[str, Bot] = {
    "random": Chance(),
    "frozen": Frozen(),
    "simple": Simple(),
    "careful": Careful(),
}
# Not to play with: they are there to measure the others.
_MEASURES = ("frozen",)


def names() -> tuple[str, ...]:
    """The names of the bots to play with, the better ones later."""
    return tuple(name for name in _BOTS if name not in _MEASURES)


def bot(name: str, *, samples: int | None = None) -> Bot:
    """The bot of this name; UnknownBot if there is none.

    `samples` is a budget for bots that have one: the more, the better and the slower.
    """
    if name == "careful" and samples is not None:
        return Careful(samples)
    if name not in _BOTS:
        known = ", ".join(_BOTS)
        raise UnknownBot("unknown-bot", f"no bot is called {name!r}; known: {known}", name=name)
    return _BOTS[name]
