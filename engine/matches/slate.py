"""The match of Le couillon: lines on a slate, which each side rubs out one by one.

Rulings used here:
- Both sides begin with five lines. If the taker's side captures more than the other, it rubs out
  one. If it captures less, it adds one and the other side rubs one out. No side can have fewer than
  none. The first without a line wins.
- Level sides mark nothing: "la craie dans le trou". After so many such deals in a row the next one
  counts for one line more than there were.
- A deal that nobody takes marks nothing, and leaves what the next one counts as it was.
- The deal passes to the next player all the time, into the next match as well.

The players are dealt to by turns, so that a side's seats change from deal to deal: players 0 and 2
are partners against 1 and 3. Options: those of the game, `players` and `forced`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.errors import IllegalAction
from engine.games.couillon import FORCED, GAME, SIDES
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
from engine.protocol import NO_OPTIONS, PLAYERS, Options, agreed

START = 5


@dataclass(frozen=True, slots=True)
class SlateMatch:
    """A match of Le couillon after some deals: an immutable value.

    `left` are the lines by side, `ties` how many level deals there were just before.
    """

    dealer: int
    players: int = 4
    forced: bool = False
    left: tuple[int, ...] = (START,) * SIDES
    ties: int = 0

    @classmethod
    def begin(cls, *, seed: str, options: Options = NO_OPTIONS) -> "SlateMatch":
        """A new match, its first dealer drawn by the seed; BadRecord for options it has not."""
        known_options(options, PLAYERS, FORCED)
        chosen = agreed(GAME.key, GAME.options, options)
        players = int(chosen[PLAYERS])
        return cls(
            dealer=first_dealer(seed, players=players),
            players=players,
            forced=bool(chosen[FORCED]),
        )

    @property
    def totals(self) -> tuple[int, ...]:
        """Lines left by player: those of the side."""
        return tuple(self.left[player % SIDES] for player in range(self.players))

    @property
    def lines(self) -> tuple[Line, ...]:
        return (Line("lines", self.totals), Line("ties", (self.ties,) * self.players))

    @property
    def ending(self) -> Ending | None:
        """Which side won, or None while both have lines."""
        winners = tuple(player for player, left in enumerate(self.totals) if left == 0)
        if not winners:
            return None
        losers = tuple(player for player in range(self.players) if player not in winners)
        return Ending(EndingKind.WIN, losers, winners)

    def player(self, seat: int) -> int:
        """Who holds this seat in the deal being played."""
        return (self.dealer + 1 + seat) % self.players

    @property
    def deal_options(self) -> Options:
        """What was agreed on for every deal: nothing carries over."""
        return {PLAYERS: self.players, FORCED: self.forced}

    def after_deal(
        self, scores: Sequence[int], detail: Mapping[str, object] = NO_DETAIL
    ) -> "SlateMatch":
        """The match after a deal with these points by seat; the detail says who took.

        IllegalAction if the match is over, if the partners' points differ, or if the detail does
        not say who took.
        """
        if self.ending:
            raise finished()
        if len(scores) != self.players or any(
            score != scores[seat % SIDES] for seat, score in enumerate(scores)
        ):
            raise IllegalAction("sides", "partners have the same points", scores=tuple(scores))
        taker = 0 if self.forced else detail.get("taker")
        if type(taker) is not int or not 0 <= taker <= self.players:
            raise IllegalAction("taker", "the detail of a deal says which seat took, or nobody")
        after = self if taker == self.players else self._marked(scores, taker)
        return after if after.ending else replace(after, dealer=self._next_dealer())

    def next_match(self) -> "SlateMatch":
        """The match that follows a finished one; IllegalAction while this one goes on."""
        if self.ending is None:
            raise not_finished()
        return replace(self, dealer=self._next_dealer(), left=(START,) * SIDES, ties=0)

    def _marked(self, scores: Sequence[int], taker: int) -> "SlateMatch":
        """The slate after a deal that this seat took."""
        ours, theirs = scores[taker], scores[(taker + 1) % SIDES]
        if ours == theirs:
            return replace(self, ties=self.ties + 1)
        counts = self.ties + 1
        side = self.player(taker) % SIDES
        left = list(self.left)
        if ours < theirs:
            left[side] += counts
            side = 1 - side
        left[side] = max(0, left[side] - counts)
        return replace(self, left=tuple(left), ties=0)

    def _next_dealer(self) -> int:
        return (self.dealer + 1) % self.players
