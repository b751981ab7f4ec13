"""The ranking of teams, stored with that of the players, against a plain count."""

from collections import defaultdict
from fractions import Fraction

import pytest

from tests.builders import correct, make_director, make_event, play_round
from tests.team_events import make_teams, play_at_random
from tournament.events.models import Event
from tournament.events.services import NewEntry
from tournament.events.teams import team_update
from tournament.results.models import Result
from tournament.rules.tallies import Row
from tournament.rulings.changes import AwardsChange
from tournament.rulings.services import ruling_make
from tournament.standings.selectors import rows_of, standings_of
from tournament.standings.services import standings_compute
from tournament.standings.teams import team_rows_of
from tournament.tables.models import PlaySeat
from tournament.tables.planning import movement_plan

pytestmark = pytest.mark.django_db


def rows(event: Event) -> dict[str, Row]:
    standings_compute(event_id=event.pk)
    names = dict(event.teams.values_list("pk", "name"))
    return {names[row.entry]: row for row in team_rows_of(standings_of(event))}


def counted(event: Event) -> dict[str, tuple[Fraction, int, Fraction]]:
    """Count, from results alone, each team's share of its tops, boards and half-lives."""
    sums: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for seat in PlaySeat.objects.filter(play__round__session__event=event).select_related(
        "entry__team", "board"
    ):
        tricks = Result.objects.get(play=seat.play_id).detail["tricks"]
        levels = sorted(set(tricks), reverse=True)
        half_lives = (1, -2, 0)[levels.index(tricks[seat.number])]
        assert seat.entry.team is not None
        sums[seat.board.number][seat.entry.team.name] += half_lives
    points: dict[str, int] = defaultdict(int)
    tops: dict[str, int] = defaultdict(int)
    lives: dict[str, int] = defaultdict(int)
    boards: dict[str, int] = defaultdict(int)
    for of_board in sums.values():
        for team, own in of_board.items():
            others = [total for other, total in of_board.items() if other != team]
            points[team] += sum(2 * (total < own) + (total == own) for total in others)
            tops[team] += 2 * len(others)
            lives[team] += own
            boards[team] += 1
    return {
        team: (Fraction(points[team], tops[team]), boards[team], Fraction(lives[team]))
        for team in tops
    }


@pytest.mark.parametrize(("many", "boards"), [(9, 1), (6, 3), (7, 2)])
def test_a_team_has_the_sums_of_its_players(many: int, boards: int) -> None:
    event = make_teams(many, boards=boards, turned=True)
    for number in range(4):
        play_at_random(event, f"{many} {number}")
    found, plain = rows(event), counted(event)
    assert len(found) == many
    for name, row in found.items():
        assert (row.points / row.top_sum, row.boards, row.lives) == plain[name]
        assert row.rank == 1 + sum(other[0] > plain[name][0] for other in plain.values())
    assert sorted(found.values(), key=lambda row: row.rank or 0) == list(found.values())


def test_substitutes_play_for_their_team() -> None:
    event = make_teams(3, rounds=2)
    play_at_random(event, "one")
    team = event.teams.get(number=2)
    event.entries.get(player__name="2.1").absences.create(round_number=2)
    members = [NewEntry(name) for name in ("2.1", "2.2", "2.3", "2.4")]
    team_update(team=team, name=team.name, members=members, first_round=2)
    movement_plan(event=event)
    play_at_random(event, "two")
    assert rows(event)["Team 2"].boards == 2
    assert {name: row.lives for name, row in rows(event).items()} == {
        name: plain[2] for name, plain in counted(event).items()
    }


def test_penalties_of_all_its_players_are_the_teams() -> None:
    event = make_teams(3, rounds=1)
    play_round(event)
    before = rows(event)["Team 1"]
    for number in (1, 2):
        change = AwardsChange(event.entries.get(number=number))
        ruling_make(
            event=event,
            change=change,
            after=[{"nature": "procedural", "unit": "points", "value": "-1.00"}],
            reason="Late",
            user=make_director(),
            seen=change.read(),
        )
    after = rows(event)["Team 1"]
    assert after.points == before.points - 2


@pytest.mark.parametrize(("sit_out", "boards"), [("none", 3), ("50", 4)])
def test_boards_sat_out_as_a_team(sit_out: str, boards: int) -> None:
    event = make_teams(4, rounds=4, sit_out=sit_out)
    for _round in range(4):
        play_round(event)
    found = rows(event)
    assert [row.boards for row in found.values()] == [boards] * 4
    assert [row.sit_outs for row in found.values()] == [boards - 3] * 4


def test_a_reserve_who_watches_does_not_sit_out_for_the_team() -> None:
    event = make_teams(3, rounds=1, sit_out="50")
    members = [NewEntry(name) for name in ("1.1", "1.2", "1.3", "1.4", "1.5", "1.6")]
    team_update(team=event.teams.get(number=1), name="Team 1", members=members)
    movement_plan(event=event)
    play_round(event)
    assert (rows(event)["Team 1"].boards, rows(event)["Team 1"].sit_outs) == (1, 0)


def test_no_boards_are_required_of_a_team() -> None:
    event = make_teams(3, rounds=1, minimum_boards=2)
    play_round(event)
    event.refresh_from_db()
    assert [row.rank for row in rows(event).values()] == [1, 1, 1]
    assert {row.rank for row in rows_of(standings_of(event))} == {None}


def test_a_correction_changes_both_rankings_at_once() -> None:
    event = make_teams(3, rounds=1)
    playing = play_round(event)
    before = rows(event), standings_of(event).rows
    correct(playing.plays.order_by("pk")[0], {"tricks": [0, 0, 10]})
    after = rows(event), standings_of(event).rows
    assert after[0] != before[0]
    assert after[1] != before[1]


def test_events_of_single_players_have_no_teams() -> None:
    event = make_event(rounds=1)
    play_round(event)
    standings_compute(event_id=event.pk)
    assert standings_of(event).teams == []
