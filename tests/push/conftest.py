"""The front as it is served, on a free port, beside the test's own database."""

import http.client
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import uvicorn
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connection

from tournament.operations.serving.web import Server
from tournament.push import hub as hubs
from tournament.push.front import Front
from tournament.push.heads import HeadsInTime
from tournament.push.kept import Kept
from tournament.push.tokens import stream_address

PATIENCE = 20.0  # seconds; long enough for a busy machine, reached only when something is broken


def until(condition: Callable[[], object], what: str) -> None:
    """Wait until `condition` holds."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain: {what}"
        time.sleep(0.01)


class Reader:
    """A browser's EventSource: a connection whose events are read one by one."""

    def __init__(self, port: int, address: str, **headers: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._connection.request(
            "GET", address, headers={k.replace("_", "-"): v for k, v in headers.items()}
        )
        self.response = self._connection.getresponse()
        self._socket = self._connection.sock
        self.opening = self.block()

    def block(self) -> dict[str, str]:
        """Return the next block of lines, {} at the end."""
        lines: dict[str, str] = {}
        while line := self.response.readline().decode().rstrip("\n"):
            name, _, value = line.partition(": ")
            lines[name] = value
        return lines

    def changed(self) -> str:
        """Return the topic of the next `changed` event."""
        deadline = time.monotonic() + PATIENCE
        while (event := self.block()).get("event") == "ping":
            assert time.monotonic() < deadline, "nothing but heartbeats"
        return event.get("data", "")

    def leave(self) -> None:
        self.response.close()
        self._connection.close()


@dataclass(frozen=True)
class Answered:
    status: int
    headers: dict[str, str]
    body: bytes


class Served:
    """A running front."""

    def __init__(
        self,
        site: Any,
        kept: Kept | None = None,
        *,
        protocol: type[HeadsInTime] = HeadsInTime,
        **options: Any,
    ) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.front = Front(site, threads=4, kept=kept, **options)
        config = uvicorn.Config(
            self.front,
            lifespan="on",
            interface="asgi3",
            http=protocol,
            log_config=None,
            ws="none",
            timeout_graceful_shutdown=3,
        )
        self.server = Server(config)
        self._thread = threading.Thread(target=self.server.run, args=[[self._listening]])
        self._readers: list[Reader] = []

    def start(self) -> None:
        self._thread.start()
        until(lambda: self.server.started, "the server starts")

    def stop(self) -> None:
        self.server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        for reader in self._readers:
            reader.leave()

    @property
    def hub(self) -> hubs.Hub:
        assert self.front.hub is not None
        return self.front.hub

    def listen(self, *topics: str, **headers: str) -> Reader:
        """Open a stream of a page that is rendered now, and has missed nothing."""
        reader = Reader(self.port, stream_address(*topics), **headers)
        self._readers.append(reader)
        return reader

    def get(self, path: str) -> tuple[int, bytes]:
        answer = self.ask(path)
        return answer.status, answer.body

    def ask(self, path: str, method: str = "GET", **headers: str) -> "Answered":
        """Send a request; in names of headers, `_` stands for a hyphen and `__` for itself."""
        connected = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        names = [name.replace("__", "\0").replace("_", "-").replace("\0", "_") for name in headers]
        connected.request(method, path, headers=dict(zip(names, headers.values(), strict=True)))
        response = connected.getresponse()
        told = {name.lower(): value for name, value in response.getheaders()}
        answer = Answered(response.status, told, response.read())
        connected.close()
        return answer


@pytest.fixture
def serve() -> Iterator[Callable[..., Served]]:
    """Serve a WSGI application behind the front; Django when none is given."""
    running: list[Served] = []

    def start(site: Any = None, kept: Kept | None = None, **options: Any) -> Served:
        served = Served(site or get_wsgi_application(), kept, **options)
        served.start()
        running.append(served)
        return served

    yield start
    for served in running:
        served.stop()


ELSEWHERE = """
import sys, django
django.setup()
from django.db import transaction
from tournament.push.services import announce
for line in sys.stdin:
    with transaction.atomic():
        announce(line.strip())
    print("committed", flush=True)
"""


@pytest.fixture
def elsewhere(transactional_db: None) -> Iterator[Callable[[str], None]]:
    """Announce a topic from another process on the same database; returns after its commit."""
    process = subprocess.Popen(
        [sys.executable, "-c", ELSEWHERE],
        cwd=settings.BASE_DIR,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tournament.config.settings.dev",
            "DATABASE_URL": database_url(),
            "TRIPLICATE_DATA": str(settings.DATA_DIR),
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        orders, answers = process.stdin, process.stdout
        assert orders is not None
        assert answers is not None

        def announce(topic: str) -> None:
            print(topic, file=orders, flush=True)
            assert answers.readline() == "committed\n"

        yield announce
        orders.close()


def database_url() -> str:
    """Return the address of the test's own database."""
    known = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{known['NAME']}"
    return (
        f"postgres://{known['USER']}:{known['PASSWORD']}@{known['HOST'] or 'localhost'}"
        f":{known['PORT'] or 5432}/{known['NAME']}"
    )
