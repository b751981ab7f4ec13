"""live.js, site.js and picker.js in a browser, on small pages built upon base.html."""

import queue
import re
import threading
from collections.abc import Iterator
from copy import deepcopy
from socketserver import ThreadingMixIn
from typing import Any, Literal
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.template import Template
from django.template.context import RequestContext
from django.urls import path
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright
from pytest_django import Settings

pytestmark = pytest.mark.browser

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run"
    " --disable-background-networking --disable-component-update --disable-sync"
)


class Site:
    """What the test's site knows: how often it changed, what was sent to it, who listens."""

    def __init__(self) -> None:
        self.number = 0
        self.sent: list[str] = []
        self.streams: list[queue.SimpleQueue[str | None]] = []
        self.opened = 0
        self.board = 7

    def tell(self, event: str | None = "event: changed\ndata: event:a\n\n") -> None:
        """Send `event` to all streams; None ends them, as a restart of the server does."""
        for stream in list(self.streams):
            stream.put(event)

    def change(self) -> None:
        self.number += 1
        self.tell()

    def listen(self) -> Iterator[str]:
        mine: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.streams.append(mine)
        self.opened += 1
        try:
            yield "id: 0\n\n"
            while True:
                try:
                    event = mine.get(timeout=0.05)
                except queue.Empty:
                    event = ": still there\n\n"  # a closed connection is noticed by writing to it
                if event is None:
                    return
                yield event
        finally:
            self.streams.remove(mine)


site = Site()

PART = """
<p id="number">{{ site.number }}</p>
<details><summary>More</summary><p>Inside</p></details>
<form id="entry" data-keep="board-{{ site.board }}" hx-post="/refused/" hx-target="#answer">
  <h2>Board {{ site.board }}</h2>
  <input name="typed" aria-label="Typed">
  <label><input type="radio" name="chosen" value="5"> five</label>
  <button>Send</button>
</form>
"""
PAGE = f"""
{{% extends "base.html" %}}{{% load static %}}
{{% block scripts %}}
<script src="{{% static 'triplicate/picker.js' %}}" defer></script>
{{% endblock %}}
{{% block heading %}}Page{{% endblock %}}
{{% block body_attrs %}}data-stream="/stream/"{{% endblock %}}
{{% block content %}}
<div id="part" hx-get="/part/" hx-trigger="triplicate:changed from:body" hx-swap="morph:innerHTML">
{PART}</div>
<div id="answer"></div>
<a id="other" href="/other/" hx-get="/other/" hx-target="#answer" hx-push-url="true">Other</a>
<button id="expired" hx-post="/expired/" hx-target="#answer">Expired</button>
<button id="forbidden" hx-post="/forbidden/" hx-target="#answer">Forbidden</button>
<button id="broken" hx-post="/broken/" hx-target="#answer">Broken</button>
<form method="post" action="/counted/"><button id="plain" name="do" value="it">Plain</button></form>
<form hx-post="/counted/" hx-swap="none"><input type="hidden" name="do" value="that">
  <button id="swapped">By htmx</button></form>
{{% include "_trick_picker.html" with total=10 counts=counts picker_seats=seats %}}
{{% endblock %}}
"""


def shown(request: HttpRequest, source: str, **context: Any) -> HttpResponse:
    context = {"site": site, **context}
    return HttpResponse(Template(source).render(RequestContext(request, context)))


def page(request: HttpRequest) -> HttpResponse:
    seats = [{"name": f"tricks_{seat}", "seat": seat, "player": "Ann"} for seat in range(3)]
    return shown(request, PAGE, counts=range(11), seats=seats)


def part(request: HttpRequest) -> HttpResponse:
    return shown(request, PART)


def other(request: HttpRequest) -> HttpResponse:
    if request.headers.get("HX-Request"):
        return HttpResponse("<p>The other part</p>")
    return shown(request, '{% extends "base.html" %}{% block heading %}Other page{% endblock %}')


def stream(request: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(site.listen(), content_type="text/event-stream")


def refused(request: HttpRequest) -> HttpResponse:
    return HttpResponse("<p>5 + 3 + 3 is not possible.</p>", status=422)


def expired(request: HttpRequest) -> HttpResponseBase:
    return redirect("/sign-in/?next=/expired/")


def sign_in(request: HttpRequest) -> HttpResponse:
    return shown(request, '{% extends "base.html" %}{% block heading %}Sign in{% endblock %}')


def forbidden(request: HttpRequest) -> HttpResponse:
    return render(request, "403.html", {"exception": "Another table’s code."}, status=403)


def broken(request: HttpRequest) -> HttpResponse:
    return render(request, "500.html", status=500)


def counted(request: HttpRequest) -> HttpResponse:
    site.sent.append(request.POST["do"])
    return HttpResponse(status=204)


def unprotected(view: Any) -> Any:
    view.csrf_exempt = True
    return view


urlpatterns = [
    path("", page),
    path("part/", part),
    path("other/", other),
    path("stream/", stream),
    path("sign-in/", sign_in),
    *(
        path(f"{view.__name__}/", unprotected(view))
        for view in (refused, expired, forbidden, broken, counted)
    ),
]


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=FLAGS.split()
        )
        yield browser
        browser.close()


@pytest.fixture
def opened(browser: Browser, settings: Settings) -> Iterator[Page]:
    """The page, open in a phone-sized window; whatever the policy refused fails the test."""
    global site
    site = Site()
    settings.ROOT_URLCONF = __name__
    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    # These pages stand by themselves: there is no club to name, and no database to ask.
    settings.TEMPLATES = deepcopy(settings.TEMPLATES)
    settings.TEMPLATES[0]["OPTIONS"]["context_processors"].remove("tournament.players.context.club")
    server = make_server(
        "127.0.0.1", 0, StaticFilesHandler(WSGIHandler()), Server, handler_class=Quiet
    )
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    refused: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            refused.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: refused.append(str(error)))
    page.goto(f"http://127.0.0.1:{server.server_port}/")
    expect(page.locator("#connection")).to_contain_text("Live")
    yield page
    context.close()
    server.shutdown()
    server.server_close()
    thread.join()
    assert refused == []


def wait_for_streams(page: Page, count: int) -> None:
    for _ in range(200):
        if len(site.streams) == count:
            return
        page.wait_for_timeout(25)
    raise AssertionError(f"{len(site.streams)} streams are open, not {count}")


def hide(page: Page, *, hidden: bool) -> None:
    page.evaluate(
        """hidden => {
          Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(opened: Page, scheme: Literal["light", "dark"]) -> None:
    opened.emulate_media(color_scheme=scheme)
    assert Axe().run(opened).response["violations"] == []


class TestLive:
    def test_a_change_arrives_without_a_reload(self, opened: Page) -> None:
        opened.evaluate("window.same = true")
        site.change()
        expect(opened.locator("#number")).to_have_text("1")
        assert opened.evaluate("window.same")

    def test_what_the_stream_brings_itself_is_handed_on(self, opened: Page) -> None:
        opened.evaluate(
            """() => document.body.addEventListener("triplicate:content", (event) => {
                 window.brought = event.detail;
               })"""
        )
        site.tell("event: content\ndata: <p>\ndata: Here</p>\n\n")
        opened.wait_for_function("window.brought === '<p>\\nHere</p>'")
        expect(opened.locator("#number")).to_have_text("0")

    def test_twenty_swaps_leave_one_stream(self, opened: Page) -> None:
        for number in range(1, 21):
            site.change()
            expect(opened.locator("#number")).to_have_text(str(number))
        assert site.opened == 1
        assert len(site.streams) == 1

    def test_a_restarted_server_is_found_again(self, opened: Page) -> None:
        site.number = 1  # while the stream is down: nobody is told
        site.tell(None)
        expect(opened.locator("#connection")).to_contain_text("lost")
        expect(opened.locator("#connection")).to_contain_text("Live")
        expect(opened.locator("#number")).to_have_text("1")
        wait_for_streams(opened, 1)

    def test_a_hidden_page_has_no_stream_and_is_current_on_return(self, opened: Page) -> None:
        hide(opened, hidden=True)
        wait_for_streams(opened, 0)
        site.number = 5
        hide(opened, hidden=False)
        expect(opened.locator("#number")).to_have_text("5")
        wait_for_streams(opened, 1)

    def test_a_page_that_is_left_closes_its_stream(self, opened: Page) -> None:
        opened.goto(opened.url + "other/")
        wait_for_streams(opened, 0)


class TestMorph:
    def test_what_was_typed_and_chosen_survives_a_refresh(self, opened: Page) -> None:
        opened.get_by_label("five").check()
        opened.get_by_label("Typed").fill("half a wo")
        opened.locator("#plain").focus()
        site.change()
        expect(opened.locator("#number")).to_have_text("1")
        expect(opened.get_by_label("five")).to_be_checked()
        expect(opened.get_by_label("Typed")).to_have_value("half a wo")

    def test_another_board_replaces_it(self, opened: Page) -> None:
        opened.get_by_label("five").check()
        opened.get_by_label("Typed").fill("half a wo")
        opened.locator("#plain").focus()
        site.board = 8
        site.change()
        expect(opened.locator("#entry h2")).to_have_text("Board 8")
        expect(opened.get_by_label("five")).not_to_be_checked()
        expect(opened.get_by_label("Typed")).to_have_value("")

    def test_opened_details_stay_open(self, opened: Page) -> None:
        opened.get_by_text("More").click()
        site.change()
        expect(opened.locator("#number")).to_have_text("1")
        expect(opened.get_by_text("Inside")).to_be_visible()


class TestAnswers:
    def test_a_refusal_is_shown_where_the_answer_goes(self, opened: Page) -> None:
        opened.locator("#entry button").click()
        expect(opened.locator("#answer")).to_have_text("5 + 3 + 3 is not possible.")

    def test_an_expired_session_leads_to_sign_in_and_back_here(self, opened: Page) -> None:
        opened.locator("#expired").click()
        expect(opened.get_by_role("heading", level=1)).to_have_text("Sign in")
        assert opened.url.endswith("/sign-in/?next=%2F")

    def test_a_page_that_refuses_becomes_a_sentence(self, opened: Page) -> None:
        opened.locator("#forbidden").click()
        expect(opened.locator("#problem")).to_contain_text("Another table’s code.")
        expect(opened.locator("#answer")).to_be_empty()

    def test_a_broken_server_is_told_and_forgotten_when_it_works_again(self, opened: Page) -> None:
        opened.locator("#broken").click()
        expect(opened.locator("#problem")).to_contain_text("Something went wrong")
        opened.locator("#swapped").click()
        expect(opened.locator("#problem")).to_be_hidden()

    def test_an_unreachable_server_is_told(self, opened: Page) -> None:
        opened.context.set_offline(True)
        opened.locator("#swapped").click()
        expect(opened.locator("#problem")).to_contain_text("cannot be reached")

    def test_back_and_forward_give_whole_pages(self, opened: Page) -> None:
        opened.locator("#other").click()
        expect(opened.locator("#answer")).to_have_text("The other part")
        opened.go_back()
        expect(opened.get_by_role("heading", level=1)).to_have_text("Page")
        expect(opened.locator("#answer")).to_be_empty()
        opened.go_forward()
        expect(opened.get_by_role("heading", level=1)).to_have_text("Other page")
        expect(opened.locator(".site-header")).to_have_count(1)


class TestSentOnce:
    def test_a_double_tap_sends_one_form(self, opened: Page) -> None:
        button = opened.locator("#plain")
        with opened.expect_response("**/counted/"):
            button.click()
        button.evaluate("button => button.click()")  # a busy button takes no click of the mouse
        # The answer was no new page, as with a download: the button comes back.
        expect(button).not_to_have_attribute("aria-busy", "true", timeout=20_000)
        assert site.sent == ["it"]

    def test_a_double_tap_sends_one_form_by_htmx_and_the_next_tap_another(
        self, opened: Page
    ) -> None:
        button = opened.locator("#swapped")
        for sent in (1, 2):
            with opened.expect_response("**/counted/"):
                button.evaluate("button => { button.click(); button.click(); }")
            expect(button).not_to_have_attribute("aria-busy", "true")
            assert site.sent == ["that"] * sent


class TestPicker:
    def counts(self, page: Page) -> str:
        chosen: list[str] = page.locator(".keypad").evaluate_all(
            "all => all.map(one => one.querySelector(':checked')?.value ?? '·')"
        )
        return "-".join(chosen)

    def tap(self, page: Page, seat: int, count: int) -> None:
        key = page.locator(".keypad").nth(seat).locator(".key")
        key.filter(has_text=re.compile(rf"^{count}$")).click()

    @pytest.mark.parametrize(
        ("taps", "counts"),
        [
            ([(0, 5)], "5-·-·"),
            ([(0, 5), (1, 3)], "5-3-2"),
            ([(2, 0), (0, 5)], "5-5-0"),
            ([(1, 10)], "0-10-0"),
            ([(0, 5), (1, 3), (2, 4)], "3-3-4"),  # the two chosen last stand
            ([(0, 5), (1, 3), (0, 8)], "8-·-·"),  # the third would be below nothing
            ([(0, 5), (1, 3), (0, 8), (1, 1)], "8-1-1"),
            ([(0, 10), (1, 4)], "·-4-·"),
        ],
    )
    def test_two_taps_give_three_counts(
        self, opened: Page, taps: list[tuple[int, int]], counts: str
    ) -> None:
        for seat, count in taps:
            self.tap(opened, seat, count)
        assert self.counts(opened) == counts

    @pytest.mark.parametrize(
        ("taps", "told"),
        [
            ([(0, 5), (1, 3)], ""),
            ([(0, 5), (1, 3), (1, 4)], ""),  # what was filled in may change without a word
            ([(0, 5), (1, 3), (2, 4)], "Seat A: 5 became 3. Check the three counts."),
            ([(0, 5), (1, 3), (0, 8)], "Seat B: 3 no longer fits. Choose again."),
            ([(0, 5), (1, 3), (0, 8), (1, 1)], ""),
        ],
    )
    def test_a_chosen_count_never_changes_without_a_word(
        self, opened: Page, taps: list[tuple[int, int]], told: str
    ) -> None:
        for seat, count in taps:
            self.tap(opened, seat, count)
        expect(opened.locator(".trick-picker [role=status]")).to_have_text(told)

    def test_the_keyboard_is_enough(self, opened: Page) -> None:
        first = opened.locator(".keypad").nth(0).locator("input")
        first.nth(0).focus()
        for _ in range(4):
            opened.keyboard.press("ArrowRight")
        opened.keyboard.press("Tab")
        opened.keyboard.press("Space")
        for _ in range(3):
            opened.keyboard.press("ArrowDown")
        assert self.counts(opened) == "4-3-3"

    def test_keys_are_big_enough_for_a_thumb_and_fit_a_phone(self, opened: Page) -> None:
        boxes = [key.bounding_box() for key in opened.locator(".key span").all()]
        assert len(boxes) == 33
        assert all(box is not None and box["width"] >= 44 and box["height"] >= 44 for box in boxes)
        assert opened.evaluate("document.documentElement.scrollWidth") == 360
