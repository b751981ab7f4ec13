"""The verifying program as anyone downloads it: it runs where nothing of the site is."""

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from deals.program import program_zip
from deals.selectors import verification_file
from tests.builders import make_event, play_round
from tournament.events.models import Event
from tournament.events.selectors import only_session
from tournament.leaderboard.services import event_publish

pytestmark = pytest.mark.django_db


def verify(folder: Path, text: str) -> str:
    (folder / "deals.json").write_text(text, encoding="utf-8")
    # -S: nothing of this machine's Python but its standard library.
    done = subprocess.run(
        [sys.executable, "-S", "-m", "deals", "verify", "deals.json"],
        cwd=folder,
        env={},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def test_unpacked_anywhere_it_verifies_a_published_file(tmp_path: Path) -> None:
    event = make_event(players=3, rounds=1, boards_per_round=2)
    play_round(event)
    event_publish(event=Event.objects.get(pk=event.pk))
    text = verification_file(only_session(event).deal_set)
    zipfile.ZipFile(io.BytesIO(program_zip())).extractall(tmp_path)
    folder = tmp_path / "triplicate-deals"
    assert verify(folder, text).startswith("2 boards verified, commitment ")
    key = text.split('"key": "')[1][:64]
    assert "verified" not in verify(folder, text.replace(key, key[::-1]))
    assert (folder / "docs" / "deals.md").is_file()
