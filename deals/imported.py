"""Deals that were not drawn here but imported from a file: how their cards are sealed.

Pure: no Django. docs/deals.md defines the form; nothing here may change for
`triplicate-imported-set/1`.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.protocol import Deal, Game, Options

from .description import (
    MOST_BOARDS,
    Description,
    DescriptionError,
    canonical_json,
    check,
    check_cards,
    cut,
    is_count,
    is_text,
    layout,
    load_json,
)
from .description import read as read_drawn

FORMAT = "triplicate-imported-set/1"

_FIELDS = frozenset(
    (
        *("boards", "deck", "format", "game", "hands"),
        *("options", "purpose", "set", "source", "talon"),
    )
)


@dataclass(frozen=True, slots=True)
class ImportedSet:
    """All that is public, before play, about deals that came from a file; `source` is its name.

    Their cards are bytes: board by board, the hands by seat and then the talon, each card by its
    place in the deck, counted from 0. The cards of a hand are in the deck's order.
    """

    set: str
    game: str
    options: Mapping[str, bool | int | str]
    deck: tuple[str, ...]
    hands: tuple[int, ...]
    talon: int
    boards: int
    purpose: str
    source: str

    def public(self) -> dict[str, object]:
        """The description, as JSON values, without the key and the cards."""
        return {
            "boards": self.boards,
            "deck": list(self.deck),
            "format": FORMAT,
            "game": self.game,
            "hands": list(self.hands),
            "options": dict(self.options),
            "purpose": self.purpose,
            "set": self.set,
            "source": self.source,
            "talon": self.talon,
        }

    def commitment(self, key: bytes, cards: bytes) -> str:
        """SHA-256, in hexadecimal, of the canonical description with the key and the cards in it.

        The key is what keeps whoever has a file from trying whether it is this one.
        """
        sealed = canonical_json({**self.public(), "key": key.hex(), "cards": cards.hex()})
        return hashlib.sha256(sealed.encode()).hexdigest()

    def packed(self, deals: Sequence[Deal]) -> bytes:
        """The cards of these deals, one for each board; ValueError for a card not in the deck."""
        place = {card: index for index, card in enumerate(self.deck)}
        try:
            return b"".join(
                bytes(
                    [
                        *(index for hand in deal.hands for index in sorted(place[c] for c in hand)),
                        *(place[card] for card in deal.talon),
                    ]
                )
                for deal in deals
            )
        except KeyError as error:
            raise ValueError(f"{error.args[0]!a} is not in the deck") from None

    def deal(self, *, cards: bytes, board: int) -> Deal:
        """The deal of a board from 1 to `boards`; ValueError for another one."""
        if not 1 <= board <= self.boards:
            raise ValueError(f"this set has boards 1 to {self.boards}, not {board}")
        size = len(self.deck)
        dealt = [self.deck[index] for index in cards[(board - 1) * size : board * size]]
        return cut(dealt, self.hands)


def describe(
    game: Game, options: Options, *, set_id: str, boards: int, purpose: str, source: str
) -> ImportedSet:
    """The description of a set that came from a file; ValueError if the form cannot state it."""
    hands, talon = layout(game, options)
    return _read(
        {
            "boards": boards,
            "deck": list(game.deck(options)),
            "format": FORMAT,
            "game": game.key,
            "hands": list(hands),
            "options": dict(options),
            "purpose": purpose,
            "set": set_id,
            "source": source,
            "talon": talon,
        }
    )


@lru_cache(maxsize=64)
def read_text(text: str) -> Description | ImportedSet:
    """The description, of either form, in a canonical text; DescriptionError if there is none."""
    return read(load_json(text))


def read(value: object) -> Description | ImportedSet:
    """The description in these JSON values, of either form; DescriptionError says what is wrong."""
    if isinstance(value, dict) and value.get("format") == FORMAT:
        return _read(value)
    return read_drawn(value)


def _read(value: dict[str, object]) -> ImportedSet:
    if value.keys() != _FIELDS:
        odd = ", ".join(sorted(value.keys() ^ _FIELDS))
        raise DescriptionError(f"the description has too much or too little: {odd!a}")
    check_cards(value)
    check("boards", is_count(value["boards"], 1, MOST_BOARDS))
    check("source", is_text(value["source"]) and value["source"] != "")
    return _imported(**value)


def _imported(**fields: Any) -> ImportedSet:
    del fields["format"]
    listed = {name: tuple(fields[name]) for name in ("deck", "hands")}
    return ImportedSet(**{**fields, **listed})
