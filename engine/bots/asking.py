"""What every bot asks of a view before it thinks."""

from engine.duties import Duties, duties
from engine.errors import UnknownBot, UnknownGame
from engine.protocol import View


def need_choice(view: View) -> None:
    """Raise ValueError if this seat has nothing to choose."""
    if not view.legal:
        raise ValueError(f"seat {view.seat} has nothing to choose")


def known_duties(view: View, *, bot: str) -> Duties:
    """The duties of the view's game; UnknownBot if the game is not played by them."""
    try:
        return duties(view.game)
    except UnknownGame as error:
        raise UnknownBot(
            "unknown-game", f"the {bot} bot does not know {view.game!r}", game=view.game
        ) from error
