"""A plan goes on from who really sat where: what was put right at the tables counts."""

from collections import Counter
from dataclasses import replace
from itertools import chain, combinations

import pytest

from tournament.rules.movements import RoundPlan, TablePlan, matrices, plan, plan_teams
from tournament.rules.movements.standing import plan_standing


def met(rounds: list[RoundPlan]) -> Counter[frozenset[int]]:
    """How often two shared a table on some board."""
    return Counter(
        pair
        for each in rounds
        for table in each.tables
        for pair in {
            frozenset(pair)
            for players in (table.held if table.held is not None else [table.players])
            for pair in combinations(players, 2)
        }
    )


def exchanged(played: RoundPlan, boards: int) -> RoundPlan:
    """The round in which the last of table 1 and of table 2 sat at each other's."""
    first, second, *others = played.tables
    a, b = first.players, second.players
    return replace(
        played,
        tables=(
            replace(first, held=((a[0], a[1], b[2]),) * boards),
            replace(second, held=((b[0], b[1], a[2]),) * boards),
            *others,
        ),
    )


def test_nobody_meets_again_whom_they_really_met() -> None:
    everybody = range(1, 10)
    whole = plan(available=[everybody] * 4, boards_per_round=3, seed="held", turned=True)
    first = exchanged(whole[0], 3)
    rest = plan(
        available=[everybody] * 3, boards_per_round=3, seed="held", turned=True, played=[first]
    )
    # Nine players meet all others in four rounds: only if those met are the right ones.
    assert set(met([first, *rest]).values()) == {1}
    assert max(chain(*matrices([first, *rest]).meetings)) == 1


def test_neighbours_in_the_ranking_do_not_meet_again_either() -> None:
    ranking = list(range(1, 10))
    first = exchanged(plan_standing(ranking=ranking, boards_per_round=3, seed="s", turned=True), 3)
    # Ranked as they really sat: each table's three in a row.
    sat = [player for table in first.tables for player in (table.held or (table.players,))[0]]
    then = plan_standing(ranking=sat, boards_per_round=3, seed="s", played=[first], turned=True)
    assert max(met([first, then]).values()) == 1


def test_who_held_cards_without_a_place_counts() -> None:
    table = TablePlan((1, 2, 3), (0,), held=((1, 2, 9),))
    played = RoundPlan((table,), (4, 5))
    assert played.present() == (1, 2, 3, 4, 5, 9)
    now = [(1, 2, 4, 5, 6, 7, 8, 9, 10)]
    (then,) = plan(available=now, boards_per_round=1, seed="s", played=[played])
    assert met([played, then]).most_common(1)[0][1] == 1


def test_a_shared_set_goes_to_nobody_who_really_had_it() -> None:
    everybody = range(1, 16)
    whole = plan(available=[everybody] * 4, boards_per_round=2, seed="held", shared=True)
    first = exchanged(whole[0], 2)
    rest = plan(
        available=[everybody] * 3, boards_per_round=2, seed="held", shared=True, played=[first]
    )
    had: dict[int | None, Counter[int]] = {}
    for each in (first, *rest):
        for table in each.tables:
            players = set(chain(*table.held)) if table.held else set(table.players)
            had.setdefault(table.set, Counter()).update(players)
    assert max(times for each in had.values() for times in each.values()) == 1


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_players_of_teams_meet_others_than_they_really_met(seed: str) -> None:
    teams = {1: (1, 2, 3), 2: (4, 5, 6), 3: (7, 8, 9)}
    (first,) = plan_teams(available=[teams], boards_per_round=1, seed=seed)
    # Two of a team changed tables, to the chairs of each other.
    one, other = first.tables[0], first.tables[1]
    a = one.players[0]
    b = next(player for player in other.players if (player - 1) // 3 == (a - 1) // 3)
    swap = {a: b, b: a}
    really = replace(
        first,
        tables=tuple(
            replace(table, held=(tuple(swap.get(player, player) for player in table.players),))
            for table in first.tables
        ),
    )
    (then,) = plan_teams(available=[teams], boards_per_round=1, seed=seed, played=[really])
    assert max(met([really, then]).values()) == 1
