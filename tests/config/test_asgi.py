"""The site as servers run it: the documented uvicorn, beside no `serve`."""

import http.client
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.served import PATIENCE, ROOT, environment, manage, until

Start = Callable[..., "Web"]


class Web:
    """Uvicorn on a port of the system's choice; what it writes shows who it thinks asks."""

    def __init__(self, data: Path, proxies: str, **settings: str) -> None:
        (command,) = re.findall(r"^uvicorn (.*?) +#", OPERATIONS.read_text(), re.MULTILINE)
        self._written = data / "written"
        with self._written.open("w") as written:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "uvicorn", *command.split(), "--port", "0"],
                cwd=ROOT,
                env=environment(data) | {"TRUSTED_PROXIES": proxies} | settings,
                stdout=written,
                stderr=subprocess.STDOUT,
            )
        until(lambda: re.search(r"running on \S+:\d+", self.written), "it listens")
        self.port = int(re.findall(r"running on \S+:(\d+)", self.written)[0])

    @property
    def written(self) -> str:
        return self._written.read_text()

    def ask(self, path: str, **headers: str) -> int:
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        names = [name.replace("_", "-") for name in headers]
        asking.request("GET", path, headers=dict(zip(names, headers.values(), strict=True)))
        status = asking.getresponse().status
        asking.close()
        until(lambda: path.split("?")[0][:10] in self.written, "it has written")
        return status

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)


OPERATIONS = ROOT / "docs" / "operations.md"


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    done = manage(tmp_path, "migrate", "--verbosity", "0")
    assert done.returncode == 0, done.stderr
    running: list[Web] = []

    def started(proxies: str, **settings: str) -> Web:
        running.append(Web(tmp_path, proxies, **settings))
        return running[-1]

    yield started
    for web in running:
        web.stop()


def test_a_trusted_proxy_says_who_asks(start: Start) -> None:
    web = start("127.0.0.1,10.0.0.0/8")
    assert web.ask("/health/", x_forwarded_for="198.51.100.7, 203.0.113.9, 10.1.1.1") == 200
    assert "203.0.113.9:0 - " in web.written  # the first of them is only what 203… says


def test_nobody_else_does(start: Start) -> None:
    web = start("10.0.0.1")
    assert web.ask("/health/", x_forwarded_for="203.0.113.9") == 200
    assert "127.0.0.1:" in web.written.split("running on")[1].partition("\n")[2]
    assert "203.0.113.9" not in web.written


@pytest.mark.parametrize(("proxies", "status"), [("127.0.0.1", 200), ("10.0.0.1", 301), ("", 301)])
def test_who_is_no_trusted_proxy_cannot_say_it_is_https(
    start: Start, proxies: str, status: int
) -> None:
    web = start(
        proxies,
        DJANGO_SETTINGS_MODULE="tournament.config.settings.production",
        SECRET_KEY="only-for-tests",
        ALLOWED_HOSTS="127.0.0.1",
        SITE_URL="https://127.0.0.1",
    )
    assert web.ask("/t/", x_forwarded_proto="https") == status


def test_half_of_a_request_does_not_hold_a_connection(start: Start) -> None:
    web = start("")
    with socket.create_connection(("127.0.0.1", web.port), timeout=PATIENCE) as phone:
        phone.sendall(b"GET / HTTP/1.1\r\nHost: lo")
        assert phone.recv(1) == b""


def test_a_secret_that_is_asked_for_is_not_written(start: Start) -> None:
    web = start("")
    web.ask("/play/link/kept-by-its-owner/")
    assert "/play/link/kep…/" in web.written
    assert "kept-by-its-owner" not in web.written
