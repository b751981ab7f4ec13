"""How fast the engine is, against the project's goals, in CPU time of this process.

The only part of the engine with a clock. Figures drift with the machine; the ratios are what a
report compares.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from statistics import median, quantiles
from time import process_time

from engine import kernel, solver
from engine.dealing import deal
from engine.protocol import State
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


def solving(*, boards: int, key: bytes) -> Iterator[str]:
    """How long the solver takes for whole deals, each of them new to it; two boards or more."""
    comon = game("comon")
    deals = [comon.start(deal(comon, key=key, board=board)) for board in range(1, boards + 1)]
    yield f"comon with open hands, {boards} boards, {solver.form()} search"
    for what, solve, goals in (
        ("three guaranteed and three fewest", _forced, (10, 40)),
        ("three best scores", _scores, None),
        ("par", solver.par, (150, 1000)),
        ("all of these, and every card that could be played in a whole play", _play, None),
    ):
        times, nodes = [], []
        for state in deals:
            solver.forget()
            start = process_time()
            solve(state)
            times.append((process_time() - start) * 1000)
            nodes.append(solver.nodes())
        high = quantiles(times, n=20)[-1]
        goal = f" (goals {goals[0]} and {goals[1]} ms)" if goals else ""
        yield (
            f"{what}: median {median(times):.1f} ms, 95 % within {high:.1f} ms{goal};"
            f" {median(nodes):,.0f} and {quantiles(nodes, n=20)[-1]:,.0f} nodes"
        )


def _forced(state: State) -> None:
    for seat in range(solver.SEATS):
        solver.guaranteed(state, seat)
        solver.fewest(state, seat)


def _scores(state: State) -> None:
    for seat in range(solver.SEATS):
        solver.best_score(state, seat)


def _play(state: State) -> None:
    """What the replay of a deal shows, each time for the highest card that may be played."""
    _forced(state)
    _scores(state)
    while (seat := state.actor) is not None:
        solver.card_values(state)
        state = state.apply(seat, state.legal()[0])


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
