"""A WSGI application as an ASGI one: each request on one of a few threads.

An answer goes from its thread to the event loop once and whole. Handing it over piece by piece
costs two turns of the interpreter for each piece, which is more than most answers cost to make.
Nothing is streamed this way, and no thread waits for a client that reads slowly.
"""

import asyncio
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from io import BytesIO
from typing import Any, NamedTuple

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, HTTPScope

Environ = dict[str, Any]
WsgiSite = Callable[[Environ, Any], Iterable[bytes]]
# What WSGI names without the prefix of all other headers.
_PLAIN = {b"content-type": "CONTENT_TYPE", b"content-length": "CONTENT_LENGTH"}


class _Answer(NamedTuple):
    status: int
    headers: list[tuple[bytes, bytes]]
    parts: list[bytes]


class InThreads:
    """The ASGI application that runs `site` in so many threads.

    `receive` must give a request's whole body at once.
    """

    def __init__(self, site: WsgiSite, *, threads: int) -> None:
        self._site = site
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="site")

    async def __call__(
        self, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        event: Any = await receive()
        environ = _environ(scope, event["body"])
        # What a request sets for itself, its language for instance, ends with it.
        run = copy_context().run
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._threads, run, self._answer, environ)
        start: Any = {
            "type": "http.response.start",
            "status": answer.status,
            "headers": answer.headers,
        }
        await send(start)
        parts = answer.parts or [b""]
        for number, part in enumerate(parts, start=1):
            more = number < len(parts)
            body: Any = {"type": "http.response.body", "body": part, "more_body": more}
            await send(body)

    def _answer(self, environ: Environ) -> _Answer:
        answer = _Answer(0, [], [])

        def start(status: str, headers: list[tuple[str, str]], _error: Any = None) -> Any:
            nonlocal answer
            sent = [(k.lower().encode("latin-1"), v.encode("latin-1")) for k, v in headers]
            answer = answer._replace(status=int(status.split(" ", 1)[0]), headers=sent)
            return answer.parts.append

        made = self._site(environ, start)
        try:
            answer.parts.extend(made)
        finally:
            if close := getattr(made, "close", None):
                close()
        return answer


def _environ(scope: HTTPScope, body: bytes) -> Environ:
    server, port = scope["server"] or ("localhost", 80)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("ascii"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server,
        "SERVER_PORT": str(port or 0),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "asgi.scope": scope,
    }
    if scope["client"]:
        environ["REMOTE_ADDR"], environ["REMOTE_PORT"] = scope["client"][0], str(scope["client"][1])
    for name, value in scope["headers"]:
        key = _PLAIN.get(name) or "HTTP_" + name.decode("latin-1").upper().replace("-", "_")
        said = value.decode("latin-1")
        environ[key] = f"{environ[key]},{said}" if key in environ else said
    if body:
        # A body that came in chunks was not announced.
        environ["CONTENT_LENGTH"] = str(len(body))
    return environ
