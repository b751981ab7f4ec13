"""Com'on!, for three players: ten tricks, two trump suits, and the second one loses.

Source: the inventors' rules, "Règles du Com'on !" (Joseph Dimijian and friends, Valence, 1990).

Deviations: none in a deal. The moral duties of the source (5-5-0, the hunt) are advice, not rules.

A deal: 32 cards, ten each; the last two are turned up and their suits are the trumps. Two suits
make 14 trumps in play; the same suit twice, "mono", makes 6.

Rulings used here, where the source leaves something open:
- Seat 0, at the dealer's left, leads first; the winner of a trick leads the next.
- Rank in every suit, trumps included: A K Q J T 9 8 7.
- A plain suit led must be followed; a player without it must play a trump of either suit; a player
  with neither plays anything. Trump led: any trump of either suit, else anything. Nobody ever has
  to play a higher card.
- The highest trump wins, without trumps the highest card of the suit led. But two trumps of equal
  rank annul each other (the Annulate), and the third card wins whatever it is: a discard, a lower
  trump. Only trumps annul, so mono has no Annulate.
- Score in half-lives by level of trick counts: the most +1 (both players, if two are level), the
  next level -2 (every player on it), a third level 0.
- A misplay ends the deal: the offender -2, the two others +1 each.

Actions are the cards' codes: `TD`. Options: none; those of a match are in `engine.matches`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from engine.cards import PIQUET, SUITS, Pack
from engine.errors import IllegalAction, UnattainableResult
from engine.protocol import (
    NO_OPTIONS,
    Ask,
    Deal,
    Game,
    Option,
    Options,
    Outcome,
    Play,
    Trick,
    View,
    refuse_options,
)
from engine.tricks import (
    distributions,
    entered_tricks,
    refuse_card,
    refuse_finished,
    refuse_suit,
    refuse_turn,
    strengths,
    trick_counts,
)

KEY = "comon"
RANKS = "AKQJT987"
SEATS = 3
TRICKS = 10
LEVEL_SCORES = (1, -2, 0)
FAULT_SCORE, FAULT_GAIN = -2, 1
ACES = frozenset("A" + suit for suit in SUITS)

_PACK = Pack(PIQUET)
_BIT = _PACK.bit
# The constructor without the call that NamedTuple generates: a tenth of a playout.
_new = tuple.__new__
_NEXT = (1, 2, 0)
_SPADES, _HEARTS, _DIAMONDS, _CLUBS = _PACK.octets


@dataclass(frozen=True, slots=True)
class _Trumps:
    """The trump suits of a deal, and what follows from them for each card that is led."""

    suits: str
    mask: int = field(compare=False)
    follow: Mapping[str, int] = field(compare=False)
    strength: Mapping[str, Mapping[str, int]] = field(compare=False)


@cache
def _trumps(suits: str) -> _Trumps:
    mask = _PACK.mask(card for card in PIQUET if card[1] in suits)
    of_suit = {suit: _PACK.mask(card for card in PIQUET if card[1] == suit) for suit in SUITS}
    strength = {suit: strengths(PIQUET, RANKS, led=suit, trumps=suits) for suit in SUITS}
    return _Trumps(
        suits=suits,
        mask=mask,
        follow={card: mask if card[1] in suits else of_suit[card[1]] for card in PIQUET},
        strength={card: strength[card[1]] for card in PIQUET},
    )


class _Dealt(NamedTuple):
    """What stays the same throughout a deal: the cards as dealt, and the trumps."""

    hands: tuple[int, ...]
    turned: tuple[str, ...]
    trumps: _Trumps


class ComonState(NamedTuple):
    """A deal of Com'on! at one moment: an immutable value.

    Each card was dealt to one seat, so that one set, `left`, says what all hands still hold.
    """

    dealt: _Dealt
    left: int
    actor: int | None
    playable: int
    table: tuple[str, ...]
    tricks: tuple[Trick, ...]

    def legal(self) -> tuple[str, ...]:
        cards = self.playable
        return (
            _SPADES[cards & 255]
            + _HEARTS[cards >> 8 & 255]
            + _DIAMONDS[cards >> 16 & 255]
            + _CLUBS[cards >> 24]
        )

    def apply(self, seat: int, action: str) -> "ComonState":
        dealt, left, actor, playable, table, tricks = self
        bit = _BIT.get(action, 0)
        if seat != actor or not bit & playable:
            raise self._refusal(seat, action)
        hands, _, trumps = dealt
        left ^= bit
        table += (action,)
        if len(table) < SEATS:
            actor = _NEXT[seat]
            hand = hands[actor] & left
            playable = hand & trumps.follow[table[0]] or hand & trumps.mask or hand
        else:
            first, second, third = table
            strength = trumps.strength[first]
            place = winning_place(strength[first], strength[second], strength[third])
            leader = _NEXT[seat]
            actor = (leader + place) % SEATS
            tricks += (Trick(leader, table, actor),)
            table = ()
            playable = hands[actor] & left
            if not left:
                actor = None
        return _new(ComonState, (dealt, left, actor, playable, table, tricks))

    def view(self, seat: int) -> View:
        if not 0 <= seat < SEATS:
            raise ValueError(f"Com'on! has seats 0, 1 and 2, not {seat}")
        hands, turned, trumps = self.dealt
        table = tuple(
            Play((self._leader() + place) % SEATS, card) for place, card in enumerate(self.table)
        )
        return View(
            game=KEY,
            seat=seat,
            actor=self.actor,
            hand=_PACK.codes(hands[seat] & self.left),
            legal=self.legal() if seat == self.actor else (),
            table=table,
            turned=turned,
            tricks=self.tricks,
            counts={
                "cards": tuple((hand & self.left).bit_count() for hand in hands),
                "tricks": trick_counts(self.tricks, seats=SEATS),
            },
            trumps=trumps.suits,
        )

    def outcome(self) -> Outcome | None:
        if self.actor is not None:
            return None
        counts = trick_counts(self.tricks, seats=SEATS)
        return Outcome(scores=score_tricks(counts), detail={"tricks": list(counts)})

    def _leader(self) -> int:
        return ((self.actor or 0) - len(self.table)) % SEATS

    def _refusal(self, seat: int, action: str) -> IllegalAction:
        if self.actor is None:
            return refuse_finished()
        if seat != self.actor:
            return refuse_turn(seat, self.actor)
        hand = self.dealt.hands[seat] & self.left
        if not _BIT.get(action, 0) & hand:
            return refuse_card(action, deck=PIQUET)
        return refuse_suit(
            action, hand=_PACK.codes(hand), led=self.table[0][1], trumps=self.dealt.trumps.suits
        )


def winning_place(first: int, second: int, third: int) -> int:
    """Which of three cards wins, by their strengths in the order played: 0, 1 or 2.

    Level strengths are an Annulate, and the other card wins; or they are two discards, and the
    other card, the one led, wins as well.
    """
    if first == second:
        return 2
    if first == third:
        return 1
    if second == third:
        return 0
    if first > second:
        return 0 if first > third else 2
    return 1 if second > third else 2


def score_tricks(counts: Sequence[int]) -> tuple[int, ...]:
    """Half-lives by seat for the tricks won by each seat."""
    levels = sorted(set(counts), reverse=True)
    return tuple(LEVEL_SCORES[levels.index(count)] for count in counts)


def holder_of_four_aces(deal: Deal) -> int | None:
    """The seat that was dealt all four aces, if one was."""
    for seat, hand in enumerate(deal.hands):
        if ACES.issubset(hand):
            return seat
    return None


class Comon:
    """The rules of Com'on!, as `engine.protocol.Game`."""

    key = KEY
    name = "Com'on!"
    seats = (SEATS,)
    options: tuple[Option, ...] = ()
    no_event = ""

    def asks(self, options: Options = NO_OPTIONS) -> tuple[Ask, ...]:
        refuse_options(KEY, options)
        return (Ask("tricks", values=tuple(range(TRICKS + 1)), total=TRICKS),)

    def deck(self, options: Options = NO_OPTIONS) -> tuple[str, ...]:
        refuse_options(KEY, options)
        return PIQUET

    def deal_from(self, cards: Sequence[str], options: Options = NO_OPTIONS) -> Deal:
        refuse_options(KEY, options)
        dealt = tuple(cards)
        return Deal((dealt[:10], dealt[10:20], dealt[20:30]), dealt[30:])

    def start(self, deal: Deal, options: Options = NO_OPTIONS) -> ComonState:
        refuse_options(KEY, options)
        deal.check(PIQUET, hands=(TRICKS,) * SEATS, talon=2)
        hands = tuple(_PACK.mask(hand) for hand in deal.hands)
        suits = {card[1] for card in deal.talon}
        dealt = _Dealt(
            hands=hands,
            turned=deal.talon,
            trumps=_trumps("".join(suit for suit in SUITS if suit in suits)),
        )
        left = hands[0] | hands[1] | hands[2]
        return ComonState(dealt, left, actor=0, playable=hands[0], table=(), tricks=())

    def score(self, detail: Mapping[str, object], options: Options = NO_OPTIONS) -> tuple[int, ...]:
        """Half-lives by seat of `{"tricks": [5, 3, 2]}`, or of `{"fault": seat}`."""
        if set(detail) == {"fault"}:
            offender = detail["fault"]
            if type(offender) is not int or not 0 <= offender < SEATS:
                raise UnattainableResult(
                    "fault-seat", f"the offender is seat 0, 1 or 2, not {offender!r}", seat=offender
                )
            return tuple(FAULT_SCORE if seat == offender else FAULT_GAIN for seat in range(SEATS))
        if set(detail) != {"tricks"}:
            raise UnattainableResult(
                "result-detail", "a result is the three trick counts, or the seat at fault"
            )
        return score_tricks(entered_tricks(detail["tricks"], seats=SEATS, tricks=TRICKS))

    def attainable(self, options: Options = NO_OPTIONS) -> tuple[tuple[int, ...], ...]:
        """The fourteen distributions of ten tricks, from 10-0-0 to 4-3-3."""
        return tuple(distributions(TRICKS, SEATS))


GAME: Game = Comon()
