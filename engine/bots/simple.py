"""The bot called "simple": a sensible player in each game, by rules of thumb."""

from collections.abc import Callable

from engine.bots import (
    comete,
    comon,
    couillon,
    empereur,
    escopette,
    loyatais,
    president,
    sotlylaisse,
    tarot,
    triton,
    trois_cinq_sept_neuf,
    vicaire,
)
from engine.bots.asking import need_choice
from engine.errors import UnknownBot
from engine.protocol import View


def _only(view: View) -> str:
    """The one action of games without decisions."""
    return view.legal[0]


_THUMBS: dict[str, Callable[[View], str]] = {
    "comon": comon.choose,
    "vicaire": vicaire.choose,
    "triton": triton.choose,
    "couillon": couillon.choose,
    "comete": comete.choose,
    "sotlylaisse": sotlylaisse.choose,
    "president": president.choose,
    "super-bataille": _only,
    "tir-a-la-carte": _only,
    "tarot": tarot.choose,
    "tarot-lorrain": tarot.choose,
    "empereur": empereur.choose,
    "3579": trois_cinq_sept_neuf.choose,
    "loyatais": loyatais.choose,
    "escopette": escopette.choose,
}


class Simple:
    """Plays the same card whatever the seed: nothing in it is left to chance."""

    def choose(self, view: View, seed: int) -> str:
        need_choice(view)
        if view.game not in _THUMBS:
            raise UnknownBot(
                "unknown-game", f"the simple bot does not know {view.game!r}", game=view.game
            )
        return _THUMBS[view.game](view)
