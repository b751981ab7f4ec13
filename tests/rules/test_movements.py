"""What a planned movement promises, checked by counting, with no code of the planner."""

import hashlib
import json
import math
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.rules.movements import RoundPlan, TablePlan, plan

# --- the checker


def people(round_: RoundPlan) -> list[int]:
    return [player for table in round_.tables for player in table.players]


def assert_complete(round_: RoundPlan, present: Collection[int]) -> None:
    assert all(len(set(table.players)) == 3 for table in round_.tables)
    assert sorted(people(round_) + list(round_.sit_outs)) == sorted(present)
    assert len(round_.sit_outs) == (len(present) % 3 if len(present) >= 3 else len(present))


def meetings(rounds: Iterable[RoundPlan]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair)
        for round_ in rounds
        for table in round_.tables
        for pair in combinations(table.players, 2)
    )


def seat_spreads(rounds: Iterable[RoundPlan]) -> dict[int, int]:
    held: dict[int, list[int]] = {}
    for round_ in rounds:
        for table in round_.tables:
            for chair, player in enumerate(table.players):
                assert set(table.turns) == {0}
                held.setdefault(player, [0, 0, 0])[chair] += 1
    return {player: max(counts) - min(counts) for player, counts in held.items()}


def sit_outs(rounds: Iterable[RoundPlan]) -> Counter[int]:
    return Counter(player for round_ in rounds for player in round_.sit_outs)


def assert_nobody_sits_out_again_too_soon(rounds: Sequence[RoundPlan]) -> None:
    sat: set[int] = set()
    for round_ in rounds:
        if sat & set(round_.sit_outs):
            assert sat.issuperset(people(round_))
        sat.update(round_.sit_outs)


def assert_sit_outs_within_one(rounds: Sequence[RoundPlan], players: Iterable[int]) -> None:
    """For players who are there in every round, after every round."""
    sat = dict.fromkeys(players, 0)
    for round_ in rounds:
        for player in round_.sit_outs:
            if player in sat:
                sat[player] += 1
        assert not sat or max(sat.values()) - min(sat.values()) <= 1


def complete(players: int, rounds: int, seed: str = "seed") -> tuple[RoundPlan, ...]:
    return plan(available=[range(1, players + 1)] * rounds, boards_per_round=3, seed=seed)


# --- laws


@st.composite
def attendance(draw: st.DrawFn) -> list[list[int]]:
    """Who is there, round by round: people come, leave, and come back."""
    pool = list(range(100, 100 + draw(st.integers(0, 26))))
    here = set(draw(st.lists(st.sampled_from(pool), unique=True)) if pool else [])
    here = set(pool) - (here if draw(st.booleans()) else set())
    rounds = []
    for _ in range(draw(st.integers(1, 5))):
        changing = draw(st.lists(st.sampled_from(pool), unique=True, max_size=3)) if pool else []
        here ^= set(changing)
        rounds.append(sorted(here))
    return rounds


LAWS = settings(max_examples=40, deadline=None)


@LAWS
@given(attendance(), st.text(max_size=4))
def test_a_whole_movement_is_complete_and_fair(available: list[list[int]], seed: str) -> None:
    rounds = plan(available=available, boards_per_round=2, seed=seed)
    assert len(rounds) == len(available)
    for number, present in enumerate(available):
        assert_complete(rounds[number], present)
        assert max(seat_spreads(rounds[: number + 1]).values(), default=0) <= 1
    assert_nobody_sits_out_again_too_soon(rounds)
    assert_sit_outs_within_one(rounds, set(available[0]).intersection(*available))
    assert all(table.turns == (0, 0) for round_ in rounds for table in round_.tables)


@LAWS
@given(attendance(), st.integers(0, 5))
def test_planning_anew_keeps_the_rest_fair(available: list[list[int]], begun: int) -> None:
    known_then = [available[0]] * len(available)
    played = plan(available=known_then, boards_per_round=2, seed="s")[:begun]
    rest = available[len(played) :]
    new = plan(available=rest, boards_per_round=2, seed="s", played=played)
    assert len(new) == len(rest)
    for round_, present in zip(new, rest, strict=True):
        assert_complete(round_, present)
    rounds = [*played, *new]
    assert_nobody_sits_out_again_too_soon(rounds)
    assert_sit_outs_within_one(rounds, set(available[0]).intersection(*rest))


@settings(max_examples=15, deadline=None)
@given(attendance(), st.text(max_size=4), st.randoms(use_true_random=False))
def test_the_order_in_which_players_are_named_is_no_matter(
    available: list[list[int]], seed: str, random: Random
) -> None:
    shuffled = [random.sample(players, len(players)) for players in available]
    assert plan(available=available, boards_per_round=1, seed=seed) == plan(
        available=shuffled, boards_per_round=1, seed=seed
    )


# --- meetings

IMPOSSIBLE = {(6, 2), (7, 2), (7, 3), (12, 5)}


@pytest.mark.parametrize("players", range(3, 61))
def test_nobody_meets_anybody_twice_while_that_is_possible(players: int) -> None:
    for rounds in {min(20, (players - 1) // 2), 3, 5} - {0}:
        if rounds > (players - 1) // 2:
            continue
        movement = complete(players, rounds)
        most = 2 if (players, rounds) in IMPOSSIBLE else 1
        assert max(meetings(movement).values()) <= most
        assert max(seat_spreads(movement).values()) <= 1
        assert_sit_outs_within_one(movement, range(1, players + 1))


@pytest.mark.parametrize(
    ("players", "rounds"), [(3, 4), (5, 7), (6, 5), (7, 6), (9, 8), (10, 9), (12, 8), (31, 16)]
)
def test_beyond_that_meetings_stay_even(players: int, rounds: int) -> None:
    movement = complete(players, rounds)
    mean = players // 3 * 3 * rounds / math.comb(players, 2)
    assert max(meetings(movement).values()) <= math.ceil(mean) + 1
    assert max(seat_spreads(movement).values()) <= 1
    assert_sit_outs_within_one(movement, range(1, players + 1))


@pytest.mark.parametrize(
    ("players", "rounds"), [(61, 20), (62, 10), (90, 5), (100, 20), (299, 6), (300, 20)]
)
def test_large_fields_meet_at_most_once(players: int, rounds: int) -> None:
    movement = complete(players, rounds)
    for round_ in movement:
        assert_complete(round_, range(1, players + 1))
    assert max(meetings(movement).values()) == 1
    assert max(seat_spreads(movement).values()) <= 1
    assert max(sit_outs(movement).values(), default=0) <= 1


@pytest.mark.parametrize(("players", "rounds", "leaving"), [(12, 4, 1), (60, 12, 3), (150, 8, 10)])
def test_leaving_makes_nobody_meet_twice(players: int, rounds: int, leaving: int) -> None:
    played = complete(players, rounds)[:2]
    left = range(1 + leaving, players + 1)
    new = plan(available=[left] * (rounds - 2), boards_per_round=3, seed="seed", played=played)
    assert max(meetings([*played, *new]).values()) == 1


def test_meetings_already_played_count_whatever_the_seed() -> None:
    played = complete(15, 3)
    new = plan(available=[range(1, 16)] * 2, boards_per_round=3, seed="another", played=played)
    assert max(meetings([*played, *new]).values()) == 1


# --- seats after a change


@pytest.mark.parametrize("players", [8, 11, 25, 29, 33, 60])
@pytest.mark.parametrize(("leaving", "coming"), [(0, 0), (1, 0), (0, 1), (2, 2)])
def test_seats_end_within_one_after_a_change(players: int, leaving: int, coming: int) -> None:
    for rounds, begun in ((3, 1), (5, 1), (5, 2)):
        played = complete(players, rounds)[:begun]
        here = range(1 + leaving, players + coming + 1)
        new = plan(available=[here] * (rounds - begun), boards_per_round=3, seed="s", played=played)
        spreads = seat_spreads([*played, *new])
        assert max(spreads[player] for player in here) <= 1


@pytest.mark.parametrize(
    ("players", "leaving", "coming"),
    [(12, 0, 0), (12, 1, 0), (29, 0, 0), (29, 0, 1), (40, 0, 0), (60, 1, 0), (60, 0, 1)],
)
def test_seats_stay_within_one_after_every_round_when_a_few_change(
    players: int, leaving: int, coming: int
) -> None:
    for begun in (1, 2):
        played = complete(players, 8)[:begun]
        here = range(1 + leaving, players + coming + 1)
        new = plan(available=[here] * (8 - begun), boards_per_round=3, seed="seed", played=played)
        for number in range(len(new)):
            spreads = seat_spreads([*played, *new[: number + 1]])
            assert max(spreads.get(player, 0) for player in here) <= 1


# --- sit-outs


def test_ten_players_three_rounds_three_different_sit_out() -> None:
    assert sorted(sit_outs(complete(10, 3)).values()) == [1, 1, 1]


def test_five_entered_one_absent_is_one_table_and_one_sit_out() -> None:
    (round_,) = plan(available=[[1, 2, 4, 5]], boards_per_round=4, seed="s")
    assert (len(round_.tables), len(round_.sit_outs)) == (1, 1)
    assert round_.tables[0].turns == (0, 0, 0, 0)


@pytest.mark.parametrize("players", [0, 1, 2])
def test_fewer_than_three_players_have_no_table(players: int) -> None:
    rounds = plan(available=[range(players)] * 2, boards_per_round=1, seed="s")
    assert rounds == (RoundPlan((), tuple(range(players))),) * 2


def test_everybody_leaves() -> None:
    played = complete(12, 4)[:2]
    new = plan(available=[[], []], boards_per_round=3, seed="s", played=played)
    assert new == (RoundPlan((), ()), RoundPlan((), ()))


def test_no_round_left_is_no_round_planned() -> None:
    assert plan(available=[], boards_per_round=3, seed="s", played=complete(12, 4)) == ()


def test_who_leaves_after_round_two_is_not_seated_in_round_three() -> None:
    played = complete(10, 4)[:2]
    new = plan(available=[range(2, 11)] * 2, boards_per_round=3, seed="s", played=played)
    assert all(1 not in people(round_) + list(round_.sit_outs) for round_ in new)


def test_a_newcomer_joins_the_running_lap() -> None:
    """Four players have sat out twice each in eight rounds. With a fifth, two of five sit out in
    each of five rounds: twice each, and the newcomer does not make up for earlier rounds."""
    played = complete(4, 8)
    assert set(sit_outs(played).values()) == {2}
    new = plan(available=[range(1, 6)] * 5, boards_per_round=3, seed="s", played=played)
    assert sit_outs(new) == dict.fromkeys(range(1, 6), 2)


def test_a_newcomer_is_not_sent_to_sit_out_before_those_still_waiting() -> None:
    """Of seven players three have sat out; with an eighth two sit out in each round, and within
    four rounds all eight have their turn, nobody twice before."""
    played = complete(7, 3)
    new = plan(available=[range(1, 9)] * 4, boards_per_round=3, seed="s", played=played)
    counts = sit_outs([*played, *new])
    assert sorted(counts.values()) == [1, 1, 1, 1, 1, 2, 2, 2]
    assert_nobody_sits_out_again_too_soon([*played, *new])


def test_rounds_missed_are_not_repaid_with_sit_outs() -> None:
    """Player 1 is away for four rounds of five players, in which the four others sit out once
    each; back again, players 1 to 5 have ten sit-outs in five rounds: two for everybody."""
    away = [range(2, 6)] * 4
    rounds = plan(available=[*away, *[range(1, 6)] * 5], boards_per_round=3, seed="s")
    assert sit_outs(rounds[4:]) == dict.fromkeys(range(1, 6), 2)


# --- the same everywhere

_KNOWN = [(7, 3), (12, 5), (20, 4), (61, 3)]
_SHOW = """
import json, sys
from dataclasses import asdict
from tournament.rules.movements import plan
for players, rounds in json.loads(sys.argv[1]):
    movement = plan(available=[range(players)] * rounds, boards_per_round=2, seed="Étoile ♠")
    print(json.dumps([asdict(each) for each in movement]))
"""


def test_the_same_movement_in_every_process() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", _SHOW, json.dumps(_KNOWN)],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1", "4711")
    }
    assert len(outputs) == 1


def test_the_same_movement_on_every_machine() -> None:
    """Fixed once: a difference here means that other machines or versions seat differently. If
    the planner itself is changed, the value below changes with it."""
    movements = [
        [
            [[(table.players, table.turns, table.set) for table in each.tables], each.sit_outs]
            for each in plan(
                available=[range(players)] * rounds,
                boards_per_round=2,
                seed="s",
                turned=way == "turned",
                shared=way == "shared",
            )
        ]
        for players, rounds in _KNOWN
        for way in ("held", "turned", "shared")
    ]
    digest = hashlib.sha256(json.dumps(movements).encode()).hexdigest()
    assert digest == "ae614d5c566ffe6ae2db3e014b28561c5f06316fd3cd9813e1935f58fb293979"


def test_another_seed_is_another_movement() -> None:
    assert complete(12, 4, "one") != complete(12, 4, "two")


# --- input


def test_a_player_named_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        plan(available=[[1, 2, 3, 3]], boards_per_round=1, seed="s")


def test_a_round_without_boards_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one board"):
        plan(available=[[1, 2, 3]], boards_per_round=0, seed="s")


def test_chairs_hold_turned_seats() -> None:
    table = TablePlan((7, 8, 9), (0, 1, 2))
    assert [table.by_seat(board) for board in range(3)] == [(7, 8, 9), (9, 7, 8), (8, 9, 7)]
