"""Shared boards: one copy of each set, never at two tables at once, never twice to a player."""

from collections.abc import Sequence
from functools import partial
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.rules.movements import RoundPlan, TablePlan, plan, quality
from tournament.rules.movements.draws import draws
from tournament.rules.movements.sharing import sets_shared


def shared(
    available: Sequence[Sequence[int]], boards: int = 3, played: Sequence[RoundPlan] = ()
) -> tuple[RoundPlan, ...]:
    return plan(
        available=available,
        boards_per_round=boards,
        seed="seed",
        played=played,
        turned=True,
        shared=True,
    )


def sets_of(rounds: Sequence[RoundPlan]) -> set[int]:
    return {table.set for each in rounds for table in each.tables if table.set is not None}


def assert_can_be_laid_out(rounds: Sequence[RoundPlan]) -> None:
    had: set[tuple[int, int | None]] = set()
    for each in rounds:
        laid = [table.set for table in each.tables]
        assert None not in laid
        assert len(set(laid)) == len(laid)
        for table in each.tables:
            for player in table.players:
                assert (player, table.set) not in had
                had.add((player, table.set))


@settings(max_examples=10, deadline=None)
@given(st.integers(3, 16), st.integers(1, 5), st.integers(1, 4))
def test_boards_never_conflict(players: int, rounds: int, boards: int) -> None:
    planned = shared([range(players)] * rounds, boards)
    assert_can_be_laid_out(planned)
    assert quality(planned).conflicts == 0


@pytest.mark.parametrize(
    ("players", "rounds", "sets"),
    [
        (8, 3, 6),
        (10, 4, 6),
        (12, 4, 4),
        (13, 6, 7),
        (15, 5, 8),
        (18, 8, 8),
        (21, 7, 9),
        (30, 6, 10),
    ],
)
def test_no_more_sets_than_are_known_to_do(players: int, rounds: int, sets: int) -> None:
    assert len(sets_of(shared([range(players)] * rounds, 1))) <= sets


def test_what_was_played_stands_and_counts() -> None:
    planned = shared([range(13)] * 5)
    stayed = [player for player in range(13) if player != 4]
    anew = shared([stayed, [*stayed, 20], [*stayed, 20]], played=planned[:2])
    assert_can_be_laid_out([*planned[:2], *anew])


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("turned", [False, True])
def test_seats_that_take_other_tables_bring_nobody_a_set_again(seed: int, turned: bool) -> None:
    field = range(15)
    made = partial(plan, boards_per_round=2, seed=f"anew {seed}", turned=turned, shared=True)
    begun = made(available=[field] * 4)[:1]
    anew = made(available=[field] * 3, played=begun)
    assert quality([*begun, *anew]).conflicts == 0


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_fewest_sets_by_trying_all(size: int) -> None:
    """Two tables with the same six players in every round need two sets for each round."""
    rounds = [[(0, 1, 2), (3, 4, 5)], [(0, 3, 4), (1, 2, 5)], [(0, 2, 5), (1, 3, 4)]][: size - 1]
    points = [(number, table) for number, tables in enumerate(rounds) for table in tables]
    found = sets_shared(rounds, draws("s", "sets"))

    def fits(colours: Sequence[int]) -> bool:
        return all(
            one_colour != other_colour or (one != other and not set(first) & set(second))
            for (one, first), one_colour in zip(points, colours, strict=True)
            for (other, second), other_colour in zip(points, colours, strict=True)
            if (one, first) < (other, second)
        )

    least = next(
        number
        for number in range(1, len(points) + 1)
        if any(fits(colours) for colours in product(range(number), repeat=len(points)))
    )
    assert 1 + max(map(max, found)) == least
    assert fits([colour for each in found for colour in each])


@pytest.mark.parametrize(
    ("sets", "conflicts"), [((0, 1, 2, 3), 0), ((0, 0, 1, 2), 1), ((0, 1, 0, 2), 2)]
)
def test_conflicts_are_counted(sets: tuple[int, ...], conflicts: int) -> None:
    """The second case lays one set at two tables, the third gives two players a set again."""
    tables = [
        TablePlan(players, (0,), number)
        for players, number in zip([(0, 1, 2), (3, 4, 5), (0, 1, 3), (2, 4, 5)], sets, strict=True)
    ]
    rounds = [RoundPlan(tuple(tables[:2]), ()), RoundPlan(tuple(tables[2:]), ())]
    assert quality(rounds).conflicts == conflicts
