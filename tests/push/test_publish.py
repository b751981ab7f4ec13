"""Handing work to the broker: after the commit, and never at the page's expense."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from celery import shared_task
from django.conf import settings
from django.db import transaction
from kombu.connection import Connection
from kombu.entity import Queue

from tournament.config.celery import app
from tournament.push.publish import send_on_commit

# A page's work with a broker that may be out of reach, as the site's own processes do it.
PAGE = """
import django
django.setup()
from time import monotonic
from celery import shared_task
from tournament.push.publish import send_on_commit
@shared_task(name="note")
def note(number): pass
for number in range(60):
    send_on_commit(note, number)
print("served")
"""


@shared_task(name="tests.note")
def note(number: int) -> None:
    """Do nothing; only its message counts."""


def waiting(connection: Connection) -> int:
    return int(connection.default_channel.queue_declare("triplicate", passive=True).message_count)


@pytest.mark.django_db(transaction=True)
def test_work_is_sent_after_the_commit_and_never_on_rollback() -> None:
    # The site's own pool of connections is used, so this is the broker of the whole test run.
    with app.connection_for_read() as connection:
        connection.default_channel.queue_declare("triplicate", durable=True, auto_delete=False)
        connection.default_channel.queue_purge("triplicate")
        with transaction.atomic():
            send_on_commit(note, 1)
            assert waiting(connection) == 0
        assert waiting(connection) == 1
        with transaction.atomic():
            send_on_commit(note, 2)
            transaction.set_rollback(True)
        assert waiting(connection) == 1
        message = Queue("triplicate", channel=connection.default_channel).get(no_ack=True)
        assert message.headers["task"] == "tests.note"
        assert message.decode()[0] == [1]


def serve_page(broker_url: str, data: Path) -> subprocess.CompletedProcess[str]:
    """Run the page; 60 pieces of work at a second each would outlast its time."""
    return subprocess.run(
        [sys.executable, "-c", PAGE],
        cwd=settings.BASE_DIR,
        env={
            **{name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
            "DJANGO_SETTINGS_MODULE": "tournament.config.settings.dev",
            "TRIPLICATE_DATA": str(data),
            "BROKER_URL": broker_url,
        },
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )


def nobody_listens() -> socket.socket:
    """A port that is taken, and refuses."""
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    return taken


def somebody_is_silent() -> socket.socket:
    """A port that accepts, and never says a word."""
    return socket.create_server(("127.0.0.1", 0))


@pytest.mark.parametrize("away", [nobody_listens, somebody_is_silent])
def test_a_broker_out_of_reach_costs_the_page_a_moment(
    away: Callable[[], socket.socket], tmp_path: Path
) -> None:
    with away() as port:
        served = serve_page(f"amqp://guest:guest@127.0.0.1:{port.getsockname()[1]}//", tmp_path)
    assert served.stdout == "served\n", served.stderr
    assert served.stderr.count("WARNING") == 1
    assert "note(0,)" in served.stderr
    assert "note(59,)" in served.stderr
    assert "Traceback" not in served.stderr


def test_a_full_disk_is_no_reason_to_fail_either(tmp_path: Path) -> None:
    # The broker's folder cannot be made where a file stands.
    (tmp_path / "broker").write_text("")
    served = serve_page("", tmp_path)
    assert served.stdout == "served\n", served.stderr
    assert "note(0,)" in served.stderr


@pytest.mark.services
def test_rabbitmq_takes_the_work(tmp_path: Path) -> None:
    url = os.environ["BROKER_URL"]
    with Connection(url) as connection:
        connection.default_channel.queue_delete("triplicate")
        served = serve_page(url, tmp_path)
        assert served.stdout == "served\n", served.stderr
        assert served.stderr == ""
        assert waiting(connection) == 60
        connection.default_channel.queue_delete("triplicate")
