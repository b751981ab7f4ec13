"""The whole site, started as a user starts it: `manage.py serve` on data of its own."""

import contextlib
import http.client
import http.cookiejar
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent
PATIENCE = 60.0  # seconds, reached only when something is broken


def until(condition: Callable[[], object], what: str) -> None:
    """Wait until the condition holds; fail with `what` when it never does."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain: {what}"
        time.sleep(0.05)


def environment(data: Path) -> dict[str, str]:
    """Return this environment for an installation whose data is there, without any service."""
    kept = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "BROKER_URL")}
    return {
        **kept,
        "DJANGO_SETTINGS_MODULE": "tournament.config.settings.dev",
        "TRIPLICATE_DATA": str(data),
        "LC_ALL": "C.UTF-8",
    }


def manage(data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command of manage.py on that installation; return what it said."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(data),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def run_on(data: Path, script: str) -> str:
    """Run Python in that installation, in a process of its own; return what it printed."""
    program = f"import django\ndjango.setup()\n{script}"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment(data) | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


class Site:
    """A running `serve`, for this machine only, on a port of the system's choice."""

    def __init__(self, data: Path, *, port: int = 0) -> None:
        self._said = data / "said"
        with self._said.open("w") as said:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--local", "--port", str(port)],
                cwd=ROOT,
                env=environment(data),
                stdout=said,
                stderr=subprocess.STDOUT,
                process_group=0,
            )
        until(lambda: "Ready" in self.said or self.process.poll() is not None, "it is ready")
        assert self.process.poll() is None, self.said
        (found,) = re.findall(r"http://localhost:(\d+)", self.said)
        self.port = int(found)

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

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

    def kill(self, kind: str) -> None:
        """Kill one of the children, as a crash would."""
        with contextlib.suppress(KeyError, ProcessLookupError):
            os.kill(self.children()[kind], signal.SIGKILL)

    def kill_everything(self) -> None:
        """Kill the supervisor and all its children at the same moment: the power is out."""
        for pid in [self.process.pid, *self.children().values()]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait(PATIENCE)

    def press_ctrl_c(self) -> None:
        # The terminal sends it to every process of the foreground group.
        os.killpg(self.process.pid, signal.SIGINT)

    def stop(self) -> None:
        """End it, whatever state it is in."""
        if self.process.poll() is None:
            self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE)
        self.process.kill()


def command(pid: int) -> list[str]:
    """Return the words of a running process' command, none when it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    except (FileNotFoundError, ProcessLookupError):
        return []


class Phone:
    """A player's phone at a table, talking HTTP. Raises OSError when the site does not answer."""

    def __init__(self, address: str, code: str) -> None:
        self.table = f"{address}/t/{code}/"
        self._cookies = http.cookiejar.CookieJar()
        self._open = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self._cookies)
        ).open

    def get(self, path: str = "") -> str:
        with self._open(self.table + path, timeout=10) as answer:
            return str(answer.read().decode())

    def post(self, path: str, values: Mapping[str, object]) -> int:
        """Return the status after redirects."""
        token = next(cookie.value for cookie in self._cookies if cookie.name == "csrftoken")
        data = urllib.parse.urlencode({**values, "csrfmiddlewaretoken": token}).encode()
        try:
            with self._open(self.table + path, data, timeout=10) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            refused.close()
            return refused.code

    def sit(self, entry: int) -> int:
        """Say that this phone is that player's."""
        self.get()
        return self.post("me/", {"entry": entry})

    def enter(self, board: int, tricks: list[int], sent_id: uuid.UUID) -> int:
        counts = {f"tricks_{seat}": count for seat, count in enumerate(tricks)}
        return self.post(f"{board}/", {"kind": "tricks", "sent_id": sent_id, **counts})

    def confirm(self, board: int) -> int:
        """Confirm what the table's page offers for this board; 0 when it offers nothing."""
        found = re.search(
            rf'action="[^"]*/{board}/confirm/".*?name="submission" value="(\d+)"',
            self.get(),
            re.DOTALL,
        )
        if found is None:
            return 0
        return self.post(f"{board}/confirm/", {"submission": found[1]})
