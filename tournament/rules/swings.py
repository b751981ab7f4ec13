"""What a board was like: how far its tables lay apart, and how hard it was to play.

Nothing here ranks anybody. The definitions and examples are in `docs/scoring.md`.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import combinations

from tournament.rules.matchpoints import BoardScores, Field
from tournament.rules.scores import worth

# Of fewer tables there is nothing to say.
TABLES_LEAST = 3
# Hard: fewer than this share of the tables ended at par. Easy: that share or more.
HARD_BELOW = Fraction(1, 4)
EASY_FROM = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Swing:
    """By how much two tables differed on average, by seat, in the game's score units."""

    seats: tuple[Fraction, ...]

    @property
    def mean(self) -> Fraction:
        """The same over all seats."""
        return sum(self.seats, Fraction(0)) / len(self.seats)


class Difficulty(StrEnum):
    """How hard a board was, by the share of its tables that ended at par."""

    EASY = "easy"
    MIDDLING = "middling"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class ParShare:
    """How many of the `tables` that played the cards out ended with the scores of par."""

    at_par: int
    tables: int

    @property
    def share(self) -> Fraction:
        """The same, from 0 to 1."""
        return Fraction(self.at_par, self.tables)

    @property
    def difficulty(self) -> Difficulty:
        if self.share >= EASY_FROM:
            return Difficulty.EASY
        return Difficulty.HARD if self.share < HARD_BELOW else Difficulty.MIDDLING


@dataclass(frozen=True, slots=True)
class Character:
    """What is known of a board: each None where too few tables, or no analysis, tell it.

    `mistakes` is how many people made on average at the tables whose cards are known.
    """

    board: int
    swing: Swing | None = None
    par: ParShare | None = None
    mistakes: Fraction | None = None


def swing(board: BoardScores) -> Swing | None:
    """The mean absolute difference of two tables' scores, by seat.

    Only scores that are compared count, each pair within its field; None where no field has
    `TABLES_LEAST` of them.
    """
    seats = []
    for fields in zip(*board.fields.values(), strict=True):
        large = [field for field in fields if field.actual >= TABLES_LEAST]
        pairs = sum(field.actual * (field.actual - 1) // 2 for field in large)
        if not pairs:
            return None
        seats.append(sum(map(_apart, large), Fraction(0)) / pairs)
    return Swing(tuple(seats)) if seats else None


def _apart(field: Field) -> Fraction:
    """The sum of the differences of all pairs of a field."""
    counts = [(Fraction(worth(score)), often) for score, often in field.counts.items()]
    return sum(
        (
            abs(one - other) * often * as_often
            for (one, often), (other, as_often) in combinations(counts, 2)
        ),
        Fraction(0),
    )


def par_share(results: Collection[Sequence[int]], par: Sequence[int]) -> ParShare | None:
    """How many results, each the scores by seat, are par's; None for less than `TABLES_LEAST`."""
    if len(results) < TABLES_LEAST:
        return None
    return ParShare(sum(tuple(each) == tuple(par) for each in results), len(results))


def by_swing(characters: Iterable[Character]) -> list[Character]:
    """The boards with the greatest swing first.

    Of boards with the same, the harder comes first, then the lower number; those without a swing
    come last.
    """
    return sorted(
        characters,
        key=lambda each: (
            each.swing is None,
            -each.swing.mean if each.swing else 0,
            *_hardness(each),
            each.board,
        ),
    )


def by_difficulty(characters: Iterable[Character]) -> list[Character]:
    """The hardest boards first: the fewest tables at par, then the most mistakes at a table.

    Then comes the lower number; those of which no share is known come last.
    """
    return sorted(characters, key=lambda each: (*_hardness(each), each.board))


def board_of_the_night(characters: Iterable[Character]) -> Character | None:
    """The board on which the tables lay furthest apart, the first `by_swing`; None without any."""
    first = next(iter(by_swing(characters)), None)
    return first if first and first.swing and first.swing.mean else None


def _hardness(character: Character) -> tuple[bool, Fraction, Fraction]:
    share = Fraction(0) if character.par is None else character.par.share
    return character.par is None, share, -(character.mistakes or Fraction(0))
