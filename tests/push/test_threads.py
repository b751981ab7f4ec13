"""A WSGI application as an ASGI one: what it is told, and what comes back."""

import asyncio
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

import pytest

from tournament.push.bodies import given
from tournament.push.threads import Environ, InThreads

language = ContextVar("language", default="")


def scope(*headers: tuple[bytes, bytes], path: str = "/", method: str = "POST") -> Any:
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"a=1",
        "http_version": "1.1",
        "scheme": "https",
        "server": ("localhost", 80),
        "client": ("203.0.113.9", 5),
        "headers": list(headers),
    }


def answers(site: Any, *asked: Any, body: bytes = b"") -> list[Any]:
    """Ask one after the other, on one thread; return all that is sent."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def ask() -> None:
        threads = InThreads(site, threads=1)
        for each in asked:
            await threads(each, given(body), send)

    asyncio.run(ask())
    return sent


def test_what_is_asked_reaches_the_site() -> None:
    told: Environ = {}

    def site(environ: Environ, start: Any) -> list[bytes]:
        told.update(environ)
        start("204 No Content", [])
        return []

    headers = [(b"content-type", b"text/plain"), (b"x-stream", b"open"), (b"x-stream", b"twice")]
    sent = answers(site, scope(*headers, path="/é"), body=b"card=8H")
    assert told["PATH_INFO"].encode("latin-1").decode() == "/é"
    assert told["REQUEST_METHOD"] == "POST"
    assert told["QUERY_STRING"] == "a=1"
    assert told["wsgi.url_scheme"] == "https"
    assert told["REMOTE_ADDR"] == "203.0.113.9"
    assert told["CONTENT_TYPE"] == "text/plain"
    assert told["HTTP_X_STREAM"] == "open,twice"
    # It came in chunks, without a length.
    assert told["wsgi.input"].read(int(told["CONTENT_LENGTH"])) == b"card=8H"
    assert [message.get("status") for message in sent] == [204, None]
    assert sent[1] == {"type": "http.response.body", "body": b"", "more_body": False}


def test_an_answer_comes_in_its_parts_and_is_closed() -> None:
    closed = []

    class Parts:
        def __iter__(self) -> Iterator[bytes]:
            yield from (b"a", b"b")

        def close(self) -> None:
            closed.append(True)

    def site(environ: Environ, start: Any) -> Parts:
        start("200 OK", [("Content-Type", "text/plain")])
        return Parts()

    start, first, last = answers(site, scope())
    assert start["headers"] == [(b"content-type", b"text/plain")]
    assert (first["body"], first["more_body"]) == (b"a", True)
    assert (last["body"], last["more_body"]) == (b"b", False)
    assert closed == [True]


def test_what_a_request_sets_for_itself_ends_with_it() -> None:
    def site(environ: Environ, start: Any) -> list[bytes]:
        found = language.get()
        language.set("fr")
        start("200 OK", [])
        return [found.encode()]

    sent = answers(site, scope(), scope())
    assert [message["body"] for message in sent if "body" in message] == [b"", b""]


def test_what_goes_wrong_in_the_thread_is_raised() -> None:
    def site(environ: Environ, start: Any) -> list[bytes]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        answers(site, scope())
