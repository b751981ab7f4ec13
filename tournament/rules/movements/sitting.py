"""Who sits out when a round's players do not divide by three.

The rule: sit-outs go in laps. Everybody sits out once before anybody sits out again. Who comes
late, or comes back, joins the lap that is running: is counted like the one present who has sat
out least, so that nobody repays rounds in which they were not there. Among those whose turn it is,
whoever has never really sat out goes first.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from tournament.rules.movements.shapes import CHAIRS, RoundPlan

Rank = tuple[int, bool]


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is: all of `required` sit out, and `more` of `optional`."""

    required: tuple[int, ...]
    optional: tuple[int, ...]
    more: int


class Laps:
    """How often each player counts as having sat out, followed round by round."""

    def __init__(self, played: Iterable[RoundPlan] = ()) -> None:
        self._laps: dict[int, int] = {}
        self._really: dict[int, int] = {}
        self._last_present: frozenset[int] = frozenset()
        for past in played:
            self.enter(past.present())
            self.sit(past.sit_outs)

    def copy(self) -> "Laps":
        """A copy that shares nothing with this one."""
        copied = Laps()
        copied._laps, copied._really = dict(self._laps), dict(self._really)
        copied._last_present = self._last_present
        return copied

    def enter(self, present: Collection[int]) -> None:
        """Begins a round: those who were not in the last one join the running lap."""
        stayed = [self._laps[player] for player in present if player in self._last_present]
        running = min(stayed, default=0)
        for player in present:
            self._laps[player] = max(self._laps.get(player, 0), running)
        self._last_present = frozenset(present)

    def turn(self, present: Sequence[int]) -> Turn:
        """Whose turn it is to sit out, among the players present."""
        needed = len(present) % CHAIRS if len(present) >= CHAIRS else len(present)
        if not needed:
            return Turn((), (), 0)
        level = sorted(map(self.rank, present))[needed - 1]
        required = tuple(player for player in present if self.rank(player) < level)
        optional = tuple(player for player in present if self.rank(player) == level)
        return Turn(required, optional, needed - len(required))

    def sit(self, players: Iterable[int]) -> None:
        """Records that these players sit out in the round begun."""
        for player in players:
            self._laps[player] += 1
            self._really[player] = self._really.get(player, 0) + 1

    def rank(self, player: int) -> Rank:
        """How soon it is the player's turn: lower ranks sit out before higher ones."""
        return self._laps[player], player in self._really
