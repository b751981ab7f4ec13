"""How fast the engine is, against the project's goals, in CPU time of this process.

The only part of the engine with a clock. Figures drift with the machine; the ratios are what a
report compares.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from time import process_time

from engine import kernel
from engine.dealing import deal
from engine.registry import game

_KEY = bytes(32)
_BATCH = 200
_KERNEL_BATCH = 2000


@dataclass(frozen=True, slots=True)
class Figure:
    """A rate in units per second of CPU, and the goal for it."""

    what: str
    rate: float
    goal: int

    def __str__(self) -> str:
        ratio = self.rate / self.goal
        return f"{self.what}: {self.rate:,.0f}/s (goal {self.goal:,}, ratio {ratio:.2f})"


def figures(seconds: float) -> Iterator[Figure]:
    """Each figure, measured for about this long."""
    yield Figure("comon random playouts through State", _rate(_playouts(), seconds), 12_000)
    form = kernel.best()[1]
    yield Figure(f"comon batch playouts, {form} kernel", _rate(_games, seconds), 300_000)
    yield Figure("comon sealed deals", _rate(_deals, seconds), 60_000)


def _rate(batch: Callable[[], int], seconds: float) -> float:
    """Units per second: `batch` does some and says how many."""
    batch()
    done, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        done += batch()
    return done / spent


def _playouts() -> Callable[[], int]:
    """From `start` to `outcome`, every decision asking for the legal actions; deals are ready."""
    comon = game("comon")
    deals = [deal(comon, key=_KEY, board=board) for board in range(1, _BATCH + 1)]
    chance = Random(1).random

    def batch() -> int:
        for dealt in deals:
            state = comon.start(dealt)
            while (seat := state.actor) is not None:
                legal = state.legal()
                state = state.apply(seat, legal[int(chance() * len(legal))])
            state.outcome()
        return _BATCH

    return batch


def _deals() -> int:
    comon = game("comon")
    for board in range(1, _BATCH + 1):
        deal(comon, key=_KEY, board=board)
    return _BATCH


def _games() -> int:
    """Deal and score included."""
    rules = kernel.tables("comon")
    ended, _ = kernel.deals(rules, seed=1, games=_KERNEL_BATCH)
    kernel.total(rules, ended)
    return _KERNEL_BATCH
