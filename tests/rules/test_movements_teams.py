"""What a movement of teams of three promises, checked by counting."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.rules.movements import RoundPlan, TablePlan, plan_teams, quality
from tournament.rules.movements.teams import substituted

Lineup = tuple[int, int, int]
LAWS = settings(max_examples=25, deadline=None)


def lineups(teams: Iterable[int]) -> dict[int, Lineup]:
    """Team 7 has the players 70, 71 and 72."""
    return {team: (10 * team, 10 * team + 1, 10 * team + 2) for team in teams}


def team(player: int) -> int:
    return player // 10


def teams_of(rounds: Iterable[RoundPlan]) -> dict[int, int]:
    return {player: team(player) for each in rounds for player in each.present()}


def planned(
    teams: int, rounds: int, *, boards: int = 3, turned: bool = False, seed: str = "seed"
) -> tuple[RoundPlan, ...]:
    return plan_teams(
        available=[lineups(range(1, teams + 1))] * rounds,
        boards_per_round=boards,
        seed=seed,
        turned=turned,
    )


def matches(each: RoundPlan) -> list[frozenset[int]]:
    """The teams of each match; its three tables have one player of each."""
    assert len(each.tables) % 3 == 0
    found = []
    for first in range(0, len(each.tables), 3):
        sides = [frozenset(map(team, table.players)) for table in each.tables[first : first + 3]]
        assert len(set(sides)) == 1
        assert len(sides[0]) == 3
        found.append(sides[0])
    return found


def assert_every_team_has_every_seat_once(each: RoundPlan, boards: int) -> None:
    for first in range(0, len(each.tables), 3):
        tables = each.tables[first : first + 3]
        for board in range(boards):
            held = Counter(
                (seat, team(player))
                for table in tables
                for seat, player in enumerate(table.by_seat(board))
            )
            assert set(held.values()) == {1}
            assert len(held) == 9


def assert_complete(each: RoundPlan, present: Mapping[int, Lineup]) -> None:
    players = [player for table in each.tables for player in table.players]
    everybody = [player for lineup in present.values() for player in lineup]
    assert sorted([*players, *each.sit_outs]) == sorted(everybody)
    out = {team(player) for player in each.sit_outs}
    assert len(each.sit_outs) == 3 * len(out)
    assert len(out) == (len(present) % 3 if len(present) >= 3 else len(present))
    assert len(matches(each)) == (len(present) // 3 if len(present) >= 3 else 0)


def boards_held(rounds: Iterable[RoundPlan]) -> dict[int, list[int]]:
    held: dict[int, list[int]] = {}
    for each in rounds:
        for table in each.tables:
            for board in range(len(table.turns)):
                for seat, player in enumerate(table.by_seat(board)):
                    held.setdefault(player, [0, 0, 0])[seat] += 1
    return held


def spread(rounds: Sequence[RoundPlan]) -> int:
    return max((max(held) - min(held) for held in boards_held(rounds).values()), default=0)


def teams_out(rounds: Iterable[RoundPlan]) -> Counter[int]:
    return Counter(team(player) for each in rounds for player in each.sit_outs[::3])


# --- laws


@LAWS
@given(st.integers(0, 16), st.integers(1, 7), st.integers(1, 8), st.booleans(), st.text(max_size=4))
def test_a_whole_movement_is_complete_and_fair(
    teams: int, rounds: int, boards: int, turned: bool, seed: str
) -> None:
    movement = planned(teams, rounds, boards=boards, turned=turned, seed=seed)
    present = lineups(range(1, teams + 1))
    assert len(movement) == rounds
    for number, each in enumerate(movement, start=1):
        assert_complete(each, present)
        assert_every_team_has_every_seat_once(each, boards)
        assert spread(movement[:number]) <= (1 if turned else boards)
        out = teams_out(movement[:number])
        assert max(out.values(), default=0) - min(out[name] for name in (present or [0])) <= 1


@st.composite
def attendance(draw: st.DrawFn) -> list[dict[int, Lineup]]:
    """Teams come and go, and teams of five send three each time."""
    rounds = []
    for _ in range(draw(st.integers(1, 5))):
        teams = draw(st.lists(st.integers(1, 9), unique=True))
        rounds.append(
            {
                name: (10 * name + a, 10 * name + b, 10 * name + c)
                for name in teams
                for a, b, c, *_ in [draw(st.permutations(range(5)))]
            }
        )
    return rounds


@LAWS
@given(attendance(), st.integers(1, 5), st.booleans())
def test_changing_teams_and_lineups(
    available: list[dict[int, Lineup]], boards: int, turned: bool
) -> None:
    movement = plan_teams(available=available, boards_per_round=boards, seed="s", turned=turned)
    for number, (each, present) in enumerate(zip(movement, available, strict=True), start=1):
        assert_complete(each, present)
        assert_every_team_has_every_seat_once(each, boards)
        assert spread(movement[:number]) <= (1 if turned else boards)


@LAWS
@given(st.integers(3, 12), st.integers(0, 4), st.integers(0, 4), st.integers(1, 4))
def test_played_rounds_count(teams: int, begun: int, more: int, boards: int) -> None:
    """A team leaves after the rounds begun; the rest is as fair as if it had never been there."""
    played = planned(teams, begun, boards=boards)
    rest = lineups(range(2, teams + 1))
    new = plan_teams(
        available=[rest] * more,
        boards_per_round=boards,
        seed="s",
        played=played,
        team_of=teams_of(played),
    )
    for each in new:
        assert_complete(each, rest)
        assert_every_team_has_every_seat_once(each, boards)
    assert spread([*played, *new]) <= boards
    out = teams_out([*played, *new])
    assert max(out[name] for name in rest) - min(out[name] for name in rest) <= 1


# --- who meets whom


@pytest.mark.parametrize("begun", range(5))
def test_nine_teams_meet_once_each_in_four_rounds(begun: int) -> None:
    played = planned(9, 4)[:begun]
    new = plan_teams(
        available=[lineups(range(1, 10))] * (4 - begun),
        boards_per_round=3,
        seed="seed",
        played=played,
        team_of=teams_of(played),
    )
    met = Counter(
        frozenset(pair)
        for each in [*played, *new]
        for match in matches(each)
        for pair in combinations(match, 2)
    )
    assert set(met.values()) == {1}
    assert len(met) == 36


@pytest.mark.parametrize("turned", [False, True])
def test_when_teams_meet_again_other_players_do(turned: bool) -> None:
    """Three teams, six rounds: everybody meets all six others twice. With turned boards they meet
    once in three rounds."""
    assert quality(planned(3, 6, turned=turned)).meetings == {0: 9, 2: 27}
    meetings = quality(planned(3, 3, turned=turned)).meetings
    assert max(meetings) == (1 if turned else 2)


@pytest.mark.parametrize(("teams", "out"), [(4, 1), (5, 2)])
def test_four_or_five_teams_play_one_match(teams: int, out: int) -> None:
    (each,) = planned(teams, 1)
    assert (len(matches(each)), len(each.sit_outs)) == (1, 3 * out)


def test_fewer_than_three_teams_have_no_table() -> None:
    assert planned(2, 1) == (RoundPlan((), (10, 11, 12, 20, 21, 22)),)
    assert planned(0, 1) == (RoundPlan((), ()),)


def test_tables_of_a_match_turn_alike() -> None:
    for each in planned(9, 4, boards=6, turned=True):
        for first in range(0, len(each.tables), 3):
            assert len({table.turns for table in each.tables[first : first + 3]}) == 1


def test_who_played_for_a_team_and_left_counts_for_it() -> None:
    """Team 1 has sat out with players who are no longer there: it is not its turn."""
    played = (RoundPlan((), (15, 16, 17)),)
    (each,) = plan_teams(
        available=[lineups(range(1, 5))],
        boards_per_round=1,
        seed="s",
        played=played,
        team_of={15: 1, 16: 1, 17: 1},
    )
    assert teams_out([each]).keys() != {1}


# --- a reserve


def stands(each: RoundPlan, there: Mapping[int, Lineup], **other: int | bool) -> RoundPlan | None:
    belongs = teams_of([each]) | {player: name for name, line in there.items() for player in line}
    how: dict[str, Any] = {"boards_per_round": 3, "turned": False, **other}
    return substituted(each, there, team_of=belongs, **how)


def test_a_reserve_takes_the_chair_of_who_is_not_there_and_nobody_moves() -> None:
    for each in planned(10, 3):
        there = lineups(range(1, 11)) | {4: (40, 42, 43), 7: (71, 72, 73)}
        same = stands(each, there)
        assert same is not None
        swapped = {41: 43, 70: 73}
        for before, after in zip(each.tables, same.tables, strict=True):
            assert after.turns == before.turns
            assert after.players == tuple(swapped.get(one, one) for one in before.players)
        assert same.sit_outs == tuple(sorted(swapped.get(one, one) for one in each.sit_outs))


def test_with_other_teams_or_boards_a_round_does_not_stand() -> None:
    (each,) = planned(6, 1)
    there = lineups(range(1, 7))
    assert stands(each, there) == each
    assert stands(each, lineups(range(1, 6))) is None
    assert stands(each, lineups(range(1, 8))) is None
    assert stands(each, there, boards_per_round=2) is None
    assert stands(each, there, turned=True) is None


def test_what_is_no_movement_of_teams_does_not_stand() -> None:
    mixed = RoundPlan(
        tuple(TablePlan(tuple(10 * one + at for one in (1, 2, 3)), (0,) * 3) for at in range(3)), ()
    )
    assert stands(mixed, lineups(range(1, 4))) is None
    assert stands(RoundPlan((), ()), {}) is None


# --- the same everywhere, and what is refused


def test_the_same_whatever_the_order_of_names() -> None:
    backwards = {name: (c, b, a) for name, (a, b, c) in reversed(lineups(range(1, 12)).items())}
    again = plan_teams(available=[backwards] * 5, boards_per_round=3, seed="seed")
    assert again == planned(11, 5)
    assert again != planned(11, 5, seed="another")


def test_a_player_named_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        plan_teams(available=[{1: (1, 2, 3), 2: (3, 4, 5)}], boards_per_round=1, seed="s")


def test_a_player_without_a_team_is_refused() -> None:
    with pytest.raises(ValueError, match="in no team"):
        plan_teams(available=[], boards_per_round=1, seed="s", played=[RoundPlan((), (1, 2, 3))])


def test_a_round_without_boards_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one board"):
        planned(3, 1, boards=0)
