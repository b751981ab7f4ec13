"""One rendering for each state of an event: what makes a copy old, and what never gets into one."""

import gzip
import threading
import time
from collections.abc import Callable
from typing import cast

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django_htmx.middleware import HtmxDetails

from tests.builders import make_event, record
from tournament.events.models import Event
from tournament.events.services import entry_update, event_settings_update
from tournament.leaderboard.versions import PublicRequest, shelf, versioned
from tournament.live import event_play
from tournament.standings.services import standings_compute

from .conftest import finish_round

pytestmark = pytest.mark.django_db

ADDRESSES = [
    "",
    "boards/",
    "boards/1/",
    "players/1/",
    "standings.csv",
    "standings.json",
    "results.csv",
    "results.json",
]


def etag(event: Event, address: str = "", headers: dict[str, str] | None = None) -> str:
    response = Client().get(f"/e/{event.public_id}/{address}", headers=headers)
    assert response.status_code == 200
    return str(response["ETag"])


@pytest.mark.parametrize("address", ADDRESSES)
class TestConditionalRequests:
    def test_what_has_not_changed_is_not_sent_again(
        self, half_played: Event, client: Client, address: str
    ) -> None:
        tag = etag(half_played, address)
        again = client.get(f"/e/{half_played.public_id}/{address}", headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == tag
        assert again["Cache-Control"] == "no-cache"

    def test_a_result_is_a_new_version_even_before_it_is_computed(
        self, half_played: Event, address: str
    ) -> None:
        tags = [etag(half_played, address)]
        record(half_played.sessions.get().rounds.get(number=1).plays.get(result=None))
        tags.append(etag(half_played, address))
        standings_compute(event_id=half_played.pk)
        tags.append(etag(half_played, address))
        assert len(set(tags)) == 3

    def test_a_withdrawn_consent_is_a_new_version(self, half_played: Event, address: str) -> None:
        before = etag(half_played, address)
        entry = half_played.entries.get(number=1)
        entry_update(entry=entry, name=entry.player.name, name_public=False)
        assert etag(half_played, address) != before

    def test_each_language_has_its_version(self, half_played: Event, address: str) -> None:
        french = etag(half_played, address, {"Accept-Language": "fr"})
        assert french != etag(half_played, address, {"Accept-Language": "en"})

    def test_caches_are_told_what_it_depends_on(
        self, half_played: Event, client: Client, address: str
    ) -> None:
        url = f"/e/{half_played.public_id}/{address}"
        full = client.get(url)
        for response in (full, client.get(url, headers={"If-None-Match": full["ETag"]})):
            varies = {name.strip() for name in response["Vary"].split(",")}
            assert varies >= {"Accept-Language", "Cookie", "HX-Request", "Accept-Encoding"}


class TestPages:
    def test_a_fragment_is_another_version_than_its_page(self, half_played: Event) -> None:
        assert etag(half_played) != etag(half_played, "", {"HX-Request": "true"})

    @pytest.mark.parametrize(
        "change",
        [
            finish_round,
            lambda event: event_settings_update(
                event=event, name="Other name", confirmation="players", show_traveller=True
            ),
        ],
    )
    def test_whatever_the_page_says_is_in_its_version(
        self, half_played: Event, change: Callable[[Event], object]
    ) -> None:
        before = etag(half_played)
        change(half_played)
        assert etag(half_played) != before

    def test_the_rounds_clock_is_in_the_page_and_its_version(self, half_played: Event) -> None:
        address = f"/e/{half_played.public_id}/"
        playing = half_played.sessions.get().rounds.get()
        bodies = [Client().get(address).content]
        tags = [etag(half_played)]
        assert b"Time left" not in bodies[0]
        changes: list[Callable[[], object]] = [
            lambda: event_play.round_clock_start(playing=playing, minutes=20),
            lambda: event_play.round_extend(playing=playing, minutes=5),
            lambda: event_play.round_pause(playing=playing),
            lambda: event_play.round_resume(playing=playing),
        ]
        for change in changes:
            change()
            tags.append(etag(half_played))
            bodies.append(Client().get(address).content)
            assert b"Time left" in bodies[-1]
        assert len(set(tags)) == len(tags)
        # Only a clock that stands still says how much is left: a kept copy would say it too late.
        assert [b"data-left" in body for body in bodies] == [False, False, False, True, False]
        assert [b"data-until" in body for body in bodies] == [False, True, True, False, True]
        finish_round(half_played)
        assert b"Time left" not in Client().get(address).content

    def test_the_clubs_name_is_on_every_page(self, half_played: Event) -> None:
        before = (etag(half_played), Client().get("/")["ETag"])
        half_played.club.name = "Another club"
        half_played.club.save()
        assert etag(half_played) != before[0]
        assert Client().get("/")["ETag"] != before[1]

    def test_the_front_page_follows_its_events(self, half_played: Event) -> None:
        tags = [Client().get("/")["ETag"]]
        assert Client().get("/", headers={"If-None-Match": tags[0]}).status_code == 304
        finish_round(half_played)
        tags.append(Client().get("/")["ETag"])
        make_event(players=0)
        tags.append(Client().get("/")["ETag"])
        assert len(set(tags)) == 3

    def test_packed_for_whoever_unpacks(self, half_played: Event, client: Client) -> None:
        url = f"/e/{half_played.public_id}/"
        plain = client.get(url)
        assert "Content-Encoding" not in plain
        packed = client.get(url, headers={"Accept-Encoding": "br, gzip"})
        assert packed["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.content) == plain.content
        refused = client.get(url, headers={"Accept-Encoding": "gzip;q=0"})
        assert refused.content == plain.content


class TestReaders:
    def test_nothing_of_a_director_reaches_another_reader(
        self, half_played: Event, signed_in: Client
    ) -> None:
        url = f"/e/{half_played.public_id}/"
        own = signed_in.get(url)
        assert b"csrfmiddlewaretoken" in own.content
        assert own["Cache-Control"] == "private, no-cache"
        others = Client().get(url)
        assert b"csrfmiddlewaretoken" not in others.content
        assert not others.cookies
        assert others["ETag"] != own["ETag"]
        again = signed_in.get(url)
        assert b"csrfmiddlewaretoken" in again.content
        assert shelf.get(own["ETag"]) is shelf.get(again["ETag"]) is None
        assert shelf.get(others["ETag"]) is not None

    def test_a_director_gets_304_while_the_token_in_the_page_still_fits(
        self, half_played: Event, signed_in: Client
    ) -> None:
        url = f"/e/{half_played.public_id}/"
        signed_in.get(url)  # sets the cookie
        tag = signed_in.get(url)["ETag"]
        assert signed_in.get(url, headers={"If-None-Match": tag}).status_code == 304
        signed_in.cookies["csrftoken"] = "x" * 32
        assert signed_in.get(url, headers={"If-None-Match": tag}).status_code == 200

    def test_a_message_is_shown_once_and_kept_nowhere(self, half_played: Event) -> None:
        client, url = Client(), f"/e/{half_played.public_id}/"
        tag = client.get(url)["ETag"]
        client.cookies["messages"] = message_cookie("Well done")
        told = client.get(url, headers={"If-None-Match": tag})
        assert b"Well done" in told.content
        assert (told["Cache-Control"], "ETag" in told) == ("no-store", False)
        assert b"Well done" not in client.get(url).content


def message_cookie(text: str) -> str:
    """What the browser carries after somebody was told something."""
    request = RequestFactory().get("/")
    storage = CookieStorage(request)
    storage.add(25, text)
    response = HttpResponse()
    storage.update(response)
    return response.cookies["messages"].value


class TestCopies:
    def test_of_many_who_ask_at_once_one_renders(self, half_played: Event) -> None:
        rendered = []
        asked = threading.Barrier(5)

        def render() -> HttpResponse:
            rendered.append(1)
            time.sleep(0.2)  # the others come meanwhile
            return HttpResponse("page")

        def ask() -> None:
            asked.wait()
            versioned(request(), ("same",), render)

        threads = [threading.Thread(target=ask) for _number in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert rendered == [1]

    def test_an_answer_that_is_not_the_page_is_not_kept(self) -> None:
        answers = iter([HttpResponse("not yet", status=404), HttpResponse("page")])
        first = versioned(request(), ("same",), lambda: next(answers))
        assert (first.status_code, "ETag" in first) == (404, False)
        assert versioned(request(), ("same",), lambda: next(answers)).status_code == 200


def request() -> PublicRequest:
    """A request as the middlewares leave it."""
    made = cast(PublicRequest, RequestFactory().get("/somewhere/"))
    made.user = AnonymousUser()
    made.htmx = HtmxDetails(made)
    return made
