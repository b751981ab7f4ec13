"""Le loyatais, for three players: one takes, alone or with another, and ten tricks decide.

Source: the inventors' rules, "Le loyatais" (one of ten games published together, in French).

Deviations: none but the seats: the dealer is the last seat, as everywhere, and the taker.

A deal: 32 cards, ten each; two lie aside and nobody sees them.

Rulings used here, where the source leaves something open:
- First seat 0, then seat 1 shows two cards of its hand. They lie open while they are held, and are
  played like the others.
- Then the taker, who is the last seat, says whether it plays alone or with which of the others, and
  leads.
- Suits rank S H D C, and in every suit A K Q J T 9 8 7. A suit led must be followed; a player
  without it plays any card. The trick is won by the strongest card of the suit led and of the suits
  above it: a card of a stronger suit beats every card of a weaker one. The winner leads.
- Alone the taker needs five tricks, with a partner the two need seven. Made, that is worth 100, 20
  for each trick more, and 100 for all ten; lost, it is worth 100 to the other side, whatever they
  won. The points are divided by the players of the side that gets them, and the others score 0.

A result entered by hand is the three trick counts and the partner's seat, the taker's own where it
played alone: `{"tricks": [2, 2, 6], "partner": 2}`.

Actions: `show:AS+KH` (sorted by rank, then S H D C), `alone` or `with:SEAT`, then the cards' codes:
`TD`. Options: none; the number of deals is one of the match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from engine.cards import SUITS
from engine.errors import IllegalAction, UnattainableResult
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
from engine.tricks import (
    FollowGame,
    FollowState,
    distributions,
    entered_tricks,
    refuse_card,
    refuse_turn,
    trick_counts,
)

KEY = "loyatais"
NAME = "Le loyatais"
RANKS = "AKQJT987"
SEATS = 3
TRICKS = 10
TAKER = SEATS - 1
SHOWN = 2
SHOW = "show:"
ALONE = "alone"
# What the taker may say, by the partner's seat; alone, it is its own partner.
CONTRACTS = (*(f"with:{seat}" for seat in range(TAKER)), ALONE)
SHOWING, CHOOSING, PLAYING = "show", "contract", "play"
MADE = LOST = ALL = 100
EXTRA = 20
# By how many the taker's side are.
_NEEDED = {1: 5, 2: 7}


class Play(FollowGame):
    """The play of the cards by itself, worth its tricks."""

    key = KEY
    name = NAME
    asked = (Ask("tricks", values=tuple(range(TRICKS + 1)), total=TRICKS),)

    def strengths(self, led: str) -> Mapping[str, int]:
        stronger = SUITS[: SUITS.index(led) + 1]
        order = [rank + suit for suit in stronger for rank in RANKS]
        return {
            card: len(order) - order.index(card) if card in order else -1 for card in self.cards
        }

    def outcome(self, tricks: Sequence[Trick]) -> Outcome:
        return Outcome(scores=trick_counts(tricks, seats=SEATS), detail={})


PLAY = Play()


def by_rank(card: str) -> tuple[int, int]:
    """The place of a card among those joined in one action."""
    return RANKS.index(card[0]), SUITS.index(card[1])


def side(partner: int) -> tuple[int, ...]:
    """The seats that play on the taker's side."""
    return tuple(sorted({partner, TAKER}))


def needed(partner: int) -> int:
    """How many tricks they need."""
    return _NEEDED[len(side(partner))]


def score_tricks(tricks: Sequence[int], partner: int) -> tuple[int, ...]:
    """The score by seat of these trick counts."""
    taking = side(partner)
    won = sum(tricks[seat] for seat in taking)
    extra = won - needed(partner)
    points = MADE + EXTRA * extra + (ALL if won == TRICKS else 0) if extra >= 0 else LOST
    paid = taking if extra >= 0 else tuple(each for each in range(SEATS) if each not in taking)
    return tuple(points // len(paid) if seat in paid else 0 for seat in range(SEATS))


class LoyataisState(NamedTuple):
    """A deal at one moment: an immutable value.

    `shown` are the sets of cards shown so far, from seat 0 on. `partner` is None until the taker
    has spoken, whose own seat it is when it plays alone.
    """

    play: FollowState
    shown: tuple[int, ...] = ()
    partner: int | None = None

    @property
    def actor(self) -> int | None:
        return self.play.actor if len(self.shown) == TAKER else len(self.shown)

    @property
    def phase(self) -> str:
        if self.partner is not None:
            return PLAYING
        return CHOOSING if len(self.shown) == TAKER else SHOWING

    def legal(self) -> tuple[str, ...]:
        if self.phase == PLAYING:
            return self.play.legal()
        if self.phase == CHOOSING:
            return CONTRACTS
        hand = sorted(PLAY.pack.codes(self.play.hands[len(self.shown)]), key=by_rank)
        return tuple(SHOW + "+".join(cards) for cards in combinations(hand, SHOWN))

    def apply(self, seat: int, action: str) -> "LoyataisState":
        if self.phase == PLAYING:
            return self._replace(play=self.play.apply(seat, action))
        actor = self.actor
        if actor is not None and seat != actor:
            raise refuse_turn(seat, actor)
        if self.phase == SHOWING:
            return self._replace(shown=(*self.shown, self._show(seat, action)))
        if action not in CONTRACTS:
            raise IllegalAction(
                "choose-contract", f"first say whom you play with: {', '.join(CONTRACTS)}"
            )
        return self._replace(partner=CONTRACTS.index(action))

    def view(self, seat: int) -> View:
        seen = self.play.view(seat)
        partner, left, codes = self.partner, self.play.left, PLAY.pack.codes
        shown = tuple(codes(cards & left) for cards in self.shown)
        return replace(
            seen,
            actor=self.actor,
            legal=self.legal() if seat == self.actor else (),
            shown=shown + ((),) * (SEATS - len(shown)),
            facts={
                "phase": self.phase,
                "taker": TAKER,
                # The seats on the taker's side, and what they need, once that is known.
                "side": [] if partner is None else list(side(partner)),
                "needed": None if partner is None else needed(partner),
            },
        )

    def outcome(self) -> Outcome | None:
        if self.partner is None or self.play.actor is not None:
            return None
        tricks = trick_counts(self.play.tricks, seats=SEATS)
        return Outcome(
            scores=score_tricks(tricks, self.partner),
            detail={"tricks": list(tricks), "partner": self.partner},
        )

    def _show(self, seat: int, action: str) -> int:
        """The set of cards that this action shows."""
        cards = action.removeprefix(SHOW).split("+")
        if not action.startswith(SHOW) or len(cards) != SHOWN or cards[0] == cards[1]:
            raise IllegalAction(
                "show-two", f"first show {SHOWN} cards of your hand, as in {SHOW}AS+KH"
            )
        bits = PLAY.pack.bit
        for card in cards:
            if not bits.get(card, 0) & self.play.hands[seat]:
                raise refuse_card(card, deck=PLAY.cards)
        if cards != sorted(cards, key=by_rank):
            raise IllegalAction(
                "card-order", "name the cards you show from the highest rank down, then S H D C"
            )
        return PLAY.pack.mask(cards)


class Loyatais:
    """The rules of Le loyatais, as `engine.protocol.Game`."""

    key = KEY
    name = NAME
    seats = (SEATS,)
    options: tuple[Option, ...] = ()
    no_event = ""

    def asks(self, options: Options = NO_OPTIONS) -> tuple[Ask, ...]:
        refuse_options(KEY, options)
        partners = tuple(range(SEATS))
        return (*PLAY.asked, Ask("partner", values=partners, each=False, words=CONTRACTS))

    def deck(self, options: Options = NO_OPTIONS) -> tuple[str, ...]:
        return PLAY.deck(options)

    def deal_from(self, cards: Sequence[str], options: Options = NO_OPTIONS) -> Deal:
        return PLAY.deal_from(cards, options)

    def start(self, deal: Deal, options: Options = NO_OPTIONS) -> LoyataisState:
        begun = PLAY.start(deal, options)
        return LoyataisState(begun._replace(actor=TAKER, playable=begun.hands[TAKER]))

    def score(self, detail: Mapping[str, object], options: Options = NO_OPTIONS) -> tuple[int, ...]:
        """Points by seat of `{"tricks": [2, 2, 6], "partner": 2}`."""
        if set(detail) != {"tricks", "partner"}:
            raise UnattainableResult("result-detail", "a result is the trick counts and a partner")
        tricks = entered_tricks(detail["tricks"], seats=SEATS, tricks=TRICKS)
        partner = detail["partner"]
        if type(partner) is not int or partner not in range(SEATS):
            raise UnattainableResult(
                "partner",
                f"the partner is seat 0 or 1, or {TAKER} where the taker played alone",
                taker=TAKER,
            )
        return score_tricks(tricks, partner)

    def attainable(self, options: Options = NO_OPTIONS) -> tuple[tuple[int, ...], ...]:
        """The fourteen distributions of ten tricks, from 10-0-0 to 4-3-3."""
        return tuple(distributions(TRICKS, SEATS))


LOYATAIS = Loyatais()
GAME: Game = LOYATAIS
