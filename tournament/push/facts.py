"""The facts that kept answers stand on, read from the database for each request.

Read on a connection of their own, outside Django, since hundreds of readers ask at the same
moment. Every read begins after its request arrived: it sees whatever was committed by then, in
any process.
"""

import asyncio
import contextlib
import logging
import sqlite3
from pathlib import Path
from typing import Protocol
from urllib.parse import quote

import psycopg
from django.db import connection

from .sources import ANSWER, RETRY, conninfo

log = logging.getLogger(__name__)

Known = tuple[object, ...]


class Facts(Protocol):
    async def start(self) -> None: ...
    async def stop(self) -> None: ...
    async def read(self, subject: str) -> Known | None:
        """Return the subject's facts now; None if there are none or the database is away."""


def facts_of(question: str) -> Facts:
    """Return where `question` is put, SQL with the subject as its one parameter `%s`."""
    if connection.vendor == "postgresql":
        return PostgresFacts(question, conninfo())
    return SqliteFacts(question, Path(str(connection.settings_dict["NAME"])))


class SqliteFacts:
    """Reads on the event loop: a reader of the log never waits for a writer, and a thread costs
    more than the question, whose few pages are in memory."""

    def __init__(self, question: str, database: Path) -> None:
        self._question = question.replace("%s", "?")
        self._path = database.absolute()
        self._database: sqlite3.Connection | None = None
        self._file = (0, 0)

    async def start(self) -> None:
        """Nothing: the database is opened when it is first asked."""

    async def stop(self) -> None:
        self._close()

    async def read(self, subject: str) -> Known | None:
        try:
            # All rows, or the statement would stay open and go on seeing this moment.
            rows = self._opened().execute(self._question, [subject]).fetchall()
        except (sqlite3.Error, OSError):
            # Locked, moved or away: Django finds out, with patience.
            self._close()
            return None
        return tuple(rows[0]) if rows else None

    def _opened(self) -> sqlite3.Connection:
        found = self._path.stat()
        file = (found.st_dev, found.st_ino)
        if self._database is None or file != self._file:
            # Another file took its place: the old one would never change again.
            self._close()
            self._file = file
            uri = f"file:{quote(str(self._path))}?mode=ro"
            self._database = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=0)
        return self._database

    def _close(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None


class PostgresFacts:
    """One connection, opened again when it is lost. Who asks alike at one moment shares a read."""

    def __init__(self, question: str, conninfo: str) -> None:
        self._question = question.encode()  # the only text psycopg takes without a literal
        self._conninfo = conninfo
        # Who waits for a read that has not begun, by subject in the order of asking.
        self._asked: dict[str, asyncio.Future[Known | None]] = {}
        self._wake = asyncio.Event()
        self._tried = asyncio.Event()
        self._connected = False
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Return once the database can be asked, or is away."""
        self._task = asyncio.create_task(self._run())
        await self._tried.wait()

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        self._give_up()

    async def read(self, subject: str) -> Known | None:
        if not self._connected:
            return None
        waiting = self._asked.get(subject)
        if waiting is None:
            waiting = self._asked[subject] = asyncio.get_running_loop().create_future()
            self._wake.set()
        return await asyncio.shield(waiting)

    async def _run(self) -> None:
        while True:
            try:
                await self._answer()
            except (psycopg.Error, TimeoutError, OSError) as error:
                if self._connected:
                    log.warning("Public pages are left to Django for now: %s", error)
            finally:
                self._connected = False
                self._tried.set()
                self._give_up()
            await asyncio.sleep(RETRY)

    async def _answer(self) -> None:
        async with asyncio.timeout(ANSWER):
            database = await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True)
        async with database, database.cursor() as cursor:
            self._connected = True
            self._tried.set()
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._asked:
                    subject = next(iter(self._asked))
                    waiting = self._asked.pop(subject)
                    found: Known | None = None
                    try:
                        # A text that PostgreSQL does not take is the subject of nothing.
                        with contextlib.suppress(psycopg.DataError):
                            async with asyncio.timeout(ANSWER):
                                await cursor.execute(self._question, [subject])
                                found = await cursor.fetchone()
                    finally:
                        waiting.set_result(found)

    def _give_up(self) -> None:
        for waiting in self._asked.values():
            waiting.set_result(None)
        self._asked.clear()
