"""L'empereur, for two to six players: who gets rid of all cards first.

Source: "L'empereur", a game by Florent Peyrusse (published with nine others, in French).

Deviations: a card that comes back into play does so in an order fixed by the deal, and a deal that
nobody ends is a draw (see below).

A deal: seven cards each; what remains is the stock, its first card on top. The deal also has an
order of the deck, in which the pile becomes a new stock; `engine.dealing.hidden_order` says how it
follows from the cards. Without jokers there are 52 cards.

Rulings used here, where the source leaves something open:
- Ranks from the lowest: 3 4 5 6 7 8 9 T J Q K A 2. A joker is of the rank that its player names,
  any of these, while it lies on the pile. Suits mean nothing.
- A turn: play cards of one rank, not lower than the top of the pile; or draw one, then play or
  pass. That holds for who leads to an empty pile as well. A pass is for this turn only.
- When the turn comes back to who played last, the pile goes face down under the stock, its oldest
  card first, and that player leads; one who is out by then leaves the lead to the next still in.
- A two, or a joker named so, is played alone. Nobody may answer it: each other player still in
  draws one, the pile goes under the stock and the same player leads.
- A play that leaves several cards of its rank on top of the pile makes the next player still in
  draw as many as lie there, less one.
- When a card must be drawn and the stock is empty, the pile, except its cards of the highest rank,
  becomes the stock in the deal's order. If there are no others, no card is drawn, and a player who
  cannot draw may pass at once.
- In the modes normal and elite the first to be out is the Emperor. In the mirror modes play goes on
  until one is left, the Excluded. What the last play makes others draw is drawn before the end.
- Whoever goes out with a joker in the last play loses: in the mirror modes as the Excluded, which
  ends the deal; in the others as a Subject, and the last one left is Emperor.
- Scores: normal, 1 for the Emperor; mirror, -1 for the Excluded; elite, the Emperor gains the
  points left in all hands; mirror_elite, the Excluded loses them. J 11, Q 12, K 13, A 14, two 15,
  joker 20, the others their number.
- Exchange before a deal that follows another: elite, each Subject gives one of the highest cards in
  hand to the Emperor, and is then given one by choice; both mirror modes, the Excluded gives one of
  the highest left in hand to each other, and then each gives one back by choice. Always in the
  order of the seats. Jokers are the highest.
- Nothing forces anybody to play, and cards come back for ever. After 100 turns for each player at
  the table the deal is a draw: nobody is Emperor or Excluded, and nobody scores.

A result entered by hand is a 1 for the Emperor (`{"emperor": [1, 0, 0]}`) or the Excluded
(`{"excluded": [0, 1, 0]}`); in the elite modes also the points left in hands, as `"points": 37`.

Actions: cards joined by `+`, suits in the order S H D C and then jokers, with the rank they stand
for: `7S`, `7S+7H`, `7H+JK1=7`. `draw`, `pass`, and in the exchange `give:KS`.

Options: `players`, `mode` (normal, elite, mirror, mirror_elite), `jokers` (true, false), and
`previous`: the seat of the last deal's Emperor, or Excluded, for which there is an exchange.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from engine.cards import SUITS, Pack, french_deck
from engine.dealing import hidden_order
from engine.errors import BadRecord, IllegalAction, UnattainableResult
from engine.piles import Piles
from engine.protocol import (
    NO_OPTIONS,
    PLAYERS,
    Ask,
    Deal,
    Game,
    Option,
    Options,
    Outcome,
    View,
    agreed,
)
from engine.sets import JOKERS, rank_of, refuse_set, sets_of
from engine.tricks import refuse_card, refuse_finished, refuse_turn

KEY = "empereur"
RANKS = "3456789TJQKA2"
TWO = "2"
HAND_SIZE = 7
MODES = ("normal", "elite", "mirror", "mirror_elite")
# The option and its value for a deal that follows no other.
PREVIOUS, NONE = "previous", "none"
# For each player. Of three who play sensibly, one is out after some 40 turns in all.
MOST_TURNS = 100
DRAW, PASS, GIVE = "draw", "pass", "give:"

PACK = Pack((*french_deck(RANKS[::-1]), *JOKERS))
_WITHOUT = PACK.deck[: -len(JOKERS)]
_JOKERS = PACK.mask(JOKERS)
_OF_RANK = tuple(PACK.mask(rank + suit for suit in SUITS) for rank in RANKS)
# From the highest down, as cards are given away.
_CLASSES = (_JOKERS, *reversed(_OF_RANK))
POINTS = {card: 20 if card in JOKERS else RANKS.index(card[0]) + 3 for card in PACK.deck}


class Table(NamedTuple):
    """What was agreed on."""

    players: int
    mode: str
    jokers: bool
    previous: int | None

    @property
    def elite(self) -> bool:
        """Whether points left in hands are counted."""
        return self.mode.endswith("elite")

    @property
    def mirror(self) -> bool:
        """Whether the deal is about who is left, and not about who is first."""
        return self.mode.startswith("mirror")

    @property
    def sought(self) -> str:
        """Whom the deal determines."""
        return "excluded" if self.mirror else "emperor"

    @property
    def deck(self) -> tuple[str, ...]:
        return PACK.deck if self.jokers else _WITHOUT

    def gifts(self) -> tuple[tuple[int, int], ...]:
        """The exchange before the deal: who gives to whom, in order."""
        first = self.previous
        if first is None:
            return ()
        others = [seat for seat in range(self.players) if seat != first]
        to, back = [(seat, first) for seat in others], [(first, seat) for seat in others]
        return (*back, *to) if self.mirror else (*to, *back)


@cache
def _plays(rank: str, held: int) -> tuple[str, ...]:
    """Every way to play some of these cards, and jokers, as this rank."""
    return sets_of(rank, PACK.codes(held), most=1 if rank == TWO else len(PACK.deck))


@lru_cache(maxsize=1024)  # a state is asked several times, by views and to check an action
def _choices(hand: int, top: str, last: str) -> tuple[str, ...]:
    """All that may be done with this hand on this top of the pile, and last what is no play."""
    found: list[str] = []
    lowest = RANKS.find(top)
    for rank, cards in zip(RANKS[lowest:], _OF_RANK[lowest:], strict=True):
        if held := hand & (cards | _JOKERS):
            found += _plays(rank, held)
    return (*found, last)


class EmpereurState(NamedTuple):
    """A deal at one moment: an immutable value.

    Players are out when their hand is empty. `gifts` are those still to be given, `received` the
    cards that each seat was given, `drawn` says whether the player whose turn it is has drawn.
    `decided` is the Emperor or the Excluded, once there is one.
    """

    table: Table
    cards: Piles
    actor: int | None
    gifts: tuple[tuple[int, int], ...]
    received: tuple[int, ...]
    drawn: bool = False
    out: tuple[int, ...] = ()
    decided: int | None = None
    turns: int = 0

    def legal(self) -> tuple[str, ...]:
        if self.actor is None:
            return ()
        hand = self.cards.hands[self.actor]
        if self.gifts:
            return tuple(f"{GIVE}{card}" for card in PACK.codes(self.to_give(hand)))
        last = DRAW if not self.drawn and self.cards.can_draw else PASS
        return _choices(hand, self.cards.top, last)

    def apply(self, seat: int, action: str) -> "EmpereurState":
        if seat != self.actor or action not in self.legal():
            raise _refusal(self, seat, action)
        if self.gifts:
            return self._given(action.removeprefix(GIVE))
        if action == PASS:
            return self._passed(seat)
        if action == DRAW:
            return self._replace(cards=self.cards.quiet().draw(seat, 1), drawn=True)
        return self._played(seat, action)

    def view(self, seat: int) -> View:
        if not 0 <= seat < self.table.players:
            raise ValueError(f"this table has seats 0 to {self.table.players - 1}, not {seat}")
        cards, hand = self.cards, self.cards.hands[seat]
        playing = "over" if self.actor is None else "play"
        return View(
            game=KEY,
            seat=seat,
            actor=self.actor,
            hand=PACK.codes(hand),
            legal=self.legal() if seat == self.actor else (),
            table=cards.pile,
            turned=(),
            tricks=(),
            counts={"cards": tuple(each.bit_count() for each in cards.hands)},
            facts={
                "mode": self.table.mode,
                "phase": "exchange" if self.gifts else playing,
                "gift": list(self.gifts[0]) if self.gifts else None,
                "received": [] if self.turns else list(PACK.codes(self.received[seat] & hand)),
                "stock": len(cards.stock),
                "top": cards.top,
                "drawn": self.drawn,
                "drew": list(cards.drew),
                "out": list(self.out),
                "turns": self.turns,
                "previous": self.table.previous,
                self.table.sought: self.decided,
            },
        )

    def outcome(self) -> Outcome | None:
        if self.actor is not None:
            return None
        seats = range(self.table.players)
        found = [int(seat == self.decided) for seat in seats]
        if not self.table.elite:
            return Outcome(_scores(self.table, found, 1), {self.table.sought: found})
        held = (card for hand in self.cards.hands for card in PACK.codes(hand))
        points = 0 if self.decided is None else sum(POINTS[card] for card in held)
        detail = {self.table.sought: found, "points": points}
        return Outcome(_scores(self.table, found, points), detail)

    def to_give(self, hand: int) -> int:
        """The cards of this hand that may be given now."""
        # The first half of the gifts is of highest cards, the second by choice.
        if len(self.gifts) <= self.table.players - 1:
            return hand
        return next(hand & cards for cards in _CLASSES if hand & cards)

    def _given(self, card: str) -> "EmpereurState":
        (giver, receiver), *later = self.gifts
        bit = PACK.bit[card]
        hands, received = list(self.cards.hands), list(self.received)
        hands[giver] ^= bit
        hands[receiver] |= bit
        received[giver] &= ~bit
        received[receiver] |= bit
        return self._replace(
            cards=self.cards._replace(hands=tuple(hands)),
            received=tuple(received),
            gifts=tuple(later),
            actor=later[0][0] if later else 0,
        )

    def _played(self, seat: int, action: str) -> "EmpereurState":
        cards = self.cards.play(seat, action)
        others, two = cards.others(seat), cards.top == TWO
        is_out, joker = not cards.hands[seat], "=" in action
        if two:
            for other in others:
                cards = cards.draw(other, 1)
            cards = cards.swept()
        else:
            cards = cards.draw(others[0], cards.equal - 1)
        after = self._replace(cards=cards)
        if is_out:
            left = others[0] if len(others) == 1 else None
            decided = seat if joker == self.table.mirror else left
            after = after._replace(out=(*self.out, seat), decided=decided)
        return after._next_turn(seat if two and not is_out else others[0])

    def _passed(self, seat: int) -> "EmpereurState":
        cards = self.cards.quiet()
        nearest, players = cards.others(seat)[0], self.table.players
        if cards.pile:
            # Whoever played last may be out, and is then passed on the way.
            steps = [(each - seat - 1) % players for each in (cards.pile[-1].seat, nearest)]
            if steps[0] <= steps[1]:
                cards = cards.swept()
        return self._replace(cards=cards)._next_turn(nearest)

    def _next_turn(self, seat: int) -> "EmpereurState":
        turns = self.turns + 1
        over = self.decided is not None or turns == MOST_TURNS * self.table.players
        return self._replace(turns=turns, drawn=False, actor=None if over else seat)


class Empereur:
    """The rules of L'empereur, as `engine.protocol.Game`."""

    key = KEY
    name = "L'empereur"
    seats = (3, 2, 4, 5, 6)
    options = (
        Option(PLAYERS, seats, seats[0]),
        Option("mode", MODES, MODES[0]),
        Option("jokers", (True, False), True),
        Option(PREVIOUS, (NONE, *range(max(seats))), NONE, carried=True),
    )
    no_event = ""

    def asks(self, options: Options = NO_OPTIONS) -> tuple[Ask, ...]:
        table = agreed_table(options)
        sought = Ask(table.sought, values=(0, 1))
        if not table.elite:
            return (sought,)
        return (sought, Ask("points", values=(0, *_points_left(table)), each=False))

    def deck(self, options: Options = NO_OPTIONS) -> tuple[str, ...]:
        return agreed_table(options).deck

    def deal_from(self, cards: Sequence[str], options: Options = NO_OPTIONS) -> Deal:
        table, dealt = agreed_table(options), tuple(cards)
        last = table.players * HAND_SIZE
        hands = tuple(dealt[first : first + HAND_SIZE] for first in range(0, last, HAND_SIZE))
        return Deal(hands, dealt[last:], hidden_order(table.deck, hands, dealt[last:], game=KEY))

    def start(self, deal: Deal, options: Options = NO_OPTIONS) -> EmpereurState:
        table = agreed_table(options)
        stock = len(table.deck) - table.players * HAND_SIZE
        deal.check(table.deck, hands=(HAND_SIZE,) * table.players, talon=stock, ordered=True)
        gifts, none = table.gifts(), (0,) * table.players
        hands = tuple(map(PACK.mask, deal.hands))
        return EmpereurState(
            table=table,
            cards=Piles(PACK, deal.order, hands, deal.talon, drew=none),
            actor=gifts[0][0] if gifts else 0,
            gifts=gifts,
            received=none,
        )

    def score(self, detail: Mapping[str, object], options: Options = NO_OPTIONS) -> tuple[int, ...]:
        """The score by seat of `{"emperor": [1, 0, 0]}`, or what else the mode asks for."""
        table = agreed_table(options)
        names = [ask.name for ask in self.asks(options)]
        if set(detail) != set(names):
            raise UnattainableResult(
                "result-detail", f"a result is {' and '.join(names)}", names=names
            )
        found = detail[table.sought]
        if (
            not isinstance(found, list | tuple)
            or len(found) != table.players
            or any(type(one) is not int or one not in (0, 1) for one in found)
            or sum(found) > 1
        ):
            raise UnattainableResult(
                table.sought, f"a 1 is needed for the {table.sought}, and a 0 for each other seat"
            )
        if not table.elite:
            return _scores(table, found, 1)
        points = detail["points"]
        left = _points_left(table) if sum(found) else range(1)
        if type(points) is not int or points not in left:
            raise UnattainableResult(
                "points-left",
                f"the points left in hands are {left[0]} to {left[-1]}",
                least=left[0],
                most=left[-1],
            )
        return _scores(table, found, points)

    def attainable(self, options: Options = NO_OPTIONS) -> tuple[tuple[int, ...], ...]:
        """One Emperor, or Excluded; or nobody, if the deal is a draw."""
        nobody = (0,) * agreed_table(options).players
        return ((1, *nobody[1:]), nobody)


def agreed_table(options: Options) -> Table:
    """What was agreed on; BadRecord if it is not a game of this kind."""
    chosen = agreed(KEY, Empereur.options, options)
    number, mode, previous = int(chosen[PLAYERS]), str(chosen["mode"]), chosen[PREVIOUS]
    seat = previous if isinstance(previous, int) else None
    if seat is not None and (mode == MODES[0] or seat >= number):
        raise BadRecord(
            "option-value",
            f"{PREVIOUS} is a seat of a table of {number}, in another mode than {MODES[0]}",
            option=PREVIOUS,
        )
    return Table(number, mode, bool(chosen["jokers"]), seat)


def _scores(table: Table, found: Sequence[int], points: int) -> tuple[int, ...]:
    """What it is worth to be the one who is found, by seat."""
    return tuple(one * (-points if table.mirror else points) for one in found)


def _points_left(table: Table) -> range:
    """How many points can be left in hands when a deal is decided.

    At most all but the lowest card, which was played last. At least a three for each who still
    holds cards: without jokers these are all others in the mode elite, and else perhaps one only.
    """
    hands = 1 if table.mirror or table.jokers else table.players - 1
    lowest = sorted(POINTS[card] for card in table.deck)
    return range(sum(lowest[:hands]), sum(lowest) - lowest[0] + 1)


def _refusal(state: EmpereurState, seat: int, action: str) -> IllegalAction:
    """Why this action is not legal."""
    if state.actor is None:
        return refuse_finished()
    if seat != state.actor:
        return refuse_turn(seat, state.actor)
    if state.gifts:
        return _refuse_gift(state, seat, action)
    if action.startswith(GIVE):
        return IllegalAction("no-exchange", "there are no cards to be exchanged now")
    if action == PASS:
        return IllegalAction("draw-first", "draw a card before you pass")
    if action == DRAW and state.drawn:
        return IllegalAction("drawn", "you have drawn a card: play or pass")
    if action == DRAW:
        return IllegalAction("nothing-to-draw", "there is no card to draw: play or pass")
    return _refuse_play(state, seat, action)


def _refuse_gift(state: EmpereurState, seat: int, action: str) -> IllegalAction:
    hand = state.cards.hands[seat]
    card = action.removeprefix(GIVE)
    if card == action:
        return IllegalAction("give-first", "cards are exchanged first: give:KS gives the KS")
    if card not in PACK.codes(hand):
        return refuse_card(card, deck=state.table.deck)
    highest = PACK.codes(state.to_give(hand))
    return IllegalAction(
        "give-highest",
        f"you give one of your highest cards: {' or '.join(highest)}",
        card=card,
        held=highest,
    )


def _refuse_play(state: EmpereurState, seat: int, action: str) -> IllegalAction:
    hand, top = PACK.codes(state.cards.hands[seat]), state.cards.top
    refusal = refuse_set(action, hand=hand, deck=state.table.deck, ranks=RANKS)
    if refusal:
        return refusal
    if rank_of(action) == TWO and "+" in action:
        return IllegalAction("two-alone", "a two is played alone")
    message = f"the pile is at {top}: play no lower card, draw or pass"
    return IllegalAction("too-low", message, rank=rank_of(action), top=top)


EMPEREUR = Empereur()
GAME: Game = EMPEREUR
