"""The figures of a movement, against counting board by board."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.rules.movements import RoundPlan, TablePlan, plan, quality


@st.composite
def movements(draw: st.DrawFn) -> list[RoundPlan]:
    rounds = []
    for _ in range(draw(st.integers(1, 4))):
        players = draw(st.permutations(range(draw(st.integers(3, 13)))))
        boards = draw(st.integers(1, 4))
        seated = len(players) // 3 * 3
        turns = st.tuples(*[st.integers(0, 2)] * boards)
        tables = [TablePlan(tuple(players[i : i + 3]), draw(turns)) for i in range(0, seated, 3)]
        rounds.append(RoundPlan(tuple(tables), tuple(players[seated:])))
    return rounds


@given(movements())
def test_figures_equal_a_count_of_every_board(rounds: list[RoundPlan]) -> None:
    seats: dict[int, list[Fraction]] = {}
    compared: Counter[tuple[int, int]] = Counter()
    met: Counter[tuple[int, int]] = Counter()
    weight: dict[tuple[int, int], Fraction] = {}
    everybody = {p for r in rounds for t in r.tables for p in t.players}
    everybody |= {p for r in rounds for p in r.sit_outs}
    pairs = list(combinations(sorted(everybody), 2))
    for round_ in rounds:
        where = {p: (t, j) for t in round_.tables for j, p in enumerate(t.players)}
        for pair in pairs:
            if not (pair[0] in where and pair[1] in where):
                continue
            (table, chair), (other_table, other_chair) = where[pair[0]], where[pair[1]]
            met[pair] += table is other_table
            for board, turn in enumerate(table.turns):
                same = (chair + turn) % 3 == (other_chair + other_table.turns[board]) % 3
                compared[pair] += same
                if table is other_table:
                    value = Fraction(len(round_.tables) - 1, 2)
                else:
                    value = Fraction(1) if same else Fraction(-1, 2)
                weight[pair] = weight.get(pair, Fraction(0)) + value
        for player, (table, chair) in where.items():
            for turn in table.turns:
                held = seats.setdefault(player, [Fraction(0)] * 3)
                held[(chair + turn) % 3] += Fraction(1, len(table.turns))
    spreads = [max(held) - min(held) for held in seats.values()]
    sat = Counter(p for r in rounds for p in r.sit_outs)
    squares = sum(w * w for w in weight.values())

    result = quality(rounds)

    assert result.meetings == Counter(met[pair] for pair in pairs)
    assert result.comparisons == Counter(compared[pair] for pair in pairs)
    assert result.comparisons_min == min(compared[pair] for pair in pairs)
    assert result.comparisons_max == max(compared[pair] for pair in pairs)
    assert result.comparisons_mean == Fraction(compared.total(), len(pairs))
    assert (result.seat_spread_min, result.seat_spread_max) == (min(spreads), max(spreads))
    assert result.sit_outs_min == min(sat[p] for p in everybody)
    assert result.sit_outs_max == max(sat[p] for p in everybody)
    assert result.players == len(everybody)
    assert result.tables == max(len(r.tables) for r in rounds)
    assert result.rounds == len(rounds)
    assert result.conflicts == 0
    expected = Fraction(sum(weight.values()) ** 2 * 100) / (len(pairs) * squares) if squares else 0
    assert result.balance == expected
    assert 0 <= result.balance <= 100


@pytest.mark.parametrize(("players", "tenths"), [(12, 91), (13, 77), (21, 67), (30, 52)])
def test_balance_of_a_single_round_as_published(players: int, tenths: int) -> None:
    """One round's balance does not depend on who sits where: figures known from elsewhere."""
    rounds = plan(available=[range(players)], boards_per_round=4, seed="s")
    assert round(10 * quality(rounds).balance) == tenths


def test_turned_boards_compare_everybody_equally() -> None:
    tables = (TablePlan((1, 2, 3), (0, 1, 2)), TablePlan((4, 5, 6), (0, 2, 1)))
    result = quality([RoundPlan(tables, ())])
    assert result.comparisons == {0: 6, 1: 9}
    assert result.seat_spread_max == 0


def test_a_player_at_two_tables_is_a_conflict() -> None:
    tables = (TablePlan((1, 2, 3), (0,)), TablePlan((3, 4, 5), (0,)))
    assert quality([RoundPlan(tables, ())]).conflicts == 1


def test_one_table_has_nothing_to_compare() -> None:
    result = quality(plan(available=[[1, 2, 3]] * 3, boards_per_round=2, seed="s"))
    assert result.meetings == {3: 3}
    assert result.comparisons_max == 0
    assert result.balance == 0


def test_no_round_at_all() -> None:
    result = quality([])
    assert (result.players, result.tables, result.rounds, result.meetings) == (0, 0, 0, {})
    assert result.comparisons_mean == result.balance == result.seat_spread_max == 0


def test_rounds_without_tables() -> None:
    result = quality([RoundPlan((), (1, 2))])
    assert (result.sit_outs_min, result.sit_outs_max) == (1, 1)
    assert result.balance == 0
    assert result.meetings == {0: 1}
