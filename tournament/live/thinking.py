"""Bots that think long, in processes of their own: no table waits for another table's bot."""

from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Generic, NamedTuple, TypeVar

from engine.bots import choose
from engine.processes import cores, pool_begin, pool_end
from engine.protocol import View

T = TypeVar("T")


class Thought(NamedTuple, Generic[T]):
    """A card that a bot is choosing for a deal, after so many steps, and what it is for."""

    steps: int
    purpose: T
    card: "Future[str]"


class Thinking(Generic[T]):
    """What bots are thinking about, one choice for each deal at a time.

    Used by one thread. The processes begin with the first choice, and leave the cores to whatever
    else wants them.
    """

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._thoughts: dict[int, Thought[T]] = {}

    def ask(self, live_id: int, *, steps: int, purpose: T, bot: str, view: View, seed: int) -> None:
        """Let a bot choose, unless it does already; what an earlier step asked for is dropped."""
        known = self._thoughts.get(live_id)
        if known is not None:
            if known.steps == steps:
                return
            known.card.cancel()
        self._thoughts[live_id] = Thought(steps, purpose, self._submit(bot, view, seed))

    def done(self) -> list[tuple[int, Thought[T]]]:
        """Take the choices that have been made; their `card` raises what the bot raised."""
        ready = [(deal, each) for deal, each in self._thoughts.items() if each.card.done()]
        for live_id, _ in ready:
            del self._thoughts[live_id]
        return ready

    def close(self) -> None:
        """End the processes; what they were thinking is lost."""
        if self._pool is not None:
            pool_end(self._pool)
            self._pool = None

    def _submit(self, bot: str, view: View, seed: int) -> "Future[str]":
        if self._pool is not None:
            try:
                return self._pool.submit(choose, bot, view, seed)
            except BrokenProcessPool:  # one of the processes was ended from outside
                self.close()
        self._pool = pool_begin(max(1, cores() - 1), yielding=True)
        return self._pool.submit(choose, bot, view, seed)
