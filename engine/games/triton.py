"""Le triton, for three players: ten tricks, in which one collects a combination of cards.

Source: the inventors' rules, "Le triton" (one of ten games published together, in French).

Deviations: the source plays to the right of the dealer; here, as everywhere, seat 0 leads first and
the seats follow in the order of play.

A deal: 32 cards, ten each; two lie aside and nobody sees them. Won cards lie face up before their
winner.

Rulings used here, where the source leaves something open:
- Rank in every suit: A K Q J T 9 8 7. There is no trump suit.
- A suit led must be followed. A player without it plays any card; a 7 cuts then, and of several the
  last one played wins. A 7 of the suit led, played in leading or in following, is its lowest card.
- Each seat has the best combination among its captured cards: a pair 10, two pairs 20, three of a
  kind 30, a full house 50, four of a kind 70, five neighbours of 7 8 9 T J Q K A in one suit 100.
- The best of the three combinations is worth another 30. Of two of a kind the higher ranks are the
  better: of two pairs the higher pair counts first, of a full house the three, of five neighbours
  the highest card. Cards outside the combination never count, nor do suits: level combinations earn
  30 each.
- Thirty cards are captured, so that somebody always has two pairs or better.

A result entered by hand is what each combination is worth, and a 1 for each seat that has the best
one (0 for the others): `{"combinations": [50, 20, 0], "best": [1, 0, 0]}`.

Actions are the cards' codes: `TD`. Options: none; the target is one of the match.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from engine.errors import UnattainableResult
from engine.protocol import NO_OPTIONS, Ask, Game, Options, Outcome, Trick
from engine.tricks import FollowGame, cutting_strengths

KEY = "triton"
RANKS = "AKQJT987"
CUT = "7"
SEATS = 3
BONUS = 30
NONE, PAIR, TWO_PAIRS, THREE, FULL, FOUR, SEQUENCE = VALUES = (0, 10, 20, 30, 50, 70, 100)
SEQUENCE_LENGTH = 5

# The most cards, in whole tricks, in which nothing better can be found: a fifth card of a kind does
# not exist, and without jack and ten no suit has five neighbours.
_MOST_CARDS = {NONE: 6, PAIR: 9, TWO_PAIRS: 15, THREE: 9, FULL: 24, FOUR: 27, SEQUENCE: 30}
_CAPTURED = 30
# How many seats can hold level combinations; two threes of a kind, say, are never of one rank.
_LEVEL_SEATS = {TWO_PAIRS: 2, SEQUENCE: 3}


class Combination(NamedTuple):
    """A combination of cards: better ones compare greater.

    `heights` are the ranks that decide between two of one value, 0 for a 7 up to 7 for an ace.
    """

    value: int
    heights: tuple[int, ...]


def best_combination(cards: Iterable[str]) -> Combination:
    """The best combination among these cards; its value is 0 if there is none."""
    heights = [(RANKS[::-1].index(card[0]), card[1]) for card in cards]
    top = _sequence_top(heights)
    if top is not None:
        return Combination(SEQUENCE, (top,))
    found = Counter(height for height, _ in heights)
    several = sorted(
        ((times, height) for height, times in found.items() if times > 1), reverse=True
    )
    if not several:
        return Combination(NONE, ())
    most, first = several[0]
    if most == 4:
        return Combination(FOUR, (first,))
    others = [height for _, height in several[1:]]
    if most == 3:
        return Combination(FULL, (first, max(others))) if others else Combination(THREE, (first,))
    return Combination(TWO_PAIRS, (first, others[0])) if others else Combination(PAIR, (first,))


def _sequence_top(heights: Iterable[tuple[int, str]]) -> int | None:
    """The highest card of the best five neighbours in one suit."""
    held = set(heights)
    return max(
        (
            height
            for height, suit in held
            if all((height - down, suit) in held for down in range(1, SEQUENCE_LENGTH))
        ),
        default=None,
    )


def score_combinations(values: Sequence[int], best: Sequence[int]) -> tuple[int, ...]:
    """The score by seat of what the combinations are worth, and of 1 where the best one is."""
    return tuple(value + BONUS * first for value, first in zip(values, best, strict=True))


class Triton(FollowGame):
    """The rules of Le triton, as `engine.protocol.Game`."""

    key = KEY
    name = "Le triton"
    face_up = True
    asked = (Ask("combinations", values=VALUES), Ask("best", values=(0, 1)))

    def strengths(self, led: str) -> Mapping[str, int]:
        return cutting_strengths(self.cards, RANKS, led=led, cut=CUT)

    def counts(self, tricks: Sequence[Trick]) -> Mapping[str, tuple[int, ...]]:
        """What the best combination of each seat is worth so far."""
        found = map(best_combination, self.captured(tricks))
        return {"combinations": tuple(each.value for each in found)}

    def outcome(self, tricks: Sequence[Trick]) -> Outcome:
        found = [best_combination(cards) for cards in self.captured(tricks)]
        values = [each.value for each in found]
        best = [int(each == max(found)) for each in found]
        return Outcome(
            scores=score_combinations(values, best), detail={"combinations": values, "best": best}
        )

    def score(self, detail: Mapping[str, object], options: Options = NO_OPTIONS) -> tuple[int, ...]:
        """Points by seat of `{"combinations": [50, 20, 0], "best": [1, 0, 0]}`."""
        if set(detail) != {"combinations", "best"}:
            raise UnattainableResult(
                "result-detail", "a result is the three combinations, and who has the best one"
            )
        values = _combinations(detail["combinations"])
        return score_combinations(values, _best(detail["best"], values))

    def attainable(self, options: Options = NO_OPTIONS) -> tuple[tuple[int, ...], ...]:
        """What the three combinations can be worth together, from 100-100-100 down."""
        return tuple(filter(_possible, combinations_with_replacement(VALUES[::-1], SEATS)))


def _possible(values: Sequence[int]) -> bool:
    return sum(_MOST_CARDS[value] for value in values) >= _CAPTURED


def _combinations(entered: object) -> list[int]:
    values = _three(entered, VALUES)
    if values is None:
        shown = ", ".join(map(str, VALUES[:-1]))
        raise UnattainableResult(
            "combinations",
            f"three combinations are needed, one for each seat: {shown} or {VALUES[-1]}",
        )
    if not _possible(values):
        shown = ", ".join(map(str, values))
        raise UnattainableResult(
            "combinations-together",
            f"{shown} is not possible: thirty cards are captured, and somebody has better ones",
            combinations=values,
        )
    return values


def _best(entered: object, values: Sequence[int]) -> list[int]:
    best = _three(entered, (0, 1))
    highest = max(values)
    if best is None or not any(best):
        raise UnattainableResult(
            "best", "a 1 is needed for each seat that has the best combination"
        )
    if any(first and value < highest for first, value in zip(best, values, strict=True)):
        raise UnattainableResult(
            "best-not-highest",
            f"the best combination is one of those that are worth {highest}",
            highest=highest,
        )
    most = _LEVEL_SEATS.get(highest, 1)
    if sum(best) > most:
        raise UnattainableResult(
            "best-level",
            f"no more than {most} can have the best combination where it is worth {highest}",
            highest=highest,
            most=most,
        )
    return best


def _three(entered: object, values: Sequence[int]) -> list[int] | None:
    """Three of these numbers, or None if something else was entered."""
    if not isinstance(entered, list | tuple) or len(entered) != SEATS:
        return None
    whole = all(type(number) is int and number in values for number in entered)
    return list(entered) if whole else None


TRITON = Triton()
GAME: Game = TRITON
