"""`manage.py serve`, started as a user starts it."""

import contextlib
import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings

PATIENCE = 60.0  # seconds, reached only when something is broken

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/task").exists(), reason="looks for processes as Linux shows them"
)


def until(condition: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain: {what}"
        time.sleep(0.05)


def environment(data: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "BROKER_URL")}
    return {
        **kept,
        "DJANGO_SETTINGS_MODULE": "tournament.config.settings.dev",
        "TRIPLICATE_DATA": str(data),
        "LC_ALL": "C.UTF-8",
    }


def manage(data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env=environment(data),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


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


class Site:
    """A running `serve`, for this machine only, on a port of the system's choice."""

    def __init__(self, data: Path) -> None:
        self._said = data / "said"
        with self._said.open("w") as said:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--local", "--port", "0"],
                cwd=settings.BASE_DIR,
                env=environment(data),
                stdout=said,
                stderr=subprocess.STDOUT,
                process_group=0,
            )
        until(lambda: "Ready" in self.said or self.process.poll() is not None, "it is ready")
        assert self.process.poll() is None, self.said
        (port,) = re.findall(r"http://localhost:(\d+)", self.said)
        self.port = int(port)

    @property
    def said(self) -> str:
        return self._said.read_text()

    def answers(self) -> bool:
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            asking.request("GET", "/health/")
            return asking.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            asking.close()

    def children(self) -> dict[str, int]:
        """Return the kinds of the running children with their process numbers."""
        children = {}
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        for pid in map(int, listed.split()):
            words = command(pid)
            if "tournament.operations.serving.child" in words:
                children[words[words.index("tournament.operations.serving.child") + 2]] = pid
        return children

    def press_ctrl_c(self) -> None:
        # The terminal sends it to every process of the foreground group.
        os.killpg(self.process.pid, signal.SIGINT)


def command(pid: int) -> list[str]:
    """Return the words of a running process' command, none when it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    except (FileNotFoundError, ProcessLookupError):
        return []


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
        if site.process.poll() is None:
            site.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            site.process.wait(PATIENCE)
        site.process.kill()


def test_it_keeps_the_site_running_and_ctrl_c_ends_everything(
    start: Callable[[], Site], data: Path, migrated: Path
) -> None:
    site = start()
    assert site.answers()
    assert "only this machine can reach it" in site.said
    before = site.children()
    assert set(before) == {"web", "beat", "worker"}

    second = manage(data, "serve", "--local", "--port", "0")
    assert second.returncode == 1
    assert f"already running with these data (process {site.process.pid})" in second.stderr
    other = manage(migrated, "serve", "--local", "--port", str(site.port))
    assert other.returncode == 1
    assert f"Port {site.port} is already used by another program" in other.stderr
    assert "Traceback" not in second.stderr + other.stderr

    for kind in ("web", "worker", "beat"):
        os.kill(before[kind], signal.SIGKILL)
    until(lambda: len(site.children()) == 3, "all three are started again")
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


def test_it_wants_an_up_to_date_database(tmp_path: Path) -> None:
    refused = manage(tmp_path, "serve", "--local", "--port", "0")
    assert refused.returncode == 1
    assert "migrate" in refused.stderr
    assert "Traceback" not in refused.stderr
