"""What a movement is worth: meetings, seats, comparisons and sit-outs, counted afterwards."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, combinations

from tournament.rules.movements.shapes import CHAIRS, RoundPlan


@dataclass(frozen=True, slots=True)
class Quality:
    """Plain figures of a movement.

    `meetings[n]`: how many pairs share a table in exactly n rounds. `seat_spread_min` and `_max`:
    over the players who played, the least and largest difference between the seat held most and
    the seat held least, in sets (rounds; one board of four is a quarter). `comparisons[n]`: how
    many pairs hold the same seat on the same board exactly n times. `sit_outs_min` and `_max`:
    over all players, rounds present without a table. `conflicts`: players at two places in a
    round, shared boards at two tables or at the same player twice; always 0. `tables`: the most in
    any round. `balance`: 0 to 100, see `quality`.
    """

    players: int
    tables: int
    rounds: int
    meetings: dict[int, int]
    seat_spread_min: Fraction
    seat_spread_max: Fraction
    comparisons: dict[int, int]
    comparisons_min: int
    comparisons_max: int
    comparisons_mean: Fraction
    sit_outs_min: int
    sit_outs_max: int
    conflicts: int
    balance: Fraction


@dataclass(slots=True)
class _Held:
    """One player's boards as bits: those played, and those in each seat."""

    boards: int
    by_seat: list[int]
    sets: list[Fraction]
    sit_outs: int = 0


def quality(rounds: Sequence[RoundPlan]) -> Quality:
    """The figures of these rounds, over everybody named in them. Exact: no figure is rounded.

    Balance measures how evenly results compare the players. In a game whose scores sum to a
    constant, a pair weighs, per board that both play: 1 if they hold the same seat, (T - 1) / 2 if
    they share one of its T tables, -1/2 otherwise. With the weights w of all pairs the balance is
    100 · (Σ w)² / (pairs · Σ w²): 100 when all weigh the same, 0 when there is only one table.
    """
    held, met, weights, conflicts = _followed(rounds)
    players = sorted(held)
    meetings: Counter[int] = Counter()
    comparisons: Counter[int] = Counter()
    sum_, squares = 0, 0
    for pair in combinations(players, 2):
        one, other = held[pair[0]], held[pair[1]]
        alike = sum((a & b).bit_count() for a, b in zip(one.by_seat, other.by_seat, strict=True))
        meetings[met[pair]] += 1
        comparisons[alike] += 1
        weight = 3 * alike + weights[pair] - (one.boards & other.boards).bit_count()
        sum_ += weight
        squares += weight * weight
    pairs = meetings.total()
    spreads = [max(each.sets) - min(each.sets) for each in held.values() if each.boards]
    sit_outs = [each.sit_outs for each in held.values()]
    return Quality(
        players=len(players),
        tables=max((len(each.tables) for each in rounds), default=0),
        rounds=len(rounds),
        meetings=dict(sorted(meetings.items())),
        seat_spread_min=min(spreads, default=Fraction(0)),
        seat_spread_max=max(spreads, default=Fraction(0)),
        comparisons=dict(sorted(comparisons.items())),
        comparisons_min=min(comparisons, default=0),
        comparisons_max=max(comparisons, default=0),
        comparisons_mean=Fraction(
            sum(times * number for times, number in comparisons.items()), pairs or 1
        ),
        sit_outs_min=min(sit_outs, default=0),
        sit_outs_max=max(sit_outs, default=0),
        conflicts=conflicts,
        balance=Fraction(100 * sum_ * sum_, pairs * squares) if squares else Fraction(0),
    )


def _followed(
    rounds: Sequence[RoundPlan],
) -> tuple[dict[int, _Held], Counter[tuple[int, int]], Counter[tuple[int, int]], int]:
    """Everybody's boards, the meetings of each pair, what these add to twice the pair's weight
    (a board at the same one of its T tables counts T - 1, and takes back the -1 of any board played
    by both), and the places too many that players were given."""
    held: dict[int, _Held] = {}
    met: Counter[tuple[int, int]] = Counter()
    weights: Counter[tuple[int, int]] = Counter()
    conflicts = 0
    had: dict[int, set[int]] = {}
    firsts, fields = _sets(rounds)
    for number, each in enumerate(rounds):
        conflicts += len(each.present()) - len(set(each.present()))
        for player in each.present():
            held.setdefault(player, _Held(0, [0] * CHAIRS, [Fraction(0)] * CHAIRS))
        for player in each.sit_outs:
            held[player].sit_outs += 1
        conflicts += _played_again(each, had)
        for table in each.tables:
            boards = len(table.turns)
            played = number if table.set is None else table.set
            first = firsts[played]
            for board in range(boards):
                for seat, player in enumerate(table.by_seat(board)):
                    held[player].boards |= 1 << first + board
                    held[player].by_seat[seat] |= 1 << first + board
                    held[player].sets[seat] += Fraction(1, boards)
            for pair in combinations(sorted(table.players), 2):
                met[pair] += 1
                weights[pair] += boards * fields[played]
    return held, met, weights, conflicts


def _played_again(each: RoundPlan, had: dict[int, set[int]]) -> int:
    """How often a shared set of boards is at a second table of the round, or comes to a player who
    had it. Adds this round's players to those who had each set."""
    shared = [(table.set, table.players) for table in each.tables if table.set is not None]
    again = len(shared) - len({number for number, _ in shared})
    for number, players in shared:
        earlier = had.setdefault(number, set())
        again += len(earlier.intersection(players))
        earlier.update(players)
    return again


def _sets(rounds: Sequence[RoundPlan]) -> tuple[dict[int, int], Counter[int]]:
    """Of each set of boards the number of its first board, and how many tables play it. A round's
    own boards are a set."""
    sizes: dict[int, int] = {}
    fields: Counter[int] = Counter()
    for number, each in enumerate(rounds):
        for table in each.tables:
            played = number if table.set is None else table.set
            sizes[played] = max(sizes.get(played, 0), len(table.turns))
            fields[played] += 1
    return dict(zip(sizes, accumulate([0, *sizes.values()]), strict=False)), fields
