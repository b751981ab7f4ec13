"""What trick-taking games share. Sets of cards are integers of a `Pack`.

`FollowGame` is the whole play of the games that ask nothing but to follow suit.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.cards import PIQUET, SUIT_NAMES, SUITS, Pack
from engine.errors import IllegalAction, UnattainableResult
from engine.protocol import (
    NO_OPTIONS,
    Ask,
    Deal,
    Option,
    Options,
    Outcome,
    Play,
    Trick,
    View,
    refuse_options,
)

_NUMBERS = {2: "two", 3: "three", 4: "four"}
_new = tuple.__new__


def strengths(deck: Iterable[str], ranks: str, *, led: str, trumps: str) -> dict[str, int]:
    """How high each card stands in a trick whose leader played the suit `led`.

    `ranks` run from the highest down, `trumps` are the trump suits. A trump stands above every
    plain card, trumps of equal rank stand level, and a card that neither follows nor trumps
    has -1: it cannot win by height.
    """
    height = {rank: place for place, rank in enumerate(reversed(ranks))}
    above_plain = len(ranks)

    def strength(card: str) -> int:
        if card[1] in trumps:
            return above_plain + height[card[0]]
        return height[card[0]] if card[1] == led else -1

    return {card: strength(card) for card in deck}


def cutting_strengths(deck: Iterable[str], ranks: str, *, led: str, cut: str) -> dict[str, int]:
    """The same where there is no trump suit, and a card of the rank `cut` cuts the other suits.

    The cards that cut stand level above all others, so that the last of them played wins. In the
    suit led the rank stands where `ranks` put it.
    """
    plain = strengths(deck, ranks, led=led, trumps="")
    return {
        card: len(ranks) if card[0] == cut and card[1] != led else strength
        for card, strength in plain.items()
    }


def trick_counts(tricks: Iterable[Trick], *, seats: int) -> tuple[int, ...]:
    """How many of these tricks each seat won."""
    winners = [trick.winner for trick in tricks]
    return tuple(winners.count(seat) for seat in range(seats))


def entered_tricks(entered: object, *, seats: int, tricks: int) -> list[int]:
    """The trick counts by seat, as entered by hand; UnattainableResult if no deal has them."""
    if (
        not isinstance(entered, list | tuple)
        or len(entered) != seats
        or any(type(count) is not int for count in entered)
    ):
        message = f"{_NUMBERS[seats]} trick counts are needed, one for each seat"
        raise UnattainableResult("trick-counts", message)
    if sum(entered) != tricks or min(entered) < 0:
        shown = " + ".join(map(str, entered))
        raise UnattainableResult(
            "trick-sum",
            f"{shown} is not possible: each count is from 0 to {tricks},"
            f" and the {_NUMBERS[seats]} make {tricks}",
            counts=list(entered),
            total=sum(entered),
        )
    return list(entered)


def distributions(total: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Every way to share out `total` among so many, whoever has what, the largest number first."""

    def shared(left: int, places: int, most: int) -> Iterator[tuple[int, ...]]:
        if places == 0:
            if left == 0:
                yield ()
            return
        for number in range(min(left, most), -1, -1):
            for rest in shared(left - number, places - 1, number):
                yield (number, *rest)

    return shared(total, seats, total)


class FollowState(NamedTuple):
    """A deal of a `FollowGame` at one moment: an immutable value.

    Each card was dealt to one seat, so that one set, `left`, says what all hands still hold.
    """

    game: "FollowGame"
    hands: tuple[int, ...]
    left: int
    actor: int | None
    playable: int
    table: tuple[str, ...]
    tricks: tuple[Trick, ...]

    def legal(self) -> tuple[str, ...]:
        return self.game.pack.codes(self.playable)

    def apply(self, seat: int, action: str) -> "FollowState":
        game, hands, left, actor, playable, table, tricks = self
        bit = game.pack.bit.get(action, 0)
        if seat != actor or not bit & playable:
            raise self._refusal(seat, action)
        seats = len(hands)
        left ^= bit
        table += (action,)
        actor = (seat + 1) % seats
        if len(table) < seats:
            hand = hands[actor] & left
            playable = hand & game.follow[table[0]] or hand
        else:
            winner = (actor + game.winning_place(table)) % seats
            tricks += (Trick(actor, table, winner),)
            table = ()
            playable = hands[winner] & left
            actor = winner if left else None
        return _new(FollowState, (game, hands, left, actor, playable, table, tricks))

    def view(self, seat: int) -> View:
        game, hands, left, actor, _, table, tricks = self
        seats = len(hands)
        if not 0 <= seat < seats:
            raise ValueError(f"{game.name} has seats 0 to {seats - 1}, not {seat}")
        leader = ((actor or 0) - len(table)) % seats
        return View(
            game=game.key,
            seat=seat,
            actor=actor,
            hand=game.pack.codes(hands[seat] & left),
            legal=self.legal() if seat == actor else (),
            table=tuple(Play((leader + place) % seats, card) for place, card in enumerate(table)),
            turned=(),
            tricks=tricks,
            counts={
                "cards": tuple((hand & left).bit_count() for hand in hands),
                "tricks": trick_counts(tricks, seats=seats),
                **game.counts(tricks),
            },
            trumps=game.trumps,
            captured=game.captured(tricks) if game.face_up else (),
            facts=game.facts(tricks),
        )

    def outcome(self) -> Outcome | None:
        return None if self.left else self.game.outcome(self.tricks)

    def _refusal(self, seat: int, action: str) -> IllegalAction:
        if self.actor is None:
            return refuse_finished()
        if seat != self.actor:
            return refuse_turn(seat, self.actor)
        pack, hand = self.game.pack, self.hands[seat] & self.left
        if not pack.bit.get(action, 0) & hand:
            return refuse_card(action, deck=pack.deck)
        return refuse_suit(action, hand=pack.codes(hand), led=self.table[0][1], trumps="")


class FollowGame(ABC):
    """A game played out in tricks, in which a suit is followed if possible and that is all.

    The cards are dealt in equal hands, and those left over lie aside, seen by nobody. Whoever
    cannot follow plays any card. The highest strength wins the trick, of level ones the last
    played, and the winner leads. Actions are the cards' codes; there are no options.
    """

    key: str
    name: str
    seats: tuple[int, ...] = (3,)
    cards: tuple[str, ...] = PIQUET
    options: tuple[Option, ...] = ()
    no_event = ""
    # What a form asks of a result.
    asked: tuple[Ask, ...]
    # The suits that are trumps, to be shown; `strengths` says what they do.
    trumps = ""
    # Whether won cards lie face up before their winner.
    face_up = False

    def __init__(self) -> None:
        suits = {suit: [card for card in self.cards if card[1] == suit] for suit in SUITS}
        height = {suit: self.strengths(suit) for suit in SUITS}
        self.pack = Pack(self.cards)
        self.follow = {card: self.pack.mask(suits[card[1]]) for card in self.cards}
        self.strength = {card: height[card[1]] for card in self.cards}

    @abstractmethod
    def strengths(self, led: str) -> Mapping[str, int]:
        """How high each card stands when this suit is led; below 0, it cannot win."""

    @abstractmethod
    def outcome(self, tricks: Sequence[Trick]) -> Outcome:
        """What a deal that was played out like this is worth."""

    def counts(self, tricks: Sequence[Trick]) -> Mapping[str, tuple[int, ...]]:
        """Public numbers by seat, besides the cards in hand and the tricks won."""
        return {}

    def facts(self, tricks: Sequence[Trick]) -> Mapping[str, object]:
        """What else everybody may know after these tricks, as JSON values."""
        return {}

    def winning_place(self, table: Sequence[str]) -> int:
        """Which of these cards, in the order played, wins the trick: 0 for the leader's."""
        strength = self.strength[table[0]]
        heights = [strength[card] for card in table]
        heights.reverse()
        return len(heights) - 1 - heights.index(max(heights))

    def captured(self, tricks: Iterable[Trick]) -> tuple[tuple[str, ...], ...]:
        """The cards won by each seat, in the deck's order."""
        won = [0] * self.seats[0]
        for trick in tricks:
            won[trick.winner] |= self.pack.mask(trick.cards)
        return tuple(map(self.pack.codes, won))

    def asks(self, options: Options = NO_OPTIONS) -> tuple[Ask, ...]:
        refuse_options(self.key, options)
        return self.asked

    def deck(self, options: Options = NO_OPTIONS) -> tuple[str, ...]:
        refuse_options(self.key, options)
        return self.cards

    def deal_from(self, cards: Sequence[str], options: Options = NO_OPTIONS) -> Deal:
        refuse_options(self.key, options)
        dealt, size, seats = tuple(cards), self.hand_size, self.seats[0]
        hands = tuple(dealt[seat * size : (seat + 1) * size] for seat in range(seats))
        return Deal(hands, dealt[seats * size :])

    def start(self, deal: Deal, options: Options = NO_OPTIONS) -> FollowState:
        refuse_options(self.key, options)
        size, seats = self.hand_size, self.seats[0]
        deal.check(self.cards, hands=(size,) * seats, talon=len(self.cards) - size * seats)
        hands = tuple(map(self.pack.mask, deal.hands))
        return FollowState(
            self, hands, left=sum(hands), actor=0, playable=hands[0], table=(), tricks=()
        )

    @property
    def hand_size(self) -> int:
        """How many cards each seat is dealt."""
        return len(self.cards) // self.seats[0]


def refuse_finished() -> IllegalAction:
    return IllegalAction("finished", "the deal is over")


def refuse_turn(seat: int, actor: int) -> IllegalAction:
    return IllegalAction(
        "not-your-turn",
        f"it is the turn of seat {actor}, not of seat {seat}",
        seat=seat,
        actor=actor,
    )


def refuse_card(card: str, *, deck: Iterable[str]) -> IllegalAction:
    """The refusal of a card that is not in the hand of the player whose turn it is."""
    if card in deck:
        return IllegalAction("not-in-hand", f"you do not hold {card}", card=card)
    return IllegalAction("no-such-card", f"{card!r} is not a card of this game", card=card)


def refuse_suit(card: str, *, hand: Iterable[str], led: str, trumps: str) -> IllegalAction:
    """Why a card in hand may not follow the suit `led`: suit first, then trump, is the duty.

    `trumps` are the suits that must be played by who cannot follow; none where that is free.
    The parameters name what the hand holds: `suit` the suit led, `held` the suits that must
    be played instead (several only when they are trumps).
    """
    suits = {each[1] for each in hand}
    follows = trumps if led in trumps else led
    held = tuple(suit for suit in SUITS if suit in suits and suit in follows)
    if held and led in trumps:
        rule, message = "follow-trump", f"trumps are led and you hold {_names(held)}: play a trump"
    elif held:
        rule, message = "follow-suit", f"you hold {_names(held)}: follow suit"
    else:
        held = tuple(suit for suit in SUITS if suit in suits and suit in trumps)
        rule = "must-trump"
        message = f"you hold no {SUIT_NAMES[led]} but {_names(held)}: play a trump"
    return IllegalAction(rule, message, card=card, suit=led, held=held)


def _names(suits: Iterable[str]) -> str:
    return " and ".join(SUIT_NAMES[suit] for suit in suits)
