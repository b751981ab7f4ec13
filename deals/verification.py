"""Checks a published deal file: the commitment, the key, and every board.

Pure: no Django, no database, nothing but the file. docs/deals.md defines the form.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import EngineError
from engine.protocol import Deal
from engine.registry import game as game_of

from .description import (
    KEY_BYTES,
    MOST_BOARDS,
    Description,
    DescriptionError,
    is_cards,
    is_text,
    layout,
    load_json,
)
from .imported import ImportedSet, read

FORMAT = "triplicate-deals/1"
SEATS = "ABCDEFGH"

_COMMITMENT = re.compile(r"[0-9a-f]{64}")
_KEY = re.compile(rf"[0-9a-f]{{{2 * KEY_BYTES}}}")
_SEALED = {"format", "commitment", "description"}
_REVEALED = _SEALED | {"key", "public_value", "boards"}


@dataclass(frozen=True, slots=True)
class DealFile:
    """A published file. `key` is empty, and there are no boards, while the set is sealed."""

    commitment: str
    description: Description | ImportedSet
    key: bytes
    public_value: str
    boards: dict[int, Deal]


def read_file(text: str) -> DealFile:
    """The file in this JSON text; DescriptionError says, in one line, what is wrong with it."""
    value = load_json(text)
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise DescriptionError(f"this is not a file of the form {FORMAT}")
    if value.keys() not in (_SEALED, _REVEALED):
        odd = ", ".join(sorted(value.keys() ^ _REVEALED))
        raise DescriptionError(f"the file has too much or too little: {odd!a}")
    commitment = value["commitment"]
    if not is_commitment(commitment):
        raise DescriptionError("the commitment is not 64 hexadecimal digits")
    description = read(value["description"])
    if value.keys() == _SEALED:
        return DealFile(commitment, description, b"", "", {})
    key = value["key"]
    if not (isinstance(key, str) and _KEY.fullmatch(key)):
        raise DescriptionError(f"the key is not {2 * KEY_BYTES} hexadecimal digits")
    if not is_text(value["public_value"]):
        raise DescriptionError("the public value is not a text")
    return DealFile(
        commitment,
        description,
        bytes.fromhex(key),
        value["public_value"],
        _read_boards(value["boards"]),
    )


def is_commitment(value: object) -> bool:
    """Whether this is SHA-256 in lower-case hexadecimal."""
    return isinstance(value, str) and _COMMITMENT.fullmatch(value) is not None


def failures(file: DealFile, *, published: str = "") -> list[str]:
    """What does not hold, one line each; nothing if every board is the sealed one.

    `published` is the commitment noted before play, if one was.
    """
    found = []
    if published and published != file.commitment:
        found.append("the commitment is not the one published before play")
    if not file.key:
        return [*found, "the key is not revealed yet: there is nothing to verify"]
    described = file.description
    if isinstance(described, ImportedSet):
        return [*found, *_odd_game(described), *_odd_numbers(file), *_odd_cards(file, described)]
    if described.commitment(file.key) != file.commitment:
        found.append("the key and the description do not give the commitment")
    found += _odd_game(described)
    announced = described.announced is not None
    if announced and not file.public_value:
        return [*found, "the announced public value is missing"]
    if file.public_value and not announced:
        found.append("there is a public value that was not announced")
    for board in sorted(file.boards):
        if board <= described.boards:
            found += _odd_board(file, described, board)
    return found + _odd_numbers(file)


def _odd_numbers(file: DealFile) -> list[str]:
    """Which boards are missing, and which are too many."""
    missing = [
        f"board {board}: missing"
        for board in range(1, file.description.boards + 1)
        if board not in file.boards
    ]
    return missing + [
        f"board {board}: not in this set"
        for board in file.boards
        if board > file.description.boards
    ]


def _odd_cards(file: DealFile, described: ImportedSet) -> list[str]:
    """Whether the cards of imported deals are those that were sealed: all of them, or none."""
    if file.public_value:
        return ["there is a public value that was not announced"]
    found, deals = [], []
    for board in range(1, described.boards + 1):
        stated = file.boards.get(board)
        try:
            if stated is not None:
                stated.check(described.deck, hands=described.hands, talon=described.talon)
                deals.append(stated)
        except EngineError as error:
            found.append(f"board {board}: {str(error)!a}")
    if found or len(deals) < described.boards:
        return found
    if described.commitment(file.key, described.packed(deals)) != file.commitment:
        return ["the key, the description and the cards do not give the commitment"]
    return []


def _odd_game(description: Description | ImportedSet) -> list[str]:
    """Whether the deck and the hands are those of the game that the description names."""
    try:
        game = game_of(description.game)
        sizes = layout(game, description.options)
        usual = game.deck(description.options) == description.deck
    except EngineError as error:
        return [f"the game is unknown here: {str(error)!a}"]
    if usual and sizes == (description.hands, description.talon):
        return []
    return [f"the deck or the hands are not those of {description.game}"]


def _odd_board(file: DealFile, described: Description, board: int) -> list[str]:
    try:
        right = described.deal(key=file.key, public_value=file.public_value, board=board)
    except ValueError as error:
        return [f"board {board}: {error}"]
    stated = file.boards[board]
    if len(stated.hands) != len(right.hands):
        return [f"board {board}: {len(stated.hands)} hands, sealed are {len(right.hands)}"]
    # The cards of a hand have no order, those of the talon do.
    odd = [
        f"board {board}: hand {SEATS[seat]} is {_shown(hand)}, sealed is {_shown(sealed)}"
        for seat, (hand, sealed) in enumerate(zip(stated.hands, right.hands, strict=True))
        if sorted(hand) != sorted(sealed)
    ]
    if stated.talon != right.talon:
        odd.append(
            f"board {board}: talon is {_shown(stated.talon)}, sealed is {_shown(right.talon)}"
        )
    return odd


def _shown(cards: Sequence[str]) -> str:
    return " ".join(cards) or "empty"


def _read_boards(value: object) -> dict[int, Deal]:
    if not isinstance(value, list):
        raise DescriptionError("the boards are not a list")
    boards: dict[int, Deal] = {}
    for place, row in enumerate(value, start=1):
        if not isinstance(row, dict) or row.keys() != {"board", "hands", "talon"}:
            raise DescriptionError(f"entry {place} of the boards is not a board")
        board, hands, talon = row["board"], row["hands"], row["talon"]
        if type(board) is not int or not 1 <= board <= MOST_BOARDS:
            raise DescriptionError(f"entry {place} of the boards has no board number")
        if board in boards:
            raise DescriptionError(f"board {board} is there twice")
        if not isinstance(hands, list) or not all(map(is_cards, hands)) or not is_cards(talon):
            raise DescriptionError(f"board {board}: the hands or the talon are not lists of cards")
        boards[board] = Deal(tuple(map(tuple, hands)), tuple(talon))
    return boards
