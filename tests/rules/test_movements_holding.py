"""Seats that hold for a round: balanced, and pairs compared as evenly as they are known to be."""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.rules.movements import RoundPlan, matrices, plan, quality
from tournament.rules.movements.holding import Known, known
from tournament.rules.movements.planning import plan_sought


def whole(
    available: Sequence[Collection[int]],
    played: Sequence[RoundPlan] = (),
    seed: str = "s",
    *,
    shared: bool = False,
) -> tuple[RoundPlan, ...]:
    return plan(
        available=available,
        boards_per_round=2,
        seed=seed,
        played=played,
        shared=shared,
        whole_event=True,
    )


def in_rounds(rounds: Sequence[RoundPlan]) -> tuple[int, int]:
    """Return how often the pairs compared least and most held the same seat in the same round."""
    alike: Counter[tuple[int, int]] = Counter()
    for each in rounds:
        for seat in range(3):
            alike.update(combinations(sorted(table.players[seat] for table in each.tables), 2))
    everybody = {player for each in rounds for player in each.present()}
    counts = [alike[pair] for pair in combinations(sorted(everybody), 2)]
    return min(counts), max(counts)


@pytest.mark.parametrize("players", range(3, 61))
def test_something_is_known_for_up_to_sixty_players_and_twenty_rounds(players: int) -> None:
    for rounds in range(1, 21):
        found = known(players, rounds)
        assert found is not None
        assert 0 <= found.window.least <= found.window.most <= rounds
    assert known(players, 21) is None
    assert known(players, 0) is None


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(9, 4), (12, 4), (12, 6), (15, 7), (20, 7), (24, 6), (30, 10), (45, 15), (60, 10), (60, 20)],
)
def test_comparisons_are_as_even_as_is_known_to_be_possible(players: int, rounds: int) -> None:
    found = known(players, rounds)
    assert found is not None
    for seed in ("one", "two"):
        least, most = in_rounds(whole([range(players)] * rounds, seed=seed))
        assert most - least <= found.window.width


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        *[(8, 8), (9, 8), (9, 18), (10, 9), (10, 19), (11, 14), (12, 20), (14, 14), (15, 13)],
        *[(16, 19), (21, 19), (22, 16), (23, 13), (27, 19), (38, 20), (48, 18), (57, 18)],
        *[(60, 15), (60, 18)],
    ],
)
def test_the_narrowest_window_is_found_where_few_draws_find_it(players: int, rounds: int) -> None:
    found = known(players, rounds)
    assert found is not None
    assert found.draws
    planned = whole([range(players)] * rounds)
    least, most = in_rounds(planned)
    assert most - least <= found.window.width
    assert quality(planned).seat_spread_max <= 1


def test_comparisons_are_evened_out_in_large_fields_too() -> None:
    """Nothing is known of ninety players; without a search some pairs are compared in all rounds
    and others in none."""
    planned = whole([range(90)] * 12)
    least, most = in_rounds(planned)
    assert most - least <= 8
    assert quality(planned).seat_spread_max <= 1


def test_the_draws_stored_are_those_that_find_the_window() -> None:
    """Other draws for the same window find something else: it is they that are stored."""
    found = known(9, 8)
    assert found is not None
    spreads = {
        number: quality(plan_sought(9, 8, Known(found.window, number)))
        for number in (0, found.draws)
    }
    assert spreads[found.draws].comparisons == {2: 36}
    assert len(spreads[0].comparisons) > 1


@settings(max_examples=15, deadline=None)
@given(st.integers(3, 16), st.integers(1, 7), st.booleans())
def test_seats_are_balanced_at_the_end(players: int, rounds: int, shared: bool) -> None:
    planned = whole([range(players)] * rounds, shared=shared)
    assert quality(planned).seat_spread_max <= 1
    assert quality(planned).conflicts == 0


@settings(max_examples=10, deadline=None)
@given(st.integers(6, 16), st.integers(2, 7), st.booleans())
def test_who_meets_whom_does_not_depend_on_seats(players: int, rounds: int, shared: bool) -> None:
    after_every_round = plan(
        available=[range(players)] * rounds, boards_per_round=2, seed="s", shared=shared
    )
    assert [
        ([frozenset(table.players) for table in each.tables], each.sit_outs)
        for each in after_every_round
    ] == [
        ([frozenset(table.players) for table in each.tables], each.sit_outs)
        for each in whole([range(players)] * rounds, shared=shared)
    ]


def test_seats_already_held_count() -> None:
    played = whole([range(12)] * 6)[:2]
    new = whole([range(1, 12)] * 4, played)
    seats = matrices([*played, *new])
    for player, held in zip(seats.players, seats.seats, strict=True):
        assert player == 0 or max(held) - min(held) <= 2  # two boards are a round


@pytest.mark.parametrize(("players", "rounds", "begun"), [(15, 6, 1), (18, 7, 4), (24, 8, 3)])
def test_planned_anew_nobody_meets_again_and_seats_are_even_at_the_end(
    players: int, rounds: int, begun: int
) -> None:
    played = whole([range(players)] * rounds)[:begun]
    new = whole([range(players)] * (rounds - begun), played)
    assert max(quality([*played, *new]).meetings) == 1
    assert quality([*played, *new]).seat_spread_max <= 1


@pytest.mark.parametrize("turned", [True, False])
def test_a_movement_is_worth_the_same_whatever_the_seed(turned: bool) -> None:
    first, *others = (
        quality(
            plan(
                available=[[3, 1, 40, 8, 7, 100, 2, 11, 12, 5, 6]] * 7,
                boards_per_round=3,
                seed=seed,
                turned=turned,
                whole_event=True,
            )
        )
        for seed in ("one", "two", "three")
    )
    assert all(other == first for other in others)
