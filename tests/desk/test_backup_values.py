"""A backup whose check sums are right, and whose rows hold what no backup of ours does."""

import contextlib
import hashlib
import io
import json
import zipfile
from typing import Any

import pytest
from django.db import transaction

from tests.live.tables import begun
from tournament.desk.backup import backup_restore, backup_write
from tournament.errors import Refused
from tournament.events.models import Event

pytestmark = pytest.mark.django_db

STRANGE: list[Any] = [
    *(None, True, -1, 3.5, 10**20, float("inf")),
    *("", "x", "\0", "\ud800", "9" * 5000, "0001-01-01T00:00:00+23:00"),
    *([], [1], {}, {"a": 1}),
]


@pytest.fixture
def files() -> dict[str, bytes]:
    """The files of a backup of a small event, without its manifest's check sums."""
    begun(boards=1)
    backup = io.BytesIO()
    backup_write(backup)
    with zipfile.ZipFile(backup) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(files: dict[str, bytes]) -> io.BytesIO:
    rows = {name: data for name, data in files.items() if name != "manifest.json"}
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in rows.items()}
    manifest = json.loads(files["manifest.json"]) | {"sha256": sums}
    backup = io.BytesIO()
    with zipfile.ZipFile(backup, "w") as archive:
        for name, data in {**rows, "manifest.json": json.dumps(manifest).encode()}.items():
            archive.writestr(name, data)
    backup.seek(0)
    return backup


def altered(files: dict[str, bytes], name: str, column: str, value: Any) -> io.BytesIO:
    first, *others = files[name].splitlines()
    row = json.loads(first)
    holder = row if column in row else row["fields"]
    holder[column] = value
    return packed({**files, name: b"\n".join([json.dumps(row).encode(), *others])})


@pytest.mark.parametrize(
    ("name", "column", "value"),
    [
        ("players.player.jsonl", "pk", 99999999999999999999),
        ("players.player.jsonl", "name", "\ud800"),
        ("players.player.jsonl", "name", None),
        ("players.player.jsonl", "fields", []),
        ("players.player.jsonl", "model", []),
        ("events.event.jsonl", "publication", 99999999999999999999),
        ("deals.dealset.jsonl", "key", 3.5),
        ("live.livedeal.jsonl", "started_at", "0001-01-01T00:00:00+23:00"),
    ],
)
def test_a_row_that_no_database_keeps_changes_nothing(
    files: dict[str, bytes], name: str, column: str, value: Any
) -> None:
    before = Event.objects.values().get()
    with pytest.raises(Refused, match="damaged"):
        backup_restore(altered(files, name, column, value), replace=True)
    assert Event.objects.values().get() == before


@pytest.mark.parametrize("name", ["deals.dealset", "events.event", "live.livedeal", "tables.play"])
def test_whatever_a_column_holds_it_is_restored_or_refused(
    files: dict[str, bytes], name: str
) -> None:
    columns = ["pk", *json.loads(files[f"{name}.jsonl"].splitlines()[0])["fields"]]
    for turn, column in enumerate(columns):
        # Every value comes up, at one column or another.
        for value in (STRANGE[turn % len(STRANGE)], STRANGE[(turn * 7 + 4) % len(STRANGE)]):
            with contextlib.suppress(Refused), transaction.atomic():
                backup_restore(altered(files, f"{name}.jsonl", column, value), replace=True)
                transaction.set_rollback(True)
