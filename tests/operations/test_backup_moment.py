"""A backup is of one moment, whatever is stored while it is written."""

import io
import threading
import time

import pytest
from django.db import connection, transaction

from tests.builders import make_event, play_round
from tournament.desk.backup import backup_restore, backup_write
from tournament.events.models import Event
from tournament.results.models import Result, Submission

PATIENCE = 20.0  # seconds; reached only when something is broken
WAITING = "SELECT count(*) FROM pg_locks WHERE relation = %s::regclass AND NOT granted"


def wait_for_reader(table: str) -> None:
    """Wait until somebody wants to read the table that this connection has locked."""
    deadline = time.monotonic() + PATIENCE
    while True:
        with connection.cursor() as cursor:
            cursor.execute(WAITING, [table])
            if cursor.fetchone()[0]:
                return
        assert time.monotonic() < deadline, f"nobody reads {table}"
        time.sleep(0.01)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_what_is_stored_while_a_backup_is_written_is_all_left_out() -> None:
    """On PostgreSQL, which would otherwise show each table as it is when its turn comes."""
    assert connection.vendor == "postgresql"
    play_round(make_event(players=3, rounds=1, boards_per_round=2))
    file = io.BytesIO()

    def write() -> None:
        try:
            backup_write(file)
        finally:
            connection.close()

    writing = threading.Thread(target=write)
    with transaction.atomic():
        table = Submission._meta.db_table
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        writing.start()
        wait_for_reader(table)
        # By now the backup has read the events, and not yet the results.
        play_round(make_event(players=3, rounds=1, boards_per_round=2, name="Meanwhile"))
    writing.join()
    backup_restore(file, replace=True)
    assert Event.objects.get().name == "Evening"
    assert Result.objects.count() == 2
