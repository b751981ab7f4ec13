"""Many records solved at once: in their order, on several cores, stopped and gone on with.

Results go to standard output, or to a file that a later run goes on with. What the file holds is
worked out again, but for par, which is dear, and must be the same: results of other records are
never added to. A line that broke off in the middle is taken away and solved again.
"""

import json
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from engine import solver
from engine.errors import BadRecord, EngineError, UnknownGame
from engine.games.comon import ComonState
from engine.processes import pool_begin, pool_end
from engine.record import load
from engine.replay import reached

# How every result begins.
_BEGINNING = b'{"guaranteed": ['
# So many records wait for each process: none is idle, and few are worked on in vain.
_AHEAD = 4
_BAR = 24
# Written over what stands on the line of a terminal.
_CLEAR = "\r\x1b[K"


class Task(NamedTuple):
    """A record with the number of its line; and the result that a file holds for it already."""

    line: int
    data: bytes
    cards: bool
    held: bytes | None = None


class Solved(NamedTuple):
    """A record's result as a line of JSON, or else why it has none."""

    text: str = ""
    fault: str = ""


def solve_all(
    records: Sequence[tuple[int, bytes]],
    *,
    cards: bool,
    jobs: int,
    out: str | None,
    refuse: Callable[[str], None],
) -> None:
    """Print the results of records that come with their line numbers, or add them to file `out`.

    `refuse` is called with the fault of each that has none. BadRecord, before anything is written,
    if the file holds something else than the results of the first of them.
    """
    held = _held(Path(out)) if out else []
    tasks = _tasks(records, held, cards=cards, out=str(out))
    with (
        closing(_in_order(_solve, tasks, min(jobs, len(tasks)))) as done,
        closing(_Progress(len(tasks))) as progress,
    ):
        results = _Results(out, sum(map(len, held)))
        for task, solved in zip(tasks, done, strict=True):
            progress.clear()
            if solved.fault:
                refuse(f"line {task.line}: {solved.fault}")
            elif task.held is None:
                results.add(solved.text)
            elif not solved.text:
                raise BadRecord(
                    "other-results", f"{out!r} holds other results, first for line {task.line}"
                )
            progress.step()


def _held(path: Path) -> list[bytes]:
    """The whole lines of a file of results, none if there is no such file.

    BadRecord if what stands after them cannot have been a result.
    """
    try:
        *lines, rest = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return []
    if not (rest.startswith(_BEGINNING) or _BEGINNING.startswith(rest)):
        raise BadRecord("other-results", f"{str(path)!r} holds something else than results")
    return [line + b"\n" for line in lines]


def _tasks(
    records: Sequence[tuple[int, bytes]], held: Sequence[bytes], *, cards: bool, out: str
) -> list[Task]:
    """The records, the first good ones with what is held; BadRecord if more is held."""
    left, tasks = deque(held), []
    for line, data in records:
        known = left.popleft() if left and not _fault(data) else None
        tasks.append(Task(line, data, cards, known))
    if left:
        raise BadRecord("other-results", f"{out!r} holds more results than there are records")
    return tasks


def _state(data: bytes) -> ComonState:
    state = reached(load(data))
    if not isinstance(state, ComonState):
        raise UnknownGame("unknown-game", "only deals of Com'on! can be solved")
    return state


def _fault(data: bytes) -> str:
    try:
        _state(data)
    except EngineError as error:
        return str(error)
    return ""


def _solve(task: Task) -> Solved:
    """The result; or, of a record with a result that is held, that result if it can be right."""
    try:
        state = _state(task.data)
    except EngineError as error:
        return Solved(fault=str(error))
    if task.held is None:
        return Solved(text=json.dumps(solver.report(state, cards=task.cards)))
    return Solved(text=task.held.decode() if _may_be(task.held, state, cards=task.cards) else "")


def _may_be(held: bytes, state: ComonState, *, cards: bool) -> bool:
    """Whether a result is this state's, as far as is soon told."""
    try:
        result = json.loads(held)
    except ValueError:
        return False
    if not isinstance(result, dict) or ("cards" in result) != cards:
        return False
    seats = range(solver.SEATS)
    return [result.get(name) for name in ("guaranteed", "fewest", "best_score", "par_rule")] == [
        [solver.guaranteed(state, seat) for seat in seats],
        [solver.fewest(state, seat) for seat in seats],
        [solver.best_score(state, seat) for seat in seats],
        solver.PAR_RULE,
    ]


class _Results:
    """Where results go, a line each: to standard output, or after what a file holds already."""

    def __init__(self, out: str | None, held: int) -> None:
        self.out, self.held = out, held

    def add(self, text: str) -> None:
        if self.out is None:
            print(text, flush=True)
            return
        with Path(self.out).open("ab") as file:
            file.truncate(self.held)
            self.held += file.write(f"{text}\n".encode())


def _in_order(
    work: Callable[[Task], Solved], tasks: Iterable[Task], jobs: int
) -> Generator[Solved, None, None]:
    """What comes of each task, in their order, from so many processes."""
    if jobs <= 1:
        yield from map(work, tasks)
        return
    left = iter(tasks)
    pool = pool_begin(jobs)
    # While they begin they do not heed it either, which they inherit.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        waiting = deque(pool.submit(work, task) for task in islice(left, jobs * _AHEAD))
    finally:
        signal.signal(signal.SIGINT, before)
    try:
        while waiting:
            solved = waiting.popleft().result()
            waiting.extend(pool.submit(work, task) for task in islice(left, 1))
            yield solved
    except BrokenProcessPool as error:
        raise BadRecord("process-lost", "a process that solves was ended from outside") from error
    finally:
        pool_end(pool)


class _Progress:
    """A bar on standard error, if that is a terminal."""

    def __init__(self, number: int) -> None:
        self.number, self.done = number, 0
        self.shown = sys.stderr.isatty()
        self.began = monotonic()

    def clear(self) -> None:
        self._write(_CLEAR)

    def step(self) -> None:
        self.done += 1
        spent = monotonic() - self.began
        minutes, seconds = divmod(round(spent / self.done * (self.number - self.done)), 60)
        bar = "#" * (self.done * _BAR // self.number)
        self._write(
            f"[{bar:.<{_BAR}}] {self.done:,} of {self.number:,}, {minutes}:{seconds:02} left"
        )

    def close(self) -> None:
        self._write(_CLEAR)

    def _write(self, text: str) -> None:
        if self.shown:
            print(text, end="", file=sys.stderr, flush=True)
