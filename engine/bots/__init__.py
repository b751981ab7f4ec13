"""Bots: they see what a player in their seat sees, a `View`, and never a state."""

from typing import Protocol

from engine.bots.chance import Chance
from engine.bots.simple import Simple
from engine.errors import UnknownBot
from engine.protocol import View


class Bot(Protocol):
    """A player. The same view and seed always give the same choice."""

    def choose(self, view: View, seed: int) -> str:
        """One of `view.legal`; ValueError if there is nothing to choose."""


_BOTS: dict[str, Bot] = {"random": Chance(), "simple": Simple()}


def names() -> tuple[str, ...]:
    """The names of all bots."""
    return tuple(_BOTS)


def bot(name: str) -> Bot:
    """The bot of this name; UnknownBot if there is none."""
    if name not in _BOTS:
        known = ", ".join(_BOTS)
        raise UnknownBot("unknown-bot", f"no bot is called {name!r}; known: {known}", name=name)
    return _BOTS[name]
