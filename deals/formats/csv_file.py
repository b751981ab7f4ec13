"""Deals as CSV, for spreadsheet programs: a row for each board.

docs/deal-files.md names the columns.
"""

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from ..description import canonical_json
from .boards import (
    SEATS,
    Boards,
    ReadBoard,
    board_number,
    boards_of,
    day,
    one_line,
    seat_numbers_of,
    wanted,
)
from .reasons import BoardsError

BEFORE = ("game", "options", "board")
AFTER = ("talon", "guaranteed", "par", "event", "site", "date")
DELIMITERS = ";,\t"
# UTF-8 as spreadsheet programs recognise it.
MARK = "\ufeff"


def write(boards: Boards, *, delimiter: str = ";") -> bytes:
    """Return the file, UTF-8 with a mark; no program takes a cell of it for a formula."""
    seats = max(len(board.deal.hands) for board in boards.boards)
    options = canonical_json(dict(boards.options)) if boards.options else ""
    out = io.StringIO()
    out.write(MARK)
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow([*BEFORE, *SEATS[:seats], *AFTER])
    for board in boards.boards:
        said = [
            *("".join(f"{number} " for number in each) for each in (board.guaranteed, board.par)),
            one_line(boards.event),
            one_line(boards.site),
            boards.date,
        ]
        writer.writerow(
            [
                boards.game,
                _inert(options),
                board.number,
                *(" ".join(hand) for hand in (*board.deal.hands, board.deal.talon)),
                *(_inert(text.rstrip()) for text in said),
            ]
        )
    return out.getvalue().encode()


def read(text: str, *, game: str = "") -> Boards:
    """Return the boards in a CSV text, of `game` where it is given. Raises BoardsError.

    Columns that are not ours are passed over, and so are empty lines.
    """
    rows = _rows(text)
    if not rows:
        raise BoardsError(1, "no-boards")
    columns = _columns(*rows[0])
    cells = [(line, _cells(line, row, columns)) for line, row in rows[1:]]
    if not cells:
        raise BoardsError(1, "no-boards")
    line, first = cells[0]
    options = _options(first["options"], line)
    played = wanted(first["game"], line, options, game=game)
    for line_, each in cells:
        if each["game"] != first["game"]:
            raise BoardsError(line_, "other-game", game=each["game"], wanted=played.game.key)
    seats = SEATS[: len(played.hands)]
    for seat in seats:
        if seat.lower() not in columns:
            raise BoardsError(rows[0][0], "no-column", name=seat)
    return Boards(
        game=played.game.key,
        boards=boards_of((_board(line, each, seats) for line, each in cells), played),
        options=options,
        event=one_line(first["event"]),
        site=one_line(first["site"]),
        date=day(first["date"], line),
    )


def _inert(text: str) -> str:
    """Return a text that no program computes; `_plain` gives the text back."""
    return text if not text or text[0].isalnum() else f"'{text}"


def _plain(cell: str) -> str:
    return cell.removeprefix("'")


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """Return the rows that hold something, each with the line it ends on."""
    head = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        return [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error:
        raise BoardsError(max(reader.line_num, 1), "quotes") from None


def _columns(line: int, row: Sequence[str]) -> dict[str, int]:
    columns: dict[str, int] = {}
    for place, cell in enumerate(row):
        name = cell.strip().casefold()
        if name and name in columns:
            raise BoardsError(line, "column-twice", name=name)
        columns[name] = place
    if "board" not in columns:
        raise BoardsError(line, "no-column", name="board")
    return columns


def _cells(line: int, row: Sequence[str], columns: dict[str, int]) -> dict[str, str]:
    """Return a row's cells by column, the empty text for those the file does not have."""
    if len(row) < max(columns.values()) + 1:
        raise BoardsError(line, "cells", found=len(row), expected=max(columns.values()) + 1)
    names = (*BEFORE, *SEATS.lower(), *AFTER)
    return {name: _plain(row[columns[name]].strip()) if name in columns else "" for name in names}


def _options(text: str, line: int) -> dict[str, Any]:
    try:
        options = json.loads(text or "{}")
    except (ValueError, RecursionError):
        raise BoardsError(line, "options") from None
    if not isinstance(options, dict):
        raise BoardsError(line, "options")
    return options


def _board(line: int, cells: dict[str, str], seats: str) -> ReadBoard:
    return ReadBoard(
        line=line,
        number=board_number(cells["board"], line),
        hands=[[(card, line) for card in cells[seat.lower()].split()] for seat in seats],
        # An empty cell: whoever made the file left it to the reader, as there is but one answer.
        talon=[(card, line) for card in cells["talon"].split()] or None,
        guaranteed=seat_numbers_of(cells["guaranteed"], line, name="guaranteed", seats=len(seats)),
        par=seat_numbers_of(cells["par"], line, name="par", seats=len(seats)),
    )
