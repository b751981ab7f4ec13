"""`manage.py serve`, started as a user starts it."""

import os
import shutil
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.linux import only_linux
from tests.served import PATIENCE, Site, command, manage, until

pytestmark = only_linux


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installation with an empty, migrated database."""
    data = tmp_path_factory.mktemp("migrated")
    done = manage(data, "migrate", "--verbosity", "0")
    assert done.returncode == 0, done.stderr
    return data


@pytest.fixture
def data(migrated: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(migrated, tmp_path / "data"))


def gone(pids: list[int]) -> bool:
    return not any("tournament.operations.serving.child" in command(pid) for pid in pids)


@pytest.fixture
def start(data: Path) -> Iterator[Callable[[], Site]]:
    running: list[Site] = []

    def started() -> Site:
        running.append(Site(data))
        return running[-1]

    yield started
    for site in running:
        site.stop()


def test_it_keeps_the_site_running_and_ctrl_c_ends_everything(
    start: Callable[[], Site], data: Path, migrated: Path
) -> None:
    site = start()
    assert site.answers()
    assert "only this machine can reach it" in site.said
    before = site.children()
    assert set(before) == {"web", "referee", "beat", "worker"}

    second = manage(data, "serve", "--local", "--port", "0")
    assert second.returncode == 1
    assert f"already running with these data (process {site.process.pid})" in second.stderr
    other = manage(migrated, "serve", "--local", "--port", str(site.port))
    assert other.returncode == 1
    assert f"Port {site.port} is already used by another program" in other.stderr
    assert "Traceback" not in second.stderr + other.stderr

    for kind in ("web", "worker", "referee", "beat"):
        os.kill(before[kind], signal.SIGKILL)
    until(lambda: len(site.children()) == 4, "all four are started again")
    until(site.answers, "the new web process answers")
    after = site.children()
    assert all(after[kind] != before[kind] for kind in before)
    assert f"web 1 (process {before['web']}) ended with status -9" in site.said

    site.press_ctrl_c()
    assert site.process.wait(PATIENCE) == 0
    assert gone(list(after.values()))
    assert "Traceback" not in site.said
    assert site.said.endswith("Stopped.\n")


def test_killed_it_takes_its_children_along_and_can_be_started_again(
    start: Callable[[], Site],
) -> None:
    site = start()
    children = list(site.children().values())
    site.process.kill()
    site.process.wait()
    # While they end, they hold the data; the next one waits for them.
    again = start()
    assert gone(children)
    assert again.answers()


def test_half_of_a_request_does_not_hold_a_connection(start: Callable[[], Site]) -> None:
    site = start()
    with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as phone:
        phone.sendall(b"GET / HTTP/1.1\r\nHost: lo")
        assert phone.recv(1) == b""
    assert site.answers()


def test_it_wants_an_up_to_date_database(tmp_path: Path) -> None:
    refused = manage(tmp_path, "serve", "--local", "--port", "0")
    assert refused.returncode == 1
    assert "migrate" in refused.stderr
    assert "Traceback" not in refused.stderr
