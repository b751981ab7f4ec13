"""The one contract of all matches, and what they share.

A match is an immutable value: a sequence of deals of one game, and what carries over between them.
Players are numbered in the order of play around the table and keep their numbers; seats turn with
the deal, the last seat being the dealer's. Whoever keeps the scores of all deals gets any earlier
moment of a match back by telling a new one the same scores.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from itertools import count
from typing import NamedTuple, Protocol

from engine.errors import BadRecord, IllegalAction
from engine.protocol import NO_OPTIONS, Options

MOST_TARGET = 100_000
NO_DETAIL: Mapping[str, object] = NO_OPTIONS


class EndingKind(StrEnum):
    FITIL = "fitil"
    CAVEAU = "caveau"
    WIN = "win"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended: who lost it, and who won it or reached what was needed to win."""

    kind: EndingKind
    losers: tuple[int, ...]
    winners: tuple[int, ...]


class Line(NamedTuple):
    """A line of the score sheet: what it counts, and its number for each player."""

    name: str
    values: tuple[int, ...]


class Match(Protocol):
    """A match after some deals."""

    @property
    def dealer(self) -> int:
        """The player who deals now, or dealt last once the match is over."""

    @property
    def totals(self) -> tuple[int, ...]:
        """By player, what decides the match."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """Everything on the score sheet, by player; the first line are the totals."""

    @property
    def ending(self) -> Ending | None:
        """How the match ended, or None while it goes on."""

    def player(self, seat: int) -> int:
        """Who holds this seat in the deal being played."""

    @property
    def deal_options(self) -> Options:
        """What carries over into the next deal, as options of the game."""

    def after_deal(
        self, scores: Sequence[int], detail: Mapping[str, object] = NO_DETAIL
    ) -> "Match":
        """The match after a deal with these scores by seat; IllegalAction if it is over.

        `detail` is that of the deal's outcome, for the matches that need more than scores.
        """

    def next_match(self) -> "Match":
        """The match that follows a finished one; IllegalAction while this one goes on."""


def first_dealer(seed: str, *, players: int = 3) -> int:
    """The player drawn to deal first: each as likely, and always the same for one seed."""
    # From this multiple up, a byte would favour the first players.
    limit = 256 - 256 % players
    blocks = (sha256(f"first dealer/{seed}/{number}".encode()).digest() for number in count())
    return next(byte for block in blocks for byte in block if byte < limit) % players


def known_options(options: Options, *names: str) -> None:
    """BadRecord for an option that has none of these names."""
    for name in options:
        if name not in names:
            raise BadRecord("unknown-option", f"a match has no option {name!r}", option=name)


def option_on(options: Options, name: str, *, default: bool) -> bool:
    """Whether this option is on; BadRecord if it is neither on nor off."""
    value = options.get(name, default)
    if not isinstance(value, bool):
        raise BadRecord("option-value", f"{name} is on or off", option=name)
    return value


def option_target(options: Options, *, default: int) -> int:
    """The points to which the match is played; BadRecord if it is no number for that."""
    value = options.get("target", default)
    if type(value) is not int or not 1 <= value <= MOST_TARGET:
        raise BadRecord(
            "option-value",
            f"target is a number of points from 1 to {MOST_TARGET}",
            option="target",
        )
    return value


def finished() -> IllegalAction:
    return IllegalAction("finished", "the match is over")


def not_finished() -> IllegalAction:
    return IllegalAction("not-finished", "the match is not over")
