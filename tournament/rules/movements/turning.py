"""Turned boards: players keep their chairs, and from board to board the chairs hold other seats.

A table plays a round along a *row*: on its i-th board chair j holds seat (j + row[i]) mod 3. Rows
in which each seat occurs equally often let everybody hold each seat equally often in every round.
Two such rows are *even* to each other if their difference, too, takes each value equally
often: then any two players at the two tables hold the same seat on exactly a third of the boards.
The rows of a difference matrix over the integers modulo 3 are all even to one another.
"""

from functools import cache
from itertools import product

from tournament.rules.movements.shapes import CHAIRS

Row = tuple[int, ...]

# Difference matrices over Z3 (that of 12 is the largest found by search). A first row of zeros, in
# which seats hold, belongs to each and is left out: it favours a seat.
_SMALL = {
    3: ("012", "021"),
    6: ("020112", "021201", "011022", "002121", "012210"),
    12: (
        "012001212012",
        "022120011102",
        "001012122102",
        "020122102011",
        "021210221010",
        "010221220101",
        "011100022221",
        "002212010211",
        "021021110220",
    ),
}


@cache
def rows(boards: int) -> tuple[Row, ...]:
    """Rows for that many boards, a multiple of three: each holds every seat equally often, and any
    two are even to each other. No board, one empty row. Raises ValueError for other numbers."""
    if boards % CHAIRS or boards < 0:
        raise ValueError("Only a multiple of three boards can be turned evenly.")
    return _with_zeros(boards)[1:] if boards else ((),)


@cache
def _with_zeros(boards: int) -> tuple[Row, ...]:
    """The most even rows known for that many boards, the row of zeros first."""
    if boards in _SMALL:
        return ((0,) * boards, *(tuple(map(int, row)) for row in _SMALL[boards]))
    return max((*_products(boards), *_sums(boards)), key=len)


def _products(boards: int) -> list[tuple[Row, ...]]:
    """Each row of one matrix added to each of another: even, as one of the two differences is."""
    return [
        tuple(
            tuple((one + other) % CHAIRS for one, other in product(outer, inner))
            for outer, inner in product(_with_zeros(boards // factor), _with_zeros(factor))
        )
        for factor in _SMALL
        if boards > factor and boards % (CHAIRS * factor) == 0
    ]


def _sums(boards: int) -> list[tuple[Row, ...]]:
    """One matrix beside another, as many rows as the smaller has."""
    return [
        tuple(
            one + other
            for one, other in zip(_with_zeros(boards - part), _with_zeros(part), strict=False)
        )
        for part in _SMALL
        if part < boards
    ]
