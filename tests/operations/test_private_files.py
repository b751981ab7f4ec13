"""Names, password hashes and the keys of sealed deals are for the owner's eyes alone."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.served import manage, run_on

EVERYTHING_BESIDE = """
from pathlib import Path
from django.conf import settings
from django.db import connection
from tournament.players.models import Club

Club.objects.create(name="Les Trois Valets")
for file in sorted(Path(settings.DATA_DIR).iterdir()):
    if file.is_file():
        print(file.name, oct(file.stat().st_mode & 0o777))
"""


@pytest.fixture(autouse=True)
def generous() -> Iterator[None]:
    """Files are readable by everybody unless somebody takes care."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder that was there before, open to everybody."""
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(0o755)
    return folder


PRIVATE = [
    "director-password 0o600",
    "secret-key 0o600",
    "triplicate.sqlite3 0o600",
    "triplicate.sqlite3-shm 0o600",
    "triplicate.sqlite3-wal 0o600",
]


def test_a_new_installation_is_private_in_an_open_folder(data: Path) -> None:
    assert manage(data, "migrate", "--verbosity", "0").returncode == 0
    run_on(data, "from tournament.operations.accounts import director_ensure; director_ensure()")
    assert run_on(data, EVERYTHING_BESIDE).splitlines() == PRIVATE


def test_files_of_before_become_private(data: Path) -> None:
    assert manage(data, "migrate", "--verbosity", "0").returncode == 0
    # As a database left by a process that was killed: with the files beside it.
    for name in ("director-password", "triplicate.sqlite3-shm", "triplicate.sqlite3-wal"):
        (data / name).touch()
    for file in data.iterdir():
        if file.is_file():
            file.chmod(0o644)
    assert run_on(data, EVERYTHING_BESIDE).splitlines() == PRIVATE


def test_a_backup_is_private_in_an_open_folder(data: Path) -> None:
    assert manage(data, "migrate", "--verbosity", "0").returncode == 0
    assert manage(data, "backup", str(data / "club.zip")).returncode == 0
    assert (data / "club.zip").stat().st_mode & 0o777 == 0o600
