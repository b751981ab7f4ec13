"""Public pages and files, rendered once for each state of what they show.

The facts a page is made of name its version: it is the page's ETag, and the name under which this
process keeps the bytes. A hall full of phones that all ask after one result costs one rendering.
Most of them are answered before Django is asked at all (see push/kept.py).
Nothing of a signed-in reader is kept. Facts are read before the page is rendered, so that a copy is
never older than its name: a name withheld meanwhile is in no later answer.
"""

import gzip
import hashlib
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django_htmx.middleware import HtmxDetails

from tournament.push.kept import keep_answer
from tournament.push.shelf import Shelf

VARY = ["Accept-Language", "Cookie", "HX-Request", "Accept-Encoding"]
# A page carries the address of its stream, good for 24 hours: a copy must not grow as old as that.
COPY_LASTS = 12 * 3600  # seconds
KEPT_BYTES = 32 * 2**20
KEPT_EACH = 4 * 2**20
WORTH_PACKING = 600  # bytes


class PublicRequest(HttpRequest):
    """A request as the public views get it."""

    htmx: HtmxDetails


@dataclass(frozen=True, slots=True)
class Copy:
    """An answer as bytes, plain and packed by gzip."""

    headers: dict[str, str]
    body: bytes
    packed: bytes

    @property
    def size(self) -> int:
        return len(self.body) + len(self.packed)


shelf: Shelf[str, Copy] = Shelf(KEPT_BYTES)
# Of all who ask for a version that nobody has rendered yet, one renders it and the others wait.
_rendering = [Lock() for _ in range(16)]


def versioned(
    request: PublicRequest,
    facts: tuple[object, ...],
    render: Callable[[], HttpResponse],
    *,
    front: bool = False,
) -> HttpResponseBase:
    """Return the answer that `render` makes of `facts`: a 304, a kept copy, or rendered now.

    `facts` are all that the answer depends on beside its address, the language and the reader.
    `front` says that the front reads the same facts, and may keep the answer.
    """
    if settings.DEBUG or len(get_messages(request)):
        # A message is shown once.
        return _finished(request, render(), "")
    age = int(time.time()) // COPY_LASTS
    etag = _etag(request, (age, *facts))
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return _finished(request, unchanged, etag)
    if request.user.is_authenticated:
        return _finished(request, render(), etag)
    copy = shelf.get(etag)
    if copy is None:
        with _rendering[hash(etag) % len(_rendering)]:
            copy = shelf.get(etag)
            if copy is None:
                response = render()
                if response.status_code != 200 or response.cookies:
                    return _finished(request, response, "")
                copy = _copy_of(response)
                if copy.size <= KEPT_EACH:
                    shelf.put(etag, copy)
    if front:
        keep_answer(request.META, until=(age + 1) * COPY_LASTS)
    return _finished(request, _answer(request, copy), etag)


def _etag(request: PublicRequest, facts: tuple[object, ...]) -> str:
    user = request.user
    # A signed-in reader's page has a form with a token, which the cookie's secret must fit.
    reader = (user.pk, request.COOKIES.get(settings.CSRF_COOKIE_NAME))
    named = (
        _build(),
        get_language(),
        request.get_full_path(),
        bool(request.htmx),
        reader if user.is_authenticated else None,
        facts,
    )
    return f'W/"{hashlib.sha256(repr(named).encode()).hexdigest()[:32]}"'


@cache
def _build() -> str:
    """Return a digest of the code and the texts that pages are made of: an upgrade changes them."""
    root = Path(settings.BASE_DIR)
    digest = hashlib.sha256()
    for pattern in (
        "templates/**/*.html",
        "tournament/**/*.py",
        "tournament/**/*.mo",
        "deals/*.py",
    ):
        for path in sorted(root.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _copy_of(response: HttpResponse) -> Copy:
    body = response.content
    packed = gzip.compress(body, compresslevel=5, mtime=0) if len(body) >= WORTH_PACKING else b""
    return Copy(dict(response.items()), body, packed)


def _answer(request: PublicRequest, copy: Copy) -> HttpResponse:
    accepts = re.search(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))", _encodings(request))
    if copy.packed and accepts:
        return HttpResponse(copy.packed, headers={**copy.headers, "Content-Encoding": "gzip"})
    return HttpResponse(copy.body, headers=copy.headers)


def _encodings(request: HttpRequest) -> str:
    return request.headers.get("Accept-Encoding", "")


def _finished(request: PublicRequest, response: HttpResponseBase, etag: str) -> HttpResponseBase:
    if etag and response.status_code in {200, 304}:
        response["ETag"] = etag
    private = "private, " if request.user.is_authenticated else ""
    response["Cache-Control"] = f"{private}no-cache" if etag else "no-store"
    patch_vary_headers(response, VARY)
    return response
