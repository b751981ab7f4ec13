"""The whole site in a real browser, reached as in a club: plain http on a name of the network.

`site` is started once; tests build their own events in it with `site.make(SCRIPT)` and open as
many phones as they like with `phone()`.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.served import Site, manage, run_on

# Not localhost, which browsers trust like https: club laptops have no certificate.
HOST = "triplicate.test"
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run"
    " --disable-background-networking --disable-component-update --disable-sync"
)
DIRECTOR = """
import json
from tournament.operations.accounts import director_ensure, password_if_unchanged
director = director_ensure()
print(json.dumps([director.get_username(), password_if_unchanged(director)]))
"""
EVENT = """
import json
from tests.builders import make_event, start_round
event = make_event(**{options!r})
start_round(event)
print(json.dumps({{
    "id": event.public_id,
    "tables": [
        {{
            "code": table.code,
            "players": [
                chair.entry.player.name
                for chair in table.chairs.filter(round__number=1).select_related("entry__player")
            ],
        }}
        for table in event.tables.all()
    ],
}}))
"""


class Club:
    """The running site and what it holds."""

    def __init__(self, data: Any) -> None:
        self.data = data
        done = manage(data, "migrate", "--verbosity", "0")
        assert done.returncode == 0, done.stderr
        self.director, self.password = self.make(DIRECTOR)
        self.served = Site(data)
        self.base = f"http://{HOST}:{self.served.port}"

    def make(self, script: str) -> Any:
        """Run Python on the site's data in a process of its own; return the JSON it prints."""
        return json.loads(run_on(self.data, script))

    def event(self, **options: Any) -> Any:
        """Begin an event as `make_event` does: its `id`, and its `tables`: `code`, `players`."""
        return self.make(EVENT.format(options=options))


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


Phones = Callable[..., Page]


@pytest.fixture
def phone(browser: Browser) -> Iterator[Phones]:
    """Make a phone: `phone()`, or `phone(scheme="dark", scripts=False)`, as wide as the smallest.

    A script's error, or anything the content security policy refused, fails the test.
    """
    wrong: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            wrong.append(message.text)

    def make(
        *, scheme: Literal["light", "dark"] = "light", scripts: bool = True, width: int = 360
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 740},
            color_scheme=scheme,
            java_script_enabled=scripts,
            locale="en",
        )
        page = context.new_page()
        page.on("console", note)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        return page

    yield make
    for context in browser.contexts:
        context.close()
    assert wrong == []
