"""Who wins what, with places that are shared and prizes that do not divide."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.rules.prizes import shared


@pytest.mark.parametrize(
    ("ranks", "prizes", "won"),
    [
        ([1, 2, 3, 4], [50, 30, 20], [50, 30, 20, 0]),
        ([1, 1, 3], [50, 30, 20], [40, 40, 20]),
        ([1, 2, 2, 4], [50, 30, 20], [50, 25, 25, 0]),
        (
            [1, 2, 3, 3, 3],
            [50, 30, 20],
            [50, 30, Fraction(20, 3), Fraction(20, 3), Fraction(20, 3)],
        ),
        ([1, 1, 1], [50], [Fraction(50, 3)] * 3),
        ([1, 2], [50, 30, 20], [50, 30]),
        ([1, 2], [Fraction(25, 2), 0], [Fraction(25, 2), 0]),
        ([1, 1], [], [0, 0]),
        ([], [50], []),
    ],
)
def test_prizes(
    ranks: Sequence[int], prizes: Sequence[Fraction | int], won: Sequence[Fraction | int]
) -> None:
    assert shared(ranks, prizes) == won
    assert all(isinstance(each, Fraction) for each in shared(ranks, prizes))


@given(
    st.lists(st.integers(0, 9), max_size=8),
    st.lists(st.integers(0, 1000), max_size=10),
)
def test_nothing_is_lost_and_level_players_win_the_same(
    results: Sequence[int], prizes: Sequence[int]
) -> None:
    best_first = sorted(results, reverse=True)
    ranks = [1 + best_first.index(result) for result in best_first]
    won = shared(ranks, prizes)
    assert sum(won) == sum(prizes[: len(ranks)])
    assert len({(rank, each) for rank, each in zip(ranks, won, strict=True)}) == len(set(ranks))
