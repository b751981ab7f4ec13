"""Odd results at the desk: pointed out until somebody says to have seen them, never blocked."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import correct, make_event, record, start_round
from tests.desk.conftest import enter
from tournament.desk.models import OutlierSeen
from tournament.desk.outliers import outliers_of
from tournament.events.models import Event, Round
from tournament.results.models import Submission
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db
ALONE = "No other table has this distribution."


@pytest.fixture
def playing(db: None) -> Round:
    """Four tables, two boards; at board 1 table 3 has what nobody else has, typed at the desk."""
    event = make_event(players=12, rounds=1, boards_per_round=2)
    playing = start_round(event)
    for play in playing.plays.filter(board__number=1).order_by("table__number"):
        record(play, (10, 0, 0) if play.table.number == 3 else (5, 3, 2))
    return playing


@pytest.fixture
def event(playing: Round) -> Event:
    return playing.session.event


@pytest.fixture
def play(playing: Round) -> Play:
    return playing.plays.get(table__number=3, board__number=1)


def kinds(event: Event) -> list[tuple[int, int, str]]:
    playing = Round.objects.get(session__event=event)
    return [
        (odd.play.table.number, odd.play.board.number, kind)
        for odd in outliers_of(event, playing)
        for kind in odd.kinds
    ]


def see(client: Client, play: Play, kind: str = "alone") -> int:
    event = play.round.session.event
    address = reverse("desk_outlier_seen", args=[event.public_id, play.pk])
    return client.post(address, {"kind": kind}).status_code


def test_it_stands_on_the_evening_its_round_and_its_own_page(
    event: Event, play: Play, director: Client
) -> None:
    assert kinds(event) == [(3, 1, "alone")]
    id_ = event.public_id
    other = event.tables.get(number=1).plays.get(board__number=1)
    pages = [
        reverse("desk_event", args=[id_]),
        reverse("desk_round", args=[id_, 1]),
        reverse("desk_play", args=[id_, play.pk]),
    ]
    assert [ALONE in director.get(page).content.decode() for page in pages] == [True] * 3
    assert ALONE not in director.get(reverse("desk_play", args=[id_, other.pk])).content.decode()
    assert see(director, play) == 302
    assert [ALONE in director.get(page).content.decode() for page in pages] == [False] * 3


def test_once_official_the_evening_points_out_nothing(event: Event, director: Client) -> None:
    address = reverse("desk_event", args=[event.public_id])
    assert ALONE in director.get(address).content.decode()
    Event.objects.update(state=Event.State.OFFICIAL)
    assert ALONE not in director.get(address).content.decode()


def test_seen_twice_is_once_and_another_result_is_odd_anew(
    event: Event, play: Play, director: Client
) -> None:
    for _time in range(2):
        see(director, play)
    assert OutlierSeen.objects.count() == 1
    correct(play, {"tricks": [0, 10, 0]})
    assert kinds(event) == [(3, 1, "alone")]


def test_what_was_entered_counts_before_it_is_confirmed(event: Event) -> None:
    for play in Play.objects.filter(board__number=2).order_by("table__number"):
        enter(play, *((0, 0, 10) if play.table.number == 2 else (4, 4, 2)))
    Submission.objects.update(device="")
    assert (2, 2, "alone") in kinds(event)


def test_a_phone_that_is_faster_than_cards_can_be_played(event: Event, play: Play) -> None:
    second = event.tables.get(number=1).plays.get(board__number=2)
    sent = enter(second)
    assert (1, 2, "fast") in kinds(event)
    begun = play.round.started_at
    assert begun is not None
    Submission.objects.filter(pk=sent.pk).update(at=begun + timedelta(minutes=10))
    assert (1, 2, "fast") not in kinds(event)


def test_slips_typed_together_are_not(event: Event) -> None:
    assert not [kind for *_where, kind in kinds(event) if kind == "fast"]


def test_who_may(
    event: Event, play: Play, stranger: Client, director: Client, client: Client
) -> None:
    assert see(stranger, play) == 403
    assert see(client, play) == 302
    assert not OutlierSeen.objects.exists()
    address = reverse("desk_outlier_seen", args=[event.public_id, play.pk])
    assert director.get(address).status_code == 405
    assert see(director, play, "whim") == 302
    empty = event.tables.get(number=1).plays.get(board__number=2)
    assert see(director, empty) == 302
    assert not OutlierSeen.objects.exists()
    other = make_event(players=3)
    address = reverse("desk_outlier_seen", args=[other.public_id, play.pk])
    assert director.post(address, {"kind": "alone"}).status_code == 404
