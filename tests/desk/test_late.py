"""Late play: noted when a round is closed, opened when its players are free, played or adjusted."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import make_event, play_round, record, start_round
from tests.desk.conftest import enter, signed_in
from tests.desk.test_boards import lines, undo
from tests.desk.test_people import make_member
from tests.desk.test_rulings import hidden, text
from tests.live.tables import begin, people, play_on
from tests.rulings.evenings import given
from tournament.errors import Refused
from tournament.events.models import Event, Round
from tournament.events.selectors import round_running
from tournament.leaderboard.selectors import boards_open
from tournament.leaderboard.services import event_publish
from tournament.live.event_play import play_open
from tournament.live.selectors import play_upcoming
from tournament.results.late import late_open, plays_owed
from tournament.results.models import Result
from tournament.results.services import round_close, submission_confirm
from tournament.tables.models import LatePlay, Play

pytestmark = pytest.mark.django_db


def url(name: str, event: Event, *more: int | str) -> str:
    return reverse(name, args=[event.public_id, *more])


@pytest.fixture
def event(db: None) -> Event:
    """Six players, two rounds of two boards; in the first, table 2 has not played board 2."""
    event = make_event(players=6, rounds=2, boards_per_round=2)
    playing = start_round(event)
    for play in playing.plays.exclude(table__number=2, board__number=2):
        record(play)
    return event


@pytest.fixture
def owed(event: Event) -> Play:
    return Play.objects.select_related("table", "board", "round").get(result=None)


def close(director: Client, event: Event) -> None:
    answer = director.post(url("desk_close", event), {"round": "1", "later": "1"})
    assert answer.status_code == 302


class TestMovedToLatePlay:
    def test_instead_of_not_played_when_the_round_is_closed(
        self, director: Client, event: Event, owed: Play
    ) -> None:
        assert (
            "these boards are played later"
            in director.get(url("desk_close", event)).content.decode()
        )
        close(director, event)
        assert round_running(event) is None
        assert [each.play for each in plays_owed(event)] == [owed]
        assert LatePlay.objects.get().play == owed
        page = director.get(url("desk_late", event)).content.decode()
        assert "1 board is to be played late." in page
        assert "All three are free now." in page
        assert (
            "1 result is outstanding: it is played late."
            in Client().get(url("event", event)).content.decode()
        )

    def test_in_the_browser_no_averages_are_given_then(self, director: Client) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=2, play_mode="live")
        start_round(event)
        close(director, event)
        assert not Result.objects.exists()
        assert LatePlay.objects.count() == 2

    def test_what_is_missing_may_be_noted_afterwards(
        self, director: Client, event: Event, owed: Play
    ) -> None:
        director.post(url("desk_close", event), {"round": "1", "without": "1"})
        assert (
            "Missing from closed rounds" in director.get(url("desk_late", event)).content.decode()
        )
        director.post(url("desk_late_move", event))
        assert LatePlay.objects.get().play == owed

    def test_its_board_is_secret_until_it_is_played(
        self, director: Client, event: Event, owed: Play
    ) -> None:
        close(director, event)
        assert list(boards_open(event).values_list("number", flat=True)) == [1]
        record(owed)
        assert list(boards_open(event).values_list("number", flat=True)) == [1, 2]

    def test_nothing_is_official_before(self, director: Client) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=2)
        start_round(event)
        close(director, event)
        with pytest.raises(Refused, match="still to be played late"):
            event_publish(event=event)


class TestOpened:
    def test_its_table_enters_and_confirms_it_though_the_round_is_closed(
        self, director: Client, event: Event, owed: Play
    ) -> None:
        close(director, event)
        with pytest.raises(Refused, match="Round 1 is closed"):
            enter(owed)
        answer = director.post(url("desk_late_open", event, owed.pk), follow=True)
        assert "is open: it stands on the phones" in answer.content.decode()
        phone = Client()
        page = phone.get(reverse("table", args=[owed.table.code])).content.decode()
        assert "Played late" in page
        first = owed.seats.get(number=0).entry
        said = phone.post(reverse("table_me", args=[owed.table.code]), {"entry": first.pk})
        assert said.status_code == 302
        board = reverse("table_board", args=[owed.table.code, 2])
        assert "Send" in phone.get(board).content.decode()
        submission_confirm(submission=enter(owed, 4, 4, 2), seat=1, device="two")
        assert Result.objects.get(play=owed).detail == {"tricks": [4, 4, 2]}
        assert plays_owed(event) == []

    def test_not_while_somebody_plays_elsewhere(
        self, director: Client, event: Event, owed: Play
    ) -> None:
        close(director, event)
        playing = start_round(event)
        first = owed.seats.select_related("entry__player").get(number=0).entry
        table = playing.chairs.get(entry=first).table
        answer = director.post(url("desk_late_open", event, owed.pk), follow=True).content.decode()
        assert f"{first.player.name} still plays at table {table.number}" in answer
        assert not LatePlay.objects.exclude(opened_at=None).exists()
        for play in playing.plays.all():
            record(play)
        late_open(play=owed)
        assert LatePlay.objects.exclude(opened_at=None).exists()

    def test_the_rounds_in_which_all_three_sit_out_are_named(self) -> None:
        event = make_event(players=6, rounds=3, boards_per_round=1)
        playing = start_round(event)
        owed = playing.plays.get(table__number=2)
        record(playing.plays.get(table__number=1))
        round_close(playing=playing, accept_missing=True)
        coming = Round.objects.get(number=3)
        coming.chairs.filter(entry__in=owed.seats.values("entry")).delete()
        start_round(event)
        (each,) = plays_owed(event)
        assert (each.is_free, list(each.free_rounds)) == (False, [3])

    def test_it_is_played_in_the_browser(self, director: Client) -> None:
        event = make_event(players=3, rounds=2, boards_per_round=1, play_mode="live")
        play = start_round(event).plays.get()
        close(director, event)
        one = people(play)[0]
        assert play_upcoming(one) is None
        with pytest.raises(Refused, match="Round 1 is closed"):
            play_open(play=play, participant=one)
        late_open(play=play)
        assert play_upcoming(one) == play
        # It was closed while its clocks stood still.
        Round.objects.filter(number=1).update(paused_at=timezone.now())
        live = begin(play, 3)
        # The next round begins and ends beside it.
        following = start_round(event)
        assert play_upcoming(one) == following.plays.get()
        assert url("desk_stop", event, live.public_id) in text(
            director.get(url("desk_live", event))
        )
        play_on(begin(following.plays.get(), 3), 27)
        answer = director.post(url("desk_close", event), {"round": "2"})
        assert answer.status_code == 302
        play_on(live, 27)
        assert Result.objects.get(play=play).detail


class TestDeadline:
    def test_after_it_the_list_asks_for_averages(
        self, director: Client, event: Event, owed: Play
    ) -> None:
        close(director, event)
        director.post(url("desk_late_deadline", event), {"until": "2026-11-30T10:00"})
        assert LatePlay.objects.get().until is not None
        page = director.get(url("desk_late", event)).content.decode()
        assert 'value="2026-11-30T10:00"' in page
        LatePlay.objects.update(until=timezone.now() - timedelta(minutes=1))
        page = director.get(url("desk_late", event)).content.decode()
        assert "give averages" in page
        assert reverse("desk_put_right", args=[event.public_id, owed.pk, "adjust"]) in page
        director.post(url("desk_late_deadline", event), {"until": ""})
        assert LatePlay.objects.get().until is None

    def test_averages_are_given_in_one_act_and_undone(
        self, director: Client, event: Event, owed: Play
    ) -> None:
        close(director, event)
        address = url("desk_late_averages", event)
        assert director.get(address).status_code == 302
        LatePlay.objects.update(until=timezone.now() - timedelta(minutes=1))
        assert "1 board whose time is over" in text(director.get(url("desk_late", event)))
        assert "Table 2, board 2" in text(director.get(address))
        shown = director.post(address, {f"play_{owed.pk}": "A-", "reason": "Gone home"})
        assert lines(shown) == ["Table 2, board 2: no result → A−"]
        assert not hasattr(Play.objects.get(pk=owed.pk), "result")
        answer = director.post(address, hidden(shown) | {"sure": "1"})
        assert answer.status_code == 302
        assert Result.objects.get(play=owed).detail == given("A-", "A-", "A-")
        assert plays_owed(event) == []
        undo(director, event)
        assert len(plays_owed(event)) == 1

    def test_no_time_is_refused(self, director: Client, event: Event) -> None:
        close(director, event)
        answer = director.post(url("desk_late_deadline", event), {"until": "0001-01-01T00:00"})
        assert answer.status_code == 422
        answer = director.post(url("desk_late_deadline", event), {"until": "soon"})
        assert answer.status_code == 422
        assert LatePlay.objects.get().until is None


def test_who_may(director: Client, stranger: Client, event: Event, owed: Play) -> None:
    scorer = signed_in(make_member("carla", "scorer"))
    close(director, event)
    acts = [
        url("desk_late_move", event),
        url("desk_late_deadline", event),
        url("desk_late_open", event, owed.pk),
    ]
    assert director.get(url("desk_late", event)).status_code == 200
    assert director.post(url("desk_late", event)).status_code == 405
    for client in (stranger, scorer):
        for name in ("desk_late", "desk_late_averages"):
            assert client.get(url(name, event)).status_code == 403
        assert [client.post(act).status_code for act in acts] == [403] * 3
    for act in acts:
        assert Client().post(act).status_code == 302
        assert director.get(act).status_code == 405
    assert not LatePlay.objects.exclude(opened_at=None).exists()
    other = play_round(make_event(players=3, rounds=1, boards_per_round=1)).plays.get()
    assert director.post(url("desk_late_open", event, other.pk)).status_code == 404
