"""Le couillon by rules of thumb: what the bot called "simple" plays.

It counts what its cards promise in tricks. It takes where that is more than its share, and plays
the card with which this trick and the promise of the rest are worth most, in points.
"""

from engine.cards import SUITS
from engine.games.couillon import NEXT, PASS, POINTS, RANKS, SIDES, TAKE
from engine.protocol import View

# What a card promises in tricks, from the ace down, before anything is played.
_TRUMPS = dict(zip(RANKS, (1.0, 0.8, 0.65, 0.55, 0.5, 0.45), strict=True))
_PLAIN = dict(zip(RANKS, (0.6, 0.3, 0.1, 0.0, 0.0, 0.0), strict=True))
# A promise is smaller by this for each higher card of the suit that is still out.
_STEP_TRUMP, _STEP_PLAIN = 0.15, 0.3
# From how many promised tricks on a hand takes, by the number of players.
_ENOUGH = {4: 1.2, 2: 1.0}
# What a suit that is not seen yet is worth beside one among the four cards.
_UNSEEN = 1.3
# What a card that nobody has seen is worth on average.
_AVERAGE = 40 / 24


def choose(view: View) -> str:
    """The action for the seat whose view this is; it must be that seat's turn."""
    if len(view.legal) == 1:
        return view.legal[0]
    if TAKE in view.legal:
        enough = _ENOUGH[len(view.counts["cards"])]
        return TAKE if _strength(view, view.turned[-1][1]) >= enough else PASS
    if NEXT in view.legal:
        best = max(SUITS, key=lambda suit: _strength(view, suit))
        return f"trump:{best}" if _strength(view, best) >= _UNSEEN else NEXT
    return _Trick(view).choice()


def _strength(view: View, trump: str) -> float:
    return sum((_TRUMPS if card[1] == trump else _PLAIN)[card[0]] for card in view.hand)


class _Trick:
    """One view, read: what is still out, and what a card in this trick is worth."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.seats = len(view.counts["cards"])
        self.table = tuple(play.action for play in view.table)
        seen = {card for trick in view.tricks for card in trick.cards}
        seen.update(view.hand, view.turned, self.table)
        self.out = [rank + suit for suit in SUITS for rank in RANKS if rank + suit not in seen]
        after = [(view.seat + step) % self.seats for step in range(1, self.seats - len(self.table))]
        self.rivals = [seat for seat in after if (seat - view.seat) % SIDES]
        self.waiting = len(after)

    def choice(self) -> str:
        """Of equals the lowest card."""
        return max(self.view.legal, key=lambda card: (self._worth(card), RANKS.index(card[0])))

    def _worth(self, card: str) -> float:
        cards = (*self.table, card)
        stake = sum(POINTS[each[0]] for each in cards) + self.waiting * _AVERAGE
        rest = sum(self._promise(other) for other in self.view.hand if other != card)
        # A trick to win later is one that the other side does not win either.
        return stake * self._wins(cards) + rest * self.seats * _AVERAGE

    def _wins(self, cards: tuple[str, ...]) -> float:
        """How likely the side of this seat is to win, if no partner plays better later."""
        best = max(cards, key=lambda card: self._height(card, led=cards[0][1]))
        leader = self.view.seat - len(self.table)
        ours = (leader + cards.index(best) - self.view.seat) % SIDES == 0
        if not ours:
            return 0.2 if self.waiting > len(self.rivals) else 0.0
        stands = 1.0
        for _ in self.rivals:
            stands *= 1 - self._beaten(best, led=cards[0][1])
        return stands

    def _beaten(self, best: str, *, led: str) -> float:
        """How likely one seat still to play is to beat this card."""
        trump = self.view.trumps
        least = self._height(best, led=led)
        higher = [card for card in self.out if self._height(card, led=led) > least]
        following = self._holds(sum(card[1] == led for card in higher))
        void = 1 - self._holds(sum(card[1] == led for card in self.out))
        trumping = self._holds(sum(card[1] == trump != led for card in higher))
        return following + void * trumping

    def _holds(self, cards: int) -> float:
        """How likely another seat is to hold one of so many cards that are out."""
        share = len(self.view.hand) / max(1, len(self.out))
        return 1 - max(0.0, 1 - share) ** cards

    def _height(self, card: str, *, led: str) -> int:
        height = len(RANKS) - RANKS.index(card[0])
        if card[1] == self.view.trumps:
            return height + len(RANKS)
        return height if card[1] == led else 0

    def _promise(self, card: str) -> float:
        """What a card kept in hand is likely to bring, in tricks."""
        above = RANKS[: RANKS.index(card[0])]
        higher = sum(rank + card[1] in self.out for rank in above)
        if card[1] == self.view.trumps:
            return max(0.2, 1.0 - _STEP_TRUMP * higher)
        return max(0.0, 0.7 - _STEP_PLAIN * higher)
