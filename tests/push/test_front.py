"""The front, over real connections: streams, health, and Django behind it."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.transaction import TransactionManagementError

from tests.linux import only_linux
from tournament.push.contents import content_register
from tournament.push.services import announce

from .conftest import PATIENCE, Reader, Served, until

Serve = Callable[..., Served]
Elsewhere = Callable[[str], None]


def hello(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"hello"]


def refreshed(reader: Reader, *topics: str) -> None:
    """The front has only just begun to listen, so the first page is told to look again."""
    assert [reader.changed() for _ in topics] == sorted(topics)


@pytest.mark.django_db(transaction=True)
class TestStreams:
    def test_the_process_that_commits_tells_its_own_streams(self, serve: Serve) -> None:
        reader = serve(hello).listen("event:a")
        refreshed(reader, "event:a")
        with transaction.atomic():
            announce("event:b")
            announce("event:a")
            announce("event:a")
        assert reader.changed() == "event:a"
        with transaction.atomic():
            announce("event:a")
        assert reader.changed() == "event:a"

    def test_content_is_made_for_the_session_of_the_browser_that_asks(self, serve: Serve) -> None:
        content_register("echo", lambda topic, reader, session: f"{topic} {reader} {session}")
        served = serve(hello)
        reader = served.listen("echo:a#en.1", Cookie="csrftoken=x; sessionid=abc")
        assert reader.block() == {"event": "content", "data": "echo:a en.1 abc"}
        assert served.listen("echo:a#en.1").block()["data"] == "echo:a en.1 "

    def test_a_commit_in_another_process_arrives(self, serve: Serve, elsewhere: Elsewhere) -> None:
        served = serve(hello)
        readers = [served.listen("event:a", "desk:a") for _ in range(3)]
        for reader in readers:
            refreshed(reader, "desk:a", "event:a")
        for topic in ("event:a", "desk:a", "event:a"):
            elsewhere(topic)
            assert [reader.changed() for reader in readers] == [topic] * 3

    def test_what_is_rolled_back_is_not_announced(self, serve: Serve, elsewhere: Elsewhere) -> None:
        reader = serve(hello).listen("event:a", "event:b")
        refreshed(reader, "event:a", "event:b")
        with transaction.atomic():
            announce("event:a")
            transaction.set_rollback(True)
        elsewhere("event:b")
        assert reader.changed() == "event:b"

    def test_a_browser_that_comes_back_is_told_to_look_again(self, serve: Serve) -> None:
        served = serve(hello)
        assert served.listen("event:a").opening["id"]
        served.hub._listening_since = 0.0  # as if it had been running all the time
        reader = served.listen("event:a", last_event_id="0")
        assert reader.changed() == "event:a"

    def test_headers_keep_proxies_from_holding_events_back(self, serve: Serve) -> None:
        reader = serve(hello).listen("event:a", accept_encoding="gzip, br")
        headers = reader.response.headers
        assert "Content-Encoding" not in headers
        assert headers["Content-Type"].startswith("text/event-stream")
        assert headers["Cache-Control"] == "no-cache, no-transform"
        assert headers["X-Accel-Buffering"] == "no"
        assert 1000 <= int(reader.opening["retry"]) < 3000

    @pytest.mark.parametrize("address", ["/stream/", "/stream/?t=", "/stream/?t=a:b", "/stream/?x"])
    def test_an_address_that_is_not_ours_is_forbidden(self, serve: Serve, address: str) -> None:
        served = serve(hello)
        status, _ = served.get(address)
        assert status == 403
        assert len(served.hub) == 0

    def test_a_closed_tab_ends_its_stream(self, serve: Serve) -> None:
        served = serve(hello)
        reader = served.listen("event:a")
        assert len(served.hub) == 1
        reader.leave()
        until(lambda: len(served.hub) == 0, "the stream is forgotten")

    def test_streams_take_no_threads(self, serve: Serve) -> None:
        served = serve(hello)
        served.get("/")
        before = threading.active_count()
        for _ in range(30):
            served.listen("event:a")
        assert len(served.hub) == 30
        assert threading.active_count() == before

    def test_stopping_ends_the_streams_first(self, serve: Serve) -> None:
        served = serve(hello)
        reader = served.listen("event:a")
        refreshed(reader, "event:a")
        served.server.should_exit = True
        # Properly ended, not cut off after a patience: reading a missing end raises.
        assert reader.response.read() == b""


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
class TestPostgresql:
    """Run with DATABASE_URL naming a PostgreSQL server."""

    def test_commits_here_and_elsewhere_arrive(self, serve: Serve, elsewhere: Elsewhere) -> None:
        assert connection.vendor == "postgresql"
        reader = serve(hello).listen("event:a")
        refreshed(reader, "event:a")
        elsewhere("event:a")
        assert reader.changed() == "event:a"
        with transaction.atomic():
            announce("event:a")
        assert reader.changed() == "event:a"

    def test_what_is_committed_here_is_told_once(self, serve: Serve, elsewhere: Elsewhere) -> None:
        reader = serve(hello).listen("event:a", "event:b")
        refreshed(reader, "event:a", "event:b")
        with transaction.atomic():
            announce("event:a")
        assert reader.changed() == "event:a"
        # What is heard of the first commit is heard before the second.
        elsewhere("event:b")
        assert reader.changed() == "event:b"

    def test_a_lost_connection_is_opened_again_and_all_look_again(
        self, serve: Serve, elsewhere: Elsewhere
    ) -> None:
        reader = serve(hello).listen("event:a", "event:b")
        refreshed(reader, "event:a", "event:b")
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND query LIKE 'LISTEN%%'"
            )
            assert cursor.fetchall() == [(True,)]
        refreshed(reader, "event:a", "event:b")
        elsewhere("event:b")
        assert reader.changed() == "event:b"


@pytest.mark.django_db(transaction=True)
def test_announcing_belongs_in_the_transaction_of_the_change() -> None:
    with pytest.raises(TransactionManagementError):
        announce("event:a")


@pytest.mark.django_db(transaction=True)
class TestSite:
    def test_what_is_not_a_stream_goes_to_the_site(self, serve: Serve) -> None:
        served = serve(hello)
        assert served.get("/") == (200, b"hello")
        assert served.get("/streams") == (200, b"hello")

    def test_health_asks_the_database(self, serve: Serve) -> None:
        assert serve(hello).get("/health/") == (200, b"ok")

    def test_health_waits_for_no_thread_of_the_site(self, serve: Serve) -> None:
        go_on = threading.Event()

        def site(environ: dict[str, Any], start_response: Any) -> list[bytes]:
            assert go_on.wait(PATIENCE)
            return hello(environ, start_response)

        served = serve(site)
        with ThreadPoolExecutor(8) as clients:
            asked = [clients.submit(served.get, "/") for _ in range(8)]
            until(lambda: len(served.server.server_state.tasks) == 8, "all have asked")
            try:
                assert served.get("/health/") == (200, b"ok")
            finally:
                go_on.set()
            assert {each.result() for each in asked} == {(200, b"hello")}

    @only_linux
    def test_connections_to_the_database_do_not_pile_up(self, serve: Serve) -> None:
        served = serve()
        with ThreadPoolExecutor(8) as clients:
            statuses = [s for s, _ in clients.map(served.get, ["/admin/login/"] * 40)]
        assert set(statuses) == {200}
        # One for each of the four threads at most, this test's, and the watching thread's.
        until(lambda: open_databases() <= 7, "no thread holds more than one")


def open_databases() -> int:
    """How often this process has the database open: this test, the watching thread, …"""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            )
            return int(cursor.fetchone()[0])
    database = Path(connection.settings_dict["NAME"])
    # A file number that is closed meanwhile leads nowhere.
    return sum(link.resolve() == database for link in Path("/proc/self/fd").iterdir())
