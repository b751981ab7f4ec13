"""Which table a code opens, for which phone, and how often somebody may guess.

A café's phones often share one address. While somebody there is guessing, a phone is let in that
has opened the table before, or another one of the same event: players change tables. The others
wait. A phone that guesses itself is counted, too.
"""

import ipaddress
import re
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django_htmx.middleware import HtmxDetails

from tournament.events.models import Event
from tournament.ids import read_table_code
from tournament.tables.models import Table
from tournament.tables.selectors import (
    CODE_TRIES_WITHIN,
    code_tries_exceeded,
    device_tries_exceeded,
    table_by_code,
)
from tournament.tables.services import code_try_add

from .identity import (
    code_remember,
    code_was_opened,
    event_was_opened,
    has_codes,
    holds_seat,
    me,
    phone_of,
    phone_remember,
)
from .selectors import Visit

P = ParamSpec("P")
CODE_SHAPE = re.compile(r"[A-Z0-9]{1,12}")


class TableRequest(HttpRequest):
    """A request as the views of a table get it."""

    htmx: HtmxDetails


class NoTable(Exception):
    """A code that opens nothing: a heading and a sentence that say what to do instead."""

    def __init__(self, heading: str, sentence: str, status: HTTPStatus) -> None:
        super().__init__(heading)
        self.heading = heading
        self.sentence = sentence
        self.status = status


def table_view(
    view: Callable[Concatenate[TableRequest, Visit, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Return the view of one table for whoever knows its code.

    The address's `code` becomes the view's second argument, a `Visit`. Nothing is kept by caches.
    """

    @never_cache
    @wraps(view)
    def guarded(
        request: TableRequest, code: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        try:
            table = table_open(request, code)
        except NoTable as refusal:
            return no_table(request, refusal)
        if request.method in {"GET", "HEAD"} and code != table.code:
            return redirect(request.path.replace(f"/{code}/", f"/{table.code}/", 1))
        phone = phone_of(request)
        # Where the director confirms, a phone or tablet belongs to the table, not to a player.
        asked = table.event.confirmation == Event.Confirmation.PLAYERS
        entry = me(request, table.event) if asked else None
        holds = entry is None or holds_seat(entry, phone)
        visit = Visit(table, phone.device, entry if holds else None, None if holds else entry)
        response = view(request, visit, *args, **kwargs)
        phone_remember(response, request, phone)
        code_remember(response, request, table)
        patch_vary_headers(response, ["HX-Request", "Accept"])
        return response

    return guarded


def table_open(request: HttpRequest, code: str) -> Table:
    """Return the table of a code, however it was typed.

    A code that does not exist counts against the sender's address, and against a phone that knows
    a table, unless the phone has opened it: then it was renewed. Guesses that arrive in the same
    instant are all looked up before the first is counted: as many as the server has threads, and
    no more.

    Raises NoTable: no such code, or too many of them.
    """
    code = read_table_code(code)
    opened = code_was_opened(request, code)
    phone, address = phone_of(request), address_of(request)
    # A phone without a table of its own has nothing but its address to be counted by.
    device = phone.device if phone.is_known and has_codes(request) else ""
    is_blocked = not opened and code_tries_exceeded(address)
    if is_blocked and (not device or device_tries_exceeded(device)):
        raise _too_many()
    table = table_by_code(code) if CODE_SHAPE.fullmatch(code) else None
    if table is not None:
        if is_blocked and not event_was_opened(request, table.event):
            raise _too_many()
        return table
    if opened:
        raise NoTable(
            _("This table has a new code"),
            _("Scan the card on the table again, or type its new code."),
            HTTPStatus.NOT_FOUND,
        )
    code_try_add(address=address, device=device)
    if is_blocked:
        raise _too_many()
    raise NoTable(
        _("No table has this code"),
        _("Look at the card on your table: six letters and digits, no vowels, no 0 and no 1."),
        HTTPStatus.NOT_FOUND,
    )


def _too_many() -> NoTable:
    minutes = CODE_TRIES_WITHIN.seconds // 60
    return NoTable(
        _("Too many codes that do not exist"),
        _("Wait %(minutes)d minutes, or ask the director to enter the result.")
        % {"minutes": minutes},
        HTTPStatus.TOO_MANY_REQUESTS,
    )


def no_table(request: HttpRequest, refusal: NoTable) -> HttpResponse:
    """Return the answer to a code that opens nothing: the box for another one."""
    response: HttpResponse
    if wants_json(request):
        message = f"{refusal.heading}. {refusal.sentence}"
        response = JsonResponse({"ok": False, "message": message}, status=refusal.status)
    else:
        context = {"heading": refusal.heading, "sentence": refusal.sentence}
        response = render(request, "phone/code.html", context, status=refusal.status)
    if refusal.status == HTTPStatus.TOO_MANY_REQUESTS:
        response.headers["Retry-After"] = str(CODE_TRIES_WITHIN.seconds)
    return response


def wants_json(request: HttpRequest) -> bool:
    """Return whether entry.js asks, which shows the answer itself."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def address_of(request: HttpRequest) -> str:
    """Return the address that guesses are counted at.

    An IPv6 subscriber has a whole /64 to change between: the network stands for all of it.
    """
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        # Behind a proxy that names nobody all guesses are one stranger's: strict, never an error.
        return str(ipaddress.IPv4Address(0))
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((int(address), 64), strict=False).network_address)
    return str(address)
