"""A score beside a field that it was not made in."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tournament.rules.inputs import Play, Rounding
from tournament.rules.matchpoints import Field, score_board
from tournament.rules.practice import beside

FIELDS = st.lists(st.integers(-4, 4), min_size=1, max_size=9)


def field_of(scores: list[int]) -> Field:
    plays = [Play(number, 1, (number,), (score,)) for number, score in enumerate(scores)]
    return score_board(1, plays, rounding=Rounding.EXACT).fields[0][0]


def test_a_score_is_compared_as_one_more_table() -> None:
    # +1, +1, 0, −2 and one's own 0: two points from −2, one from 0, of eight.
    found = beside(0, field_of([1, 1, 0, -2]))
    assert found is not None
    assert (found.below, found.equal, found.above) == (1, 1, 2)
    assert (found.points, found.percent) == (Fraction(3), Fraction(75, 2))
    assert found.top == 8
    assert found.datum == 0


def test_without_a_field_there_is_nothing_to_compare_with() -> None:
    plays = [Play(1, 1, (1,), None), Play(2, 1, (2,), (None,))]
    field = score_board(1, plays, rounding=Rounding.EXACT).fields[0][0]
    assert beside(1, field) is None


@given(FIELDS, st.integers(-4, 4))
def test_it_is_what_the_table_would_have_had(scores: list[int], own: int) -> None:
    found = beside(own, field_of(scores))
    assert found is not None
    assert found.points == field_of([*scores, own]).matchpoints[own]
    assert found.below + found.equal + found.above == len(scores)
