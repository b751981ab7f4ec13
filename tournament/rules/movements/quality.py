"""What a movement is worth: meetings, seats, comparisons and sit-outs, counted afterwards."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from tournament.rules.movements.counting import counted
from tournament.rules.movements.shapes import RoundPlan


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


def quality(rounds: Sequence[RoundPlan]) -> Quality:
    """The figures of these rounds, over everybody named in them. Exact: no figure is rounded.

    Balance measures how evenly results compare the players. In a game whose scores sum to a
    constant, a pair weighs, per board that both play: 1 if they hold the same seat, (T - 1) / 2 if
    they share one of its T tables, -1/2 otherwise. With the weights w of all pairs the balance is
    100 · (Σ w)² / (pairs · Σ w²): 100 when all weigh the same, 0 when there is only one table.
    """
    found = counted(rounds)
    held = found.held
    meetings: Counter[int] = Counter()
    comparisons: Counter[int] = Counter()
    sum_, squares = 0, 0
    for pair in combinations(held, 2):
        one, other = held[pair[0]], held[pair[1]]
        alike = one.compared(other)
        meetings[found.met[pair]] += 1
        comparisons[alike] += 1
        weight = 3 * alike + found.at_table[pair] - (one.played & other.played).bit_count()
        sum_ += weight
        squares += weight * weight
    pairs = meetings.total()
    spreads = [max(each.sets) - min(each.sets) for each in held.values() if each.played]
    sit_outs = [each.sit_outs for each in held.values()]
    return Quality(
        players=len(held),
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
        conflicts=found.conflicts,
        balance=Fraction(100 * sum_ * sum_, pairs * squares) if squares else Fraction(0),
    )
