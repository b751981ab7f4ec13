"""L'escopette, for four players: nine tricks, each played for a stake that not everybody may know.

Source: the inventors' rules, "L'escopette" (one of ten games published together, in French).

Deviations: the source plays to the right of the dealer; here, as everywhere, seat 0 leads first and
the seats follow in the order of play.

A deal: 36 cards of a tarot pack, nine each, N being the knight; and the pile of nine stakes, trumps
of that pack, face down. All 45 are one deck: the 36 are dealt in their order, and the stakes lie in
theirs, the first on top.

Rulings used here, where the source leaves something open:
- Rank in every suit: A K Q N J T 9 8 7. There is no trump suit.
- A suit led must be followed. A player without it plays any card; a 7 cuts then, and of several the
  last one played wins. A 7 of the suit led, played in leading or in following, is its lowest card.
- Before each lead the leader says whether the top stake is turned up or stays face down, knowing as
  little of it as the others. It is turned up at the latest when the trick is won.
- The winner takes the stake and leads. A stake is worth its number: 60 points in all.

A result entered by hand is what the stakes of each seat are worth: `{"stakes": [33, 12, 15, 0]}`.
All sums are accepted into which the nine stakes can be shared, and no others.

Actions: `reveal` or `hide`, then the cards' codes: `ND`. Options: none; the target is one of the
match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from engine.cards import french_deck
from engine.errors import BadRecord, IllegalAction, UnattainableResult
from engine.protocol import (
    NO_OPTIONS,
    Ask,
    Deal,
    Game,
    Option,
    Options,
    Outcome,
    Trick,
    View,
    refuse_options,
)
from engine.tricks import FollowGame, FollowState, cutting_strengths, refuse_card, trick_counts

KEY = "escopette"
NAME = "L'escopette"
RANKS = "AKQNJT987"
CUT = "7"
SEATS = 4
STAKES = ("T01", "T02", "T03", "T04", "T05", "T06", "T07", "T12", "T20")
WORTH = {stake: int(stake[1:]) for stake in STAKES}
TOTAL = sum(WORTH.values())
REVEAL, HIDE = CHOICES = ("reveal", "hide")


class Tricks(FollowGame):
    """The play of the cards by itself, worth its tricks."""

    key = KEY
    name = NAME
    seats = (SEATS,)
    cards = french_deck(RANKS)
    asked = ()

    def strengths(self, led: str) -> Mapping[str, int]:
        return cutting_strengths(self.cards, RANKS, led=led, cut=CUT)

    def outcome(self, tricks: Sequence[Trick]) -> Outcome:
        return Outcome(scores=trick_counts(tricks, seats=SEATS), detail={})


TRICKS = Tricks()


class EscopetteState(NamedTuple):
    """A deal at one moment: an immutable value.

    `stakes` are all nine, in the order of the tricks. `revealed` says of the trick being played
    whether its stake lies face up; it is None until its leader has chosen.
    """

    play: FollowState
    stakes: tuple[str, ...]
    revealed: bool | None = None

    @property
    def actor(self) -> int | None:
        return self.play.actor

    def legal(self) -> tuple[str, ...]:
        return CHOICES if self._choosing else self.play.legal()

    def apply(self, seat: int, action: str) -> "EscopetteState":
        if seat == self.play.actor:
            if self._choosing:
                return self._chosen(action)
            if action in CHOICES:
                raise IllegalAction(
                    "stake-chosen", "the stake of this trick has been chosen: play a card"
                )
        play = self.play.apply(seat, action)
        return EscopetteState(play, self.stakes, self.revealed if play.table else None)

    def view(self, seat: int) -> View:
        seen = self.play.view(seat)
        number = len(self.play.tricks)
        won = self._won()
        return replace(
            seen,
            legal=self.legal() if seat == self.actor else (),
            turned=(self.stakes[number],) if self.revealed else (),
            counts={**seen.counts, "stakes": tuple(map(_worth, won))},
            facts={
                "phase": "stake" if self._choosing else "play",
                # Whether this trick is played for a stake that nobody knows.
                "hidden": self.revealed is False,
                # Those that lie in the pile.
                "pile": len(self.stakes) - number - (self.revealed is not None),
                # By seat, in the order in which they were won.
                "won": won,
            },
        )

    def outcome(self) -> Outcome | None:
        if self.actor is not None:
            return None
        scores = tuple(map(_worth, self._won()))
        return Outcome(scores=scores, detail={"stakes": list(scores)})

    @property
    def _choosing(self) -> bool:
        return self.revealed is None and self.play.actor is not None

    def _chosen(self, action: str) -> "EscopetteState":
        if action in CHOICES:
            return self._replace(revealed=action == REVEAL)
        if action not in TRICKS.cards:
            raise refuse_card(action, deck=TRICKS.cards)
        raise IllegalAction(
            "choose-stake", "before you lead, reveal the stake of this trick or hide it"
        )

    def _won(self) -> list[list[str]]:
        won: list[list[str]] = [[] for _ in range(SEATS)]
        for trick, stake in zip(self.play.tricks, self.stakes, strict=False):
            won[trick.winner].append(stake)
        return won


def _worth(stakes: Sequence[str]) -> int:
    return sum(WORTH[stake] for stake in stakes)


@cache
def _sums() -> frozenset[tuple[int, ...]]:
    """Everything that four heaps of the nine stakes can be worth, the largest first."""
    found = {(0,) * SEATS}
    for worth in WORTH.values():
        found = {
            tuple(sorted((*heaps[:place], heaps[place] + worth, *heaps[place + 1 :]), reverse=True))
            for heaps in found
            for place in range(SEATS)
        }
    return frozenset(found)


class Escopette:
    """The rules of L'escopette, as `engine.protocol.Game`."""

    key = KEY
    name = NAME
    seats = (SEATS,)
    options: tuple[Option, ...] = ()
    no_event = ""

    def asks(self, options: Options = NO_OPTIONS) -> tuple[Ask, ...]:
        refuse_options(KEY, options)
        return (Ask("stakes", values=tuple(range(TOTAL + 1)), total=TOTAL),)

    def deck(self, options: Options = NO_OPTIONS) -> tuple[str, ...]:
        refuse_options(KEY, options)
        return (*TRICKS.cards, *STAKES)

    def deal_from(self, cards: Sequence[str], options: Options = NO_OPTIONS) -> Deal:
        refuse_options(KEY, options)
        hands = TRICKS.deal_from([card for card in cards if card not in WORTH]).hands
        return Deal(hands, tuple(card for card in cards if card in WORTH))

    def start(self, deal: Deal, options: Options = NO_OPTIONS) -> EscopetteState:
        refuse_options(KEY, options)
        if sorted(deal.talon) != sorted(STAKES):
            raise BadRecord("stakes", f"the talon is the nine stakes: {', '.join(STAKES)}")
        return EscopetteState(TRICKS.start(replace(deal, talon=())), deal.talon)

    def score(self, detail: Mapping[str, object], options: Options = NO_OPTIONS) -> tuple[int, ...]:
        """Points by seat of `{"stakes": [33, 12, 15, 0]}`."""
        if set(detail) != {"stakes"}:
            raise UnattainableResult("result-detail", "a result is what the stakes are worth")
        entered = detail["stakes"]
        if (
            not isinstance(entered, list | tuple)
            or len(entered) != SEATS
            or any(type(points) is not int for points in entered)
        ):
            raise UnattainableResult("stakes", "four numbers of points are needed, one a seat")
        shown = " + ".join(map(str, entered))
        if sum(entered) != TOTAL or min(entered) < 0:
            raise UnattainableResult(
                "stakes-sum",
                f"{shown} is not possible: the four make {TOTAL}",
                stakes=list(entered),
                total=sum(entered),
            )
        if tuple(sorted(entered, reverse=True)) not in _sums():
            raise UnattainableResult(
                "stakes-shares",
                f"{shown} is not possible: the stakes are {', '.join(map(str, WORTH.values()))}",
                stakes=list(entered),
            )
        return tuple(entered)

    def attainable(self, options: Options = NO_OPTIONS) -> tuple[tuple[int, ...], ...]:
        """Nothing: the sums are more than a thousand."""
        return ()


ESCOPETTE = Escopette()
GAME: Game = ESCOPETTE
