"""The match of so many rounds, in which each player deals equally often: scores may sum to zero.

It ends after so many rounds of the table, whatever the scores, a deal that all passed counting like
any other: the deal passes to the next player after each, into the next match as well. The highest
total wins, and level ones share.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.errors import BadRecord
from engine.matches.contract import (
    NO_DETAIL,
    Ending,
    EndingKind,
    Line,
    finished,
    first_dealer,
    known_options,
    not_finished,
)
from engine.protocol import NO_OPTIONS, Options, players
from engine.registry import game

MOST_ROUNDS = 50
ROUNDS = "rounds"


@dataclass(frozen=True, slots=True)
class RoundsMatch:
    """A match of some rounds after some deals: an immutable value. Totals are by player.

    `agreed` are the options of every deal.
    """

    dealer: int
    totals: tuple[int, ...]
    rounds: int
    played: int = 0
    agreed: tuple[tuple[str, object], ...] = ()

    @classmethod
    def begin(
        cls, *, seed: str, key: str, rounds: int, options: Options = NO_OPTIONS
    ) -> "RoundsMatch":
        """A new match of this game, its first dealer drawn by the seed.

        The option `rounds` takes the place of the parameter; the other options are those of the
        game. BadRecord for options the match has not.
        """
        rules = game(key)
        known_options(options, ROUNDS, *(each.name for each in rules.options if not each.carried))
        chosen = options.get(ROUNDS, rounds)
        if type(chosen) is not int or not 1 <= chosen <= MOST_ROUNDS:
            raise BadRecord(
                "option-value", f"rounds is a number from 1 to {MOST_ROUNDS}", option=ROUNDS
            )
        of_deals = {name: value for name, value in options.items() if name != ROUNDS}
        many = players(rules, of_deals)
        return cls(
            dealer=first_dealer(seed, players=many),
            totals=(0,) * many,
            rounds=chosen,
            agreed=tuple(of_deals.items()),
        )

    @property
    def deals(self) -> int:
        """How many deals the match has."""
        return self.rounds * len(self.totals)

    @property
    def lines(self) -> tuple[Line, ...]:
        return (Line("points", self.totals),)

    @property
    def ending(self) -> Ending | None:
        """Who won, or None while there are deals to play."""
        if self.played < self.deals:
            return None
        highest = max(self.totals)
        winners = tuple(player for player, total in enumerate(self.totals) if total == highest)
        losers = tuple(player for player, total in enumerate(self.totals) if total < highest)
        return Ending(EndingKind.WIN, losers, winners)

    def player(self, seat: int) -> int:
        """Who holds this seat in the deal being played."""
        return (self.dealer + 1 + seat) % len(self.totals)

    @property
    def deal_options(self) -> Options:
        """What was agreed on for every deal: nothing carries over."""
        return dict(self.agreed)

    def after_deal(
        self, scores: Sequence[int], detail: Mapping[str, object] = NO_DETAIL
    ) -> "RoundsMatch":
        """The match after a deal with these scores by seat; IllegalAction if it is over."""
        if self.ending:
            raise finished()
        totals = list(self.totals)
        for seat, score in zip(range(len(totals)), scores, strict=True):
            totals[self.player(seat)] += score
        after = replace(self, totals=tuple(totals), played=self.played + 1)
        return after if after.ending else replace(after, dealer=self._next_dealer())

    def next_match(self) -> "RoundsMatch":
        """The match that follows a finished one; IllegalAction while this one goes on."""
        if self.ending is None:
            raise not_finished()
        totals = (0,) * len(self.totals)
        return replace(self, dealer=self._next_dealer(), totals=totals, played=0)

    def _next_dealer(self) -> int:
        return (self.dealer + 1) % len(self.totals)
