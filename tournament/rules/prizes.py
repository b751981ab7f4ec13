"""Prizes for places: those who share places share what the places bring."""

from collections.abc import Sequence
from fractions import Fraction


def shared(ranks: Sequence[int], prizes: Sequence[Fraction | int]) -> list[Fraction]:
    """The prize of each of these ranks, given in ranking order (1, 2, 2, 4).

    `prizes` are for the first place, the second and so on; places after the last bring nothing.
    """
    given = []
    for rank in ranks:
        sharing = ranks.count(rank)
        total = sum(map(Fraction, prizes[rank - 1 : rank - 1 + sharing]), Fraction(0))
        given.append(total / sharing)
    return given
