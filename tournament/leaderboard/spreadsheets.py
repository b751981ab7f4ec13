"""CSV files that spreadsheet programs open as they are, in the convention of a country."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

Cell = str | int | Decimal | None

# What a spreadsheet program may take for the beginning of a formula (OWASP, CSV injection), the
# full-width forms of East Asian keyboards included.
FORMULA = re.compile(r"\s*[=+\-@＝＋－＠|%]|[\t\r\n]")
NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?")


@dataclass(frozen=True, slots=True)
class Style:
    """How a country's spreadsheet programs read CSV."""

    language: str
    delimiter: str
    decimal: str
    mark: str  # what the file begins with, so that its encoding is recognised


STYLES = {
    "fr": Style("fr", ";", ",", "\ufeff"),
    "en": Style("en", ",", ".", ""),
}


def inert(text: str) -> str:
    """Return `text` as a cell that no program computes: `=1+1` gets a leading apostrophe.

    A plain number, such as −40 written "-40", is inert as it is.
    """
    if FORMULA.match(text) and not NUMBER.fullmatch(text):
        return f"'{text}"
    return text


def csv_text(rows: Iterable[Sequence[Cell]], style: Style) -> str:
    """Return the rows as a CSV text: numbers as numbers, texts inert, None as nothing."""
    out = io.StringIO()
    out.write(style.mark)
    writer = csv.writer(out, delimiter=style.delimiter, lineterminator="\r\n")
    writer.writerows([_written(cell, style) for cell in row] for row in rows)
    return out.getvalue()


def _written(cell: Cell, style: Style) -> str:
    if cell is None:
        return ""
    if isinstance(cell, Decimal):
        return f"{cell:f}".replace(".", style.decimal)
    return str(cell) if isinstance(cell, int) else inert(cell)
