"""The parts of the planner that bound and steer the search."""

from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.rules.movements.drafts import Draft, pattern
from tournament.rules.movements.draws import draws, shuffled
from tournament.rules.movements.meetings import Evenness, met
from tournament.rules.movements.search import Search


@pytest.mark.parametrize("players", [8, 10, 11, 14])
def test_a_pattern_shares_sit_outs_fairly_from_cycle_to_cycle(players: int) -> None:
    sat = Counter(dict.fromkeys(range(players), 0))
    for tables in pattern(range(players), 15, "s"):
        sat.update(set(range(players)) - {player for table in tables for player in table})
        assert max(sat.values()) - min(sat.values()) <= 1


def test_a_shorter_pattern_is_the_beginning_of_a_longer_one() -> None:
    assert pattern(range(10), 3, "s") == pattern(range(10), 9, "s")[:3]


@given(st.lists(st.integers(0, 2), min_size=1, max_size=5), st.integers(0, 6))
def test_no_way_to_share_out_meetings_is_below_the_bound(before: list[int], number: int) -> None:
    """One row of a matrix stands for the pairs, each of which counts twice in a full matrix."""
    evenness = Evenness(Counter(before), number, most=10)
    pairs = range(len(before))
    costs = []
    for chosen in combinations_with_replacement(pairs, number):
        after = [before[pair] + chosen.count(pair) for pair in pairs]
        costs.append(evenness.cost([after, after]))
    assert evenness.least([before, before]) == min(costs)


@pytest.mark.parametrize(
    ("before", "number", "level"),
    [({0: 3}, 3, 1), ({0: 3}, 4, 2), ({0: 2, 1: 1}, 2, 1), ({0: 1, 5: 2}, 2, 2)],
)
def test_the_level_is_where_even_sharing_ends(
    before: dict[int, int], number: int, level: int
) -> None:
    assert Evenness(before, number, most=10).level == level


def squares(drafts: list[Draft]) -> int:
    counts = Counter(
        pair
        for draft in drafts
        for table in draft.tables()
        for pair in combinations(sorted(table), 2)
    )
    return sum(count * count for count in counts.values())


@pytest.mark.parametrize("players", [7, 9, 13])
def test_the_search_leaves_what_its_cost_says(players: int) -> None:
    """With so high a level nothing is surcharged: the cost is the sum of the squares."""
    for attempt in range(8):
        draw = draws(str(attempt), "drafts")
        orders = [shuffled(range(players), draw) for _ in range(4)]
        seated = players // 3 * 3
        drafts = [
            Draft(order[:seated], order[seated:], dict.fromkeys(order, (0, False)))
            for order in orders
        ]
        counts = [[0] * players for _ in range(players)]
        for draft in drafts:
            met(draft.tables(), counts)
        at_first = squares(drafts)
        cost = Search(drafts, counts, Evenness({}, 0, most=10), draw).run(100, 0)
        assert cost == squares(drafts) < at_first
        for draft in drafts:
            assert sorted(draft.order + draft.sit_outs) == list(range(players))
