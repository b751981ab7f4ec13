"""What requests bring along, read before Django is asked.

Django would read it on one of its few threads, and wait there for whoever sends half a form.
Waiting here costs no more than the bytes that have arrived.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from http import HTTPStatus

from asgiref.typing import (
    ASGIReceiveCallable,
    ASGIReceiveEvent,
    ASGISendCallable,
    HTTPScope,
)

from .streaming import answer

PATIENCE = 10.0  # seconds for all of a body
# Forms are small, lists of players too; Django itself reads at most 2.5 MiB of fields.
MOST = 3 * 2**20  # bytes
# Smaller bodies are read whatever others send: the server holds that much of each in any case.
SMALL = 2**16  # bytes
ROOM = 32 * 2**20  # bytes for all larger bodies that are being read or answered


class Unacceptable(Exception):
    """The body is not read; `status` and the text say why."""

    def __init__(self, status: HTTPStatus, text: str) -> None:
        super().__init__(text)
        self.status = status


class ClientLeft(Exception):
    """Nobody is there any more to be answered."""


class Bodies:
    """Reads bodies; `patience` and `room` as PATIENCE and ROOM."""

    def __init__(self, *, patience: float = PATIENCE, room: int = ROOM) -> None:
        self._patience = patience
        self._room = room

    @contextlib.asynccontextmanager
    async def read(self, scope: HTTPScope, receive: ASGIReceiveCallable) -> AsyncIterator[bytes]:
        """Give the whole body, whose room is taken until the context ends.

        Raises Unacceptable and ClientLeft.
        """
        length = _announced(scope)
        if length == 0:
            yield b""
            return
        if length is not None and length > MOST:
            raise _too_large()
        parts: list[bytes] = []
        size = taken = 0
        try:
            try:
                async with asyncio.timeout(self._patience):
                    more = True
                    while more:
                        part, more = await _next(receive)
                        parts.append(part)
                        size += len(part)
                        if size > MOST:
                            raise _too_large()
                        if size > SMALL:
                            taken += self._take(size - taken)
            except TimeoutError:
                raise Unacceptable(
                    HTTPStatus.REQUEST_TIMEOUT, "The request did not arrive in time."
                ) from None
            yield b"".join(parts)
        finally:
            self._room += taken

    async def refuse(
        self, why: Unacceptable, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        """Answer, and hear the client out for a while: a connection that is closed on data which
        nobody read may lose the answer."""

        async def hear_out() -> None:
            with contextlib.suppress(TimeoutError, ClientLeft):
                async with asyncio.timeout(self._patience):
                    while (await _next(receive))[1]:
                        pass

        heard = None if why.status == HTTPStatus.REQUEST_TIMEOUT else hear_out
        await answer(send, why.status, f"{why}", (b"connection", b"close"), before_end=heard)

    def _take(self, size: int) -> int:
        if size > self._room:
            raise Unacceptable(
                HTTPStatus.SERVICE_UNAVAILABLE, "Too much is being sent at once. Try again."
            )
        self._room -= size
        return size


def given(body: bytes) -> ASGIReceiveCallable:
    """Return what hands on a body that was read."""

    async def receive() -> ASGIReceiveEvent:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


async def _next(receive: ASGIReceiveCallable) -> tuple[bytes, bool]:
    event = await receive()
    if event["type"] != "http.request":
        raise ClientLeft
    return event.get("body", b""), event.get("more_body", False)


def _announced(scope: HTTPScope) -> int | None:
    """Return how many bytes follow the head; None if they come in chunks."""
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return None
    return int(headers.get(b"content-length", b"0"))


def _too_large() -> Unacceptable:
    return Unacceptable(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The request is too large.")
