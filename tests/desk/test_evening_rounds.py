"""Calling, closing, looking back at a round, publishing."""

import uuid
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import correct, make_director, make_event, play_round, record, start_round
from tournament.events.models import Event, Round
from tournament.events.selectors import only_session, round_running
from tournament.leaderboard.services import event_publish
from tournament.players.models import Player
from tournament.results.models import Submission
from tournament.results.services import round_close, submission_create, submission_dispute
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db
CountQueries = Callable[[Client, str], int]


def url(name: str, event: Event, *more: int) -> str:
    return reverse(name, args=[event.public_id, *more])


def enter(play: Play) -> Submission:
    return submission_create(
        play=play, detail={"tricks": [5, 3, 2]}, sent_id=uuid.uuid4(), seat=0, device="one"
    )


@pytest.fixture
def event(db: None) -> Event:
    return make_event(players=6, rounds=2, boards_per_round=2)


class TestCall:
    def test_calls_to_the_round_being_played_or_else_the_next(
        self, director: Client, event: Event
    ) -> None:
        playing = start_round(event)
        director.post(url("desk_call", event))
        called = Round.objects.get(pk=playing.pk)
        assert called.called_at is not None
        assert called.started_at is not None
        assert called.called_at > called.started_at
        for play in playing.plays.all():
            record(play)
        round_close(playing=playing)
        answer = director.post(url("desk_call", event), follow=True)
        assert "called to round 2" in answer.content.decode()
        assert Round.objects.get(number=2).called_at is not None

    def test_nobody_is_called_after_the_last_round(self, director: Client) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1)
        play_round(event)
        answer = director.post(url("desk_call", event), follow=True)
        assert "All rounds have been played." in answer.content.decode()


class TestClose:
    def test_what_is_missing_is_listed_first(self, director: Client, event: Event) -> None:
        playing = start_round(event)
        plays = list(playing.plays.order_by("table__number", "board__number"))
        record(plays[0])
        enter(plays[1])
        submission_dispute(submission=enter(plays[2]), seat=1, device="two")
        page = director.get(url("desk_close", event)).content.decode()
        assert "Close the round without these results" in page
        assert page.index("Table 2</a>: board 2") < page.index(
            "Close the round without these results"
        )
        assert "to be confirmed" in page
        assert "disputed" in page

    def test_offers_to_confirm_only_what_can_be_confirmed(
        self, director: Client, event: Event
    ) -> None:
        plays = list(start_round(event).plays.all())
        confirm = url("desk_confirm", event, 1)
        submission_dispute(submission=enter(plays[0]), seat=1, device="two")
        assert confirm not in director.get(url("desk_close", event)).content.decode()
        enter(plays[1])
        assert confirm in director.get(url("desk_close", event)).content.decode()

    def test_closes_at_once_when_all_is_in(self, director: Client, event: Event) -> None:
        playing = start_round(event)
        for play in playing.plays.all():
            record(play)
        page = director.get(url("desk_close", event)).content.decode()
        assert "without" not in page
        answer = director.post(url("desk_close", event), {"round": "1"})
        assert answer["Location"] == url("desk_event", event)
        assert round_running(event) is None

    def test_without_what_is_missing_only_when_told_so(
        self, director: Client, event: Event
    ) -> None:
        playing = start_round(event)
        answer = director.post(url("desk_close", event), {"round": "1"})
        assert answer.status_code == 422
        assert "Results are missing." in answer.content.decode()
        assert round_running(event) == playing
        director.post(url("desk_close", event), {"round": "1", "without": "1"})
        assert round_running(event) is None

    def test_a_page_left_open_closes_no_later_round(self, director: Client, event: Event) -> None:
        play_round(event)
        playing = start_round(event)
        answer = director.post(url("desk_close", event), {"round": "1", "without": "1"})
        assert answer.status_code == 422
        assert round_running(event) == playing

    def test_closing_twice_is_closing_once(self, director: Client, event: Event) -> None:
        start_round(event)
        form = {"round": "1", "without": "1"}
        director.post(url("desk_close", event), form)
        answer = director.post(url("desk_close", event), form, follow=True)
        assert "No round is being played." in answer.content.decode()


class TestLookingBack:
    def test_every_round_begun_can_be_looked_at(self, director: Client, event: Event) -> None:
        first = play_round(event)
        start_round(event)
        page = director.get(url("desk_round", event, 1)).content.decode()
        for play in first.plays.all():
            assert url("desk_play", event, play.pk) in page
        assert "All results are in." in page
        page = director.get(url("desk_round", event, 2)).content.decode()
        assert "4 results are open." in page
        assert url("desk_entry", event) + "?round=2" in page

    def test_a_round_not_begun_is_not_found(self, director: Client, event: Event) -> None:
        start_round(event)
        assert director.get(url("desk_round", event, 2)).status_code == 404
        assert director.get(url("desk_round", event, 9)).status_code == 404

    def test_asks_no_more_for_more_tables(
        self, director: Client, count_queries: CountQueries
    ) -> None:
        counts = []
        for players in (6, 30):
            event = make_event(players=players, rounds=1, boards_per_round=2)
            play_round(event)
            counts.append(count_queries(director, url("desk_round", event, 1)))
        assert counts[0] == counts[1]


class TestPublish:
    @pytest.fixture
    def event(self, db: None) -> Event:
        return make_event(players=3, rounds=1, boards_per_round=2)

    def test_says_what_becomes_public(self, director: Client, event: Event) -> None:
        play_round(event)
        page = director.get(url("desk_publish", event)).content.decode()
        assert "The key of the deals and all hands" in page
        assert "All names: everybody agreed." in page
        Player.objects.filter(name="Player 2").update(name_public=False)
        assert "1 name stays withheld." in director.get(url("desk_publish", event)).content.decode()

    def test_says_to_whoever_is_alone_that_nothing_can_be_changed_afterwards(
        self, director: Client, event: Event
    ) -> None:
        play_round(event)
        alone = "Nobody else directs here yet"
        assert alone in director.get(url("desk_publish", event)).content.decode()
        event.directors.add(make_director("second"))
        assert alone not in director.get(url("desk_publish", event)).content.decode()

    def test_publishes_and_leads_to_what_is_public(self, director: Client, event: Event) -> None:
        play_round(event)
        answer = director.post(url("desk_publish", event), follow=True)
        page = answer.content.decode()
        event.refresh_from_db()
        assert event.state == Event.State.OFFICIAL
        assert only_session(event).deal_set.revealed_at is not None
        assert "The standings are official" in page
        for name in ("event", "standings_csv", "results_csv"):
            assert url(name, event) in page

    def test_boards_without_a_result_are_listed_and_do_not_hinder(
        self, director: Client, event: Event
    ) -> None:
        playing = start_round(event)
        record(playing.plays.get(board__number=1))
        round_close(playing=playing, accept_missing=True)
        page = director.get(url("desk_publish", event)).content.decode()
        assert "Without a result" in page
        assert "Round 1, <a" in page
        assert "Table 1</a>: board 2" in page
        director.post(url("desk_publish", event))
        event.refresh_from_db()
        assert event.state == Event.State.OFFICIAL

    def test_entries_not_confirmed_are_listed_and_refuse(
        self, director: Client, event: Event
    ) -> None:
        playing = start_round(event)
        for play in playing.plays.all():
            enter(play)
        round_close(playing=playing, accept_missing=True)
        page = director.get(url("desk_publish", event)).content.decode()
        assert "Confirm or decide these entries first:" in page
        assert "<button>Publish</button>" not in page
        answer = director.post(url("desk_publish", event))
        assert answer.status_code == 422
        assert "Some entries are not confirmed yet" in answer.content.decode()
        event.refresh_from_db()
        assert event.state == Event.State.FINISHED

    def test_not_before_all_rounds_are_closed(self, director: Client, event: Event) -> None:
        start_round(event)
        assert (
            "Close all rounds first." in director.get(url("desk_publish", event)).content.decode()
        )
        assert director.post(url("desk_publish", event)).status_code == 422
        event.refresh_from_db()
        assert event.state == Event.State.RUNNING

    def test_once_published_the_page_leads_back(self, director: Client, event: Event) -> None:
        play_round(event)
        event_publish(event=event)
        assert director.get(url("desk_publish", event))["Location"] == url("desk_event", event)
        assert director.post(url("desk_publish", event)).status_code == 302

    def test_a_correction_stays_possible_afterwards(self, director: Client, event: Event) -> None:
        play = play_round(event).plays.all()[0]
        event_publish(event=event)
        page = director.get(url("desk_play", event, play.pk)).content.decode()
        assert "nothing changes until another director confirms it" in page
        correct(play, {"tricks": [4, 4, 2]}, "Slip")
        assert "4-4-2" in director.get(url("desk_history", event)).content.decode()
