"""Deals as JSON of ours: `triplicate-boards/1`, defined in docs/deal-files.md.

A published `triplicate-deals/1`, the file that is verified, is read as well: its boards are alike.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from ..description import LONGEST_TEXT
from ..verification import FORMAT as VERIFIED_FORMAT
from .boards import (
    Boards,
    Card,
    DealtBoard,
    ReadBoard,
    board_number,
    boards_of,
    day,
    one_line,
    seat_numbers,
    wanted,
)
from .reasons import BoardsError

FORMAT = "triplicate-boards/1"
_NAMES = frozenset(("format", "game", "options", "event", "site", "date", "boards"))
_VERIFIED_NAMES = frozenset(
    ("format", "commitment", "description", "key", "public_value", "boards")
)
_BOARD_NAMES = frozenset(("board", "hands", "talon", "guaranteed", "par"))
_BLANK = re.compile(r"[ \t\r\n]*")


def write(boards: Boards) -> bytes:
    """Return the file, UTF-8, a line for each board."""
    head: dict[str, Any] = {
        "format": FORMAT,
        "game": boards.game,
        "options": dict(boards.options),
        "event": one_line(boards.event),
        "site": one_line(boards.site),
        "date": boards.date,
    }
    lines = [f'"{name}": {json.dumps(value, ensure_ascii=False)}' for name, value in head.items()]
    rows = ",\n".join(
        json.dumps(_row(board), ensure_ascii=False, separators=(",", ":"))
        for board in boards.boards
    )
    return ("{\n" + ",\n".join([*lines, f'"boards": [\n{rows}\n]']) + "\n}\n").encode()


def read(text: str, *, game: str = "") -> Boards:
    """Return the boards in a JSON text, of `game` where it is given. Raises BoardsError.

    What the file states beside its deals is taken as it is.
    """
    found = _Reader(text)
    head, lines = found.head, found.lines
    form = head.get("format")
    if form == VERIFIED_FORMAT:
        found.refuse_unknown(_VERIFIED_NAMES)
        described = head.get("description")
        described = described if isinstance(described, dict) else {}
        stated, options = described.get("game", ""), described.get("options", {})
        line = lines.get("description", 1)
    elif form == FORMAT:
        found.refuse_unknown(_NAMES)
        stated, options = head.get("game", ""), head.get("options", {})
        line = lines.get("game", 1)
    else:
        raise BoardsError(lines.get("format", 1), "unknown-form")
    if not isinstance(stated, str):
        raise BoardsError(line, "text", name="game", most=LONGEST_TEXT)
    if not isinstance(options, dict):
        raise BoardsError(line, "options")
    played = wanted(stated, line, options, game=game)
    rows = (_read_row(found, *each, seats=len(played.hands)) for each in found.boards)
    return Boards(
        game=played.game.key,
        boards=boards_of(rows, played),
        options=options,
        event=_text(head, lines, "event"),
        site=_text(head, lines, "site"),
        date=day(_text(head, lines, "date"), lines.get("date", 1)),
    )


def _row(board: DealtBoard) -> dict[str, Any]:
    row: dict[str, Any] = {
        "board": board.number,
        "hands": board.deal.hands,
        "talon": board.deal.talon,
    }
    if board.guaranteed:
        row["guaranteed"] = board.guaranteed
    if board.par:
        row["par"] = board.par
    return row


class _Twice(ValueError):
    """A name that stands twice in one object."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _Twice(name)
        found[name] = value
    return found


def _never(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")


class _Reader:
    """The object of a file, read member by member so that each value is known with its line.

    `boards` are the entries of its list of boards: value, and where its text begins and ends.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.head: dict[str, Any] = {}
        self.lines: dict[str, int] = {}
        self.boards: list[tuple[Any, int, int]] = []
        self._ends = [match.end() for match in re.finditer("\n", text)]
        self._decoder = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_never)
        self._end = self._object(self._after_blanks(0))
        if self._after_blanks(self._end) != len(text):
            raise BoardsError(self.line(self._after_blanks(self._end)), "not-json")

    def line(self, place: int) -> int:
        """Return the line, from 1, of a place in the text."""
        return bisect_right(self._ends, place) + 1

    def refuse_unknown(self, names: frozenset[str]) -> None:
        """Raise BoardsError for a member that such a file does not have."""
        for name in self.head:
            if name not in names:
                raise BoardsError(self.lines[name], "unknown-name", name=name)

    def _object(self, at: int) -> int:
        at = self._token(at, "{")
        while self.text[at : at + 1] != "}":
            name, after = self._value(at)
            if not isinstance(name, str):
                raise BoardsError(self.line(at), "not-json")
            if name in self.lines:
                raise BoardsError(self.line(at), "name-twice", name=name)
            self.lines[name] = self.line(at)
            at = self._token(after, ":")
            if name == "boards" and self.text[at : at + 1] == "[":
                at = self._list(at)
            else:
                self.head[name], at = self._value(at)
            at = self._next(at, "}")
        return at + 1

    def _list(self, at: int) -> int:
        at = self._token(at, "[")
        while self.text[at : at + 1] != "]":
            value, after = self._value(at)
            self.boards.append((value, at, after))
            at = self._next(after, "]")
        return at + 1

    def _next(self, at: int, closing: str) -> int:
        """Return where the next member begins, after its comma, or where the whole is closed."""
        at = self._after_blanks(at)
        if self.text[at : at + 1] == closing:
            return at
        at = self._token(at, ",")
        if self.text[at : at + 1] == closing:
            raise BoardsError(self.line(at), "not-json")
        return at

    def _token(self, at: int, token: str) -> int:
        at = self._after_blanks(at)
        if self.text[at : at + 1] != token:
            raise BoardsError(self.line(at), "not-json")
        return self._after_blanks(at + 1)

    def _value(self, at: int) -> tuple[Any, int]:
        try:
            return self._decoder.raw_decode(self.text, at)
        except json.JSONDecodeError as error:
            raise BoardsError(self.line(error.pos), "not-json") from None
        except _Twice as twice:
            raise BoardsError(self.line(at), "name-twice", name=str(twice)) from None
        except (ValueError, RecursionError):  # a number of thousands of digits; nested too deeply
            raise BoardsError(self.line(at), "not-json") from None

    def _after_blanks(self, at: int) -> int:
        match = _BLANK.match(self.text, at)
        return match.end() if match else at


def _read_row(found: _Reader, value: Any, start: int, end: int, *, seats: int) -> ReadBoard:
    line = found.line(start)
    if not isinstance(value, dict) or not {"board", "hands", "talon"} <= value.keys():
        raise BoardsError(line, "not-a-board")
    for name in value:
        if name not in _BOARD_NAMES:
            raise BoardsError(line, "unknown-name", name=name)
    number = value["board"]
    if type(number) is not int:
        raise BoardsError(line, "no-board-number", text=json.dumps(number)[:99])
    cards = _cards_in(found, start, end)
    hands = value["hands"]
    if not isinstance(hands, list):
        raise BoardsError(line, "not-a-board")
    return ReadBoard(
        line=line,
        number=board_number(str(number), line) if abs(number) < 10**6 else _no_number(line),
        hands=[_located(hand, cards, line) for hand in hands],
        talon=_located(value["talon"], cards, line),
        guaranteed=_numbers(value, "guaranteed", line, seats),
        par=_numbers(value, "par", line, seats),
    )


def _no_number(line: int) -> int:
    raise BoardsError(line, "no-board-number", text="…")


def _numbers(value: dict[str, Any], name: str, line: int, seats: int) -> tuple[int, ...]:
    numbers = value.get(name, [])
    if not isinstance(numbers, list):
        raise BoardsError(line, "seat-numbers", name=name)
    return seat_numbers(numbers, line, name=name, seats=seats)


def _cards_in(found: _Reader, start: int, end: int) -> dict[str, Iterator[int]]:
    """Return by text the lines on which it stands in quotation marks, in order."""
    lines: dict[str, list[int]] = {}
    for match in re.compile(r'"([^"\\]{1,8})"').finditer(found.text, start, end):
        lines.setdefault(match[1], []).append(found.line(match.start()))
    return {text: iter(each) for text, each in lines.items()}


def _located(cards: Any, lines: dict[str, Iterator[int]], line: int) -> Sequence[Card]:
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise BoardsError(line, "not-a-board")
    return [(card, next(lines.get(card, iter(())), line)) for card in cards]


def _text(head: dict[str, Any], lines: dict[str, int], name: str) -> str:
    text = head.get(name, "")
    if not isinstance(text, str) or text != one_line(text):
        raise BoardsError(lines[name], "text", name=name, most=LONGEST_TEXT)
    return text
