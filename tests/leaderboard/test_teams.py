"""What anyone reads of teams: their ranking before the players', and each team's boards."""

import csv
import io
import json

import pytest
from django.test import Client

from tests.builders import make_director, make_event, record, start_round
from tests.leaderboard.conftest import withhold
from tests.leaderboard.pages import fragment, page, words
from tests.team_events import make_teams, play_at_random
from tournament.events.models import Event
from tournament.events.ranking import Publishing, publishing_set
from tournament.events.services import NewEntry, entries_add
from tournament.events.teams import team_update
from tournament.leaderboard.prizes import prizes_of
from tournament.leaderboard.selectors import leaderboard, traveller
from tournament.leaderboard.teams import team_card, team_ranking
from tournament.rulings.changes import AwardsChange
from tournament.rulings.services import ruling_make
from tournament.standings.services import standings_compute

pytestmark = pytest.mark.django_db


def computed(event: Event) -> Event:
    standings_compute(event_id=event.pk)
    event.refresh_from_db()
    return event


@pytest.fixture
def played() -> Event:
    """Six teams after two rounds of two boards."""
    event = make_teams(6, rounds=4, boards=2, turned=True)
    for number in (1, 2):
        play_at_random(event, str(number))
    return computed(event)


class TestRanking:
    def test_teams_come_first_then_the_players(self, played: Event) -> None:
        shown = page(played)
        teams, players = shown.index("Standings of the teams"), shown.index('id="rank-1"')
        assert teams < players
        assert 'id="team-6"' in shown
        assert 'id="rank-18"' in shown
        best = team_ranking(played)[0]
        assert f"/e/{played.public_id}/teams/{best.team.number}/" in shown[teams:players]

    def test_names_are_shown_as_far_as_agreed(self, played: Event) -> None:
        withhold(played, 2)
        shown = page(played)
        assert "Secret" not in shown
        assert "1.1 , Player 2 , 1.3" in words(shown)

    def test_it_updates_by_itself(self, played: Event) -> None:
        assert "Standings of the teams" in fragment(played)

    def test_penalties_are_noted(self, played: Event) -> None:
        change = AwardsChange(played.entries.get(number=1))
        ruling_make(
            event=played,
            change=change,
            after=[{"nature": "procedural", "unit": "percent", "value": "-10.00"}],
            reason="Late",
            user=make_director(),
            seen=change.read(),
        )
        shown = page(computed(played))
        assert shown.count("procedural penalty −10") == 2

    def test_before_any_result_the_teams_are_listed(self) -> None:
        event = make_teams(3)
        entries_add(event=event, entries=[NewEntry("Alone", True)])
        shown = words(page(event))
        assert "Team 1 : 1.1 , 1.2 , 1.3" in shown

    def test_ties_of_teams_are_explained(self) -> None:
        event = make_teams(3, rounds=1, tie_breaks=("lives", "lot"))
        for play in start_round(event).plays.all():
            record(play)
        shown = page(computed(event))
        assert shown.count("How ties were broken") == 2

    def test_other_events_have_none(self) -> None:
        event = make_event()
        assert "teams" not in page(event)
        assert team_ranking(event) == []


class TestTeam:
    def test_each_board_sums_the_seats_of_the_team(self, played: Event) -> None:
        team = played.teams.get(number=2)
        card = team_card(played, team)
        assert [board.number for board in card.boards] == [1, 2, 3, 4]
        for board in card.boards:
            assert [held.seat.number for held in board.seats] == [0, 1, 2]
            assert len({held.line.table for held in board.seats}) == 3
            assert board.own.score == sum(held.seat.score or 0 for held in board.seats)
            beaten = sum((each.score or 0) < (board.own.score or 0) for each in board.others)
            level = sum(each.score == board.own.score for each in board.others)
            assert board.matchpoints == 2 * beaten + level
            assert board.top == 10
            assert len(board.others) == 5
        row = card.row
        assert row is not None
        assert row.row.points == sum(board.matchpoints or 0 for board in card.boards)

    def test_the_page_says_who_held_which_seat_where(self, played: Event) -> None:
        card = team_card(played, played.teams.get(number=2))
        shown = words(page(played, "teams/2/"))
        for board in card.boards:
            for held in board.seats:
                assert f"{held.seat.name} {held.line.table} {held.seat.tricks}" in shown
        assert "of 10 matchpoints" in shown
        assert fragment(played, "teams/2/").count("team-board") == 4

    def test_boards_that_are_on_the_tables_are_not_shown(self, played: Event) -> None:
        playing = start_round(played)
        record(playing.plays.order_by("pk")[0])
        card = team_card(computed(played), played.teams.get(number=2))
        assert len(card.boards) == 4
        assert card.hidden == 2
        assert "2 boards are not shown yet" in page(played, "teams/2/")

    def test_names_are_withheld(self, played: Event) -> None:
        withhold(played, 4)
        shown = page(played, "teams/2/")
        assert "Secret" not in shown
        assert "Player 4" in shown

    def test_a_substitute_is_named_where_they_sat(self, played: Event) -> None:
        played.entries.get(player__name="2.1").absences.create(round_number=3)
        members = [NewEntry(name, True) for name in ("2.1", "2.2", "2.3", "Sub")]
        team_update(team=played.teams.get(number=2), name="Blues", members=members, first_round=3)
        play_at_random(played, "three")
        card = team_card(computed(played), played.teams.get(number=2))
        assert ["Sub" in {held.seat.name for held in board.seats} for board in card.boards] == [
            False
        ] * 4 + [True] * 2

    def test_there_is_no_other(self, played: Event, client: Client) -> None:
        assert client.get(f"/e/{played.public_id}/teams/9/").status_code == 404

    @pytest.mark.parametrize("method", ["lives", "datum"])
    def test_by_other_methods(self, method: str) -> None:
        event = make_teams(3, rounds=1, method=method)
        play_at_random(event, method)
        assert "Standings of the teams" in page(computed(event))
        shown = page(event, "teams/1/")
        assert ("from the mean of the teams" in shown) == (method == "datum")


class TestFiles:
    def test_csv(self, played: Event) -> None:
        withhold(played, 1)
        rows = list(
            csv.DictReader(io.StringIO(page(played, "teams.csv?style=en").lstrip("\ufeff")))
        )
        ranking = team_ranking(played)
        assert [row["Team"] for row in rows] == [each.name for each in ranking]
        own = next(row for row in rows if row["Number"] == "1")
        assert own["Players"] == "Player 1, 1.2, 1.3"
        standings = page(played, "standings.csv?style=en").lstrip("\ufeff")
        assert {row["Team"] for row in csv.DictReader(io.StringIO(standings))} == {
            f"Team {number}" for number in range(1, 7)
        }

    def test_there_is_none_of_single_players(self, client: Client) -> None:
        assert client.get(f"/e/{make_event().public_id}/teams.csv").status_code == 404

    def test_json(self, played: Event) -> None:
        data = json.loads(page(played, "standings.json"))
        assert [each["number"] for each in data["teams"]] == [
            each.team.number for each in team_ranking(played)
        ]
        assert data["teams"][0]["rank"] == 1
        assert sorted(one for each in data["teams"] for one in each["players"]) == list(
            range(1, 19)
        )
        assert "teams" not in json.loads(page(make_event(), "standings.json"))


def test_the_travellers_stay_as_they_are(played: Event) -> None:
    board = played.sessions.get().boards.get(number=1)
    assert len(traveller(board).lines) == 6


def test_prizes_of_the_main_ranking_are_the_teams(played: Event) -> None:
    publishing_set(
        event=played,
        publishing=Publishing(prizes={"": (6000, 3000)}, prizes_public=True),
    )
    played.refresh_from_db()
    first, second = team_ranking(played)[:2]
    assert first.row.rank != second.row.rank
    won = prizes_of(played, leaderboard(played).rows)
    assert [(each.row.name, each.cents) for each in won] == [
        (first.name, 6000),
        (second.name, 3000),
    ]
    prizes = json.loads(page(played, "standings.json"))["prizes"]
    assert [each["team"] for each in prizes] == [first.team.number, second.team.number]
    rows = csv.DictReader(io.StringIO(page(played, "standings.csv?style=en").lstrip("\ufeff")))
    assert {row["Prizes"] for row in rows} == {""}
