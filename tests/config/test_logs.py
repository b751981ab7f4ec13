"""What no log may hold: an address that opens somebody's seat to whoever reads it."""

import logging
import sys
from collections.abc import Iterator

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tournament.config.logs import Shortened, noteworthy, shortened

SECRET = "kept-by-its-owner"


def addresses(resolver: URLResolver, before: str = "/") -> Iterator[str]:
    for each in resolver.url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from addresses(each, route)
        elif isinstance(each, URLPattern):
            yield route


def test_no_address_with_a_secret_is_written_out() -> None:
    found = [
        route.replace("<str:secret>", SECRET).replace("<token>", SECRET).replace("<uidb64>", "MQ")
        for route in addresses(get_resolver())
        if "secret" in route or "token" in route
    ]
    assert len(found) == 4
    for address in found:
        for text in (address, f"/language/?next={address.replace('/', '%2F')}"):
            assert SECRET not in shortened(text)
            assert "kep…" in shortened(text)
            assert shortened(text).split("kep")[0] == text.split("kep")[0]


def test_what_is_no_secret_stays() -> None:
    for text in ("/play/abcdefgh/act/", "/friends/abcdefgh/join/", "/play/link/", "/desk/people/"):
        assert shortened(text) == text


def line(message: str, *args: object, error: bool = False) -> str:
    record = logging.LogRecord(
        "x", logging.ERROR, __file__, 1, message, args, sys.exc_info() if error else None
    )
    assert Shortened().filter(record)
    return logging.Formatter().format(record)


def test_secrets_are_cut_in_arguments_and_traces() -> None:
    assert line("%s: %s", "Forbidden", f"/play/link/{SECRET}/") == "Forbidden: /play/link/kep…/"
    # As uvicorn writes what was asked.
    asked = line('%s - "%s" %d', "a:1", f"GET /stream/?t={SECRET}:x HTTP/1.1", 200)
    assert asked == 'a:1 - "GET /stream/?t=kep… HTTP/1.1" 200'
    try:
        raise ValueError(f"/friends/join/{SECRET}/")
    except ValueError:
        traced = line("Internal Server Error", error=True)
    assert "ValueError: /friends/join/kep…/" in traced
    assert SECRET not in traced.replace("{SECRET}", "")


@pytest.mark.parametrize(
    ("error", "shown"),
    [
        (RuntimeError("unable to perform operation on <…>; the handler is closed"), False),
        (RuntimeError("Response content longer than Content-Length"), True),
        (ValueError("the handler is closed"), True),
    ],
)
def test_only_clients_that_left_are_passed_over(error: Exception, shown: bool) -> None:
    record = logging.LogRecord("x", 40, "", 1, "m", (), (type(error), error, None))
    assert noteworthy(record) is shown
