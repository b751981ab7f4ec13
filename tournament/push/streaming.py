"""A stream as Server-Sent Events over ASGI.

The first lines set an id, so that a browser that comes back says so (`Last-Event-ID`) and is told
to look at everything again. `event: changed` carries one topic as its data; `event: content` the
new content of the page's part instead, for the reader whom the stream's address names.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import lru_cache
from http import HTTPStatus
from itertools import count
from typing import Any
from urllib.parse import parse_qs

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, HTTPScope
from django.conf import settings
from django.core.signing import BadSignature
from django.http import parse_cookie

from .contents import content_of
from .hub import Hub, Stream
from .tokens import Ticket, read_token

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
]
# An event, not a comment: scripts see it, and notice its absence on a phone that changed networks.
PING = b"event: ping\ndata: .\n\n"
_streams = count()


async def stream(
    hub: Hub, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable
) -> None:
    """Answer one request for a stream, until its client or the hub ends it."""
    if scope["method"] != "GET":
        await answer(send, HTTPStatus.METHOD_NOT_ALLOWED, "GET only", (b"allow", b"GET"))
        return
    try:
        ticket = read_token(parse_qs(scope["query_string"].decode("latin-1")).get("t", [""])[0])
    except BadSignature:
        await answer(send, HTTPStatus.FORBIDDEN, "This address is not valid any more.")
        return
    resumed = any(name == b"last-event-id" and value for name, value in scope["headers"])
    session = _session_of(scope) if ticket.readers else ""
    listening = hub.open(ticket.topics, seen=ticket.rendered_at, resumed=resumed)
    watcher = asyncio.create_task(_close_when_left(receive, listening))
    try:
        await send(_start(HTTPStatus.OK, HEADERS))
        await send(_body(_opening(), more=True))
        while (changed := await listening.next()) is not None:
            told = [
                await _told(topic, ticket, session) if topic in ticket.readers else _changed(topic)
                for topic in changed
            ]
            await send(_body(b"".join(told) or PING, more=True))
        await send(_body(b"", more=False))
    finally:
        watcher.cancel()
        hub.discard(listening)


def _session_of(scope: HTTPScope) -> str:
    """Return the key of the session that the browser names, which may have ended, or ""."""
    sent = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    return parse_cookie(sent.decode("latin-1")).get(settings.SESSION_COOKIE_NAME, "")


async def _told(topic: str, ticket: Ticket, session: str) -> bytes:
    content = await content_of(topic, ticket.readers[topic], session)
    if content is None:
        return _changed(topic)
    lines = "\n".join(f"data: {line}" for line in content.splitlines())
    return f"event: content\n{lines}\n\n".encode()


# A topic is told to a thousand streams in a row.
@lru_cache(maxsize=64)
def _changed(topic: str) -> bytes:
    return f"event: changed\ndata: {topic}\n\n".encode()


async def answer(
    send: ASGISendCallable,
    status: HTTPStatus,
    text: str,
    *headers: tuple[bytes, bytes],
    before_end: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Send `text` as the whole answer; it ends after `before_end`, if that is given."""
    content = text.encode()
    plain = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(content)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send(_start(status, [*plain, *headers]))
    if before_end is not None:
        await send(_body(content, more=True))
        content = b""
        await before_end()
    await send(_body(content, more=False))


async def _close_when_left(receive: ASGIReceiveCallable, listening: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listening.close()


def _opening() -> bytes:
    # After a restart all clients come back; between one and three seconds, not all at once.
    return f"retry: {1000 + next(_streams) * 97 % 2000}\nid: 0\n\n".encode()


def _start(status: HTTPStatus, headers: list[tuple[bytes, bytes]]) -> Any:
    return {"type": "http.response.start", "status": status.value, "headers": headers}


def _body(content: bytes, *, more: bool) -> Any:
    return {"type": "http.response.body", "body": content, "more_body": more}
