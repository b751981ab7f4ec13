"""What the front keeps, over real connections: for whom, and that it is never out of date."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction

from tournament.push.facts import facts_of
from tournament.push.kept import Kept, keep_answer
from tournament.push.models import PushTopic

from .conftest import Served, until

Serve = Callable[..., Served]
Elsewhere = Callable[[str], None]

pytestmark = pytest.mark.django_db(transaction=True)

FOREVER = 2.0**33
GOOD = {
    "Cache-Control": "no-cache",
    "ETag": 'W/"e"',
    "Vary": "Accept-Language, Cookie, HX-Request, Accept-Encoding",
    "Content-Type": "text/plain",
    "X-Frame-Options": "DENY",
}


class Site:
    """A WSGI site that counts what it is asked, and whose every answer is another."""

    def __init__(self, until: float | None = FOREVER, status: str = "200 OK", **other: str) -> None:
        self.asked = 0
        self.until = until
        self.status = status
        self.headers = GOOD | {name.replace("_", "-"): value for name, value in other.items()}
        self.while_it_works: Callable[[], object] = lambda: None

    def __call__(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        self.asked += 1
        body = f"answer {self.asked}".encode()
        self.while_it_works()
        if self.until is not None:
            keep_answer(environ, until=self.until)
        headers = self.headers | {"Content-Length": str(len(body))}
        start_response(self.status, list(headers.items()))
        return [body]


def kept() -> Kept:
    """Paths of three letters have a subject: the topic of that name and how often it was told."""
    return Kept(
        lambda path: path.strip("/") if len(path) == 5 else None,
        lambda: facts_of("SELECT seq FROM push_topic WHERE name = %s"),
    )


@pytest.fixture(autouse=True)
def subject(transactional_db: None) -> None:
    PushTopic.objects.create(name="abc", seq=1)


def change(seq: int = 2) -> None:
    PushTopic.objects.filter(name="abc").update(seq=seq)


def bodies(served: Served, *paths: str, **headers: str) -> list[bytes]:
    return [served.ask(path, **headers).body for path in paths]


class TestFreshness:
    def test_it_is_kept_until_its_facts_change(self, serve: Serve) -> None:
        served = serve(Site(), kept())
        assert bodies(served, "/abc/", "/abc/") == [b"answer 1"] * 2
        change()
        assert bodies(served, "/abc/", "/abc/") == [b"answer 2"] * 2

    def test_a_change_in_another_process_counts_from_its_commit_on(
        self, serve: Serve, elsewhere: Elsewhere
    ) -> None:
        if connection.vendor == "postgresql":
            pytest.skip("announcing leaves no row there; the leaderboard's tests have another")
        served = serve(Site(), kept())
        for number in range(1, 20):
            assert bodies(served, "/abc/", "/abc/") == [b"answer %d" % number] * 2
            elsewhere("abc")

    def test_what_is_not_committed_counts_for_nothing(self, serve: Serve) -> None:
        served = serve(Site(), kept())
        with transaction.atomic():
            change()
            assert bodies(served, "/abc/", "/abc/") == [b"answer 1"] * 2
            transaction.set_rollback(True)
        assert bodies(served, "/abc/") == [b"answer 1"]

    def test_a_change_while_it_is_made_is_not_missed(self, serve: Serve) -> None:
        site = Site()

        def change_meanwhile() -> None:
            change()
            connection.close()  # this thread's

        # After the front has looked, before the answer is there.
        site.while_it_works = change_meanwhile
        served = serve(site, kept())
        assert bodies(served, "/abc/", "/abc/", "/abc/") == [b"answer 1", b"answer 2", b"answer 2"]

    def test_what_comes_later_does_not_wait_for_an_answer_made_before(self, serve: Serve) -> None:
        site, halfway, go_on = Site(), threading.Event(), threading.Event()

        def hold() -> None:
            if site.asked == 1:
                halfway.set()
                assert go_on.wait(20)

        site.while_it_works = hold
        served = serve(site, kept())
        with ThreadPoolExecutor() as clients:
            first = clients.submit(served.ask, "/abc/")
            assert halfway.wait(20)
            change()
            second = clients.submit(served.ask, "/abc/")
            go_on.set()
            assert first.result().body == b"answer 1"
            assert second.result().body == b"answer 2"

    def test_an_end_that_was_set_is_kept(self, serve: Serve) -> None:
        served = serve(Site(until=1.0), kept())
        assert bodies(served, "/abc/", "/abc/") == [b"answer 1", b"answer 2"]

    def test_without_facts_nothing_is_kept(self, serve: Serve) -> None:
        served = serve(Site(), kept())
        assert bodies(served, "/xyz/", "/xyz/") == [b"answer 1", b"answer 2"]
        bodies(served, "/abc/")
        PushTopic.objects.all().delete()
        assert bodies(served, "/abc/", "/abc/") == [b"answer 4", b"answer 5"]

    def test_a_hall_that_asks_at_once_asks_the_site_once(self, serve: Serve) -> None:
        site, all_came = Site(), threading.Event()
        site.while_it_works = lambda: all_came.wait(20)
        served = serve(site, kept())
        with ThreadPoolExecutor(12) as clients:
            asked = [clients.submit(served.ask, "/abc/") for _client in range(12)]
            until(lambda: connections(served) == 12, "all have come")
            all_came.set()
            assert {each.result().body for each in asked} == {b"answer 1"}


def connections(served: Served) -> int:
    return len(served.server.server_state.connections)


class TestReaders:
    @pytest.mark.parametrize(
        "other",
        [
            {"Accept_Language": "fr"},
            {"Accept_Encoding": "gzip"},
            {"HX_Request": "true"},
            {"Host": "example.org"},
            {"X_Forwarded_Proto": "https"},
            {"X_Forwarded_Host": "example.org"},
            {"Cookie": f"{settings.LANGUAGE_COOKIE_NAME}=fr"},
        ],
    )
    def test_each_way_to_ask_has_its_own(self, serve: Serve, other: dict[str, str]) -> None:
        served = serve(Site(), kept())
        assert bodies(served, "/abc/") == [b"answer 1"]
        assert bodies(served, "/abc/", "/abc/", **other) == [b"answer 2"] * 2
        assert bodies(served, "/abc/", "/abc/?x=1", "/abd/") == [
            b"answer 1",
            b"answer 3",
            b"answer 4",
        ]

    @pytest.mark.parametrize(
        "other",
        [
            {"Cookie": f"a=b; {settings.SESSION_COOKIE_NAME}=x"},
            {"Cookie": "messages=x"},
            {"Authorization": "Basic x"},
            {"Range": "bytes=0-1"},
            {"If_Match": '"e"'},
            {"If_Unmodified_Since": "Mon, 30 Nov 2026 12:00:00 GMT"},
            {"HX__Request": "true"},
            {"Accept__Language": "fr"},
        ],
    )
    def test_what_concerns_one_reader_is_left_to_the_site(
        self, serve: Serve, other: dict[str, str]
    ) -> None:
        served = serve(Site(), kept())
        assert bodies(served, "/abc/", "/abc/", **other) == [b"answer 1", b"answer 2"]
        assert bodies(served, "/abc/", "/abc/") == [b"answer 3"] * 2
        assert bodies(served, "/abc/", **other) == [b"answer 4"]

    def test_cookies_that_pages_ignore_are_ignored(self, serve: Serve) -> None:
        served = serve(Site(), kept())
        assert bodies(served, "/abc/") == bodies(served, "/abc/", Cookie="device=x; csrftoken=y")

    def test_only_reading_is_answered(self, serve: Serve) -> None:
        site = Site()
        served = serve(site, kept())
        served.ask("/abc/")
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            served.ask("/abc/", method)
        assert site.asked == 5


class TestAnswers:
    @pytest.mark.parametrize(
        "site",
        [
            lambda: Site(until=None),
            lambda: Site(status="404 Not Found"),
            lambda: Site(Set_Cookie="a=b"),
            lambda: Site(Cache_Control="private, no-cache"),
            lambda: Site(Cache_Control="no-store"),
            lambda: Site(Vary="Accept-Language, User-Agent"),
            lambda: Site(Vary="*"),
        ],
    )
    def test_only_what_is_said_to_be_everybodys_is_kept(
        self, serve: Serve, site: Callable[[], Site]
    ) -> None:
        served = serve(site(), kept())
        assert bodies(served, "/abc/", "/abc/") == [b"answer 1", b"answer 2"]

    def test_it_is_sent_as_the_site_sent_it(self, serve: Serve) -> None:
        served = serve(Site(), kept())
        first, again = served.ask("/abc/"), served.ask("/abc/")
        first.headers.pop("date")
        again.headers.pop("date")
        assert first == again
        assert again.headers["x-frame-options"] == "DENY"

    def test_asked_for_its_head_it_has_no_body(self, serve: Serve) -> None:
        served = serve(Site(), kept())
        whole, head = served.ask("/abc/"), served.ask("/abc/", "HEAD")
        assert (head.status, head.body) == (200, b"")
        assert head.headers["content-length"] == whole.headers["content-length"] == "8"
        assert head.headers["etag"] == whole.headers["etag"]

    @pytest.mark.parametrize("tags", ['W/"e"', '"e"', '"d", W/"e"', "*"])
    def test_who_has_it_is_told_so(self, serve: Serve, tags: str) -> None:
        site = Site()
        served = serve(site, kept())
        served.ask("/abc/")
        known = served.ask("/abc/", If_None_Match=tags)
        assert (known.status, known.body, site.asked) == (304, b"", 1)
        assert known.headers["etag"] == 'W/"e"'
        assert known.headers["vary"] == GOOD["Vary"]
        assert "content-type" not in known.headers

    @pytest.mark.parametrize("tags", ['W/"f"', '"f"', "e", ""])
    def test_who_has_another_gets_it(self, serve: Serve, tags: str) -> None:
        served = serve(Site(), kept())
        served.ask("/abc/")
        assert served.ask("/abc/", If_None_Match=tags).body == b"answer 1"


@pytest.mark.services
class TestPostgresql:
    """Run with DATABASE_URL naming a PostgreSQL server."""

    def test_a_lost_connection_leaves_the_pages_to_the_site_for_a_moment(
        self, serve: Serve
    ) -> None:
        assert connection.vendor == "postgresql"
        site = Site()
        served = serve(site, kept())
        until(lambda: served.ask("/abc/").body == served.ask("/abc/").body, "it is kept")
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND query LIKE 'SELECT seq%%'"
            )
            assert cursor.fetchall() == [(True,)]
        change()
        asked = site.asked
        assert served.ask("/abc/").body == b"answer %d" % (asked + 1)
        until(lambda: served.ask("/abc/").body == served.ask("/abc/").body, "it is kept again")
