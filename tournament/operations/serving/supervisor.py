"""Starts the processes of the site, starts again what ends, and stops everything in order."""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .child import GRACE

log = logging.getLogger(__name__)

LOOK = 0.2  # seconds between looks at the processes
FIRST_DELAY, LONGEST_DELAY = 0.5, 10.0  # seconds before one that ended is started again
SETTLED = 30.0  # seconds after which one that ends is no longer thought unable to start


@dataclass
class Child:
    """One process, started again whenever it ends."""

    name: str
    arguments: Sequence[str]
    files: Sequence[int] = ()
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    due_at: float = 0.0
    failures: int = 0  # how often in a row it ended before it had settled


class Supervisor:
    """Holds the processes of the site.

    Each is in a session of its own, so that a Ctrl-C in the terminal reaches the parent alone,
    which stops them in order. `files` are file numbers that every process inherits.
    """

    def __init__(
        self, children: Sequence[Child], *, directory: Path, files: Sequence[int] = ()
    ) -> None:
        self.children = children
        self._directory = directory
        self._files = files
        self._environment: Mapping[str, str] = {}
        # Nobody writes into it: the children read the end of this process from it.
        self._pipe, self._held = os.pipe()

    def start(self, environment: Mapping[str, str]) -> None:
        """Start every process with `environment`."""
        self._environment = environment
        for child in self.children:
            self._start(child)

    def check(self) -> None:
        """Start what has ended and waited for its turn."""
        now = time.monotonic()
        for child in self.children:
            if child.process is None:
                if now >= child.due_at:
                    self._start(child)
            elif (status := child.process.poll()) is not None:
                child.failures += 1
                if now - child.started_at >= SETTLED:
                    child.failures = 1
                delay = min(FIRST_DELAY * 2 ** min(child.failures - 1, 10), LONGEST_DELAY)
                child.due_at = now + delay
                log.warning(
                    "%s (process %d) ended with status %d; starting it again in %.1f s",
                    child.name, child.process.pid, status, delay,
                )  # fmt: skip
                child.process = None

    def restart(self, environment: Mapping[str, str]) -> None:
        """Stop every process and start it with `environment`."""
        self.stop()
        self.start(environment)

    def stop(self) -> None:
        """Stop the processes one after the other, and kill what does not end in ten seconds."""
        for child in self.children:
            if child.process is None:
                continue
            child.process.terminate()
            try:
                child.process.wait(GRACE)
            except subprocess.TimeoutExpired:
                log.warning("%s did not stop in %d s and is killed", child.name, GRACE)
                os.killpg(child.process.pid, signal.SIGKILL)
                child.process.wait()
            child.process = None

    def kill(self) -> None:
        """End what still runs at once."""
        for child in self.children:
            if child.process is not None and child.process.poll() is None:
                os.killpg(child.process.pid, signal.SIGKILL)

    def _start(self, child: Child) -> None:
        module = "tournament.operations.serving.child"
        child.process = subprocess.Popen(
            [sys.executable, "-m", module, str(self._pipe), *child.arguments],
            cwd=self._directory,
            env=dict(self._environment),
            pass_fds=[self._pipe, *self._files, *child.files],
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        child.started_at = time.monotonic()
