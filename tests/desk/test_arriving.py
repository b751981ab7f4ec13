"""Tables completed by a bot or a house player, and players who arrive during a round."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_director, make_event, record, start_round
from tests.desk.conftest import signed_in
from tests.desk.test_people import make_member
from tests.desk.test_rulings import text
from tests.desk.test_views_attendance import seated, sitting_out
from tests.rulings.evenings import everything
from tournament.desk.arriving import free_seats, player_arrive
from tournament.errors import Refused
from tournament.events.groups import sections_set
from tournament.events.models import Entry, Event
from tournament.events.services import NewEntry, attendance_set
from tournament.live.event_play import participant_of
from tournament.players.models import Player
from tournament.rules.inputs import Unranked
from tournament.standings.selectors import entrants_of, standings_computed
from tournament.tables.models import Chair, Play, SitOut

pytestmark = pytest.mark.django_db


def fill(director: Client, event: Event, kind: str, number: int = 1) -> str:
    address = reverse("desk_attendance", args=[event.public_id])
    return text(director.post(address, {"round": str(number), "fill": kind}, follow=True))


class TestTableFilled:
    @pytest.mark.parametrize(("players", "many"), [(7, 2), (8, 1), (9, 0)])
    def test_by_house_players_as_many_as_are_needed(
        self, director: Client, players: int, many: int
    ) -> None:
        event = make_event(players=players, rounds=2, boards_per_round=1)
        page = fill(director, event, "house")
        assert Entry.objects.filter(stand_in="house").count() == many
        assert sitting_out(event, 1) == []
        assert len(seated(event, 1)) == players + many
        # They are no players to be marked present.
        assert 'name="presence-10"' not in page
        before = everything()["events.Entry"]
        fill(director, event, "house")
        assert everything()["events.Entry"] == before

    def test_by_nobody_again(self, director: Client) -> None:
        event = make_event(players=8, rounds=2, boards_per_round=1)
        fill(director, event, "house")
        fill(director, event, "")
        assert len(sitting_out(event, 1)) == 2

    def test_a_bot_in_the_browser_only(self, director: Client) -> None:
        event = make_event(players=8, rounds=1, boards_per_round=1)
        assert "here cards are on the tables" in fill(director, event, "bot")
        assert "Choose who fills a table." in fill(director, event, "nonsense")
        assert not Entry.objects.exclude(stand_in="").exists()
        live = make_event(players=8, rounds=1, boards_per_round=1, play_mode="live")
        fill(director, live, "bot")
        entry = Entry.objects.get(stand_in="bot")
        assert entry.player.name == "Bot 1"
        assert participant_of(entry).bot

    def test_results_compare_and_it_is_not_ranked(self, director: Client) -> None:
        event = make_event(players=8, rounds=1, boards_per_round=1)
        fill(director, event, "house")
        for play in start_round(event).plays.all():
            record(play)
        rows = {row.entry: row for row in standings_computed(event).rows}
        entry = Entry.objects.get(stand_in="house")
        assert rows.pop(entry.pk).unranked == Unranked.STAND_IN
        assert {row.boards for row in rows.values()} == {1}
        # Three results in every field.
        assert {row.top_sum for row in rows.values()} == {4}

    def test_it_goes_when_a_player_comes_for_the_next_round(self, director: Client) -> None:
        event = make_event(players=8, rounds=2, boards_per_round=1)
        fill(director, event, "house")
        playing = start_round(event)
        address = reverse("desk_attendance", args=[event.public_id])
        director.post(address, {"round": "2", "fill": "house", "late_name": "Zoé"})
        assert len(seated(event, 2)) == 9
        stand_in = Entry.objects.get(stand_in="house")
        assert stand_in.number not in seated(event, 2)
        assert playing.chairs.filter(entry=stand_in).exists()


def arrive(director: Client, event: Event, seat: str, name: str = "Zoé") -> str:
    address = reverse("desk_arrive", args=[event.public_id])
    typed = {"name": name, "name_public": "on", "seat": seat}
    return text(director.post(address, typed, follow=True))


class TestArriving:
    def test_takes_the_place_of_a_stand_in_for_what_is_left(self, director: Client) -> None:
        event = make_event(players=8, rounds=2, boards_per_round=2, sit_out="50")
        fill(director, event, "house")
        playing = start_round(event)
        stand_in = Entry.objects.get(stand_in="house")
        table = playing.chairs.get(entry=stand_in).table
        first, second = playing.plays.filter(table=table).order_by("board__number")
        record(first)
        page = text(director.get(reverse("desk_arrive", args=[event.public_id])))
        assert f"table {table.number}, in place of House player 1: 1 board left" in page

        seated_at = f"Zoé is entered and seated: table {table.number}."
        assert seated_at in arrive(director, event, str(stand_in.number))

        late = Entry.objects.get(player__name="Zoé")
        assert first.seats.filter(entry=stand_in).exists()
        assert second.seats.filter(entry=late).exists()
        assert not second.seats.filter(entry=stand_in).exists()
        assert len(seated(event, 2)) == 9
        assert stand_in.number not in seated(event, 2)
        # The board that was missed counts by the event's rule.
        assert entrants_of(event)[late.pk].sat_out == 1

    def test_makes_a_table_with_two_who_sit_out(self, director: Client) -> None:
        event = make_event(players=8, rounds=2, boards_per_round=2)
        playing = start_round(event)
        page = arrive(director, event, "table")
        assert "seated: table 3. Print the card of that table" in page
        assert "personal link" not in page
        assert not SitOut.objects.filter(round=playing).exists()
        assert Play.objects.filter(round=playing, table__number=3).count() == 2
        assert len(seated(event, 1)) == 9
        assert len(seated(event, 2)) == 9
        assert (
            Chair.objects.filter(round=playing, table__number=3, number=2).get().entry.number == 9
        )

    def test_without_a_free_seat_from_the_next_round(self, director: Client) -> None:
        event = make_event(players=6, rounds=2, boards_per_round=1)
        start_round(event)
        page = text(director.get(reverse("desk_arrive", args=[event.public_id])))
        assert "No seat is free in a round being played." in page
        before = everything()["events.Entry"]
        arrive(director, event, "table")
        assert everything()["events.Entry"] == before

    def test_a_seat_is_given_once(self, director: Client) -> None:
        event = make_event(players=8, rounds=2, boards_per_round=1)
        start_round(event)
        assert [seat.key for seat in free_seats(event)] == ["table"]
        for name in ("Zoé", "Noé"):
            new = NewEntry(name, True)
            known = Player.objects.all()
            arguments: dict[str, Any] = {"event": event, "new": new, "key": "table", "known": known}
            if name == "Zoé":
                player_arrive(**arguments, user=make_director())
            else:
                with pytest.raises(Refused, match="no longer free"):
                    player_arrive(**arguments, user=make_director())
        assert not Entry.objects.filter(player__name="Noé").exists()

    def test_a_name_entered_already_is_refused(self, director: Client) -> None:
        event = make_event(players=8, rounds=2, boards_per_round=1)
        start_round(event)
        assert "is entered already" in arrive(director, event, "table", name="Player 1")
        assert len(seated(event, 1)) == 6

    def test_who_may(self, director: Client, stranger: Client) -> None:
        event = make_event(players=8, rounds=2, boards_per_round=1)
        start_round(event)
        address = reverse("desk_arrive", args=[event.public_id])
        assert director.get(address).status_code == 200
        assert director.put(address).status_code == 405
        for client in (stranger, signed_in(make_member("carla", "scorer"))):
            assert client.get(address).status_code == 403
            assert client.post(address, {"name": "Zoé", "seat": "table"}).status_code == 403
        assert Client().post(address).status_code == 302
        assert Entry.objects.count() == 8


def test_who_takes_a_place_is_of_the_group_that_meets_there(director: Client) -> None:
    event = make_event(players=13, rounds=2, boards_per_round=1)
    sections_set(event=event, many=2)
    large = event.entries.filter(section=1)
    assert large.count() == 7
    event.entries.filter(pk=large[0].pk).update(first_round=2)
    attendance_set(
        event=event,
        round_number=1,
        presences={each.pk: "absent" for each in large[1:2]},
    )
    fill(director, event, "house")
    start_round(event)
    seat = free_seats(event)[0]
    entry = player_arrive(
        event=event,
        new=NewEntry("Late"),
        key=seat.key,
        known=Player.objects.all(),
        user=make_director(),
    )
    assert seat.instead_of is not None
    entry.refresh_from_db()
    assert entry.section == seat.instead_of.section == 1


@pytest.mark.parametrize(
    ("players", "with_a_table"),
    # Groups of 7 and 7, 8 and 8, 8 and 7, 6 and 5.
    [(14, set()), (16, {1, 2}), (15, {1}), (11, {2})],
)
def test_a_table_more_is_of_one_group(players: int, with_a_table: set[int]) -> None:
    event = make_event(players=players, rounds=2, boards_per_round=1)
    sections_set(event=event, many=2)
    start_round(event)
    seats = free_seats(event)
    assert {each.section for seat in seats for each in seat.others} == with_a_table
    assert len({seat.key for seat in seats}) == len(seats) == len(with_a_table)
    for seat in seats:
        (section,) = {each.section for each in seat.others}
        late = player_arrive(
            event=event,
            new=NewEntry(f"Late {seat.key}"),
            key=seat.key,
            known=Player.objects.all(),
            user=make_director(),
        )
        late.refresh_from_db()
        assert late.section == section
        table = late.chairs.get(round__number=1).table
        sitting = Chair.objects.filter(round__number=1, table=table)
        assert {chair.entry.section for chair in sitting} == {section}
        assert sitting.count() == 3
