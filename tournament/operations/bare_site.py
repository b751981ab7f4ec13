"""The least that Django can serve, for `bench leaderboard` to compare with: one view, no
middleware, no database. `python -m tournament.operations.bare_site FD` serves it on that socket,
by the same server and in as many threads as the site.
"""

import socket
import sys
from typing import Any

import uvicorn
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

from tournament.push.threads import InThreads

THREADS = 12


def hello(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("hello", headers={"Content-Length": "5"})


urlpatterns = [path("", hello)]


def main() -> None:
    settings.configure(
        SECRET_KEY="bare",  # noqa: S106 — signs nothing
        ALLOWED_HOSTS=["localhost"],
        ROOT_URLCONF=__name__,
        MIDDLEWARE=[],
    )
    django: Any = get_wsgi_application()
    site: Any = InThreads(django, threads=THREADS)
    config = uvicorn.Config(
        site,
        interface="asgi3",
        lifespan="off",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
    )
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=int(sys.argv[1]))])


if __name__ == "__main__":
    main()
