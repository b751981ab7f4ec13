"""Clients that send half of a request's head, or nothing at all."""

import http.client
import socket
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tournament.push.heads import HeadsInTime

from .conftest import Served

Serve = Callable[..., Served]

pytestmark = pytest.mark.django_db(transaction=True)

SHORT = 1.0  # seconds for a head, here
LONGER = 2.5  # seconds
FULL = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


class Hasty(HeadsInTime):
    patience = SHORT


def site(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "4")])
    return [b"here"]


def slow_site(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    time.sleep(LONGER)
    return site(environ, start_response)


@pytest.fixture
def phone() -> Iterator[Callable[[Served], socket.socket]]:
    """Connect to what is served."""
    connected: list[socket.socket] = []

    def connect(served: Served) -> socket.socket:
        connected.append(socket.create_connection(("127.0.0.1", served.port), timeout=20))
        return connected[-1]

    yield connect
    for each in connected:
        each.close()


Connect = Callable[[Served], socket.socket]


def answered(phone: socket.socket) -> bytes:
    response = http.client.HTTPResponse(phone)
    response.begin()
    return response.read()


def is_closed(phone: socket.socket) -> bool:
    """Return whether it is; raises TimeoutError when it never is."""
    try:
        return phone.recv(1) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("begun", [b"", b"\r\n", b"GET / HTTP/1.1\r\nHost: lo"])
def test_half_a_head_is_not_waited_for(serve: Serve, phone: Connect, begun: bytes) -> None:
    half = phone(serve(site, protocol=Hasty))
    half.sendall(begun)
    assert is_closed(half)


def test_a_head_in_drops_has_no_more_time(serve: Serve, phone: Connect) -> None:
    half = phone(serve(site, protocol=Hasty))
    began = time.monotonic()
    with pytest.raises(OSError):
        for drop in b"GET / HTTP/1.1\r\nHost: " + b"x" * 500:
            half.sendall(bytes([drop]))
            time.sleep(0.1)
    assert time.monotonic() - began < SHORT + 4


@pytest.mark.parametrize("begun", [b"\r\n", b"GET / HTTP/1.1\r\nHost: lo"])
def test_nor_is_half_of_the_next_head(serve: Serve, phone: Connect, begun: bytes) -> None:
    half = phone(serve(site, protocol=Hasty))
    half.sendall(FULL)
    assert answered(half) == b"here"
    time.sleep(SHORT / 2)  # the server waits for the next head, as between two pages
    half.sendall(begun)
    assert is_closed(half)


def test_a_head_in_pieces_and_a_second_after_a_pause_are_answered(
    serve: Serve, phone: Connect
) -> None:
    slow = phone(serve(site, protocol=Hasty))
    for _request in range(3):
        for piece in (FULL[:9], FULL[9:20], FULL[20:]):
            time.sleep(SHORT / 10)
            slow.sendall(piece)
        assert answered(slow) == b"here"
        time.sleep(SHORT * 1.5)


def test_an_answer_may_take_longer_than_a_head(serve: Serve, phone: Connect) -> None:
    waiting = phone(serve(slow_site, protocol=Hasty))
    for _request in range(2):
        waiting.sendall(FULL)
        assert answered(waiting) == b"here"


def test_a_body_has_a_time_of_its_own(serve: Serve, phone: Connect) -> None:
    slow = phone(serve(site, protocol=Hasty))
    slow.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na")
    time.sleep(LONGER)
    slow.sendall(b"b")
    assert answered(slow) == b"here"


def test_a_stream_stays(serve: Serve) -> None:
    served = serve(site, protocol=Hasty)
    served.listen("event:a")
    time.sleep(LONGER)
    assert len(served.hub) == 1
