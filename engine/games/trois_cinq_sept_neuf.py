"""Le 3-5-7-9, for three players: ten tricks, of which only four count.

Source: the inventors' rules, "Le 3-5-7-9" (one of ten games published together, in French).

Deviations: the source plays to the right of the dealer; here, as everywhere, seat 0 leads first and
the seats follow in the order of play.

A deal: 32 cards, ten each; two lie aside and nobody sees them.

Rulings used here, where the source leaves something open:
- Rank in every suit: A K Q J T 9 8 7. There is no trump suit.
- A suit led must be followed. A player without it plays any card; a 7 cuts then, and of several the
  last one played wins. A 7 of the suit led, played in leading or in following, is its lowest card.
- The third, fifth, seventh and ninth trick count: one of them is worth 10, two 20, three 40, all
  four 80.
- A queen counts for whoever wins it in one of these tricks, and for nobody in another: one is worth
  10, two 20, three 40, all four 80.

A result entered by hand is how many of the four tricks each seat won, and how many queens in them:
`{"counting": [2, 1, 1], "queens": [0, 3, 0]}`.

Actions are the cards' codes: `TD`. Options: none; the target is one of the match.
"""

from collections.abc import Mapping, Sequence

from engine.errors import UnattainableResult
from engine.protocol import NO_OPTIONS, Ask, Game, Options, Outcome, Trick
from engine.tricks import FollowGame, cutting_strengths, distributions, entered_tricks

KEY = "3579"
RANKS = "AKQJT987"
CUT = "7"
SEATS = 3
# The tricks that count, from 1.
COUNTING = (3, 5, 7, 9)
QUEEN = "Q"
QUEENS = 4
# By how many tricks that count, and by how many queens in them.
POINTS = (0, 10, 20, 40, 80)


def score_counting(counting: Sequence[int], queens: Sequence[int]) -> tuple[int, ...]:
    """The score by seat of so many tricks that count, and so many queens in them."""
    return tuple(
        POINTS[tricks] + POINTS[each] for tricks, each in zip(counting, queens, strict=True)
    )


class ThreeFiveSevenNine(FollowGame):
    """The rules of Le 3-5-7-9, as `engine.protocol.Game`."""

    key = KEY
    name = "Le 3-5-7-9"
    asked = (
        Ask("counting", values=tuple(range(len(COUNTING) + 1)), total=len(COUNTING)),
        Ask("queens", values=tuple(range(QUEENS + 1))),
    )

    def strengths(self, led: str) -> Mapping[str, int]:
        return cutting_strengths(self.cards, RANKS, led=led, cut=CUT)

    def counts(self, tricks: Sequence[Trick]) -> Mapping[str, tuple[int, ...]]:
        """The tricks that count and the queens in them, won by each seat so far."""
        counting, queens = [0] * SEATS, [0] * SEATS
        for number, trick in enumerate(tricks, start=1):
            if number in COUNTING:
                counting[trick.winner] += 1
                queens[trick.winner] += sum(card[0] == QUEEN for card in trick.cards)
        return {"counting": tuple(counting), "queens": tuple(queens)}

    def facts(self, tricks: Sequence[Trick]) -> Mapping[str, object]:
        """Which tricks count, and whether the one being played does."""
        return {"counting": list(COUNTING), "counts": len(tricks) + 1 in COUNTING}

    def outcome(self, tricks: Sequence[Trick]) -> Outcome:
        won = self.counts(tricks)
        return Outcome(
            scores=score_counting(won["counting"], won["queens"]),
            detail={name: list(numbers) for name, numbers in won.items()},
        )

    def score(self, detail: Mapping[str, object], options: Options = NO_OPTIONS) -> tuple[int, ...]:
        """Points by seat of `{"counting": [2, 1, 1], "queens": [0, 3, 0]}`."""
        if set(detail) != {"counting", "queens"}:
            raise UnattainableResult(
                "result-detail", "a result is the tricks that count, and the queens won in them"
            )
        counting = entered_tricks(detail["counting"], seats=SEATS, tricks=len(COUNTING))
        return score_counting(counting, _queens(detail["queens"], counting))

    def attainable(self, options: Options = NO_OPTIONS) -> tuple[tuple[int, ...], ...]:
        """The four distributions of the tricks that count, from 4-0-0 to 2-1-1."""
        return tuple(distributions(len(COUNTING), SEATS))


def _queens(entered: object, counting: Sequence[int]) -> list[int]:
    if (
        not isinstance(entered, list | tuple)
        or len(entered) != SEATS
        or any(type(number) is not int or not 0 <= number <= QUEENS for number in entered)
    ):
        raise UnattainableResult(
            "queens", f"three numbers of queens are needed, one for each seat: 0 to {QUEENS}"
        )
    if sum(entered) > QUEENS:
        raise UnattainableResult(
            "queens-sum", f"there are {QUEENS} queens, not {sum(entered)}", total=sum(entered)
        )
    for seat, (queens, tricks) in enumerate(zip(entered, counting, strict=True)):
        # A trick has three cards, so that one of them cannot hold all four.
        if queens > tricks * SEATS:
            raise UnattainableResult(
                "queens-in-tricks",
                f"{queens} queens do not fit into the tricks of seat {seat} that count: {tricks}",
                seat=seat,
                queens=queens,
                tricks=tricks,
            )
    return list(entered)


THREE_FIVE_SEVEN_NINE = ThreeFiveSevenNine()
GAME: Game = THREE_FIVE_SEVEN_NINE
