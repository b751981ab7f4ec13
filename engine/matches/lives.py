"""The match of Com'on!: lives. Seat 0 is at the dealer's left.

Rulings used here:
- Six lives each, twelve half-lives. The match ends after the deal in which someone has none left:
  that player is the Fitil; two at once are a Caveau.
- Option `win_at_12` (default on): it also ends when a player has won twelve half-lives in all,
  whatever was lost. Off: winning sixteen makes a Caveau of the others.
- When both happen in one deal, a Caveau goes before a Fitil and a Fitil before a win; who reached
  the target is named all the same.
- The deal passes to the left. The Fitil deals the next match; after a Caveau or a win the deal
  passes on.
- A player dealt the four aces may ask, before play, for the deal to be cancelled. It always is; the
  two others vote, and both must agree for the holder to gain +1, which counts as won. The same
  dealer deals again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.errors import IllegalAction
from engine.games.comon import SEATS, holder_of_four_aces
from engine.matches.contract import (
    NO_DETAIL,
    Ending,
    EndingKind,
    Line,
    finished,
    first_dealer,
    known_options,
    not_finished,
    option_on,
)
from engine.protocol import NO_OPTIONS, Deal, Options

START = 12
WIN_TARGET = 12
CAVEAU_TARGET = 16
FOUR_ACES_GAIN = 1


class Announced(StrEnum):
    """What the keeper of the score sheet calls out, by the half-lives a player has left."""

    MOUILLE = "Mouillé"
    NAGE = "Nage"
    COUDE = "Coude"
    TUBA = "Tuba"


_ANNOUNCED = {4: Announced.MOUILLE, 3: Announced.NAGE, 2: Announced.COUDE, 1: Announced.TUBA}


@dataclass(frozen=True, slots=True)
class LivesMatch:
    """A match of Com'on! after some deals: an immutable value.

    `dealer` deals now, or dealt last once the match is over. `won` and `lost` are half-lives by
    player, gross, as on the score sheet: strokes added and lives struck through.
    """

    dealer: int
    won: tuple[int, ...] = (0,) * SEATS
    lost: tuple[int, ...] = (0,) * SEATS
    win_at_12: bool = True

    @classmethod
    def begin(cls, *, seed: str, options: Options = NO_OPTIONS) -> "LivesMatch":
        """A new match, its first dealer drawn by the seed; BadRecord for options it has not."""
        known_options(options, "win_at_12")
        on = option_on(options, "win_at_12", default=True)
        return cls(dealer=first_dealer(seed), win_at_12=on)

    @property
    def lives(self) -> tuple[int, ...]:
        """Half-lives left by player, never below none."""
        return tuple(
            max(0, START + won - lost) for won, lost in zip(self.won, self.lost, strict=True)
        )

    @property
    def totals(self) -> tuple[int, ...]:
        return self.lives

    @property
    def lines(self) -> tuple[Line, ...]:
        return (Line("lives", self.lives), Line("won", self.won), Line("lost", self.lost))

    @property
    def announced(self) -> tuple[Announced | None, ...]:
        """What is called out for each player before the deal."""
        return tuple(_ANNOUNCED.get(lives) for lives in self.lives)

    @property
    def ending(self) -> Ending | None:
        """How the match ended, or None while it goes on."""
        dead = tuple(player for player, lives in enumerate(self.lives) if lives == 0)
        target = WIN_TARGET if self.win_at_12 else CAVEAU_TARGET
        winners = tuple(player for player, won in enumerate(self.won) if won >= target)
        if len(dead) > 1:
            return Ending(EndingKind.CAVEAU, dead, winners)
        if winners and not self.win_at_12:
            losers = tuple(player for player in range(SEATS) if player not in winners)
            return Ending(EndingKind.CAVEAU, losers, winners)
        if dead:
            return Ending(EndingKind.FITIL, dead, winners)
        return Ending(EndingKind.WIN, (), winners) if winners else None

    def player(self, seat: int) -> int:
        """Who holds this seat in the deal being played."""
        return (self.dealer + 1 + seat) % SEATS

    @property
    def deal_options(self) -> Options:
        """Nothing carries over into a deal itself."""
        return NO_OPTIONS

    def after_deal(
        self, scores: Sequence[int], detail: Mapping[str, object] = NO_DETAIL
    ) -> "LivesMatch":
        """The match after a deal with these scores by seat, in half-lives, misplays included."""
        after = self._marked(scores)
        return after if after.ending else replace(after, dealer=(self.dealer + 1) % SEATS)

    def after_four_aces(self, deal: Deal, *, seat: int, votes: Sequence[bool]) -> "LivesMatch":
        """The match after this seat asked for the deal to be cancelled, and the others voted.

        IllegalAction if the seat was not dealt the four aces, or the two others have not voted.
        """
        if holder_of_four_aces(deal) != seat:
            raise IllegalAction("four-aces", f"seat {seat} was not dealt the four aces", seat=seat)
        if len(votes) != SEATS - 1:
            raise IllegalAction("two-votes", "the two other players vote", votes=len(votes))
        gain = FOUR_ACES_GAIN if all(votes) else 0
        return self._marked([gain if each == seat else 0 for each in range(SEATS)])

    def next_match(self) -> "LivesMatch":
        """The match that follows a finished one; IllegalAction while this one goes on."""
        ending = self.ending
        if ending is None:
            raise not_finished()
        fitil = ending.kind is EndingKind.FITIL
        dealer = ending.losers[0] if fitil else (self.dealer + 1) % SEATS
        return LivesMatch(dealer=dealer, win_at_12=self.win_at_12)

    def _marked(self, scores: Sequence[int]) -> "LivesMatch":
        if self.ending:
            raise finished()
        won, lost = list(self.won), list(self.lost)
        for seat, score in zip(range(SEATS), scores, strict=True):
            marks = won if score > 0 else lost
            marks[self.player(seat)] += abs(score)
        return replace(self, won=tuple(won), lost=tuple(lost))
