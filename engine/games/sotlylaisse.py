"""Le sot-l'y-laisse, for three players with tarot cards: a trick may be left lying, to win more.

Source: the inventors' rules, "Le sot-l'y-laisse" (one of ten games published together, in French).

Deviations: the source plays to the right of the dealer; here, as everywhere, seat 0 leads first and
the seats follow in the order of play.

A deal: 78 cards, 23 each; nine lie aside and nobody sees them.

Rulings used here, where the source leaves something open:
- Rank in every suit: K Q N J T 9 … 2 A, the ace lowest.
- A suit led must be followed, and trumps when trumps are led. A player without it plays any card:
  nobody ever has to trump, nor to play a higher trump.
- A trick with a trump in it is collected once all three have played, by the highest trump.
- Otherwise the highest card of the suit led, over all that lies on the table, is master. Its player
  takes the pile and leads anything, or leaves it lying and leads the same suit again: as often as
  there is a card of it, or the excuse, to lead. Who has neither must take.
- The pile goes to the master who takes it, or to the highest trump, which may come in any round.
- The excuse may be played at any time and never wins. Led, it names a plain suit, which the others
  must follow; led on a pile, the pile's suit. If the suit named is neither played nor trumped, its
  leader must take.
- Whoever wins the pile leads next. A deal by itself is worth five points for each king, queen,
  knight and jack won; those aside are nobody's.

Actions are the cards' codes, `TD`, `T07`, `EXC`; the excuse led with the suit it names, `EXC=S`;
`take` and `leave` for the master once all three have played to a plain suit. Options: none; the
target is one of the match.

A view's tricks are rounds of three cards, all rounds of a pile won by the same seat; `points` among
its counts are those won so far. Its facts: `phase` is `lead`, `follow`, `master` (take or leave),
`again` (lead the pile's suit) or `over`; `suit` is the suit to be followed, `T` for trumps, empty
before a lead; `pile` the rounds that lie on the table, each with its leader and cards; `master` who
would take the pile now, or None.

A result entered by hand is the court cards of each seat: `{"courts": [7, 5, 2]}`. They make 7 to 16
together, as at most nine are aside; every such result is possible.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.cards import EXCUSE, SUIT_NAMES, SUITS, TAROT, TAROT_TRUMPS, Pack
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
    refuse_card,
    refuse_finished,
    refuse_suit,
    refuse_turn,
    trick_counts,
)

KEY = "sotlylaisse"
SEATS = 3
HAND = 23
ASIDE = len(TAROT) - SEATS * HAND
RANKS = "KQNJT98765432A"
COURTS = "KQNJ"
POINTS = 5
MOST_COURTS = len(COURTS) * len(SUITS)
FEWEST_COURTS = MOST_COURTS - ASIDE

TAKE, LEAVE = "take", "leave"
TRUMP = "T"
_PACK = Pack(TAROT)
_SUIT = {suit: _PACK.mask(card for card in TAROT[:56] if card[1] == suit) for suit in SUITS}
_TRUMPS = _PACK.mask(TAROT_TRUMPS)
_SUIT[TRUMP] = _TRUMPS
_EXCUSE = _PACK.bit[EXCUSE]
_NAMING = {f"{EXCUSE}={suit}": suit for suit in SUITS}
_COURTS = frozenset(rank + suit for rank in COURTS for suit in SUITS)
_HEIGHT = {card: len(RANKS) - RANKS.index(card[0]) for card in TAROT[:56]}
_LED = {card: card[1] for card in TAROT[:56]} | dict.fromkeys(TAROT_TRUMPS, TRUMP) | _NAMING


class Round(NamedTuple):
    """Three cards in the order played, beginning with the leader's."""

    leader: int
    cards: tuple[str, ...]


class SotState(NamedTuple):
    """A deal at one moment: an immutable value.

    `left` are the cards still in hand. `pile` are the rounds on the table that are over, `table`
    the cards of the present one, `suit` what is to be followed: a plain suit, or trumps. `master`
    holds the highest card of the pile's suit, of that `height` (0 if there is none of it), and
    decides about the pile while `asked`.
    """

    hands: tuple[int, ...]
    left: int
    actor: int | None
    suit: str = ""
    table: tuple[str, ...] = ()
    pile: tuple[Round, ...] = ()
    master: int = 0
    height: int = 0
    asked: bool = False
    tricks: tuple[Trick, ...] = ()

    def legal(self) -> tuple[str, ...]:
        """Cards in the deck's order, the excuse last; or `take` before `leave`."""
        if self.actor is None:
            return ()
        hand = self.hands[self.actor] & self.left
        if self.asked:
            return (TAKE, LEAVE) if self._may_leave(hand) else (TAKE,)
        if self.table:
            own = hand & _SUIT[self.suit]
            return _PACK.codes(own | hand & _EXCUSE if own else hand)
        cards = _PACK.codes((hand & _SUIT[self.suit] if self.suit else hand) & ~_EXCUSE)
        if not hand & _EXCUSE:
            return cards
        return (*cards, *(f"{EXCUSE}={suit}" for suit in self.suit or SUITS))

    def apply(self, seat: int, action: str) -> "SotState":
        if seat != self.actor or action not in self.legal():
            raise self._refusal(seat, action)
        if action == TAKE:
            return self._collected(seat)
        if action == LEAVE:
            return self._replace(asked=False)
        card = EXCUSE if action in _NAMING else action
        state = self._replace(
            left=self.left ^ _PACK.bit[card],
            actor=(seat + 1) % SEATS,
            suit=self.suit or _LED[action],
            table=(*self.table, card),
        )
        return state if len(state.table) < SEATS else state._round_over((seat + 1) % SEATS)

    def view(self, seat: int) -> View:
        if not 0 <= seat < SEATS:
            raise ValueError(f"{GAME.name} has seats 0 to {SEATS - 1}, not {seat}")
        leader = ((self.actor or 0) - len(self.table)) % SEATS
        return View(
            game=KEY,
            seat=seat,
            actor=self.actor,
            hand=_PACK.codes(self.hands[seat] & self.left),
            legal=self.legal() if seat == self.actor else (),
            table=tuple(Play((leader + n) % SEATS, card) for n, card in enumerate(self.table)),
            turned=(),
            tricks=self.tricks,
            counts={
                "cards": tuple((hand & self.left).bit_count() for hand in self.hands),
                "tricks": trick_counts(self.tricks, seats=SEATS),
                "points": tuple(POINTS * won for won in _courts(self.tricks)),
            },
            facts={
                "phase": self._phase(),
                "suit": self.suit,
                "pile": [{"leader": past.leader, "cards": list(past.cards)} for past in self.pile],
                "master": self.master if self.pile else None,
            },
        )

    def outcome(self) -> Outcome | None:
        if self.actor is not None:
            return None
        courts = _courts(self.tricks)
        return Outcome(tuple(POINTS * won for won in courts), {"courts": list(courts)})

    def _phase(self) -> str:
        if self.actor is None:
            return "over"
        if self.asked:
            return "master"
        if self.table:
            return "follow"
        return "again" if self.pile else "lead"

    def _may_leave(self, hand: int) -> bool:
        return bool(self.height and hand & (_SUIT[self.suit] | _EXCUSE))

    def _round_over(self, leader: int) -> "SotState":
        """The state once all three have played to a round that this seat led."""
        state = self._replace(pile=(*self.pile, Round(leader, self.table)), table=())
        trumps = [(card, n) for n, card in enumerate(self.table) if _PACK.bit[card] & _TRUMPS]
        if trumps:
            return state._collected((leader + max(trumps)[1]) % SEATS)
        # A pile without any card of its suit is its leader's.
        master, height = (self.master, self.height) if self.pile else (leader, 0)
        for n, card in enumerate(self.table):
            if card[1] == self.suit and _HEIGHT[card] > height:
                master, height = (leader + n) % SEATS, _HEIGHT[card]
        return state._replace(actor=master, master=master, height=height, asked=True)

    def _collected(self, winner: int) -> "SotState":
        won = tuple(Trick(past.leader, past.cards, winner) for past in self.pile)
        return SotState(
            self.hands, self.left, winner if self.left else None, tricks=self.tricks + won
        )

    def _refusal(self, seat: int, action: str) -> IllegalAction:
        if self.actor is None:
            return refuse_finished()
        if seat != self.actor:
            return refuse_turn(seat, self.actor)
        hand = self.hands[seat] & self.left
        if self.asked:
            return self._refuse_asked(action)
        if action in (TAKE, LEAVE):
            return IllegalAction("no-pile", "there is no pile to take or to leave now: play a card")
        card = EXCUSE if action in _NAMING else action
        if not _PACK.bit.get(card, 0) & hand:
            return refuse_card(card, deck=TAROT)
        if action in _NAMING and self.table:
            message = f"only who leads names a suit: play {EXCUSE}"
            return IllegalAction("suit-named", message, card=EXCUSE)
        if self.table:
            return _refuse_following(card, hand, self.suit)
        if self.suit:
            message = f"you left the pile lying: lead {SUIT_NAMES[self.suit]} again, or the excuse"
            return IllegalAction("lead-again", message, card=card, suit=self.suit)
        message = f"you lead the excuse: name a plain suit, {EXCUSE}=S, =H, =D or =C"
        return IllegalAction("name-suit", message, card=EXCUSE)

    def _refuse_asked(self, action: str) -> IllegalAction:
        if action != LEAVE:
            return IllegalAction("take-or-leave", "take the pile, or leave it lying, first")
        if self.height == 0:
            message = "nobody played the suit named: take the pile"
        else:
            message = f"you hold no {SUIT_NAMES[self.suit]} and no excuse: take the pile"
        return IllegalAction("must-take", message, suit=self.suit)


class SotLyLaisse:
    """The rules of Le sot-l'y-laisse, as `engine.protocol.Game`."""

    key = KEY
    name = "Le sot-l'y-laisse"
    seats: tuple[int, ...] = (SEATS,)
    options: tuple[Option, ...] = ()
    no_event = ""

    def asks(self, options: Options = NO_OPTIONS) -> tuple[Ask, ...]:
        refuse_options(KEY, options)
        return (Ask("courts", values=tuple(range(MOST_COURTS + 1))),)

    def deck(self, options: Options = NO_OPTIONS) -> tuple[str, ...]:
        refuse_options(KEY, options)
        return TAROT

    def deal_from(self, cards: Sequence[str], options: Options = NO_OPTIONS) -> Deal:
        refuse_options(KEY, options)
        dealt = tuple(cards)
        hands = tuple(dealt[seat * HAND : (seat + 1) * HAND] for seat in range(SEATS))
        return Deal(hands, dealt[SEATS * HAND :])

    def start(self, deal: Deal, options: Options = NO_OPTIONS) -> SotState:
        refuse_options(KEY, options)
        deal.check(TAROT, hands=(HAND,) * SEATS, talon=ASIDE)
        hands = tuple(map(_PACK.mask, deal.hands))
        return SotState(hands, left=sum(hands), actor=0)

    def score(self, detail: Mapping[str, object], options: Options = NO_OPTIONS) -> tuple[int, ...]:
        """Five points for each court card of `{"courts": [7, 5, 2]}`."""
        refuse_options(KEY, options)
        if set(detail) != {"courts"}:
            raise UnattainableResult("result-detail", "a result is the court cards of each seat")
        courts = detail["courts"]
        if (
            not isinstance(courts, list | tuple)
            or len(courts) != SEATS
            or any(type(won) is not int or won < 0 for won in courts)
        ):
            raise UnattainableResult("courts", "three numbers of court cards are needed")
        if not FEWEST_COURTS <= sum(courts) <= MOST_COURTS:
            raise UnattainableResult(
                "courts-sum",
                f"{' + '.join(map(str, courts))} is not possible: the three make {FEWEST_COURTS}"
                f" to {MOST_COURTS} court cards, as up to {ASIDE} are aside",
                counts=list(courts),
                total=sum(courts),
            )
        return tuple(POINTS * won for won in courts)

    def attainable(self, options: Options = NO_OPTIONS) -> tuple[tuple[int, ...], ...]:
        """Every way to share out 7 to 16 court cards."""
        refuse_options(KEY, options)
        totals = range(FEWEST_COURTS, MOST_COURTS + 1)
        found = (shares for total in totals for shares in distributions(total, SEATS))
        return tuple(sorted(found, reverse=True))


def _courts(tricks: Sequence[Trick]) -> tuple[int, ...]:
    """How many court cards each seat has won."""
    won = [0] * SEATS
    for trick in tricks:
        won[trick.winner] += len(_COURTS.intersection(trick.cards))
    return tuple(won)


def _refuse_following(card: str, hand: int, suit: str) -> IllegalAction:
    if suit == TRUMP:
        message = "trumps are led and you hold some: play a trump"
        return IllegalAction("follow-trump", message, card=card)
    return refuse_suit(card, hand=_PACK.codes(hand), led=suit, trumps="")


GAME: Game = SotLyLaisse()
