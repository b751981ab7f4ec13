"""Le tarot (French tarot), for three, four or five players: one takes, the others defend.

Source: the official rules of the Fédération française de tarot. The play of the cards, the sides
and the scale are in `tarot_play.py`, `tarot_contract.py` and `tarot_scale.py`.

Deviations: a hand with the petit as its only trump does not cancel the deal, since other tables
play the same cards. Of five players all play; the rules let the fifth sit out while he deals.
Cards are dealt in whole hands, not by threes. The source's order, to the right of the dealer, is
here, as everywhere, the order of the seats, so that the left neighbour is the seat before.

A deal: 78 cards; 24, 18 or 15 each for three, four or five players, and the dog: 6, 6 or 3.

Rulings used here, where the source leaves something open or speaks of what only a table can see:
- One round of bids, each higher than those before; if all pass, nobody scores.
- Of five players the taker then calls a king; who holds all four may call a queen instead, with
  the four queens as well a knight, and so on. Its holder at the first trick is the partner,
  unknown to the others until the card is played. The taker who holds it, or finds it in the dog, is
  alone.
- Petite and garde: the dog lies face up for all, and is taken; then as many cards are discarded,
  one by one: no king, no bout, and trumps (seen by all) only when there is nothing else.
- Then the taker may announce a chelem, and leads; otherwise seat 0 leads. Of five players the first
  card is not of the suit called, unless it is the card called.
- Any player may show one poignée before playing a first card. A smaller one may be shown than is
  held; with more trumps than it needs, its holder says which to hide. The excuse is shown only in
  the place of a missing trump.
- A suit led is followed, else trumped. Whoever plays a trump beats the highest on the table if
  possible, and must still trump if not. The excuse is free at any time and wins nothing; led, it
  leaves the suit to the next card. Of a side that has won all other tricks it wins the last one.
- The excuse stays with its side for the lowest card of that side's tricks, which may be won later;
  it is lost in the last trick, and where its side wins no trick.
- A chelem by the defence, whose price is 200 as well, is not counted beside a failed one.

Actions: `pass`, `bid:petite` (`garde`, `garde_sans`, `garde_contre`); `call:KS`; `discard:4S`;
`announce:chelem` or `pass`; `announce:poignee` (`double_poignee`, `triple_poignee`) and then, as
often as needed, `hide:T08`; and the cards' codes, `TD`, `T21`, `EXC`.

Facts of a view: `phase` (bid, call, discard, announce, hide, play, over); `said`, all that was said
by whom, in order; `sides` by seat as far as this seat knows them (`taker`, `partner`, `defence`,
`unknown`); `bid`; `called` as rank and suit; `discarded`, the taker's own discard; `trumps_aside`,
those that all have seen; `left`, how many cards are still to be discarded or hidden. The dog, once
seen by all, stays in `turned`. A poignée's cards stand in `shown` until they are played.

Options: `players`, 3 (the default), 4 or 5.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.cards import EXCUSE, TAROT
from engine.errors import IllegalAction
from engine.games import tarot_contract, tarot_play, tarot_refusals, tarot_scale
from engine.games.tarot_contract import (
    BID_ACTIONS,
    CHELEM,
    NOT_TAKEN,
    PASS,
    POIGNEES,
    Contract,
    Poignee,
    bid_number,
)
from engine.games.tarot_play import BIT, EXCUSE_BIT, OF_SUIT, PACK, TRUMPS
from engine.games.tarot_scale import BIDS, NOBODY, SIZES
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
    players,
)
from engine.tricks import refuse_finished, refuse_turn, trick_counts

BID, CALL, DISCARD, ANNOUNCE = "bid", "call", "discard", "announce"
HIDE, PLAY, OVER = "hide", "play", "over"


class TarotState(NamedTuple):
    """A deal of tarot at one moment: an immutable value.

    `said` are all actions but discards, what is hidden and the cards; `hiding` is the poignée being
    shown, with what is left of it.
    """

    game: "Tarot"
    dog: int
    hands: tuple[int, ...]
    phase: str = BID
    actor: int | None = 0
    said: tuple[Play, ...] = ()
    contract: Contract = NOT_TAKEN
    poignees: tuple[Poignee, ...] = ()
    hiding: Poignee | None = None
    table: tuple[str, ...] = ()
    tricks: tuple[Trick, ...] = ()

    # What may be done.

    def legal(self) -> tuple[str, ...]:
        if self.actor is None:
            return ()
        hand = self.hands[self.actor]
        if self.phase == BID:
            return (PASS, *BID_ACTIONS[self._highest() :])
        if self.phase == CALL:
            return tuple(f"call:{card}" for card in PACK.codes(tarot_play.callable_cards(hand)))
        if self.phase == DISCARD:
            return tuple(f"discard:{card}" for card in PACK.codes(tarot_play.discardable(hand)))
        if self.phase == ANNOUNCE:
            return (PASS, CHELEM)
        if self.hiding:
            return tuple(f"hide:{card}" for card in PACK.codes(self.hiding.cards))
        return self._showable() + PACK.codes(self._playable())

    def apply(self, seat: int, action: str) -> "TarotState":
        if seat != self.actor:
            raise refuse_finished() if self.actor is None else refuse_turn(seat, self.actor)
        if self.phase == PLAY and BIT.get(action, 0) & self._playable():
            return self._played(seat, action)
        if action not in self.legal():
            raise self._refusal(seat, action)
        if self.phase == BID:
            return self._bid(seat, action)
        if self.phase == CALL:
            return self._called(seat, action)
        if self.phase == DISCARD:
            return self._discarded(seat, action)
        if self.phase == ANNOUNCE:
            return self._announced(seat, action)
        return self._shown(seat, action)

    def _highest(self) -> int:
        """The highest bid so far, counted from 1; 0 if there is none."""
        return max((bid_number(play.action) for play in self.said), default=0)

    def _showable(self) -> tuple[str, ...]:
        """The poignées that the player whose turn it is may show."""
        seat = self.actor or 0
        if self.tricks or any(each.seat == seat for each in self.poignees):
            return ()
        held = (self.hands[seat] & (TRUMPS | EXCUSE_BIT)).bit_count()
        sizes = SIZES[len(self.hands)].poignees
        return tuple(name for name, size in zip(POIGNEES, sizes, strict=True) if held >= size)

    def _playable(self) -> int:
        hand = self.hands[self.actor or 0]
        called = self.contract.called
        if called and not self.tricks and not self.table:
            return hand & (~OF_SUIT[called[1]] | BIT[called])
        return tarot_play.playable(hand, self.table)

    # What is done.

    def _bid(self, seat: int, action: str) -> "TarotState":
        seats = len(self.hands)
        said = (*self.said, Play(seat, action))
        if len(said) < seats and action != BID_ACTIONS[-1]:
            return self._replace(said=said, actor=(seat + 1) % seats)
        bids = [bid_number(play.action) for play in said]
        if not any(bids):
            return self._replace(said=said, actor=None, phase=OVER)
        contract = Contract(taker=bids.index(max(bids)), bid=max(bids))
        after = self._replace(said=said, contract=contract, actor=contract.taker)
        return after._replace(phase=CALL) if seats == 5 else after._take_dog(contract)

    def _called(self, seat: int, action: str) -> "TarotState":
        card = action.partition(":")[2]
        holders = (each for each, hand in enumerate(self.hands) if hand & BIT[card])
        contract = self.contract._replace(called=card, holder=next(holders, NOBODY))
        after = self._replace(said=(*self.said, Play(seat, action)))
        return after._take_dog(contract)

    def _take_dog(self, contract: Contract) -> "TarotState":
        if contract.takes_dog:
            hands = _with(self.hands, contract.taker, self.hands[contract.taker] | self.dog)
            return self._replace(contract=contract, hands=hands, phase=DISCARD)
        contract = contract._replace(aside=self.dog)
        return self._replace(contract=contract, phase=ANNOUNCE)

    def _discarded(self, seat: int, action: str) -> "TarotState":
        bit = BIT[action.partition(":")[2]]
        contract = self.contract._replace(aside=self.contract.aside | bit)
        done = contract.aside.bit_count() == self.dog.bit_count()
        return self._replace(
            contract=contract,
            hands=_with(self.hands, seat, self.hands[seat] ^ bit),
            phase=ANNOUNCE if done else DISCARD,
        )

    def _announced(self, seat: int, action: str) -> "TarotState":
        leader = seat if action == CHELEM else 0
        return self._replace(said=(*self.said, Play(seat, action)), phase=PLAY, actor=leader)

    def _shown(self, seat: int, action: str) -> "TarotState":
        if self.hiding:
            bit = BIT[action.partition(":")[2]]
            poignee = self.hiding._replace(cards=self.hiding.cards ^ bit)
        else:
            trumps = self.hands[seat] & TRUMPS
            size = POIGNEES.index(action)
            missing = trumps.bit_count() < SIZES[len(self.hands)].poignees[size]
            poignee = Poignee(seat, size, trumps | EXCUSE_BIT if missing else trumps)
        if poignee.cards.bit_count() > SIZES[len(self.hands)].poignees[poignee.size]:
            return self._replace(hiding=poignee, phase=HIDE)
        return self._replace(
            said=(*self.said, Play(seat, POIGNEES[poignee.size])),
            poignees=(*self.poignees, poignee),
            hiding=None,
            phase=PLAY,
        )

    def _played(self, seat: int, card: str) -> "TarotState":
        seats = len(self.hands)
        hands = _with(self.hands, seat, self.hands[seat] ^ BIT[card])
        table = (*self.table, card)
        if len(table) < seats:
            return self._replace(hands=hands, table=table, actor=(seat + 1) % seats)
        leader = (seat + 1) % seats
        winner = (leader + tarot_play.winning_place(table)) % seats
        if any(hands):
            if self.game.passing:
                hands = hands[1:] + hands[:1]
            actor, phase = winner, PLAY
        else:
            winner = self._last_winner(Trick(leader, table, winner))
            actor, phase = None, OVER
        return self._replace(
            hands=hands,
            table=(),
            tricks=(*self.tricks, Trick(leader, table, winner)),
            actor=actor,
            phase=phase,
        )

    def _last_winner(self, trick: Trick) -> int:
        """Who wins the last trick: it may be the excuse of a chelem, unless bouts are kept."""
        if EXCUSE in trick.cards and not self.game.passing:
            seat = tarot_play.player(trick, EXCUSE)
            if tarot_play.excuse_wins(self.tricks, self.contract.attack, seat):
                return seat
        return trick.winner

    # What is known, and what came of it.

    def view(self, seat: int) -> View:
        seats = len(self.hands)
        if not 0 <= seat < seats:
            raise ValueError(f"{self.game.name} has seats 0 to {seats - 1}, not {seat}")
        leader = ((self.actor or 0) - len(self.table)) % seats
        exposed = 0
        for poignee in self.poignees:
            exposed |= poignee.cards
        taken = self.contract.takes_dog and self.phase != CALL
        return View(
            game=self.game.key,
            seat=seat,
            actor=self.actor,
            hand=PACK.codes(self.hands[seat]),
            legal=self.legal() if seat == self.actor else (),
            table=tuple(
                Play((leader + place) % seats, card) for place, card in enumerate(self.table)
            ),
            turned=PACK.codes(self.dog) if taken else (),
            tricks=self.tricks,
            counts={
                "cards": tuple(hand.bit_count() for hand in self.hands),
                "tricks": trick_counts(self.tricks, seats=seats),
            },
            shown=tuple(PACK.codes(hand & exposed) for hand in self.hands) if exposed else (),
            facts=self._facts(seat),
        )

    def _facts(self, seat: int) -> Mapping[str, object]:
        contract = self.contract
        facts: dict[str, object] = {
            # That there are trumps to hide is known to their holder alone.
            "phase": PLAY if self.hiding and seat != self.actor else self.phase,
            "said": [[play.seat, play.action] for play in self.said],
        }
        if contract == NOT_TAKEN:
            return facts
        facts["bid"] = BIDS[contract.bid - 1]
        facts["sides"] = tarot_contract.sides(
            contract,
            seat,
            seats=len(self.hands),
            public=self.phase == OVER
            or tarot_contract.called_in_public(contract, self.dog, self.tricks, self.table),
            passed=len(self.tricks) if self.game.passing else 0,
        )
        if contract.called:
            facts["called"] = list(contract.called)
        if contract.takes_dog and self.phase != CALL:
            facts["trumps_aside"] = list(PACK.codes(contract.aside & TRUMPS))
            if seat == contract.taker:
                facts["discarded"] = list(PACK.codes(contract.aside))
        if self.phase == DISCARD:
            facts["left"] = self.dog.bit_count() - contract.aside.bit_count()
        if self.hiding and seat == self.actor:
            size = SIZES[len(self.hands)].poignees[self.hiding.size]
            facts["left"] = self.hiding.cards.bit_count() - size
        return facts

    def outcome(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        seats, kept_bouts = len(self.hands), self.game.passing
        result = tarot_contract.result(
            self.contract,
            self.tricks,
            self.poignees,
            announced=any(play.action == CHELEM for play in self.said),
            kept_bouts=kept_bouts,
        )
        asked = tarot_scale.asks(seats, kept_bouts=kept_bouts)
        return Outcome(
            scores=tarot_scale.scores(result, seats), detail=tarot_scale.detail(result, asked)
        )

    def _refusal(self, seat: int, action: str) -> IllegalAction:
        hand = self.hands[seat]
        if self.phase == BID:
            return tarot_refusals.refuse_bid(action)
        if self.phase == CALL:
            return tarot_refusals.refuse_call(action)
        if self.phase == DISCARD:
            return tarot_refusals.refuse_discard(action, hand)
        if self.phase == ANNOUNCE:
            return tarot_refusals.refuse_announcement(action)
        if self.phase == HIDE:
            return tarot_refusals.refuse_hiding(action)
        if action in POIGNEES:
            return tarot_refusals.refuse_poignee(
                SIZES[len(self.hands)].poignees[POIGNEES.index(action)],
                shown=any(each.seat == seat for each in self.poignees),
                late=bool(self.tricks),
            )
        return tarot_refusals.refuse_play(action, hand, self.table, self.contract.called)


def _with(hands: tuple[int, ...], seat: int, hand: int) -> tuple[int, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


class Tarot:
    """The rules of tarot, as `engine.protocol.Game`.

    `passing`: after each trick every hand goes to the seat before, and bouts are kept by whoever
    played them.
    """

    seats = (3, 4, 5)
    options = (Option(PLAYERS, seats, seats[0]),)
    no_event = ""

    def __init__(self, key: str, name: str, *, passing: bool = False) -> None:
        self.key = key
        self.name = name
        self.passing = passing

    def asks(self, options: Options = NO_OPTIONS) -> tuple[Ask, ...]:
        return tarot_scale.asks(players(self, options), kept_bouts=self.passing)

    def deck(self, options: Options = NO_OPTIONS) -> tuple[str, ...]:
        players(self, options)
        return TAROT

    def deal_from(self, cards: Sequence[str], options: Options = NO_OPTIONS) -> Deal:
        seats = players(self, options)
        dealt, size = tuple(cards), SIZES[seats].hand
        hands = tuple(dealt[seat * size : (seat + 1) * size] for seat in range(seats))
        return Deal(hands, dealt[seats * size :])

    def start(self, deal: Deal, options: Options = NO_OPTIONS) -> TarotState:
        seats = players(self, options)
        size = SIZES[seats]
        deal.check(TAROT, hands=(size.hand,) * seats, talon=size.dog)
        return TarotState(self, PACK.mask(deal.talon), tuple(map(PACK.mask, deal.hands)))

    def score(self, detail: Mapping[str, object], options: Options = NO_OPTIONS) -> tuple[int, ...]:
        """Points by seat of the answers that `tarot_scale` describes; they sum to zero."""
        seats = players(self, options)
        result = tarot_scale.entered(detail, seats, kept_bouts=self.passing)
        return tarot_scale.scores(result, seats)

    def attainable(self, options: Options = NO_OPTIONS) -> tuple[tuple[int, ...], ...]:
        """Empty: nothing is asked of each seat."""
        players(self, options)
        return ()


GAME: Game = Tarot("tarot", "Le tarot")
