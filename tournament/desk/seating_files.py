"""Who sits where, as a file that a spreadsheet program opens and writes.

A line is a chair: round, table, chair (1 to 3, or A to C) and player, by number or name. A heading
names the columns in any order; a name beside a number must be that player's. Without a column for
the round all lines are of one round.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.errors import Refused
from tournament.events.models import Entry
from tournament.leaderboard.spreadsheets import Cell
from tournament.players.services import name_sort_key, text_clean

from .csv_files import Row, heading_key, rows_in_columns, text_checked, text_of_file
from .selectors import CHAIRS

BYTES_MOST = 2_000_000

_COLUMNS: Mapping[str, frozenset[str]] = {
    "round": frozenset({"round", "tour", "manche"}),
    "table": frozenset({"table"}),
    "chair": frozenset({"chair", "seat", "chaise", "place", "siege"}),
    "player": frozenset({"player", "number", "no", "joueur", "joueuse", "numero", "n"}),
    "name": frozenset({"name", "nom"}),
}
_USUAL = ("round", "table", "chair", "player", "name")
_LETTERS = {"a": 1, "b": 2, "c": 3}
# What stands before a name or a number so that no program computes it.
_MARK = "'"

Seatings = dict[int, list[list[Entry]]]


class Roster:
    """The players of an event, by what people write for them."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._by_number = {entry.number: entry for entry in entries}
        self._by_name: dict[str, list[Entry]] = defaultdict(list)
        for entry in entries:
            self._by_name[name_sort_key(entry.player.name)].append(entry)

    def find(self, text: str) -> Entry:
        """Return who is meant by a number, a name, or a number before its name. Raises Refused."""
        wanted = text_clean(text)
        named = self._named(wanted)
        if named is not None:
            return named
        numbered = re.fullmatch(r"([0-9]{1,6})(?:[\s.:)–-]+(.*))?", wanted)
        entry = numbered and self._by_number.get(int(numbered[1]))
        if not numbered or not entry:
            raise Refused(
                _("“%(text)s” is nobody here: write a player’s number, or the name as entered.")
                % {"text": wanted[:40]}
            )
        if numbered[2] and name_sort_key(numbered[2]) != name_sort_key(entry.player.name):
            raise Refused(
                _("Number %(number)d is %(name)s, not “%(text)s”: write one or the other.")
                % {"number": entry.number, "name": entry.player.name, "text": numbered[2][:40]}
            )
        return entry

    def _named(self, wanted: str) -> Entry | None:
        alike = self._by_name.get(name_sort_key(wanted), [])
        exact = [each for each in alike if each.player.name.casefold() == wanted.casefold()]
        found = exact or alike
        if len(found) > 1:
            raise Refused(
                _("“%(text)s” may be number %(one)d or %(other)d: write the number.")
                % {"text": wanted[:40], "one": found[0].number, "other": found[1].number}
            )
        return found[0] if found else None


def seating_table(seatings: Mapping[int, Sequence[Sequence[Entry]]]) -> Iterator[list[Cell]]:
    """Yield the heading and a row for each chair, in the current language."""
    yield [_("Round"), _("Table"), _("Chair"), pgettext("player", "Number"), _("Name")]
    for number, tables in sorted(seatings.items()):
        for at, table in enumerate(tables, start=1):
            for chair, entry in enumerate(table, start=1):
                yield [number, at, chair, entry.number, entry.player.name]


def seatings_read(content: bytes, roster: Roster, *, round_number: int) -> Seatings:
    """Return who sits where by round, of a file in UTF-8 or cp1252. Raises Refused.

    `round_number` is the round of a file that names none.
    """
    if len(content) > BYTES_MOST:
        raise Refused(
            _("The file is larger than %(most)d kB: it is hardly a list of places.")
            % {"most": BYTES_MOST // 1000}
        )
    rows = rows_in_columns(text_checked(text_of_file(content)))
    if not rows:
        raise Refused(
            _("No line has columns: write round, table, chair and player, parted by semicolons.")
        )
    columns = _heading(rows[0][1])
    if columns is not None:
        rows = rows[1:]
    else:
        # Whoever leaves a column out leaves out the round.
        columns = _USUAL[1:] if all(len(cells) == CHAIRS for _line, cells in rows) else _USUAL
    if not rows:
        raise Refused(_("Below its heading the file has no line."))
    return _together(rows, columns, roster, round_number)


def _heading(cells: Sequence[str]) -> tuple[str, ...] | None:
    """Return which columns a first row names, "" for others; None when it is a chair already."""
    keys = [heading_key(cell) for cell in cells]
    known = {key: column for column, names in _COLUMNS.items() for key in names}
    columns = tuple(known.get(key, "") for key in keys)
    if not {"table", "chair"} & set(columns):
        return None
    missing = {"table", "chair"} - set(columns)
    if missing or not {"player", "name"} & set(columns):
        raise Refused(
            _("Line 1: the heading lacks a column. It is: %(example)s")
            % {"example": _("round;table;chair;player")}
        )
    if any(columns.count(column) > 1 for column in columns if column):
        raise Refused(_("Line 1: two columns of the heading say the same."))
    return columns


def _together(
    rows: Sequence[Row], columns: Sequence[str], roster: Roster, round_number: int
) -> Seatings:
    chairs: dict[int, dict[int, dict[int, Entry]]] = defaultdict(lambda: defaultdict(dict))
    lines: dict[tuple[int, int, int], int] = {}
    for line, cells in rows:
        at = dict(zip(columns, cells, strict=False))
        try:
            number = _whole(at["round"], _("round")) if at.get("round") else round_number
            place = (number, _whole(at.get("table", ""), _("table")), _chair(at.get("chair", "")))
            entry = roster.find(_player(at))
        except Refused as error:
            words = _("Line %(line)d: %(reason)s")
            raise Refused(words % {"line": line, "reason": error.message}) from error
        if place in lines:
            raise Refused(
                _("Line %(line)d: line %(before)d has this chair already: take one of them out.")
                % {"line": line, "before": lines[place]}
            )
        lines[place] = line
        chairs[place[0]][place[1]][place[2]] = entry
    return {number: _tables(number, found) for number, found in sorted(chairs.items())}


def _player(at: Mapping[str, str]) -> str:
    """Return whom a line names: a number, a name, or both, which must then agree."""
    player, name = (_unmarked(at.get(column, "")) for column in ("player", "name"))
    if player.isdecimal() and name:
        return f"{player} {name}"
    return player or name


def _unmarked(cell: str) -> str:
    return cell[1:] if cell.startswith(_MARK) else cell


def _whole(text: str, what: str) -> int:
    if not re.fullmatch("[0-9]{1,4}", text) or not int(text):
        raise Refused(
            _("“%(text)s” is no %(what)s: write a number from 1 on.")
            % {"text": text[:20], "what": what}
        )
    return int(text)


def _chair(text: str) -> int:
    chair = _LETTERS.get(text.casefold()) or (int(text) if re.fullmatch("[1-3]", text) else 0)
    if not chair:
        raise Refused(
            _("“%(text)s” is no chair: write 1, 2 or 3, or A, B or C.") % {"text": text[:20]}
        )
    return chair


def _tables(number: int, found: Mapping[int, Mapping[int, Entry]]) -> list[list[Entry]]:
    """Return a round's tables in order, each with its three players. Raises Refused."""
    for at in range(1, max(found) + 1):
        missing = [chair for chair in range(1, CHAIRS + 1) if chair not in found.get(at, {})]
        if missing and at not in found:
            raise Refused(
                _("Round %(round)d has no table %(table)d: number the tables from 1 on.")
                % {"round": number, "table": at}
            )
        if missing:
            raise Refused(
                _("Round %(round)d, table %(table)d: nobody sits on chair %(chair)d. Add a line.")
                % {"round": number, "table": at, "chair": missing[0]}
            )
    return [[found[at][chair] for chair in range(1, CHAIRS + 1)] for at in sorted(found)]
