"""Whose phone this is. A claim, not a secret: it says who enters, and opens nothing.

A phone has a random number of its own, and remembers by event which player holds it; both are
signed cookies, so that nobody can pose as a phone whose number was seen elsewhere.
"""

import secrets
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse

from tournament.events.models import Entry, Event
from tournament.tables.models import Table

YEAR = 365 * 24 * 3600
DEVICE = "device"
CODES = "codes"
CODES_MOST = 40


@dataclass(frozen=True, slots=True)
class Phone:
    """A device, and whether it had its number before this request."""

    device: str
    is_known: bool


def _read(request: HttpRequest, name: str) -> str:
    return request.get_signed_cookie(name, default="", salt=name) or ""


def _write(response: HttpResponse, request: HttpRequest, name: str, value: str) -> None:
    response.set_signed_cookie(
        name,
        value,
        salt=name,
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def phone_of(request: HttpRequest) -> Phone:
    """Return the phone that asks; a new one gets a number, which `phone_remember` stores."""
    device = _read(request, DEVICE)
    return Phone(device or secrets.token_hex(16), bool(device))


def phone_remember(response: HttpResponse, request: HttpRequest, phone: Phone) -> None:
    """Let the phone keep its number."""
    if not phone.is_known:
        _write(response, request, DEVICE, phone.device)


def _codes(request: HttpRequest) -> list[str]:
    return [code for code in _read(request, CODES).split(".") if code]


def code_was_opened(request: HttpRequest, code: str) -> bool:
    """Return whether this phone has opened the table before: then it is not guessing."""
    return code in _codes(request)


def has_codes(request: HttpRequest) -> bool:
    """Return whether this phone has opened any table."""
    return bool(_codes(request))


def event_was_opened(request: HttpRequest, event: Event) -> bool:
    """Return whether this phone has opened a table of the event before."""
    return event.tables.filter(code__in=_codes(request)).exists()


def code_remember(response: HttpResponse, request: HttpRequest, table: Table) -> None:
    """Let the phone prove later that it knew this table's code."""
    codes = _codes(request)
    if table.code not in codes:
        _write(response, request, CODES, ".".join([*codes, table.code][-CODES_MOST:]))


def _me(event: Event) -> str:
    return f"me-{event.public_id}"


def me(request: HttpRequest, event: Event) -> Entry | None:
    """Return the player of the event who said that this phone is theirs; see `holds_seat`."""
    entry_id = _read(request, _me(event))
    if not entry_id:
        return None
    known = event.entries.select_related("player", "seat_phone")
    return known.filter(pk=int(entry_id)).first()


def holds_seat(entry: Entry, phone: Phone) -> bool:
    """Return whether this phone, which says to be the player's, was the last to say so."""
    held = getattr(entry, "seat_phone", None)
    # Whoever said so before this was stored goes on.
    return held is None or held.device == phone.device


def me_remember(response: HttpResponse, request: HttpRequest, entry: Entry) -> None:
    """Let the phone be that player's for the whole event."""
    _write(response, request, _me(entry.event), str(entry.pk))


def me_forget(response: HttpResponse, event: Event) -> None:
    """Let the phone be nobody's again."""
    response.delete_cookie(_me(event), samesite="Lax")
