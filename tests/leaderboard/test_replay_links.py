"""Travellers and scorecards lead to replays, of boards that nobody has still to play."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_event, record, start_round
from tests.live.tables import begin, finish, people, play_at, play_on, seat_of
from tournament.events.models import Event
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    event = make_event(players=6, rounds=1, boards_per_round=1, play_mode=Event.PlayMode.CHOICE)
    start_round(event)
    return event


def page(client: Client, name: str, *args: object) -> str:
    return client.get(reverse(name, args=args)).content.decode()


def test_a_traveller_leads_to_the_tables_that_played_in_the_browser(
    event: Event, client: Client
) -> None:
    live = finish(play_at(event, 1))
    record(play_at(event, 2))
    board = page(client, "board", event.public_id, 1)
    assert board.count("replay-link") == 1
    assert reverse("replay", args=[live.public_id]) in board


def test_a_scorecard_leads_to_the_own_boards(event: Event, client: Client) -> None:
    play = play_at(event, 1)
    live = finish(play)
    record(play_at(event, 2))
    number = play.seats.all()[0].entry.number
    other = play_at(event, 2).seats.all()[0].entry.number
    assert reverse("replay", args=[live.public_id]) in page(
        client, "scorecard", event.public_id, number
    )
    assert "replay-link" not in page(client, "scorecard", event.public_id, other)


def test_a_board_on_a_table_is_not_shown_though_its_result_was_entered(
    event: Event, client: Client
) -> None:
    finish(play_at(event, 1))
    begin(play_at(event, 2), 3)
    # As an installation of before may hold it: the desk refuses it now.
    Play.objects.update(means=Play.Means.OPEN)
    record(play_at(event, 2))
    assert "replay-link" not in page(client, "board", event.public_id, 1)


def test_a_tables_traveller_leads_to_its_own_replay_first(event: Event) -> None:
    own = play_at(event, 1)
    live = finish(own)
    phone = seat_of(people(own)[0])
    shown = page(phone, "board_traveller", own.table.code, 1)
    assert reverse("replay", args=[live.public_id]) in shown
    assert shown.count("replay-link") == 1
    finish(play_at(event, 2))
    assert page(phone, "board_traveller", own.table.code, 1).count("replay-link") == 2


def test_a_finished_table_is_one_tap_from_its_replay(event: Event) -> None:
    own = play_at(event, 1)
    live = finish(own)
    anna = people(own)[0]
    table = page(seat_of(anna), "seat", anna.public_id)
    assert reverse("replay", args=[live.public_id]) in table


@pytest.mark.django_db(transaction=True)
def test_a_kept_page_shows_it_once_the_deal_is_over(client: Client) -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1, play_mode=Event.PlayMode.CHOICE)
    start_round(event)
    live = begin(play_at(event, 1), 3)
    # As an installation of before may hold it: the desk refuses it now.
    Play.objects.update(means=Play.Means.OPEN)
    record(play_at(event, 1))
    before = Event.objects.get(pk=event.pk).publication
    play_on(live, 27)
    assert Event.objects.get(pk=event.pk).publication > before
    assert "replay-link" in page(client, "board", event.public_id, 1)
