"""What a player can tell from a view of a `FollowGame`: what the rules of thumb of its games share.

The cards not seen are with the others or aside, and nobody holds a suit that was not followed.
"""

from collections.abc import Iterable, Sequence

from engine.protocol import View
from engine.tricks import FollowGame

# How often a player who can beat a card does.
_BEATS = 0.8


class Reading:
    """One view, read: who may hold what, and who is likely to win the trick."""

    def __init__(self, game: FollowGame, view: View) -> None:
        self.game = game
        self.seat = view.seat
        self.seats = len(view.counts["cards"])
        self.leader = view.table[0].seat if view.table else view.seat
        self.table = tuple(play.action for play in view.table)
        self.after = tuple(
            (view.seat + step) % self.seats for step in range(1, self.seats - len(self.table))
        )
        shown = [(trick.leader, trick.cards) for trick in view.tricks]
        shown.append((self.leader, self.table))
        seen = {card for _, cards in shown for card in cards}.union(view.hand)
        self.unseen = tuple(card for card in game.cards if card not in seen)
        self.cards = view.counts["cards"]
        # Who holds the cards that were shown.
        self.holder = {card: seat for seat, cards in enumerate(view.shown) for card in cards}
        self.voids = {
            ((leader + place) % self.seats, cards[0][1])
            for leader, cards in shown
            for place, card in enumerate(cards)
            if card[1] != cards[0][1]
        }

    def holds(self, seat: int, cards: Iterable[str]) -> float:
        """How likely another seat is to hold at least one of these cards."""
        if not self.unseen:
            return 0.0
        missing = 1 - self.cards[seat] / len(self.unseen)
        none = 1.0
        for card in cards:
            if self.holder.get(card) == seat:
                return 1.0
            unknown = card in self.unseen and card not in self.holder
            if unknown and (seat, card[1]) not in self.voids:
                none *= missing
        return 1 - none

    def winners(self, card: str) -> Sequence[float]:
        """How likely each seat is to win the trick in which this seat plays this card."""
        chances = [0.0] * self.seats
        cards = (*self.table, card)
        place = self.game.winning_place(cards)
        beaten = [self._beaten(seat, cards[place], led=cards[0]) for seat in self.after]
        stands = 1.0
        for chance in beaten:
            stands *= 1 - chance
        chances[(self.leader + place) % self.seats] = stands
        for seat, chance in zip(self.after, beaten, strict=True):
            if chance:
                chances[seat] = (1 - stands) * chance / sum(beaten)
        return chances

    def _beaten(self, seat: int, card: str, *, led: str) -> float:
        """How likely this seat, still to play, is to beat the best card on the table."""
        strength = self.game.strength[led]
        least = strength[card]
        suit = [each for each in self.unseen if each[1] == led[1]]
        following = self.holds(seat, (each for each in suit if strength[each] > least))
        cutting = self.holds(
            seat,
            # Of level cards the last one played wins.
            (each for each in self.unseen if each[1] != led[1] and strength[each] >= max(least, 0)),
        )
        return _BEATS * (following + (1 - self.holds(seat, suit)) * cutting)
