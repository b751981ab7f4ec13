"""The match of Le vicaire: jeux, each for the first to stand at just the right number of tricks.

Rulings used here:
- In a jeu the tricks of the deals add up. Whoever stands at exactly 10, or at 15, 20, 25 …, after a
  deal wins it; to stand there is to have reached that total in this deal, with a trick at least.
- Of several at once the lowest total wins. If the lowest is shared nobody wins, and play goes on:
  those who stand there must reach another of the totals.
- All ten tricks of one deal win the jeu at once, whatever the total.
- A jeu won at 10, or by all ten tricks, is worth 50, at 15 or more 20. The next one begins at 0.
- The match ends with the jeu in which someone reaches the target: 500, or the option `target`. The
  deal passes to the next player all the time, into the next match as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.errors import IllegalAction
from engine.games.vicaire import SEATS, TRICKS
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

TARGET = 500
FIRST_TOTAL, STEP = 10, 5
FIRST_WORTH, LATER_WORTH = 50, 20


@dataclass(frozen=True, slots=True)
class Jeu:
    """A jeu that was won: by whom, with which total of tricks, and what it is worth."""

    winner: int
    total: int
    worth: int


@dataclass(frozen=True, slots=True)
class VicaireMatch:
    """A match of Le vicaire after some deals: an immutable value.

    `tricks` are those of the jeu being played, by player; `jeux` are the finished ones.
    """

    dealer: int
    tricks: tuple[int, ...] = (0,) * SEATS
    jeux: tuple[Jeu, ...] = ()
    target: int = TARGET

    @classmethod
    def begin(cls, *, seed: str, options: Options = NO_OPTIONS) -> "VicaireMatch":
        """A new match, its first dealer drawn by the seed; BadRecord for options it has not."""
        known_options(options, "target")
        return cls(dealer=first_dealer(seed), target=option_target(options, default=TARGET))

    @property
    def totals(self) -> tuple[int, ...]:
        """Points by player: what their jeux are worth."""
        return tuple(
            sum(jeu.worth for jeu in self.jeux if jeu.winner == player) for player in range(SEATS)
        )

    @property
    def lines(self) -> tuple[Line, ...]:
        return (Line("points", self.totals), Line("tricks", self.tricks))

    @property
    def ending(self) -> Ending | None:
        """Who won, or None while nobody has reached the target."""
        winners = tuple(player for player, total in enumerate(self.totals) if total >= self.target)
        if not winners:
            return None
        losers = tuple(player for player in range(SEATS) if player not in winners)
        return Ending(EndingKind.WIN, losers, winners)

    def player(self, seat: int) -> int:
        """Who holds this seat in the deal being played."""
        return (self.dealer + 1 + seat) % SEATS

    @property
    def deal_options(self) -> Options:
        """Nothing carries over into a deal itself."""
        return NO_OPTIONS

    def after_deal(
        self, scores: Sequence[int], detail: Mapping[str, object] = NO_DETAIL
    ) -> "VicaireMatch":
        """The match after a deal with these tricks by seat.

        IllegalAction if the match is over, or these are not the tricks of a deal.
        """
        if self.ending:
            raise finished()
        if len(scores) != SEATS or sum(scores) != TRICKS or min(scores) < 0:
            raise IllegalAction("tricks", "the tricks of a deal are ten", scores=tuple(scores))
        won = [0] * SEATS
        for seat, score in enumerate(scores):
            won[self.player(seat)] = score
        tricks = tuple(before + new for before, new in zip(self.tricks, won, strict=True))
        jeu = _jeu(tricks, won)
        after = (
            replace(self, tricks=tricks)
            if jeu is None
            else replace(self, tricks=(0,) * SEATS, jeux=(*self.jeux, jeu))
        )
        return after if after.ending else replace(after, dealer=(self.dealer + 1) % SEATS)

    def next_match(self) -> "VicaireMatch":
        """The match that follows a finished one; IllegalAction while this one goes on."""
        if self.ending is None:
            raise not_finished()
        return VicaireMatch(dealer=(self.dealer + 1) % SEATS, target=self.target)


def _jeu(tricks: Sequence[int], won: Sequence[int]) -> Jeu | None:
    """The jeu as it ends with these totals, of which `won` are of the last deal, or None."""
    if TRICKS in won:
        winner = won.index(TRICKS)
        return Jeu(winner, tricks[winner], FIRST_WORTH)
    reached = [
        total
        for total, new in zip(tricks, won, strict=True)
        if new and total >= FIRST_TOTAL and total % STEP == 0
    ]
    if not reached or reached.count(lowest := min(reached)) > 1:
        return None
    winner = next(player for player in range(SEATS) if won[player] and tricks[player] == lowest)
    return Jeu(winner, lowest, FIRST_WORTH if lowest == FIRST_TOTAL else LATER_WORTH)
