"""What an installation holds survives the next version: `make run` again is all it takes."""

import sqlite3
from pathlib import Path

import pytest

from tests.served import manage, run_on

# Every version that was given out, with its last migrations and the rows of an installation.
APPS = ("players", "deals", "events", "tables", "results", "standings", "push")
VERSIONS = {"0.1": dict.fromkeys(APPS, "0001")}
ROWS = Path(__file__).parent / "data"


@pytest.fixture(params=VERSIONS)
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The data of an installation of an earlier version."""
    migrations = {"auth": None, "contenttypes": None, **VERSIONS[request.param]}
    for app, last in migrations.items():
        done = manage(tmp_path, "migrate", "--verbosity", "0", app, *([last] if last else []))
        assert done.returncode == 0, done.stderr
    database = sqlite3.connect(tmp_path / "triplicate.sqlite3")
    rows = ROWS / f"version-{request.param}.sql"
    database.executescript(rows.read_text(encoding="utf-8"))
    database.close()
    return tmp_path


def test_the_data_are_there_after_an_upgrade(data: Path) -> None:
    done = manage(data, "migrate", "--verbosity", "0")
    assert done.returncode == 0, done.stderr
    told = run_on(
        data,
        """
from deals.models import DealSet, PrintLog
from deals.selectors import deal_of
from django.contrib.auth import authenticate
from django.test import RequestFactory
from tournament.desk.access import may_direct
from tournament.documents.print_words import print_words
from tournament.events.models import Event
from tournament.results.models import Result
from tournament.standings.selectors import rows_of, standings_of
from tournament.standings.services import standings_compute

played, to_come = Event.objects.order_by("pk")
print(played.name, to_come.name, to_come.entries.count())
print([result.detail["tricks"] for result in Result.objects.all()])
standings_compute(event_id=played.pk)
print([row.rank for row in rows_of(standings_of(played))])
print(print_words(PrintLog.objects.get()))
for deal_set in DealSet.objects.all():
    deal_of(deal_set, 1)  # raises where the seal does not fit any more
request = RequestFactory().get("/")
user = authenticate(request, username="director", password="secret-password")
print(user, may_direct(user, played))
""",
    )
    assert told.splitlines() == [
        "Evening Next week 4",
        "[[5, 3, 2], [5, 3, 2]]",
        "[1, 2, 3]",
        "fiches de mains, étui 1, 1 table",
        "director True",
    ]


def test_nothing_is_left_to_migrate(data: Path) -> None:
    assert manage(data, "migrate", "--check").returncode == 1
    manage(data, "migrate", "--verbosity", "0")
    assert manage(data, "migrate", "--check").returncode == 0
