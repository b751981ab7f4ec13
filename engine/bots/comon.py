"""Com'on! by rules of thumb: what the bot called "simple" plays.

For each legal card it asks who will win the trick, and how likely that is, then what the trick
counts would be worth if the remaining tricks fell as the remaining hand promises. It plays the
card that is worth most, in expected half-lives; of equals the lowest. So it goes for the most
tricks with a strong hand, and for few with a weak one, without being told.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from math import comb

from engine.cards import PIQUET, SUITS
from engine.games.comon import RANKS, SEATS, score_tricks, winning_place
from engine.protocol import View
from engine.tricks import strengths

# How often a player who can beat a card, or annul it, does: found by trial against other players.
_BEATS = 0.8
_ANNULS = 0.3
# What a card promises in tricks: from a master's share down by a step for each higher card unseen.
_TRUMP, _TRUMP_STEP, _TRUMP_EQUAL, _TRUMP_LEAST = 1.0, 0.18, 0.4, 0.1
_PLAIN, _PLAIN_STEP = 0.65, 0.35
# A plain card is safe from trumps while the others can still hold this many cards of its suit.
_PLAIN_LENGTH = 4
# The promise of a whole hand is rounded to this many parts, so that few cases need be worked out.
_PARTS = 32


def choose(view: View) -> str:
    """The card for the seat whose view this is; it must be that seat's turn."""
    if len(view.legal) == 1:
        return view.legal[0]
    table = _Reading(view)
    return max(view.legal, key=lambda card: (table.worth(card), RANKS.index(card[0])))


class _Reading:
    """What a player can tell from a view: the cards not seen, and who has run out of what."""

    def __init__(self, view: View) -> None:
        self.seat = view.seat
        self.hand = view.hand
        self.trumps = "".join(suit for suit in SUITS if suit in {card[1] for card in view.turned})
        self.leader = view.table[0].seat if view.table else view.seat
        self.table = tuple(play.action for play in view.table)
        self.after = tuple((view.seat + step) % SEATS for step in range(1, SEATS - len(self.table)))
        self.cards, self.tricks = view.counts["cards"], view.counts["tricks"]
        shown = [(trick.leader, trick.cards) for trick in view.tricks]
        shown.append((self.leader, self.table))
        played = {card for _, cards in shown for card in cards}
        seen = played.union(view.hand, view.turned)
        self.unseen = tuple(card for card in PIQUET if card not in seen)
        self.voids = {void for leader, cards in shown for void in self._voids(leader, cards)}

    def worth(self, card: str) -> float:
        """Expected half-lives of this seat at the end of the deal, if it plays this card."""
        rest = tuple(other for other in self.hand if other != card)
        promise = sum(map(self._promise, rest)) / len(rest) if rest else 0.0
        parts = min(_PARTS, round(promise * _PARTS))
        worth = 0.0
        for winner, chance in enumerate(self._winners(card)):
            counts = [tricks + (seat == winner) for seat, tricks in enumerate(self.tricks)]
            mine = counts.pop(self.seat)
            worth += chance * _expected(mine, counts[0], counts[1], len(rest), parts)
        return worth

    def _winners(self, card: str) -> Sequence[float]:
        """How likely each seat is to win the trick in which this seat plays this card."""
        chances = [0.0] * SEATS
        cards = (*self.table, card)
        strength = _strengths(cards[0][1], self.trumps)
        heights = [strength[each] for each in cards]
        if not self.after:
            chances[(self.leader + winning_place(*heights)) % SEATS] = 1.0
        elif len(heights) == 2 and heights[0] == heights[1]:
            chances[self.after[0]] = 1.0
        else:
            best = heights.index(max(heights))
            beaten = [self._beaten(seat, cards[best], led=cards[0][1]) for seat in self.after]
            stands = 1.0
            for chance in beaten:
                stands *= 1 - chance
            chances[(self.leader + best) % SEATS] = stands
            for seat, chance in zip(self.after, beaten, strict=True):
                if chance:
                    chances[seat] = (1 - stands) * chance / sum(beaten)
        return chances

    def _beaten(self, seat: int, card: str, *, led: str) -> float:
        """How likely this seat, still to play, is to beat or annul the best card on the table."""
        strength = _strengths(led, self.trumps)
        follows = self.trumps if led in self.trumps else led
        higher = [each for each in self.unseen if strength[each] > strength[card]]
        level = [each for each in self.unseen if strength[each] == strength[card]]
        by_following = self._holds(seat, (each for each in higher if each[1] in follows))
        by_trumping = self._holds(seat, (each for each in higher if each[1] not in follows))
        void = 1 - self._holds(seat, (each for each in self.unseen if each[1] in follows))
        annulled = self._holds(seat, level) * (1 if led in self.trumps else void)
        return min(1, _BEATS * (by_following + void * by_trumping) + _ANNULS * annulled)

    def _holds(self, seat: int, cards: Iterable[str]) -> float:
        """How likely another seat is to hold at least one of these unseen cards."""
        none = 1.0
        other = SEATS - self.seat - seat
        for card in cards:
            if (seat, card[1]) in self.voids:
                continue
            if (other, card[1]) in self.voids:
                return 1.0
            none *= 1 - self.cards[seat] / (self.cards[seat] + self.cards[other])
        return 1 - none

    def _promise(self, card: str) -> float:
        """What a card kept in hand is likely to bring, in tricks."""
        strength = _strengths(card[1], self.trumps)
        trump = card[1] in self.trumps
        kind = self.trumps if trump else card[1]
        rivals = [strength[each] for each in self.unseen if each[1] in kind]
        higher = sum(rival > strength[card] for rival in rivals)
        if trump:
            level = strength[card] in rivals
            promise = _TRUMP - _TRUMP_STEP * higher - _TRUMP_EQUAL * level
            return max(_TRUMP_LEAST, promise)
        safe = min(_PLAIN_LENGTH, len(rivals)) / _PLAIN_LENGTH
        return max(0.0, _PLAIN - _PLAIN_STEP * higher) * safe

    def _voids(self, leader: int, cards: Sequence[str]) -> Iterable[tuple[int, str]]:
        """The seats that did not follow, with the suits they cannot hold any more."""
        for place, card in enumerate(cards[1:], start=1):
            led, suit, seat = cards[0][1], card[1], (leader + place) % SEATS
            follows = self.trumps if led in self.trumps else led
            if suit not in follows:
                gone = follows if suit in self.trumps else follows + self.trumps
                yield from ((seat, each) for each in gone)


@cache
def _strengths(led: str, trumps: str) -> dict[str, int]:
    return strengths(PIQUET, RANKS, led=led, trumps=trumps)


@lru_cache(maxsize=1 << 14)
def _expected(mine: int, one: int, other: int, remaining: int, parts: int) -> float:
    """The expected score, if each remaining trick is mine with the chance parts / _PARTS.

    The two others share what is left evenly. Whole numbers until the last division: the same
    choice on every machine.
    """
    total = 0
    for won in range(remaining + 1):
        ways: int = comb(remaining, won) * (2 * parts) ** won
        ways *= (_PARTS - parts) ** (remaining - won)
        for lost in range(remaining - won + 1):
            counts = (mine + won, one + lost, other + remaining - won - lost)
            total += ways * comb(remaining - won, lost) * score_tricks(counts)[0]
    all_ways: int = (2 * _PARTS) ** remaining
    return total / all_ways
