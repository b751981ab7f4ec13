"""The public pages as the front keeps them: what Django says, and never what it said before."""

import gzip
import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event as Signal
from typing import Any

import pytest
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.test import Client

from tests.builders import make_director, record
from tests.leaderboard.conftest import withhold
from tests.push.conftest import Answered, Served, database_url
from tournament.desk.backup import backup_restore, backup_write
from tournament.events.models import Event
from tournament.events.services import entry_update
from tournament.leaderboard.access import kept_pages
from tournament.standings.services import standings_compute

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESSES = ["", "boards/", "boards/1/", "players/1/", "standings.csv", "results.json"]
# A request with this header is left to Django.
DJANGO = {"Range": "bytes=0-"}


class Counting:
    """Django, and how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0
        self._django: Any = get_wsgi_application()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        self.asked += 1
        return self._django(environ, start_response)


@pytest.fixture
def django() -> Counting:
    return Counting()


@pytest.fixture
def site(django: Counting) -> Iterator[Served]:
    served = Served(django, kept_pages())
    served.start()
    yield served
    served.stop()


@pytest.fixture
def elsewhere(transactional_db: None) -> Iterator[Callable[[str], None]]:
    """Run a line of Python in another process of the site; returns when it is done."""
    program = (
        "import sys, django; django.setup()\n"
        "from tournament.events.models import *; from tournament.events.services import *\n"
        "for line in sys.stdin: exec(line); print('done', flush=True)"
    )
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tournament.config.settings.dev",
        "DATABASE_URL": database_url(),
        "TRIPLICATE_DATA": str(settings.DATA_DIR),
    }
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=settings.BASE_DIR,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        orders, answers = process.stdin, process.stdout
        assert orders is not None
        assert answers is not None

        def run(line: str) -> None:
            print(line, file=orders, flush=True)
            assert answers.readline() == "done\n"

        yield run
        orders.close()


def told(answer: Answered) -> tuple[int, dict[str, str], bytes]:
    headers = {name: value for name, value in answer.headers.items() if name != "date"}
    # Django says of a 304 that it has no length, too.
    if answer.status == 304:
        headers.pop("content-length", None)
    return answer.status, headers, answer.body


class TestSameAsDjango:
    @pytest.mark.parametrize("address", ADDRESSES)
    @pytest.mark.parametrize(
        "asking",
        [
            {},
            {"Accept_Encoding": "gzip, br"},
            {"Accept_Language": "fr-FR,fr;q=0.9,en;q=0.5"},
            {"Cookie": f"{settings.LANGUAGE_COOKIE_NAME}=fr", "Accept_Language": "en"},
            {"HX_Request": "true"},
        ],
    )
    def test_word_for_word_and_header_for_header(
        self,
        site: Served,
        django: Counting,
        half_played: Event,
        address: str,
        asking: dict[str, str],
    ) -> None:
        path = f"/e/{half_played.public_id}/{address}"
        first = site.ask(path, **asking)
        asked = django.asked
        again = site.ask(path, **asking)
        known = site.ask(path, **asking, If_None_Match=again.headers["etag"])
        head = site.ask(path, "HEAD", **asking)
        assert django.asked == asked
        assert again.status == 200
        assert told(first) == told(again) == told(site.ask(path, **asking, **DJANGO))
        assert told(head) == (200, told(again)[1], b"")
        assert told(known) == told(
            site.ask(path, **asking, **DJANGO, If_None_Match=again.headers["etag"])
        )
        assert known.status == 304

    def test_languages_are_told_apart(self, site: Served, half_played: Event) -> None:
        path = f"/e/{half_played.public_id}/"
        for _time in range(2):
            for language in ("fr", "en"):
                answer = site.ask(path, Accept_Language=language)
                assert answer.headers["content-language"] == language
                assert f'lang="{language}"'.encode() in answer.body

    def test_who_unpacks_gets_it_packed(self, site: Served, half_played: Event) -> None:
        path = f"/e/{half_played.public_id}/"
        plain = [site.ask(path).body for _time in range(2)][1]
        packed = [site.ask(path, Accept_Encoding="gzip") for _time in range(2)][1]
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(packed.body) == plain

    def test_behind_https_as_without(self, settings: Any, half_played: Event) -> None:
        settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
        settings.SECURE_SSL_REDIRECT = True
        settings.SECURE_HSTS_SECONDS = 3600
        served = Served(get_wsgi_application(), kept_pages())
        served.start()
        path = f"/e/{half_played.public_id}/"
        try:
            for _time in range(2):
                safe = served.ask(path, X_Forwarded_Proto="https")
                assert safe.status == 200
                assert safe.headers["strict-transport-security"] == "max-age=3600"
                assert "content-security-policy" in safe.headers
                assert served.ask(path).status == 301
                assert served.ask(path, X_Forwarded_Proto="http").status == 301
        finally:
            served.stop()

    def test_a_name_that_is_not_the_sites_is_refused(
        self, site: Served, half_played: Event
    ) -> None:
        path = f"/e/{half_played.public_id}/"
        for _time in range(2):
            assert site.ask(path).status == 200
            assert site.ask(path, Host="evil.example").status == 400

    def test_what_is_not_there_is_not_there(self, site: Served, half_played: Event) -> None:
        for path in ("/e/nothing/", f"/e/{half_played.public_id}/boards/2/", "/e//"):
            assert [site.ask(path).status for _time in range(2)] == [404, 404]


class TestNeverOld:
    def test_a_result_is_there_at_once(self, site: Served, half_played: Event) -> None:
        path = f"/e/{half_played.public_id}/"
        before = [site.ask(path) for _time in range(2)][1]
        record(half_played.sessions.get().rounds.get(number=1).plays.get(result=None))
        waiting = [site.ask(path) for _time in range(2)][1]
        standings_compute(event_id=half_played.pk)
        after = [site.ask(path) for _time in range(2)][1]
        assert len({each.headers["etag"] for each in (before, waiting, after)}) == 3

    def test_a_name_withheld_in_another_process_is_gone_with_its_commit(
        self, site: Served, django: Counting, half_played: Event, elsewhere: Callable[[str], None]
    ) -> None:
        entry = half_played.entries.get(number=1)
        change = (
            f"entry_update(entry=Entry.objects.get(pk={entry.pk}), name={{!r}}, name_public={{}})"
        )
        paths = [f"/e/{half_played.public_id}/{address}" for address in ADDRESSES]
        for number in range(8):
            name = f"Zoé Nº{number}"
            elsewhere(change.format(name, True))
            shown = [[site.ask(path).body.decode() for _time in range(2)] for path in paths]
            assert all(name in text for text in shown[0])
            kept = django.asked
            assert [site.ask(path).body.decode() for path in paths] == [two[1] for two in shown]
            assert django.asked == kept
            elsewhere(change.format(name, False))
            for path in paths:
                assert name not in site.ask(path).body.decode(), path

    def test_a_name_withheld_while_a_hall_reads_is_gone_with_its_commit(
        self, site: Served, half_played: Event
    ) -> None:
        path = f"/e/{half_played.public_id}/"
        entry = half_played.entries.get(number=1)
        over = Signal()

        def read() -> None:
            while not over.is_set():
                assert site.ask(path).status == 200

        with ThreadPoolExecutor(3) as hall:
            reading = [hall.submit(read) for _reader in range(3)]
            try:
                for number in range(25):
                    name = f"Zoé Nº{number}"
                    entry_update(entry=entry, name=name, name_public=True)
                    assert name in site.ask(path).body.decode()
                    entry_update(entry=entry, name=name, name_public=False)
                    assert name not in site.ask(path).body.decode()
            finally:
                over.set()
            for each in reading:
                each.result()

    def test_a_club_that_changes_its_name_has_it_everywhere(
        self, site: Served, half_played: Event
    ) -> None:
        path = f"/e/{half_played.public_id}/"
        site.ask(path)
        half_played.club.name = "Another club"
        half_played.club.save()
        assert b"Another club" in site.ask(path).body

    def test_a_backup_that_is_restored_brings_no_old_page_back(
        self, site: Served, half_played: Event
    ) -> None:
        path = f"/e/{half_played.public_id}/"
        withhold(half_played, 1)
        file = io.BytesIO()
        backup_write(file)
        for number in range(3):
            # As many changes as were made after the backup, so that numbers could come again.
            entry = Event.objects.get(pk=half_played.pk).entries.get(number=1)
            entry_update(entry=entry, name="Zoé Secret", name_public=True)
            assert b"Secret" in [site.ask(path).body for _time in range(2)][1]
            file.seek(0)
            backup_restore(file, replace=True)
            assert b"Secret" not in site.ask(path).body, number


class TestReaders:
    def test_nothing_of_a_director_reaches_another_reader(
        self, site: Served, half_played: Event
    ) -> None:
        director = Client()
        director.force_login(make_director())
        session = director.cookies[settings.SESSION_COOKIE_NAME].value
        path = f"/e/{half_played.public_id}/"
        own = site.ask(path, Cookie=f"{settings.SESSION_COOKIE_NAME}={session}")
        assert b"csrfmiddlewaretoken" in own.body
        for _time in range(2):
            others = site.ask(path)
            assert b"csrfmiddlewaretoken" not in others.body
            assert "set-cookie" not in others.headers
        own = site.ask(path, Cookie=f"{settings.SESSION_COOKIE_NAME}={session}")
        assert own.headers["cache-control"] == "private, no-cache"

    def test_who_comes_later_needs_no_django(
        self, site: Served, django: Counting, half_played: Event
    ) -> None:
        path = f"/e/{half_played.public_id}/"
        assert [site.ask(path).status for _time in range(5)] == [200] * 5
        assert django.asked == 1
