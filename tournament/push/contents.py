"""What a stream carries besides news: the part of the page itself, rendered for its one reader.

Pages that hundreds have open fetch what changed when they are told. A table where cards fall every
second is pushed whole, which spares its players the way there and back. The app that knows how to
render a topic registers itself; whom a stream may show it to, its signed address says.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import DatabaseError, connection

log = logging.getLogger(__name__)

# The topic, the reader as the stream's address names it, and the key of the session whose cookie
# came with the request for the stream, "" without one; None when there is nothing to show.
Renderer = Callable[[str, str, str], str | None]

_renderers: dict[str, Renderer] = {}
# Threads of their own: a hall full of requests must not keep a card from its players.
_threads = ThreadPoolExecutor(max_workers=4, thread_name_prefix="push-content")


def content_register(prefix: str, render: Renderer) -> None:
    """Let `render` make the content of all topics that begin with `prefix` and a colon."""
    _renderers[prefix] = render


async def content_of(topic: str, reader: str, session: str) -> str | None:
    """Return the content of `topic` for `reader`, who asked in `session`; None if nobody renders
    it, or it fails."""
    render = _renderers.get(topic.partition(":")[0])
    if render is None or not reader:
        return None
    return await asyncio.get_running_loop().run_in_executor(
        _threads, _rendered, render, topic, reader, session
    )


def _rendered(render: Renderer, topic: str, reader: str, session: str) -> str | None:
    try:
        return render(topic, reader, session)
    except DatabaseError as error:
        # The page is told that something changed, and asks for it itself. A kept connection that
        # fails is closed: asking each time whether it holds would cost as much as the content.
        log.warning("The content of %s could not be read: %s", topic, error)
        connection.close()
        return None
    finally:
        if not connection.settings_dict["CONN_MAX_AGE"]:
            connection.close()
