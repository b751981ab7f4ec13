"""Bots: they see what a player in their seat sees, a `View`, and never a state."""

from typing import Protocol

from engine.bots.careful import Careful
from engine.bots.chance import Chance
from engine.bots.frozen import Frozen
from engine.bots.simple import Simple
from engine.bots.strong import GAMES, Strong
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
    "strong": Strong(),
}
# Not to play with: they are there to measure the others.
_MEASURES = ("frozen",)
# Those that do not play every game, with those that they play.
_GAMES = {"strong": GAMES}
# Those that take long where nothing is compiled.
_LONG = ("strong",)


def names(game: str | None = None) -> tuple[str, ...]:
    """The names of the bots to play this game with, or any game; the better ones later."""
    return tuple(
        name
        for name in _BOTS
        if name not in _MEASURES and (name not in _GAMES or game in _GAMES[name])
    )


def bot(name: str, *, samples: int | None = None) -> Bot:
    """The bot of this name; UnknownBot if there is none.

    `samples` is a budget for bots that have one: the more, the better and the slower.
    """
    if name == "careful" and samples is not None:
        return Careful(samples)
    if name == "strong" and samples is not None:
        return Strong(samples)
    if name not in _BOTS:
        known = ", ".join(_BOTS)
        raise UnknownBot("unknown-bot", f"no bot is called {name!r}; known: {known}", name=name)
    return _BOTS[name]


def choose(name: str, view: View, seed: int) -> str:
    """What the bot of this name plays: for other processes, to which no bot can be sent."""
    return bot(name).choose(view, seed)


def takes_long(name: str) -> bool:
    """Whether whoever waits for this bot should have something else to do."""
    return name in _LONG
