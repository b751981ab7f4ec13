"""Le couillon, for two sides of two or for two players: four tricks, or six, with a trump taken.

Source: the rules of "Le couillon", a game of Wallonia (in French), its variants "à deux" and
"forcé" included.

Deviations: partners and the first dealer are not drawn with cards; seats 0 and 2 are partners
against 1 and 3. The source also says "more than 20 points": there, as here, it is the side with
more points that wins, since not all cards are in play.

A deal: 24 cards, A K Q J T 9. Four each, the others in the talon, from which cards are turned up.
Forced: six each; a hand lists the four cards that its seat holds first, then the two it is dealt
after the trump is chosen. What is left over for two players lies aside, seen by nobody.

Rulings used here, where the source leaves something open:
- From seat 0 on each says whether it takes the suit of the card turned up as trumps. If nobody
  does, the next card is turned up, and all speak again. Nobody having taken the talon's last card,
  the deal is over, and worth nothing to anyone. The taker leads.
- Forced: seat 0 takes, and names a suit among its four cards, or the suit of the fifth that it has
  not seen yet. It leads.
- A suit led must be followed, with a higher card than the best so far by who has one; a card of the
  suit is enough once the trick is trumped. Who cannot follow must trump, higher than a trump that
  lies there if possible, lower otherwise. Who can do neither plays any card. It is all the same
  whether the best card is the partner's.
- The highest trump wins, without trumps the highest card of the suit led. The winner leads.
- Captured cards are worth A 4, K 3, Q 2, J 1. A deal by itself is worth to each player what the
  side has captured. The lines on the slate belong to the match: `engine.matches.SlateMatch`.

A result entered by hand is who took, 4 (with two players 2) for nobody, and the points of the side
of seat 0 and of the other: `{"taker": 1, "first": 9, "second": 14}`. Forced, it is the points only.

Actions: `take` and `pass`; forced, `trump:H` or `trump:next`; then the cards' codes. Options:
`players` is 4 or 2, `forced` true or false.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from engine.cards import SUIT_NAMES, SUITS, Pack, french_deck
from engine.errors import IllegalAction, UnattainableResult
from engine.protocol import (
    NO_OPTIONS,
    PLAYERS,
    Ask,
    Deal,
    Game,
    Option,
    Options,
    Outcome,
    Play,
    Trick,
    View,
    agreed,
)
from engine.tricks import (
    refuse_card,
    refuse_finished,
    refuse_suit,
    refuse_turn,
    trick_counts,
)

KEY = "couillon"
RANKS = "AKQJT9"
DECK = french_deck(RANKS)
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 0, "9": 0}
SIDES = 2
FIRST_CARDS = 4
FORCED_CARDS = 6
FORCED = "forced"
TAKE, PASS = "take", "pass"
NEXT = "trump:next"

_OPTIONS = (Option(PLAYERS, (4, 2), 4), Option(FORCED, (False, True), False))
_PACK = Pack(DECK)
_OF_SUIT = {suit: _PACK.mask(card for card in DECK if card[1] == suit) for suit in SUITS}
# The higher cards of the same suit: a deck is written from the highest down.
_HIGHER = {card: _OF_SUIT[card[1]] & (_PACK.bit[card] - 1) for card in DECK}
# The one result that the cards' worth allows and no play: all aces to one of two players, all kings
# to the other. With six cards each there are other ways to it.
_NEVER = [12, 16]
_new = tuple.__new__


class _Dealt(NamedTuple):
    """What stays the same throughout a deal. `first` are the cards that are held from the start."""

    hands: tuple[int, ...]
    first: tuple[int, ...]
    talon: tuple[str, ...]
    forced: bool
    # The suit that `trump:next` stands for.
    fifth: str


class CouillonState(NamedTuple):
    """A deal of Le couillon at one moment: an immutable value.

    `said` is what was said to the card turned up last, `turned` how many cards are turned up.
    `trump` is empty until somebody has taken. `best` is the card that would win the trick.
    """

    dealt: _Dealt
    left: int
    actor: int | None
    said: tuple[str, ...]
    turned: int
    taker: int | None
    trump: str
    table: tuple[str, ...]
    best: str
    tricks: tuple[Trick, ...]

    def legal(self) -> tuple[str, ...]:
        if self.actor is None:
            return ()
        if self.trump:
            return _PACK.codes(self._playable())
        if not self.dealt.forced:
            return (TAKE, PASS)
        held = self.dealt.first[self.actor]
        return (*(f"trump:{suit}" for suit in SUITS if held & _OF_SUIT[suit]), NEXT)

    def apply(self, seat: int, action: str) -> "CouillonState":
        if self.actor is None:
            raise refuse_finished()
        if seat != self.actor:
            raise refuse_turn(seat, self.actor)
        if self.trump:
            return self._played(seat, action)
        return self._chosen(action) if self.dealt.forced else self._spoken(seat, action)

    def view(self, seat: int) -> View:
        dealt = self.dealt
        seats = len(dealt.hands)
        if not 0 <= seat < seats:
            raise ValueError(f"this table has seats 0 to {seats - 1}, not {seat}")
        held = dealt.hands if self.trump else dealt.first
        leader = ((self.actor or 0) - len(self.table)) % seats
        points = side_points(self.tricks)
        if self.actor is None:
            phase = "over"
        elif self.trump:
            phase = "play"
        else:
            phase = "choose" if dealt.forced else "take"
        return View(
            game=KEY,
            seat=seat,
            actor=self.actor,
            hand=_PACK.codes(held[seat] & self.left),
            legal=self.legal() if seat == self.actor else (),
            table=tuple(
                Play((leader + place) % seats, card) for place, card in enumerate(self.table)
            ),
            turned=dealt.talon[: self.turned],
            tricks=self.tricks,
            counts={
                "cards": tuple((hand & self.left).bit_count() for hand in held),
                "tricks": trick_counts(self.tricks, seats=seats),
                "points": tuple(points[each % SIDES] for each in range(seats)),
            },
            trumps=self.trump,
            facts={
                "phase": phase,
                "said": [{"seat": each, "action": action} for each, action in enumerate(self.said)],
                "taker": self.taker,
                "sides": [list(range(side, seats, SIDES)) for side in range(SIDES)],
            },
        )

    def outcome(self) -> Outcome | None:
        if self.actor is not None:
            return None
        seats = len(self.dealt.hands)
        first, second = points = side_points(self.tricks)
        detail: dict[str, object] = {"first": first, "second": second}
        if not self.dealt.forced:
            detail = {"taker": seats if self.taker is None else self.taker, **detail}
        return Outcome(tuple(points[seat % SIDES] for seat in range(seats)), detail)

    def _playable(self) -> int:
        """The cards in hand that the duties leave: to follow or trump, and to beat the best."""
        hand = self.dealt.hands[self.actor or 0] & self.left
        if not self.table:
            return hand
        due = hand & _OF_SUIT[self.table[0][1]] or hand & _OF_SUIT[self.trump]
        return due & _HIGHER[self.best] or due or hand

    def _spoken(self, seat: int, action: str) -> "CouillonState":
        if action == TAKE:
            suit = self.dealt.talon[self.turned - 1][1]
            return self._replace(said=(*self.said, action), taker=seat, trump=suit)
        if action != PASS:
            raise IllegalAction(
                "take-or-pass", f"{TAKE} or {PASS}: nobody has taken yet", action=action
            )
        said, seats = (*self.said, action), len(self.dealt.hands)
        if len(said) < seats:
            return self._replace(said=said, actor=seat + 1)
        if self.turned < len(self.dealt.talon):
            return self._replace(said=(), turned=self.turned + 1, actor=0)
        return self._replace(said=said, actor=None)

    def _chosen(self, action: str) -> "CouillonState":
        if action not in self.legal():
            raise IllegalAction(
                "name-trump",
                f"name a suit among your four cards, such as {self.legal()[0]}, or {NEXT}",
                action=action,
            )
        suit = self.dealt.fifth if action == NEXT else action.removeprefix("trump:")
        return self._replace(said=(action,), trump=suit)

    def _played(self, seat: int, card: str) -> "CouillonState":
        dealt, left, _, said, turned, taker, trump, table, best, tricks = self
        bit = _PACK.bit.get(card, 0)
        if not bit & self._playable():
            raise self._refusal(card)
        left ^= bit
        table += (card,)
        if not best or bit & _HIGHER[best] or (card[1] == trump and best[1] != trump):
            best = card
        seats = len(dealt.hands)
        actor: int | None = (seat + 1) % seats
        if len(table) == seats:
            leader = (seat + 1) % seats
            winner = (leader + table.index(best)) % seats
            tricks += (Trick(leader, table, winner),)
            table, best = (), ""
            actor = winner if len(tricks) < dealt.hands[0].bit_count() else None
        return _new(
            CouillonState,
            (dealt, left, actor, said, turned, taker, trump, table, best, tricks),
        )

    def _refusal(self, card: str) -> IllegalAction:
        hand = self.dealt.hands[self.actor or 0] & self.left
        if not _PACK.bit.get(card, 0) & hand:
            return refuse_card(card, deck=DECK)
        led, suit = self.table[0][1], card[1]
        due = hand & _OF_SUIT[led] or hand & _OF_SUIT[self.trump]
        if not _PACK.bit[card] & due:
            return refuse_suit(card, hand=_PACK.codes(hand), led=led, trumps=self.trump)
        rule, verb = (
            ("must-overtrump", "overtrump") if suit == self.trump else ("must-beat", "beat")
        )
        return IllegalAction(
            rule,
            f"you hold higher {SUIT_NAMES[suit]}: {verb} {self.best}",
            card=card,
            best=self.best,
            suit=suit,
        )


def side_points(tricks: Sequence[Trick]) -> tuple[int, int]:
    """What the side of seat 0 has captured in these tricks, and what the other has."""
    points = [0, 0]
    for trick in tricks:
        points[trick.winner % SIDES] += sum(POINTS[card[0]] for card in trick.cards)
    return points[0], points[1]


class Couillon:
    """The rules of Le couillon, as `engine.protocol.Game`."""

    key = KEY
    name = "Le couillon"
    seats = (4, 2)
    options = _OPTIONS
    no_event = ""

    def asks(self, options: Options = NO_OPTIONS) -> tuple[Ask, ...]:
        seats, forced = _agreed(options)
        most = _most_points(seats, forced)
        points = tuple(
            Ask(name, tuple(range(most + 1)), each=False) for name in ("first", "second")
        )
        words = (*"ABCD"[:seats], "nobody")
        takers = Ask("taker", tuple(range(seats + 1)), each=False, words=words)
        return points if forced else (takers, *points)

    def deck(self, options: Options = NO_OPTIONS) -> tuple[str, ...]:
        _agreed(options)
        return DECK

    def deal_from(self, cards: Sequence[str], options: Options = NO_OPTIONS) -> Deal:
        """Four cards to each seat in turn; forced, two more to each as they lie thereafter."""
        seats, forced = _agreed(options)
        dealt = tuple(cards)

        def portions(start: int, size: int) -> list[tuple[str, ...]]:
            return [dealt[start + size * seat :][:size] for seat in range(seats)]

        hands = portions(0, FIRST_CARDS)
        if forced:
            more = portions(FIRST_CARDS * seats, FORCED_CARDS - FIRST_CARDS)
            hands = [first + last for first, last in zip(hands, more, strict=True)]
        return Deal(tuple(hands), dealt[sum(map(len, hands)) :])

    def start(self, deal: Deal, options: Options = NO_OPTIONS) -> CouillonState:
        seats, forced = _agreed(options)
        size = _hand_size(forced)
        deal.check(DECK, hands=(size,) * seats, talon=len(DECK) - size * seats)
        hands = tuple(map(_PACK.mask, deal.hands))
        dealt = _Dealt(
            hands=hands,
            first=tuple(_PACK.mask(hand[:FIRST_CARDS]) for hand in deal.hands),
            talon=deal.talon,
            forced=forced,
            fifth=deal.hands[0][FIRST_CARDS][1] if forced else "",
        )
        return CouillonState(
            dealt,
            left=sum(hands),
            actor=0,
            said=(),
            turned=0 if forced else 1,
            taker=0 if forced else None,
            trump="",
            table=(),
            best="",
            tricks=(),
        )

    def score(self, detail: Mapping[str, object], options: Options = NO_OPTIONS) -> tuple[int, ...]:
        """The points by seat of `{"taker": 1, "first": 9, "second": 14}`, forced without the taker.

        Refused are all points that no cards make, shared out in whole tricks.
        """
        seats, forced = _agreed(options)
        asked = self.asks(options)
        if set(detail) != {ask.name for ask in asked}:
            raise UnattainableResult(
                "result-detail",
                "a result is the points of each side" + ("" if forced else ", and who took"),
            )
        taker = 0 if forced else _number(detail["taker"], 0, seats, name="taker")
        most = _most_points(seats, forced)
        first, second = (_number(detail[name], 0, most, name=name) for name in ("first", "second"))
        if taker == seats:
            if first or second:
                raise UnattainableResult("nobody-took", "nobody took: both sides have 0 points")
        elif not _possible(first, second, seats=seats, forced=forced):
            raise UnattainableResult(
                "points-together",
                f"{first} and {second} points are not possible: no cards in play make that",
                first=first,
                second=second,
            )
        return tuple((first, second)[seat % SIDES] for seat in range(seats))

    def attainable(self, options: Options = NO_OPTIONS) -> tuple[tuple[int, ...], ...]:
        """Nothing is asked of each seat."""
        _agreed(options)
        return ()


def _agreed(options: Options) -> tuple[int, bool]:
    """How many play, and whether they play forced."""
    chosen = agreed(KEY, _OPTIONS, options)
    return int(chosen[PLAYERS]), bool(chosen[FORCED])


def _hand_size(forced: bool) -> int:
    return FORCED_CARDS if forced else FIRST_CARDS


def _most_points(seats: int, forced: bool) -> int:
    """What the highest cards are worth that can be in play together."""
    worth = sorted((POINTS[card[0]] for card in DECK), reverse=True)
    return sum(worth[: _hand_size(forced) * seats])


def _number(entered: object, least: int, most: int, *, name: str) -> int:
    if type(entered) is not int or not least <= entered <= most:
        raise UnattainableResult(
            name, f"{name} is a number from {least} to {most}", least=least, most=most
        )
    return entered


@cache
def _possible(first: int, second: int, *, seats: int, forced: bool) -> bool:
    """Whether the cards of some tricks can be worth `first`, those of the others `second`."""
    if seats == 2 and not forced and sorted((first, second)) == _NEVER:
        return False
    tricks = _hand_size(forced)
    low = sum(POINTS[card[0]] == 0 for card in DECK)
    for one, two in product(_honours(first), _honours(second)):
        if any(had + has > len(SUITS) for had, has in zip(one, two, strict=True)):
            continue
        for won in range(tricks + 1):
            spare = won * seats - sum(one), (tricks - won) * seats - sum(two)
            if min(spare) >= 0 and sum(spare) <= low:
                return True
    return False


def _honours(points: int) -> Iterator[tuple[int, ...]]:
    """How many aces, kings, queens and jacks can be worth this together, in every way."""
    worth = [POINTS[rank] for rank in RANKS if POINTS[rank]]
    for numbers in product(range(len(SUITS) + 1), repeat=len(worth)):
        if sum(number * each for number, each in zip(numbers, worth, strict=True)) == points:
            yield numbers


GAME: Game = Couillon()
