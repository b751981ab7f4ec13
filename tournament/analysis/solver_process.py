"""Asking the solver in a process of its own, which has a low priority and can be ended.

A search takes the interpreter for seconds: inside a worker, all other tasks would wait for it.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import cast

from django.conf import settings

from engine.record import Record, dump

from .solving import Findings

# Seconds between two signs of life.
BEAT = 2.0


class SolverFailed(Exception):
    """The solver ended without an answer. It does not say of what deal: hands are secret."""


def solve(records: Sequence[Record], *, goes_on: Callable[[], bool]) -> Findings | None:
    """Return what the solver says of these records of one deal; None once `goes_on` says no.

    `goes_on` is asked every few seconds meanwhile. Raises SolverFailed.
    """
    try:
        said = _said(records, goes_on)
    except BrokenPipeError:
        raise SolverFailed("the solver ended before it was asked") from None
    if said is None:
        return None
    try:
        return cast(Findings, json.loads(said))
    except ValueError:
        # Without what it was: a text that broke off may hold cards.
        raise SolverFailed("the solver ended without an answer") from None


def _said(records: Sequence[Record], goes_on: Callable[[], bool]) -> str | None:
    with (
        subprocess.Popen(
            [sys.executable, "-m", "tournament.analysis.solving"],
            cwd=settings.BASE_DIR,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            # A terminal's Ctrl-C is for whoever asks: it ends the solver, or lets it finish.
            start_new_session=True,
        ) as process,
        ThreadPoolExecutor(1) as reader,
    ):
        try:
            answer = reader.submit(_ask, process, [dump(record) for record in records])
            while not wait([answer], timeout=BEAT).done:
                if not goes_on():
                    return None
            return answer.result()
        finally:
            process.kill()


def _ask(process: "subprocess.Popen[str]", records: list[str]) -> str:
    """Return what the process says; its input stays open, by which it knows that it is awaited."""
    if process.stdin is None or process.stdout is None:
        raise SolverFailed("the solver cannot be spoken to")
    process.stdin.write(json.dumps(records) + "\n")
    process.stdin.flush()
    return process.stdout.read()
