"""How fast the public leaderboard is, beside a bare Django view in the same run."""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from urllib.parse import quote

from django.db import connection

from tournament.standings.services import standings_compute

from .bench import event_with_results
from .processor import seconds_used
from .simulation import Evening

ROUNDS = 10
PATIENCE = 30.0  # seconds


@dataclass(slots=True)
class Case:
    """A request asked again and again on one connection, and what an answer took.

    `seconds` are of the wall, for each answer; `processor` is what the server used for all of
    them, 0 where the system does not say.
    """

    name: str
    request: bytes
    status: int
    seconds: list[float] = field(default_factory=list)
    processor: float = 0.0

    @property
    def asked(self) -> int:
        return len(self.seconds)

    @property
    def typical(self) -> float:
        return median(self.seconds)


def leaderboard_bench(evening: Evening, *, requests: int) -> list[Case]:
    """Return what a bare Django view and the evening's leaderboard took, the bare view first.

    Each is asked `requests` times in all, in turns. Everything happens in a database of its own,
    which is removed afterwards.
    """
    with tempfile.TemporaryDirectory() as folder, _scratch_database(Path(folder)) as url:
        event = event_with_results(evening)
        standings_compute(event_id=event.pk)
        page = f"/e/{event.public_id}/"
        connection.close()
        environment = {**os.environ, "DATABASE_URL": url, "TRIPLICATE_DATA": folder}
        with (
            _served(os.environ, "tournament.operations.bare_site") as bare,
            _served(environment, "tournament.operations.serving.child", "web") as site,
        ):
            cases = _cases(bare, site, page)
            for _round in range(ROUNDS):
                for case, server in cases:
                    server.ask(case, max(1, requests // ROUNDS))
        return [case for case, _server in cases]


def _cases(bare: "Server", site: "Server", page: str) -> list[tuple[Case, "Server"]]:
    packed = "Accept-Encoding: gzip\r\n"
    first = Case("first", _request(page, packed), 200)
    etag = site.ask(first, 1)["etag"]
    known = packed + f"If-None-Match: {etag}\r\n"
    return [
        (Case("bare Django view", _request("/"), 200), bare),
        (Case("leaderboard, 200", _request(page, packed), 200), site),
        (Case("leaderboard, 304", _request(page, known), 304), site),
        # What has this header is left to Django.
        (Case("the same by Django, 200", _request(page, packed + "Range: x\r\n"), 200), site),
        (Case("the same by Django, 304", _request(page, known + "Range: x\r\n"), 304), site),
    ]


def _request(path: str, headers: str = "") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n".encode()


class Server:
    """A server in a process of its own, and one connection to it that is kept."""

    def __init__(self, pid: int, port: int) -> None:
        self._pid = pid
        self._connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self._answers = self._connection.makefile("rb")

    def ask(self, case: Case, times: int) -> dict[str, str]:
        """Ask for the case so many times; return the headers of the last answer."""
        headers: dict[str, str] = {}
        used = seconds_used(self._pid)
        for _time in range(times):
            start = time.perf_counter()
            self._connection.sendall(case.request)
            headers = self._answer(case)
            case.seconds.append(time.perf_counter() - start)
        case.processor += seconds_used(self._pid) - used
        return headers

    def _answer(self, case: Case) -> dict[str, str]:
        status = int(self._answers.readline().split()[1])
        headers = {}
        while line := self._answers.readline().strip():
            name, _, value = line.decode("latin-1").partition(": ")
            headers[name] = value
        if status != 304:
            self._answers.read(int(headers["content-length"]))
        if status != case.status:
            raise RuntimeError(f"{case.name}: {status} instead of {case.status}.")
        return headers

    def leave(self) -> None:
        self._answers.close()
        self._connection.close()


@contextlib.contextmanager
def _served(environment: Mapping[str, str], module: str, *words: str) -> Iterator[Server]:
    """Run a module as a server; the number of its socket follows the words."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port, number = listening.getsockname()[1], listening.fileno()
        held, let_go = os.pipe()
        command = [sys.executable, "-m", module, *words, str(number)]
        if words:
            command[3:3] = [str(held)]
        process = subprocess.Popen(command, env={**environment}, pass_fds=[number, held])
        try:
            server = Server(process.pid, port)
            yield server
            server.leave()
        finally:
            process.terminate()
            process.wait(PATIENCE)
            os.close(held)
            os.close(let_go)


@contextlib.contextmanager
def _scratch_database(folder: Path) -> Iterator[str]:
    """Use an empty database beside the site's; yield its address, and remove it in the end."""
    usual = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(folder / "bench.sqlite3")
    else:
        connection.settings_dict["TEST"]["NAME"] = f"bench_{os.getpid()}"
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield _database_url()
    finally:
        connection.creation.destroy_test_db(usual, verbosity=0)


def _database_url() -> str:
    known = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{known['NAME']}"
    user, password, host = (quote(known[key], safe="") for key in ("USER", "PASSWORD", "HOST"))
    port = known["PORT"] or 5432
    return f"postgres://{user}:{password}@{host or 'localhost'}:{port}/{known['NAME']}"
