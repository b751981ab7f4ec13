"""Heads of requests must arrive in time, as their bodies must (see bodies.py).

Uvicorn waits for the rest of a head that has begun for as long as the connection lasts.
"""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

PATIENCE = 10.0  # seconds for all of a head


class HeadsInTime(HttpToolsProtocol):
    """Uvicorn's HTTP, which closes a connection whose next head is not there in `patience`.

    The time runs from the connection, and later from the first byte after a pause. It stands
    still while a request is answered, however long that takes: streams last for hours.
    """

    patience = PATIENCE
    _head_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        is_pause_over = self.timeout_keep_alive_task is not None
        if is_pause_over:
            self._wait_for_head()
        super().data_received(data)

    def on_headers_complete(self) -> None:
        self._head_arrived()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_arrived()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        self._head_due = self.loop.call_later(self.patience, self.timeout_keep_alive_handler)

    def _head_arrived(self) -> None:
        if self._head_due is not None:
            self._head_due.cancel()
            self._head_due = None
