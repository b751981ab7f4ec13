"""The page of one event at the desk: what it shows, its start, the value that was drawn."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import make_event
from tournament.events.models import Event
from tournament.events.selectors import only_session

pytestmark = pytest.mark.django_db
CountQueries = Callable[[Client, str], int]


def url(name: str, event: Event) -> str:
    return reverse(name, args=[event.public_id])


class TestEventPage:
    def test_a_draft_lists_what_is_left_to_do(self, director: Client) -> None:
        event = make_event(players=0)
        page = director.get(url("desk_event", event)).content.decode()
        assert "Enter three players or more." in page
        assert "Start round 1" not in page
        sealed = only_session(event)
        assert sealed.deal_set.commitment in page
        assert sealed.reserve_set.commitment in page
        assert bytes(sealed.deal_set.key).hex() not in page

    def test_a_ready_one_can_be_started(self, director: Client) -> None:
        event = make_event(players=7)
        page = director.get(url("desk_event", event)).content.decode()
        assert "7 players are entered." in page
        assert "Planned with 2 tables." in page
        assert "Start round 1" in page

    def test_a_hostile_name_is_only_a_name(self, director: Client) -> None:
        event = make_event(players=0, name="<script>alert(1)</script>")
        page = director.get(url("desk_event", event)).content.decode()
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page

    def test_asks_the_database_no_more_for_more_players(
        self, director: Client, count_queries: CountQueries
    ) -> None:
        small, large = make_event(players=3), make_event(players=30)
        few = count_queries(director, url("desk_event", small))
        assert count_queries(director, url("desk_event", large)) == few


class TestStart:
    def test_begins_the_next_round(self, director: Client) -> None:
        event = make_event(players=7)
        answer = director.post(url("desk_start", event), follow=True)
        assert "Round 1 has begun" in answer.content.decode()
        event.refresh_from_db()
        assert event.state == Event.State.RUNNING
        assert "Round 1 of 4" in answer.content.decode()

    def test_twice_is_once(self, director: Client) -> None:
        event = make_event(players=3)
        director.post(url("desk_start", event))
        answer = director.post(url("desk_start", event), follow=True)
        assert "Close round 1 first." in answer.content.decode()

    def test_without_players_is_refused_in_words(self, director: Client) -> None:
        event = make_event(players=2)
        answer = director.post(url("desk_start", event), follow=True)
        assert "Fewer than three players are present" in answer.content.decode()
        event.refresh_from_db()
        assert event.state == Event.State.DRAFT


class TestPublicValue:
    @pytest.fixture
    def event(self) -> Event:
        return make_event(
            players=3, public_value_source="Loto", public_value_date=timezone.localdate()
        )

    def test_is_asked_for_when_it_is_due(self, director: Client, event: Event) -> None:
        page = director.get(url("desk_event", event)).content.decode()
        assert url("desk_public_value", event) in page
        assert "Start round 1" not in page

    def test_is_not_asked_for_before(self, director: Client) -> None:
        tomorrow = timezone.localdate() + timedelta(days=1)
        event = make_event(players=3, public_value_source="Loto", public_value_date=tomorrow)
        page = director.get(url("desk_event", event)).content.decode()
        assert url("desk_public_value", event) not in page
        answer = director.post(url("desk_public_value", event), {"value": "1", "sure": "1"})
        assert answer.status_code == 422
        assert "cannot be entered before" in answer.content.decode()

    def test_is_shown_again_before_it_is_fixed(self, director: Client, event: Event) -> None:
        answer = director.post(url("desk_public_value", event), {"value": "4 8 15"})
        assert "4 8 15" in answer.content.decode()
        assert only_session(event).deal_set.public_value == ""

    def test_is_fixed_for_the_deals_and_the_reserve(self, director: Client, event: Event) -> None:
        value = {"value": "4 8 15", "sure": "1"}
        assert director.post(url("desk_public_value", event), value).status_code == 302
        session = only_session(event)
        assert session.deal_set.public_value == session.reserve_set.public_value == "4 8 15"
        assert "Start round 1" in director.get(url("desk_event", event)).content.decode()

    def test_is_fixed_once(self, director: Client, event: Event) -> None:
        for value in ("1", "2"):
            director.post(url("desk_public_value", event), {"value": value, "sure": "1"})
        assert only_session(event).deal_set.public_value == "1"
