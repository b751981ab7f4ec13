"""Deals as files have them: numbered boards of one game, whatever the form of the file.

Pure: no Django. docs/deal-files.md defines the forms.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from engine.errors import EngineError
from engine.protocol import Deal, Game, Options
from engine.registry import game as game_of

from ..description import LONGEST_TEXT, MOST_BOARDS, layout
from .reasons import BoardsError

SEATS = "ABCDEFGH"
MOST_BYTES = 2_000_000
# Whole numbers that every program keeps exactly.
_SAFE = 2**53
_NUMBER = re.compile(r"[1-9][0-9]{0,3}")
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


@dataclass(frozen=True, slots=True)
class DealtBoard:
    """A board and its cards; where they were worked out, what each seat can reach.

    `guaranteed` are the tricks and `par` the scores by seat, as docs/par.md defines them; empty
    where nobody worked them out.
    """

    number: int
    deal: Deal
    guaranteed: tuple[int, ...] = ()
    par: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards of a file by number, and what it says of where they were played.

    `date` is a day, `2026-12-05`, or empty. Hands are in the order of the game's deck.
    """

    game: str
    boards: tuple[DealtBoard, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    event: str = ""
    site: str = ""
    date: str = ""


# A card and the line it stands on.
Card = tuple[str, int]


@dataclass(slots=True)
class ReadBoard:
    """A board as a file has it, before it is known to be one. `talon` None: it is not given."""

    line: int
    number: int
    hands: Sequence[Sequence[Card]]
    talon: Sequence[Card] | None = None
    guaranteed: tuple[int, ...] = ()
    par: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """The game that deals are read as, and how it deals."""

    game: Game
    options: Options
    deck: tuple[str, ...]
    hands: tuple[int, ...]
    talon: int


def wanted(stated: str, line: int, options: Options, *, game: str) -> Wanted:
    """Return the game that the file states on this line; where it states none, `game`.

    Raises BoardsError if there is no such game, if it is not the `game` asked for, or if none is.
    """
    key = stated or game
    if not key:
        raise BoardsError(line, "no-game")
    if game and key != game:
        raise BoardsError(line, "other-game", game=key, wanted=game)
    try:
        found = game_of(key)
    except EngineError:
        raise BoardsError(line, "unknown-game", game=key) from None
    try:
        hands, talon = layout(found, options)
        return Wanted(found, options, found.deck(options), hands, talon)
    except ValueError:
        raise BoardsError(line, "options") from None


def boards_of(found: Iterable[ReadBoard], game: Wanted) -> tuple[DealtBoard, ...]:
    """Return the boards by number, once each is known to deal the game's cards, all of them once.

    Raises BoardsError for the first that does not, for a number that is there twice, and for none.
    """
    lines: dict[int, int] = {}
    boards = []
    for each in found:
        if each.number in lines:
            raise BoardsError(each.line, "board-twice", board=each.number, first=lines[each.number])
        lines[each.number] = each.line
        if len(lines) > MOST_BOARDS:
            raise BoardsError(each.line, "too-many-boards", most=MOST_BOARDS)
        boards.append(_dealt(each, game))
    if not boards:
        raise BoardsError(1, "no-boards")
    return tuple(sorted(boards, key=lambda board: board.number))


def normal(deal: Deal, deck: Sequence[str]) -> Deal:
    """Return the same deal with its hands in the deck's order: those of a hand have none."""
    place = {card: index for index, card in enumerate(deck)}
    hands = tuple(tuple(sorted(hand, key=lambda card: place[card])) for hand in deal.hands)
    return Deal(hands, tuple(deal.talon))


def board_number(text: str, line: int) -> int:
    """Return a board's number, 1 to 9999; BoardsError for anything else."""
    if not _NUMBER.fullmatch(text):
        raise BoardsError(line, "no-board-number", text=text)
    return int(text)


def seat_numbers(values: Sequence[object], line: int, *, name: str, seats: int) -> tuple[int, ...]:
    """Return one whole number for each seat, or nothing; BoardsError for anything else."""
    numbers = tuple(value for value in values if type(value) is int and -_SAFE < value < _SAFE)
    if len(numbers) != len(values) or len(numbers) not in (0, seats):
        raise BoardsError(line, "seat-numbers", name=name)
    return numbers


def seat_numbers_of(text: str, line: int, *, name: str, seats: int) -> tuple[int, ...]:
    """Return the same from a text with blanks between the numbers."""
    values = [int(word) if re.fullmatch(r"-?[0-9]{1,15}", word) else None for word in text.split()]
    return seat_numbers(values, line, name=name, seats=seats)


def day(text: str, line: int) -> str:
    """Return a day as `2026-12-05`, or the empty text; BoardsError for anything else."""
    if text:
        try:
            if not _DATE.fullmatch(text):
                raise ValueError
            date.fromisoformat(text)
        except ValueError:
            raise BoardsError(line, "date", text=text) from None
    return text


def one_line(text: str) -> str:
    """Return a text as files have it: composed, single blanks, nothing unseen, not too long."""
    visible = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(unicodedata.normalize("NFC", visible).split())[:LONGEST_TEXT].rstrip()


def _dealt(found: ReadBoard, game: Wanted) -> DealtBoard:
    _refuse_strange(found, game)
    if len(found.hands) != len(game.hands):
        raise BoardsError(
            found.line,
            "hands",
            board=found.number,
            found=len(found.hands),
            expected=len(game.hands),
        )
    for seat, (hand, size) in enumerate(zip(found.hands, game.hands, strict=True)):
        if len(hand) != size:
            raise BoardsError(
                hand[0][1] if hand else found.line,
                "hand-size",
                seat=SEATS[seat],
                board=found.number,
                found=len(hand),
                expected=size,
            )
    hands = tuple(tuple(card for card, _line in hand) for hand in found.hands)
    if found.talon is None:
        dealt = {card for hand in hands for card in hand}
        talon = tuple(card for card in game.deck if card not in dealt)
    else:
        talon = tuple(card for card, _line in found.talon)
    if len(talon) != game.talon:
        raise BoardsError(
            found.talon[0][1] if found.talon else found.line,
            "talon-size",
            board=found.number,
            found=len(talon),
            expected=game.talon,
        )
    deal = normal(Deal(hands, talon), game.deck)
    return DealtBoard(found.number, deal, found.guaranteed, found.par)


def _refuse_strange(found: ReadBoard, game: Wanted) -> None:
    """Raise BoardsError for a card that the game has not, or that is dealt for the second time."""
    known, seen = set(game.deck), set()
    for card, line in (each for part in (*found.hands, found.talon or ()) for each in part):
        if card not in known:
            raise BoardsError(line, "no-such-card", card=card)
        if card in seen:
            raise BoardsError(line, "card-twice", card=card)
        seen.add(card)
