"""The log of a deal played in the browser, and what it comes to.

The log is the truth: cards, undos and claims are steps of it, each with its own ply, and the
position is what reading them in order gives. Nothing here knows of clocks or people.

Rules of the table, ours:
- An undo takes back the last card, before the next one is played. Whoever played it asks, and all
  others must agree. It can be asked once for a card; playing on lapses it.
- A claim says: the rest is mine. It is made between two tricks, the claimant's hand is shown, and
  all others must accept. Until then nobody plays. Refused, play goes on, and the same seat may
  claim again once a card has been played.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from engine.claims import claimed
from engine.errors import IllegalAction
from engine.protocol import NO_OPTIONS, Deal, Game, Options, Outcome, Play, State


class Kind(StrEnum):
    """What a step of the log is."""

    PLAY = "play"
    UNDO = "undo"
    CLAIM = "claim"
    AGREE = "agree"
    REFUSE = "refuse"


ANSWERS = frozenset({Kind.AGREE, Kind.REFUSE})


class Step(NamedTuple):
    """One row of the log. `action` is empty unless it is a play."""

    seat: int
    kind: Kind
    action: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """An undo or a claim that waits: who asks, and who has agreed so far."""

    kind: Kind
    seat: int
    agreed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Position:
    """Where a deal stands after some steps: an immutable value.

    `states` are the deal's states, the first before any card; `taken` the plays that stand, one
    between each two states. `asked` remembers requests that were refused: kind, seat and the
    number of plays then.
    """

    game: Game
    states: tuple[State, ...]
    taken: tuple[Play, ...] = ()
    request: Request | None = None
    asked: frozenset[tuple[Kind, int, int]] = frozenset()
    claim: Outcome | None = None

    @property
    def state(self) -> State:
        """The deal as it stands."""
        return self.states[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the deal ended, by its last card or by a claim; None while it goes on."""
        return self.claim or self.state.outcome()

    @property
    def seats(self) -> range:
        """All seats of the table."""
        return range(len(self.state.view(0).counts["cards"]))

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats the table waits for: who answers a claim, or else the seats that may act."""
        if self.outcome is not None:
            return ()
        if self.request is not None and self.request.kind is Kind.CLAIM:
            return self.to_answer
        if self.state.actor is not None:
            return (self.state.actor,)
        return tuple(seat for seat in self.seats if self.state.view(seat).legal)

    @property
    def to_answer(self) -> tuple[int, ...]:
        """The seats that have still to agree to the request that waits, or refuse it."""
        request = self.request
        if request is None:
            return ()
        return tuple(
            seat for seat in self.seats if seat != request.seat and seat not in request.agreed
        )

    def may_undo(self, seat: int) -> bool:
        """Whether this seat may ask to take back the last card."""
        return self._undo_refusal(seat) is None

    def may_claim(self, seat: int) -> bool:
        """Whether this seat may claim the rest."""
        return self._claim_refusal(seat) is None

    def after(self, step: Step) -> "Position":
        """The position after one more step; IllegalAction if a rule forbids it."""
        if step.kind is Kind.PLAY:
            return self._played(step.seat, step.action)
        if step.kind is Kind.UNDO:
            return self._asked(step, self._undo_refusal(step.seat))
        if step.kind is Kind.CLAIM:
            return self._asked(step, self._claim_refusal(step.seat))
        return self._answered(step)

    def _played(self, seat: int, action: str) -> "Position":
        if self.claim is not None:
            raise IllegalAction("finished", "the deal is over")
        if self.request is not None and self.request.kind is Kind.CLAIM:
            raise IllegalAction("claim-open", "a claim waits for its answers")
        return Position(
            game=self.game,
            states=(*self.states, self.state.apply(seat, action)),
            taken=(*self.taken, Play(seat, action)),
            asked=self.asked,
        )

    def _undo_refusal(self, seat: int) -> IllegalAction | None:
        if self.outcome is not None:
            return IllegalAction("finished", "the deal is over")
        if self.request is not None:
            return IllegalAction("request-open", "another request waits for its answers")
        if not self.taken or self.taken[-1].seat != seat:
            return IllegalAction("undo-own-last", "only the last card played can be taken back")
        if (Kind.UNDO, seat, len(self.taken)) in self.asked:
            return IllegalAction("asked-before", "this was asked before, and refused")
        return None

    def _claim_refusal(self, seat: int) -> IllegalAction | None:
        if self.outcome is not None:
            return IllegalAction("finished", "the deal is over")
        if self.request is not None:
            return IllegalAction("request-open", "another request waits for its answers")
        if seat not in self.seats or claimed(self.game, self.state, seat) is None:
            return IllegalAction("claim-between-tricks", "claim between two tricks")
        if (Kind.CLAIM, seat, len(self.taken)) in self.asked:
            return IllegalAction("asked-before", "this was asked before, and refused")
        return None

    def _asked(self, step: Step, refusal: IllegalAction | None) -> "Position":
        if refusal is not None:
            raise refusal
        return replace(
            self,
            request=Request(step.kind, step.seat),
            asked=self.asked | {(step.kind, step.seat, len(self.taken))},
        )

    def _answered(self, step: Step) -> "Position":
        request = self.request
        if request is None:
            raise IllegalAction("nothing-asked", "there is nothing to answer any more")
        if step.kind is Kind.REFUSE and step.seat == request.seat:
            return replace(self, request=None)
        if step.seat not in self.to_answer:
            raise IllegalAction("answered", "this seat has nothing to answer")
        if step.kind is Kind.REFUSE:
            return replace(self, request=None)
        agreed = replace(request, agreed=request.agreed | {step.seat})
        if len(agreed.agreed) < len(self.seats) - 1:
            return replace(self, request=agreed)
        if request.kind is Kind.CLAIM:
            outcome = claimed(self.game, self.state, request.seat)
            return replace(self, request=None, claim=outcome)
        return Position(
            game=self.game, states=self.states[:-1], taken=self.taken[:-1], asked=self.asked
        )


def begin(game: Game, deal: Deal, options: Options = NO_OPTIONS) -> Position:
    """The position before the first card; BadRecord if the deal is not the game's."""
    return Position(game=game, states=(game.start(deal, options),))


def follow(position: Position, steps: Iterable[Step]) -> Position:
    """The position after these steps; IllegalAction at the first that a rule forbids."""
    for step in steps:
        position = position.after(step)
    return position


def is_again(step: Step, since: Sequence[Step]) -> bool:
    """Whether a step is in the log already, which has grown by `since` for whoever makes it."""
    for row in since:
        if row == step:
            return True
        if not is_meant_still(step, [row]):
            return False
    return False


def is_meant_still(step: Step, since: Sequence[Step]) -> bool:
    """Whether a step is meant for the position as it is now, though whoever makes it has not seen
    the rows `since`: an answer to a request is, while others do no more than agree to it."""
    return step.kind in ANSWERS and bool(since) and all(row.kind is Kind.AGREE for row in since)
