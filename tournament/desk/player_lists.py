"""Lists of players as people have them: pasted text, and CSV files of spreadsheet programs.

Reading never guesses at a name: a file that cannot be read for certain is refused, with the line
and the reason, and gives nothing at all. Formulas and markup are names like any other here; it is
the pages and exports that keep them inert.

A file has columns for the name, and optionally the first name and whether the name may be public.
A heading names them in any order, and may add the stratum and the groups; without one the order is
name, first name, public. In a single
column the name is taken as it stands, but no name has a `;` in it: whoever wrote one meant columns.
A pasted list is read like a file, or is one player a line. The numbers and bullets of a list that
was copied from elsewhere are no part of its names; “3 Suisses” is one.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.services import PLAYERS_MOST
from tournament.players.services import name_clean, text_clean

from .csv_files import (
    DELIMITERS,
    Row,
    heading_key,
    rows_in_columns,
    rows_of,
    text_checked,
    text_of_file,
)

BYTES_MOST = 200_000

_NAME = frozenset(
    {"name", "full_name", "last_name", "lastname", "surname", "family_name", "player"}
    | {"nom", "nom_complet", "nom_de_famille", "nom_prenom", "joueur", "joueuse"}
)
_FIRST_NAME = frozenset({"first_name", "firstname", "given_name", "prenom"})
_PUBLIC = frozenset(
    {"public", "public_name", "consent", "agreed", "agrees"}
    | {"nom_public", "consentement", "accord", "publication"}
)
_STRATUM = frozenset({"stratum", "category", "serie", "categorie"})
_GROUPS = frozenset({"group", "groups", "groupe", "groupes"})
_YES = frozenset({"oui", "o", "yes", "y", "1", "x", "true", "vrai", "public", "✓", "✔"})
_NO = frozenset({"non", "no", "n", "0", "false", "faux", "-", "–", ""})

# “1.”, “2)” or a dash with a blank after it; a bullet without.
_MARKER = re.compile(r"^\s*(?:(?:[0-9]{1,3}[.)]|[-–—*])(?:\s+|$)|[•‣◦▪●·]\s*)")
# What a row can be at most without a heading: name, first name, public.
_COLUMNS_MOST = 3


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A player of a list: the line it ends on, the name as it would be stored, the consent, and
    the stratum and groups as they are written there."""

    line: int
    name: str
    name_public: bool = False
    stratum: str = ""
    groups: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerList:
    """What a list says. `unused` are the headings of columns that say nothing we keep."""

    players: tuple[ListedPlayer, ...]
    unused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Columns:
    """Which column holds what; None where there is no such column."""

    width: int
    name: int | None
    first_name: int | None
    public: int | None
    stratum: int | None = None
    groups: int | None = None
    unused: tuple[str, ...] = ()


def read_pasted(text: str) -> PlayerList:
    """Return the players of a pasted list: columns as in a file, or one a line. Raises Refused."""
    if len(text) > BYTES_MOST:
        raise Refused(_("The text is too long to be a list of players."))
    lines = [_MARKER.sub("", line, count=1) for line in text_checked(text).split("\n")]
    if any("\t" in line for line in lines):
        return _read_rows(rows_of("\n".join(lines), "\t"))
    rows = rows_in_columns("\n".join(lines))
    if rows is not None:
        return _read_rows(rows)
    numbered = enumerate(lines, start=1)
    return _read_rows([(number, [line.strip()]) for number, line in numbered if line.strip()])


def read_file(content: bytes) -> PlayerList:
    """Return the players of a CSV file: UTF-8 or cp1252; `;`, tab or `,`. Raises Refused."""
    if len(content) > BYTES_MOST:
        raise Refused(
            _("The file is larger than %(most)d kB: it is hardly a list of players.")
            % {"most": BYTES_MOST // 1000}
        )
    return _read_rows(_rows_of_file(text_checked(text_of_file(content))))


def _rows_of_file(text: str) -> list[Row]:
    """Return the rows of a file, of a single cell each where there are no columns."""
    rows = rows_in_columns(text)
    if rows is not None:
        return rows
    return [(line, [DELIMITERS[0].join(cells)]) for line, cells in rows_of(text, DELIMITERS[0])]


def _read_rows(rows: list[Row]) -> PlayerList:
    columns = _heading(rows[0][1]) if rows else None
    if columns is not None:
        rows = rows[1:]
    if not rows:
        raise Refused(_("There is no player in this list."))
    if len(rows) > PLAYERS_MOST:
        raise Refused(
            _("The list has %(many)d players; a tournament has at most %(most)d.")
            % {"many": len(rows), "most": PLAYERS_MOST}
        )
    columns = columns or _usual_columns(rows)
    return PlayerList(
        players=tuple(_player(line, cells, columns) for line, cells in rows),
        unused=columns.unused,
    )


def _heading(cells: Sequence[str]) -> _Columns | None:
    """Return the columns a first row names; None when it is a player already."""
    keys = [heading_key(cell) for cell in cells]

    def column(names: frozenset[str]) -> int | None:
        return next((index for index, key in enumerate(keys) if key in names), None)

    name, first_name, public = column(_NAME), column(_FIRST_NAME), column(_PUBLIC)
    if name is None and first_name is None:
        return None
    stratum, groups = column(_STRATUM), column(_GROUPS)
    used = {name, first_name, public, stratum, groups}
    unused = tuple(cell for index, cell in enumerate(cells) if index not in used)
    return _Columns(len(cells), name, first_name, public, stratum, groups, unused)


def _usual_columns(rows: Sequence[Row]) -> _Columns:
    """Return the columns of a list without a heading."""
    width = max(len(cells) for _line, cells in rows)
    if width > _COLUMNS_MOST:
        line = next(line for line, cells in rows if len(cells) == width)
        raise Refused(
            _("Line %(line)d has %(many)d columns: give them a heading, such as “%(example)s”.")
            % {"line": line, "many": width, "example": _("name;first name;public")}
        )
    last = [cells[-1] for _line, cells in rows if len(cells) == width]
    # Half of them, so that a word that is neither yes nor no is refused instead of being a name.
    says_public = sum(_consent(word) is not None for word in last) * 2 >= len(last)
    if width == 1 or (width < _COLUMNS_MOST and not says_public):
        return _Columns(width=width, name=0, first_name=1 if width > 1 else None, public=None)
    return _Columns(
        width=width,
        name=0,
        first_name=1 if width == _COLUMNS_MOST else None,
        public=width - 1,
    )


def _player(line: int, cells: Sequence[str], columns: _Columns) -> ListedPlayer:
    if len(cells) > columns.width:
        raise Refused(
            _("Line %(line)d has %(many)d columns instead of %(width)d.")
            % {"line": line, "many": len(cells), "width": columns.width}
        )

    def cell(index: int | None) -> str:
        return "" if index is None or index >= len(cells) else cells[index]

    consent = _consent(cell(columns.public))
    if consent is None:
        raise Refused(
            _("Line %(line)d: “%(word)s” says neither yes nor no to a public name.")
            % {"line": line, "word": cell(columns.public)[:20]}
        )
    try:
        name = name_clean(f"{cell(columns.first_name)} {cell(columns.name)}")
    except Refused as error:
        raise Refused(
            _("Line %(line)d: %(reason)s") % {"line": line, "reason": error.message}
        ) from error
    if ";" in name:
        raise Refused(
            _("Line %(line)d: “%(name)s” has a semicolon: write all lines in columns, or none.")
            % {"line": line, "name": name[:40]}
        )
    return ListedPlayer(
        line=line,
        name=name,
        name_public=consent,
        stratum=text_clean(cell(columns.stratum)),
        groups=names_between(cell(columns.groups)),
    )


def names_between(cell: str) -> tuple[str, ...]:
    """Return the groups that a cell names, between commas or strokes."""
    return tuple(filter(None, (text_clean(name) for name in re.split("[,/]", cell))))


def _consent(word: str) -> bool | None:
    key = word.casefold()
    if key in _YES:
        return True
    return False if key in _NO else None
