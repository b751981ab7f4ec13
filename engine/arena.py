"""Which of two bots plays better: duplicate boards, and a difference with its interval.

Scores need not sum to zero (in Com'on! a table mostly loses lives), and three players have no
sides. So bots are not compared with those they sit with: a table where everybody loses would say
nothing, and one where a bad player helps the worse of two others would say something false. They
are compared as in duplicate, with whoever holds the same cards against the same others:

- On each board every casting of the two bots over the seats is played: with three seats eight
  deals, from three of the one to three of the other, so that each bot holds each hand.
- For each seat and each casting of the other seats, one bot's score less the other's, in that seat
  and beside those others, is a paired difference: nothing else differs. Their mean is the board's
  difference: with three seats of twelve pairs, 1 against 2 and 2 against 1 counting alike.
- Boards are independent, the pairs of one board are not. So the interval comes from the boards'
  differences alone: mean ± 1.96 standard errors, 95 % for the hundreds of boards it is meant for.

The same is shown by how many of the others are the first bot: a bot may gain among its like only.
With `alone` only those deals are played in which the others are all the second bot, for a slow
first bot: with three seats four deals a board.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import sqrt
from statistics import fmean, stdev

from engine.bots import Bot
from engine.dealing import deal
from engine.protocol import NO_OPTIONS, Game, Options, players
from engine.selfplay import play_to_end

_NORMAL = 1.96
# How scores are shown: the unit, and how many points of the score make one.
_UNITS = {"comon": ("lives", 2)}


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over boards, in points of the game's score a deal, and half its 95 % interval."""

    mean: float
    margin: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the first bot did against the second.

    `first` and `second` are their mean scores; `beside[n]` is the difference in those deals in
    which n of the others are the first bot.
    """

    boards: int
    first: float
    second: float
    difference: Estimate
    beside: tuple[Estimate, ...]


def compare(
    game: Game,
    first: Bot,
    second: Bot,
    *,
    boards: int,
    key: bytes,
    seed: str,
    alone: bool = False,
    options: Options = NO_OPTIONS,
) -> Comparison:
    """Two bots on the boards of a key, numbered from 1; ValueError for fewer than two boards.

    The same arguments always give the same comparison.
    """
    if boards < 2:
        raise ValueError(f"an interval needs at least 2 boards, not {boards}")
    seats = players(game, options)
    # 0 is the first bot, 1 the second.
    castings = [each for each in product((0, 1), repeat=seats) if not alone or each.count(0) <= 1]
    company = 1 if alone else seats
    means: list[tuple[float, float]] = []
    beside: list[list[float]] = [[] for _ in range(company)]
    for board in range(1, boards + 1):
        dealt = deal(game, key=key, board=board, options=options)
        scores = {
            casting: play_to_end(
                game,
                dealt,
                [(first, second)[each] for each in casting],
                seed=f"{seed}/{board}",
                options=options,
            )[1].scores
            for casting in castings
        }
        # By how many of the others are the first bot: the scores of the one, and of the other.
        pairs: list[list[tuple[int, int]]] = [[] for _ in range(company)]
        for casting, seat in product(scores, range(seats)):
            if casting[seat] == 0:
                other = (*casting[:seat], 1, *casting[seat + 1 :])
                pairs[casting.count(0) - 1].append((scores[casting][seat], scores[other][seat]))
        one, two = zip(*(pair for some in pairs for pair in some), strict=True)
        means.append((fmean(one), fmean(two)))
        for found, some in zip(beside, pairs, strict=True):
            found.append(fmean(mine - theirs for mine, theirs in some))
    return Comparison(
        boards=boards,
        first=fmean(one for one, _ in means),
        second=fmean(two for _, two in means),
        difference=_estimate([one - two for one, two in means]),
        beside=tuple(map(_estimate, beside)),
    )


def report(
    game: Game,
    bots: Sequence[tuple[str, Bot]],
    *,
    boards: int,
    key: bytes,
    seed: str,
    alone: bool = False,
    options: Options = NO_OPTIONS,
) -> Iterator[str]:
    """Each bot against the next one: a line for the difference, and one for each company."""
    unit, points = _UNITS.get(game.key, ("points", 1))

    def shown(estimate: Estimate) -> str:
        mean, margin = estimate.mean / points, estimate.margin / points
        return f"{mean:+.3f} [{mean - margin:+.3f}, {mean + margin:+.3f}]"

    for (name, first), (other_name, second) in pairwise(bots):
        found = compare(
            game, first, second, boards=boards, key=key, seed=seed, alone=alone, options=options
        )
        yield (
            f"{name} against {other_name}: {shown(found.difference)} {unit} a deal"
            f" over {boards:,} boards; {name} {found.first / points:+.3f},"
            f" {other_name} {found.second / points:+.3f}"
        )
        others = players(game, options) - 1
        for number, estimate in enumerate(found.beside):
            yield f"  beside {number} {name}, {others - number} {other_name}: {shown(estimate)}"


def _estimate(boards: Sequence[float]) -> Estimate:
    return Estimate(fmean(boards), _NORMAL * stdev(boards) / sqrt(len(boards)))
