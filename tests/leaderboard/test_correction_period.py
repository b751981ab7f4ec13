"""After the last round results are provisional for a time, and then official by themselves."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import make_director, make_event, play_round, record, start_round
from tests.races import at_once
from tournament.events.models import Event, Round
from tournament.events.ranking import Publishing, publishing_set
from tournament.leaderboard.services import event_publish, events_publish_due
from tournament.leaderboard.tasks import events_publish
from tournament.results.services import round_close, submission_create
from tournament.tables.rounds import rounds_set

pytestmark = pytest.mark.django_db


def make_played(**data: Any) -> Event:
    event = make_event(players=3, rounds=1, boards_per_round=2, **data)
    play_round(event)
    return Event.objects.get(pk=event.pk)


def let_pass(event: Event, **time: int) -> None:
    """Let time pass for the event: what was fixed for later comes as much sooner."""
    event.refresh_from_db()
    sooner = timedelta(**time)
    Round.objects.filter(session__event=event).update(closed_at=F("closed_at") - sooner)
    Event.objects.filter(pk=event.pk).update(provisional_until=F("provisional_until") - sooner)
    event.refresh_from_db()


def state(event: Event) -> str:
    return Event.objects.get(pk=event.pk).state


class TestPeriod:
    def test_it_is_half_an_hour_from_the_closing_of_the_last_round(self) -> None:
        event = make_event(players=3, rounds=2, boards_per_round=1)
        play_round(event)
        assert Event.objects.get(pk=event.pk).provisional_until is None
        last = play_round(event)
        last.refresh_from_db()
        event.refresh_from_db()
        assert last.closed_at is not None
        assert event.provisional_until is not None
        began = event.provisional_until - timedelta(minutes=30)
        assert last.closed_at <= began <= timezone.now()

    def test_official_when_it_is_over_and_not_before(self) -> None:
        event = make_played()
        let_pass(event, minutes=29)
        events_publish()
        assert state(event) == Event.State.FINISHED
        let_pass(event, minutes=1)
        events_publish()
        assert state(event) == Event.State.OFFICIAL

    def test_once_and_the_deals_are_revealed(self) -> None:
        event = make_played()
        let_pass(event, minutes=31)
        assert events_publish_due() == 1
        event.refresh_from_db()
        first = (event.published_at, event.publication)
        deal_set = event.sessions.get().deal_set
        assert deal_set.revealed_at is not None
        assert events_publish_due() == 0
        event.refresh_from_db()
        assert (event.published_at, event.publication) == first

    def test_what_is_not_decided_waits_until_it_is(self) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1)
        play = start_round(event).plays.get()
        pending = submission_create(
            play=play, detail={"tricks": [5, 3, 2]}, sent_id=uuid.uuid4(), seat=0, device="one"
        )
        round_close(playing=play.round, accept_missing=True)
        let_pass(event, hours=2)
        assert events_publish_due() == 0
        assert state(event) == Event.State.FINISHED
        record(pending.play)
        assert events_publish_due() == 1
        assert state(event) == Event.State.OFFICIAL

    def test_without_a_period_it_waits_for_the_director(self) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1)
        publishing_set(event=event, publishing=Publishing(correction_minutes=None))
        play_round(event)
        event.refresh_from_db()
        assert event.provisional_until is None
        Round.objects.update(closed_at=timezone.now() - timedelta(days=2))
        assert events_publish_due() == 0
        event_publish(event=event)
        assert state(event) == Event.State.OFFICIAL

    def test_a_longer_one_counts_from_the_closing_also_while_it_runs(self) -> None:
        event = make_played()
        let_pass(event, minutes=31)
        publishing_set(event=event, publishing=Publishing(correction_minutes=60))
        assert events_publish_due() == 0
        let_pass(event, minutes=29)
        assert events_publish_due() == 1

    def test_it_begins_when_rounds_that_were_to_follow_fall_away(self) -> None:
        event = make_event(players=3, rounds=2, boards_per_round=1)
        play_round(event)
        let_pass(event, hours=2)
        rounds_set(event=event, many=1)
        assert events_publish_due() == 0
        # Also where its length is changed.
        publishing_set(event=event, publishing=Publishing(correction_minutes=20))
        assert events_publish_due() == 0
        let_pass(event, minutes=20)
        assert events_publish_due() == 1

    def test_an_event_of_an_older_version_is_left_to_its_director(self) -> None:
        event = make_played()
        Event.objects.update(provisional_until=None)
        assert events_publish_due() == 0
        assert state(event) == Event.State.FINISHED

    def test_not_before_the_tournament_it_carries_over_from(self) -> None:
        earlier, event = make_played(), make_played()
        Event.objects.filter(pk=event.pk).update(carry_from=earlier)
        let_pass(event, minutes=31)
        assert events_publish_due() == 0
        event_publish(event=earlier)
        assert events_publish_due() == 1


@pytest.mark.django_db(transaction=True)
def test_two_schedulers_publish_once() -> None:
    event = make_played()
    let_pass(event, minutes=31)
    publication = event.publication
    assert at_once(events_publish_due, events_publish_due).count(1) >= 1
    event.refresh_from_db()
    assert event.state == Event.State.OFFICIAL
    # Once the standings were computed, once they became official.
    assert event.publication - publication <= 2


class TestPages:
    def test_everybody_sees_until_when_in_the_time_of_the_place(self, client: Client) -> None:
        event = make_played(time_zone="Pacific/Noumea")
        Event.objects.update(provisional_until="2026-11-30T12:05:00Z")
        page = client.get(reverse("event", args=[event.public_id])).content.decode()
        assert "until 30 November 2026, 23:05" in page
        assert "provisional" in page

    def test_the_desk_says_it_too_and_warns_who_publishes_before(self, client: Client) -> None:
        event = make_played()
        client.force_login(make_director())
        until = timezone.localtime(event.provisional_until).strftime("%H:%M")
        for name in ("desk_event", "desk_publish"):
            page = client.get(reverse(name, args=[event.public_id])).content.decode()
            assert f"{until}" in page, name
        assert "Players may object until" in page
        let_pass(event, minutes=31)
        page = client.get(reverse("desk_publish", args=[event.public_id])).content.decode()
        assert "Players may object" not in page
