"""Key → game. A game's module is imported when it is first asked for."""

from functools import cache
from importlib import import_module

from engine.errors import UnknownGame
from engine.protocol import Game

# The module of each game holds the game itself under the name GAME.
_OFFERED = {
    "comon": "engine.games.comon",
    "vicaire": "engine.games.vicaire",
    "triton": "engine.games.triton",
}
# Those whose rules are known here, while the site has no table and no words for them yet.
_RULES_ONLY: dict[str, str] = {
    "3579": "engine.games.trois_cinq_sept_neuf",
    "loyatais": "engine.games.loyatais",
    "sotlylaisse": "engine.games.sotlylaisse",
    "tarot-lorrain": "engine.games.tarot_lorrain",
    "tarot": "engine.games.tarot",
    "escopette": "engine.games.escopette",
    "couillon": "engine.games.couillon",
    "president": "engine.games.president",
    "comete": "engine.games.comete",
    "empereur": "engine.games.empereur",
    "super-bataille": "engine.games.super_bataille",
    "tir-a-la-carte": "engine.games.tir_a_la_carte",
}
_MODULES = {**_OFFERED, **_RULES_ONLY}


def keys() -> tuple[str, ...]:
    """The keys of the games that the site offers, in that order."""
    return tuple(_OFFERED)


def all_keys() -> tuple[str, ...]:
    """The keys of all games whose rules are known: they are dealt, replayed and played by bots."""
    return tuple(_MODULES)


@cache
def game(key: str) -> Game:
    """The game of this key; UnknownGame if there is none."""
    if key not in _MODULES:
        known = ", ".join(_MODULES)
        raise UnknownGame("unknown-game", f"no game is called {key!r}; known: {known}", key=key)
    found: Game = import_module(_MODULES[key]).GAME
    return found
