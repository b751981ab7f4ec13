"""Hands, a stock to draw from, and a pile to play on that goes back into the stock."""

from typing import NamedTuple

from engine.cards import Pack
from engine.protocol import Play
from engine.sets import cards_of, rank_of


class Piles(NamedTuple):
    """Where the cards lie: an immutable value. Hands are sets of the pack, by seat.

    The pile is of plays of one rank each, none lower than the one below it; the stock's first card
    is on top. `order` is that in which cards of the pile come back, `drew` how many cards each seat
    has drawn since the last play or `quiet`.
    """

    pack: Pack
    order: tuple[str, ...]
    hands: tuple[int, ...]
    stock: tuple[str, ...]
    drew: tuple[int, ...]
    pile: tuple[Play, ...] = ()

    @property
    def top(self) -> str:
        """The rank of the top of the pile; empty if there is no pile."""
        return rank_of(self.pile[-1].action) if self.pile else ""

    @property
    def equal(self) -> int:
        """How many cards of one rank lie on top of the pile."""
        top = self.top
        equal = (play for play in self.pile if rank_of(play.action) == top)
        return sum(len(cards_of(play.action)) for play in equal)

    @property
    def can_draw(self) -> bool:
        """Whether there is a card to draw, in the stock or in the pile that becomes one."""
        return bool(self.stock or (self.pile and rank_of(self.pile[0].action) != self.top))

    def others(self, seat: int) -> list[int]:
        """The others who hold cards, in the order of play after this seat."""
        seats = len(self.hands)
        after = ((seat + step) % seats for step in range(1, seats))
        return [other for other in after if self.hands[other]]

    def quiet(self) -> "Piles":
        """The same, nothing having been drawn."""
        return self._replace(drew=(0,) * len(self.hands))

    def play(self, seat: int, action: str) -> "Piles":
        """After this seat has put these cards, which it holds, on the pile."""
        hands = list(self.hands)
        hands[seat] ^= self.pack.mask(cards_of(action))
        return self.quiet()._replace(hands=tuple(hands), pile=(*self.pile, Play(seat, action)))

    def draw(self, seat: int, many: int) -> "Piles":
        """After this seat has drawn so many cards, or as many as there are."""
        after, hand = self, self.hands[seat]
        for _ in range(many):
            if not after.stock:
                after = after.recycled()
            if not after.stock:
                break
            hand |= self.pack.bit[after.stock[0]]
            after = after._replace(stock=after.stock[1:])
        drawn = hand.bit_count() - self.hands[seat].bit_count()
        return after._replace(
            hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]),
            drew=(*self.drew[:seat], self.drew[seat] + drawn, *self.drew[seat + 1 :]),
        )

    def swept(self) -> "Piles":
        """The pile put under the stock, its oldest card first."""
        cards = tuple(card for play in self.pile for card in cards_of(play.action))
        return self._replace(stock=self.stock + cards, pile=())

    def recycled(self) -> "Piles":
        """The pile, except its cards of the highest rank, made the stock."""
        top = self.top
        lower = [play for play in self.pile if rank_of(play.action) != top]
        cards = {card for play in lower for card in cards_of(play.action)}
        stock = tuple(card for card in self.order if card in cards)
        return self._replace(stock=stock, pile=self.pile[len(lower) :])
