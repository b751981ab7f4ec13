"""`manage.py bench`: measures, prints both sides, and leaves nothing behind."""

import re
from pathlib import Path

from tests.served import manage, run_on


def test_standings_are_measured_by_phase_beside_a_yardstick(tmp_path: Path) -> None:
    assert manage(tmp_path, "migrate", "-v0").returncode == 0
    done = manage(tmp_path, "bench", "standings", "--players", "9", "--rounds", "2")
    assert done.returncode == 0, done.stderr
    assert "9 players × 2 rounds × 3 boards: 54 rows" in done.stdout
    for phase in ("read", "compute", "save", "in all", "yardstick"):
        assert re.search(rf"^  {phase} +\d+\.\d ms", done.stdout, re.MULTILINE), done.stdout
    counted = "from tournament.events.models import Event; print(Event.objects.count())"
    assert run_on(tmp_path, counted) == "0\n"


def test_the_leaderboard_is_measured_beside_a_bare_view(tmp_path: Path) -> None:
    small = ["--players", "9", "--rounds", "1", "--requests", "20"]
    done = manage(tmp_path, "bench", "leaderboard", *small)
    assert done.returncode == 0, done.stderr
    assert "Leaderboard of 9 rows, 20 requests of a kind" in done.stdout
    assert re.search(r"^  bare Django view +\d+\.\d\d ms", done.stdout, re.MULTILINE)
    for case in ("leaderboard, 200", "leaderboard, 304", "the same by Django, 200"):
        shown = rf"^  {case} +\d+\.\d\d ms.* \d+\.\d × the bare view$"
        assert re.search(shown, done.stdout, re.MULTILINE), done.stdout
    # Its database was its own: the installation's is as empty as before.
    tables = "from django.db import connection; print(connection.introspection.table_names())"
    assert run_on(tmp_path, tables) == "[]\n"
