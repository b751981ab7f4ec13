"""What files are called that are saved from an event's pages: the event, and what they hold."""

import unicodedata
from urllib.parse import quote

from django.utils.text import slugify
from django.utils.translation import pgettext


def file_word(what: str) -> str:
    """Return what a file holds as its name says it, in the current language."""
    return {
        "standings": pgettext("file name", "standings"),
        "standings-all-names": pgettext("file name", "standings with all names"),
        "teams": pgettext("file name", "teams"),
        "results": pgettext("file name", "results"),
        "places": pgettext("file name", "places"),
        "boards": pgettext("file name", "boards with hands"),
        "deals-main": pgettext("file name", "deals"),
        "deals-reserve": pgettext("file name", "reserve deals"),
    }[what]


def file_name(name: str, what: str, kind: str) -> str:
    """Return the name under which a download of an event is saved.

    Characters that a file name cannot have anywhere become blanks.
    """
    allowed = "".join(
        " " if letter in '/\\:*?"<>|' or unicodedata.category(letter)[0] == "C" else letter
        for letter in name
    )
    return " ".join(f"{allowed} {what}".split()).lstrip(".") + f".{kind}"


def plain_name(name: str, what: str, kind: str) -> str:
    """Return a name for the same download that anybody can type in a terminal: in ASCII."""
    return f"{slugify(f'{name} {what}') or what}.{kind}"


def disposition(name: str, what: str, kind: str) -> str:
    """Return the header that names a download after an event: in ASCII, and as it is written."""
    ascii_only = plain_name(name, what, kind)
    written = quote(file_name(name, what, kind), safe="")
    return f"attachment; filename=\"{ascii_only}\"; filename*=UTF-8''{written}"
