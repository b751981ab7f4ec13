"""Reasons that people type are read beside names: they steer no page either."""

import pytest

from tests.builders import correct, make_director, make_event, play_round
from tests.live.tables import begun
from tournament.errors import Refused
from tournament.live.event_play import live_void
from tournament.rulings.models import Ruling

pytestmark = pytest.mark.django_db


def test_the_reason_of_a_ruling() -> None:
    playing = play_round(make_event(players=3, rounds=1, boards_per_round=1))
    correct(playing.plays.get(), {"tricks": [4, 4, 2]}, "\u202eSlip\u2066 misread")
    assert Ruling.objects.get().reason == "Slip misread"


def test_the_reason_why_a_deal_is_stopped() -> None:
    live = begun()
    with pytest.raises(Refused):
        live_void(live=live, reason="\u202e\u200f", user=make_director())
    live_void(live=live, reason="\u202eup\u200fset", user=make_director())
    live.refresh_from_db()
    assert live.void_reason == "upset"
