"""Where a process hears what the others have committed: one source per database."""

import asyncio
import contextlib
import logging
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol
from urllib.parse import quote

import psycopg
from django.db import connection
from psycopg import sql
from psycopg.conninfo import make_conninfo

from .hub import CHANNEL, Hub
from .letters import letter_read

log = logging.getLogger(__name__)

POLL = 0.05  # seconds between looks at SQLite's change counter
RETRY = 1.0  # seconds before a lost database is tried again
SILENCE = 30.0  # seconds after which PostgreSQL is asked whether it is still there
ANSWER = 5.0  # seconds it may take to answer
# What Django keeps among the connection's parameters for itself and libpq does not know.
_NOT_LIBPQ = {"context", "cursor_factory", "prepare_threshold", "pool"}


class Source(Protocol):
    async def start(self) -> None: ...
    async def stop(self) -> None: ...


def source_for(hub: Hub) -> Source:
    """Return the source that brings the site's database's news to `hub`."""
    if connection.vendor == "postgresql":
        return PostgresSource(hub, conninfo())
    return SqliteSource(hub, Path(str(connection.settings_dict["NAME"])))


def conninfo() -> str:
    """Return how libpq reaches the site's database on PostgreSQL."""
    parameters = connection.get_connection_params()
    return make_conninfo(**{k: v for k, v in parameters.items() if k not in _NOT_LIBPQ})


class SqliteSource:
    """A thread that polls SQLite's change counter, and reads what changed when it moves.

    A thread, because even a counter may have to wait for the disk, and the streams must not.
    """

    def __init__(self, hub: Hub, database: Path) -> None:
        self._hub = hub
        self._uri = f"file:{quote(str(database.absolute()))}?mode=ro"
        self._loop = asyncio.get_running_loop()
        self._stopping = threading.Event()
        self._listening = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="push-sqlite", daemon=True)
        self._seq: int | None = None  # the last announcement passed on
        self._lost = False

    async def start(self) -> None:
        """Return once nothing committed from now on can be missed, or the database is away."""
        self._thread.start()
        await self._listening.wait()

    async def stop(self) -> None:
        self._stopping.set()
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._watch()
            except sqlite3.Error as error:
                if not self._lost:
                    log.warning("Cannot watch the database for changes: %s", error)
                self._lost = True
                self._call(self._listening.set)
                self._stopping.wait(RETRY)

    def _watch(self) -> None:
        database = sqlite3.connect(self._uri, uri=True, isolation_level=None, timeout=POLL)
        try:
            version = -1
            while True:
                (current,) = database.execute("PRAGMA data_version").fetchone()
                if current != version:
                    version = current
                    self._pass_on(database)
                    self._lost = False
                    self._call(self._listening.set)
                if self._stopping.wait(POLL):
                    return
        finally:
            database.close()

    def _pass_on(self, database: sqlite3.Connection) -> None:
        (last,) = database.execute("SELECT COALESCE(MAX(seq), 0) FROM push_topic").fetchone()
        if self._seq is None:
            self._call(self._hub.refresh)
        elif last < self._seq:
            log.warning("The database was replaced by an older one: all pages look again.")
            self._call(self._hub.refresh)
        elif last > self._seq:
            news = database.execute(
                "SELECT name, seq FROM push_topic WHERE seq > ? ORDER BY seq", [self._seq]
            )
            for name, last in news:
                self._call(self._hub.told, name, last)
        self._seq = last

    def _call(self, function: Callable[..., None], *args: object) -> None:
        # The loop may end while the thread looks; nobody is left to be told.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function, *args)


class PostgresSource:
    """A connection that LISTENs, opened again when the server goes away."""

    def __init__(self, hub: Hub, conninfo: str) -> None:
        self._hub = hub
        self._conninfo = conninfo
        self._listening = asyncio.Event()
        self._lost = False
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Return once nothing committed from now on can be missed, or the database is away."""
        self._task = asyncio.create_task(self._run())
        await self._listening.wait()

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except (psycopg.Error, TimeoutError) as error:
                if not self._lost:
                    log.warning("Not hearing from the database: %s", error)
                self._lost = True
            self._listening.set()
            await asyncio.sleep(RETRY)

    async def _listen(self) -> None:
        async with asyncio.timeout(ANSWER):
            connection = await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True)
        async with connection:
            await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
            # Whatever was announced while nobody listened is lost: everybody looks again.
            self._hub.refresh()
            self._lost = False
            self._listening.set()
            while True:
                async for news in connection.notifies(timeout=SILENCE):
                    mark, topics = letter_read(news.payload)
                    if mark != self._hub.mark:
                        for topic in topics:
                            self._hub.told(topic)
                async with asyncio.timeout(ANSWER):
                    await connection.execute("SELECT 1")
