"""A game as it is played at one table: its rules together with what was agreed on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.protocol import NO_OPTIONS, Ask, Deal, Game, Options, State, players
from engine.registry import game


@dataclass(frozen=True)
class Variant:
    """The rules of a game with its options. BadRecord, on first use, for options it has not."""

    game: Game
    options: Options

    @property
    def key(self) -> str:
        """The game's key."""
        return self.game.key

    @cached_property
    def seats(self) -> int:
        """How many play."""
        return players(self.game, self.options)

    @cached_property
    def asks(self) -> tuple[Ask, ...]:
        """What a form asks of a result."""
        return self.game.asks(self.options)

    @cached_property
    def deck(self) -> tuple[str, ...]:
        """The cards in canonical order."""
        return self.game.deck(self.options)

    @cached_property
    def attainable(self) -> tuple[tuple[int, ...], ...]:
        """The distributions of what is asked first: see `Game.attainable`."""
        return self.game.attainable(self.options)

    def deal_from(self, cards: Sequence[str]) -> Deal:
        """The deal of a shuffled deck."""
        return self.game.deal_from(cards, self.options)

    def start(self, deal: Deal) -> State:
        """The first state of a deal; BadRecord if the deal is not the game's."""
        return self.game.start(deal, self.options)

    def score(self, detail: Mapping[str, object]) -> tuple[int, ...]:
        """The score by seat of a result entered by hand; UnattainableResult if there is none."""
        return self.game.score(detail, self.options)


def rules_within(key: str, options: Options) -> Variant:
    """The game of this key with those of the options that are its own, leaving a match's out."""
    found = game(key)
    own = {option.name for option in found.options}
    return Variant(found, {name: value for name, value in options.items() if name in own})


def variant(key: str, options: Options = NO_OPTIONS) -> Variant:
    """The game of this key with these options; UnknownGame if there is none."""
    return Variant(game(key), options)
