"""Bots that think long, in processes of their own: no table waits for another table's bot."""

from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Generic, NamedTuple, TypeVar

from engine.bots import choose
from engine.processes import cores, pool_begin, pool_end
from engine.protocol import View

T = TypeVar("T")


class Question(NamedTuple):
    """Who is asked for a card."""

    bot: str
    view: View
    seed: int


class Thought(NamedTuple, Generic[T]):
    """A card that a bot is choosing for a deal, after so many steps, and what it is for."""

    steps: int
    purpose: T
    question: Question
    card: "Future[str]"
    is_again: bool = False


class Thinking(Generic[T]):
    """What bots are thinking about, one choice for each deal at a time.

    Used by one thread. The processes begin with the first choice, and leave the cores to whatever
    else wants them.
    """

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._thoughts: dict[int, Thought[T]] = {}

    def ask(self, live_id: int, *, steps: int, purpose: T, question: Question) -> None:
        """Let a bot choose, unless it does already; what an earlier step asked for is dropped."""
        known = self._thoughts.get(live_id)
        if known is not None:
            if known.steps == steps:
                return
            known.card.cancel()
        self._thoughts[live_id] = Thought(steps, purpose, question, self._submit(question))

    def done(self) -> list[tuple[int, Thought[T]]]:
        """Take the choices that have been made; their `card` raises what the bot raised.

        If a process was ended from outside, its choice is made once more in another.
        """
        ready = []
        for live_id, each in list(self._thoughts.items()):
            if not each.card.done():
                continue
            if isinstance(each.card.exception(), BrokenProcessPool) and not each.is_again:
                again = each._replace(card=self._submit(each.question), is_again=True)
                self._thoughts[live_id] = again
                continue
            del self._thoughts[live_id]
            ready.append((live_id, each))
        return ready

    def close(self) -> None:
        """End the processes; what they were thinking is lost."""
        if self._pool is not None:
            pool_end(self._pool)
            self._pool = None

    def _submit(self, question: Question) -> "Future[str]":
        if self._pool is not None:
            try:
                return self._pool.submit(choose, *question)
            except BrokenProcessPool:
                self.close()
        self._pool = pool_begin(max(1, cores() - 1), yielding=True)
        return self._pool.submit(choose, *question)
