"""The canonical description of a deal set: what is sealed, to the byte, and how it deals.

Pure: no Django, so that `python -m deals verify` works on any machine. docs/deals.md defines the
form; nothing here may change for `triplicate-deal-set/1`.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.dealing import ALGORITHM, MOST_CARDS, deal_by
from engine.protocol import Deal, Game, Options

FORMAT = "triplicate-deal-set/1"
KEY_BYTES = 32
MOST_BOARDS = 9999
LONGEST_TEXT = 200
PURPOSES = ("main", "reserve")

_FIELDS = frozenset(
    (
        *("algorithm", "announced", "boards", "deck", "format", "game", "hands"),
        *("options", "pass_four_aces", "purpose", "set", "talon"),
    )
)
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
_CARD = re.compile(r"[!-~]{1,8}")
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
# Whole numbers that every JSON reader keeps exactly.
_SAFE = 2**53


class DescriptionError(ValueError):
    """A text that is not the description of a deal set; the message is one line."""


@dataclass(frozen=True, slots=True)
class Announced:
    """Where the public value will come from, and on which day (`2026-12-05`)."""

    source: str
    date: str


@dataclass(frozen=True, slots=True)
class Description:
    """All that is sealed about a deal set, but its key.

    `hands` are the numbers of cards by seat and `talon` that of the other cards: a shuffled deck
    gives seat 0 its first cards, seat 1 the next ones, and so on; the talon is what remains.
    """

    set: str
    game: str
    options: Mapping[str, bool | int | str]
    deck: tuple[str, ...]
    hands: tuple[int, ...]
    talon: int
    boards: int
    purpose: str
    pass_four_aces: bool
    announced: Announced | None

    def public(self) -> dict[str, object]:
        """The description without the key, as JSON values."""
        announced = self.announced
        return {
            "algorithm": ALGORITHM,
            "announced": announced and {"date": announced.date, "source": announced.source},
            "boards": self.boards,
            "deck": list(self.deck),
            "format": FORMAT,
            "game": self.game,
            "hands": list(self.hands),
            "options": dict(self.options),
            "pass_four_aces": self.pass_four_aces,
            "purpose": self.purpose,
            "set": self.set,
            "talon": self.talon,
        }

    def commitment(self, key: bytes) -> str:
        """SHA-256, in hexadecimal, of the canonical description with this key in it."""
        sealed = canonical_json({**self.public(), "key": key.hex()})
        return hashlib.sha256(sealed.encode()).hexdigest()

    def cut(self, cards: Sequence[str]) -> Deal:
        """The deal of a shuffled deck."""
        return cut(cards, self.hands)

    def deal(self, *, key: bytes, public_value: str, board: int) -> Deal:
        """The deal of a board from 1 to `boards`; ValueError for another one."""
        if not 1 <= board <= self.boards:
            raise ValueError(f"this set has boards 1 to {self.boards}, not {board}")
        return deal_by(
            self.cut,
            self.deck,
            key=key,
            public_value=public_value,
            game=self.game,
            board=board,
            pass_four_aces=self.pass_four_aces,
        )


def cut(cards: Sequence[str], hands: Sequence[int]) -> Deal:
    """The deal of cards that lie in a row: the hands of these sizes by seat, then the talon."""
    dealt, start = [], 0
    for size in hands:
        dealt.append(tuple(cards[start : start + size]))
        start += size
    return Deal(tuple(dealt), tuple(cards[start:]))


def canonical_json(value: object) -> str:
    """Sorted keys, no spaces, nothing escaped that need not be: one text for one value."""
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
    )


def layout(game: Game, options: Options) -> tuple[tuple[int, ...], int]:
    """The sizes of the hands by seat, and of the talon, in a game's deals.

    ValueError if the game does not deal its cards one hand after another, which is all that this
    form of description can state; BadRecord for options the game does not have.
    """
    deck = game.deck(options)
    dealt = game.deal_from(deck, options)
    # The other way round as well: a game that sorts what it deals shows there.
    for cards in (deck, deck[::-1]):
        parts = game.deal_from(cards, options)
        if tuple(card for part in (*parts.hands, parts.talon) for card in part) != cards:
            raise ValueError(f"{game.key} does not deal one hand after another")
    return tuple(len(hand) for hand in dealt.hands), len(dealt.talon)


def describe(
    game: Game,
    options: Options,
    *,
    set_id: str,
    boards: int,
    purpose: str,
    pass_four_aces: bool,
    announced: Announced | None,
) -> Description:
    """The description of a new set of this game; ValueError if the form cannot state it."""
    hands, talon = layout(game, options)
    return read(
        {
            "algorithm": ALGORITHM,
            "announced": announced and {"date": announced.date, "source": announced.source},
            "boards": boards,
            "deck": list(game.deck(options)),
            "format": FORMAT,
            "game": game.key,
            "hands": list(hands),
            "options": dict(options),
            "pass_four_aces": pass_four_aces,
            "purpose": purpose,
            "set": set_id,
            "talon": talon,
        }
    )


def load_json(text: str) -> object:
    """The value of a JSON text; DescriptionError where two readers could differ on it."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise DescriptionError("a name stands twice in one object")
        return found

    def never(constant: str) -> object:
        raise DescriptionError(f"{constant} is not JSON")

    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=never)
    except DescriptionError:
        raise
    except ValueError as error:  # also for a number of thousands of digits
        raise DescriptionError(f"not JSON: {error}") from None
    except RecursionError:
        raise DescriptionError("not JSON of ours: nested too deeply") from None


def read(value: object) -> Description:
    """The description in these JSON values; DescriptionError says what is wrong."""
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise DescriptionError(f"the description is not {FORMAT}")
    if value.keys() != _FIELDS:
        odd = ", ".join(sorted(value.keys() ^ _FIELDS))
        raise DescriptionError(f"the description has too much or too little: {odd!a}")
    if value["algorithm"] != ALGORITHM:
        raise DescriptionError(f"the algorithm is not {ALGORITHM}")
    check("pass_four_aces", isinstance(value["pass_four_aces"], bool))
    check("boards", is_count(value["boards"], 1, MOST_BOARDS))
    check_cards(value)
    return Description(
        set=value["set"],
        game=value["game"],
        options=value["options"],
        deck=tuple(value["deck"]),
        hands=tuple(value["hands"]),
        talon=value["talon"],
        boards=value["boards"],
        purpose=value["purpose"],
        pass_four_aces=value["pass_four_aces"],
        announced=_read_announced(value["announced"]),
    )


def check_cards(value: Mapping[str, Any]) -> None:
    """Raise DescriptionError unless set, game, purpose, options, deck and sizes can be those."""
    check("set", is_name(value["set"]))
    check("game", is_name(value["game"]))
    check("purpose", value["purpose"] in PURPOSES)
    options = value["options"]
    check("options", isinstance(options, dict) and all(map(_is_option, options.items())))
    deck, hands, talon = value["deck"], value["hands"], value["talon"]
    check("deck", isinstance(deck, list) and 1 <= len(deck) <= MOST_CARDS and is_cards(deck))
    check(
        "hands",
        isinstance(hands, list) and all(is_count(size, 1, MOST_CARDS) for size in hands),
    )
    check("talon", is_count(talon, 0, MOST_CARDS) and sum(hands) + talon == len(deck))


def is_cards(value: object) -> bool:
    """Whether this is a list of card codes."""
    return isinstance(value, list) and all(
        isinstance(card, str) and _CARD.fullmatch(card) for card in value
    )


def is_text(value: object) -> bool:
    """Whether this is a text that UTF-8 can hold, of a length a page can show."""
    return (
        isinstance(value, str)
        and len(value) <= LONGEST_TEXT
        and not any("\ud800" <= character <= "\udfff" for character in value)
    )


def _read_announced(value: object) -> Announced | None:
    if value is None:
        return None
    if isinstance(value, dict) and value.keys() == {"date", "source"}:
        source, date = value["source"], value["date"]
        if is_text(source) and source and isinstance(date, str) and _DATE.fullmatch(date):
            return Announced(source=source, date=date)
    raise DescriptionError("the description's 'announced' cannot be what it says")


def check(field: str, right: bool) -> None:
    """Raise DescriptionError, naming the field, unless it is right."""
    if not right:
        raise DescriptionError(f"the description's {field!r} cannot be what it says")


def is_name(value: object) -> bool:
    """Whether this is a game's key, a set's name or an option's."""
    return isinstance(value, str) and _NAME.fullmatch(value) is not None


def is_count(value: object, least: int, most: int) -> bool:
    """Whether this is a whole number within these limits."""
    return type(value) is int and least <= value <= most


def _is_option(item: tuple[str, object]) -> bool:
    name, value = item
    if not is_name(name):
        return False
    if type(value) is int:
        return -_SAFE < value < _SAFE
    return isinstance(value, bool) or is_text(value)
