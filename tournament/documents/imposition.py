"""Which item goes to which place of which page, so that a cut stack needs no sorting."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


def cut_and_stack(items: Sequence[T], places: int) -> list[list[T | None]]:
    """Return pages of `places` items (None: empty place).

    Cut all pages in one stack and lay the pile of the first place on that of the second, and so on:
    the items are then in their order.
    """
    depth = -(-len(items) // places)
    return [
        [
            items[place * depth + page] if place * depth + page < len(items) else None
            for place in range(places)
        ]
        for page in range(depth)
    ]


@dataclass(frozen=True)
class Stack:
    """Pages to be cut together: `pages[i][j]` is the (table, slip) at place j, or None.

    The places belong to `tables` in their order, `piles` neighbouring places to each.
    """

    tables: tuple[int, ...]
    piles: int
    pages: tuple[tuple[tuple[int, int] | None, ...], ...]


def slip_stacks(tables: Sequence[int], slips: int, places: int) -> Iterator[Stack]:
    """Yield stacks in which each place of the page holds one table's slips 0, 1, 2 … in order.

    When fewer tables are left than places, a table gets several places, each with a part of its
    slips; the tables left over are taken in numbers that divide `places`, so that paper is wasted
    only where a table's slips do not divide evenly.
    """
    start = 0
    while start < len(tables):
        left = len(tables) - start
        count = next(n for n in range(places, 0, -1) if places % n == 0 and n <= left)
        group = tuple(tables[start : start + count])
        piles = places // count
        depth = -(-slips // piles)
        yield Stack(
            tables=group,
            piles=piles,
            pages=tuple(
                tuple(
                    (table, part * depth + page) if part * depth + page < slips else None
                    for table in group
                    for part in range(piles)
                )
                for page in range(depth)
            ),
        )
        start += count
