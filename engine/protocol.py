"""The one contract of all games.

A game is data and a few functions: its deck, how a shuffled deck becomes a deal, the first state of
a deal, what a form asks of a result, and what a result entered by hand is worth or may be.
States are immutable values: `apply` returns another one. After the deal there is no chance: the
same deal and the same actions always give the same outcome.

Seats are numbered in the order of play: seat 0 acts first, the last seat deals. Scores are
integers in the game's own unit (Com'on!: half-lives).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple, Protocol, runtime_checkable

from engine.errors import BadRecord

Options = Mapping[str, object]
NO_OPTIONS: Options = MappingProxyType({})

# The option of every game that can be played by more than one number of players.
PLAYERS = "players"
# The seat that stands for the table's clock, where a game has something to do when it runs out.
CLOCK = -1
OF_CLOCK = "clock:"
# How many values of an option a refusal names.
_MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class Deal:
    """One distribution of the cards: the hands by seat, and all other cards, first = top.

    `order` is the deck once more, in the hidden order in which cards come back into play; it is
    empty in the games where none do.
    """

    hands: tuple[tuple[str, ...], ...]
    talon: tuple[str, ...]
    order: tuple[str, ...] = ()

    def check(
        self, deck: Sequence[str], *, hands: Sequence[int], talon: int, ordered: bool = False
    ) -> None:
        """Raise BadRecord unless exactly the deck is dealt, in hands and a talon of these sizes.

        `ordered` says whether the deal must have an order of the deck, or none.
        """
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
        if sorted(self.order) != (sorted(deck) if ordered else []):
            needed = "each card of the deck once" if ordered else "empty in this game"
            raise BadRecord("order", f"the order of a deal is {needed}")


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
    where they lie face up before the winner; it is empty where won cards are turned over. `shown`
    are the cards that each seat still holds and has shown to all. `facts` is whatever else this
    seat may know and only this game has, as JSON values: a stake turned up, a contract, a phase.
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
    shown: tuple[tuple[str, ...], ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a deal: the score of each seat, and the detail that `Game.score` also takes."""

    scores: tuple[int, ...]
    detail: Mapping[str, object]


class Ask(NamedTuple):
    """What a form asks of a result, under `name` in the detail: a number for each seat.

    Each number is one of `values`, and together they make `total`, unless that is None. A yes or
    no is a 1 or a 0. Where `each` is false one number is asked of the whole table, not a list.
    `words` name the values where they are choices and not quantities: `("petite", "garde")`.
    """

    name: str
    values: tuple[int, ...]
    total: int | None = None
    each: bool = True
    words: tuple[str, ...] = ()


class Option(NamedTuple):
    """What can be agreed on before a deal: one of `values`, `default` where nothing is said.

    What is `carried` nobody is asked: a match says it, where one deal leaves something to the next.
    """

    name: str
    values: tuple[int | str, ...]
    default: int | str
    carried: bool = False


class Expiry(NamedTuple):
    """What the table's common clock does when it runs out: an `action` of the seat CLOCK.

    It runs for `seconds`, anew from each action after which `since` is another number; the others
    do not prolong it. Who acts on what lies there says with which `since` it was seen, so that a
    server can turn away what came too late.
    """

    action: str
    seconds: int
    since: int


class State(Protocol):
    """A deal at one moment."""

    @property
    def actor(self) -> int | None:
        """The seat to act; None when the deal is over, or while several seats may act at once."""

    def legal(self) -> tuple[str, ...]:
        """Every action that may be taken now, in a fixed order; empty when the deal is over.

        While several seats may act, each stands with its seat, as records have it: `2/7S`.
        """

    def apply(self, seat: int, action: str) -> "State":
        """The state after this action of this seat; IllegalAction if a rule forbids it."""

    def view(self, seat: int) -> View:
        """What this seat may know."""

    def outcome(self) -> Outcome | None:
        """The result, or None while the deal is being played."""


@runtime_checkable
class ClockedState(State, Protocol):
    """A state of a game whose rules give all seats one clock, while several may act."""

    def expiry(self) -> Expiry | None:
        """What the common clock would do now; None at a moment that has no such clock."""


class Game(Protocol):
    """The rules of one game. `seats` are the table sizes it can be played at, the usual one first.

    With several sizes it has the option `players`, and what it asks may depend on its options.
    """

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def seats(self) -> tuple[int, ...]: ...

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be agreed on before a deal."""

    @property
    def no_event(self) -> str:
        """Why results of this game are not worth comparing, as a rule's key; else empty."""

    def asks(self, options: Options = NO_OPTIONS) -> tuple[Ask, ...]:
        """What is entered by hand of a deal; the answers, by name, make a detail."""

    def deck(self, options: Options = NO_OPTIONS) -> tuple[str, ...]:
        """The cards in canonical order; BadRecord for options the game does not have."""

    def deal_from(self, cards: Sequence[str], options: Options = NO_OPTIONS) -> Deal:
        """The deal of a shuffled deck; it never depends on anything but the cards' order."""

    def start(self, deal: Deal, options: Options = NO_OPTIONS) -> State:
        """The first state of a deal; BadRecord if the deal or the options are not the game's."""

    def score(self, detail: Mapping[str, object], options: Options = NO_OPTIONS) -> tuple[int, ...]:
        """The score by seat of a result entered by hand; UnattainableResult if there is none."""

    def attainable(self, options: Options = NO_OPTIONS) -> tuple[tuple[int, ...], ...]:
        """Every distribution of the numbers that are asked first, the largest number first.

        Empty where nothing is asked of each seat, or where they are too many to be listed.
        """


def at_once(seat: int, action: str) -> str:
    """How an action is written where several seats may act: `2/7S`, and of CLOCK `clock:close`."""
    return f"{OF_CLOCK}{action}" if seat == CLOCK else f"{seat}/{action}"


def expiry(state: State) -> Expiry | None:
    """What the common clock would do in this state of any game; None where there is none."""
    return state.expiry() if isinstance(state, ClockedState) else None


def agreed(game: str, known: Sequence[Option], options: Options) -> Mapping[str, int | str]:
    """Every option of a game with its value; BadRecord for one that it does not have.

    A yes or no is written as true or false in a record, and is one of the values True and False.
    """
    chosen = {option.name: option.default for option in known}
    for name in sorted(map(str, options)):
        if name not in chosen:
            raise BadRecord("unknown-option", f"{game} has no option {name!r}", option=name)
    for option in known:
        value = options.get(option.name, option.default)
        # True is 1 in Python, but not in a record.
        if not isinstance(value, int | str) or not any(
            value == each and type(value) is type(each) for each in option.values
        ):
            named = ", ".join(map(str, option.values[:_MOST_NAMED]))
            more = ", …" if len(option.values) > _MOST_NAMED else ""
            raise BadRecord(
                "option-value",
                f"{option.name} is one of {named}{more}, not {value!r}",
                option=option.name,
            )
        chosen[option.name] = value
    return chosen


def players(game: Game, options: Options = NO_OPTIONS) -> int:
    """How many play with these options; BadRecord for options the game does not have."""
    return int(agreed(game.key, game.options, options).get(PLAYERS, game.seats[0]))


def refuse_options(game: str, options: Options) -> None:
    """BadRecord if there is any option, for a game that has none."""
    agreed(game, (), options)
