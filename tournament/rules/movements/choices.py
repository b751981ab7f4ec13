"""Movements of other sizes that a director may prefer: shorter, with fewer boards, more even."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.rules.movements.quality import Quality, quality
from tournament.rules.movements.shapes import CHAIRS, RoundPlan

# From boards per round and rounds to the movement.
Planner = Callable[[int, int], Sequence[RoundPlan]]

# A movement that is called more even is so by as much, of 100.
_WORTH = 2


class Kind(StrEnum):
    """Why a movement is offered."""

    WANTED = "wanted"
    SHORTER = "shorter"
    FEWER_BOARDS = "fewer_boards"
    MORE_EVEN = "more_even"


@dataclass(frozen=True, slots=True)
class Choice:
    """A movement that is offered, and what it is worth."""

    kind: Kind
    boards_per_round: int
    rounds: Sequence[RoundPlan]
    quality: Quality


def choices(
    players: int, rounds: int, boards_per_round: int, planner: Planner, *, most: tuple[int, int]
) -> list[Choice]:
    """The movement wanted, and up to three others for as many players: two thirds of the rounds;
    fewer boards a round; and the most even one of about as many boards, if it is more even.
    `most` are the most rounds and boards per round that can be had. Calls `planner` at most nine
    times.
    """

    def made(kind: Kind, size: tuple[int, int]) -> Choice:
        planned = planner(*size)
        return Choice(kind, size[0], planned, quality(planned))

    wanted = made(Kind.WANTED, (boards_per_round, rounds))
    found = [wanted]
    if rounds > 1:
        found.append(made(Kind.SHORTER, (boards_per_round, max(1, 2 * rounds // CHAIRS))))
    if boards_per_round > 1:
        found.append(made(Kind.FEWER_BOARDS, (_fewer(boards_per_round), rounds)))
    others = (
        made(Kind.MORE_EVEN, size)
        for size in _as_long(players, rounds, boards_per_round, most)
        if size != (boards_per_round, rounds)
    )
    best = max(others, key=lambda choice: choice.quality.balance, default=wanted)
    if best.quality.balance >= wanted.quality.balance + _WORTH:
        found.append(best)
    return found


def _fewer(boards: int) -> int:
    """The next multiple of three below, which can be turned evenly; else one less."""
    return (boards - 1) // CHAIRS * CHAIRS or boards - 1


def _as_long(
    players: int, rounds: int, boards: int, most: tuple[int, int]
) -> list[tuple[int, int]]:
    """Boards per round and rounds that come to about as many boards, boards a multiple of three:
    as many rounds as fit, and one more where nobody need meet anybody twice."""
    sizes = []
    for each in (CHAIRS, 2 * CHAIRS, 3 * CHAIRS):
        fit = max(1, round(rounds * boards / each))
        sizes += [(each, fit), (each, fit + 1)]
    unmet = max(1, (players - 1) // 2)
    return [
        (each, fit)
        for each, fit in sizes
        if fit <= min(most[0], unmet) and each <= min(most[1], 2 * boards)
    ]
