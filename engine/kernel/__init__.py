"""Random playouts by the hundred thousand, for bots and statistics.

`engine/kernel/playouts.py` does the work and knows only numbers; here are the words for it. It is
for games of three hands and ten tricks from 32 cards that are scored by their tricks: `plays` says
which. Everything follows from the seed, and compiled or interpreted the results are the same.
"""

from array import array
from collections.abc import Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from functools import cache
from math import isqrt
from typing import Protocol, cast

from engine.compiling import compiled
from engine.kernel import playouts as interpreted
from engine.kernel.tables import COUNTS, SEATS, Tables, plays, tables

__all__ = [
    "Position",
    "Tables",
    "best",
    "deals",
    "explore",
    "playouts",
    "plays",
    "tables",
    "total",
    "weigh",
]

_LOG = 62
_SEED = (1 << 64) - 1
# How much a card that was seldom tried attracts: 1.5 points of the score, in 4096ths.
_PULL = 6144


class Kernel(Protocol):
    """What `engine/kernel/playouts.py` offers in both its forms."""

    def deals(
        self,
        duties: Sequence[int],
        heights: Sequence[int],
        turns: Sequence[int],
        seed: int,
        games: int,
        counts: MutableSequence[int],
        log: MutableSequence[int],
        /,
    ) -> None: ...

    def positions(
        self,
        duties: Sequence[int],
        heights: Sequence[int],
        turn: int,
        hands: Sequence[int],
        leader: int,
        table: Sequence[int],
        won: int,
        seed: int,
        games: int,
        counts: MutableSequence[int],
        log: MutableSequence[int],
        /,
    ) -> None: ...

    def weigh(
        self,
        duties: Sequence[int],
        heights: Sequence[int],
        turn: int,
        worlds: Sequence[int],
        seat: int,
        choice: Sequence[int],
        table: Sequence[int],
        won: int,
        scores: Sequence[int],
        seed: int,
        sums: MutableSequence[int],
        log: MutableSequence[int],
        /,
    ) -> None: ...

    def grow(
        self,
        duties: Sequence[int],
        heights: Sequence[int],
        turn: int,
        worlds: Sequence[int],
        seat: int,
        table: Sequence[int],
        won: int,
        scores: Sequence[int],
        least: int,
        seed: int,
        games: int,
        pull: int,
        spreads: Sequence[int],
        roots: Sequence[int],
        played: MutableSequence[int],
        visits: MutableSequence[int],
        sums: MutableSequence[int],
        offers: MutableSequence[int],
        firsts: MutableSequence[int],
        nexts: MutableSequence[int],
        path: MutableSequence[int],
        log: MutableSequence[int],
        /,
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class Position:
    """A deal before a play: the hands by seat as sets, the trick begun, and the tricks won.

    `table` holds the places in the deck of the cards that `leader` and the next seat have played.
    """

    trumps: str
    hands: tuple[int, int, int]
    leader: int
    table: tuple[int, ...]
    tricks: tuple[int, int, int]


Distribution = Mapping[tuple[int, int, int], int]


@cache
def best() -> tuple[Kernel, str]:
    """The kernel that runs here, and which form of it: "compiled" or "interpreted"."""
    module = compiled("engine.kernel.playouts")
    if module is None:
        return interpreted, "interpreted"
    return cast(Kernel, module), "compiled"


def deals(
    rules: Tables, *, seed: int, games: int, kernel: Kernel | None = None
) -> tuple[Distribution, Sequence[int]]:
    """How many of so many random deals, played at random, ended in which trick counts by seat.

    Then the last game: the places in the deck of 32 cards as dealt (hand by hand, then the two
    over) and of 30 as played. The n-th game of a seed is the first of the seed n - 1 higher.
    """
    counts, log = _counts(), _log()
    run = kernel or best()[0]
    run.deals(rules.duties, rules.heights, rules.turns, seed & _SEED, games, counts, log)
    return _distribution(counts), log


def playouts(
    rules: Tables, position: Position, *, seed: int, games: int, kernel: Kernel | None = None
) -> tuple[Distribution, Sequence[int]]:
    """The same for games that all go on from one position, and the cards played in the last.

    ValueError if the numbers of cards cannot come about.
    """
    _check(position.hands, position.leader, len(position.table))
    counts, log = _counts(), _log()
    run = kernel or best()[0]
    run.positions(
        rules.duties,
        rules.heights,
        rules.turn(position.trumps),
        array("I", position.hands),
        position.leader,
        array("B", position.table),
        _won(position.tricks),
        seed & _SEED,
        games,
        counts,
        log,
    )
    held = sum(hand.bit_count() for hand in position.hands)
    return _distribution(counts), log[32 : 32 + held]


def weigh(
    rules: Tables,
    *,
    trumps: str,
    worlds: Sequence[int],
    seat: int,
    choice: Sequence[int],
    table: Sequence[int],
    tricks: Sequence[int],
    seed: int,
    kernel: Kernel | None = None,
) -> list[int]:
    """For each card of `choice`, this seat's scores summed over one playout in each world.

    `worlds` are three hands (sets, by seat) after three hands; `choice` and `table` are places in
    the deck, those of the cards that the seat may play, and of the trick it is to play to.
    ValueError if the numbers of cards cannot come about.
    """
    for world in range(0, len(worlds), SEATS):
        _check(worlds[world : world + SEATS], (seat - len(table)) % SEATS, len(table))
    sums = array("q", bytes(8 * len(choice)))
    run = kernel or best()[0]
    run.weigh(
        rules.duties,
        rules.heights,
        rules.turn(trumps),
        array("I", worlds),
        seat,
        array("B", choice),
        array("B", table),
        _won(tricks),
        rules.scores,
        seed & _SEED,
        sums,
        _log(),
    )
    return sums.tolist()


def explore(
    rules: Tables,
    *,
    trumps: str,
    worlds: Sequence[int],
    seat: int,
    table: Sequence[int],
    tricks: Sequence[int],
    seed: int,
    games: int,
    kernel: Kernel | None = None,
) -> dict[int, int]:
    """For each card that this seat may play, how many of so many games went on with it.

    `worlds` as for `weigh`. From game to game all seats learn what pays, each for itself, without
    knowing in which world a game is played: so the card of most games is the one to play.
    ValueError if the numbers of cards cannot come about.
    """
    for world in range(0, len(worlds), SEATS):
        _check(worlds[world : world + SEATS], (seat - len(table)) % SEATS, len(table))
    spreads, roots = _wonder(games)
    nodes = [array(kind, bytes(array(kind).itemsize * (games + 1))) for kind in "BIQIII"]
    played, visits, sums, offers, firsts, nexts = nodes
    run = kernel or best()[0]
    run.grow(
        rules.duties,
        rules.heights,
        rules.turn(trumps),
        array("I", worlds),
        seat,
        array("B", table),
        _won(tricks),
        rules.scores,
        min(rules.scores),
        seed & _SEED,
        games,
        _PULL,
        spreads,
        roots,
        played,
        visits,
        sums,
        offers,
        firsts,
        nexts,
        array("I", bytes(4 * 60)),
        _log(),
    )
    found, node = {}, firsts[0]
    while node:
        found[played[node]] = visits[node]
        node = nexts[node]
    return found


def total(rules: Tables, distribution: Distribution) -> tuple[int, ...]:
    """The scores by seat, summed over all games of a distribution."""
    sums = [0] * SEATS
    for counts, games in distribution.items():
        place = _won(counts) * SEATS
        for seat in range(SEATS):
            sums[seat] += games * rules.scores[place + seat]
    return tuple(sums)


@cache
def _wonder(games: int) -> tuple[Sequence[int], Sequence[int]]:
    """Roots of the logarithm and of each number up to `games`, as whole numbers.

    Sums of reciprocals stand for the logarithm, so that all machines have the same.
    """
    harmonic, spreads, roots = 0, array("I", [0]), array("I", [0])
    for number in range(1, games + 1):
        harmonic += (1 << 40) // number
        spreads.append(isqrt(harmonic >> 20))
        roots.append(isqrt(number << 20))
    return spreads, roots


def _check(hands: Sequence[int], leader: int, on_table: int) -> None:
    """Refuse what would take a card from an empty hand: nothing else is unsafe."""
    sizes = [hands[(leader + place) % SEATS].bit_count() for place in range(len(hands))]
    full = sizes[-1]
    if len(sizes) != SEATS or on_table >= SEATS or not 0 < full <= COUNTS - 1:
        raise ValueError(f"no position: {sizes} cards in hand, {on_table} on the table")
    if sizes != [full - (place < on_table) for place in range(SEATS)]:
        raise ValueError(f"no position: {sizes} cards in hand, {on_table} on the table")


def _won(tricks: Sequence[int]) -> int:
    return tricks[0] * COUNTS + tricks[1]


def _counts() -> "array[int]":
    return array("Q", bytes(8 * COUNTS * COUNTS))


def _log() -> "array[int]":
    return array("B", bytes(_LOG))


def _distribution(counts: Sequence[int]) -> Distribution:
    return {
        (won // COUNTS, won % COUNTS, COUNTS - 1 - won // COUNTS - won % COUNTS): games
        for won, games in enumerate(counts)
        if games
    }
