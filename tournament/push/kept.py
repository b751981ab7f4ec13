"""Answers kept in front of Django, for readers who are nobody in particular.

A view that answers everybody alike says so (`keep_answer`). The front keeps what Django sent, with
all its headers, under all of the request that Django may have looked at. It stands on facts: the
few values of its subject that change whenever the page does. They were read before Django was
asked, so the page is never older than they are; and it is sent again only if they are the same in
the database now. No news has to arrive for that, from this process or another: a page as it was
before a commit cannot be sent once the commit is made.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, HTTPScope
from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http.cookie import parse_cookie
from django.utils.http import parse_etags

from .facts import Facts, Known
from .shelf import Shelf

KEPT_BYTES = 16 * 2**20
OVERHEAD = 2**10  # bytes, about: an answer's headers and name
# Whoever asks for a page that is being made waits for it, but not for ever.
MAKING = 5.0  # seconds
SLIP = "triplicate.keep"

# What Django may look at to make a public page; cookies are read apart.
PARTS = (
    b"host",
    b"accept-encoding",
    b"accept-language",
    b"hx-request",
    b"x-forwarded-host",
    b"x-forwarded-port",
    b"x-forwarded-proto",
)
# Requests with one of these are rare, and answered in a way of their own.
APART = {
    b"authorization",
    b"content-length",
    b"if-match",
    b"if-unmodified-since",
    b"range",
    b"transfer-encoding",
}
# What a 304 says nothing of.
OF_THE_BODY = {b"content-type", b"content-length", b"content-encoding", b"content-disposition"}

Name = tuple[object, ...]
Headers = list[tuple[bytes, bytes]]
Site = Callable[[Any, Any, Any], Any]


def keep_answer(environ: Mapping[str, Any], *, until: float) -> None:
    """Say that the answer to this WSGI request is the same for all who sent the same request.

    It may be sent again while the facts of its subject are what they were, and until that moment
    (seconds since 1970). Where nobody keeps answers, nothing happens.
    """
    extensions = environ.get("asgi.scope", {}).get("extensions") or {}
    if SLIP in extensions:
        extensions[SLIP]["until"] = until


@dataclass(frozen=True, slots=True)
class Answer:
    """What Django sent, on what facts, and until when it may be sent again."""

    facts: Known
    until: float
    etag: bytes
    headers: Headers
    body: bytes

    @property
    def size(self) -> int:
        return len(self.body) + OVERHEAD

    def holds(self, facts: Known) -> bool:
        return self.facts == facts and time.time() < self.until

    async def send(self, scope: HTTPScope, send: ASGISendCallable) -> None:
        if self._is_known(scope):
            headers = [pair for pair in self.headers if pair[0] not in OF_THE_BODY]
            await _send(send, 304, headers, b"")
        else:
            await _send(send, 200, self.headers, b"" if scope["method"] == "HEAD" else self.body)

    def _is_known(self, scope: HTTPScope) -> bool:
        given = [value for name, value in scope["headers"] if name == b"if-none-match"]
        if not given or given == [self.etag]:
            return bool(given)
        etags = parse_etags(b",".join(given).decode("latin-1"))
        mine = self.etag.decode("latin-1").removeprefix("W/")
        return "*" in etags or mine in [etag.removeprefix("W/") for etag in etags]


class Kept:
    """Stands before `site`, an ASGI application, and answers for it what it has kept.

    `subject_of` names the subject of a path, None for paths whose answers are never kept; `facts`
    are read by subject.
    """

    def __init__(self, subject_of: Callable[[str], str | None], facts: Callable[[], Facts]) -> None:
        self._subject_of = subject_of
        self._make_facts = facts
        self._facts: Facts | None = None
        self._shelf: Shelf[Name, Answer] = Shelf(KEPT_BYTES)
        self._making: dict[Name, asyncio.Event] = {}

    async def start(self) -> None:
        self._facts = self._make_facts()
        await self._facts.start()

    async def stop(self) -> None:
        if self._facts is not None:
            await self._facts.stop()

    async def answer(
        self, site: Site, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        """Answer the request, asking `site` unless an answer is kept that still holds."""
        subject, name = self._subject_of(scope["path"]), _name(scope)
        if subject is None or name is None or self._facts is None:
            await site(scope, receive, send)
            return
        facts, found = await self._look(self._facts, subject, name)
        if found is None and name in self._making:
            await _patiently(self._making[name])
            facts, found = await self._look(self._facts, subject, name)
        if found is not None:
            await found.send(scope, send)
        elif facts is not None and scope["method"] == "GET" and name not in self._making:
            await self._make(name, facts, site, scope, receive, send)
        else:
            await site(scope, receive, send)

    async def _look(
        self, facts: Facts, subject: str, name: Name
    ) -> tuple[Known | None, Answer | None]:
        """Return what is known of the subject now, and the answer if one is kept that holds."""
        known = await facts.read(subject)
        found = self._shelf.get(name)
        if known is None or found is None or not found.holds(known):
            return known, None
        return known, found

    async def _make(
        self,
        name: Name,
        facts: Known,
        site: Site,
        scope: HTTPScope,
        receive: ASGIReceiveCallable,
        send: ASGISendCallable,
    ) -> None:
        slip: dict[str, float] = {}
        made = self._making[name] = asyncio.Event()
        start: Any = None
        body: list[bytes] = []

        def settle() -> None:
            made.set()
            if self._making.get(name) is made:
                del self._making[name]

        async def pass_on(message: Any) -> None:
            nonlocal start
            if start is None and _may_be_kept(message, slip):
                start = message
            elif start is None:
                settle()  # not this time: the others ask for themselves
                await send(message)
            else:
                body.append(message.get("body", b""))
                if message.get("more_body"):
                    return
                # Kept before it is sent: the others need not wait for a slow reader.
                headers = list(start["headers"])
                etag = dict(headers)[b"etag"]
                answer = Answer(facts, slip["until"], etag, headers, b"".join(body))
                self._shelf.put(name, answer)
                settle()
                await answer.send(scope, send)

        extensions = {**(scope.get("extensions") or {}), SLIP: slip}
        try:
            await site({**scope, "extensions": extensions}, receive, pass_on)
        finally:
            settle()


async def _patiently(made: asyncio.Event) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(MAKING):
            await made.wait()


def _may_be_kept(message: Any, slip: Mapping[str, float]) -> bool:
    """Return whether a view's answer begins that says so, and that no middleware made private."""
    if message["type"] != "http.response.start" or "until" not in slip:
        return False
    headers = dict(message["headers"])
    varies = headers.get(b"vary", b"*").lower().replace(b" ", b"").split(b",")
    return (
        message["status"] == 200
        and headers.get(b"cache-control") == b"no-cache"
        and b"etag" in headers
        and b"set-cookie" not in headers
        and {b"cookie", *PARTS}.issuperset(varies)
    )


def _name(scope: HTTPScope) -> Name | None:
    """Return all of the request that the answer may depend on; None if it is none to be kept."""
    if scope["method"] not in {"GET", "HEAD"}:
        return None
    parts: dict[bytes, bytes | None] = dict.fromkeys((b"cookie", *PARTS))
    for header, value in scope["headers"]:
        # WSGI takes `hx_request` for `hx-request`: whoever sends that means mischief.
        if header in APART or b"_" in header or parts.get(header) is not None:
            return None
        if header in parts:
            parts[header] = value
    language, is_somebody = _told_by(parts.pop(b"cookie"))
    if is_somebody:
        return None
    return (scope["scheme"], scope["path"], scope["query_string"], language, *parts.values())


def _told_by(cookies: bytes | None) -> tuple[str | None, bool]:
    """Return the language that was chosen, and whether the page may be made for its reader."""
    if cookies is None:
        return None, False
    given = parse_cookie(cookies.decode(errors="replace"))
    personal = (settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name)
    return given.get(settings.LANGUAGE_COOKIE_NAME), any(name in given for name in personal)


async def _send(send: ASGISendCallable, status: int, headers: Headers, body: bytes) -> None:
    start: Any = {"type": "http.response.start", "status": status, "headers": headers}
    await send(start)
    content: Any = {"type": "http.response.body", "body": body, "more_body": False}
    await send(content)
