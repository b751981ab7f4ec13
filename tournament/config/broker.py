"""The broker of an installation without one: Celery's messages as files below DATA_DIR/broker.

Kombu has a filesystem transport, but it reads messages that are still being written, and removes
them before they are worked on: a killed worker loses what it held there (kombu #1551). Here

- a message is written aside and renamed into `ready/QUEUE/`: it is there as a whole or not at all;
- a worker takes it by renaming it into `claimed/OWNER/QUEUE/`: of two, only one succeeds;
- it is deleted when acknowledged. Whoever holds claims also holds a lock, which the system
  releases with the process, however it ends; then the next to look returns the claims to `ready`.

A power cut may leave an empty file, which goes to `broken/`; the sweeper makes up for it.
Threads may share an owner, forked processes may not: workers run with `-P threads`.
"""

import contextlib
import fcntl
import logging
import time
import uuid
from collections import deque
from collections.abc import Callable
from pathlib import Path
from queue import Empty
from typing import IO, Any
from urllib.parse import quote

from django.conf import settings
from kombu.transport import virtual
from kombu.utils.json import dumps, loads

log = logging.getLogger(__name__)

LOOK_FOR_THE_DEAD = 5.0  # seconds
ABANDONED_DRAFT = 3600.0  # seconds after which a message half written is not being written


class Owner:
    """A holder of claims: a folder, and a lock that ends with its process."""

    def __init__(self, claimed: Path) -> None:
        name = uuid.uuid4().hex
        claimed.mkdir(parents=True, exist_ok=True)
        draft = claimed / f"{name}.new"
        self.folder = claimed / name
        self._lock: IO[bytes] = draft.open("wb")
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        # Under its own name only once it is locked, or it could be taken for a dead one's.
        self._path = draft.rename(claimed / f"{name}.lock")
        self.folder.mkdir()

    def end(self) -> None:
        """Give up the lock; a claim that is still there goes back with the next look."""
        if _remove_folders(self.folder):
            self._path.unlink(missing_ok=True)
        self._lock.close()


class Files:
    """The folders of the broker and what happens in them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._drafts = folder / "drafts"
        self._claimed = folder / "claimed"
        self._broken = folder / "broken"
        for needed in (self._drafts, self._claimed, self._broken):
            needed.mkdir(parents=True, exist_ok=True)

    def owner(self) -> Owner:
        return Owner(self._claimed)

    def put(self, queue: str, tag: str, content: bytes) -> None:
        name = f"{time.time_ns():020d}-{tag}"
        draft = self._drafts / name
        draft.write_bytes(content)
        draft.rename(self._ready(queue) / name)

    def names(self, queue: str) -> list[str]:
        """Return the messages waiting in `queue`, oldest first."""
        return sorted(entry.name for entry in self._ready(queue).iterdir())

    def claim(self, owner: Owner, queue: str, name: str) -> Path | None:
        """Return where the message now is, or None if another was quicker."""
        folder = owner.folder / _folder_name(queue)
        folder.mkdir(exist_ok=True)
        try:
            return (self._ready(queue) / name).rename(folder / name)
        except FileNotFoundError:
            return None

    def give_back(self, claim: Path) -> None:
        with contextlib.suppress(FileNotFoundError):
            claim.rename(self.folder / "ready" / claim.parent.name / claim.name)

    def set_aside(self, claim: Path) -> None:
        """Keep a message that cannot be read where somebody may look at it."""
        log.error("A message that cannot be read was moved to %s", self._broken / claim.name)
        claim.rename(self._broken / claim.name)

    def purge(self, queue: str) -> int:
        """Delete what waits in `queue` and return how much it was."""
        names = self.names(queue)
        for name in names:
            (self._ready(queue) / name).unlink(missing_ok=True)
        return len(names)

    def bury_the_dead(self) -> None:
        """Return the claims of every process that is gone."""
        for lock in self._claimed.glob("*.lock"):
            with contextlib.suppress(FileNotFoundError), lock.open("rb") as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    continue  # alive
                folder = lock.with_suffix("")
                for claim in folder.glob("*/*"):
                    self.give_back(claim)
                if _remove_folders(folder):
                    lock.unlink(missing_ok=True)
        for draft in [*self._drafts.iterdir(), *self._claimed.glob("*.new")]:
            with contextlib.suppress(FileNotFoundError):
                if time.time() - draft.stat().st_mtime > ABANDONED_DRAFT:
                    draft.unlink()

    def _ready(self, queue: str) -> Path:
        folder = self.folder / "ready" / _folder_name(queue)
        folder.mkdir(parents=True, exist_ok=True)
        return folder


class QoS(virtual.QoS):
    """Kombu's bookkeeping of what was delivered, with the files following it."""

    def ack(self, delivery_tag: str) -> None:
        self.channel.settle(delivery_tag)
        super().ack(delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        if not requeue:
            self.channel.settle(delivery_tag)
        super().reject(delivery_tag, requeue)


class Channel(virtual.Channel):
    """A publisher or consumer of messages in files."""

    QoS = QoS

    def __init__(self, connection: Any, **kwargs: Any) -> None:
        super().__init__(connection, **kwargs)
        self._files = Files(Path(settings.DATA_DIR) / "broker")
        self._owner: Owner | None = None
        self._claims: dict[str, Path] = {}
        self._waiting: dict[str, deque[str]] = {}
        self._looked = -LOOK_FOR_THE_DEAD

    def _put(self, queue: str, message: dict[str, Any], **kwargs: Any) -> None:
        tag = message["properties"]["delivery_tag"]
        self._files.put(queue, tag, dumps(message).encode())

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        if self._owner is None:
            self._owner = self._files.owner()
        if time.monotonic() - self._looked >= LOOK_FOR_THE_DEAD:
            self._looked = time.monotonic()
            self._files.bury_the_dead()
        waiting = self._waiting.setdefault(queue, deque())
        if not waiting:
            waiting.extend(self._files.names(queue))
        while waiting:
            claim = self._files.claim(self._owner, queue, waiting.popleft())
            if claim is None:
                continue
            message = _message(claim.read_bytes())
            if message is None:
                self._files.set_aside(claim)
                continue
            self._claims[message["properties"]["delivery_tag"]] = claim
            return message
        raise Empty

    def settle(self, delivery_tag: str) -> None:
        """Delete a message that was worked on, or is not wanted."""
        claim = self._claims.pop(delivery_tag, None)
        if claim is not None:
            claim.unlink(missing_ok=True)

    def _restore(self, message: Any) -> None:
        claim = self._claims.pop(message.delivery_tag, None)
        if claim is not None:
            self._files.give_back(claim)

    def basic_get(self, queue: str, no_ack: bool = False, **kwargs: Any) -> Any:
        message = super().basic_get(queue, no_ack, **kwargs)
        if message is not None and no_ack:
            self.settle(message.delivery_tag)
        return message

    def basic_consume(
        self,
        queue: str,
        no_ack: bool,
        callback: Callable[[Any], Any],
        consumer_tag: str,
        **kwargs: Any,
    ) -> None:
        def settled(message: Any) -> Any:
            self.settle(message.delivery_tag)
            return callback(message)

        super().basic_consume(
            queue, no_ack, settled if no_ack else callback, consumer_tag, **kwargs
        )

    def _size(self, queue: str) -> int:
        return len(self._files.names(queue))

    def _purge(self, queue: str) -> int:
        return self._files.purge(queue)

    def close(self) -> None:
        if self.closed:
            return
        super().close()
        if self._owner is not None:
            self._owner.end()
            self._owner = None


class Transport(virtual.Transport):
    """Messages in files, for `broker_url`."""

    Channel = Channel
    driver_type = "files"
    driver_name = "files"

    def driver_version(self) -> str:
        return "1"


def _folder_name(queue: str) -> str:
    return "q-" + quote(queue, safe="")


def _remove_folders(folder: Path) -> bool:
    """Remove an owner's folders unless a message is left; return whether they are gone."""
    for inner in [*folder.glob("*"), folder]:
        with contextlib.suppress(OSError):
            inner.rmdir()
    return not folder.exists()


def _message(content: bytes) -> dict[str, Any] | None:
    """Return the message in these bytes, None if there is none that a worker survives."""
    try:
        message = loads(content)
    except ValueError:
        return None
    match message:
        case {"properties": {"delivery_tag": str()}, "headers": dict(), "body": str()}:
            return dict(message)
    return None
