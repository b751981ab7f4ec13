"""Text files as spreadsheet programs save them: read as they are, never guessed at.

What cannot be read for certain is refused, with the line and the reason, and gives nothing at all.
"""

import csv
import io
import unicodedata

from django.utils.translation import gettext as _

from tournament.errors import Refused

DELIMITERS = (";", "\t", ",")

# The first bytes of .xlsx and .ods (both zip) and of .xls.
_SPREADSHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")

Row = tuple[int, list[str]]  # the line it ends on, and its cells


def text_of_file(content: bytes) -> str:
    """Return the text, every line in the same encoding; Refused names the line that is not."""
    if content.startswith(_SPREADSHEETS):
        raise Refused(_("This is a spreadsheet, not a CSV file: save it as “CSV UTF-8” first."))
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Refused(_("This file is in UTF-16: save it as “CSV UTF-8” first."))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    # Not UTF-8 throughout. A line that is UTF-8 all the same would come out as “Ã©”: two programs
    # wrote this file, and nobody can tell which of them was right about the others.
    lines = []
    for number, line in enumerate(content.splitlines(keepends=True), start=1):
        try:
            lines.append(line.decode("cp1252"))
        except UnicodeDecodeError as error:
            raise Refused(
                _("Line %(line)d cannot be read: it is neither UTF-8 nor Windows text (cp1252).")
                % {"line": number}
            ) from error
        if not line.isascii() and _is_utf8(line):
            raise Refused(
                _("Line %(line)d is in UTF-8, other lines are not: save the whole file as UTF-8.")
                % {"line": number}
            )
    return "".join(lines)


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def text_checked(text: str) -> str:
    """Return the text with plain line ends, once nothing in it says that it is no text."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for number, line in enumerate(text.split("\n"), start=1):
        if any(unicodedata.category(letter) == "Cc" and letter != "\t" for letter in line):
            raise Refused(
                _("Line %(line)d is not text: look whether it is the right file.")
                % {"line": number}
            )
        if "\ufffd" in line:
            raise Refused(
                _("Line %(line)d has lost letters (�): save the file again from its program.")
                % {"line": number}
            )
    return text


def rows_of(text: str, delimiter: str) -> list[Row]:
    """Return the rows that are not empty, without the empty cells at their ends."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows = []
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            while stripped and not stripped[-1]:
                stripped.pop()
            if stripped:
                rows.append((reader.line_num, stripped))
    except csv.Error as error:
        raise Refused(
            _("Line %(line)d cannot be read: look at its quotation marks.")
            % {"line": reader.line_num}
        ) from error
    return rows


def rows_in_columns(text: str) -> list[Row] | None:
    """Return the rows, their cells being apart by whatever parts at least half of the rows.

    What parts fewer belongs to a name or two: None where nothing parts them.
    """
    for delimiter in DELIMITERS:
        try:
            rows = rows_of(text, delimiter)
        except Refused:
            continue  # quotation marks make no sense with this delimiter
        split = sum(len(cells) > 1 for _line, cells in rows)
        if split and split * 2 >= len(rows):
            return rows
    return None


def heading_key(heading: str) -> str:
    """Return a heading as it is compared: small letters, no accents, words joined by `_`."""
    decomposed = unicodedata.normalize("NFKD", heading.casefold())
    letters = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return "_".join("".join(c if c.isalnum() else " " for c in letters).split())
