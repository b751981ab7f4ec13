"""Boards that are turned, played in the browser: each board deals each chair the seat it holds."""

import pytest

from deals.selectors import deal_of
from tests.builders import make_event, start_round
from tests.live.tables import begin, finish, people, play_at, play_on
from tournament.events.models import Event
from tournament.leaderboard.selectors import scorecard, traveller
from tournament.live.event_play import participant_of
from tournament.live.models import Participant
from tournament.live.rendering import seat_content, seat_reader
from tournament.live.selectors import participant_name, table_view
from tournament.push.topics import seat_topic
from tournament.standings.services import standings_compute
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    event = make_event(players=3, rounds=1, boards_per_round=3, play_mode="live", turned=True)
    start_round(event)
    return event


def content(participant: Participant) -> str:
    Participant.objects.filter(pk=participant.pk).update(device="phone")
    participant.refresh_from_db()
    made = seat_content(seat_topic(participant.public_id), seat_reader(participant, "en"), "")
    assert made is not None
    return " ".join(made.split())


def test_on_each_board_a_guest_is_dealt_the_hand_of_the_seat_their_chair_holds(
    event: Event,
) -> None:
    held = set()
    for board in (1, 2, 3):
        play = play_at(event, 1, board)
        sitting = people(play)
        held.add(tuple(each.pk for each in sitting))
        deal = deal_of(play.board.deal_set, play.board.deal_number)
        live = begin(play)
        for seat in range(3):
            assert live.seats.get(number=seat).participant == sitting[seat]
            view = table_view(live, seat)
            assert view.me is not None
            assert view.me.name == participant_name(sitting[seat])
            assert {card.code for suit in view.hand for card in suit.cards} == set(deal.hands[seat])
        play_on(live, 30)
    assert len(held) == 3


def test_the_next_board_says_table_chair_and_seat(event: Event) -> None:
    play = play_at(event, 1, 1)
    for seat in play.seats.all():
        chair = play.round.chairs.get(entry=seat.entry)
        assert (
            f"Board 1 is next, at table 1, chair {chair.number + 1}: "
            f"you hold seat {'ABC'[seat.number]}." in content(participant_of(seat.entry))
        )


def test_where_seats_hold_it_says_the_table(db: None) -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1, play_mode="live")
    start_round(event)
    page = content(participant_of(Play.objects.get().seats.get(number=0).entry))
    assert "Board 1 is next, at table 1." in page


def test_traveller_and_scorecard_have_the_seat_of_each_board(event: Event) -> None:
    for board in (1, 2, 3):
        finish(play_at(event, 1, board))
    standings_compute(event_id=event.pk)
    for play in Play.objects.filter(table__event=event):
        (line,) = traveller(play.board).lines
        stored = dict(play.seats.values_list("number", "entry_id"))
        assert {seat.number: seat.entry.pk for seat in line.seats} == stored
    for entry in event.entries.all():
        seats = {line.board.number: line.seat for line in scorecard(entry).lines}
        assert seats == dict(entry.seats.values_list("board__number", "number"))
        assert sorted(seats.values()) == [0, 1, 2]
