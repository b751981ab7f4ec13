"""Never a board to someone who has still to play it: by watching, replay or delay."""

import json

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from deals.services import deal_set_reveal
from engine.record import load
from engine.replay import replay
from tests.builders import make_director, make_event, record, start_round
from tests.friendly.tables import make_table, play_deal
from tests.live.tables import begin, finish, people, play_at, play_on, seat_of
from tournament.events.models import Board, Event, Round
from tournament.events.selectors import only_session
from tournament.friendly.match_play import match_start
from tournament.live.event_play import live_void, watch_record
from tournament.live.models import LiveDeal
from tournament.live.positions import position_of
from tournament.live.rendering_watch import watch_content, watch_topic_for
from tournament.live.scenes import ALL, CLOSED, public_name, scene_of
from tournament.live.services import step_add
from tournament.live.watching import boards_played_out
from tournament.players.models import Member, Player
from tournament.push.topics import watch_topic
from tournament.results.services import round_close
from tournament.rules.playlog import Kind
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    """Two tables with the same two boards, the first round of two being played."""
    event = make_event(players=6, rounds=2, boards_per_round=2, play_mode=Event.PlayMode.LIVE)
    start_round(event)
    return event


def replays(client: Client, live: LiveDeal) -> int:
    """Return the status of the deal's replay and of its record, which are always the same."""
    statuses = {
        client.get(reverse(name, args=[live.public_id])).status_code
        for name in ("replay", "replay_record")
    }
    assert len(statuses) == 1
    return statuses.pop()


def watches(client: Client, live: LiveDeal) -> int:
    return client.get(reverse("watch", args=[live.public_id])).status_code


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def is_open(event: Event, number: int = 1) -> bool:
    return boards_played_out(Board.objects.filter(session__event=event, number=number)).exists()


class TestTheRule:
    def test_a_board_of_a_round_to_come_is_still_to_play(self, event: Event) -> None:
        assert not is_open(event, 3)

    def test_a_board_is_still_to_play_until_the_last_table_has_played_it(
        self, event: Event
    ) -> None:
        assert not is_open(event)
        finish(play_at(event, 1))
        assert not is_open(event)
        finish(play_at(event, 2))
        assert is_open(event)

    def test_a_closed_round_opens_its_boards(self, event: Event) -> None:
        finish(play_at(event, 1))
        round_close(playing=Round.objects.get(session__event=event, number=1), accept_missing=True)
        assert is_open(event)

    def test_a_result_by_hand_ends_no_deal_on_the_table(self, event: Event) -> None:
        finish(play_at(event, 1))
        live = begin(play_at(event, 2), 4)
        Play.objects.update(means=Play.Means.OPEN)
        record(play_at(event, 2))
        assert not is_open(event)
        play_on(live, 26)
        assert is_open(event)

    def test_deals_whose_key_is_public_have_nothing_to_hide(self, event: Event) -> None:
        begin(play_at(event, 1), 4)
        deal_set_reveal(deal_set=only_session(event).deal_set)
        assert is_open(event)
        assert is_open(event, 3)

    def test_a_stopped_deal_is_still_to_play(self, event: Event) -> None:
        finish(play_at(event, 1))
        live_void(live=begin(play_at(event, 2), 4), reason="upset", user=make_director())
        assert not is_open(event)

    def test_a_board_that_a_later_round_plays_again_stays_closed(self, event: Event) -> None:
        for table in (1, 2):
            finish(play_at(event, table))
        Round.objects.get(session__event=event, number=2).boards.add(
            Board.objects.get(session__event=event, number=1)
        )
        assert not is_open(event)


class TestReplays:
    def test_a_player_sees_the_own_table_once_it_is_over(self, event: Event) -> None:
        play = play_at(event, 1)
        live = begin(play, 29)
        anna = seat_of(people(play)[0])
        assert replays(anna, live) == 403
        play_on(live, 1)
        assert replays(anna, live) == 200

    def test_who_has_still_to_play_the_board_sees_no_other_table(
        self, event: Event, client: Client
    ) -> None:
        live = finish(play_at(event, 1))
        other = seat_of(people(play_at(event, 2))[0])
        assert replays(other, live) == replays(client, live) == 403
        begin(play_at(event, 2), 29)
        assert replays(other, live) == replays(client, live) == 403

    def test_everybody_sees_it_once_nobody_has_it_still_to_play(
        self, event: Event, client: Client
    ) -> None:
        lives = [finish(play_at(event, table)) for table in (1, 2)]
        assert [replays(client, live) for live in lives] == [200, 200]

    def test_a_link_that_was_renewed_opens_nothing(self, event: Event) -> None:
        play = play_at(event, 1)
        live = finish(play)
        anna = seat_of(people(play)[0])
        participant = people(play)[0]
        participant.secret = "another"
        participant.save()
        assert replays(anna, live) == 403

    def test_a_director_has_no_special_place_on_public_pages(self, event: Event) -> None:
        director = Client()
        director.force_login(make_director())
        assert replays(director, finish(play_at(event, 1))) == 403

    def test_a_stopped_deal_is_shown_to_nobody(self, event: Event) -> None:
        play = play_at(event, 1)
        live = begin(play, 5)
        live_void(live=live, reason="upset", user=make_director())
        assert replays(seat_of(people(play)[0]), live) == 403

    def test_withheld_names_stay_withheld_from_strangers(
        self, event: Event, client: Client
    ) -> None:
        Player.objects.update(name_public=False)
        lives = [finish(play_at(event, table)) for table in (1, 2)]
        seat = play_at(event, 1).seats.select_related("entry").all()[0]
        Player.objects.filter(pk=seat.entry.player_id).update(name="Zoé Secret")
        address = reverse("replay", args=[lives[0].public_id])
        assert "Zoé Secret" not in client.get(address).content.decode()
        anna = seat_of(people(play_at(event, 1))[0])
        assert "Zoé Secret" in anna.get(address).content.decode()

    def test_every_position_has_an_address(self, event: Event) -> None:
        play = play_at(event, 1)
        live = finish(play)
        anna = seat_of(people(play)[0])
        address = reverse("replay", args=[live.public_id])
        first = anna.get(address, {"ply": "0"}).content.decode()
        assert 'href="?ply=1&amp;open=all"' in first
        assert 'href="?ply=3&amp;open=all"' in first
        assert 'href="?ply=30&amp;open=all"' in first
        middle = anna.get(address, {"ply": "4", "open": "B"}).content.decode()
        for step in (0, 3, 5, 6, 30):
            assert f'href="?ply={step}&amp;open=B"' in middle
        last = anna.get(address, {"ply": "999"}).content.decode()
        assert "Card 30 of 30" in last
        for strange in ("-1", "x", "٣", "9" * 40):
            assert anna.get(address, {"ply": strange, "open": "Z"}).status_code == 200

    def test_the_record_can_be_replayed_by_the_engine(self, event: Event) -> None:
        play = play_at(event, 1)
        live = finish(play)
        answer = seat_of(people(play)[0]).get(reverse("replay_record", args=[live.public_id]))
        assert json.loads(answer.content)["format"] == "triplicate-record/1"
        replayed = replay(load(answer.content))
        assert list(replayed.scores or ()) == live.scores
        assert "attachment" in answer["Content-Disposition"]

    def test_only_reading(self, event: Event, client: Client) -> None:
        live = finish(play_at(event, 1))
        for name in ("replay", "replay_record", "watch"):
            assert client.post(reverse(name, args=[live.public_id])).status_code == 405
            assert client.get(reverse(name, args=["nothing"])).status_code == 404


class TestScenes:
    def test_steps_go_by_card_and_by_trick(self, event: Event) -> None:
        live = finish(play_at(event, 1))
        scene = scene_of(live, 4, ALL, name_of=public_name)
        assert (scene.before, scene.after) == (3, 5)
        assert (scene.trick_before, scene.trick_after) == (3, 6)
        assert [seat.cards for seat in scene.seats].count(8) == 1
        end = scene_of(live, 30, ALL, name_of=public_name)
        assert (end.after, end.trick_after, end.trick_before) == (None, None, 27)
        assert [seat.score for seat in end.seats] == live.scores
        assert all(seat.hand == [] for seat in end.seats)
        begin_ = scene_of(live, 0, ALL, name_of=public_name)
        assert (begin_.before, begin_.trick_before, begin_.trick_after) == (None, None, 3)

    def test_hands_open_as_asked(self, event: Event) -> None:
        live = finish(play_at(event, 1))
        for opened, shown in (("B", [1]), (ALL, [0, 1, 2]), (CLOSED, [])):
            scene = scene_of(live, 0, opened, name_of=public_name)
            assert [seat.number for seat in scene.seats if seat.hand is not None] == shown

    def test_a_claimed_rest_is_said_at_the_end(self, event: Event) -> None:
        live = begin(play_at(event, 1), 27)
        leader = position_of(live).state.actor
        assert leader is not None
        live = step_add(live=live, seat=leader, ply=27, kind=Kind.CLAIM)
        for seat in {0, 1, 2} - {leader}:
            live = step_add(live=live, seat=seat, ply=live.steps, kind=Kind.AGREE)
        scene = scene_of(live, 27, ALL, name_of=public_name)
        assert scene.is_claimed
        assert sum(seat.final_tricks or 0 for seat in scene.seats) == 10


class TestWatching:
    def test_not_while_another_table_has_the_board_still_to_play(
        self, event: Event, client: Client
    ) -> None:
        first = begin(play_at(event, 1), 4)
        assert watches(client, first) == 403
        second = finish(play_at(event, 2))
        assert watches(client, first) == 200
        assert replays(client, second) == 403

    def test_hands_stay_closed(self, event: Event, client: Client) -> None:
        finish(play_at(event, 2))
        live = begin(play_at(event, 1), 4)
        page = client.get(reverse("watch", args=[live.public_id])).content.decode()
        position = position_of(live)
        held = {card for seat in range(3) for card in position.state.view(seat).hand}
        shown = scene_of(live, None, CLOSED, name_of=public_name)
        assert held
        assert not any(seat.hand for seat in shown.seats)
        # Thirty pictures would be here if hands were: there are those on the table and turned up.
        assert page.count('class="card"') == len(shown.centre) + len(shown.turned)

    def test_a_deal_that_is_over_is_replayed(self, event: Event, client: Client) -> None:
        finish(play_at(event, 2))
        live = finish(play_at(event, 1))
        answer = client.get(reverse("watch", args=[live.public_id]))
        assert answer["Location"] == reverse("replay", args=[live.public_id])

    def test_a_stream_shows_no_more_than_the_page(self, event: Event) -> None:
        live = begin(play_at(event, 1), 4)
        topic = watch_topic(live.public_id)
        assert watch_content(topic, "en.public", "") is None
        finish(play_at(event, 2))
        assert "cards" in (watch_content(topic, "en.public", "") or "")
        assert watch_content(watch_topic("nothing"), "en.public", "") is None

    def test_a_stream_tells_of_a_stopped_deal_by_letting_the_page_ask(self, event: Event) -> None:
        live = begin(play_at(event, 1), 4)
        finish(play_at(event, 2))
        topic = watch_topic(live.public_id)
        assert watch_content(topic, "en.public", "") is not None
        live_void(live=live, reason="Misdealt", user=make_director("other"))
        assert watch_content(topic, "en.public", "") is None

    def test_open_hands_are_pushed_only_to_a_director_whose_look_is_logged(
        self, event: Event
    ) -> None:
        live = begin(play_at(event, 1), 4)
        user: User = make_director()
        session = signed_in(user).session.session_key or ""
        reader = watch_topic_for(live, "en", director_id=user.pk).partition("#")[2]
        topic = watch_topic(live.public_id)
        assert watch_content(topic, reader, session) is None
        watch_record(live=live, user=user)
        content = watch_content(topic, reader, session) or ""
        assert content.count('class="card"') > 26
        user.is_active = False
        user.save()
        assert watch_content(topic, reader, session) is None

    def test_a_stream_of_hands_ends_with_the_right_to_direct(self, event: Event) -> None:
        live = begin(play_at(event, 1), 4)
        user: User = make_director()
        session = signed_in(user).session.session_key or ""
        reader = watch_topic_for(live, "en", director_id=user.pk).partition("#")[2]
        topic = watch_topic(live.public_id)
        watch_record(live=live, user=user)
        assert watch_content(topic, reader, session) is not None
        member = Member.objects.create(user=user, club=event.club, role=Member.Role.SCORER)
        assert watch_content(topic, reader, session) is None
        member.delete()
        assert watch_content(topic, reader, session) is not None
        event.directors.remove(user)
        assert watch_content(topic, reader, session) is None

    @pytest.mark.parametrize("how", ["signs out", "elsewhere", "expires", "password", "another's"])
    def test_a_stream_of_hands_ends_with_the_session_that_opened_it(
        self, event: Event, how: str
    ) -> None:
        live = begin(play_at(event, 1), 4)
        user: User = make_director()
        here, other = signed_in(user), signed_in(user)
        watch_record(live=live, user=user)
        reader = watch_topic_for(live, "en", director_id=user.pk).partition("#")[2]
        topic = watch_topic(live.public_id)
        session = here.session.session_key or ""
        assert watch_content(topic, reader, session) is not None
        assert watch_content(topic, reader, "") is None
        if how == "signs out":
            here.logout()
        elif how == "elsewhere":
            other.post(reverse("desk_sign_out_elsewhere"))
        elif how == "expires":
            Session.objects.filter(pk=session).update(expire_date=timezone.now())
        elif how == "password":
            user.set_password("another one")
            user.save()
        else:
            session = signed_in(make_director("another")).session.session_key or ""
        assert watch_content(topic, reader, session) is None


class TestFriends:
    def test_only_the_table_and_whoever_has_its_link_look(self, client: Client) -> None:
        table = make_table("Anne")
        match_start(table=table)
        play_deal(table)
        live = LiveDeal.objects.filter(match_deal__match__table=table).earliest("pk")
        assert replays(client, live) == 403
        invited = Client()
        invited.get(reverse("friends_invitation", args=[table.secret]))
        assert replays(invited, live) == 200
