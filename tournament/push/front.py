"""What answers on the site's port: streams, the sign of health and kept pages; else Django.

Django runs as WSGI in a pool of threads (a2wsgi): as ASGI it costs several times as much, and
holds a thread for each open stream.
"""

import asyncio
import logging
from http import HTTPStatus
from typing import Any

from a2wsgi import WSGIMiddleware
from asgiref.typing import (
    ASGIReceiveCallable,
    ASGIReceiveEvent,
    ASGISendCallable,
    HTTPScope,
    LifespanScope,
    Scope,
)
from django.db import DatabaseError, connection

from . import hub as hubs
from .kept import Kept
from .sources import Source, source_for
from .streaming import answer, stream
from .tokens import PATH

log = logging.getLogger(__name__)


class Front:
    """The ASGI application around `site`, a WSGI application run by `threads` threads.

    `kept`, if given, answers what it can before the site is asked.
    """

    def __init__(self, site: Any, *, threads: int, kept: Kept | None = None) -> None:
        self._site = WSGIMiddleware(site, workers=threads)
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
        elif scope["path"] == PATH:
            await self._stream(scope, receive, send)
        elif scope["path"] == "/health/":
            await self._health(send)
        else:
            await self._page(scope, _whole(receive), send)

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
        if self._kept is None:
            await site(scope, receive, send)
        else:
            await self._kept.answer(site, scope, receive, send)

    async def _health(self, send: ASGISendCallable) -> None:
        loop = asyncio.get_running_loop()
        if await loop.run_in_executor(self._site.executor, database_answers):
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


def _whole(receive: ASGIReceiveCallable) -> ASGIReceiveCallable:
    """Wrap `receive` so that a body cut off by a lost connection is an error, not a short body.

    Django answers the OSError as an unreadable request, where it would read half a form.
    """

    async def receive_or_fail() -> ASGIReceiveEvent:
        event = await receive()
        if event["type"] == "http.disconnect":
            raise ConnectionResetError("The client left before its request was complete.")
        return event

    return receive_or_fail
