"""The web process: uvicorn on a socket that `serve` has opened."""

import resource
import socket
import sys

import uvicorn

from tournament.push.heads import HeadsInTime
from tournament.push.hub import close_streams

SWITCH = 0.0005  # seconds


class Server(uvicorn.Server):
    """Uvicorn, ending the streams first: it waits for them before it tells the site to stop."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        close_streams()
        await super().shutdown(sockets)


def run(*, listening: int) -> None:
    """Serve the site on the socket with the file number `listening`, until a signal ends it."""
    _allow_many_streams()
    # Every answer passes between Django's threads and the event loop several times; by habit a
    # busy thread keeps the interpreter for five milliseconds each time.
    sys.setswitchinterval(SWITCH)
    config = uvicorn.Config(
        "tournament.config.asgi:application",
        interface="asgi3",
        http=HeadsInTime,
        lifespan="on",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
        proxy_headers=False,  # the application sees to it
    )
    Server(config).run(sockets=[socket.socket(fileno=listening)])


def _allow_many_streams() -> None:
    """Raise the number of open files, 1,024 by habit, to what the system allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # macOS says "unlimited" and refuses it; ten thousand streams are enough for one process.
    wanted = 10_240 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
