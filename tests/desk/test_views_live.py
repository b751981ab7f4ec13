"""The desk and tables played in the browser: clocks, tables, hands, seats, closing a round."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import make_director, make_event, record, start_round
from tests.desk.conftest import signed_in
from tests.live.tables import begin, finish, people, play_at, play_on, seat_of
from tournament.desk.tables_now import tables_now
from tournament.events.models import Event, Round
from tournament.live.links import cards_outdated, links_given
from tournament.live.models import LiveDeal, Participant, Watch
from tournament.players.models import Member
from tournament.results.models import Result
from tournament.results.services import round_close
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db
CountQueries = Callable[[Client, str], int]
HTMX = {"hx-request": "true", "hx-target": "tables-now"}


@pytest.fixture
def event(db: None) -> Event:
    """Two tables, two boards a round, the first round being played in browsers."""
    event = make_event(
        players=6, rounds=2, boards_per_round=2, play_mode=Event.PlayMode.LIVE, round_minutes=30
    )
    start_round(event)
    return event


@pytest.fixture
def playing(event: Event) -> Round:
    return Round.objects.get(session__event=event, number=1)


def url(name: str, event: Event, *args: object) -> str:
    return reverse(name, args=[event.public_id, *args])


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


class TestAccess:
    PAGES = ("desk_live", "desk_watch", "desk_record", "desk_stop", "desk_seat")

    def addresses(self, event: Event) -> dict[str, str]:
        live = LiveDeal.objects.first() or begin(play_at(event, 1), 3)
        return {
            "desk_live": url("desk_live", event),
            "desk_clock": url("desk_clock", event),
            "desk_watch": url("desk_watch", event, live.public_id),
            "desk_record": url("desk_record", event, live.public_id),
            "desk_stop": url("desk_stop", event, live.public_id),
            "desk_seat": url("desk_seat", event, 1),
        }

    def test_strangers_players_and_scorers_are_not_let_in(
        self, event: Event, client: Client, stranger: Client
    ) -> None:
        addresses = self.addresses(event)
        scorer = make_director("scorer")
        Member.objects.create(user=scorer, club=event.club, role=Member.Role.SCORER)
        player = seat_of(people(play_at(event, 1))[0])
        for name, address in addresses.items():
            method = "post" if name == "desk_clock" else "get"
            for person in (stranger, signed_in(scorer)):
                assert getattr(person, method)(address).status_code == 403, name
            for person in (client, player):
                answer = getattr(person, method)(address)
                assert answer["Location"].startswith(reverse("login")), name
        assert not Watch.objects.exists()

    def test_another_events_deal_and_seat_are_not_found(
        self, event: Event, director: Client
    ) -> None:
        live = begin(play_at(event, 1), 3)
        other = make_event(players=3)
        for name in ("desk_watch", "desk_stop", "desk_record"):
            assert director.get(url(name, other, live.public_id)).status_code == 404
            assert director.get(url(name, event, "nothing")).status_code == 404
        assert director.get(url("desk_seat", event, 99)).status_code == 404

    def test_other_methods_are_not_allowed(self, event: Event, director: Client) -> None:
        addresses = self.addresses(event)
        assert director.get(addresses["desk_clock"]).status_code == 405
        assert director.post(addresses["desk_live"]).status_code == 405
        assert director.post(addresses["desk_record"]).status_code == 405
        for name in ("desk_watch", "desk_stop", "desk_seat"):
            assert director.put(addresses[name]).status_code == 405


class TestTables:
    def test_each_table_says_where_it_is(self, event: Event, playing: Round) -> None:
        begin(play_at(event, 1), 4)
        first, second = tables_now(event, playing).tables
        assert (first.state, first.board, first.trick, first.tricks) == ("playing", 1, 2, 10)
        assert [seat.is_turn for seat in first.seats].count(True) == 1
        assert (second.state, second.board, second.live_id) == ("idle", 1, "")
        finish(play_at(event, 2))
        assert tables_now(event, playing).tables[1].board == 2
        finish(play_at(event, 2, 2))
        assert tables_now(event, playing).tables[1].state == "done"

    def test_who_is_away_a_bot_or_without_connection_is_marked(
        self, event: Event, playing: Round
    ) -> None:
        anna, ben, cleo = people(play_at(event, 1))
        begin(play_at(event, 1), 1)
        long_ago = timezone.now() - timedelta(minutes=5)
        Participant.objects.filter(pk=anna.pk).update(away=True, seen_at=long_ago)
        Participant.objects.filter(pk=ben.pk).update(bot="simple")
        Participant.objects.filter(pk=cleo.pk).update(seen_at=long_ago)
        seats = tables_now(event, playing).tables[0].seats
        assert [seat.state for seat in seats] == ["away", "bot", "gone"]
        Participant.objects.filter(pk=cleo.pk).update(seen_at=timezone.now())
        assert tables_now(event, playing).tables[0].seats[2].state == "here"

    def test_a_deal_that_waits_for_its_players_says_for_whom(
        self, event: Event, playing: Round
    ) -> None:
        from tournament.live.event_play import play_open

        anna = people(play_at(event, 1))[0]
        Participant.objects.filter(pk=anna.pk).update(seen_at=timezone.now())
        play_open(play=play_at(event, 1), participant=anna)
        table = tables_now(event, playing).tables[0]
        assert table.state == "waiting"
        assert [seat.state for seat in table.seats] == ["here", "awaited", "awaited"]

    def test_nothing_new_is_said_in_no_words(self, event: Event, director: Client) -> None:
        live = begin(play_at(event, 1), 4)
        page = director.get(url("desk_live", event), headers=HTMX)
        stamp = page.content.decode().partition("?seen=")[2][:16]
        again = url("desk_live", event) + f"?seen={stamp}"
        assert director.get(again, headers=HTMX).status_code == 204
        play_on(live, 1)
        answer = director.get(again, headers=HTMX)
        assert answer.status_code == 200
        assert "<html" not in answer.content.decode()

    def test_stands_on_the_evening_page_of_events_in_the_browser_alone(
        self, event: Event, director: Client
    ) -> None:
        live = begin(play_at(event, 1), 4)
        page = text(director.get(url("desk_event", event)))
        assert "Board 1, trick 2 of 10" in page
        assert url("desk_watch", event, live.public_id) in page
        entered = make_event(players=3)
        start_round(entered)
        assert "At the tables now" not in text(director.get(url("desk_event", entered)))

    def test_spectators_are_invited_only_when_no_other_table_has_the_board(
        self, event: Event, director: Client
    ) -> None:
        live = begin(play_at(event, 1), 4)
        address = reverse("watch", args=[live.public_id])
        assert address not in text(director.get(url("desk_live", event)))
        finish(play_at(event, 2))
        assert address in text(director.get(url("desk_live", event)))

    def test_asks_the_database_no_more_for_more_tables(
        self, director: Client, count_queries: CountQueries
    ) -> None:
        counts = []
        for players in (3, 9):
            event = make_event(players=players, rounds=1, play_mode=Event.PlayMode.LIVE)
            start_round(event)
            for table in event.tables.all():
                begin(play_at(event, table.number), 3)
            counts.append(count_queries(director, url("desk_live", event)))
        assert counts[0] == counts[1]


class TestClock:
    def test_shows_what_is_left_and_warns(
        self, event: Event, playing: Round, director: Client
    ) -> None:
        assert "Time left" in text(director.get(url("desk_event", event)))
        for left, mark in ((200, "is-soon"), (30, "is-low"), (-5, "is-over")):
            Round.objects.filter(pk=playing.pk).update(
                ends_at=timezone.now() + timedelta(seconds=left)
            )
            assert f"round-left {mark}" in text(director.get(url("desk_event", event)))

    def test_stops_and_runs_on(self, event: Event, playing: Round, director: Client) -> None:
        live = begin(play_at(event, 1), 1)
        director.post(url("desk_clock", event), {"round": 1, "act": "pause"})
        live.refresh_from_db()
        assert live.paused_at is not None
        page = text(director.get(url("desk_event", event)))
        assert "All clocks are stopped." in page
        assert "Let the clocks run on" in page
        director.post(url("desk_clock", event), {"round": 1, "act": "resume"})
        live.refresh_from_db()
        assert live.paused_at is None

    def test_is_given_more_minutes(self, event: Event, playing: Round, director: Client) -> None:
        before = playing.ends_at
        assert before is not None
        director.post(url("desk_clock", event), {"round": 1, "act": "10"})
        playing.refresh_from_db()
        assert playing.ends_at == before + timedelta(minutes=10)

    def test_is_begun_where_there_is_none(
        self, event: Event, playing: Round, director: Client
    ) -> None:
        start = {"round": 1, "act": "start-20"}
        page = text(director.get(url("desk_event", event)))
        assert ("+5" in page, "start-20" in page) == (True, False)
        answer = director.post(url("desk_clock", event), start, follow=True)
        assert "The round has a clock already" in text(answer)
        Round.objects.filter(pk=playing.pk).update(ends_at=None)
        page = text(director.get(url("desk_event", event)))
        assert ("+5" in page, "start-20" in page) == (False, True)
        answer = director.post(url("desk_clock", event), start, follow=True)
        assert "The round ends in 20 minutes." in text(answer)
        playing.refresh_from_db()
        assert playing.ends_at is not None
        assert playing.ends_at > timezone.now() + timedelta(minutes=19)

    @pytest.mark.parametrize(
        "sent",
        [
            {"round": 1, "act": "7"},
            {"round": 1, "act": "start-7"},
            {"round": 9, "act": "5"},
            {"act": "5"},
            {"round": 1},
        ],
    )
    def test_what_no_page_sends_is_not_done(
        self, event: Event, playing: Round, director: Client, sent: dict[str, Any]
    ) -> None:
        assert director.post(url("desk_clock", event), sent).status_code == 403
        before = playing.ends_at
        playing.refresh_from_db()
        assert playing.ends_at == before

    def test_a_round_that_is_over_is_told(self, event: Event, director: Client) -> None:
        answer = director.post(url("desk_clock", event), {"round": 2, "act": "5"}, follow=True)
        assert "Round 2 is not being played." in text(answer)


class TestWatch:
    def test_asks_once_whether_the_director_plays_and_logs_each_look(
        self, event: Event, director: Client
    ) -> None:
        live = begin(play_at(event, 1), 4)
        address = url("desk_watch", event, live.public_id)
        asked = director.get(address)
        assert "I do not play in this tournament" in text(asked)
        assert 'class="card"' not in asked.content.decode()
        assert not Watch.objects.exists()
        director.post(address, {"sure": "1"})
        page = director.get(address)
        # 26 in the hands, the trick in the middle, two turned up.
        assert page.content.decode().count('class="card"') == 26 + 1 + 2
        other = begin(play_at(event, 2), 1)
        assert 'class="card"' in text(director.get(url("desk_watch", event, other.public_id)))
        assert list(Watch.objects.values_list("live_deal", "ply")) == [
            (live.pk, 4), (other.pk, 1),
        ]  # fmt: skip
        looks = text(director.get(url("desk_live", event)))
        assert looks.count("<bdi>director</bdi>") == 2
        director.get(address)
        assert Watch.objects.count() == 3

    def test_refreshes_and_mere_headers_are_no_looks(self, event: Event, director: Client) -> None:
        live = begin(play_at(event, 1), 4)
        address = url("desk_watch", event, live.public_id)
        director.post(address, {"sure": "1"})
        director.get(address, headers={"x-requested-with": "table"})
        director.head(address)
        assert Watch.objects.count() == 1

    def test_a_finished_deal_is_stepped_through_with_one_look(
        self, event: Event, director: Client
    ) -> None:
        live = finish(play_at(event, 1))
        address = url("desk_watch", event, live.public_id)
        director.post(address, {"sure": "1"})
        for ply in range(3):
            assert "Open hands:" in text(director.get(address, {"ply": ply}))
        assert Watch.objects.count() == 1
        assert director.get(url("desk_record", event, live.public_id)).status_code == 200

    def test_the_record_is_not_given_before_the_question(
        self, event: Event, director: Client
    ) -> None:
        live = finish(play_at(event, 1))
        assert director.get(url("desk_record", event, live.public_id)).status_code == 302


class TestStop:
    def test_a_deal_that_outlived_its_round_can_be_stopped(
        self, event: Event, playing: Round, director: Client
    ) -> None:
        live = begin(play_at(event, 1), 4)
        stop = url("desk_stop", event, live.public_id)
        round_close(playing=playing, accept_missing=True)
        assert stop in text(director.get(url("desk_live", event)))
        director.post(stop, {"reason": "left behind"})
        assert stop not in text(director.get(url("desk_live", event)))

    def test_its_result_is_not_entered_before_it_is_stopped(
        self, event: Event, director: Client
    ) -> None:
        live = begin(play_at(event, 1), 4)
        play = play_at(event, 1)
        address = url("desk_entry", event)
        row = {f"result-{play.pk}": "532", f"sent-{play.pk}": str(uuid.uuid4())}
        answer = director.post(address, row)
        assert answer.status_code == 422
        assert "stop the deal first, in the list of the tables" in text(answer)
        director.post(url("desk_stop", event, live.public_id), {"reason": "by hand"})
        assert director.post(address, row).status_code == 302
        assert Result.objects.get(play=play).detail == {"tricks": [5, 3, 2]}

    def test_a_board_is_stopped_with_a_reason_and_played_again(
        self, event: Event, director: Client
    ) -> None:
        live = begin(play_at(event, 1), 4)
        address = url("desk_stop", event, live.public_id)
        assert director.post(address, {"reason": " "}).status_code == 422
        live.refresh_from_db()
        assert live.voided_at is None
        assert director.post(address, {"reason": "cards seen"}).status_code == 302
        live.refresh_from_db()
        assert live.void_reason == "cards seen"
        again = begin(play_at(event, 1), 1)
        assert again.pk != live.pk

    def test_what_is_over_is_corrected_instead(self, event: Event, director: Client) -> None:
        live = finish(play_at(event, 1))
        answer = director.post(url("desk_stop", event, live.public_id), {"reason": "late"})
        assert answer.status_code == 422
        assert "correct its result" in text(answer)


class TestSeat:
    def act(self, director: Client, event: Event, act: str, **sent: str) -> Any:
        return director.post(url("desk_seat", event, 1), {"act": act, **sent})

    def person(self, event: Event) -> Participant:
        return Participant.objects.get(entry__event=event, entry__number=1)

    def test_a_bot_takes_the_seat_and_gives_it_back(self, event: Event, director: Client) -> None:
        self.act(director, event, "bot", bot="simple")
        assert self.person(event).bot == "simple"
        assert "a bot has this seat" in text(director.get(url("desk_seat", event, 1)))
        self.act(director, event, "back")
        assert self.person(event).bot == ""

    @pytest.mark.parametrize("bot", ["", "frozen", "nobody"])
    def test_there_is_no_such_bot(self, event: Event, director: Client, bot: str) -> None:
        assert self.act(director, event, "bot", bot=bot).status_code == 422
        assert self.person(event).bot == ""

    def test_a_substitute_has_a_new_link_and_the_old_opens_nothing(
        self, event: Event, director: Client
    ) -> None:
        director.get(url("desk_seat", event, 1))
        before = self.person(event)
        device = seat_of(before)
        self.act(director, event, "substitute", name="\u202eZoé")
        after = self.person(event)
        assert "\u202e" not in director.get(url("desk_seat", event, 1)).content.decode()
        assert (after.name, after.secret != before.secret) == ("Zoé", True)
        assert device.get(reverse("seat", args=[after.public_id])).status_code == 403
        assert "Zoé for" in text(director.get(url("desk_seat", event, 1)))
        self.act(director, event, "own")
        assert self.person(event).name == ""
        assert self.act(director, event, "substitute", name=" ").status_code == 422

    def test_link_and_number_are_shown_on_asking_and_that_is_logged(
        self, event: Event, director: Client
    ) -> None:
        page = text(director.get(url("desk_seat", event, 1)))
        person = self.person(event)
        assert person.secret not in page
        shown = text(self.act(director, event, "show"))
        assert person.secret in shown
        assert f'<span class="code">{person.pin}</span>' in shown
        (given,) = links_given(event)
        assert (given.who, given.printed, [each.number for each in given.entries]) == (
            "director", False, [1],
        )  # fmt: skip

    def test_a_released_seat_has_a_new_link(self, event: Event, director: Client) -> None:
        director.get(url("desk_seat", event, 1))
        before = self.person(event)
        self.act(director, event, "release")
        after = self.person(event)
        assert (after.secret == before.secret, after.device) == (False, "")
        # No card was printed, so none is out of date.
        assert cards_outdated(event) == []

    def test_an_act_there_is_not(self, event: Event, director: Client) -> None:
        assert self.act(director, event, "fold").status_code == 403


class TestClose:
    def test_deals_on_tables_come_first_then_what_was_not_begun(
        self, event: Event, director: Client
    ) -> None:
        begin(play_at(event, 1), 4)
        page = text(director.get(url("desk_close", event)))
        on_tables, not_begun = page.index("Still being played"), page.index("Not begun")
        assert on_tables < not_begun
        assert "Table 1, board 1: trick 2 of 10" in page[on_tables:not_begun]
        assert "board 2" in page[not_begun:]

    def test_closing_without_them_stops_the_deals(
        self, event: Event, playing: Round, director: Client
    ) -> None:
        live = begin(play_at(event, 1), 4)
        answer = director.post(url("desk_close", event), {"round": 1, "without": "1"}, follow=True)
        assert "1 deal that was being played was stopped." in text(answer)
        live.refresh_from_db()
        playing.refresh_from_db()
        assert live.voided_at is not None
        assert live.voided_by == make_director()
        assert playing.state == Round.State.CLOSED

    def test_a_deal_on_a_table_keeps_the_round_open_though_all_results_are_in(
        self, event: Event, playing: Round, director: Client
    ) -> None:
        live = begin(play_at(event, 1), 4)
        playing.plays.update(means=Play.Means.OPEN)
        for play in playing.plays.all():
            record(play)
        answer = director.post(url("desk_close", event), {"round": 1})
        assert answer.status_code == 422
        assert "still being played in the browser" in text(answer)
        live.refresh_from_db()
        assert live.voided_at is None
