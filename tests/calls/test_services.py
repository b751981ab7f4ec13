"""Calls from the tables and notes to them, through the services that pages use."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.builders import make_director, make_event, play_round, record, start_round
from tests.live.tables import begin, people, play_at
from tests.news import announced
from tests.races import at_once
from tournament.calls.models import Call
from tournament.calls.selectors import calls_open, calls_over, notes_of, table_news
from tournament.calls.services import (
    CALLS_MOST,
    call_close,
    call_create,
    call_take,
    call_withdraw,
    note_see,
    note_send,
    note_take_back,
)
from tournament.errors import Refused
from tournament.events.models import Event
from tournament.leaderboard.services import event_publish
from tournament.live.models import LiveDeal
from tournament.live.rendering import seat_context
from tournament.push.topics import desk_topic, seat_topic, table_topic
from tournament.tables.models import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    event = make_event(players=9, rounds=2, boards_per_round=2)
    start_round(event)
    return event


@pytest.fixture
def table(event: Event) -> Table:
    return event.tables.get(number=2)


class TestCalls:
    def test_a_call_says_where_the_table_is(self, event: Event, table: Table) -> None:
        call = call_create(table=table, reason="rules", text="  Who\nleads? ")
        assert (call.round_number, call.board_number, call.text) == (1, 1, "Who leads?")
        assert list(calls_open(event)) == [call]

    def test_the_board_is_the_one_without_a_result_unless_the_page_was_about_another(
        self, table: Table
    ) -> None:
        record(table.plays.get(board__number=1))
        assert call_create(table=table, reason="cards").board_number == 2
        call_withdraw(table=table)
        assert call_create(table=table, reason="cards", board=1).board_number == 1
        call_withdraw(table=table)
        assert call_create(table=table, reason="cards", board=77).board_number == 2

    def test_before_the_first_round_there_is_no_board(self) -> None:
        draft = make_event(players=3)
        call = call_create(table=draft.tables.get(), reason="player")
        assert (call.round_number, call.board_number) == (1, None)

    def test_a_second_tap_is_the_same_call(self, table: Table) -> None:
        first = call_create(table=table, reason="rules")
        assert call_create(table=table, reason="cards", text="again") == first
        assert Call.objects.get().reason == "rules"

    def test_the_database_allows_one_open_call_a_table(self, table: Table) -> None:
        call_create(table=table, reason="rules")
        with pytest.raises(IntegrityError), transaction.atomic():
            Call.objects.create(table=table, reason="rules", at=timezone.now())
        with pytest.raises(IntegrityError), transaction.atomic():
            Call.objects.update(reason="whim")
        with pytest.raises(IntegrityError), transaction.atomic():
            Call.objects.update(withdrawn=True)

    def test_each_table_has_its_own(self, event: Event, table: Table) -> None:
        other = event.tables.get(number=1)
        calls = [call_create(table=each, reason="rules") for each in (table, other)]
        assert list(calls_open(event)) == calls

    @pytest.mark.parametrize(("reason", "text"), [("", ""), ("whim", ""), ("rules", "x" * 201)])
    def test_what_cannot_be_called_for(self, table: Table, reason: str, text: str) -> None:
        with pytest.raises(Refused):
            call_create(table=table, reason=reason, text=text)
        assert not Call.objects.exists()

    def test_who_calls_all_the_time_is_stopped_for_some_minutes(self, table: Table) -> None:
        for _time in range(CALLS_MOST):
            call_create(table=table, reason="rules")
            call_withdraw(table=table)
        with pytest.raises(Refused, match="often"):
            call_create(table=table, reason="rules")
        other = table.event.tables.get(number=1)
        assert call_create(table=other, reason="rules").closed_at is None
        Call.objects.update(at=timezone.now() - timedelta(minutes=11))
        assert call_create(table=table, reason="rules").closed_at is None

    def test_nobody_comes_once_the_standings_are_official(self) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1)
        play_round(event)
        event.refresh_from_db()
        event_publish(event=event)
        with pytest.raises(Refused, match="over"):
            call_create(table=event.tables.get(), reason="rules")

    def test_taken_then_closed(self, event: Event, table: Table) -> None:
        call = call_create(table=table, reason="rules")
        call_take(call=call, user=make_director("ada"))
        (open_one,) = calls_open(event)
        assert str(open_one.taken_by) == "ada"
        call_close(call=call, note=" Explained ", user=make_director("bob"))
        assert not calls_open(event)
        (over,) = calls_over(event)
        assert (over.note, str(over.closed_by)) == ("Explained", "bob")

    def test_of_two_directors_one_goes(self, event: Event, table: Table) -> None:
        call = call_create(table=table, reason="rules")
        call_take(call=call, user=make_director("ada"))
        call_take(call=call, user=make_director("ada"))
        with pytest.raises(Refused, match="ada is on the way already"):
            call_take(call=call, user=make_director("bob"))
        assert str(calls_open(event)[0].taken_by) == "ada"

    def test_what_is_over_is_not_closed_again(self, table: Table) -> None:
        call = call_create(table=table, reason="rules")
        call_withdraw(table=table)
        with pytest.raises(Refused, match="taken its call back"):
            call_take(call=call, user=make_director())
        with pytest.raises(Refused, match="taken its call back"):
            call_close(call=call, note="", user=make_director())
        call = call_create(table=table, reason="rules")
        call_close(call=call, note="", user=make_director())
        with pytest.raises(Refused, match="closed already"):
            call_take(call=call, user=make_director())
        call_withdraw(table=table)  # nothing to take back
        assert not Call.objects.get(pk=call.pk).withdrawn

    def test_calls_that_nobody_has_taken_come_first(self, event: Event) -> None:
        calls = [call_create(table=table, reason="rules") for table in event.tables.all()]
        call_take(call=calls[0], user=make_director())
        assert list(calls_open(event)) == [calls[1], calls[2], calls[0]]

    def test_desk_and_table_are_told(self, event: Event, table: Table) -> None:
        with announced() as topics:
            call = call_create(table=table, reason="rules")
        assert {desk_topic(event.public_id), table_topic(event.public_id, 2)} <= topics
        assert table_topic(event.public_id, 1) not in topics
        with announced() as topics:
            call_take(call=call, user=make_director())
        assert table_topic(event.public_id, 2) in topics


@pytest.mark.django_db(transaction=True)
def test_three_phones_call_at_once() -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1)
    start_round(event)
    table = event.tables.get()
    calls = at_once(*[lambda: call_create(table=table, reason="rules")] * 3)
    assert {call.pk for call in calls} == {Call.objects.get().pk}


class TestNotes:
    def told(self, table: Table, reader: str = "phone") -> list[str]:
        return [note.text for note in table_news(table, [reader])[reader].notes]

    def test_one_table_or_all(self, event: Event, table: Table) -> None:
        other = event.tables.get(number=1)
        note_send(event=event, table=table, text="You", user=make_director())
        note_send(event=event, table=None, text="All", user=make_director())
        assert (self.told(table), self.told(other)) == (["You", "All"], ["All"])

    def test_who_has_read_it_sees_it_no_more_and_the_desk_knows(
        self, event: Event, table: Table
    ) -> None:
        note = note_send(event=event, table=None, text="All", user=make_director())
        for _time in range(2):
            note_see(note=note, table=table, reader="one")
        assert (self.told(table, "one"), self.told(table, "two")) == ([], ["All"])
        (line,) = notes_of(event)
        assert line.seen_at == [2]

    def test_a_note_to_one_table_is_not_for_those_of_the_next_round(self) -> None:
        event = make_event(players=9, rounds=2, boards_per_round=1)
        table = event.tables.get(number=1)
        note_send(event=event, table=table, text="Before", user=make_director())
        note_send(event=event, table=None, text="All", user=make_director())
        play_round(event)
        assert self.told(table) == ["All"]

    def test_taken_back(self, event: Event, table: Table) -> None:
        note = note_send(event=event, table=table, text="You", user=make_director())
        with announced() as topics:
            note_take_back(note=note)
        assert table_topic(event.public_id, 2) in topics
        assert self.told(table) == []
        assert [line.note for line in notes_of(event)] == [note]

    @pytest.mark.parametrize("text", ["", " \n ", "x" * 201])
    def test_without_words_or_with_too_many(self, event: Event, text: str) -> None:
        with pytest.raises(Refused):
            note_send(event=event, table=None, text=text, user=make_director())
        assert notes_of(event) == []


class TestSeats:
    """Who plays in the browser is told during a deal, from what is kept of it, and between."""

    @pytest.fixture
    def event(self, db: None) -> Event:
        event = make_event(players=3, rounds=1, boards_per_round=2, play_mode="live")
        start_round(event)
        return event

    @pytest.mark.parametrize("is_playing", [True, False])
    def test_how_the_call_stands_and_what_is_written(self, event: Event, is_playing: bool) -> None:
        play = play_at(event, 1)
        if is_playing:
            begin(play, 2)
        one, other = people(play)[:2]

        def news() -> list[Any]:
            return [panel.context.news for panel in seat_context(one)["news"]]

        assert news() == []
        table = event.tables.get()
        call = call_create(table=table, reason="rules")
        (now,) = news()
        assert now.call == call
        assert now.call.taken_at is None
        call_take(call=call, user=make_director())
        (now,) = news()
        assert now.call.taken_at is not None
        call_withdraw(table=table)
        note = note_send(event=event, table=table, text="You", user=make_director())
        (now,) = news()
        assert (now.call, list(now.notes)) == (None, [note])
        note_see(note=note, table=table, reader=one.public_id)
        assert news() == []
        assert len(seat_context(other)["news"]) == 1

    def test_their_pages_are_told(self, event: Event) -> None:
        live = begin(play_at(event, 1), 2)
        version = LiveDeal.objects.get(pk=live.pk).version
        with announced() as topics:
            call_create(table=event.tables.get(), reason="rules")
        assert {seat_topic(each.public_id) for each in people(play_at(event, 1))} <= topics
        assert LiveDeal.objects.get(pk=live.pk).version > version
