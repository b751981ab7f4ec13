"""The match to a target, of the games whose deal scores simply add up.

It ends after the deal in which someone reaches the target; the highest total wins, and level ones
share. The deal passes to the next player, into the next match as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.matches.contract import (
    NO_DETAIL,
    Ending,
    EndingKind,
    Line,
    finished,
    first_dealer,
    known_options,
    not_finished,
    option_target,
)
from engine.protocol import NO_OPTIONS, Options
from engine.protocol import players as number_of_players
from engine.registry import game

TARGET = 500


@dataclass(frozen=True, slots=True)
class TargetMatch:
    """A match to a target after some deals: an immutable value. Totals are by player."""

    dealer: int
    totals: tuple[int, ...]
    target: int = TARGET
    agreed: tuple[tuple[str, object], ...] = ()

    @classmethod
    def begin(
        cls,
        *,
        seed: str,
        options: Options = NO_OPTIONS,
        players: int = 3,
        target: int = TARGET,
        key: str | None = None,
    ) -> "TargetMatch":
        """A new match, its first dealer drawn by the seed; BadRecord for options it has not.

        The option `target` takes the place of the game's own one, given as the parameter. With the
        key of a game its options are the match's as well, and say how many play.
        """
        rules = None if key is None else game(key)
        known_options(options, "target", *(each.name for each in (rules.options if rules else ())))
        agreed = {name: value for name, value in options.items() if name != "target"}
        if rules:
            players = number_of_players(rules, agreed)
        return cls(
            dealer=first_dealer(seed, players=players),
            totals=(0,) * players,
            target=option_target(options, default=target),
            agreed=tuple(agreed.items()),
        )

    @property
    def lines(self) -> tuple[Line, ...]:
        return (Line("points", self.totals),)

    @property
    def ending(self) -> Ending | None:
        """Who won, or None while nobody has reached the target."""
        highest = max(self.totals)
        if highest < self.target:
            return None
        winners = tuple(player for player, total in enumerate(self.totals) if total == highest)
        losers = tuple(player for player, total in enumerate(self.totals) if total < highest)
        return Ending(EndingKind.WIN, losers, winners)

    def player(self, seat: int) -> int:
        """Who holds this seat in the deal being played."""
        return (self.dealer + 1 + seat) % len(self.totals)

    @property
    def deal_options(self) -> Options:
        """What was agreed on: nothing else carries over into a deal itself."""
        return dict(self.agreed)

    def after_deal(
        self, scores: Sequence[int], detail: Mapping[str, object] = NO_DETAIL
    ) -> "TargetMatch":
        """The match after a deal with these scores by seat; IllegalAction if it is over."""
        if self.ending:
            raise finished()
        totals = list(self.totals)
        for seat, score in zip(range(len(totals)), scores, strict=True):
            totals[self.player(seat)] += score
        after = replace(self, totals=tuple(totals))
        return after if after.ending else replace(after, dealer=self._next_dealer())

    def next_match(self) -> "TargetMatch":
        """The match that follows a finished one; IllegalAction while this one goes on."""
        if self.ending is None:
            raise not_finished()
        return replace(self, dealer=self._next_dealer(), totals=(0,) * len(self.totals))

    def _next_dealer(self) -> int:
        return (self.dealer + 1) % len(self.totals)
