"""The Teams page: entered one by one or by a list, changed, removed."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.builders import make_event, play_round, start_round
from tests.team_events import make_teams
from tournament.events.models import Event
from tournament.events.services import PLAYERS_MOST, NewEntry, entries_add
from tournament.events.teams import teams_of
from tournament.players.models import Player
from tournament.standings.selectors import standings_of
from tournament.tables.models import Chair
from tournament.tables.planning import movement_plan

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(players=0, movement="teams")


def url(event: Event, name: str = "desk_teams", *more: int) -> str:
    return reverse(name, args=[event.public_id, *more])


def teams(event: Event) -> dict[str, list[str]]:
    return {each.team.name: [one.player.name for one in each.members] for each in teams_of(event)}


def boxes(*names: str) -> dict[str, str]:
    return {f"player_{number}": name for number, name in enumerate(names, start=1)}


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


class TestTab:
    def test_in_events_of_teams_only(self, director: Client, event: Event) -> None:
        assert url(event) in page(director, url(event, "desk_players"))
        other = make_event(players=0)
        assert url(other) not in page(director, url(other, "desk_players"))

    def test_elsewhere_the_page_says_where_to_change_it(self, director: Client) -> None:
        other = make_event(players=0)
        assert "not one of teams" in page(director, url(other))


class TestOneByOne:
    def test_a_team_is_entered_in_one_go(self, director: Client, event: Event) -> None:
        sent = {"name": "Reds", **boxes("Anne", "Ben", "", "Cleo", "Dora"), "all_public": "on"}
        answer = director.post(url(event), sent, follow=True)
        assert "Team Reds is entered." in answer.content.decode()
        assert teams(event) == {"Reds": ["Anne", "Ben", "Cleo", "Dora"]}
        assert Player.objects.filter(name_public=True).count() == 4
        assert "reserve:</span> <bdi>Dora" in answer.content.decode()

    def test_what_is_missing_is_said(self, director: Client, event: Event) -> None:
        director.post(url(event), {"name": "Reds", **boxes("Anne", "Ben")})
        entries_add(event=event, entries=[NewEntry("Zoe")])
        shown = page(director, url(event))
        assert "needs 1 player more" in shown
        assert "1 player is in no team and does not play: <bdi>Zoe</bdi>" in shown
        assert "A match takes three teams" in shown

    def test_players_without_a_team_are_suggested(self, director: Client, event: Event) -> None:
        entries_add(event=event, entries=[NewEntry("Zoe")])
        assert '<option value="Zoe">' in page(director, url(event))

    def test_those_of_the_club_are_suggested_to_who_knows_them(
        self, club_director: Client, director: Client, event: Event
    ) -> None:
        Player.objects.create(club=event.club, name="Known")
        assert '<option value="Known">' in page(club_director, url(event))

    def test_what_is_refused_stays_in_the_boxes(self, director: Client, event: Event) -> None:
        director.post(url(event), {"name": "Reds", **boxes("Anne")})
        answer = director.post(url(event), {"name": "Blues", **boxes("Anne", "Ben")})
        assert answer.status_code == 422
        assert "Anne is in team Reds: take them out there first." in answer.content.decode()
        assert 'value="Ben"' in answer.content.decode()
        assert list(teams(event)) == ["Reds"]


class TestChanging:
    @pytest.fixture
    def event(self) -> Event:
        return make_teams(3, rounds=2)

    def test_name_and_players(self, director: Client, event: Event) -> None:
        sent = {"name": "Reds", "stays": ["1", "3"], **boxes("Anne")}
        director.post(url(event, "desk_team", 1), sent)
        assert teams(event)["Reds"] == ["1.1", "1.3", "Anne"]

    def test_whoever_has_played_is_ticked_for_good(self, director: Client, event: Event) -> None:
        play_round(event)
        shown = page(director, url(event, "desk_team", 1))
        assert shown.count('name="stays"') == shown.count("checked disabled") == 3
        # A browser sends no box that is disabled.
        director.post(url(event, "desk_team", 1), {"name": "Team 1", **boxes("Sub")})
        assert teams(event)["Team 1"] == ["1.1", "1.2", "1.3", "Sub"]
        assert event.entries.get(player__name="Sub").first_round == 2
        standings = standings_of(event)
        assert standings.changed > standings.seen

    def test_in_the_last_round_a_name_can_still_change(
        self, director: Client, event: Event
    ) -> None:
        play_round(event)
        start_round(event)
        director.post(url(event, "desk_team", 1), {"name": "Reds"})
        assert "Reds" in teams(event)
        answer = director.post(url(event, "desk_team", 1), {"name": "Reds", **boxes("Late")})
        assert "nobody can be entered any more" in answer.content.decode()

    def test_a_team_is_removed_before_round_1(self, director: Client, event: Event) -> None:
        answer = director.post(url(event, "desk_team_remove", 2), follow=True)
        assert "its players stay entered" in answer.content.decode()
        assert list(teams(event)) == ["Team 1", "Team 3"]
        assert event.entries.count() == 9
        play_round(make_teams(3))

    def test_and_not_later(self, director: Client, event: Event) -> None:
        play_round(event)
        answer = director.post(url(event, "desk_team_remove", 2), follow=True)
        assert "can no longer be removed" in answer.content.decode()
        assert len(teams(event)) == 3

    def test_numbers_that_no_page_has_change_nothing(self, director: Client, event: Event) -> None:
        sent = {"name": "Team 1", "stays": ["1", "2", "3", "99", "x", "²"]}
        director.post(url(event, "desk_team", 1), sent)
        assert teams(event)["Team 1"] == ["1.1", "1.2", "1.3"]
        assert director.get(url(event, "desk_team", 9)).status_code == 404


class TestList:
    def preview(self, client: Client, event: Event, **sent: Any) -> Any:
        return client.post(url(event, "desk_teams_list"), sent)

    def test_it_is_shown_before_anything_is_entered(self, director: Client, event: Event) -> None:
        text = "Reds; Anne; Ben; Cleo\nBlues; Dora; Eve\n"
        answer = self.preview(director, event, pasted=text)
        assert [team.name for team in answer.context["teams"]] == ["Reds", "Blues"]
        assert "needs 1 player more" in answer.content.decode()
        assert not Player.objects.exists()
        answer = self.preview(director, event, pasted=answer.context["text"], enter="1")
        assert answer["Location"] == url(event)
        assert teams(event) == {"Reds": ["Anne", "Ben", "Cleo"], "Blues": ["Dora", "Eve"]}

    def test_a_colon_may_follow_the_team(self, director: Client, event: Event) -> None:
        text = "Reds: Anne, Ben, Cleo\nBlues : Dora, Eve, Fay\n"
        self.preview(director, event, pasted=text, enter="1")
        assert teams(event) == {"Reds": ["Anne", "Ben", "Cleo"], "Blues": ["Dora", "Eve", "Fay"]}
        # A colon in a single name is a part of it.
        found = self.preview(director, event, pasted="A: 1, Anne\nB, Ben\n").context["teams"]
        assert [team.name for team in found] == ["A: 1", "B"]

    @pytest.mark.parametrize(
        "content",
        [
            "Équipe;Joueurs\nLes Élans;Zoë;Anne;Ben\n".encode(),
            "Les Élans,Zoë,Anne,Ben\n".encode("cp1252"),
            "\ufeffLes Élans\tZoë\tAnne\tBen\r\n".encode(),
            "Team;Player\nLes Élans;Zoë\nLes Élans;Anne\nles élans;Ben\n".encode(),
        ],
    )
    def test_files_of_spreadsheet_programs(
        self, director: Client, event: Event, content: bytes
    ) -> None:
        file = SimpleUploadedFile("teams.csv", content)
        answer = self.preview(director, event, file=file, all_public="on")
        sent = {"pasted": answer.context["text"], "enter": "1", "all_public": "on"}
        self.preview(director, event, **sent)
        assert teams(event) == {"Les Élans": ["Zoë", "Anne", "Ben"]}
        assert Player.objects.filter(name_public=True).count() == 3

    def test_the_preview_says_who_is_known(self, club_director: Client, event: Event) -> None:
        club_director.post(url(event), {"name": "Reds", **boxes("Anne")})
        entries_add(event=event, entries=[NewEntry("Ben")])
        Player.objects.create(club=event.club, name="Cleo")
        answer = self.preview(club_director, event, pasted="Blues;Anne;Ben;Cleo;Dora;Bén")
        (team,) = answer.context["teams"]
        marks = [player.mark for player in team.players]
        assert marks == ["elsewhere", "entered", "known", "new", "alike"]

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("", "Write one team a line"),
            ("Reds\nBlues\n", "Write one team a line"),
            ("Reds;Anne;Ben\nBlues\nGreens;Cleo", "Line 2: there is only one name."),
            ("Team;Players\n", "There is no team in this list."),
            (f"Reds;{'x' * 81}", "Line 1: The name"),
            ("Reds;" + ";".join(f"P{number}" for number in range(PLAYERS_MOST + 1)), "more than"),
        ],
    )
    def test_what_cannot_be_read(
        self, director: Client, event: Event, text: str, words: str
    ) -> None:
        answer = self.preview(director, event, pasted=text)
        assert answer.status_code == 422
        assert words in answer.content.decode()

    def test_what_is_refused_is_refused_whole(self, director: Client, event: Event) -> None:
        text = "Reds;Anne;Ben;Cleo\nBlues;Dora;Anne"
        answer = self.preview(director, event, pasted=text, enter="1")
        assert "“Anne” is there twice" in answer.content.decode()
        assert "Blues;Dora;Anne" in answer.content.decode()
        assert not teams(event)


@pytest.mark.parametrize("name", ["desk_teams", "desk_teams_list", "desk_team", "desk_team_remove"])
class TestWhoMay:
    def address(self, name: str) -> str:
        event = make_teams(3)
        return url(event, name, *([1] if name in {"desk_team", "desk_team_remove"} else []))

    def test_not_strangers(self, stranger: Client, name: str) -> None:
        assert stranger.post(self.address(name)).status_code == 403

    def test_not_anonymous_people(self, client: Client, name: str) -> None:
        assert "login" in client.post(self.address(name))["Location"]


def test_names_are_not_markup(director: Client, event: Event) -> None:
    director.post(url(event), {"name": "<b>Reds</b>", **boxes("<i>Anne</i>")})
    shown = page(director, url(event)) + page(director, url(event, "desk_team", 1))
    assert "<b>Reds" not in shown
    assert "<i>Anne" not in shown


class TestChecklist:
    def to_do(self, director: Client, event: Event) -> str:
        content = page(director, url(event, "desk_event"))
        start = content.index('class="checklist"')
        return " ".join(content[start : content.index("</ol>", start)].split())

    def test_it_counts_teams_and_who_has_none(self, director: Client, event: Event) -> None:
        entries_add(event=event, entries=[NewEntry("Zoe")])
        todo = self.to_do(director, event)
        assert "Enter three teams or more." in todo
        assert "1 player is in no team and does not play." in todo
        assert "It can be planned once three teams have their players." in todo
        for number, names in enumerate((("A", "B", "C"), ("D", "E", "F"), ("G", "H", "I", "J"))):
            director.post(url(event), {"name": f"Team {number}", **boxes(*names)})
        director.post(url(event), {"name": "Short", **boxes("K", "L")})
        todo = self.to_do(director, event)
        assert "4 teams are entered. 1 needs more players. 1 player is in no team" in todo
        assert "To be planned" in todo

    def test_it_is_done(self, director: Client) -> None:
        todo = self.to_do(director, make_teams(9))
        assert "9 teams are entered." in todo
        assert "Planned with 9 tables." in todo

    def test_reserves_do_not_sit_out_and_two_teams_do_not_begin(
        self, director: Client, event: Event
    ) -> None:
        for number, names in enumerate((("A", "B", "C", "R"), ("D", "E", "F")), start=1):
            director.post(url(event), {"name": f"Team {number}", **boxes(*names)})
        assert "It can begin with three teams or more." in self.to_do(director, event)
        director.post(url(event), {"name": "Team 3", **boxes("G", "H", "I")})
        shown = page(director, url(event, "desk_event"))
        assert "With the 10 players entered: 3 tables, 36 results in all." in shown
        assert "sits out" not in shown


class TestAttendance:
    @pytest.fixture
    def event(self) -> Event:
        return make_teams(4)

    def save(self, director: Client, event: Event, **sent: str) -> Any:
        number = sent.pop("round", "1")
        return director.post(url(event, "desk_attendance"), {"round": number, **sent}, follow=True)

    def lineups(self, director: Client, event: Event) -> str:
        shown = page(director, url(event, "desk_attendance"))
        start = shown.index('id="lineups"')
        return " ".join(shown[start : shown.index("</section>", start)].split())

    def test_it_says_who_plays_and_who_is_a_reserve(self, director: Client, event: Event) -> None:
        director.post(
            url(event, "desk_team", 1), {"name": "Reds", "stays": ["1", "2", "3"], **boxes("Zoe")}
        )
        assert "reserve: <bdi>Zoe</bdi>" in self.lineups(director, event)
        self.save(director, event, **{"presence-2": "absent"})
        reds = self.lineups(director, event)
        assert "<bdi>1.1</bdi>, <bdi>1.3</bdi>, <bdi>Zoe</bdi></li>" in reds

    @pytest.mark.parametrize("played", [0, 1])
    def test_a_reserve_takes_the_chair_and_all_others_stay(
        self, director: Client, event: Event, played: int
    ) -> None:
        director.post(
            url(event, "desk_team", 1), {"name": "Reds", "stays": ["1", "2", "3"], **boxes("Zoe")}
        )
        movement_plan(event=event)
        for _round in range(played):
            play_round(event)
        to_come = event.sessions.get().rounds.filter(number__gt=played)

        def places() -> list[tuple[int, int, int, str]]:
            chairs = Chair.objects.filter(round__in=to_come).order_by("round", "table", "number")
            names = ("round__number", "table__number", "number", "entry__player__name")
            return list(chairs.values_list(*names))

        before = places()
        number = played + 1
        self.save(director, event, round=str(number), **{"presence-2": "absent"})
        movement_plan(event=event)
        assert places() == [
            (*place, "Zoe" if (place[0], name) == (number, "1.2") else name)
            for *place, name in before
        ]

    def test_a_team_of_two_sits_out(self, director: Client, event: Event) -> None:
        self.save(director, event, **{"presence-2": "absent"})
        assert "sits out: only 2 players are present." in self.lineups(director, event)
        playing = start_round(event)
        assert not event.entries.filter(team__number=1, chairs__round=playing).exists()

    def test_a_late_player_joins_a_team(self, director: Client, event: Event) -> None:
        self.save(director, event, late_name="Zoe", late_team="2")
        assert teams(event)["Team 2"] == ["2.1", "2.2", "2.3", "Zoe"]
        self.save(director, event, late_name="Kim")
        assert "1 player is in no team and does not play" in self.lineups(director, event)
        answer = self.save(director, event, late_name="Lou", late_team="99")
        assert answer.status_code == 403

    def test_nobody_else_completes_a_table(self, director: Client, event: Event) -> None:
        assert "A table short of players" not in page(director, url(event, "desk_attendance"))
        answer = self.save(director, event, fill="house")
        assert "Each team brings its own reserves" in answer.content.decode()
        assert event.entries.count() == 12

    def test_other_events_know_no_teams(self, director: Client) -> None:
        shown = page(director, url(make_event(), "desk_attendance"))
        assert "lineups" not in shown
        assert "A table short of players" in shown


class TestMovement:
    def movement(self, director: Client, event: Event, more: str = "") -> str:
        return " ".join(page(director, url(event, "desk_movement") + more).split())

    def test_it_says_which_teams_meet_where(self, director: Client) -> None:
        event = make_teams(9)
        shown = self.movement(director, event, "?round=1")
        assert "Match 1, tables 1–3:" in shown
        assert "Match 3, tables 7–9:" in shown
        playing = event.sessions.get().rounds.get(number=1)
        at_first = event.entries.filter(chairs__round=playing, chairs__table__number=2)
        names = ", ".join(
            f"<strong><bdi>{name}</bdi></strong>"
            for name in event.teams.filter(members__in=at_first).values_list("name", flat=True)
        )
        assert f"Match 1, tables 1–3: {names}</li>" in shown

    def test_and_how_evenly(self, director: Client) -> None:
        shown = self.movement(director, make_teams(9))
        assert "Every team meets every other once." in shown
        assert "No team sits out." in shown
        assert "Any two hold the same cards" not in shown

    @pytest.mark.parametrize(
        ("many", "rounds", "words"),
        [
            (3, 2, "Every team meets every other 2 times."),
            (9, 2, "No two teams meet twice; 18 pairs of teams do not meet."),
            (4, 4, "Every team sits out 1 round."),
            (4, 2, "No team sits out more than 1 round."),
            (4, 5, "Two teams meet from"),
        ],
    )
    def test_in_words(self, director: Client, many: int, rounds: int, words: str) -> None:
        assert words in self.movement(director, make_teams(many, rounds=rounds))

    def test_other_sizes_are_offered(self, director: Client) -> None:
        shown = self.movement(director, make_teams(9), "?compare")
        assert "As it is set" in shown
        assert "Take this one" in shown
        # Each says what teams want to know, not how single players compare.
        offers = shown[shown.index('class="offers"') :].split("<article")[1:]
        assert len(offers) > 1
        for offer in offers:
            assert "all teams that play are compared" in offer
            assert "Evenness" not in offer.partition("</article>")[0]

    def test_events_of_single_players_have_no_matches(self, director: Client) -> None:
        shown = self.movement(director, make_event())
        assert "Match 1" not in shown
        assert "Any two hold the same cards" in shown


class TestBesideTheName:
    """Where it helps, a player's team stands beside the name."""

    @pytest.mark.parametrize("name", ["desk_players", "desk_movement", "desk_attendance"])
    def test_on_the_desk(self, director: Client, name: str) -> None:
        shown = page(director, url(make_teams(3), name))
        assert shown.count("<bdi>Team 2</bdi></small>") == 3

    def test_on_the_tables_page(self, client: Client) -> None:
        event = make_teams(3)
        start_round(event)
        table = event.tables.get(number=1)
        shown = page(client, reverse("table", args=[table.code]))
        assert {f"Team {number}" for number in (1, 2, 3) if f">Team {number}</small>" in shown} == {
            "Team 1",
            "Team 2",
            "Team 3",
        }

    def test_on_the_players_card(self, client: Client) -> None:
        event = make_teams(3)
        shown = page(client, reverse("scorecard", args=[event.public_id, 4]))
        assert f"/e/{event.public_id}/teams/2/" in shown


def test_without_three_teams_there_is_no_table(director: Client) -> None:
    event = make_teams(3)
    sent = {"round": "1", "presence-1": "absent"}
    shown = director.post(url(event, "desk_attendance"), sent, follow=True).content.decode()
    assert "No table in this round: fewer than three teams have three players there." in shown
    answer = director.post(url(event, "desk_attendance"), {"round": "1", "start": "1"}, follow=True)
    assert "there is no table to play." in answer.content.decode()
    event.refresh_from_db()
    assert event.state == Event.State.DRAFT
