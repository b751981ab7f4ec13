"""The JSON record of a deal: who held what, and what was done.

    {"format": "triplicate-record/1", "game": "comon", "options": {},
     "deal": {"hands": [["AS", …], …], "talon": ["7S", "9D"]}, "actions": ["KD", …]}

A deal whose game has one also has its "order". An action taken while several seats may act stands
with its seat, `2/7S`, and what the table's clock did as `clock:close`.
Reading checks the shape only: whether the cards make a deal of the game, and the actions are
legal, is known when the record is replayed.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

from engine.errors import BadRecord
from engine.protocol import Deal, Options

FORMAT = "triplicate-record/1"
FIELDS = ("format", "game", "options", "deal", "actions")

# What surrounds JSON, and the mark that some editors put before UTF-8.
_BLANK = b" \t\r\xef\xbb\xbf"
# Cards and actions are short words, so that they can stand in a one-line message as they are.
_WORD = re.compile(r"[!-~]{1,100}")


@dataclass(frozen=True, slots=True)
class Record:
    """A deal of one game with its options, and the actions taken so far, in order."""

    game: str
    options: Options
    deal: Deal
    actions: tuple[str, ...]


def dump(record: Record) -> str:
    """The record as one line of JSON, its fields in the documented order."""
    return json.dumps(
        {
            "format": FORMAT,
            "game": record.game,
            "options": dict(record.options),
            "deal": {
                "hands": [list(hand) for hand in record.deal.hands],
                "talon": list(record.deal.talon),
                **({"order": list(record.deal.order)} if record.deal.order else {}),
            },
            "actions": list(record.actions),
        }
    )


def texts(data: bytes) -> list[tuple[int, bytes]]:
    """The records in a file, each with the number of its first line.

    One record stands on each line that is not blank. A file whose first line breaks off, ending in
    a comma or an opening bracket, is a single record written over several lines.
    """
    lines = [
        (number, line)
        for number, line in enumerate(data.split(b"\n"), start=1)
        if line.strip(_BLANK)
    ]
    if lines and lines[0][1].rstrip().endswith((b"{", b"[", b",")):
        return [(lines[0][0], data)]
    return lines


def load(data: str | bytes) -> Record:
    """The record written in this JSON text; BadRecord says what is wrong with it."""
    fields = _object(
        _parsed(_decoded(data)), "the record", ("format", "game", "options", "deal", "actions")
    )
    if fields["format"] != FORMAT:
        raise BadRecord("format", f'"format" is {FORMAT!r}, not {_shown(fields["format"])}')
    if not isinstance(fields["game"], str):
        _bad('"game" is a text', fields["game"])
    if not isinstance(fields["options"], dict):
        _bad('"options" is an object', fields["options"])
    deal = _object(fields["deal"], '"deal"', ("hands", "talon"), may=("order",))
    if not isinstance(deal["hands"], list):
        _bad('"hands" is a list of lists of cards', deal["hands"])
    return Record(
        game=fields["game"],
        options=fields["options"],
        deal=Deal(
            hands=tuple(_words(hand, "a hand", "cards") for hand in deal["hands"]),
            talon=_words(deal["talon"], '"talon"', "cards"),
            order=_words(deal.get("order", []), '"order"', "cards"),
        ),
        actions=_words(fields["actions"], '"actions"', "actions"),
    )


def _decoded(data: str | bytes) -> str:
    if isinstance(data, str):
        return data
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRecord("utf-8", f"not UTF-8 at byte {error.start + 1}") from error


def _parsed(text: str) -> object:
    try:
        value: object = json.loads(text, object_pairs_hook=_unique)
    except BadRecord:
        raise
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, " if "\n" in text.rstrip("\n") else ""
        raise BadRecord(
            "json", f"not JSON: {error.msg} ({where}column {error.colno})", reason=error.msg
        ) from error
    except ValueError as error:
        raise BadRecord("json", "not JSON: a number is too long", reason=str(error)) from error
    except RecursionError as error:
        raise BadRecord("json", "not a record: nested too deeply", reason="depth") from error
    return value


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadRecord("field-twice", f"the field {_shown(twice)} is given twice", field=twice)
    return fields


def _object(
    value: object, what: str, names: tuple[str, ...], *, may: tuple[str, ...] = ()
) -> Mapping[str, object]:
    if not isinstance(value, dict):
        _bad(f"{what} is an object", value)
    for name in names:
        if name not in value:
            raise BadRecord("field-missing", f'{what} has no "{name}"', field=name)
    for name in value:
        if name not in names + may:
            raise BadRecord(
                "field-unknown", f"{what} has an unknown field {_shown(name)}", field=name
            )
    return value


def _words(value: object, what: str, kind: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        _bad(f"{what} is a list of {kind}", value)
    for word in value:
        if not isinstance(word, str) or not _WORD.fullmatch(word):
            _bad(f"{what} is a list of {kind}, each a short word", word)
    return tuple(value)


def _bad(expected: str, found: object) -> NoReturn:
    raise BadRecord(
        "wrong-type", f"{expected}, not {_shown(found)}", expected=expected, found=_shown(found)
    )


def _shown(value: object) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    shown = json.dumps(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
