"""What each seat can reach in Com'on! when all hands lie open.

Everything here is exact, and takes any state of a deal, in mid-trick too. Tricks and scores are
those of the whole deal: what was won before counts. `docs/par.md` explains par and its rule.
"""

from dataclasses import dataclass

from engine.errors import UnknownGame
from engine.games.comon import ComonState, score_tricks
from engine.protocol import State
from engine.solver.positions import Desk, Position, position

PAR_RULE = "own score, lower sum of the others, own tricks, first card"
SEATS = 3

_DESK = Desk()


@dataclass(frozen=True, slots=True)
class Par:
    """How a deal ends when everybody, hands open, plays for the best own score."""

    tricks: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardValue:
    """What a card leads to: the tricks that who plays it can then force, and par."""

    card: str
    guaranteed: int
    par: Par


def guaranteed(state: State, seat: int) -> int:
    """The most tricks that the seat can force against the two others."""
    return _DESK.tricks(_position(state), _seat(seat), wanting=True)


def fewest(state: State, seat: int) -> int:
    """The fewest tricks that the seat can hold itself to while the two others oppose."""
    return _DESK.tricks(_position(state), _seat(seat), wanting=False)


def best_score(state: State, seat: int) -> int:
    """The best score that the seat can force against the two others."""
    return _DESK.score(_position(state), _seat(seat))


def par(state: State) -> Par:
    """The end when each seat plays for its own score, by the rule `PAR_RULE`.

    Equal for oneself, a card is preferred for the lower sum of the two others' scores; equal again,
    for more own tricks; equal again, the first in canonical order.
    """
    tricks = _DESK.par(_position(state))
    return Par(tricks, score_tricks(tricks))


def card_values(state: State) -> tuple[CardValue, ...]:
    """What each card leads to that may be played now, in canonical order."""
    seat = state.actor
    if seat is None:
        return ()
    values = []
    for card in state.legal():
        after = state.apply(seat, card)
        values.append(CardValue(card, guaranteed(after, seat), par(after)))
    return tuple(values)


def report(state: State, *, cards: bool = False) -> dict[str, object]:
    """All that can be known of a state, as JSON values; `cards` adds what each card leads to."""
    shown: dict[str, object] = {
        "guaranteed": [guaranteed(state, seat) for seat in range(SEATS)],
        "fewest": [fewest(state, seat) for seat in range(SEATS)],
        "best_score": [best_score(state, seat) for seat in range(SEATS)],
        "par": list(par(state).scores),
        "par_rule": PAR_RULE,
    }
    if cards:
        shown["cards"] = [
            {
                "card": value.card,
                "guaranteed": value.guaranteed,
                "par": list(value.par.scores),
            }
            for value in card_values(state)
        ]
    return shown


def forget() -> None:
    """Begin anew, as if no position of this deal had been searched."""
    _DESK.forget()


def nodes() -> int:
    """How many positions have been searched in the deal looked at last."""
    return _DESK.nodes()


def form() -> str:
    """Which form of the search runs here: "compiled" or "interpreted"."""
    return _DESK.form


def _position(state: State) -> Position:
    if not isinstance(state, ComonState):
        raise UnknownGame("unknown-game", "only deals of Com'on! can be solved")
    return position(state)


def _seat(seat: int) -> int:
    if not 0 <= seat < SEATS:
        raise ValueError(f"Com'on! has seats 0, 1 and 2, not {seat}")
    return seat
