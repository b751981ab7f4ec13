"""Deals played out by bots."""

from collections.abc import Sequence
from hashlib import sha256

from engine.bots import Bot
from engine.protocol import NO_OPTIONS, Deal, Game, Options
from engine.record import Record


def play_out(
    game: Game, deal: Deal, bots: Sequence[Bot], *, seed: str, options: Options = NO_OPTIONS
) -> Record:
    """The record of a deal in which each seat was played by its bot.

    The same arguments always give the same record. A bot's choice goes through the same check as
    a person's: IllegalAction if it breaks a rule.
    """
    state = game.start(deal, options)
    actions: list[str] = []
    while (seat := state.actor) is not None:
        choice = bots[seat].choose(state.view(seat), _number(f"{seed}/{len(actions)}"))
        state = state.apply(seat, choice)
        actions.append(choice)
    return Record(game.key, options, deal, tuple(actions))


def _number(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")
