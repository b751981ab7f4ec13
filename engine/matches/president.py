"""The match of Le Président: a number of deals, each begun by what the one before left.

Rulings used here:
- The points of the final roles add up, and nothing is ever taken off. After the last deal the
  highest total wins, and level ones share.
- The number of deals is the option `deals`, ten where nothing is said. A match without limit, which
  the source has as well, is ended by people: that is for the table to do.
- The final places of a deal are the option `previous` of the next one, which opens with its
  exchange. A new match begins without one.
- The deal passes to the next player all the time, into the next match as well; that changes who
  gets the spare cards of a first deal, and nothing else.

The match takes the options of the deal as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.errors import BadRecord, IllegalAction
from engine.games.president import GAME, PREVIOUS
from engine.matches.contract import (
    NO_DETAIL,
    Ending,
    EndingKind,
    Line,
    finished,
    first_dealer,
    not_finished,
)
from engine.protocol import NO_OPTIONS, Options, players

DEALS, MOST_DEALS = 10, 100


@dataclass(frozen=True, slots=True)
class PresidentMatch:
    """A match of Le Président after some deals: an immutable value.

    `order` are the players by their places in the last deal, or nobody before the first.
    `agreed` are the options of every deal.
    """

    dealer: int
    totals: tuple[int, ...]
    deals: int = DEALS
    played: int = 0
    order: tuple[int, ...] = ()
    agreed: tuple[tuple[str, object], ...] = ()

    @classmethod
    def begin(cls, *, seed: str, options: Options = NO_OPTIONS) -> "PresidentMatch":
        """A new match, its first dealer drawn by the seed; BadRecord for options it has not."""
        known = {option.name for option in GAME.options if not option.carried}
        for name in options:
            if name not in known and name != "deals":
                raise BadRecord("unknown-option", f"a match has no option {name!r}", option=name)
        deals = options.get("deals", DEALS)
        if type(deals) is not int or not 1 <= deals <= MOST_DEALS:
            raise BadRecord(
                "option-value", f"deals is a number from 1 to {MOST_DEALS}", option="deals"
            )
        of_deals = {name: value for name, value in options.items() if name != "deals"}
        many = players(GAME, of_deals)
        return cls(
            dealer=first_dealer(seed, players=many),
            totals=(0,) * many,
            deals=deals,
            agreed=tuple(of_deals.items()),
        )

    @property
    def lines(self) -> tuple[Line, ...]:
        """Points, and the places in the last deal: 0 before there is one."""
        many = range(len(self.totals))
        places = tuple(self.order.index(player) + 1 if self.order else 0 for player in many)
        return (Line("points", self.totals), Line("place", places))

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
        """What was agreed on, and the places of the deal before, as seats of the next one."""
        if not self.order:
            return dict(self.agreed)
        many = len(self.totals)
        seats = ((player - self.dealer - 1) % many for player in self.order)
        return {**dict(self.agreed), PREVIOUS: "".join(map(str, seats))}

    def after_deal(
        self, scores: Sequence[int], detail: Mapping[str, object] = NO_DETAIL
    ) -> "PresidentMatch":
        """The match after a deal with these scores by seat, and its places in the detail.

        With three players the scores tell the places. IllegalAction if the match is over or the
        scores are not those of the places, UnattainableResult if these are not places of a deal.
        """
        if self.ending:
            raise finished()
        entered = detail.get("places")
        # Of three players no two have the same points; of more, two do, and the places are refused.
        places = (
            entered
            if isinstance(entered, list | tuple)
            else [sorted(scores, reverse=True).index(score) + 1 for score in scores]
        )
        if GAME.score({"places": places}, dict(self.agreed)) != tuple(scores):
            raise IllegalAction(
                "places", "these scores are not those of the places", scores=tuple(scores)
            )
        totals, order = list(self.totals), [0] * len(self.totals)
        for seat, (score, place) in enumerate(zip(scores, places, strict=True)):
            totals[self.player(seat)] += score
            order[place - 1] = self.player(seat)
        after = replace(self, totals=tuple(totals), played=self.played + 1, order=tuple(order))
        return after if after.ending else replace(after, dealer=self._next_dealer())

    def next_match(self) -> "PresidentMatch":
        """The match that follows a finished one; IllegalAction while this one goes on."""
        if self.ending is None:
            raise not_finished()
        return replace(
            self,
            dealer=self._next_dealer(),
            totals=(0,) * len(self.totals),
            played=0,
            order=(),
        )

    def _next_dealer(self) -> int:
        return (self.dealer + 1) % len(self.totals)
