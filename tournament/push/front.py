"""What answers on the site's port: streams, the sign of health and kept pages; else Django.

Django runs as WSGI in a pool of threads (see threads.py): as ASGI it costs several times as much,
and holds a thread for each open stream.
"""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any

from asgiref.typing import (
    ASGIReceiveCallable,
    ASGISendCallable,
    HTTPScope,
    LifespanScope,
    Scope,
)
from django.db import DatabaseError, connection

from . import hub as hubs
from .bodies import PATIENCE, Bodies, ClientLeft, Unacceptable, given
from .kept import Kept
from .sources import Source, source_for
from .streaming import answer, stream
from .threads import InThreads
from .tokens import PATH

log = logging.getLogger(__name__)


class Front:
    """The ASGI application around `site`, a WSGI application run by `threads` threads.

    `kept`, if given, answers what it can before the site is asked. `patience` is the number of
    seconds in which a request must have arrived.
    """

    def __init__(
        self, site: Any, *, threads: int, kept: Kept | None = None, patience: float = PATIENCE
    ) -> None:
        self._site = InThreads(site, threads=threads)
        self._bodies = Bodies(patience=patience)
        # Of its own: whether the site is well does not depend on how much it has to do.
        self._doctor = ThreadPoolExecutor(1, thread_name_prefix="health")
        self._kept = kept
        self.hub: hubs.Hub | None = None
        self._source: Source | None = None

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000, "reason": None})
        elif fault := _fault_of(scope):
            await answer(send, fault, fault.phrase)
        elif scope["path"] == PATH:
            await self._stream(scope, receive, send)
        elif scope["path"] == "/health/":
            await self._health(send)
        else:
            await self._page(scope, receive, send)

    async def _live(
        self, scope: LifespanScope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        while True:
            event = await receive()
            if event["type"] == "lifespan.startup":
                await self._start()
                await send({"type": "lifespan.startup.complete"})
            elif event["type"] == "lifespan.shutdown":
                await self._stop()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _start(self) -> None:
        self.hub = hubs.Hub()
        self._source = source_for(self.hub)
        await self._source.start()
        if self._kept is not None:
            await self._kept.start()
        hubs.run(self.hub)

    async def _stop(self) -> None:
        hubs.run(None)
        if self.hub is not None:
            self.hub.close()
        if self._kept is not None:
            await self._kept.stop()
        if self._source is not None:
            await self._source.stop()
        self._doctor.shutdown(wait=False)

    async def _stream(
        self, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        if self.hub is None:
            # A server without lifespan would carry silent streams.
            await answer(send, HTTPStatus.SERVICE_UNAVAILABLE, "Streams are not running.")
            return
        await stream(self.hub, scope, receive, send)

    async def _page(
        self, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        site: Any = self._site
        try:
            async with self._bodies.read(scope, receive) as body:
                if self._kept is None:
                    await site(scope, given(body), send)
                else:
                    await self._kept.answer(site, scope, given(body), send)
        except Unacceptable as why:
            await self._bodies.refuse(why, receive, send)
        except ClientLeft:
            return

    async def _health(self, send: ASGISendCallable) -> None:
        loop = asyncio.get_running_loop()
        if await loop.run_in_executor(self._doctor, database_answers):
            await answer(send, HTTPStatus.OK, "ok")
        else:
            await answer(send, HTTPStatus.SERVICE_UNAVAILABLE, "The database does not answer.")


def database_answers() -> bool:
    """Return whether the database answers the simplest of questions now."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        log.warning("The database does not answer: %s", error)
        return False
    finally:
        connection.close_if_unusable_or_obsolete()
    return True


def _fault_of(scope: HTTPScope) -> HTTPStatus | None:
    """Return how a request is refused that no browser sends of itself, or that holds a NUL, which
    PostgreSQL does not take in any text."""
    if "\0" in scope["path"]:
        return HTTPStatus.NOT_FOUND
    query = scope["query_string"]
    if b"%00" in query or not query.isascii():
        return HTTPStatus.BAD_REQUEST
    # A NUL as cookies write it.
    if any(name == b"cookie" and b"\\000" in value for name, value in scope["headers"]):
        return HTTPStatus.BAD_REQUEST
    return None
