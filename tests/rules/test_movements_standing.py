"""What planning by standing promises, checked by counting."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.rules.movements import RoundPlan, plan_standing, quality

LAWS = settings(max_examples=12, deadline=None)


def event(
    players: int, rounds: int, *, boards: int = 3, turned: bool = False, seed: int = 0
) -> list[RoundPlan]:
    """Rounds after each of which the ranking is another."""
    random = Random(seed)
    ranking = list(range(1, players + 1))
    played: list[RoundPlan] = []
    for _ in range(rounds):
        played.append(
            plan_standing(
                ranking=ranking,
                boards_per_round=boards,
                seed="seed",
                played=played,
                turned=turned,
            )
        )
        random.shuffle(ranking)
    return played


def meetings(rounds: Iterable[RoundPlan]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair)
        for each in rounds
        for table in each.tables
        for pair in combinations(table.players, 2)
    )


def repeats(rounds: Sequence[RoundPlan]) -> int:
    return sum(times - 1 for times in meetings(rounds).values())


def spread(rounds: Iterable[RoundPlan]) -> int:
    """The largest difference, in boards, between the seats a player has held."""
    held: dict[int, list[int]] = {}
    for each in rounds:
        for table in each.tables:
            for board in range(len(table.turns)):
                for seat, player in enumerate(table.by_seat(board)):
                    held.setdefault(player, [0, 0, 0])[seat] += 1
    return max((max(counts) - min(counts) for counts in held.values()), default=0)


def assert_complete(each: RoundPlan, ranking: Sequence[int]) -> None:
    players = [player for table in each.tables for player in table.players]
    assert sorted([*players, *each.sit_outs]) == sorted(ranking)
    assert all(len(table.players) == 3 for table in each.tables)
    assert len(each.sit_outs) == (len(ranking) % 3 if len(ranking) >= 3 else len(ranking))


# --- laws


@LAWS
@given(st.integers(0, 20), st.integers(1, 5), st.integers(1, 6), st.booleans(), st.integers(0, 99))
def test_rounds_are_complete_and_sit_outs_within_one(
    players: int, rounds: int, boards: int, turned: bool, seed: int
) -> None:
    played = event(players, rounds, boards=boards, turned=turned, seed=seed)
    for number, each in enumerate(played, start=1):
        assert_complete(each, range(1, players + 1))
        assert all(len(table.turns) == boards for table in each.tables)
        sat = Counter(player for past in played[:number] for player in past.sit_outs)
        counts = [sat[player] for player in range(1, players + 1)] or [0]
        assert max(counts) - min(counts) <= 1
    assert quality(played).conflicts == 0


@LAWS
@given(st.integers(1, 5), st.integers(1, 5), st.integers(1, 5), st.booleans(), st.integers(0, 99))
def test_seats_are_within_one_after_every_round(
    tables: int, rounds: int, boards: int, turned: bool, seed: int
) -> None:
    played = event(3 * tables, rounds, boards=boards, turned=turned, seed=seed)
    for number in range(1, rounds + 1):
        assert spread(played[:number]) <= (1 if turned else boards)


@pytest.mark.parametrize(
    ("players", "boards", "turned", "seeds"),
    [(4, 1, False, 2), (5, 1, False, 8), (5, 2, True, 4), (7, 2, True, 1), (11, 1, True, 2)],
)
def test_seats_are_within_one_where_players_sit_out(
    players: int, boards: int, turned: bool, seeds: int
) -> None:
    """After every round, whatever the ranking; sit-outs too."""
    for seed in range(seeds):
        played = event(players, 12, boards=boards, turned=turned, seed=seed)
        for number in range(1, 13):
            assert spread(played[:number]) <= 1
            sat = Counter(player for past in played[:number] for player in past.sit_outs)
            counts = [sat[player] for player in range(1, players + 1)]
            assert max(counts) - min(counts) <= 1


@LAWS
@given(st.data(), st.booleans())
def test_players_come_and_go(data: st.DataObject, turned: bool) -> None:
    played: list[RoundPlan] = []
    for _ in range(4):
        ranking = data.draw(st.lists(st.integers(1, 14), unique=True))
        each = plan_standing(
            ranking=ranking, boards_per_round=4, seed="s", played=played, turned=turned
        )
        assert_complete(each, ranking)
        played.append(each)


# --- neighbours


@pytest.mark.parametrize("players", [3, 9, 30, 300])
def test_in_the_first_round_neighbours_meet(players: int) -> None:
    each = plan_standing(ranking=range(players), boards_per_round=3, seed="s")
    assert [sorted(table.players) for table in each.tables] == [
        [first, first + 1, first + 2] for first in range(0, players, 3)
    ]


@pytest.mark.parametrize("turned", [False, True])
def test_the_lowest_ranked_sit_out_of_those_whose_turn_it_is(turned: bool) -> None:
    played: list[RoundPlan] = []
    for expected in ((10, 11), (8, 9), (6, 7), (4, 5), (2, 3), (1, 11)):
        each = plan_standing(
            ranking=range(1, 12), boards_per_round=3, seed="s", played=played, turned=turned
        )
        assert each.sit_outs == expected
        played.append(each)


def test_those_who_have_met_are_parted_and_the_others_stay_near() -> None:
    """Nine players whose ranking stays: each new table takes one of each old one, and 1 to 3 and
    7 to 9 are no further apart than that needs."""
    played = [plan_standing(ranking=range(1, 10), boards_per_round=3, seed="s")]
    each = plan_standing(
        ranking=range(1, 10), boards_per_round=3, seed="s", played=played, turned=True
    )
    assert repeats([*played, each]) == 0
    assert [min(table.players) for table in each.tables] == [1, 2, 3]
    assert all(max(table.players) - min(table.players) <= 6 for table in each.tables)


def test_table_one_has_the_best() -> None:
    played = event(30, 4)
    each = plan_standing(ranking=range(1, 31), boards_per_round=3, seed="s", played=played)
    sums = [sum(table.players) for table in each.tables]
    assert sums == sorted(sums)


@pytest.mark.parametrize("turned", [False, True])
def test_tables_stay_near_in_a_large_field(turned: bool) -> None:
    """On average the first and the last of a table are few ranks apart, although nobody meets
    anybody again."""
    random = Random(1)
    ranking = list(range(300))
    played: list[RoundPlan] = []
    for _ in range(5):
        each = plan_standing(
            ranking=ranking, boards_per_round=3, seed="s", played=played, turned=turned
        )
        ranks = {player: rank for rank, player in enumerate(ranking)}
        apart = sum(
            max(ranks[one] for one in table.players) - min(ranks[one] for one in table.players)
            for table in each.tables
        )
        assert apart <= (5 if turned else 8) * len(each.tables)
        played.append(each)
        ranking.sort(key=lambda player: (player // 30, random.random()))
    assert repeats(played) == 0


# --- repeats


@pytest.mark.parametrize(
    ("players", "rounds", "most"),
    [(9, 3, 0), (12, 4, 1), (15, 6, 6), (30, 13, 12), (10, 3, 0), (20, 6, 0), (30, 9, 0)],
)
def test_hardly_anybody_meets_again(players: int, rounds: int, most: int) -> None:
    """What was reached when this was written, with rankings in which chance decides; `most` of
    the meetings are second ones, and none a third."""
    for seed in range(2):
        played = event(players, rounds, boards=18, turned=True, seed=seed)
        assert repeats(played) <= most
        assert repeats(played[: players // 4]) == 0
        assert max(meetings(played).values()) <= 2


def test_repeats_are_shared_out() -> None:
    """Six players in twelve rounds: 72 meetings of 15 pairs, 4.8 each on average."""
    times = meetings(event(6, 12, boards=6, turned=True)).values()
    assert max(times) - min(times) <= 2


# --- turned boards


def test_turned_boards_compare_evenly() -> None:
    """With a row of its own for each table, all at different tables of a round are compared on a
    third of its boards."""
    played = event(15, 3, boards=6, turned=True)
    found = quality(played)
    assert found.comparisons_min >= 4
    assert found.seat_spread_max == 0
    assert all(len({table.turns for table in each.tables}) == 5 for each in played)


# --- the same everywhere, and what is refused


def test_the_same_rounds_on_every_machine() -> None:
    """Fixed once: a difference here means that other machines or versions seat differently. If
    the planner itself is changed, the value below changes with it."""
    rounds = [
        [[(table.players, table.turns) for table in each.tables], each.sit_outs]
        for players in (11, 12, 21)
        for boards, turned in ((3, False), (4, True), (6, True))
        for each in event(players, 3, boards=boards, turned=turned)
    ]
    digest = hashlib.sha256(json.dumps(rounds).encode()).hexdigest()
    assert digest == "9ec6977bd22029cb6fc3d12f0fce8ffeaf5b67700029fb4ecc0b54f5f3923755"


def test_fewer_than_three_have_no_table() -> None:
    assert plan_standing(ranking=[2, 1], boards_per_round=1, seed="s") == RoundPlan((), (1, 2))


def test_a_player_named_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        plan_standing(ranking=[1, 2, 3, 1], boards_per_round=1, seed="s")


def test_a_round_without_boards_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one board"):
        plan_standing(ranking=[1, 2, 3], boards_per_round=0, seed="s")
