"""All movements of a range of sizes, measured, and what of the promises they miss.

The promises are those of docs/movements.md.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb
from time import process_time

from tournament.rules.display import fixed
from tournament.rules.movements import Matrices, Quality, RoundPlan, matrices, plan, quality
from tournament.rules.movements.counting import counted
from tournament.rules.movements.holding import Known, known
from tournament.rules.movements.planning import plan_sought
from tournament.rules.movements.shapes import CHAIRS
from tournament.rules.movements.turning import rows

HEADINGS = (
    "players", "rounds", "boards", "seats", "tables", "largest_meetings", "pairs_over",
    "seat_spread", "sit_out_spread", "comparisons_min", "comparisons_max", "balance", "seconds",
)  # fmt: skip

# Where it is impossible that nobody meets anybody twice; and for how many rounds it is promised.
_TWICE = {(6, 2), (7, 2), (7, 3), (12, 5)}
_ONCE_FOR, _ONCE_FOR_MANY, _MANY = 20, 19, 60


def most_meetings(players: int, rounds: int) -> int:
    """How often two may meet at most, by what is promised."""
    if (players, rounds) in _TWICE:
        return 2
    longest = _ONCE_FOR if players <= _MANY else _ONCE_FOR_MANY
    if rounds <= min(longest, (players - 1) // 2):
        return 1
    return _mean_rounded_up(players, rounds) + 1


def _mean_rounded_up(players: int, rounds: int) -> int:
    return ceil(Fraction(players // CHAIRS * CHAIRS * rounds, comb(players, 2)))


@dataclass(frozen=True, slots=True)
class Measured:
    """A movement's figures. `seat_spread`: where boards are turned the largest after any round,
    where seats hold for the whole event the one at its end."""

    players: int
    rounds: int
    boards: int
    turned: bool
    seconds: float
    quality: Quality
    matrices: Matrices
    seat_spread: Fraction

    @property
    def name(self) -> str:
        """What it is called in the summary."""
        return f"{self.players}/{self.rounds}/{self.boards} {self._seats}"

    @property
    def _seats(self) -> str:
        return "turned" if self.turned else "fixed"

    def row(self) -> tuple[object, ...]:
        """Its line of the table, under HEADINGS."""
        figures = self.quality
        over = _mean_rounded_up(self.players, self.rounds)
        return (
            self.players,
            self.rounds,
            self.boards,
            self._seats,
            figures.tables,
            max(figures.meetings),
            sum(pairs for times, pairs in figures.meetings.items() if times > over),
            fixed(self.seat_spread, 2),
            figures.sit_outs_max - figures.sit_outs_min,
            figures.comparisons_min,
            figures.comparisons_max,
            fixed(figures.balance, 1),
            f"{self.seconds:.2f}",
        )

    def misses(self) -> Iterator[str]:
        """What it promises and does not keep."""
        figures = self.quality
        most = most_meetings(self.players, self.rounds)
        if max(figures.meetings) > most:
            yield f"meets {max(figures.meetings)} times, not {most}"
        if self.seat_spread > (Fraction(1, self.boards) if self.turned else 1):
            yield f"seats {fixed(self.seat_spread, 2)} apart"
        if figures.sit_outs_max - figures.sit_outs_min > 1:
            yield f"sit-outs {figures.sit_outs_max - figures.sit_outs_min} apart"
        if figures.conflicts:
            yield f"{figures.conflicts} conflicts"
        apart = figures.comparisons_max - figures.comparisons_min
        best = known(self.players, self.rounds)
        if self.turned:
            if self._turns_evenly() and len(self._compared_apart()) > 1:
                yield f"pairs that never meet compared {sorted(self._compared_apart())} times"
        elif best and apart > best.window.width * self.boards:
            yield f"comparisons {apart} apart, not {best.window.width * self.boards}"

    def _turns_evenly(self) -> bool:
        """Whether each table can turn the boards in a way of its own, and everybody plays alike."""
        rests = self.boards % CHAIRS or self.players % CHAIRS
        return not rests and self.quality.tables <= len(rows(self.boards))

    def _compared_apart(self) -> set[int]:
        """How often pairs that never meet are compared."""
        return {
            self.matrices.comparisons[one][other]
            for one, met in enumerate(self.matrices.meetings)
            for other in range(one)
            if not met[other]
        }


def measured(players: int, rounds: int, boards: int, seed: str, *, turned: bool) -> Measured:
    """Plans a movement and measures it."""
    begun = process_time()
    planned = plan(
        available=[range(1, players + 1)] * rounds,
        boards_per_round=boards,
        seed=seed,
        turned=turned,
        whole_event=True,
    )
    seconds = process_time() - begun
    figures = quality(planned)
    ends = range(1 if turned else rounds, rounds + 1)
    spread = max(_seats_apart(planned[:number]) for number in ends)
    return Measured(players, rounds, boards, turned, seconds, figures, matrices(planned), spread)


def draws_found(missed: Measured, most: int) -> int | None:
    """The first number for the draws, below `most`, with which the narrowest window known is found
    for that many players and rounds, seats that hold; None if there is none, or nothing is known.
    """
    best = known(missed.players, missed.rounds)
    if best is None:
        return None
    for number in range(most):
        planned = plan_sought(missed.players, missed.rounds, Known(best.window, number))
        figures = quality(planned)
        if figures.comparisons_max - figures.comparisons_min <= best.window.width:
            return number
    return None


def _seats_apart(rounds: Sequence[RoundPlan]) -> Fraction:
    """By how much somebody held one seat more than another, in rounds."""
    return max(max(each.sets) - min(each.sets) for each in counted(rounds).held.values())


def summary(table: Sequence[Measured]) -> str:
    """What of the promises is missed, and how long it took."""
    missed = [(each.name, ", ".join(each.misses())) for each in table]
    wrong = [f"{name}: {what}" for name, what in missed if what]
    slowest = max(table, key=lambda each: each.seconds)
    return (
        f"{len(table)} movements in {sum(each.seconds for each in table):.0f} s, the slowest "
        f"{slowest.name} in {slowest.seconds:.2f} s; {len(wrong)} miss a promise"
        + "".join(f"\n{each}" for each in wrong)
    )
