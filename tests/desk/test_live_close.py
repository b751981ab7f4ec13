"""A round of boards played in the browser is closed before all of them are."""

import pytest

from tests.builders import make_director, make_event, start_round
from tests.live.tables import begin, finish, play_at
from tournament.desk.services import round_finish
from tournament.events.models import Round
from tournament.results.models import Result
from tournament.rulings.models import Ruling
from tournament.rulings.services import ruling_undo
from tournament.standings.selectors import standings_computed

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("cards", [0, 5], ids=["never begun", "stopped"])
def test_a_board_without_a_result_is_an_average_that_is_told(cards: int) -> None:
    event = make_event(players=6, rounds=1, boards_per_round=1, play_mode="live")
    start_round(event)
    finish(play_at(event, 1))
    other = play_at(event, 2)
    if cards:
        begin(other, cards)
    director = make_director()
    round_finish(playing=Round.objects.get(), accept_missing=True, user=director)
    assert Result.objects.get(play=other).detail == {"adjusted": [{"average": "A"}] * 3}
    ruling = Ruling.objects.get()
    assert list(ruling.plays.all()) == [other]
    assert ruling.reason == "The round was closed before the board was played."
    rows = {row.entry: row for row in standings_computed(event).rows}
    assert {rows[seat.entry_id].percent for seat in other.seats.all()} == {50}
    ruling_undo(ruling=ruling, reason="They will play it", user=director)
    assert not Result.objects.filter(play=other).exists()


def test_results_on_slips_are_waited_for() -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1)
    start_round(event)
    round_finish(playing=Round.objects.get(), accept_missing=True, user=make_director())
    assert not Result.objects.exists()
