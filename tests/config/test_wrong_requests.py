"""What cannot be read or is not allowed is answered, and is a line in the log, not a trace."""

import io
import logging
from collections.abc import Iterator

import pytest
from django.test import Client

from tests.builders import make_director, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What the site's console shows."""
    (console,) = (h for h in logging.getLogger().handlers if type(h) is logging.StreamHandler)
    written = io.StringIO()
    former = console.setStream(written)
    yield written
    console.setStream(former)


def test_a_form_that_cannot_be_read_is_refused(log: io.StringIO) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.get("/sign-in/login/")  # brings the cookie
    kind = "application/x-www-form-urlencoded; charset=utf-16"
    answer = strict.post("/sign-in/login/", b"username=x", content_type=kind)
    assert answer.status_code == 400
    assert b"<h1" in answer.content
    assert "Traceback" not in log.getvalue()


@pytest.fixture
def all_lines() -> Iterator[None]:
    """LOG_LEVEL=WARNING."""
    loggers = [logging.getLogger(name) for name in ("django.request", "django.security.csrf")]
    former = [each.level for each in loggers]
    for each in loggers:
        each.setLevel(logging.WARNING)
    yield
    for each, level in zip(loggers, former, strict=True):
        each.setLevel(level)


def refused(client: Client) -> None:
    """Ask for what there is not and what is not allowed."""
    event = make_event(players=0)
    assert client.get(f"/e/{event.public_id}/standings.csv?style=none").status_code == 400
    client.force_login(make_director("stranger"))
    assert client.get(f"/desk/{event.public_id}/").status_code == 403
    assert Client(enforce_csrf_checks=True).post("/play/link/a-secret/").status_code == 403


def test_what_is_refused_is_not_shown_to_the_director(client: Client, log: io.StringIO) -> None:
    refused(client)
    assert log.getvalue() == ""


@pytest.mark.usefixtures("all_lines")
def test_what_is_refused_is_a_line_without_a_trace(client: Client, log: io.StringIO) -> None:
    refused(client)
    assert len(log.getvalue().splitlines()) == 3
    assert "cookie not set.): /play/link/a-s…/" in log.getvalue()


def test_other_names_of_this_machine_are_not_even_a_line(
    monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    # Where Python writes what no handler takes.
    monkeypatch.setattr(logging, "lastResort", logging.StreamHandler(log))
    logging.getLogger("django.security.DisallowedHost").error("evil.example")
    assert log.getvalue() == ""


def test_a_fault_of_ours_is_traced(
    client: Client, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.leaderboard.views.versioned", None)
    client.raise_request_exception = False
    assert client.get("/").status_code == 500
    assert "Traceback" in log.getvalue()
