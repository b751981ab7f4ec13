"""The one contract of all games.

A game is data and five functions: its deck, how a shuffled deck becomes a deal, the first state of
a deal, and what a result entered by hand is worth or may be; the data says what a form asks.
States are immutable values: `apply` returns another one. After the deal there is no chance: the
same deal and the same actions always give the same outcome.

Seats are numbered in the order of play: seat 0 acts first, the last seat deals. Scores are
integers in the game's own unit (Com'on!: half-lives).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, Protocol

from engine.errors import BadRecord

Options = Mapping[str, object]
NO_OPTIONS: Options = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Deal:
    """One distribution of the cards: the hands by seat, and all other cards, first = top."""

    hands: tuple[tuple[str, ...], ...]
    talon: tuple[str, ...]

    def check(self, deck: Sequence[str], *, hands: Sequence[int], talon: int) -> None:
        """Raise BadRecord unless exactly the deck is dealt, in hands and a talon of these sizes."""
        if len(self.hands) != len(hands):
            raise BadRecord(
                "hands",
                f"{len(self.hands)} hands, where {len(hands)} are needed",
                found=len(self.hands),
                expected=len(hands),
            )
        for seat, (hand, size) in enumerate(zip(self.hands, hands, strict=True)):
            if len(hand) != size:
                raise BadRecord(
                    "hand-size",
                    f"the hand of seat {seat} has {len(hand)} cards, not {size}",
                    seat=seat,
                    found=len(hand),
                    expected=size,
                )
        if len(self.talon) != talon:
            raise BadRecord(
                "talon-size",
                f"the talon has {len(self.talon)} cards, not {talon}",
                found=len(self.talon),
                expected=talon,
            )
        waiting = set(deck)
        for card in (card for part in (*self.hands, self.talon) for card in part):
            if card in waiting:
                waiting.remove(card)
            elif card in deck:
                raise BadRecord("card-twice", f"{card} is dealt twice", card=card)
            else:
                raise BadRecord("no-such-card", f"{card!r} is not in this deck", card=card)


class Play(NamedTuple):
    """An action and the seat that took it."""

    seat: int
    action: str


class Trick(NamedTuple):
    """A completed trick: its cards in the order played, beginning with the leader's."""

    leader: int
    cards: tuple[str, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat may know of a state, and so all that may leave the server for it.

    `legal` is empty unless this seat may act. `counts` holds public numbers by seat, at least
    `cards` (still in hand). A game without tricks leaves `tricks` empty, and so on. `trumps` are
    the suits that are trumps now. `captured` are the cards won by each seat, in the deck's order,
    where they lie face up before the winner; it is empty where won cards are turned over.
    """

    game: str
    seat: int
    actor: int | None
    hand: tuple[str, ...]
    legal: tuple[str, ...]
    table: tuple[Play, ...]
    turned: tuple[str, ...]
    tricks: tuple[Trick, ...]
    counts: Mapping[str, tuple[int, ...]]
    trumps: str = ""
    captured: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a deal: the score of each seat, and the detail that `Game.score` also takes."""

    scores: tuple[int, ...]
    detail: Mapping[str, object]


class Ask(NamedTuple):
    """What a form asks of a result: a number for each seat, all of them under `name` in the detail.

    Each number is one of `values`, and together they make `total`, unless that is None. A yes or
    no is a 1 or a 0.
    """

    name: str
    values: tuple[int, ...]
    total: int | None = None


class State(Protocol):
    """A deal at one moment."""

    @property
    def actor(self) -> int | None:
        """The seat to act; None when the deal is over, or while several seats may act at once."""

    def legal(self) -> tuple[str, ...]:
        """Every action that may be taken now, in a fixed order; empty when the deal is over."""

    def apply(self, seat: int, action: str) -> "State":
        """The state after this action of this seat; IllegalAction if a rule forbids it."""

    def view(self, seat: int) -> View:
        """What this seat may know."""

    def outcome(self) -> Outcome | None:
        """The result, or None while the deal is being played."""


class Game(Protocol):
    """The rules of one game. `seats` are the table sizes it can be played at."""

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def seats(self) -> tuple[int, ...]: ...

    @property
    def asks(self) -> tuple[Ask, ...]:
        """What is entered by hand of a deal; the answers, by name, make a detail."""

    def deck(self, options: Options = NO_OPTIONS) -> tuple[str, ...]:
        """The cards in canonical order; BadRecord for options the game does not have."""

    def deal_from(self, cards: Sequence[str], options: Options = NO_OPTIONS) -> Deal:
        """The deal of a shuffled deck; it never depends on anything but the cards' order."""

    def start(self, deal: Deal, options: Options = NO_OPTIONS) -> State:
        """The first state of a deal; BadRecord if the deal or the options are not the game's."""

    def score(self, detail: Mapping[str, object]) -> tuple[int, ...]:
        """The score by seat of a result entered by hand; UnattainableResult if there is none."""

    def attainable(self) -> tuple[tuple[int, ...], ...]:
        """Every distribution of the numbers that are asked first, the largest number first."""


def refuse_options(game: str, options: Options) -> None:
    """BadRecord if there is any option, for a game that has none."""
    if options:
        name = min(map(str, options))
        raise BadRecord("unknown-option", f"{game} has no option {name!r}", option=name)
