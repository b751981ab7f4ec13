"""Calls and notes on the pages of tables, of seats in the browser, and of the desk."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.builders import make_director, make_event, start_round
from tests.desk.conftest import signed_in
from tests.live.tables import begin, people, play_at, seat_of
from tests.phone.conftest import Phone, text
from tournament.calls.models import Call, Note
from tournament.calls.services import call_create, call_take, note_send
from tournament.events.models import Event
from tournament.events.selectors import club_default
from tournament.players.models import Member

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    event = make_event(players=9, rounds=2, boards_per_round=2)
    start_round(event)
    return event


@pytest.fixture
def phone(event: Event) -> Phone:
    return Phone(event.tables.get(number=2))


def member(role: str) -> User:
    user = make_director(f"club {role}")
    Member.objects.get_or_create(club=club_default(), user=user, role=role)
    return user


class TestTables:
    def test_calling_taking_back_and_what_the_director_says(self, phone: Phone) -> None:
        assert phone.post("call/", {"reason": "rules", "text": "Who leads?"}).status_code == 302
        page = text(phone.get())
        assert "The director is called." in page
        assert "A question about the rules – <bdi>Who leads?</bdi>" in page
        call_take(call=Call.objects.get(), user=make_director())
        assert "The director is on the way." in text(phone.get())
        assert "The director is on the way." in text(phone.get("1/"))
        phone.post("call/back/", {})
        assert "The director is" not in text(phone.get())
        assert Call.objects.get().withdrawn

    def test_the_page_of_a_board_calls_for_that_board(self, phone: Phone) -> None:
        assert '<input type="hidden" name="board" value="2">' in text(phone.get("2/"))
        phone.post("call/", {"reason": "cards", "board": "2"})
        assert Call.objects.get().board_number == 2

    @pytest.mark.parametrize("board", ["", "x", "²", "99999999999999999999"])
    def test_a_board_that_is_none_is_overlooked(self, phone: Phone, board: str) -> None:
        phone.post("call/", {"reason": "cards", "board": board})
        assert Call.objects.get().board_number == 1

    def test_what_is_refused_says_so_and_changes_nothing(self, phone: Phone) -> None:
        for form in ({}, {"reason": "whim"}, {"reason": ["rules", "cards"]}):
            assert phone.post("call/", form).status_code == 422
        assert "Say why you call" in text(phone.post("call/", {"reason": ""}))
        assert not Call.objects.exists()

    def test_without_the_code_nobody_calls(self, phone: Phone, client: Client) -> None:
        assert client.post("/t/QQQQQQ/call/", {"reason": "rules"}).status_code == 404
        for path in ("call/", "call/back/", "notes/1/"):
            assert phone.get(path).status_code == 405
        assert not Call.objects.exists()

    def test_a_call_of_another_table_stays(self, event: Event, phone: Phone) -> None:
        call_create(table=event.tables.get(number=1), reason="rules")
        assert "The director is called." not in text(phone.get())
        phone.post("call/back/", {})
        assert Call.objects.get().closed_at is None

    def test_a_note_stands_there_until_it_is_read(self, event: Event, phone: Phone) -> None:
        note = note_send(event=event, table=phone.table, text="Hush", user=make_director())
        assert "<bdi>Hush</bdi>" in text(phone.get())
        assert "<bdi>Hush</bdi>" in text(phone.get("1/"))
        for _time in range(2):
            assert phone.post(f"notes/{note.pk}/", {}).status_code == 302
        assert "Hush" not in text(phone.get())
        assert note.seen.get().table == phone.table

    def test_a_note_of_another_table_is_not_read_here(self, event: Event, phone: Phone) -> None:
        other = event.tables.get(number=1)
        note = note_send(event=event, table=other, text="Hush", user=make_director())
        phone.post(f"notes/{note.pk}/", {})
        assert not note.seen.exists()
        elsewhere = make_event(players=3)
        strange = note_send(event=elsewhere, table=None, text="Hush", user=make_director())
        assert phone.post(f"notes/{strange.pk}/", {}).status_code == 404
        assert not strange.seen.exists()


class TestSeats:
    @pytest.fixture
    def event(self, db: None) -> Event:
        event = make_event(players=6, rounds=1, boards_per_round=2, play_mode="live")
        start_round(event)
        begin(play_at(event, 1), 2)
        return event

    def test_a_seat_calls_and_reads(self, event: Event) -> None:
        one, other = people(play_at(event, 1))[:2]
        seat = seat_of(one)
        page = reverse("seat", args=[one.public_id])
        answer = seat.post(reverse("seat_call", args=[one.public_id]), {"reason": "play"})
        assert answer.status_code == 302
        assert Call.objects.get().table.number == 1
        note = note_send(event=event, table=None, text="Hush", user=make_director())
        html = text(seat.get(page))
        assert "The director is called." in html
        assert "<bdi>Hush</bdi>" in html
        assert "The director is called." in text(
            seat_of(other).get(reverse("seat", args=[other.public_id]))
        )
        seat.post(reverse("seat_note", args=[one.public_id, note.pk]))
        seat.post(reverse("seat_call_back", args=[one.public_id]))
        html = text(seat.get(page))
        assert "The director is called." not in html
        assert "Hush" not in html

    def test_nobody_calls_for_another_seat(self, event: Event, client: Client) -> None:
        one, other = people(play_at(event, 1))[:2]
        note = note_send(event=event, table=None, text="Hush", user=make_director())
        for name, *more in (("seat_call",), ("seat_call_back",), ("seat_note", note.pk)):
            address = reverse(name, args=[one.public_id, *more])
            for who in (client, seat_of(other)):
                assert who.post(address, {"reason": "play"}).status_code == 403
            assert seat_of(one).get(address).status_code == 405
        assert not Call.objects.exists()

    def test_without_a_reason_it_is_refused(self, event: Event) -> None:
        one = people(play_at(event, 1))[0]
        answer = seat_of(one).post(reverse("seat_call", args=[one.public_id]), {})
        assert answer.status_code == 422
        assert "Say why you call" in text(answer)


class TestDesk:
    @pytest.fixture
    def call(self, event: Event) -> Call:
        return call_create(table=event.tables.get(number=2), reason="cards", text="A queen twice")

    @pytest.fixture
    def director(self) -> Client:
        return signed_in(make_director())

    def act(self, client: Client, call: Call, **form: str) -> Any:
        event = call.table.event
        return client.post(reverse("desk_call_act", args=[event.public_id, call.pk]), form)

    def test_the_queue_is_first_on_the_evening(
        self, event: Event, call: Call, director: Client
    ) -> None:
        html = text(director.get(reverse("desk_event", args=[event.public_id])))
        assert "1 table calls" in html
        assert html.index("A queen twice") < html.index("evening-head")
        assert f'data-call="{call.pk}"' in html
        self.act(director, call, act="take")
        html = text(director.get(reverse("desk_event", args=[event.public_id])))
        assert "director is on the way" in html
        assert "data-call=" not in html
        self.act(director, call, act="close", note="Pack changed")
        html = text(director.get(reverse("desk_event", args=[event.public_id])))
        assert "A queen twice" not in html
        html = text(director.get(reverse("desk_calls", args=[event.public_id])))
        assert "A queen twice" in html
        assert "Pack changed" in html

    def test_too_late_says_so(self, event: Event, call: Call, director: Client) -> None:
        self.act(director, call, act="close")
        answer = director.post(
            reverse("desk_call_act", args=[event.public_id, call.pk]), {"act": "take"}, follow=True
        )
        assert "This call is closed already." in text(answer)

    def test_notes_are_sent_and_taken_back(self, event: Event, director: Client) -> None:
        page = reverse("desk_calls", args=[event.public_id])
        director.post(page, {"table": "2", "text": "Hush"})
        director.post(page, {"table": "", "text": "Dinner at eight"})
        sent = Note.objects.order_by("pk").values_list("table__number", "text")
        assert list(sent) == [(2, "Hush"), (None, "Dinner at eight")]
        note = Note.objects.get(text="Hush")
        director.post(reverse("desk_note_back", args=[event.public_id, note.pk]))
        note.refresh_from_db()
        assert note.taken_back_at is not None
        empty = director.post(page, {"table": "2", "text": " "})
        assert empty.status_code == 422
        assert "Write what the table is to read." in text(empty)
        assert director.post(page, {"table": "99", "text": "x"}).status_code == 403

    def test_who_may(self, event: Event, call: Call, director: Client, client: Client) -> None:
        note = note_send(event=event, table=None, text="Hush", user=make_director())
        addresses = [
            reverse("desk_calls", args=[event.public_id]),
            reverse("desk_call_act", args=[event.public_id, call.pk]),
            reverse("desk_note_back", args=[event.public_id, note.pk]),
        ]
        for address in addresses:
            for who in (signed_in(make_director("stranger")), signed_in(member("scorer"))):
                assert who.post(address, {"act": "take", "text": "x"}).status_code == 403
            assert client.post(address).status_code == 302
        for address in addresses[1:]:
            assert director.get(address).status_code == 405
        assert signed_in(member("director")).get(addresses[0]).status_code == 200
        assert director.put(addresses[0]).status_code == 405
        assert self.act(director, call, act="whim").status_code == 403
        call.refresh_from_db()
        assert call.taken_at is None
        assert Note.objects.get().taken_back_at is None

    def test_another_event_s_are_not_found(self, call: Call, director: Client) -> None:
        other = make_event(players=3)
        note = note_send(event=call.table.event, table=None, text="Hush", user=make_director())
        for name, pk in (("desk_call_act", call.pk), ("desk_note_back", note.pk)):
            address = reverse(name, args=[other.public_id, pk])
            assert director.post(address, {"act": "take"}).status_code == 404
