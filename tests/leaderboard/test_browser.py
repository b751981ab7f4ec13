"""The public pages in Chromium: live, verified by the reader, and without JavaScript."""

import mimetypes
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.core.wsgi import get_wsgi_application
from django.test import Client
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect, sync_playwright

from tests.builders import record
from tests.push.conftest import Served
from tournament.events.models import Event
from tournament.leaderboard.services import event_publish
from tournament.results.services import round_close
from tournament.standings.services import standings_compute

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run"
    " --disable-background-networking --disable-component-update --disable-sync"
)
expect.set_options(timeout=20_000)  # a busy machine; reached only when something is broken
PHONE: ViewportSize = {"width": 360, "height": 740}
# No browser takes an address of a local network for secure, so none offers WebCrypto on it.
ELSEWHERE = "http://192.168.1.20:8000"


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Iterator[Browser]:
    # Playwright's loop runs in this thread, beside the database: nothing here is asynchronous.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=FLAGS.split()
        )
        yield started
        started.close()


@pytest.fixture
def site() -> Iterator[str]:
    """The address of the site as it is served, streams included."""
    served = Served(get_wsgi_application())
    served.start()
    yield f"http://localhost:{served.port}"
    served.stop()


def enter_last_result(event: Event) -> None:
    record(event.sessions.get().rounds.get(number=1).plays.get(result=None), [10, 0, 0])
    standings_compute(event_id=event.pk)


def publish(event: Event) -> None:
    round_close(playing=event.sessions.get().rounds.get(number=1))
    event_publish(event=event)


def never_reloaded(page: Page) -> bool:
    return bool(page.evaluate("window.wasHere === true"))


class TestLive:
    def test_standings_follow_results_without_a_reload(
        self, half_played: Event, browser: Browser, site: str
    ) -> None:
        page = browser.new_page(viewport=PHONE)
        page.goto(f"{site}/e/{half_played.public_id}/")
        page.evaluate("window.wasHere = true")
        expect(page.get_by_text("3 of 4 results are in")).to_be_visible()
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
        enter_last_result(half_played)
        expect(page.get_by_text("4 of 4 results are in")).to_be_visible()
        expect(page.locator("tbody tr small").first).to_contain_text("2 boards")
        publish(half_played)
        expect(page.locator(".pill-official")).to_be_visible()
        assert never_reloaded(page)

    def test_a_board_opens_by_itself_and_then_shows_its_cards(
        self, half_played: Event, browser: Browser, site: str
    ) -> None:
        page = browser.new_page(viewport=PHONE)
        page.goto(f"{site}/e/{half_played.public_id}/boards/2/")
        expect(page.get_by_text("Still being played")).to_be_visible()
        enter_last_result(half_played)
        expect(page.get_by_text("Results at the tables")).to_be_visible()
        publish(half_played)
        expect(page.locator("[data-verdict=verified]")).to_be_visible()
        assert page.locator("#hands [data-card]").count() == 32

    def test_going_back_shows_a_page_and_not_a_part_of_one(
        self, half_played: Event, browser: Browser, site: str
    ) -> None:
        # Without the memory of whole pages that would hide what the browser has kept of answers.
        page = browser.new_page(viewport=PHONE)
        page.add_init_script("addEventListener('unload', () => {})")
        page.goto(f"{site}/e/{half_played.public_id}/")
        enter_last_result(half_played)
        expect(page.get_by_text("4 of 4 results are in")).to_be_visible()
        # The new ranks may come between aiming and clicking: another row would be there then.
        page.get_by_role("link", name="Player 1").evaluate("link => link.click()")
        expect(page.locator("h1")).to_have_text("Player 1")
        page.go_back()
        expect(page.locator("h1")).to_have_text("Evening")
        expect(page.locator("header.site-header")).to_be_visible()
        expect(page.get_by_text("4 of 4 results are in")).to_be_visible()

    def test_without_javascript_everything_is_there(
        self, half_played: Event, browser: Browser, site: str
    ) -> None:
        enter_last_result(half_played)
        publish(half_played)
        page = browser.new_context(java_script_enabled=False, viewport=PHONE).new_page()
        page.goto(site)
        page.get_by_role("link", name="Evening").click()
        expect(page.locator(".pill-official")).to_be_visible()
        page.get_by_role("link", name="Player 1").click()
        expect(page.locator("table.scorecard tbody")).to_have_count(2)
        page.locator("a.board-link").first.click()
        expect(page.locator("#hands [data-card]")).to_have_count(32)
        expect(
            page.get_by_text("Your browser checks the cards when JavaScript is on.")
        ).to_be_visible()


class TestVerification:
    """The page of a board, opened with nothing behind it but what was sent once."""

    @pytest.fixture
    def sent(self, published: Event) -> str:
        return Client().get(f"/e/{published.public_id}/boards/1/").content.decode()

    def verdict(self, browser: Browser, html: str, language: str = "en") -> str:
        def answer(route: Route) -> None:
            path = urlsplit(route.request.url).path
            if path.startswith("/e/"):
                route.fulfill(body=html, content_type="text/html; charset=utf-8")
            elif path.startswith("/static/"):
                found = finders.find(path.removeprefix("/static/"))
                assert isinstance(found, str)
                kind = mimetypes.guess_type(found)[0] or "application/octet-stream"
                route.fulfill(body=Path(found).read_bytes(), content_type=kind)
            else:
                route.abort()

        page = browser.new_page(viewport=PHONE, locale=language)
        page.route("**/*", answer)
        page.goto(f"{ELSEWHERE}/e/board/")
        assert page.evaluate("window.isSecureContext") is False
        return str(page.locator("[data-verify]").get_attribute("data-verdict"))

    def test_the_cards_as_printed_are_the_sealed_ones(self, sent: str, browser: Browser) -> None:
        assert self.verdict(browser, sent) == "verified"

    def test_in_french_too(self, published: Event, browser: Browser) -> None:
        url = f"/e/{published.public_id}/boards/1/"
        html = Client().get(url, headers={"Accept-Language": "fr"}).content.decode()
        assert '<html lang="fr">' in html
        assert self.verdict(browser, html) == "verified"

    @pytest.mark.parametrize(
        "altered",
        [
            r'(<span data-card=")(\w)',  # the code of the first card
            r'(<span data-card="\w\w">)(\w+)',  # what is printed for it
            r'(data-talon><span class="card-face suit-\w" data-card=")(\w)',
        ],
    )
    def test_one_altered_card_is_noticed(self, sent: str, browser: Browser, altered: str) -> None:
        def other(found: re.Match[str]) -> str:
            return found[1] + ("8" if found[2] != "8" else "9")

        changed = re.sub(altered, other, sent, count=1)
        assert changed != sent
        assert self.verdict(browser, changed) == "altered"
