"""The movement cut short or made longer, and rounds of more or fewer boards, before they begin."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from deals.selectors import deal_of
from tests.builders import make_event, play_round, start_round
from tests.desk.conftest import signed_in
from tests.desk.test_people import make_member
from tournament.errors import Refused
from tournament.events.models import Board, Event, Round
from tournament.events.services import attendance_set
from tournament.events.standins import stand_ins_set
from tournament.leaderboard.services import event_publish
from tournament.live.event_play import round_pause
from tournament.standings.models import Standings
from tournament.standings.services import standings_compute
from tournament.tables.rounds import round_boards_set, rounds_set

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    """Six players, three rounds of two boards, the first of them closed."""
    event = make_event(players=6, rounds=3, boards_per_round=2)
    play_round(event)
    event.refresh_from_db()
    return event


def url(event: Event) -> str:
    return reverse("desk_rounds", args=[event.public_id])


def boards(event: Event) -> dict[int, list[int]]:
    rounds = Round.objects.filter(session__event=event).order_by("number")
    return {
        each.number: list(each.boards.order_by("number").values_list("number", flat=True))
        for each in rounds
    }


def test_cut_short_and_longer_again_the_same_deals_are_played(
    director: Client, event: Event
) -> None:
    director.post(url(event), {"rounds": "2", "boards": "2"})
    assert boards(event) == {1: [1, 2], 2: [3, 4]}
    director.post(url(event), {"rounds": "3", "boards": "2"})
    assert boards(event) == {1: [1, 2], 2: [3, 4], 3: [5, 6]}
    main = event.sessions.get().deal_set
    assert list(Board.objects.filter(rounds__number=3).values_list("deal_set", "deal_number")) == [
        (main.pk, 5), (main.pk, 6),
    ]  # fmt: skip
    assert Round.objects.get(number=3).chairs.count() == 6


def test_a_round_more_takes_the_sealed_reserve_which_can_be_verified(
    director: Client, event: Event
) -> None:
    director.post(url(event), {"rounds": "4", "boards": "2"})
    session = event.sessions.get()
    added = Board.objects.filter(rounds__number=4)
    assert [(board.deal_set, board.deal_number) for board in added] == [
        (session.reserve_set, 1), (session.reserve_set, 2),
    ]  # fmt: skip
    answer = director.post(url(event), {"rounds": "5", "boards": "2"})
    assert answer.status_code == 422
    assert "0 boards left" in answer.content.decode()
    assert len(boards(event)) == 4
    event.refresh_from_db()
    for _round in range(3):
        play_round(event)
    event_publish(event=event)
    session.reserve_set.refresh_from_db()
    assert session.reserve_set.revealed_at is not None
    assert deal_of(session.reserve_set, 1) != deal_of(session.deal_set, 1)


def test_cut_to_what_was_played_the_event_is_over_and_goes_on_when_longer(
    director: Client, event: Event
) -> None:
    director.post(url(event), {"rounds": "1", "boards": "2"})
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    director.post(url(event), {"rounds": "2"})
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING
    assert start_round(event).number == 2


def test_rounds_that_have_begun_stand(director: Client, event: Event) -> None:
    start_round(event)
    answer = director.post(url(event), {"rounds": "1", "boards": "2"})
    assert answer.status_code == 422
    assert "2 rounds have begun: they stand." in answer.content.decode()
    assert len(boards(event)) == 3


def test_a_round_more_ranks_those_again_who_had_too_few_boards(director: Client) -> None:
    event = make_event(players=6, rounds=1, boards_per_round=2, minimum_boards=3)
    play_round(event)
    standings_compute(event_id=event.pk)
    assert {row["rank"] for row in Standings.objects.get().rows} == {None}
    assert director.post(url(event), {"rounds": "2"}).status_code == 302
    standings_compute(event_id=event.pk)
    assert None not in {row["rank"] for row in Standings.objects.get().rows}


def test_the_next_round_has_fewer_boards_or_more(director: Client, event: Event) -> None:
    director.post(url(event), {"rounds": "3", "boards": "1"})
    assert boards(event) == {1: [1, 2], 2: [3], 3: [5, 6]}
    director.post(url(event), {"rounds": "3", "boards": "3"})
    assert boards(event)[2] == [3, 7, 8]
    playing = start_round(event)
    assert playing.plays.count() == 6


def test_numbers_that_cannot_be_are_refused(director: Client, event: Event) -> None:
    for rounds, many in (("0", "2"), ("41", "2"), ("3", "0"), ("3", "21"), ("x", "2"), ("", "")):
        answer = director.post(url(event), {"rounds": rounds, "boards": many})
        assert answer.status_code == 422
    assert boards(event) == {1: [1, 2], 2: [3, 4], 3: [5, 6]}


def test_before_round_1_and_once_official_nothing_is_changed_here(director: Client) -> None:
    event = make_event(players=6, rounds=1, boards_per_round=1)
    assert director.get(url(event))["Location"] == reverse("desk_edit", args=[event.public_id])
    play_round(event)
    event_publish(event=event)
    with pytest.raises(Refused, match="official"):
        rounds_set(event=event, many=2)


def test_who_may(director: Client, stranger: Client, event: Event) -> None:
    assert director.get(url(event)).status_code == 200
    assert director.put(url(event)).status_code == 405
    for client in (stranger, signed_in(make_member("carla", "scorer"))):
        assert client.get(url(event)).status_code == 403
        assert client.post(url(event), {"rounds": "1"}).status_code == 403
    assert Client().post(url(event), {"rounds": "1"}).status_code == 302
    assert len(boards(event)) == 3


GONE: dict[str, Callable[[Event, Round], object]] = {
    "boards": lambda event, gone: round_boards_set(playing=gone, many=1),
    "attendance": lambda event, gone: attendance_set(
        event=event, round_number=gone.number, presences={}
    ),
    "who fills a table": lambda event, gone: stand_ins_set(
        event=event, round_number=gone.number, kind="house"
    ),
    "clock": lambda event, gone: round_pause(playing=gone),
}


@pytest.mark.parametrize("what", GONE)
def test_what_is_said_of_a_round_that_has_fallen_away_is_refused(event: Event, what: str) -> None:
    gone = Round.objects.get(number=3)
    rounds_set(event=event, many=2)
    with pytest.raises(Refused, match="The rounds are changing just now"):
        GONE[what](event, gone)


def test_with_shared_boards_the_page_offers_no_other_number_of_boards(director: Client) -> None:
    event = make_event(players=15, rounds=4, boards_per_round=2, movement=Event.Movement.SHARED)
    play_round(event)
    assert 'name="boards"' not in director.get(url(event)).content.decode()
    director.post(url(event), {"rounds": "3"})
    assert [len(numbers) for numbers in boards(event).values()] == [10, 10, 10]


def test_rounds_for_which_no_shared_boards_are_left_are_not_added(director: Client) -> None:
    event = make_event(players=9, rounds=2, boards_per_round=1, movement=Event.Movement.SHARED)
    play_round(event)
    answer = director.post(url(event), {"rounds": "4"})
    assert answer.status_code == 422
    assert "these players need" in answer.content.decode()
    event.refresh_from_db()
    assert event.rounds == 2
    assert start_round(event).number == 2
