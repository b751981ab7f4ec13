"""The broker made of files: nothing lost, nothing half, nothing twice at a time."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from kombu.connection import Connection

from tournament.config.celery import app

PATIENCE = 60.0  # seconds, reached only when something is broken
HELPER = Path(__file__).with_name("killed_worker.py")


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    """The broker's folder of this test."""
    settings.DATA_DIR = tmp_path
    return tmp_path / "broker"


@pytest.fixture
def connection() -> Iterator[Connection]:
    with files() as opened:
        yield opened


def files() -> Any:
    """Return a new connection to this test's broker, whatever the site's is."""
    return Connection("files://localhost", transport_options={"polling_interval": 0.1})


def channel(connection: Connection) -> Any:
    return connection.channel()


def put(connection: Connection, *bodies: object) -> None:
    with connection.Producer() as producer:
        for body in bodies:
            producer.publish(body, routing_key="work")


def take(opened: Any) -> Any:
    """Return the next message of a channel, None when there is none."""
    return opened.basic_get("work")


def environment() -> dict[str, str]:
    return {
        **os.environ,
        "BROKER_URL": "",
        "DJANGO_SETTINGS_MODULE": "tournament.config.settings.dev",
        "TRIPLICATE_DATA": str(settings.DATA_DIR),
        "PYTHONPATH": str(settings.BASE_DIR),
    }


def test_messages_come_in_the_order_they_were_sent(connection: Connection) -> None:
    put(connection, *range(20))
    opened = channel(connection)
    assert [take(opened).payload for _ in range(20)] == list(range(20))
    assert take(opened) is None


def test_a_message_is_there_until_it_is_acknowledged(connection: Connection, folder: Path) -> None:
    put(connection, "a")
    opened = channel(connection)
    message = take(opened)
    assert len(list(folder.glob("claimed/*/*/*"))) == 1
    message.ack()
    assert not [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock"]


def test_a_rejected_message_goes_or_comes_back(connection: Connection) -> None:
    put(connection, "a", "b")
    opened = channel(connection)
    take(opened).reject()
    take(opened).requeue()
    assert take(opened).payload == "b"


def test_a_channel_that_closes_gives_back_and_leaves_nothing(
    connection: Connection, folder: Path
) -> None:
    put(connection, "a", "b")
    opened = channel(connection)
    take(opened).ack()
    take(opened)
    opened.close()
    assert list((folder / "claimed").iterdir()) == []
    assert take(channel(connection)).payload == "b"


def test_what_needs_no_acknowledgement_is_gone_when_taken(connection: Connection) -> None:
    put(connection, "a", "b")
    opened = channel(connection)
    assert opened.basic_get("work", no_ack=True).payload == "a"
    heard: list[object] = []
    opened.basic_consume("work", True, lambda m: heard.append(m.payload), "me")
    connection.drain_events(timeout=5)
    assert heard == ["b"]
    opened.close()
    assert take(channel(connection)) is None


def test_of_many_takers_each_message_has_one(connection: Connection) -> None:
    put(connection, *range(200))

    def drain(_: int) -> list[int]:
        taken = []
        with files() as mine:
            opened = channel(mine)
            while (message := take(opened)) is not None:
                taken.append(message.payload)
                message.ack()
        return taken

    with ThreadPoolExecutor(6) as takers:
        taken = [number for numbers in takers.map(drain, range(6)) for number in numbers]
    assert sorted(taken) == list(range(200))


def test_a_message_still_being_written_is_not_seen(connection: Connection, folder: Path) -> None:
    long = "x" * 2_000_000

    def write(_: int) -> None:
        with files() as mine:
            put(mine, long)

    opened = channel(connection)
    with ThreadPoolExecutor(1) as writer:
        writing = [writer.submit(write, number) for number in range(40)]
        taken: list[object] = []
        deadline = time.monotonic() + PATIENCE
        while len(taken) < 40 and time.monotonic() < deadline:
            if (message := take(opened)) is not None:
                taken.append(message.payload)
                message.ack()
    assert all(done.result() is None for done in writing)
    assert taken == [long] * 40
    assert list((folder / "broken").iterdir()) == []


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"{", b"[]", b"7", b"\xff\xfe", b'{"properties": {}}'),
        # What a worker that takes it would end of, again and again.
        b'{"properties": {"delivery_tag": "1"}}',
        b'{"properties": {"delivery_tag": "1"}, "headers": {}, "body": null}',
        b'{"properties": {"delivery_tag": "1"}, "body": "e30="}',
        b'{"properties": {"delivery_tag": ["1"]}, "headers": {}, "body": "e30="}',
    ],
)
def test_a_message_that_a_power_cut_spoiled_is_set_aside(
    connection: Connection, folder: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    put(connection, "good")
    spoiled = next(folder.glob("ready/*")) / "00000000000000000000-spoiled"
    spoiled.write_bytes(content)
    opened = channel(connection)
    assert take(opened).payload == "good"
    assert (folder / "broken" / spoiled.name).read_bytes() == content
    assert "broken" in caplog.text


CLAIMANT = """
import django, sys, time
django.setup()
from tournament.config.celery import app
connection = app.connection_for_read()
message = connection.channel().basic_get("work")
print(message.payload, flush=True)
time.sleep(60)
"""


def test_the_claims_of_the_dead_come_back_and_of_the_living_do_not(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.config.broker.LOOK_FOR_THE_DEAD", 0.0)
    put(connection, "a")
    opened = channel(connection)
    with subprocess.Popen(
        [sys.executable, "-c", CLAIMANT],
        env=environment(),
        cwd=settings.BASE_DIR,
        stdout=subprocess.PIPE,
        text=True,
    ) as claimant:
        assert claimant.stdout is not None
        assert claimant.stdout.readline() == "a\n"
        assert take(opened) is None
        claimant.kill()
    assert take(opened).payload == "a"


def test_the_size_of_a_queue_and_emptying_it(connection: Connection) -> None:
    put(connection, "a", "b", "c")
    opened = channel(connection)
    assert opened.queue_declare("work", passive=True).message_count == 3
    assert opened.queue_purge("work") == 3
    assert take(opened) is None


def test_a_queue_may_have_any_name(connection: Connection, folder: Path) -> None:
    with connection.Producer() as producer:
        producer.publish("a", routing_key="../../étrange/..")
    assert channel(connection).basic_get("../../étrange/..").payload == "a"
    assert {path.name for path in folder.parent.iterdir()} == {"broker"}


def test_killed_workers_lose_nothing(connection: Connection, tmp_path: Path) -> None:
    done = tmp_path / "done"
    done.mkdir()
    command = [sys.executable, str(HELPER), str(done)]

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, env=environment(), cwd=settings.BASE_DIR)

    for number in range(300):
        app.send_task("tests.leave_a_line", [number], connection=connection)
    workers = [start(), start()]
    kills = 0
    deadline = time.monotonic() + PATIENCE
    try:
        while (count := len(list(done.iterdir()))) < 300:
            assert time.monotonic() < deadline, f"only {count} of 300 were done"
            # Killed in the middle of its work, five times in the course of it.
            if count >= 50 * (kills + 1):
                victim = workers.pop(0)
                victim.send_signal(signal.SIGKILL)
                victim.wait()
                workers.append(start())
                kills += 1
            time.sleep(0.01)
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
    assert kills >= 4
