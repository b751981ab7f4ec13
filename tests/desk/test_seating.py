"""Seating by hand at the desk: the grid, the file, what is told of it, and who may."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.builders import make_director, make_event, play_round, start_round
from tests.desk.conftest import signed_in
from tournament.desk.event_links import event_link_create
from tournament.desk.seating_files import Roster, seatings_read
from tournament.errors import Refused
from tournament.events.models import Event
from tournament.events.selectors import entries_sorted
from tournament.events.services import attendance_set, entry_remove, entry_update
from tournament.tables.seating import seat_by_hand, seatings_of

pytestmark = pytest.mark.django_db


def free_event(players: int = 7, **data: Any) -> Event:
    return make_event(players=players, movement=Event.Movement.FREE, **data)


def url(name: str, event: Event, query: str = "") -> str:
    return reverse(name, args=[event.public_id]) + query


def numbers(event: Event, round_number: int = 1) -> list[list[int]]:
    seated = seatings_of(event).get(round_number, [])
    return [[entry.number for entry in table] for table in seated]


def version_of(client: Client, event: Event, number: int = 1) -> str:
    version: str = client.get(url("desk_seating", event, f"?round={number}")).context["version"]
    return version


def save(
    client: Client, event: Event, *tables: tuple[object, ...], number: int = 1, **more: Any
) -> Any:
    typed = {
        f"seat-{at}-{chair}": str(text)
        for at, table in enumerate(tables, start=1)
        for chair, text in enumerate(table, start=1)
    }
    sent = {"version": version_of(client, event, number)} | typed | more
    return client.post(url("desk_seating", event, f"?round={number}"), sent)


def change_settings(client: Client, event: Event, **changed: Any) -> None:
    """Save the settings as the page shows them, with these changed."""
    form = client.get(url("desk_edit", event)).context["form"]
    sent = {
        name: form[name].value()
        for name in form.fields
        if form[name].value() not in (None, "") and form[name].value() is not False
    }
    sent |= changed | {"version": form.version()}
    answer = client.post(url("desk_edit", event), sent)
    assert answer.status_code == 302, answer.context["form"].errors
    event.refresh_from_db()


class TestGrid:
    def test_numbers_names_and_both_are_understood(self, director: Client) -> None:
        event = free_event()
        entry_update(entry=event.entries.get(number=4), name="Éloïse Dupré", name_public=True)
        answer = save(director, event, (7, "player 2", "3 Player 3"), ("eloise dupre", "5", " 6 "))
        assert answer.status_code == 302
        assert numbers(event) == [[7, 2, 3], [4, 5, 6]]
        page = director.get(answer["Location"]).content.decode()
        assert "Sitting out: <bdi>Player 1</bdi>" in page
        assert 'value="4 Éloïse Dupré"' in page

    @pytest.mark.parametrize(
        ("table", "why"),
        [
            (("1", "2", ""), "A table takes three players: name one."),
            (("1", "2", "1"), "Player 1 sits at table 1 already."),
            (("1", "2", "Nobody"), "“Nobody” is nobody here"),
            (("1", "2", "99"), "“99” is nobody here"),
            (("1", "2", "3 Player 4"), "Number 3 is Player 3, not “Player 4”"),
            (("1", "2", "9" * 90), "is nobody here"),
        ],
    )
    def test_what_cannot_be_is_marked_and_kept(
        self, table: tuple[str, ...], why: str, director: Client
    ) -> None:
        event = free_event()
        answer = save(director, event, table)
        assert answer.status_code == 422
        page = answer.content.decode()
        assert why in page
        assert f'id="seat-1-3" name="seat-1-3" value="{table[2]}"' in page
        assert numbers(event) == []

    def test_a_table_between_may_not_be_empty_and_the_last_may(self, director: Client) -> None:
        event = free_event(9)
        assert save(director, event, (1, 2, 3), ("", "", ""), (4, 5, 6)).status_code == 422
        assert save(director, event, (1, 2, 3), ("", "", "")).status_code == 302
        assert numbers(event) == [[1, 2, 3]]

    def test_before_anybody_sits_it_lists_who_is_there(self, director: Client) -> None:
        event = free_event(6)
        page = director.get(url("desk_seating", event)).content.decode()
        assert "They are there: 1 <bdi>Player 1</bdi>, 2 <bdi>Player 2</bdi>" in page
        save(director, event, (1, 2, 3))
        page = director.get(url("desk_seating", event, "?round=1")).content.decode()
        assert "They are there" not in page

    def test_an_empty_grid_takes_everybody_up(self, director: Client) -> None:
        event = free_event()
        save(director, event, (1, 2, 3))
        save(director, event)
        assert numbers(event) == []

    def test_another_round_to_begin_with_is_saved_only_when_it_is_sent(
        self, director: Client
    ) -> None:
        event = free_event()
        save(director, event, (1, 2, 3))
        page = director.get(url("desk_seating", event, "?round=2&copy=1")).content.decode()
        assert "Copied from round 1: nothing is saved yet." in page
        assert 'value="3 Player 3"' in page
        assert numbers(event, 2) == []

    def test_the_second_director_is_told_and_may_save_again(self, director: Client) -> None:
        event = free_event()
        seen = version_of(director, event)
        save(director, event, (1, 2, 3))
        answer = save(director, event, (4, 5, 6), version=seen)
        assert answer.status_code == 422
        assert "Somebody else has changed round 1" in answer.content.decode()
        assert numbers(event) == [[1, 2, 3]]
        save(director, event, (4, 5, 6), version=answer.context["version"])
        assert numbers(event) == [[4, 5, 6]]

    def test_a_round_begun_is_shown_and_stands(self, director: Client) -> None:
        event = free_event()
        save(director, event, (1, 2, 3))
        start_round(event)
        page = director.get(url("desk_seating", event, "?round=1")).content.decode()
        assert "Round 1 has begun: it stands." in page
        assert "<input id=" not in page
        assert save(director, event, (4, 5, 6)).status_code == 422
        assert numbers(event) == [[1, 2, 3]]

    def test_a_planned_event_has_no_grid(self, director: Client) -> None:
        event = make_event()
        for name in ("desk_seating", "desk_seating_import"):
            for answer in (director.get(url(name, event)), director.post(url(name, event))):
                assert (answer.status_code, answer["Location"]) == (
                    302,
                    url("desk_movement", event),
                )


class TestByHand:
    def test_the_plan_is_kept(self, director: Client) -> None:
        event = make_event(players=9)
        before = numbers(event, 2)
        page = director.get(url("desk_movement", event)).content.decode()
        assert "Seat by hand from here on" in page
        director.post(url("desk_by_hand", event))
        event.refresh_from_db()
        assert event.movement == Event.Movement.FREE
        assert numbers(event, 2) == before
        page = director.get(url("desk_movement", event)).content.decode()
        assert "Seat by hand from here on" not in page
        assert "Seat the players" in page
        assert "Nobody meets anybody twice." in page

    def test_another_size_offered_before_takes_no_place_away(self, director: Client) -> None:
        event = make_event(players=9)
        director.post(url("desk_by_hand", event))
        before = numbers(event)
        size = {"rounds": 2, "boards_per_round": 2}
        answer = director.post(url("desk_movement_take", event), size, follow=True)
        assert "Somebody else has just changed this" in answer.content.decode()
        assert numbers(event) == before

    def test_one_copy_of_each_board_is_refused_with_a_sentence(self, director: Client) -> None:
        event = make_event(players=9, movement=Event.Movement.SHARED)
        answer = director.post(url("desk_by_hand", event), follow=True)
        assert "With one copy of each board" in answer.content.decode()

    def test_settings_keep_the_places(self, director: Client) -> None:
        event = free_event(rounds=2)
        save(director, event, (1, 2, 3))
        change_settings(director, event, boards_per_round=6)
        assert event.boards_per_round == 6
        assert numbers(event) == [[1, 2, 3]]
        assert start_round(event).plays.count() == 6

    @pytest.mark.parametrize("turned", [True, False])
    def test_settings_keep_them_for_whoever_is_away_and_where_one_was_taken_out(
        self, director: Client, turned: bool
    ) -> None:
        event = make_event(players=9, turned=turned)
        places = numbers(event)
        away, out = (event.entries.get(number=places[table][0]) for table in (0, 1))
        attendance_set(event=event, round_number=1, presences={away.pk: "absent"})
        entry_remove(entry=out)
        places[1].remove(out.number)
        change_settings(director, event, movement=Event.Movement.FREE)
        assert numbers(event) == places
        change_settings(director, event, boards_per_round=6)
        assert numbers(event) == places
        for name in ("desk_movement", "desk_seating", "desk_event"):
            assert director.get(url(name, event)).status_code == 200
        # The grid has a chair for whoever comes in for them.
        rows = director.get(url("desk_seating", event)).context["rows"]
        assert [len(row.cells) for row in rows] == [3, 3, 3]
        director.post(url("desk_movement", event))
        assert numbers(event) == places


class TestToLookAt:
    def test_names_who_meets_again_who_sits_out_and_who_never_plays(self, director: Client) -> None:
        event = free_event(8, rounds=3)
        for number in (1, 2, 3):
            last = (4, 5, 6) if number == 1 else (4, 5, 7)
            save(director, event, (1, 2, 3), last, number=number)
        told = dict(director.get(url("desk_seating", event)).context["violations"])
        assert "Player 1 and Player 2: 3 times" in told["They meet again"]
        assert "Player 4 and Player 5: 3 times" in told["They meet again"]
        assert told["They do not play in any round"] == ["Player 8"]
        assert told["They sit out more than one round more than others"] == ["Player 6: 2 rounds"]
        assert "Player 1: A 9, B 0, C 0" in told["Seats are uneven"]
        assert "Not seated yet" not in told

    def test_a_good_plan_has_nothing_to_look_at(self, director: Client) -> None:
        event = make_event(players=9, turned=True)
        seat_by_hand(event=event)
        assert director.get(url("desk_seating", event)).context["violations"] == []

    def test_whoever_has_left_is_named(self, director: Client) -> None:
        event = free_event()
        save(director, event, (1, 2, 3))
        gone = event.entries.get(number=2)
        attendance_set(event=event, round_number=1, presences={gone.pk: "left"})
        page = director.get(url("desk_movement", event)).content.decode()
        assert "Player 2: round 1, table 1" in page
        answer = director.post(url("desk_start", event), follow=True)
        assert "Player 2 (table 1) have a place, but are not there" in answer.content.decode()

    def test_long_lists_are_counted(self, director: Client) -> None:
        event = free_event(30, rounds=2)
        tables = [(at, at + 1, at + 2) for at in range(1, 30, 3)]
        for number in (1, 2):
            save(director, event, *tables, number=number)
        told = dict(director.get(url("desk_seating", event)).context["violations"])
        assert told["They meet again"][-1] == "and 18 more"


def send(client: Client, event: Event, content: bytes, **more: Any) -> Any:
    sent = {"file": SimpleUploadedFile("places.csv", content), "round": 1} | more
    return client.post(url("desk_seating_import", event), sent)


def confirm(client: Client, event: Event, preview: Any) -> Any:
    sent = {name: preview.context[name] for name in ("places", "versions")}
    return client.post(url("desk_seating_import", event), sent)


class TestFile:
    @pytest.mark.parametrize("style", ["fr", "en"])
    def test_what_is_saved_is_read_again(self, style: str, director: Client) -> None:
        planned = make_event(players=11, turned=True)
        entry_update(entry=planned.entries.get(number=3), name='=1+1;"x"', name_public=True)
        entry_update(entry=planned.entries.get(number=4), name="Zoë, Œuf", name_public=True)
        content = director.get(url("desk_seating_csv", planned, f"?style={style}")).content
        before = {number: numbers(planned, number) for number in range(1, 5)}
        director.post(url("desk_by_hand", planned))
        planned.refresh_from_db()
        for number in range(1, 5):
            save(director, planned, number=number)
        preview = send(director, planned, content)
        assert preview.status_code == 200, preview.context["form"].errors
        assert numbers(planned, 1) == []
        assert confirm(director, planned, preview).status_code == 302
        assert {number: numbers(planned, number) for number in range(1, 5)} == before
        assert director.get(url("desk_seating_csv", planned, f"?style={style}")).content == content

    @pytest.mark.parametrize(
        "content",
        [
            "1;1;A;1\n1;1;B;2\n1;1;C;3\n",
            "round,table,seat,player\n1,1,c,3\n1,1,a,1\n1,1,b,2\n",
            "Tour;Table;Chaise;Joueur\r\n1;1;1;Player 1\r\n1;1;2;Player 2\r\n1;1;3;Player 3\r\n",
            "1;1;Player 1\n1;2;Player 2\n1;3;Player 3\n",
            "table;chair;name;remark\n1;1;Player 1;x\n1;2;Player 2\n1;3;Player 3;;\n",
        ],
    )
    def test_shapes_that_people_write(self, content: str, director: Client) -> None:
        event = free_event()
        confirm(director, event, send(director, event, content.encode()))
        assert numbers(event) == [[1, 2, 3]]

    def test_windows_text(self, director: Client) -> None:
        event = free_event(3)
        entry_update(entry=event.entries.get(number=2), name="Zoë", name_public=True)
        content = "1;1;1;Player 1\n1;1;2;Zoë\n1;1;3;Player 3\n".encode("cp1252")
        confirm(director, event, send(director, event, content))
        assert numbers(event) == [[1, 2, 3]]

    @pytest.mark.parametrize(
        ("content", "why"),
        [
            (b"", "No line has columns"),
            (b"Player 1", "No line has columns"),
            (b"round;table;chair;player\n", "Below its heading the file has no line."),
            (b"round;table;player\n1;1;1\n", "Line 1: the heading lacks a column."),
            (b"table;table;chair;player\n1;1;1;1\n", "Line 1: two columns of the heading"),
            (b"1;1;4;1\n", "Line 1: “4” is no chair"),
            (b"1;0;1;1\n", "Line 1: “0” is no table"),
            (b"x;1;1;1\n", "Line 1: “x” is no round"),
            (b"1;1;1;1\n1;1;2;2\n1;1;3;Nobody\n", "Line 3: “Nobody” is nobody here"),
            (b"1;1;1;1\n1;1;1;2\n", "Line 2: line 1 has this chair already"),
            (b"1;1;1;1\n1;1;2;2\n", "Round 1, table 1: nobody sits on chair 3."),
            (b"1;2;1;1\n1;2;2;2\n1;2;3;3\n", "Round 1 has no table 1"),
            (b"1;1;1;1\n1;1;2;2\n1;1;3;1\n", "Round 1, table 1: Player 1 has a place already."),
            (b"9;1;1;1\n9;1;2;2\n9;1;3;3\n", "There is no round 9: the tournament has 4."),
            (b"1;9999;1;1\n", "Round 1 has no table 1"),
            (b"PK\x03\x04zip", "This is a spreadsheet, not a CSV file"),
            (b"\xff\xfe1;1", "This file is in UTF-16"),
            (b"1;1;1;\x001\n1;1;2;2\n", "Line 1 is not text"),
            (b'1;1;1;"1\n', "No line has columns"),
            (b"1;1;1;\x81\n", "Line 1 cannot be read"),
            (b"1;1;1;=HYPERLINK(1)\n", "is nobody here"),
            (b"1;1;1;1;Martin\n", "Number 1 is Player 1, not “Martin”"),
            (b"1;1;1;" + b"9" * 5000, "is nobody here"),
            (b"1;1;1;1\n" * 300_000, "The file is larger than 2000 kB"),
        ],
    )
    def test_what_cannot_be_read_names_the_line(
        self, content: bytes, why: str, director: Client
    ) -> None:
        event = free_event()
        answer = send(director, event, content)
        assert answer.status_code == 422
        assert why in str(answer.context["form"].errors)
        assert numbers(event) == []

    def test_rounds_begun_stand_and_may_be_in_the_file(self, director: Client) -> None:
        event = make_event(players=9)
        play_round(event)
        director.post(url("desk_by_hand", event))
        content = director.get(url("desk_seating_csv", event)).content
        preview = send(director, event, content, round=2)
        assert preview.status_code == 200, preview.context["form"].errors
        assert [number for number, _tables in preview.context["found"]] == [2, 3, 4]
        answer = send(director, event, b"1;1;1;1\n1;1;2;2\n1;1;3;3\n", round=2)
        assert "Round 1 has begun and stands" in str(answer.context["form"].errors)

    def test_the_preview_says_what_to_look_at(self, director: Client) -> None:
        event = free_event(3, rounds=2)
        lines = [f"{number};1;{chair};{chair}" for number in (1, 2) for chair in (1, 2, 3)]
        preview = send(director, event, "\n".join(lines).encode())
        assert "Player 1 and Player 2: 2 times" in preview.content.decode()

    def test_somebody_else_saved_meanwhile(self, director: Client) -> None:
        event = free_event()
        preview = send(director, event, b"1;1;1;1\n1;1;2;2\n1;1;3;3\n")
        save(director, event, (4, 5, 6))
        answer = confirm(director, event, preview)
        assert answer.status_code == 422
        assert numbers(event) == [[4, 5, 6]]
        confirm(director, event, answer)
        assert numbers(event) == [[1, 2, 3]]

    def test_a_preview_that_was_tampered_with(self, director: Client) -> None:
        event = free_event()
        places = "1;1;1;1\n1;1;2;2\n1;1;3;3\n"
        for sent, status in (({"places": places}, 403), ({"places": "x", "versions": "1:"}, 302)):
            assert director.post(url("desk_seating_import", event), sent).status_code == status
        assert numbers(event) == []


def test_names_that_differ_by_accents_need_the_number() -> None:
    event = free_event(3)
    for number, name in ((1, "Rene"), (2, "René")):
        entry_update(entry=event.entries.get(number=number), name=name, name_public=True)
    roster = Roster(entries_sorted(event))
    assert roster.find("René").number == 2
    with pytest.raises(Refused, match="write the number"):
        roster.find("Renè")
    with pytest.raises(Refused, match="Line 3"):
        seatings_read(b"1;1;1;1\n1;1;2;2\n1;1;3;Ren\xe8\n", roster, round_number=1)


class TestRoles:
    PAGES = ("desk_seating", "desk_seating_import", "desk_seating_csv")

    def statuses(self, client: Client, event: Event) -> list[int]:
        answers = [client.get(url(name, event)) for name in self.PAGES]
        return [
            *(each.status_code for each in answers),
            client.post(url("desk_by_hand", event)).status_code,
        ]

    def test_director_deputy_scorer_stranger_player(
        self, director: Client, stranger: Client, client: Client
    ) -> None:
        event = free_event()
        by_link = {
            role: signed_in(
                event_link_create(event=event, name="Ada", role=role, user=make_director())[0].user
            )
            for role in ("deputy", "scorer")
        }
        assert self.statuses(director, event) == [200, 200, 200, 302]
        assert self.statuses(by_link["deputy"], event) == [200, 200, 200, 403]
        assert self.statuses(by_link["scorer"], event) == [403] * 4
        assert self.statuses(stranger, event) == [403] * 4
        assert self.statuses(client, event) == [302] * 4
        save_as_stranger = stranger.post(url("desk_seating", event), {"seat-1-1": "1"})
        assert save_as_stranger.status_code == 403

    def test_wrong_methods(self, director: Client) -> None:
        event = free_event()
        assert director.get(url("desk_by_hand", event)).status_code == 405
        assert director.post(url("desk_seating_csv", event)).status_code == 405
        assert director.put(url("desk_seating", event)).status_code == 405
        assert director.delete(url("desk_seating_import", event)).status_code == 405


def test_the_checklist_says_that_round_1_is_to_be_seated(director: Client) -> None:
    event = free_event()
    assert "Seat the players of round 1." in director.get(url("desk_event", event)).content.decode()
    save(director, event, (1, 2, 3))
    page = director.get(url("desk_event", event)).content.decode()
    assert re.search(r"Round 1 is seated\.", page)


@pytest.mark.parametrize("name", ["desk_seating", "desk_movement", "desk_seating_csv"])
def test_asks_the_database_no_more_for_more_rounds(
    director: Client, count_queries: Callable[[Client, str], int], name: str
) -> None:
    def queries(rounds: int, players: int) -> int:
        event = make_event(players=players, rounds=rounds, boards_per_round=1, turned=True)
        seat_by_hand(event=event)
        event.refresh_from_db()
        play_round(event)
        gone = event.entries.filter(number__lte=rounds)
        gone.update(last_round=1)
        return count_queries(director, url(name, event))

    assert queries(6, 13) == queries(3, 7)
