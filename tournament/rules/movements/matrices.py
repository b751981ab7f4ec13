"""The small matrices of a movement: who met whom, who is compared with whom, who held what."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.rules.movements.counting import counted
from tournament.rules.movements.shapes import RoundPlan

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Matrices:
    """Rows, and the columns of the first two, stand for `players` in ascending order.

    `meetings`: rounds in which two shared a table. `comparisons`: boards on which two held the same
    seat. Both are 0 on the diagonal. `seats`: boards held in each seat. `sit_outs`: rounds present
    without a table.
    """

    players: tuple[int, ...]
    meetings: Rows
    comparisons: Rows
    seats: Rows
    sit_outs: tuple[int, ...]


def matrices(rounds: Sequence[RoundPlan]) -> Matrices:
    """The matrices of these rounds, over everybody named in them."""
    found = counted(rounds)
    players, held = tuple(found.held), list(found.held.values())
    place = {player: number for number, player in enumerate(players)}
    meetings = [[0] * len(players) for _ in players]
    for (one, other), times in found.met.items():
        if one != other:
            meetings[place[one]][place[other]] = meetings[place[other]][place[one]] = times
    comparisons = [[0] * len(players) for _ in players]
    for row, one_held in enumerate(held):
        for column in range(row):
            alike = one_held.compared(held[column])
            comparisons[row][column] = comparisons[column][row] = alike
    return Matrices(
        players,
        tuple(map(tuple, meetings)),
        tuple(map(tuple, comparisons)),
        tuple(tuple(each.seats) for each in held),
        tuple(each.sit_outs for each in held),
    )
