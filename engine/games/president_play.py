"""A deal of Le Président while it is played; president.py tells the rules and their source.

The facts of a view, public but for the last: `phase` (exchange, play, over); `variants` that are
on; `roles` by seat, of the deal before until there are new ones; `exchange`, the returns still
owed; `ranks` from the weakest up, as the order is now; `revolution`; `closes`, the rank that closes
a trick; `bound`, the rank that the seat to act must play or pass; `skipped`, the seat that just
missed its turn; `passed`; `out` and `late`, the seats without cards; `last_pile` and what `closed`
it; `played`, all cards so far; `received`, what came to this seat in the exchange and is in hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from engine.cards import SUITS, Pack
from engine.errors import IllegalAction
from engine.protocol import CLOCK, Expiry, Outcome, Play, View, at_once
from engine.tricks import refuse_card, refuse_finished, refuse_turn

KEY = "president"
RANKS = "3456789TJQKA2"
PASS, GIVE, CLOSE = "pass", "give:", "close"
CLOCK_SECONDS = 10
FOUR = 4

PRESIDENT, VICE, NEUTRAL, VICE_LAST, LAST = "president", "vice", "neutral", "vice-last", "last"
# The roles by place, and what each is worth.
ROLES = {
    3: (PRESIDENT, NEUTRAL, LAST),
    4: (PRESIDENT, VICE, VICE_LAST, LAST),
    5: (PRESIDENT, VICE, NEUTRAL, VICE_LAST, LAST),
    6: (PRESIDENT, VICE, NEUTRAL, NEUTRAL, VICE_LAST, LAST),
}
POINTS = {PRESIDENT: 3, VICE: 2, NEUTRAL: 1, VICE_LAST: 0, LAST: 0}


# Sets of cards are integers here: four bits for each rank, from the weakest up.
PACK = Pack([rank + suit for rank in RANKS for suit in SUITS])
_TOP = len(RANKS) - 1
# The sets of so many cards in a set of four suits; under 0, of any number.
_OF_SUITS = tuple(
    tuple(
        tuple(
            sum(bits)
            for number in ([size] if size else range(1, FOUR + 1))
            for bits in combinations([bit for bit in (1, 2, 4, 8) if bit & suits], number)
        )
        for suits in range(16)
    )
    for size in range(FOUR + 1)
)
# The action that plays these suits of a rank.
_ACTIONS = tuple(
    tuple("+".join(PACK.codes(suits << FOUR * rank)) for suits in range(16))
    for rank in range(len(RANKS))
)


class Agreed(NamedTuple):
    """What was agreed on before a deal. `previous` are the seats by place, or nothing."""

    players: int
    revolution: bool
    skip_if_missing: bool
    close_on_four: bool
    best_card_closes: bool
    finish_on_two: bool
    rapid: bool
    previous: tuple[int, ...]

    @property
    def variants(self) -> Iterator[str]:
        """The names of those that are on."""
        return (name for name, on in zip(self._fields, self, strict=True) if on is True)


class Debt(NamedTuple):
    """So many cards that a seat has still to return to another one."""

    giver: int
    receiver: int
    cards: int


class Pile(NamedTuple):
    """The plays of a trick, and what ended it: `passes`, `skip`, `four`, `best` or `clock`."""

    plays: tuple[Play, ...]
    closed: str


class PresidentState(NamedTuple):
    """A deal of Le Président at one moment: an immutable value.

    `turn` is nobody's in the rapid mode. The trick's last play is `size` cards of `rank` and
    stands on `run` cards of this rank, itself included; all are 0 where nothing lies. `bound` says
    that the seat to act answers with this rank or not at all. `out` are the seats that emptied
    their hands, first out first; `late` those that did so with a two, where that costs.
    `received` are the cards that came to each seat in the exchange, `played` all that were played
    so far, and `since` counts the plays and the ends of piles.
    """

    agreed: Agreed
    hands: tuple[int, ...]
    turn: int | None
    owed: tuple[Debt, ...] = ()
    received: tuple[int, ...] = ()
    pile: tuple[Play, ...] = ()
    rank: int = 0
    size: int = 0
    run: int = 0
    revolution: bool = False
    bound: bool = False
    passed: frozenset[int] = frozenset()
    skipped: int | None = None
    out: tuple[int, ...] = ()
    late: tuple[int, ...] = ()
    played: int = 0
    last_pile: Pile | None = None
    since: int = 0

    @property
    def actor(self) -> int | None:
        return self.owed[0].giver if self.owed else self.turn

    @property
    def order(self) -> tuple[int, ...]:
        """The seats by their final places; empty while the deal goes on."""
        if not self._over:
            return ()
        left = (seat for seat, hand in enumerate(self.hands) if hand)
        return (*self.out, *left, *reversed(self.late))

    def legal(self) -> tuple[str, ...]:
        if self._over:
            return ()
        if self.actor is not None:
            return self._choices(self.actor)
        seats = [
            at_once(seat, action)
            for seat in range(len(self.hands))
            for action in self._choices(seat)
        ]
        return (*seats, *(at_once(CLOCK, action) for action in ([CLOSE] if self.pile else seats)))

    def apply(self, seat: int, action: str) -> "PresidentState":
        if self._over:
            raise refuse_finished()
        if seat == CLOCK:
            return self._run_out(action)
        actor = self.actor
        if actor is not None and seat != actor:
            raise refuse_turn(seat, actor)
        if self.owed:
            return self._return(action)
        if not (0 <= seat < len(self.hands) and self.hands[seat]):
            raise IllegalAction("no-cards", "you have no cards left", seat=seat)
        if seat in self.passed:
            raise IllegalAction("passed", "you have passed: wait for the next trick", seat=seat)
        if action == PASS:
            return self._pass(seat)
        return self._play(seat, action)

    def view(self, seat: int) -> View:
        many = len(self.hands)
        if not 0 <= seat < many:
            raise ValueError(f"this deal has seats 0 to {many - 1}, not {seat}")
        may_act = not self._over and self.actor in (seat, None)
        received = self.received[seat] if self.received else 0
        return View(
            game=KEY,
            seat=seat,
            actor=self.actor,
            hand=PACK.codes(self.hands[seat]),
            legal=self._choices(seat) if may_act else (),
            table=self.pile,
            turned=(),
            tricks=(),
            counts={"cards": tuple(hand.bit_count() for hand in self.hands)},
            facts={**self._facts(), "received": list(PACK.codes(received & self.hands[seat]))},
        )

    def outcome(self) -> Outcome | None:
        order = self.order
        if not order:
            return None
        places = [order.index(seat) + 1 for seat in range(len(order))]
        return Outcome(scores=score_places(places), detail={"places": places})

    def expiry(self) -> Expiry | None:
        """What the common clock of the rapid mode does: it closes the trick, or opens one."""
        if self._over or self.actor is not None:
            return None
        action = CLOSE
        if not self.pile:
            seat = max(range(len(self.hands)), key=lambda each: self.hands[each].bit_count())
            rank = next(rank for rank in self._from_weakest() if self._suits(seat, rank))
            card = _OF_SUITS[1][self._suits(seat, rank)][0]
            action = at_once(seat, _ACTIONS[rank][card])
        # A play and the end of a trick begin the clock anew; passing does not.
        return Expiry(action, seconds=CLOCK_SECONDS, since=self.since)

    @property
    def _over(self) -> bool:
        return len(self.out) + len(self.late) == len(self.hands) - 1

    def _facts(self) -> Mapping[str, object]:
        """What everybody knows, besides the trick and the number of cards."""
        order, last = self.order, self.last_pile
        return {
            "phase": "over" if order else "exchange" if self.owed else "play",
            "variants": list(self.agreed.variants),
            "roles": _roles(order or self.agreed.previous),
            "exchange": [debt._asdict() for debt in self.owed],
            "ranks": RANKS[::-1] if self.revolution else RANKS,
            "revolution": self.revolution,
            "closes": RANKS[self._best] if self.agreed.best_card_closes else "",
            "bound": RANKS[self.rank] if self.bound else "",
            "skipped": self.skipped,
            "passed": sorted(self.passed),
            "out": list(self.out),
            "late": list(self.late),
            "last_pile": last
            and [{"seat": play.seat, "action": play.action} for play in last.plays],
            "closed": last and last.closed,
            "played": list(PACK.codes(self.played)),
        }

    @property
    def _best(self) -> int:
        return 0 if self.revolution else _TOP

    def _from_weakest(self) -> range:
        return range(_TOP, -1, -1) if self.revolution else range(len(RANKS))

    def _suits(self, seat: int, rank: int) -> int:
        return self.hands[seat] >> FOUR * rank & 15

    def _choices(self, seat: int) -> tuple[str, ...]:
        """What this seat may do, if it may do anything now."""
        if self.owed:
            held = PACK.codes(self.hands[seat])
            return tuple(GIVE + "+".join(some) for some in combinations(held, self.owed[0].cards))
        if not self.hands[seat] or seat in self.passed:
            return ()
        plays = [
            _ACTIONS[rank][suits]
            for rank in self._answers()
            for suits in _OF_SUITS[self.size][self._suits(seat, rank)]
        ]
        return (*plays, PASS) if self._may_pass(seat) else tuple(plays)

    def _answers(self) -> Sequence[int]:
        """The ranks that may be played now, from the weakest up."""
        ranks = self._from_weakest()
        if self.bound:
            return (self.rank,)
        return ranks[ranks.index(self.rank) :] if self.pile else ranks

    def _may_pass(self, seat: int) -> bool:
        return bool(self.pile) and self.pile[-1].seat != seat

    def _pass(self, seat: int) -> "PresidentState":
        if not self.pile:
            raise IllegalAction("must-open", "nothing lies there: open the trick")
        if not self._may_pass(seat):
            raise IllegalAction("own-play", "you played last: you cannot pass")
        after = self._replace(passed=self.passed | {seat}, bound=False, skipped=None)
        return after._next(seat)

    def _play(self, seat: int, action: str) -> "PresidentState":
        cards = _held(action, self.hands[seat])
        rank, size = (cards.bit_length() - 1) // FOUR, cards.bit_count()
        self._check(cards, rank, size)
        hand = self.hands[seat] ^ cards
        rules, equal = self.agreed, bool(self.pile) and rank == self.rank
        run = size + self.run if equal else size
        is_late = rules.finish_on_two and rank == _TOP
        after = self._replace(
            hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]),
            pile=(*self.pile, Play(seat, action)),
            rank=rank,
            size=size,
            run=run,
            revolution=self.revolution ^ (rules.revolution and size == FOUR),
            bound=False,
            skipped=None,
            out=self.out if hand or is_late else (*self.out, seat),
            late=self.late if hand or not is_late else (*self.late, seat),
            played=self.played | cards,
            since=self.since + 1,
        )
        if after._over:
            return after._replace(turn=None)
        if rules.close_on_four and run == FOUR:
            return after._close("four")
        if rules.best_card_closes and rank == self._best:
            return after._close("best")
        return after._next(seat, equal=equal)

    def _check(self, cards: int, rank: int, size: int) -> None:
        """Refuse cards from the hand that are no play, or no answer to what lies there."""
        if cards & ~(15 << FOUR * rank):
            raise IllegalAction("equal-cards", "only cards of one rank are played together")
        if not self.pile:
            return
        if size != self.size:
            raise IllegalAction(
                "same-number",
                f"answer with as many cards as lie there: {self.size}",
                size=self.size,
            )
        if rank not in self._answers():
            named = RANKS[self.rank]
            if self.bound:
                raise IllegalAction("same-rank", f"play the rank {named} or pass", rank=named)
            raise IllegalAction("too-weak", f"play the rank {named} or a stronger one", rank=named)

    def _next(self, seat: int, *, equal: bool = False) -> "PresidentState":
        """The same after this seat has acted: the turn passes on, or the trick is over."""
        many, last = len(self.hands), self.pile[-1].seat
        waiting = [
            each
            for each in ((seat + step) % many for step in range(1, many + 1))
            if self.hands[each] and each not in self.passed and each != last
        ]
        if not waiting:
            return self._close("passes")
        if self.agreed.rapid:
            return self
        if equal and self.agreed.skip_if_missing:
            first, *others = waiting
            if _OF_SUITS[self.size][self._suits(first, self.rank)]:
                return self._replace(turn=first, bound=True)
            skipping = self._replace(skipped=first)
            return skipping._replace(turn=others[0]) if others else skipping._close("skip")
        return self._replace(turn=waiting[0])

    def _close(self, why: str) -> "PresidentState":
        """The same with the trick put away, and whoever played last to open the next one."""
        many, last = len(self.hands), self.pile[-1].seat
        leader = next(
            each for each in ((last + step) % many for step in range(many)) if self.hands[each]
        )
        return self._replace(
            turn=None if self.agreed.rapid else leader,
            pile=(),
            rank=0,
            size=0,
            run=0,
            passed=frozenset(),
            last_pile=Pile(self.pile, why),
            since=self.since + 1,
        )

    def _run_out(self, action: str) -> "PresidentState":
        """The same after the common clock has run out."""
        if self.actor is not None:
            raise IllegalAction("no-clock", "there is no common clock now")
        if self.pile:
            if action != CLOSE:
                raise IllegalAction("clock-closes", "the common clock closes the trick")
            return self._close("clock")
        seat, found, play = action.partition("/")
        if not found or seat not in map(str, range(len(self.hands))):
            raise IllegalAction("clock-opens", "the common clock opens the trick for a seat")
        return self.apply(int(seat), play)

    def _return(self, action: str) -> "PresidentState":
        """The same after the first of those who owe cards has returned them."""
        debt, *owed = self.owed
        if not action.startswith(GIVE):
            raise IllegalAction("give-first", "first give cards back", cards=debt.cards)
        given = _held(action.removeprefix(GIVE), self.hands[debt.giver])
        if given.bit_count() != debt.cards:
            raise IllegalAction(
                "give-number", f"give back as many cards as came: {debt.cards}", cards=debt.cards
            )
        return self._replace(
            hands=moved(self.hands, given, debt.giver, debt.receiver),
            received=tuple(
                given if seat == debt.receiver else cards
                for seat, cards in enumerate(self.received)
            ),
            owed=tuple(owed),
        )


def score_places(places: Sequence[int]) -> tuple[int, ...]:
    """The points by seat of these final places by seat."""
    roles = ROLES[len(places)]
    return tuple(POINTS[roles[place - 1]] for place in places)


def moved(hands: tuple[int, ...], cards: int, giver: int, receiver: int) -> tuple[int, ...]:
    after = list(hands)
    after[giver] ^= cards
    after[receiver] |= cards
    return tuple(after)


def _held(written: str, hand: int) -> int:
    """The set of these cards, joined by `+`; refused unless the hand has them, in that order."""
    cards = 0
    for card in written.split("+"):
        bit = PACK.bit.get(card, 0)
        if not bit & hand:
            raise refuse_card(card, deck=PACK.deck)
        cards |= bit
    ordered = "+".join(PACK.codes(cards))
    if ordered != written:
        raise IllegalAction(
            "card-order", f"name each card once, in this order: {ordered}", cards=ordered
        )
    return cards


def _roles(order: Sequence[int]) -> list[str]:
    """The roles by seat, of the seats by place; none of no places."""
    return [ROLES[len(order)][order.index(seat)] for seat in range(len(order))]
