"""Deals played out by bots."""

from collections.abc import Sequence
from hashlib import sha256

from engine.bots import Bot
from engine.protocol import NO_OPTIONS, Deal, Game, Options, Outcome
from engine.record import Record


def play_out(
    game: Game, deal: Deal, bots: Sequence[Bot], *, seed: str, options: Options = NO_OPTIONS
) -> Record:
    """The record of a deal in which each seat was played by its bot.

    The same arguments always give the same record. A bot's choice goes through the same check as
    a person's: IllegalAction if it breaks a rule.
    """
    actions, _ = play_to_end(game, deal, bots, seed=seed, options=options)
    return Record(game.key, options, deal, actions)


def play_to_end(
    game: Game, deal: Deal, bots: Sequence[Bot], *, seed: str, options: Options = NO_OPTIONS
) -> tuple[tuple[str, ...], Outcome]:
    """The same deal's actions and what came of them, for whoever needs no record.

    A seat's choice follows from what it sees, and from the seed and the number of actions before
    it: two deals that went alike so far go on alike until somebody plays otherwise.
    """
    state = game.start(deal, options)
    actions: list[str] = []
    while (seat := state.actor) is not None:
        choice = bots[seat].choose(state.view(seat), _number(f"{seed}/{len(actions)}"))
        state = state.apply(seat, choice)
        actions.append(choice)
    outcome = state.outcome()
    if outcome is None:
        raise ValueError(f"{game.key} has moments at which several seats may act, as no bot can")
    return tuple(actions), outcome


def _number(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")
