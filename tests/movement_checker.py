"""Recounts a movement from the JSON of `manage.py movement` alone, in the plainest way there is.

It shares no code with the planner, and nothing here is meant to be fast. By hand:
`manage.py movement … --json | python -m tests.movement_checker`.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import TypedDict


class Table(TypedDict):
    players: list[int]
    boards: list[int]
    turns: list[int]


class Round(TypedDict):
    tables: list[Table]
    sitouts: list[int]


class Figures(TypedDict):
    meetings: dict[str, int]
    comparisons: dict[str, int]
    sitouts: list[int]
    seat_spread: list[float]
    conflicts: int
    balance: float


class Movement(TypedDict):
    rounds: list[Round]
    quality: Figures


# A board as a player had it: at the table of that round and place, in that seat.
Play = tuple[int, int, int]


def faults(movement: Movement, *, cut_short: bool = False) -> list[str]:
    """Return everything that is wrong with the movement; with none it is what it says it is. One
    that can be `cut_short` promises more."""
    found = [*places(movement), *laid_out(movement)]
    return found or [*promises(movement, cut_short=cut_short), *figures(movement)]


def everybody(movement: Movement) -> list[int]:
    """Return all who are named, in order."""
    seated = {p for each in movement["rounds"] for t in each["tables"] for p in t["players"]}
    return sorted(seated.union(*(each["sitouts"] for each in movement["rounds"])))


def places(movement: Movement) -> Iterator[str]:
    """Yield who is missing, or at two places at once, and tables that are none."""
    players = everybody(movement)
    for number, each in enumerate(movement["rounds"], start=1):
        here = [player for table in each["tables"] for player in table["players"]]
        here += each["sitouts"]
        for player in players:
            if here.count(player) != 1:
                yield f"round {number}: player {player} is at {here.count(player)} places"
        if len(each["sitouts"]) != len(players) % 3:
            yield f"round {number}: {len(each['sitouts'])} players sit out"
        for table in each["tables"]:
            if len(table["players"]) != 3:
                yield f"round {number}: a table of {len(table['players'])}"
            if len(table["turns"]) != len(table["boards"]):
                yield f"round {number}: {len(table['turns'])} turns for {table['boards']}"
            if not table["boards"] or not set(table["turns"]) <= {0, 1, 2}:
                yield f"round {number}: boards {table['boards']} turned {table['turns']}"


def laid_out(movement: Movement) -> Iterator[str]:
    """Yield boards that a player gets twice, or that cannot be where they should be: in a round all
    tables play the same, or no two have one in common."""
    had: set[tuple[int, int]] = set()
    for number, each in enumerate(movement["rounds"], start=1):
        for table in each["tables"]:
            for board in table["boards"]:
                for player in table["players"]:
                    if (player, board) in had:
                        yield f"round {number}: player {player} has board {board} again"
                    had.add((player, board))
        for one, other in combinations(each["tables"], 2):
            common = set(one["boards"]) & set(other["boards"])
            if common and (one["boards"] != other["boards"] or is_shared(movement)):
                yield f"round {number}: boards {sorted(common)} at two tables"


def is_shared(movement: Movement) -> bool:
    """Return whether there is one copy of each board: some round's tables play different ones."""
    return any(
        one["boards"] != other["boards"]
        for each in movement["rounds"]
        for one, other in combinations(each["tables"], 2)
    )


def promises(movement: Movement, *, cut_short: bool) -> Iterator[str]:
    """Yield players whose seats or sit-outs are not within one after some round. Where boards are
    turned seats are counted in boards, else in rounds, and only at the end if it is not to be cut
    short."""
    turned = any(len(set(t["turns"])) > 1 for each in movement["rounds"] for t in each["tables"])
    held = {player: [0, 0, 0] for player in everybody(movement)}
    sat = dict.fromkeys(held, 0)
    for number, each in enumerate(movement["rounds"], start=1):
        for player in each["sitouts"]:
            sat[player] += 1
        for table in each["tables"]:
            for turn in table["turns"] if turned else table["turns"][:1]:
                for chair, player in enumerate(table["players"]):
                    held[player][(chair + turn) % 3] += 1
        for player, seats in held.items():
            counts = turned or cut_short or number == len(movement["rounds"])
            if counts and max(seats) - min(seats) > 1:
                yield f"round {number}: player {player} has held the seats {seats} times"
        if max(sat.values()) - min(sat.values()) > 1:
            yield f"round {number}: sit-outs are {sat}"


def plays_of(movement: Movement) -> dict[int, dict[int, Play]]:
    """Return of each player all boards."""
    plays: dict[int, dict[int, Play]] = {player: {} for player in everybody(movement)}
    for number, each in enumerate(movement["rounds"]):
        for place, table in enumerate(each["tables"]):
            for board, turn in zip(table["boards"], table["turns"], strict=True):
                for chair, player in enumerate(table["players"]):
                    plays[player][board] = (number, place, (chair + turn) % 3)
    return plays


def figures(movement: Movement) -> Iterator[str]:
    """Yield the figures that are not what a recount gives."""
    printed = movement["quality"]
    plays = plays_of(movement)
    tables = Counter(b for each in movement["rounds"] for t in each["tables"] for b in t["boards"])
    meetings: Counter[int] = Counter()
    comparisons: Counter[int] = Counter()
    weights: list[Fraction] = []
    for one, other in combinations(plays, 2):
        rounds_together = set()
        alike, weight = 0, Fraction(0)
        for board in plays[one]:
            if board not in plays[other]:
                continue
            number, place, seat = plays[one][board]
            if plays[other][board][:2] == (number, place):
                rounds_together.add(number)
                weight += Fraction(tables[board] - 1, 2)
            elif plays[other][board][2] == seat:
                alike += 1
                weight += 1
            else:
                weight -= Fraction(1, 2)
        meetings[len(rounds_together)] += 1
        comparisons[alike] += 1
        weights.append(weight)
    squares = sum(weight**2 for weight in weights)
    balance = 100 * sum(weights) ** 2 / (len(weights) * squares) if squares else Fraction(0)
    sat = [sum(p in each["sitouts"] for each in movement["rounds"]) for p in plays]
    spreads = [spread(movement, player) for player in plays if plays[player]]
    yield from differing("meetings", printed["meetings"], in_order(meetings))
    yield from differing("comparisons", printed["comparisons"], in_order(comparisons))
    yield from differing("sitouts", printed["sitouts"], [min(sat), max(sat)])
    yield from differing("conflicts", printed["conflicts"], 0)
    yield from differing("balance", printed["balance"], round(float(balance), 4))
    yield from differing(
        "seat_spread",
        printed["seat_spread"],
        [round(float(min(spreads)), 4), round(float(max(spreads)), 4)],
    )


def spread(movement: Movement, player: int) -> Fraction:
    """Return by how much the player held one seat more than another, in rounds."""
    held = [Fraction(0)] * 3
    for each in movement["rounds"]:
        for table in each["tables"]:
            if player in table["players"]:
                for turn in table["turns"]:
                    seat = (table["players"].index(player) + turn) % 3
                    held[seat] += Fraction(1, len(table["turns"]))
    return max(held) - min(held)


def in_order(numbers: Counter[int]) -> dict[str, int]:
    """Return a count as JSON has it."""
    return {str(times): pairs for times, pairs in sorted(numbers.items())}


def differing(name: str, printed: object, counted: object) -> Iterator[str]:
    """Yield a sentence if they are not the same."""
    if printed != counted:
        yield f"{name}: printed {printed}, counted {counted}"


if __name__ == "__main__":
    wrong = faults(json.load(sys.stdin))
    print("\n".join(wrong) or "Everything is as it says.")
    sys.exit(bool(wrong))
