"""Deals played out by bots."""

from collections.abc import Sequence
from hashlib import sha256

from engine.bots import Bot
from engine.protocol import (
    CLOCK,
    NO_OPTIONS,
    Deal,
    Game,
    Options,
    Outcome,
    State,
    expiry,
)
from engine.record import Record
from engine.replay import recorded


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
    it: two deals that went alike so far go on alike until somebody plays otherwise. Where several
    seats may act the seed says which does, and where none can the table's clock runs out.
    """
    state = game.start(deal, options)
    actions: list[str] = []
    while True:
        number = _number(f"{seed}/{len(actions)}")
        seat = state.actor
        if seat is None:
            if (outcome := state.outcome()) is not None:
                return tuple(actions), outcome
            able = [each for each in range(len(bots)) if state.view(each).legal]
            seat = able[number % len(able)] if able else CLOCK
        choice = _of_clock(state) if seat == CLOCK else bots[seat].choose(state.view(seat), number)
        actions.append(recorded(state, seat, choice))
        state = state.apply(seat, choice)


def _of_clock(state: State) -> str:
    clock = expiry(state)
    if clock is None:
        raise ValueError("nobody can act, and the deal is not over")
    return clock.action


def _number(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")
