"""Matches: sequences of deals, and what carries over between them.

Each game's match follows `engine.matches.contract.Match`, so that a friendly table plays any of
them in one way: `match_begin`, then `after_deal` with the scores of each deal until there is an
`ending`, then `next_match`.
"""

from collections.abc import Callable
from functools import partial

from engine.errors import UnknownGame
from engine.matches.contract import Ending, EndingKind, Line, Match, first_dealer
from engine.matches.empereur import EmpereurMatch
from engine.matches.lives import Announced, LivesMatch
from engine.matches.president import PresidentMatch
from engine.matches.rounds import RoundsMatch
from engine.matches.slate import SlateMatch
from engine.matches.target import TargetMatch
from engine.matches.vicaire import Jeu, VicaireMatch
from engine.protocol import NO_OPTIONS, Options

__all__ = [
    "Announced",
    "EmpereurMatch",
    "Ending",
    "EndingKind",
    "Jeu",
    "Line",
    "LivesMatch",
    "Match",
    "PresidentMatch",
    "RoundsMatch",
    "SlateMatch",
    "TargetMatch",
    "VicaireMatch",
    "first_dealer",
    "match_begin",
]

_BEGIN: dict[str, Callable[..., Match]] = {
    "comon": LivesMatch.begin,
    "vicaire": VicaireMatch.begin,
    "triton": partial(TargetMatch.begin, target=500),
    "3579": partial(TargetMatch.begin, target=500),
    "loyatais": partial(RoundsMatch.begin, key="loyatais", rounds=3),
    "escopette": partial(TargetMatch.begin, target=50, key="escopette"),
    "sotlylaisse": partial(TargetMatch.begin, target=100),
    "super-bataille": partial(TargetMatch.begin, target=1, key="super-bataille"),
    "tir-a-la-carte": partial(TargetMatch.begin, target=1, key="tir-a-la-carte"),
    "couillon": SlateMatch.begin,
    "comete": partial(RoundsMatch.begin, key="comete", rounds=1),
    "president": PresidentMatch.begin,
    "empereur": EmpereurMatch.begin,
    "tarot": partial(RoundsMatch.begin, key="tarot", rounds=4),
    "tarot-lorrain": partial(RoundsMatch.begin, key="tarot-lorrain", rounds=4),
}


def match_begin(game: str, *, seed: str, options: Options = NO_OPTIONS) -> Match:
    """A new match of this game, its first dealer drawn by the seed.

    UnknownGame if the game has no match, BadRecord for options the match has not.
    """
    if game not in _BEGIN:
        raise UnknownGame("unknown-game", f"no match of {game!r} is known", key=game)
    return _BEGIN[game](seed=seed, options=options)
