"""The stored cycles, each checked by counting."""

from collections import Counter
from itertools import combinations

import pytest

from tournament.rules.movements.cycles import cycle

# Where no cycle of ⌊(N − 1) / 2⌋ rounds is stored: 6, 7 and 12 have none, the others may.
SHORTER = {6: 1, 7: 1, 12: 4, 43: 20, 49: 23, 53: 25, 54: 25, 55: 26, 58: 27, 60: 27}


@pytest.mark.parametrize("players", range(3, 61))
def test_a_stored_cycle_is_as_long_as_known(players: int) -> None:
    assert len(cycle(players)) == SHORTER.get(players, (players - 1) // 2)


@pytest.mark.parametrize("players", [*range(3, 61), 61, 62, 63, 64, 65, 66, 299, 300, 301])
def test_in_a_cycle_no_two_points_share_a_table_twice(players: int) -> None:
    met: Counter[frozenset[int]] = Counter()
    without_table: Counter[int] = Counter()
    for tables in cycle(players):
        seated = [point for table in tables for point in table]
        assert len(set(seated)) == len(seated)
        assert min(seated) >= 0
        met.update(frozenset(pair) for table in tables for pair in combinations(table, 2))
        full = {point for table in tables if max(table) < players for point in table}
        assert len(full) == players - players % 3
        without_table.update(set(range(players)) - full)
    assert set(met.values()) == {1}
    if players <= 60 or players % 3 == 2:
        assert max(without_table.values(), default=0) <= 1


@pytest.mark.parametrize("tables", range(21, 41))
def test_three_lines_pass_each_other_as_long_as_they_can(tables: int) -> None:
    assert len(cycle(3 * tables)) == (tables if tables % 2 else tables - 1)
