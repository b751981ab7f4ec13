"""One process's open streams: who listens to what, and what each has still to be told.

Everything but `tell` runs on the event loop, so there is nothing to lock.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Iterable

CHANNEL = "triplicate_push"  # PostgreSQL's name for the news of all topics (see letters.py)
HEARTBEAT = 15.0  # seconds between the signs of life that reveal a vanished client
REMEMBERED = 24 * 3600.0  # seconds a change is remembered: as long as a page's address for it works
# A page is older than the moment its stream's address is signed by what it took to render.
RENDERING = 2.0  # seconds
NEVER = (0.0, 0)
NOBODY = "-"


class Stream:
    """One client. Its slot holds what to tell next: a set of topics, so it never grows."""

    __slots__ = ("_pending", "_wake", "closed", "topics")

    def __init__(self, topics: Iterable[str]) -> None:
        self.topics = frozenset(topics)
        self.closed = False
        self._pending: set[str] = set()
        self._wake = asyncio.Event()

    def put(self, topics: Iterable[str]) -> None:
        """Note `topics` as changed; what was noted before and not yet sent is not sent twice."""
        self._pending.update(topics)
        self._wake.set()

    def beat(self) -> None:
        """Wake the stream, which sends a sign of life if there is nothing else to say."""
        self._wake.set()

    def close(self) -> None:
        self.closed = True
        self._wake.set()

    async def next(self) -> list[str] | None:
        """Wait, then return the changed topics, [] for a heartbeat, or None when it is over."""
        await self._wake.wait()
        self._wake.clear()
        if self.closed:
            return None
        topics = sorted(self._pending)
        self._pending.clear()
        return topics


class Hub:
    """Brings the news of changed topics to the streams that listen to them.

    Its `mark` tells it from those of other processes.
    """

    def __init__(self) -> None:
        self.mark = secrets.token_hex(4)
        self._loop = asyncio.get_running_loop()
        self._listeners: dict[str, set[Stream]] = {}
        self._streams: set[Stream] = set()
        # Topic -> when it last changed and its number then, oldest change first.
        self._heard: dict[str, tuple[float, int]] = {}
        self._listening_since = time.time()
        self._closed = False
        self._heart = self._loop.create_task(self._beat())

    def __len__(self) -> int:
        return len(self._streams)

    def open(self, topics: Iterable[str], *, seen: float, resumed: bool) -> Stream:
        """Return a new stream on `topics` for a page rendered at `seen` (seconds since 1970).

        It is told at once what may have changed since, and everything when it resumes.
        """
        stream = Stream(topics)
        if self._closed:
            stream.close()
            return stream
        self._streams.add(stream)
        for topic in stream.topics:
            self._listeners.setdefault(topic, set()).add(stream)
        read_at = seen - RENDERING
        if resumed or read_at < self._listening_since:
            stream.put(stream.topics)
        elif missed := [t for t in stream.topics if self._heard.get(t, NEVER)[0] >= read_at]:
            stream.put(missed)
        return stream

    def discard(self, stream: Stream) -> None:
        """Forget `stream`; doing so twice is harmless."""
        self._streams.discard(stream)
        for topic in stream.topics:
            listeners = self._listeners.get(topic)
            if listeners is not None:
                listeners.discard(stream)
                if not listeners:
                    del self._listeners[topic]

    def told(self, topic: str, seq: int = 0) -> None:
        """Pass on that `topic` changed. News with a `seq` that came another way before is old."""
        if seq and seq <= self._heard.get(topic, NEVER)[1]:
            return
        now = time.time()
        self._heard.pop(topic, None)
        self._heard[topic] = (now, seq)
        while self._heard[oldest := next(iter(self._heard))][0] < now - REMEMBERED:
            del self._heard[oldest]
        for stream in self._listeners.get(topic, ()):
            stream.put((topic,))

    def refresh(self) -> None:
        """Tell every stream to look again: news may have been lost."""
        self._heard.clear()
        self._listening_since = time.time()
        for stream in self._streams:
            stream.put(stream.topics)

    def tell(self, topic: str, seq: int) -> None:
        """Like `told`, from any thread."""
        # The loop may end between a commit and its news; the streams have ended with it.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.told, topic, seq)

    def close(self) -> None:
        """End all streams at once, and every one opened from now on; clients come back later."""
        self._closed = True
        self._heart.cancel()
        for stream in self._streams:
            stream.close()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            for stream in self._streams:
                stream.beat()


_running: Hub | None = None


def run(hub: Hub | None) -> None:
    """Make `hub` the one of this process; None when it has ended."""
    global _running
    _running = hub


def mark() -> str:
    """Return what tells this process's streams from others', if it serves any."""
    return NOBODY if _running is None else _running.mark


def tell(topic: str, seq: int) -> None:
    """Pass the news to this process's streams, if it serves any."""
    if _running is not None:
        _running.tell(topic, seq)


def close_streams() -> None:
    """End this process's streams at once, if it serves any; on the event loop only."""
    if _running is not None:
        _running.close()
