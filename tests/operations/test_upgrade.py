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
from tournament.events.models import Board, Event
from tournament.results.models import Result
from tournament.rulings.models import Ruling
from tournament.rulings.services import ruling_undo
from tournament.standings.models import Standings
from tournament.standings.selectors import (
    board_scores_of, rows_of, standings_computed, standings_of,
)
from tournament.standings.services import standings_compute

played, to_come = Event.objects.order_by("pk")
print(played.name, to_come.name, to_come.entries.count())
print([result.detail["tricks"] for result in Result.objects.all()])
stored, boards = list(rows_of(standings_of(played))), board_scores_of(Board.objects.all())
print([(row.entry, row.rank, str(row.mean)) for row in stored])
print([[str(mean) for mean in boards[board].means] for board in sorted(boards)])
Standings.objects.filter(event=played).update(changed=4)
print(standings_compute(event_id=played.pk))
print(list(rows_of(standings_of(played))) == stored)
print(board_scores_of(Board.objects.all()) == boards)
ruling = Ruling.objects.get()
print(ruling.event == played, ruling.kind, [play.pk for play in ruling.plays.all()], ruling.entry)
print(ruling.before, ruling.after, ruling.ranks_before, ruling.ranks_after)
print(ruling.reason, ruling.user, ruling.at, ruling.undoes)
ruling_undo(ruling=ruling, reason="It was right", user=ruling.user)
print(Result.objects.get(play=2).detail, [row.rank for row in standings_computed(played).rows])
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
        "[(3, 1, '1'), (2, 2, '0'), (1, 3, '-2')]",
        "[['1', '-2', '0'], ['1', '-2', '0']]",
        "True",
        "True",
        "True",
        "True results [2] None",
        "{'2': {'tricks': [2, 3, 5]}} {'2': {'tricks': [5, 3, 2]}} {'2': 1} {'2': 2}",
        "Slip read from the wrong end director 2026-11-30 02:25:14.062310+00:00 None",
        "{'tricks': [2, 3, 5]} [1, 1, 3]",
        "fiches de mains, étui 1, 1 table",
        "director True",
    ]


def test_nothing_is_left_to_migrate(data: Path) -> None:
    assert manage(data, "migrate", "--check").returncode == 1
    manage(data, "migrate", "--verbosity", "0")
    assert manage(data, "migrate", "--check").returncode == 0
