"""The processes of `serve`, one at a time."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.linux import only_linux
from tournament.operations.serving import supervisor as supervising
from tournament.operations.serving.supervisor import Child, Supervisor

PATIENCE = 60.0  # seconds, reached only when something is broken


@pytest.fixture
def supervisor() -> Iterator[Supervisor]:
    """A scheduler alone: the lightest of the processes."""
    supervisor = Supervisor([Child("beat", ["beat"])], directory=settings.BASE_DIR)
    yield supervisor
    supervisor.kill()
    supervisor.stop()


def environment(data: Path, **more: str) -> dict[str, str]:
    module = "tournament.config.settings.dev"
    return {**os.environ, "DJANGO_SETTINGS_MODULE": module, "TRIPLICATE_DATA": str(data), **more}


@only_linux
def test_a_new_address_reaches_processes_that_are_started_again(
    supervisor: Supervisor, tmp_path: Path
) -> None:
    (child,) = supervisor.children
    supervisor.start(environment(tmp_path, SITE_URL="http://192.168.1.5"))
    assert child.process is not None
    first = child.process
    supervisor.restart(environment(tmp_path, SITE_URL="http://192.168.1.6"))
    assert first.poll() is not None
    # Linux shows it only when the new program has been set up.
    told = Path(f"/proc/{child.process.pid}/environ")
    deadline = time.monotonic() + PATIENCE
    while not told.read_text():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert "SITE_URL=http://192.168.1.6" in told.read_text().split("\0")
    assert child.failures == 0


def test_what_cannot_start_is_tried_again_and_counted(
    supervisor: Supervisor,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(supervising, "LONGEST_DELAY", 0.0)
    (child,) = supervisor.children
    supervisor.start(environment(tmp_path, DJANGO_SETTINGS_MODULE="no.such.settings"))
    deadline = time.monotonic() + PATIENCE
    while child.failures < 2:
        assert time.monotonic() < deadline
        supervisor.check()
        time.sleep(0.02)
    assert caplog.text.count("ended with status 1") == 2
