"""The whole site in a real browser.

It is started once; tests build their own events in it with `club.make(SCRIPT)` or `club.event()`,
and open as many phones as they like with `phone()`.
"""

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.browser.club import HOST, Club
from tests.browser.evening import Windows, sign_in
from tests.browser.phones import Phones, Table

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run"
    " --disable-background-networking --disable-component-update --disable-sync"
)


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """The site, started as a user starts it."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("ALLOWED_HOSTS", HOST + ",127.0.0.1")
        club = Club(tmp_path_factory.mktemp("club"))
    yield club
    club.served.stop()
    assert "Traceback" not in club.served.said


# Playwright allows one of these at a time, and other folders' tests have their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=[*FLAGS.split(), f"--host-resolver-rules=MAP {HOST} 127.0.0.1"],
        )
        yield browser
        browser.close()


@pytest.fixture
def desk(windows: Windows, club: Club) -> Page:
    page = windows.desktop()
    sign_in(page, club)
    return page


@pytest.fixture
def phone(browser: Browser) -> Iterator[Phones]:
    """Make a phone: `phone()`, or `phone(scheme="dark", scripts=False)`, as wide as the smallest.

    It may be any other device: what more is said is Playwright's, as `has_touch=True`.

    A script's error, or anything the content security policy refused, fails the test.
    """
    wrong: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            wrong.append(message.text)

    def make(
        *,
        scheme: Literal["light", "dark"] = "light",
        scripts: bool = True,
        width: int = 360,
        height: int = 740,
        **more: Any,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            java_script_enabled=scripts,
            locale="en",
            **more,
        )
        page = context.new_page()
        page.on("console", note)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        return page

    yield make
    for context in browser.contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def table(club: Club) -> Table:
    """Table 1 of two, in round 1 of 2, boards 1 and 2."""
    return Table(club, club.event(players=6, rounds=2, boards_per_round=2))


@pytest.fixture
def windows(browser: Browser) -> Iterator[Windows]:
    windows = Windows(browser)
    yield windows
    for context in browser.contexts:
        context.close()
