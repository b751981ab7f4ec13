"""`manage.py serve`: the whole site with one command."""

import errno
import http.client
import io
import os
import signal
import socket
import threading
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils import translation
from django.utils.translation import gettext as _

from tournament.operations.serving import lock, network
from tournament.operations.serving.supervisor import LOOK, Child, Supervisor
from tournament.operations.terminal import terminal_language
from tournament.push.addresses import printed_address

HOPELESS = 3  # starts of the web process that may fail before the command gives up
NETWORK = 10.0  # seconds between looks at the machine's addresses


class Command(BaseCommand):
    help = "Run the site, its worker and its scheduler until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on")  # noqa: S104 — phones
        parser.add_argument("--port", type=int, default=8000, help="port to listen on, 0 for any")
        parser.add_argument("--local", action="store_true", help="for this machine only")
        parser.add_argument("--web", type=int, default=1, help="number of web processes")
        parser.add_argument("--workers", type=int, default=1, help="number of worker processes")

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override(terminal_language()):
            host = "127.0.0.1" if options["local"] else options["host"]
            self._check_database()
            with self._lock() as held, _listen(host, options["port"]) as listening:
                self._serve(host, listening, held, web=options["web"], workers=options["workers"])

    def _serve(
        self, host: str, listening: socket.socket, held: int, *, web: int, workers: int
    ) -> None:
        stopping = threading.Event()
        supervisor = Supervisor(
            [
                *(
                    Child(f"web {n}", ["web", str(listening.fileno())], [listening.fileno()])
                    for n in range(1, web + 1)
                ),
                Child("referee", ["referee"]),
                Child("beat", ["beat"]),
                *(Child(f"worker {n}", ["worker", f"worker{n}@%h"]) for n in range(1, workers + 1)),
            ],
            directory=settings.BASE_DIR,
            files=[held],
        )

        def stop(_signal: int, _frame: FrameType | None) -> None:
            if stopping.is_set():
                supervisor.kill()
            stopping.set()

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, stop)
        port = listening.getsockname()[1]
        known = _reachable_at(host)
        try:
            supervisor.start(_environment(known, port))
            if _wait_until_ready(supervisor, stopping, host, port):
                self.say_where(known, port)
                self._say(self.style.SUCCESS(_("Ready")) + " — " + _("Ctrl-C stops everything."))
            looked = time.monotonic()
            while not stopping.wait(LOOK):
                supervisor.check()
                if time.monotonic() - looked >= NETWORK:
                    looked = time.monotonic()
                    if new := [a for a in _reachable_at(host) if a not in known]:
                        known = [*new, *known]
                        supervisor.restart(_environment(known, port))
                        self.say_where(known, port)
        finally:
            supervisor.stop()
        self._say(_("Stopped."))

    def _check_database(self) -> None:
        try:
            executor = MigrationExecutor(connection)
            pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
        except DatabaseError as error:
            raise CommandError(
                _("The database does not answer: {error}").format(error=error)
            ) from error
        finally:
            connections.close_all()
        if pending:
            raise CommandError(
                _("The database is not up to date. Run “manage.py migrate” first, or “make run”.")
            )

    @contextmanager
    def _lock(self) -> Iterator[int]:
        try:
            held = lock.hold(Path(settings.DATA_DIR))
        except lock.AlreadyServing as error:
            raise CommandError(
                _(
                    "Triplicate is already running with these data (process {process}). "
                    "Stop it first, or name other data with TRIPLICATE_DATA."
                ).format(process=error.process)
            ) from error
        with held:
            yield held.fileno()

    def say_where(self, reachable: list[str], port: int) -> None:
        url = _site_url(reachable, port)
        if reachable:
            self._say(_("Triplicate is at {url}").format(url=self.style.HTTP_INFO(url)))
            if self.stdout.isatty():
                self._say(_qr(url))
        else:
            self._say(_("Triplicate is at {url} — only this machine can reach it.").format(url=url))
        printed = printed_address()
        if printed and printed != url:
            self._say(
                self.style.WARNING(
                    _(
                        "The cards were printed with {printed}, which is not this address: "
                        "print them again, or give this machine its former address."
                    ).format(printed=printed)
                )
            )

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


@contextmanager
def _listen(host: str, port: int) -> Iterator[socket.socket]:
    """Open the socket here: every web process serves it, and none loses it when it is restarted."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    with listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
            listening.listen(2048)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                text = _(
                    "Port {port} is already used by another program. Stop it, or choose another "
                    "port with --port (make run PORT=8001)."
                )
            else:
                text = _("Cannot listen on {host}, port {port}: {error}.")
            raise CommandError(text.format(host=host, port=port, error=error.strerror)) from error
        except OverflowError as error:
            raise CommandError(_("A port is a number from 0 to 65535.")) from error
        yield listening


def _reachable_at(host: str) -> list[str]:
    """Return the addresses at which other machines reach a socket on `host`."""
    if host.startswith("127.") or host == "localhost":
        return []
    return network.lan_addresses() if host == "0.0.0.0" else [host]  # noqa: S104 — a comparison


def _site_url(reachable: list[str], port: int) -> str:
    return os.environ.get("SITE_URL", "").rstrip("/") or network.site_url(
        reachable[0] if reachable else "localhost", port
    )


def _environment(reachable: list[str], port: int) -> dict[str, str]:
    """Return what the processes are told; what the environment says already stands."""
    url = _site_url(reachable, port)
    hosts = ",".join(network.allowed_hosts([*reachable, urlsplit(url).hostname or ""]))
    return {"ALLOWED_HOSTS": hosts, **os.environ, "SITE_URL": url}


def _wait_until_ready(
    supervisor: Supervisor, stopping: threading.Event, host: str, port: int
) -> bool:
    """Wait until the site answers; return False if it is to stop before.

    Raises CommandError when its web process ends again and again.
    """
    address = "127.0.0.1" if host == "0.0.0.0" else host  # noqa: S104 — a comparison
    while not stopping.wait(LOOK):
        supervisor.check()
        if supervisor.children[0].failures >= HOPELESS:
            raise CommandError(_("The site does not start; the messages above say why."))
        asking = http.client.HTTPConnection(address, port, timeout=1)
        with suppress(OSError, http.client.HTTPException):
            asking.request("GET", "/health/")
            if asking.getresponse().status == http.HTTPStatus.OK:
                return True
        asking.close()
    return False


def _qr(url: str) -> str:
    # Capitals, where they mean the same, make a smaller code.
    drawn = io.StringIO()
    segno.make(url.upper(), micro=False).terminal(out=drawn, compact=True)
    # White on black whatever the terminal's colours: some phones cannot read the negative.
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" for line in drawn.getvalue().splitlines())
