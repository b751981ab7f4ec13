"""Seats that leave a way on: whether everybody can hold even seats in the rounds to come, too.

Where players sit out they are not all due the same number of seats at the same time, and a round's
seats may leave more players who all need one and the same than there are tables. So some rounds are
seated ahead, by chance: who sits out and who holds what, whatever the meetings. One way on is
enough, since whoever plans the next round looks for it again.
"""

from collections.abc import Mapping, Sequence

from tournament.rules.movements.draws import Draw, shuffled
from tournament.rules.movements.seats import Counts, unevenness
from tournament.rules.movements.shapes import CHAIRS
from tournament.rules.movements.sitting import Laps

# So many rounds are seated ahead, and so often, before there is taken to be no way.
_ROUNDS = 6
_TRIES = 20


def suits(held: Sequence[int]) -> tuple[int, ...]:
    """How uneven the seats held become on each chair."""
    return tuple(
        unevenness([count + (seat == chair) for seat, count in enumerate(held)])
        for chair in range(CHAIRS)
    )


class Ahead:
    """The rounds to come of the players present, as long as they all stay."""

    def __init__(self, held: Mapping[int, Counts], laps: Laps, draw: Draw) -> None:
        """`held`: of everybody present; `laps`: entered for the round to plan, nobody sitting."""
        self._held = held
        self._laps = laps
        self._draw = draw

    def way(self, sit_outs: Sequence[int]) -> dict[int, int] | None:
        """The chairs of one way to seat this round with these sit-outs, such that there is a way
        on; None if none is found."""
        for _ in range(_TRIES):
            chairs = self._seated(self._held, sit_outs)
            if chairs is None:
                return None
            if self._goes_on(sit_outs, chairs):
                return chairs
        return None

    def lasts(self, sit_outs: Sequence[int], chairs: Mapping[int, int]) -> bool:
        """Whether a way on is found from these chairs of all others."""
        return any(self._goes_on(sit_outs, chairs) for _ in range(_TRIES))

    def _goes_on(self, sit_outs: Sequence[int], chairs: Mapping[int, int]) -> bool:
        held = {player: list(counts) for player, counts in self._held.items()}
        laps = self._laps.copy()
        for _ in range(_ROUNDS):
            laps.sit(sit_outs)
            for player, chair in chairs.items():
                held[player][chair] += 1
            laps.enter(tuple(held))
            sit_outs = self._sitting(held, laps)
            found = self._seated(held, sit_outs)
            if found is None:
                return False
            chairs = found
        return True

    def _sitting(self, held: Mapping[int, Counts], laps: Laps) -> list[int]:
        """Who may sit out: those first who need a chair that too many need."""
        turn = laps.turn(tuple(held))
        needing = dict.fromkeys(range(CHAIRS), 0)
        due = {player: _chairs_due(counts) for player, counts in held.items()}
        for chairs in due.values():
            if len(chairs) == 1:
                needing[chairs[0]] += 1

        def spared(player: int) -> int:
            return -needing[due[player][0]] if len(due[player]) == 1 else 0

        waiting = sorted(shuffled(turn.optional, self._draw), key=spared)
        if self._draw() & 1:
            waiting = shuffled(turn.optional, self._draw)
        return [*turn.required, *waiting[: turn.more]]

    def _seated(self, held: Mapping[int, Counts], sit_outs: Sequence[int]) -> dict[int, int] | None:
        """A chair that suits each of the others, each chair as often as there are tables; None
        where that cannot be: a matching along alternating paths."""
        seated = shuffled((player for player in held if player not in sit_outs), self._draw)
        due = {player: shuffled(_chairs_due(held[player]), self._draw) for player in seated}
        on: list[list[int]] = [[] for _ in range(CHAIRS)]
        tables = len(seated) // CHAIRS

        def place(player: int, tried: set[int]) -> bool:
            for chair in due[player]:
                if chair in tried:
                    continue
                tried.add(chair)
                if len(on[chair]) < tables:
                    on[chair].append(player)
                    return True
                for other in on[chair]:
                    if place(other, tried):
                        on[chair].remove(other)
                        on[chair].append(player)
                        return True
            return False

        if not all(
            place(player, set()) for player in sorted(seated, key=lambda one: len(due[one]))
        ):
            return None
        return {player: chair for chair, players in enumerate(on) for player in players}


def _chairs_due(held: Sequence[int]) -> list[int]:
    """The chairs on which the seats held become least uneven."""
    costs = suits(held)
    return [chair for chair, cost in enumerate(costs) if cost == min(costs)]
