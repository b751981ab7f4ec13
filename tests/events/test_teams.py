"""Teams: made, changed and removed before round 1; later joined by whoever has not played."""

import pytest

from tests.builders import make_event, play_round, start_round
from tournament.errors import Refused
from tournament.events.models import Entry, Event, Team
from tournament.events.services import NewEntry, entries_add, entry_remove
from tournament.events.teams import (
    NewTeam,
    entries_without_team,
    team_create,
    team_delete,
    team_update,
    teams_enter,
    teams_of,
)
from tournament.players.models import Player
from tournament.tables.planning import movement_plan

pytestmark = pytest.mark.django_db


def named(*names: str) -> list[NewEntry]:
    return [NewEntry(name) for name in names]


def members(event: Event) -> dict[str, list[str]]:
    return {each.team.name: [one.player.name for one in each.members] for each in teams_of(event)}


@pytest.fixture
def event() -> Event:
    return make_event(players=0, movement="teams")


@pytest.fixture
def begun(event: Event) -> Event:
    """Three teams have played a round; Reds have a fourth player, who has not."""
    teams_enter(
        event=event,
        teams=[
            NewTeam("Reds", named("Anne", "Ben", "Cleo", "Dora")),
            NewTeam("Blues", named("Eve", "Fay", "Gus")),
            NewTeam("Greens", named("Hal", "Ida", "Jim")),
        ],
    )
    movement_plan(event=event)
    play_round(event)
    event.refresh_from_db()
    return event


class TestBeforeRoundOne:
    def test_a_team_is_entered_with_its_players_in_their_order(self, event: Event) -> None:
        team = team_create(event=event, name=" Reds ", members=named("Dora", "Cleo", "Ben", "Anne"))
        assert (team.number, team.name) == (1, "Reds")
        assert members(event) == {"Reds": ["Dora", "Cleo", "Ben", "Anne"]}

    def test_players_entered_before_join_by_their_names(self, event: Event) -> None:
        entries_add(event=event, entries=named("Anne", "Ben"))
        team_create(event=event, name="Reds", members=named("ben", "Cleo"))
        assert members(event) == {"Reds": ["Ben", "Cleo"]}
        assert [each.player.name for each in entries_without_team(event)] == ["Anne"]
        assert event.entries.count() == 3

    def test_players_of_the_club_are_known_again(self, event: Event) -> None:
        Player.objects.create(club=event.club, name="Anne", name_public=True)
        team_create(event=event, name="Reds", members=named("Anne", "Ben", "Cleo"))
        assert Player.objects.filter(name="Anne").count() == 1

    def test_whoever_agrees_is_named_in_public_also_if_entered_before(self, event: Event) -> None:
        entries_add(event=event, entries=named("Anne"))
        team_create(event=event, name="Reds", members=[NewEntry("Anne", True), *named("Ben")])
        names = Player.objects.filter(name_public=True).values_list("name", flat=True)
        assert list(names) == ["Anne"]

    def test_it_needs_three_players(self, event: Event) -> None:
        team_create(event=event, name="Reds", members=named("Anne", "Ben"))
        team_create(event=event, name="Blues", members=named("Cleo", "Dora", "Eve", "Fay"))
        assert [each.missing for each in teams_of(event)] == [1, 0]

    def test_names_and_players_change(self, event: Event) -> None:
        team = team_create(event=event, name="Reds", members=named("Anne", "Ben", "Cleo"))
        team_update(team=team, name="Red", members=named("Anne", "Cleo", "Dora"))
        assert members(event) == {"Red": ["Anne", "Cleo", "Dora"]}
        assert [each.player.name for each in entries_without_team(event)] == ["Ben"]

    def test_a_removed_team_leaves_its_players(self, event: Event) -> None:
        team_delete(team=team_create(event=event, name="Reds", members=named("Anne", "Ben")))
        assert not Team.objects.exists()
        assert len(entries_without_team(event)) == 2

    def test_a_player_taken_out_is_missing_in_the_team(self, event: Event) -> None:
        team_create(event=event, name="Reds", members=named("Anne", "Ben", "Cleo"))
        entry_remove(entry=event.entries.get(number=2))
        assert [each.missing for each in teams_of(event)] == [1]

    def test_pages_follow(self, event: Event) -> None:
        before = event.publication
        team = team_create(event=event, name="Reds", members=named("Anne", "Ben", "Cleo"))
        event.refresh_from_db()
        made = event.publication
        team_delete(team=team)
        event.refresh_from_db()
        assert before < made < event.publication


class TestRefused:
    @pytest.mark.parametrize(
        ("name", "players", "words"),
        [
            ("reds", ("Eve", "Fay", "Gus"), "There is a team “reds” already."),
            ("", ("Eve", "Fay", "Gus"), "Give a name."),
            ("Blues", (), "Give Blues its players."),
            ("Blues", ("Eve", "Anne", "Gus"), "Anne is in team Reds: take them out there first."),
            ("Blues", ("Eve", "Fay", "eve"), "“eve” is there twice."),
            ("Blues", tuple("ABCDEFGHIJKLM"), "A team has at most 12 players; Blues would have 13"),
        ],
    )
    def test_nothing_is_entered(
        self, event: Event, name: str, players: tuple[str, ...], words: str
    ) -> None:
        team_create(event=event, name="Reds", members=named("Anne", "Ben", "Cleo"))
        with pytest.raises(Refused, match=words):
            team_create(event=event, name=name, members=named(*players))
        assert members(event) == {"Reds": ["Anne", "Ben", "Cleo"]}
        assert event.entries.count() == 3

    def test_one_team_of_a_list_is_refused_with_all(self, event: Event) -> None:
        teams = [NewTeam("Reds", named("Anne")), NewTeam("Blues", named("Ben", "Anne"))]
        with pytest.raises(Refused, match="“Anne” is there twice"):
            teams_enter(event=event, teams=teams)
        assert not Team.objects.exists()

    def test_an_event_that_is_not_of_teams(self) -> None:
        event = make_event(players=0)
        with pytest.raises(Refused, match="not one of teams"):
            team_create(event=event, name="Reds", members=named("Anne"))

    def test_whoever_fills_a_table_is_in_no_team(self, event: Event) -> None:
        entries_add(event=event, entries=named("House player 1"))
        Entry.objects.update(stand_in="house")
        with pytest.raises(Refused, match="only fills a table"):
            team_create(event=event, name="Reds", members=named("House player 1"))

    def test_a_team_removed_meanwhile(self, event: Event) -> None:
        team = team_create(event=event, name="Reds", members=named("Anne"))
        Team.objects.all().delete()
        with pytest.raises(Refused, match="removed meanwhile"):
            team_update(team=team, name="Red", members=named("Anne"))
        with pytest.raises(Refused, match="removed meanwhile"):
            team_delete(team=team)


class TestLater:
    def test_substitutes_join(self, begun: Event) -> None:
        team = begun.teams.get(name="Blues")
        team_update(
            team=team, name="Blues", members=named("Eve", "Fay", "Gus", "Kim"), first_round=2
        )
        assert members(begun)["Blues"] == ["Eve", "Fay", "Gus", "Kim"]
        assert begun.entries.get(player__name="Kim").first_round == 2

    def test_whoever_has_played_stays(self, begun: Event) -> None:
        team = begun.teams.get(name="Blues")
        with pytest.raises(Refused, match="Fay has played for Blues and stays in it"):
            team_update(team=team, name="Blues", members=named("Eve", "Gus"))

    def test_whoever_has_not_may_move(self, begun: Event) -> None:
        reds, blues = begun.teams.get(name="Reds"), begun.teams.get(name="Blues")
        team_update(team=reds, name="Reds", members=named("Anne", "Ben", "Cleo"))
        team_update(team=blues, name="Blues", members=named("Eve", "Fay", "Gus", "Dora"))
        # By number.
        assert members(begun)["Blues"] == ["Dora", "Eve", "Fay", "Gus"]

    def test_a_team_cannot_be_removed(self, begun: Event) -> None:
        with pytest.raises(Refused, match="can no longer be removed"):
            team_delete(team=begun.teams.get(name="Reds"))

    def test_a_team_may_come_late(self, begun: Event) -> None:
        for number in range(3):
            players = named(*(f"Late {number}{seat}" for seat in range(3)))
            team_create(event=begun, name=f"Team {number}", members=players, first_round=2)
        movement_plan(event=begun)
        assert start_round(begun).chairs.values("table").distinct().count() == 6

    def test_nothing_once_all_rounds_are_closed(self, begun: Event) -> None:
        for _round in range(3):
            play_round(begun)
        with pytest.raises(Refused, match="All rounds are closed"):
            team_create(event=begun, name="Late", members=named("Zoe"))


def test_the_first_three_who_are_there_play(begun: Event) -> None:
    begun.entries.get(player__name="Ben").absences.create(round_number=2)
    movement_plan(event=begun)
    playing = start_round(begun)
    reds = begun.entries.filter(team__name="Reds", chairs__round=playing)
    assert sorted(each.player.name for each in reds) == ["Anne", "Cleo", "Dora"]
