"""Le tarot and Le tarot lorrain by rules of thumb: what the bot called "simple" plays.

It bids by counting honours and trumps, calls a king it does not hold, and discards what it cannot
keep. Of its legal cards it plays the one with which its side may expect most from the trick, less
what the card is worth in hand. In Le tarot lorrain the hand goes away after the trick: nothing is
kept then, and a bout in hand is played at once.
"""

from collections.abc import Mapping
from typing import Any

from engine.cards import EXCUSE, SUITS, TAROT
from engine.games.tarot_play import HEIGHT, SUIT, TRUMP, suit_led, winning_place
from engine.games.tarot_scale import BIDS, BOUTS, HALVES, PETIT, SIZES
from engine.protocol import View

# What a hand counts for: its honours, each trump, each high trump, each card from the fifth of a
# suit, and the petit by the number of trumps beside it.
_HONOURS = {"T21": 10, EXCUSE: 8, "K": 6, "Q": 3, "N": 2, "J": 1}
_MARRIAGE, _TRUMP, _HIGH, _HIGHEST, _LONG = 1, 2, 2, "T15", 2
_PETIT = (0, 0, 0, 0, 0, 5, 7, 9)
# From which count on each bid won more than a lower one (or than none), on the average of the deals
# it was tried on; by the number of players.
_BIDS: Mapping[int, tuple[int, int, int, int]] = {
    3: (51, 54, 66, 76),
    4: (42, 45, 54, 66),
    5: (22, 27, 38, 47),
}
# Where the hand goes away a taker mostly loses: what a bout counts for beside the discard's half
# points, and from which count on a petite is tried.
_BOUT_AWAY, _LEAST_AWAY = 12, 48

# Half points that a bout is worth beside its own, as it lowers the target.
_TARGET = 12.0
# What a card is worth in hand, in half points: a king, each trump by its number, the excuse.
_KING, _TRUMP_STEP, _EXCUSE = 4.0, 0.12, 5.0
# How likely a side wins a trick: in which a partner, or else an opponent, plays after its best
# card; with a plain card nobody can beat, less for each card missing of a suit's second round.
_ALLY, _RIVAL, _MASTER, _ROUND = 0.25, 0.3, 0.9, 8
# Half points that those still to play add.
_ADDED = 1.5


def choose(view: View) -> str:
    """The action for the seat whose view this is; it must be that seat's turn."""
    if len(view.legal) == 1:
        return view.legal[0]
    phase = view.facts["phase"]
    if phase == "bid":
        return _bid(view)
    if phase == "call":
        return _call(view)
    if phase == "discard":
        return _discard(view)
    if phase == "announce":
        return "pass"
    if phase == "hide":
        # The lowest trump is hidden, the petit first.
        return view.legal[-1]
    shown = [action for action in view.legal if action.startswith("announce")]
    return shown[-1] if shown else _Trick(view).best()


def count(hand: tuple[str, ...]) -> int:
    """What a hand counts for in bidding."""
    trumps = [card for card in hand if SUIT[card] == TRUMP]
    total = sum(_HONOURS.get(card, _HONOURS.get(card[0], 0)) for card in hand if card not in trumps)
    total += sum(_HONOURS.get(card, 0) for card in trumps)
    total += _TRUMP * len(trumps) + _HIGH * sum(card >= _HIGHEST for card in trumps)
    if PETIT in hand:
        total += _PETIT[min(len(trumps), len(_PETIT) - 1)]
    for suit in SUITS:
        length = sum(SUIT[card] == suit for card in hand)
        total += _LONG * max(0, length - 4)
        total += _MARRIAGE * (f"K{suit}" in hand and f"Q{suit}" in hand)
    return total


def _bid(view: View) -> str:
    if view.game == "tarot-lorrain":
        return "bid:petite" if _tries(view) else "pass"
    worth = count(view.hand)
    steps = _BIDS[len(view.counts["cards"])]
    bids = [f"bid:{name}" for name, least in zip(BIDS, steps, strict=True) if worth >= least]
    # The lowest bid that is enough may have been made: then only a higher one is worth saying.
    return bids[-1] if bids and bids[-1] in view.legal else "pass"


def _tries(view: View) -> bool:
    """Whether a hand that goes away after a trick is worth a petite."""
    bouts = BOUTS.intersection(view.hand)
    safe = sorted(HALVES[card] for card in view.hand if card not in bouts and card[0] != "K")
    worth = _BOUT_AWAY * len(bouts) + sum(safe[-SIZES[len(view.counts["cards"])].dog :])
    return worth >= _LEAST_AWAY and "bid:petite" in view.legal


def _call(view: View) -> str:
    """The card called: one of another hand, in a suit with the queen, or else a long one."""

    def worth(action: str) -> tuple[bool, bool, int]:
        card = action.removeprefix("call:")
        suit = [each for each in view.hand if SUIT[each] == card[1]]
        return card not in view.hand, f"Q{card[1]}" in view.hand, len(suit)

    return max(view.legal, key=worth)


def _discard(view: View) -> str:
    """The discard: high cards that may be lost, of suits that are short and have no king.

    Where the hand goes away, simply the highest cards: they are safe.
    """

    def worth(action: str) -> float:
        card = action.removeprefix("discard:")
        if view.game == "tarot-lorrain":
            return HALVES[card]
        suit = [each for each in view.hand if SUIT[each] == SUIT[card]]
        return HALVES[card] - 2 * len(suit) - (6 if f"K{SUIT[card]}" in suit else 0)

    return max(view.legal, key=worth)


class _Trick:
    """A view in the play, read: the cards on the table, whose they are, and what is still out."""

    def __init__(self, view: View) -> None:
        facts: Mapping[str, Any] = view.facts
        self.view = view
        self.seats = len(view.counts["cards"])
        self.passing = view.game == "tarot-lorrain"
        self.table = [play.action for play in view.table]
        self.leader = view.table[0].seat if view.table else view.seat
        attack = {n for n, side in enumerate(facts["sides"]) if side in ("taker", "partner")}
        self.allies = attack if view.seat in attack else set(range(self.seats)) - attack
        after = self.seats - len(self.table) - 1
        later = [(view.seat + step) % self.seats for step in range(1, after + 1)]
        self.rivals_after = sum(seat not in self.allies for seat in later)
        self.allies_after = len(later) - self.rivals_after
        gone = {card for trick in view.tricks for card in trick.cards}
        gone.update(self.table, view.hand, facts.get("discarded", ()))
        self.unseen = [card for card in TAROT if card not in gone]
        self.last = SIZES[self.seats].hand - len(view.tricks)

    def best(self) -> str:
        """The legal card that is worth most; of equals the lowest of the longest suit."""

        def rank(card: str) -> tuple[float, int, int]:
            length = sum(SUIT[each] == SUIT[card] for each in self.view.hand)
            return self.worth(card), length, -HEIGHT[card]

        return max(self.view.legal, key=rank)

    def worth(self, card: str) -> float:
        """Half points that this card brings its side, less what it is worth in hand."""
        chance = self.chance(card)
        # What a bout brings: where it is kept, whoever wins.
        own = HALVES[card] + (_TARGET if card in BOUTS else 0.0)
        pot = sum(HALVES[each] for each in self.table if each != EXCUSE)
        pot += round(_ADDED * (self.rivals_after + self.allies_after))
        total = (2 * chance - 1) * pot
        if self.passing:
            return total + (own if card in BOUTS else (2 * chance - 1) * own)
        if card == EXCUSE:
            # It must be played before the last trick.
            return total + (20 if self.last == 2 else -20 if self.last == 1 else -_EXCUSE)
        return total + (2 * chance - 1) * own - self.keeping(card)

    def keeping(self, card: str) -> float:
        """What this card is worth while it is kept in hand."""
        if card == PETIT:
            return _TARGET / 2
        if SUIT[card] == TRUMP:
            return _TRUMP_STEP * int(card[1:])
        return _KING if self.master(card) else 0.0

    def master(self, card: str) -> bool:
        """Whether no higher card of this suit is still out."""
        suit = SUIT[card]
        return all(SUIT[each] != suit or HEIGHT[each] < HEIGHT[card] for each in self.unseen)

    def chance(self, card: str) -> float:
        """How likely this side wins the trick in which this card is played now."""
        cards = [*self.table, card]
        if cards == [EXCUSE]:
            return 0.5
        place = winning_place(cards)
        ours = (self.leader + place) % self.seats in self.allies
        best = cards[place]
        if not ours:
            return _ALLY if self.allies_after else 0.0
        if not self.rivals_after:
            return 1.0
        holds = self.holds(best, suit_led(cards) or TRUMP)
        return holds**self.rivals_after + (1 - holds) * (_ALLY if self.allies_after else 0.0)

    def holds(self, card: str, led: str) -> float:
        """How likely one rival still to play does not beat this card."""
        higher = [
            each for each in self.unseen if SUIT[each] == SUIT[card] and HEIGHT[each] > HEIGHT[card]
        ]
        if SUIT[card] == TRUMP and led == TRUMP:
            return 1.0 if not higher else _RIVAL
        suit = sum(SUIT[each] == led for each in self.unseen)
        follows = min(suit, _ROUND) / _ROUND
        if SUIT[card] == TRUMP:
            # Only a rival without the suit trumps higher.
            return 1.0 if not higher else _MASTER * follows + _RIVAL * (1 - follows)
        return (_MASTER if not higher else _RIVAL) * follows
