"""Known cycles of rounds in which no two points share a table twice.

Points are numbers from 0; a table is three of them. Up to sixty players the cycles are those of
`cycles.json`, above it three lines that pass each other, as in a three-way Mitchell.
"""

import json
from functools import cache
from pathlib import Path
from typing import TypedDict

Triple = tuple[int, int, int]
Round = tuple[Triple, ...]

LARGEST_STORED = 60
_FILE = Path(__file__).with_name("cycles.json")


class _Stored(TypedDict):
    """Base rounds to be shifted 0 … group - 1 times, and further rounds that stand as written.

    A shift by r adds r, modulo `group`, inside each block of `group` consecutive points below
    `moving`; the points from `moving` on stay.
    """

    group: int
    moving: int
    bases: list[list[list[int]]]
    rounds: list[list[list[int]]]


@cache
def cycle(players: int) -> tuple[Round, ...]:
    """A cycle for that many players (at least 3), whose points are the numbers below `players`.

    Up to sixty players no point is without a table in more than one round. Above, a number that
    does not divide by three leaves one point without a table throughout, or adds one point that
    belongs to nobody: its two partners of the round have no table.
    """
    if players <= LARGEST_STORED:
        return _developed(_stored()[str(players)])
    return _three_lines((players + 1) // 3)


@cache
def _stored() -> dict[str, _Stored]:
    stored: dict[str, _Stored] = json.loads(_FILE.read_text(encoding="utf-8"))
    return stored


def _developed(stored: _Stored) -> tuple[Round, ...]:
    group, moving = stored["group"], stored["moving"]

    def shifted(point: int, by: int) -> int:
        return point if point >= moving else point - point % group + (point + by) % group

    def as_round(tables: list[list[int]], by: int) -> Round:
        return tuple((shifted(a, by), shifted(b, by), shifted(c, by)) for a, b, c in tables)

    turned = [as_round(base, by) for base in stored["bases"] for by in range(group)]
    return (*turned, *(as_round(tables, 0) for tables in stored["rounds"]))


def _three_lines(tables: int) -> tuple[Round, ...]:
    """Line A stays, B moves up one table a round and C down one.

    With an even number of tables C would meet B again after half of the rounds: it skips one
    more table there, which costs one round.
    """
    odd = tables % 2
    rounds = []
    for number in range(tables if odd else tables - 1):
        skip = 0 if odd or number < tables // 2 else 1
        rounds.append(
            tuple(
                (
                    table,
                    tables + (table - number) % tables,
                    2 * tables + (table + number + skip) % tables,
                )
                for table in range(tables)
            )
        )
    return tuple(rounds)
