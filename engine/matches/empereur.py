"""The match of L'empereur: a number of deals, or deals up to a number of points.

Rulings used here:
- normal and mirror: there are as many deals as the option `deals` says, 3 where nothing is said.
  The Emperor of the last one has won, whatever came before; its Excluded has lost, and all others
  have won.
- elite: the first to reach the option `target`, 500 where nothing is said, has won. mirror_elite:
  the first to reach it below zero has lost, and all others have won.
- The Emperor or the Excluded of a deal is the option `previous` of the next one, which opens with
  its exchange, except in the mode normal. A new match begins without one.
- A deal that is a draw does not count: another one follows, with the same exchange.
- As in the source the dealer is drawn for every deal, here by the seed of the match.

The match takes the options of the deal as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.errors import BadRecord, IllegalAction
from engine.games.empereur import EMPEREUR, PREVIOUS, Table, agreed_table
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

DEALS, MOST_DEALS = 3, 100
TARGET = 500


@dataclass(frozen=True, slots=True)
class EmpereurMatch:
    """A match of L'empereur after some deals: an immutable value.

    `length` is a number of deals, or in the elite modes of points; `played` counts the deals that
    were no draw, `drawn` the dealers drawn before this one. `found` is the last deal's Emperor, or
    Excluded.
    """

    seed: str
    table: Table
    length: int
    totals: tuple[int, ...]
    played: int = 0
    drawn: int = 0
    found: int | None = None

    @classmethod
    def begin(cls, *, seed: str, options: Options = NO_OPTIONS) -> "EmpereurMatch":
        """A new match, its first dealer drawn by the seed; BadRecord for options it has not."""
        of_deals = [option.name for option in EMPEREUR.options if not option.carried]
        table = agreed_table({name: options[name] for name in of_deals if name in options})
        known_options(options, *of_deals, "target" if table.elite else "deals")
        length = option_target(options, default=TARGET) if table.elite else _deals(options)
        return cls(seed, table, length, totals=(0,) * table.players)

    @property
    def dealer(self) -> int:
        name = f"{self.seed}/{self.drawn}" if self.drawn else self.seed
        return first_dealer(name, players=self.table.players)

    @property
    def lines(self) -> tuple[Line, ...]:
        """Points, and a 1 for who was Emperor, or Excluded, last."""
        last = tuple(int(player == self.found) for player in range(self.table.players))
        return (Line("points", self.totals), Line(self.table.sought, last))

    @property
    def ending(self) -> Ending | None:
        """Who won and who lost, or None while the match goes on."""
        reached = max(map(abs, self.totals)) if self.table.elite else self.played
        if self.found is None or reached < self.length:
            return None
        one = (self.found,)
        others = tuple(each for each in range(self.table.players) if each != self.found)
        losers, winners = (one, others) if self.table.mirror else (others, one)
        return Ending(EndingKind.WIN, losers=losers, winners=winners)

    def player(self, seat: int) -> int:
        """Who holds this seat in the deal being played."""
        return (self.dealer + 1 + seat) % self.table.players

    @property
    def deal_options(self) -> Options:
        """What was agreed on, and for whom there is an exchange, as a seat of the next deal."""
        table = self.table
        agreed = {"players": table.players, "mode": table.mode, "jokers": table.jokers}
        if self.found is None or table.mode == "normal":
            return agreed
        return {**agreed, PREVIOUS: (self.found - self.dealer - 1) % table.players}

    def after_deal(
        self, scores: Sequence[int], detail: Mapping[str, object] = NO_DETAIL
    ) -> "EmpereurMatch":
        """The match after a deal with these scores by seat.

        IllegalAction if it is over, or if they are not those of one Emperor, Excluded, or a draw.
        """
        if self.ending:
            raise finished()
        sign = -1 if self.table.mirror else 1
        seats = [seat for seat, score in enumerate(scores) if score]
        right = all(sign * scores[seat] >= 1 for seat in seats) and len(seats) <= 1
        if len(scores) != self.table.players or not right:
            message = f"one player scores, who is the {self.table.sought}"
            raise IllegalAction("one-scores", message, scores=tuple(scores))
        after = self
        if seats:
            found, totals = self.player(seats[0]), list(self.totals)
            totals[found] += scores[seats[0]]
            after = replace(self, totals=tuple(totals), found=found, played=self.played + 1)
        return after if after.ending else replace(after, drawn=self.drawn + 1)

    def next_match(self) -> "EmpereurMatch":
        """The match that follows a finished one; IllegalAction while this one goes on."""
        if self.ending is None:
            raise not_finished()
        none = (0,) * self.table.players
        return replace(self, totals=none, played=0, drawn=self.drawn + 1, found=None)


def _deals(options: Options) -> int:
    """How many deals are played; BadRecord if it is no number for that."""
    deals = options.get("deals", DEALS)
    if type(deals) is not int or not 1 <= deals <= MOST_DEALS:
        message = f"deals is a number from 1 to {MOST_DEALS}"
        raise BadRecord("option-value", message, option="deals")
    return deals
