"""First drafts of the rounds to plan: a known cycle, fitted to whoever is present."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.rules.movements.cycles import Round, cycle
from tournament.rules.movements.draws import Draw, draws, shuffled
from tournament.rules.movements.meetings import Matrix, met
from tournament.rules.movements.shapes import CHAIRS
from tournament.rules.movements.sitting import Laps, Rank

Table = tuple[int, ...]


@dataclass(slots=True)
class Draft:
    """One round being planned, without seats.

    `order` holds the seated players, three by three. `ranks` says how near to a sit-out everybody
    present was before the round: players of equal rank may change places.
    """

    order: list[int]
    sit_outs: list[int]
    ranks: dict[int, Rank]

    def copy(self) -> "Draft":
        """A copy that shares nothing with this one."""
        return Draft(list(self.order), list(self.sit_outs), dict(self.ranks))

    def tables(self) -> list[list[int]]:
        """The players of each table."""
        return [self.order[first : first + CHAIRS] for first in range(0, len(self.order), CHAIRS)]


def cycle_length(field: Sequence[int]) -> int:
    """How many rounds that field can play before anybody must meet again, as far as known."""
    return len(cycle(len(field))) if len(field) >= CHAIRS else 0


def pattern(field: Sequence[int], rounds: int, seed: str) -> list[list[Table]]:
    """The tables of that many rounds for a field that stays complete.

    It depends on nothing else, so that a movement planned anew finds the rounds it left. After
    each cycle the players change points, and those who have sat out least take the points
    that sit out first.
    """
    if len(field) < CHAIRS:
        return [[] for _ in range(rounds)]
    known = cycle(len(field))
    waiting = _waiting_points(known, len(field))
    seated = sorted(set(range(len(field))).difference(waiting))
    draw = draws(seed, "pattern")
    sat = dict.fromkeys(field, 0)
    result: list[list[Table]] = []
    while len(result) < rounds:
        by_need = sorted(shuffled(field, draw), key=sat.__getitem__)
        at = dict(zip(waiting, by_need, strict=False))
        at.update(zip(seated, shuffled(by_need[len(waiting) :], draw), strict=True))
        for player in by_need[: len(waiting)]:
            sat[player] += 1
        result += [
            [tuple(at[point] for point in table) for table in tables if max(table) < len(field)]
            for tables in known
        ]
    return result[:rounds]


def _waiting_points(known: Iterable[Round], points: int) -> list[int]:
    """The points that are without a full table in some round, in the order of these rounds."""
    waiting: dict[int, None] = {}
    for tables in known:
        seated = {point for table in tables if max(table) < points for point in table}
        waiting.update(dict.fromkeys(point for point in range(points) if point not in seated))
    return list(waiting)


def draft(
    tables: Iterable[Table], present: Sequence[int], laps: Laps, counts: Matrix, draw: Draw
) -> Draft:
    """One round: the tables whose players are all present and need not sit out stay together,
    the others are filled up with the fewest meetings. Adds the round to `laps` and `counts`."""
    laps.enter(present)
    ranks = {player: laps.rank(player) for player in present}
    turn = laps.turn(present)
    here, required = set(present), set(turn.required)
    whole = [table for table in tables if here.issuperset(table) and required.isdisjoint(table)]
    in_whole = {player for table in whole for player in table}
    loose = [player for player in shuffled(present, draw) if player not in in_whole]
    waiting = [player for player in loose if player in turn.optional]
    sit_outs = [*turn.required, *waiting[: turn.more]]
    loose = [player for player in loose if player not in sit_outs]
    while len(sit_outs) < len(turn.required) + turn.more:
        chosen, table = _to_free(whole, turn.optional, loose, counts)
        if table:
            whole.remove(table)
            loose += table
        loose.remove(chosen)
        sit_outs.append(chosen)
    laps.sit(sit_outs)
    whole += _filled(loose, counts)
    met(whole, counts)
    return Draft([player for table in whole for player in table], sorted(sit_outs), ranks)


def _to_free(
    whole: Sequence[Table], optional: Sequence[int], loose: Sequence[int], counts: Matrix
) -> tuple[int, Table]:
    """Who sits out, and the table this breaks up: such that the two others have met those
    without a table least. With no such table it is somebody without one."""
    choices = [(player, table) for table in whole for player in table if player in optional]
    if not choices:
        return next(player for player in loose if player in optional), ()

    def meetings(choice: tuple[int, Table]) -> int:
        player, table = choice
        return sum(counts[other][one] for other in table if other != player for one in loose)

    return min(choices, key=meetings)


def _filled(loose: Sequence[int], counts: Matrix) -> list[Table]:
    """Tables of three for these players, one after the other with the fewest meetings."""
    waiting = list(loose)
    result = []
    while waiting:
        table = [waiting.pop()]
        for _ in range(CHAIRS - 1):
            best = min(waiting, key=lambda one: sum(counts[one][other] for other in table))
            waiting.remove(best)
            table.append(best)
        result.append(tuple(table))
    return result
