"""La comète, for two to six players: rows that go up in a suit, and one card that breaks them.

Source: the rules of "Comète" in French, which choose R. F. Foster's game of Commit.

Deviations: the cards are dealt in one piece to each seat, not one by one; they are shuffled.

A deal: 51 cards, the eight of diamonds being left out. 25 each for two players, 17 for three, 12
for four, 9 for five, 8 for six. What is left over is dead: nobody sees it, and it never comes in.

Rulings used here, where the source leaves something open:
- In every suit a row goes up by A 2 3 4 5 6 7 8 9 T J Q K. Seat 0 begins with any card. Whoever is
  to act and holds the next card must play it, and goes on so; without it one passes, and the next
  seat is to act. A king ends the row, and its player begins the next.
- When all others have passed, the player of the last card begins a new row with any card.
- The Comet is the nine of diamonds. Whoever cannot go on may play it instead of passing; that ends
  the turn. The row now goes on with the card that it lacked or with the ten of diamonds, until one
  of them is played; who holds both chooses. The Comet can also be played where the diamonds stop at
  the seven; then only the ten can follow.
- The nine of diamonds may begin a row; the ten must follow. It counts as the Comet all the same.
- Each player pays 1 into the pot. A row begun with an ace brings 1 from each of the others, a king
  played 1, the Comet 2. The first to have no cards left ends the deal at once and has the pot; then
  each king left in a hand costs 1 to each of the others, the Comet 2.

A result entered by hand is what each seat has gained or lost in all: `{"points": [9, 0, -9]}`.

Actions are the cards' codes, and `pass`. Options: `players` from 2 to 6.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement, pairwise, product
from typing import NamedTuple

from engine.cards import SUITS, Pack, french_deck
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
    View,
    players,
)
from engine.tricks import refuse_card, refuse_finished, refuse_turn

KEY = "comete"
RANKS = "A23456789TJQK"
PASS, COMET, AFTER_COMET = "pass", "9D", "TD"
DECK = tuple(card for card in french_deck(RANKS[::-1]) if card != "8D")
ACE, KING = "A", "K"
ACE_WORTH = KING_WORTH = POT_WORTH = 1
COMET_WORTH = 2
KINGS = ACES = len(SUITS)
_HAND_SIZES = {2: 25, 3: 17, 4: 12, 5: 9, 6: 8}
# What one seat can get from each of the others, at most.
_MOST_UNITS = ACES * ACE_WORTH + KINGS * KING_WORTH + COMET_WORTH + POT_WORTH
# Up to how many players the distributions of the points are few enough to be listed.
_MOST_LISTED = 3

_OPTIONS = (Option(PLAYERS, (3, 2, 4, 5, 6), 3),)
_PACK = Pack(DECK)
_KINGS = _PACK.mask(card for card in DECK if card[0] == KING)
# The card that follows each in a row, where there is one.
_AFTER = {
    low + suit: (high + suit,)
    for suit in SUITS
    for low, high in pairwise(RANKS)
    if high + suit in DECK
}


class CometeState(NamedTuple):
    """A deal of La comète at one moment: an immutable value.

    `row` are the cards of the row being played, empty when `actor` is to begin one; `past` is the
    set of those of the earlier rows. `wanted` are the cards with which the row can go on. `units`
    are what each seat has to get from each of the others.
    """

    hands: tuple[int, ...]
    left: int
    actor: int | None
    row: tuple[Play, ...]
    past: int
    wanted: tuple[str, ...]
    units: tuple[int, ...]

    def legal(self) -> tuple[str, ...]:
        if self.actor is None:
            return ()
        hand = self.hands[self.actor] & self.left
        if not self.row:
            return _PACK.codes(hand)
        due = hand & _PACK.mask(self.wanted)
        if due:
            return _PACK.codes(due)
        return (COMET, PASS) if hand & _PACK.bit[COMET] else (PASS,)

    def apply(self, seat: int, action: str) -> "CometeState":
        if self.actor is None:
            raise refuse_finished()
        if seat != self.actor:
            raise refuse_turn(seat, self.actor)
        if action not in self.legal():
            raise self._refusal(action)
        following = (seat + 1) % len(self.hands)
        if action == PASS:
            if following != self.row[-1].seat:
                return self._replace(actor=following)
            return self._replace(actor=following)._with_row_over()
        breaks = action == COMET and bool(self.row)
        after = self._replace(
            left=self.left ^ _PACK.bit[action],
            actor=following if breaks else seat,
            row=(*self.row, Play(seat, action)),
            wanted=(*self.wanted, AFTER_COMET) if breaks else _AFTER.get(action, ()),
            units=_more(self.units, seat, self._worth(action)),
        )
        if not self.hands[seat] & after.left:
            return after._ended(seat)
        if action[0] == KING:
            return after._with_row_over()
        return after

    def view(self, seat: int) -> View:
        seats = len(self.hands)
        if not 0 <= seat < seats:
            raise ValueError(f"this table has seats 0 to {seats - 1}, not {seat}")
        # What lies in the pot is nobody's until the end.
        ante = 0 if self.actor is None else POT_WORTH
        phase = "over" if self.actor is None else "row" if self.row else "lead"
        return View(
            game=KEY,
            seat=seat,
            actor=self.actor,
            hand=_PACK.codes(self.hands[seat] & self.left),
            legal=self.legal() if seat == self.actor else (),
            table=self.row,
            turned=(),
            tricks=(),
            counts={
                "cards": tuple((hand & self.left).bit_count() for hand in self.hands),
                "points": tuple(each - ante for each in _points(self.units)),
            },
            facts={
                "phase": phase,
                # Not as cards: where they lie is secret.
                "wanted": [{"rank": card[0], "suit": card[1]} for card in self.wanted],
                "past": list(_PACK.codes(self.past)),
                "pot": ante * seats,
            },
        )

    def outcome(self) -> Outcome | None:
        if self.actor is not None:
            return None
        points = _points(self.units)
        return Outcome(points, {"points": list(points)})

    def _with_row_over(self) -> "CometeState":
        """The same, but that the actor is to begin a row."""
        past = self.past | _PACK.mask(play.action for play in self.row)
        return self._replace(row=(), past=past, wanted=())

    def _worth(self, card: str) -> int:
        """What this card, played now, brings from each of the others."""
        if card == COMET:
            return COMET_WORTH
        if card[0] == KING:
            return KING_WORTH
        return ACE_WORTH if card[0] == ACE else 0

    def _ended(self, out: int) -> "CometeState":
        """The end of the deal, in which this seat has no cards left: the pot, and what costs."""
        units = _more(self.units, out, POT_WORTH)
        for seat, hand in enumerate(self.hands):
            held = hand & self.left
            cost = KING_WORTH * (held & _KINGS).bit_count()
            if held & _PACK.bit[COMET]:
                cost += COMET_WORTH
            units = _more(units, seat, -cost)
        return self._replace(actor=None, units=units)

    def _refusal(self, action: str) -> IllegalAction:
        hand = self.hands[self.actor or 0] & self.left
        if action == PASS:
            if not self.row:
                return IllegalAction("begin-row", "you begin a row: play any card")
            due = _PACK.codes(hand & _PACK.mask(self.wanted))
            return IllegalAction(
                "go-on", f"you hold {due[0]}, with which the row goes on: play it", cards=due
            )
        if not _PACK.bit.get(action, 0) & hand:
            return refuse_card(action, deck=DECK)
        if not self.wanted:
            return IllegalAction("row-stopped", "nothing can follow here: pass", card=action)
        shown = " or ".join(self.wanted)
        return IllegalAction(
            "not-next", f"the row goes on with {shown}", card=action, cards=self.wanted
        )


def _more(units: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return (*units[:seat], units[seat] + more, *units[seat + 1 :])


def _points(units: Sequence[int]) -> tuple[int, ...]:
    """What each seat gains in all, when it gets so much from each of the others.

    The pot is one unit more for whoever has it: the others have lost what they paid into it.
    """
    whole = sum(units)
    return tuple(len(units) * each - whole for each in units)


class Comete:
    """The rules of La comète, as `engine.protocol.Game`."""

    key = KEY
    name = "La comète"
    seats = (3, 2, 4, 5, 6)
    options = _OPTIONS
    no_event = ""

    def asks(self, options: Options = NO_OPTIONS) -> tuple[Ask, ...]:
        others = players(self, options) - 1
        least = -others * (KINGS * KING_WORTH + COMET_WORTH) - ACES * ACE_WORTH - POT_WORTH
        most = others * _MOST_UNITS
        return (Ask("points", values=tuple(range(least, most + 1)), total=0),)

    def deck(self, options: Options = NO_OPTIONS) -> tuple[str, ...]:
        players(self, options)
        return DECK

    def deal_from(self, cards: Sequence[str], options: Options = NO_OPTIONS) -> Deal:
        seats, dealt = players(self, options), tuple(cards)
        size = _HAND_SIZES[seats]
        hands = tuple(dealt[seat * size : (seat + 1) * size] for seat in range(seats))
        return Deal(hands, dealt[seats * size :])

    def start(self, deal: Deal, options: Options = NO_OPTIONS) -> CometeState:
        seats = players(self, options)
        deal.check(DECK, hands=(_HAND_SIZES[seats],) * seats, talon=_dead(seats))
        hands = tuple(map(_PACK.mask, deal.hands))
        return CometeState(
            hands, left=sum(hands), actor=0, row=(), past=0, wanted=(), units=(0,) * seats
        )

    def score(self, detail: Mapping[str, object], options: Options = NO_OPTIONS) -> tuple[int, ...]:
        """The points by seat of `{"points": [9, 0, -9]}`.

        Refused is what no kings, aces, Comet and pot make. Not all that is accepted can be played:
        where the kings and aces lie is looked at, but hardly how the rows would have to go.
        """
        seats = players(self, options)
        if set(detail) != {"points"}:
            raise UnattainableResult("result-detail", "a result is the points of each seat")
        entered = detail["points"]
        if (
            not isinstance(entered, list | tuple)
            or len(entered) != seats
            or any(type(points) is not int for points in entered)
        ):
            raise UnattainableResult("points", "points are needed for each seat, won or lost")
        if sum(entered):
            raise UnattainableResult(
                "points-sum",
                f"what some win the others lose: the points make {sum(entered)}, not 0",
                total=sum(entered),
            )
        if not _possible(tuple(sorted(entered))):
            shown = ", ".join(map(str, entered))
            raise UnattainableResult(
                "points-together",
                f"{shown} is not possible: no aces, kings, Comet and pot make that",
                points=list(entered),
            )
        return tuple(entered)

    def attainable(self, options: Options = NO_OPTIONS) -> tuple[tuple[int, ...], ...]:
        """Every distribution of the points for two and three players; more have too many."""
        seats = players(self, options)
        if seats > _MOST_LISTED:
            return ()
        units = range(-KINGS * KING_WORTH - COMET_WORTH, _MOST_UNITS + 1)
        every = {_points(each) for each in combinations_with_replacement(units, seats)}
        return tuple(sorted((each[::-1] for each in every if _possible(each)), reverse=True))


def _dead(seats: int) -> int:
    """How many cards are dealt to nobody."""
    return len(DECK) - _HAND_SIZES[seats] * seats


@cache
def _possible(points: tuple[int, ...]) -> bool:
    """Whether these points, which make 0, can come of a deal."""
    seats = len(points)
    for whole in range(-KINGS - COMET_WORTH, _MOST_UNITS + 1):
        if any((each + whole) % seats for each in points):
            continue
        units = [(each + whole) // seats for each in points]
        for out, comet in product(range(seats), (-COMET_WORTH, 0, COMET_WORTH)):
            for holder in range(seats if comet else _dead(seats) and 1):
                rest = list(units)
                rest[out] -= POT_WORTH
                rest[holder] -= comet
                if (holder != out or comet >= 0) and _kings_and_aces(
                    rest, out=out, dead=_dead(seats) - (not comet)
                ):
                    return True
    return False


def _kings_and_aces(units: Sequence[int], *, out: int, dead: int) -> bool:
    """Whether kings played and kept, and aces led, make these units; so many cards may be dead."""
    if units[out] < 0:
        return False
    won = sum(each for each in units if each > 0)
    lost = won - sum(units)
    # A king kept can be made good by something won in the same hand.
    for kept, missing in product(range(lost, KINGS + 1), range(min(dead, KINGS) + 1)):
        kings = KINGS - missing - kept
        aces = won + kept - lost - kings
        # A row goes up to its king, unless a card is dead, the deal ends, or diamonds stop.
        if kings >= 0 and 0 <= aces <= min(ACES, kings + 2 + dead):
            return True
    return False


GAME: Game = Comete()
