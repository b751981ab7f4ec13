"""How a device wants its tables: indices, print, contrast, sound, and how a card is tapped.

They are the device's and nobody else's, so that a cookie keeps them and no account is needed.
"""

from collections.abc import Mapping
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

COOKIE = "table"
YEAR = 365 * 24 * 3600
# The values of each preference, the default first; the index's is the one of the language.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "index": ("en", "fr"),
    "print": ("normal", "large"),
    "contrast": ("normal", "high"),
    "sound": ("on", "off"),
    "tap": ("two", "one"),
}
KEYS: Mapping[str, Mapping[str, str]] = {
    "en": {"suits": "s:S h:H d:D c:C", "ranks": "a:A k:K q:Q j:J t:T 1:T"},
    "fr": {"suits": "p:S c:H k:D t:C", "ranks": "a:A r:K d:Q v:J 1:T"},
}


def preferences_of(request: HttpRequest, language: str) -> dict[str, str]:
    """Return each preference with its value on this device."""
    known = dict(
        part.split(":", 1)
        for part in request.COOKIES.get(COOKIE, "").split(".")
        if part.count(":") == 1
    )
    index = "fr" if language.startswith("fr") else "en"
    defaults = {name: values[0] for name, values in CHOICES.items()} | {"index": index}
    return {
        name: known[name] if known.get(name) in values else defaults[name]
        for name, values in CHOICES.items()
    }


def keys_of(language: str) -> Mapping[str, str]:
    """Return which key stands for which suit and rank in a language."""
    return KEYS["fr" if language.startswith("fr") else "en"]


@never_cache
@require_POST
def table_preferences(request: HttpRequest) -> HttpResponse:
    """Keep this device's preferences, and go back to where it came from."""
    chosen = {
        name: value
        for name, values in CHOICES.items()
        if (value := request.POST.get(name, "")) in values
    }
    if request.headers.get("X-Requested-With") == "table":
        response = HttpResponse(status=HTTPStatus.NO_CONTENT)
    else:
        response = HttpResponseRedirect(_next(request))
    value = ".".join(f"{name}:{value}" for name, value in chosen.items())
    response.set_cookie(
        COOKIE, value, max_age=YEAR, samesite="Lax", httponly=True, secure=request.is_secure()
    )
    return response


def _next(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if safe and wanted.startswith("/") else "/"
