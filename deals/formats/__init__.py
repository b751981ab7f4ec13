"""Files of deals in three forms: JSON of ours, PBN 2.1 and CSV. docs/deal-files.md defines them.

Pure: no Django, so that `python -m deals convert` works on any machine.
"""

import codecs
import re
from typing import Literal

from . import csv_file, json_file, pbn
from .boards import MOST_BYTES, Boards
from .reasons import BoardsError

Form = Literal["json", "pbn", "csv"]
FORMS: tuple[Form, ...] = ("json", "pbn", "csv")

# Only its own line's blanks go before: a search over many empty lines would take hours.
_TAG = re.compile(r"^[^\S\n]*\[\s*\w+\s*\"", re.MULTILINE)


def boards_read(content: bytes, *, game: str = "") -> tuple[Form, Boards]:
    """Return the form of a file, known by what it holds, and its boards.

    They are read as those of `game`; without it the file must name its game. BoardsError says on
    which line it is wrong, and why: a file is read as a whole or not at all.
    """
    if len(content) > MOST_BYTES:
        raise BoardsError(1, "too-large", most=MOST_BYTES // 1000)
    form = form_of(content)
    if form == "json":
        return form, json_file.read(_utf8(content), game=game)
    if form == "pbn":
        return form, pbn.read(_text(content, pbn.ENCODING), game=game)
    return form, csv_file.read(_text(content, "cp1252"), game=game)


def boards_write(boards: Boards, form: Form) -> bytes:
    """Return the boards as a file of this form; FormError if it cannot state their game."""
    if form == "json":
        return json_file.write(boards)
    return pbn.write(boards) if form == "pbn" else csv_file.write(boards)


def is_of_deals(content: bytes) -> bool:
    """Return whether this is a file of deals, damaged perhaps, other than the one to verify."""
    form = form_of(content)
    if form == "json":
        return json_file.FORMAT.encode() in content
    if form == "pbn":
        return True
    try:
        boards_read(content)
    except BoardsError as error:
        return error.reason == "no-game"
    return True


def form_of(content: bytes) -> Form:
    """Return the form that a file has by the look of it: CSV is what neither of the others is."""
    text = content.removeprefix(codecs.BOM_UTF8).decode("latin-1")
    if re.match(r"\s*\{\s*(\"|\}|$)|\s*\[\s*[\[{]", text):
        return "json"
    return "pbn" if text.lstrip().startswith("%") or _TAG.search(text) else "csv"


def _utf8(content: bytes) -> str:
    return _decoded(content.removeprefix(codecs.BOM_UTF8), "utf-8")


def _text(content: bytes, otherwise: str) -> str:
    """Return the text. PBN is Latin-1 by its standard unless it begins with UTF-8's mark; of CSV,
    which says nothing, UTF-8 is tried before the older encoding."""
    if content.startswith(codecs.BOM_UTF8):
        return _utf8(content)
    if otherwise == pbn.ENCODING:
        return _decoded(content, otherwise)
    try:
        return content.decode()
    except UnicodeDecodeError:
        return _decoded(content, otherwise)


def _decoded(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise BoardsError(content.count(b"\n", 0, error.start) + 1, "encoding") from None
