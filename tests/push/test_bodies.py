"""Requests that bring something, and clients that never finish, never read, or leave."""

import asyncio
import http.client
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tournament.push.bodies import MOST, SMALL, Bodies, Unacceptable

from .conftest import PATIENCE, Served, until

Serve = Callable[..., Served]

pytestmark = pytest.mark.django_db(transaction=True)


class Site:
    """A WSGI site that answers with the length of what it was sent."""

    def __init__(self) -> None:
        self.read: list[int] = []

    def __call__(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        self.read.append(len(environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))))
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [str(self.read[-1]).encode()]


def send(served: Served, *parts: bytes) -> socket.socket:
    phone = socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE)
    for part in parts:
        phone.sendall(part)
    return phone


def head(length: int | str) -> bytes:
    return f"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n".encode()


CHUNKED = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


def answered(phone: socket.socket) -> http.client.HTTPResponse:
    response = http.client.HTTPResponse(phone)
    response.begin()
    return response


class TestArriving:
    def test_half_sent_forms_take_no_threads(self, serve: Serve) -> None:
        served = serve(Site())
        with ExitStack() as phones:
            for _ in range(12):
                phones.enter_context(send(served, head(500), b"language=fr&"))
            assert served.get("/") == (200, b"0")
            assert served.get("/health/") == (200, b"ok")

    def test_what_arrives_in_pieces_is_whole_when_the_site_is_asked(self, serve: Serve) -> None:
        site = Site()
        served = serve(site)
        with send(served, head(100_000), b"a" * 70_000) as phone:
            assert served.get("/") == (200, b"0")
            phone.sendall(b"a" * 30_000)
            assert answered(phone).read() == b"100000"
            phone.sendall(head(3) + b"abc")  # on the same connection
            assert answered(phone).read() == b"3"
        assert site.read == [0, 100_000, 3]

    def test_who_does_not_go_on_is_told_so_and_disconnected(self, serve: Serve) -> None:
        site = Site()
        with send(serve(site, patience=0.1), head(500), b"a=1") as phone:
            response = answered(phone)
            assert (response.status, response.getheader("Connection")) == (408, "close")
            assert response.read()
            assert phone.recv(1) == b""
        assert site.read == []

    @pytest.mark.parametrize(
        ("opening", "content"),
        [
            (head(MOST + 1), b"a" * (MOST + 1)),
            (CHUNKED, b"%x\r\n" % (MOST + 1) + b"a" * (MOST + 1) + b"\r\n0\r\n\r\n"),
        ],
    )
    def test_too_much_is_refused_and_the_answer_arrives(
        self, serve: Serve, opening: bytes, content: bytes
    ) -> None:
        site = Site()
        # A connection closed on data that nobody read would take the answer along.
        with send(serve(site), opening, content) as phone:
            response = answered(phone)
            assert response.status == 413
            assert response.read()
            assert phone.recv(1) == b""
        assert site.read == []

    def test_who_announces_too_much_need_not_send_it(self, serve: Serve) -> None:
        with send(serve(Site(), patience=0.1), head(10**12)) as phone:
            assert answered(phone).status == 413

    def test_the_longest_that_may_be_arrives(self, serve: Serve) -> None:
        with send(serve(Site()), head(MOST), b"a" * MOST) as phone:
            assert answered(phone).read() == str(MOST).encode()

    def test_who_leaves_half_way_is_forgotten_quietly(
        self, serve: Serve, caplog: pytest.LogCaptureFixture
    ) -> None:
        site = Site()
        served = serve(site)
        send(served, head(500), b"a=1").close()
        until(lambda: not served.server.server_state.tasks, "the request is forgotten")
        assert site.read == []
        assert caplog.records == []


class TestRoom:
    def test_large_bodies_share_what_room_there_is_and_give_it_back(self) -> None:
        bodies = Bodies(patience=PATIENCE, room=3 * SMALL)
        large, small = SMALL * 2, SMALL

        async def run() -> None:
            async with reading(bodies, large) as first:
                assert len(first) == large
                with pytest.raises(Unacceptable) as refused:
                    async with reading(bodies, large):
                        pass
                assert refused.value.status == 503
                async with reading(bodies, small) as other:
                    assert len(other) == small
            async with reading(bodies, large) as again:
                assert len(again) == large

        asyncio.run(run())


def reading(bodies: Bodies, size: int) -> Any:
    events = iter([{"type": "http.request", "body": b"a" * size, "more_body": False}])

    async def receive() -> Any:
        return next(events)

    scope: Any = {"headers": [(b"content-length", str(size).encode())]}
    return bodies.read(scope, receive)


class TestAnswering:
    def test_who_does_not_read_holds_no_thread(self, serve: Serve) -> None:
        def site(environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
            start_response("200 OK", [("Content-Type", "text/plain")])
            return iter([b"a" * 2**16] * (400 if environ["PATH_INFO"] == "/much" else 1))

        served = serve(site)
        with ExitStack() as phones:
            for _ in range(8):
                phone = phones.enter_context(socket.socket())
                phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                phone.connect(("127.0.0.1", served.port))
                phone.sendall(b"GET /much HTTP/1.1\r\nHost: x\r\n\r\n")
            assert served.get("/")[0] == 200

    def test_who_leaves_while_being_answered_is_no_error(
        self, serve: Serve, caplog: pytest.LogCaptureFixture
    ) -> None:
        def site(environ: dict[str, Any], start_response: Any) -> list[bytes]:
            start_response("200 OK", [("Content-Type", "text/plain")])
            return [b"a" * 2**22]

        served = serve(site)
        with socket.socket() as phone:
            phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            phone.connect(("127.0.0.1", served.port))
            # Asked again before the first answer: the server marks the second as left, only.
            phone.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 3)
            phone.recv(1)
        until(lambda: not served.server.server_state.tasks, "the request is forgotten")
        assert served.get("/")[0] == 200
        assert caplog.records == []


class TestNull:
    """PostgreSQL takes no text with a NUL in it, so nothing of the site is asked."""

    @pytest.mark.parametrize(
        "path", ["/e/%00/", "/play/link/a%00/", "/stream/%00", "/desk/%00/", "/health/%00"]
    )
    def test_an_address_with_one_is_not_found(self, serve: Serve, path: str) -> None:
        site = Site()
        assert serve(site).get(path)[0] == 404
        assert site.read == []

    @pytest.mark.parametrize("query", ["q=a%00", "%00=a"])
    def test_a_query_with_one_is_refused(self, serve: Serve, query: str) -> None:
        site = Site()
        assert serve(site).get(f"/?{query}")[0] == 400
        assert site.read == []

    def test_a_query_that_is_no_ascii_is_refused(self, serve: Serve) -> None:
        site = Site()
        with send(serve(site), b"GET /?q=\xe9 HTTP/1.1\r\nHost: x\r\n\r\n") as phone:
            assert answered(phone).status == 400
        assert site.read == []

    def test_a_cookie_with_one_is_refused(self, serve: Serve) -> None:
        site = Site()
        served = serve(site)
        # As cookies write it; the bare byte no server lets through.
        assert served.ask("/", cookie='a=1; sessionid="a\\000"').status == 400
        assert served.ask("/", cookie="sessionid=a").status == 200
