"""Record → what happened, step by step: every action is checked as if it were being played."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.errors import IllegalAction
from engine.protocol import CLOCK, OF_CLOCK, State, Trick, at_once
from engine.record import Record
from engine.registry import game

SEATS = frozenset("012345")


@dataclass(frozen=True, slots=True)
class Ply:
    """One action, who took it, and all that was legal then (codes in alphabetical order)."""

    seat: int
    action: str
    legal: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A replayed record.

    `tricks` are the completed ones. `scores` are None until the deal is over.
    """

    plies: tuple[Ply, ...]
    tricks: tuple[Trick, ...]
    trick_counts: tuple[int, ...]
    scores: tuple[int, ...] | None
    finished: bool

    def as_json(self) -> dict[str, object]:
        """The fields as JSON values, in the order in which the command line prints them."""
        return {
            "plies": [
                {"seat": ply.seat, "action": ply.action, "legal": list(ply.legal)}
                for ply in self.plies
            ],
            "tricks": [
                {"leader": trick.leader, "cards": list(trick.cards), "winner": trick.winner}
                for trick in self.tricks
            ],
            "trick_counts": list(self.trick_counts),
            "scores": None if self.scores is None else list(self.scores),
            "finished": self.finished,
        }


def replay(record: Record) -> Replay:
    """Replay a record from its deal.

    BadRecord or UnknownGame if it cannot begin; IllegalAction, with the `ply` (counted from 1)
    among its parameters, at the first action that a rule forbids.
    """
    plies, state = _follow(game(record.game).start(record.deal, record.options), record.actions)
    public = state.view(0)
    outcome = state.outcome()
    return Replay(
        plies=tuple(plies),
        tricks=public.tricks,
        trick_counts=public.counts.get("tricks", ()),
        scores=None if outcome is None else outcome.scores,
        finished=outcome is not None,
    )


def reached(record: Record) -> State:
    """The state after a record's actions; what cannot be replayed is refused in the same way."""
    return _follow(game(record.game).start(record.deal, record.options), record.actions)[1]


def split(state: State, action: str) -> tuple[int, str]:
    """The seat that a recorded action is of, and the action without it; CLOCK for the clock's.

    After the end nobody is to act: the state refuses every seat.
    """
    if state.actor is not None:
        return state.actor, action
    if action.startswith(OF_CLOCK):
        return CLOCK, action.removeprefix(OF_CLOCK)
    seat, found, taken = action.partition("/")
    return (int(seat), taken) if found and seat in SEATS else (0, action)


def recorded(state: State, seat: int, action: str) -> str:
    """How a record writes this action of this seat in this state: what `split` reads."""
    return action if state.actor is not None else at_once(seat, action)


def _follow(state: State, actions: Iterable[str]) -> tuple[list[Ply], State]:
    plies = []
    for number, action in enumerate(actions, start=1):
        legal = tuple(sorted(state.legal()))
        seat, taken = split(state, action)
        try:
            state = state.apply(seat, taken)
        except IllegalAction as error:
            raise IllegalAction(
                error.rule,
                f"ply {number}: {action} breaks the rule {error.rule}: {error}",
                **{**error.parameters, "ply": number},
            ) from error
        plies.append(Ply(seat, action, legal))
    return plies, state
