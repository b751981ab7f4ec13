"""Where each table chooses, the first who sits down has chosen for nobody else."""

import uuid

import pytest
from django.test import Client

from tests.builders import make_event, start_round
from tests.live.tables import late, people, play_at
from tests.phone.conftest import Phone, text
from tournament.errors import Refused
from tournament.live import referee
from tournament.live.event_play import play_open, play_set_aside
from tournament.live.models import LiveDeal
from tournament.results.models import Pending
from tournament.results.services import submission_create
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Play:
    event = make_event(players=3, rounds=1, boards_per_round=1, play_mode="choice")
    start_round(event)
    return play_at(event, 1)


def sit(play: Play, number: int) -> LiveDeal:
    live = play_open(play=play, participant=people(play)[number])
    live.refresh_from_db()
    return live


def test_no_bot_sits_down_for_those_who_have_not(play: Play) -> None:
    live = sit(play, 0)
    late(live, 3600)
    assert not referee.act(live.pk)
    live.refresh_from_db()
    assert (live.started_at, live.due_at) == (None, None)
    sit(play, 1)
    assert sit(play, 2).started_at is not None


def test_the_board_is_entered_by_hand_until_the_deal_begins(play: Play) -> None:
    sit(play, 0)
    phone = Phone(play.table, seat=1)
    assert "Enter the result" in text(phone.get())
    assert phone.enters(1, 5, 3, 2).status_code == 302
    assert LiveDeal.objects.get().voided_at is not None
    assert Pending.objects.get().play == play


def test_once_it_has_begun_nothing_is_entered(play: Play) -> None:
    for seat in range(3):
        sit(play, seat)
    play_set_aside(play=play)
    with pytest.raises(Refused, match="is played in the browser"):
        submission_create(play=play, detail={"tricks": [5, 3, 2]}, sent_id=uuid.uuid4())
    page = Client().get(f"/t/{play.table.code}/").content.decode()
    assert "Enter the result" not in page
    assert LiveDeal.objects.get().voided_at is None
