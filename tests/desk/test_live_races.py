"""The director and a card at the same instant: one comes first, and the other sees what it did."""

import pytest

from tests.builders import make_director, make_event, start_round
from tests.live.tables import begin, play_at
from tests.races import at_once
from tournament.desk.services import round_finish
from tournament.errors import Refused
from tournament.events.models import Event, Round
from tournament.live.event_play import live_void, round_pause, round_resume
from tournament.live.models import LiveDeal
from tournament.live.positions import position_of
from tournament.live.services import step_add
from tournament.results.models import Result
from tournament.rules.playlog import Kind

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event() -> Event:
    event = make_event(players=3, rounds=1, boards_per_round=1, play_mode=Event.PlayMode.LIVE)
    start_round(event)
    return event


def card(live: LiveDeal) -> LiveDeal:
    """Play a legal card for whoever's turn it is."""
    state = position_of(live).state
    assert state.actor is not None
    return step_add(
        live=live, seat=state.actor, ply=live.steps, kind=Kind.PLAY, action=state.legal()[0]
    )


def test_clocks_are_stopped_while_a_card_is_played(event: Event) -> None:
    live = begin(play_at(event, 1), 4)
    playing = Round.objects.get()
    played, _paused = at_once(lambda: card(live), lambda: round_pause(playing=playing))
    live.refresh_from_db()
    assert live.paused_at is not None
    assert live.due_at is None
    assert live.steps == (4 if isinstance(played, Refused) else 5)
    round_resume(playing=playing)
    live.refresh_from_db()
    assert card(live).due_at is not None


def test_two_directors_stop_and_release_the_clocks_at_once(event: Event) -> None:
    live = begin(play_at(event, 1), 4)
    playing = Round.objects.get()
    at_once(
        lambda: round_pause(playing=playing),
        lambda: round_resume(playing=playing),
        lambda: round_pause(playing=playing),
    )
    live.refresh_from_db()
    playing.refresh_from_db()
    assert (live.paused_at is None) == (playing.paused_at is None)


def test_a_deal_is_stopped_or_over_never_both(event: Event) -> None:
    live = begin(play_at(event, 1), 29)
    user = make_director()
    at_once(lambda: card(live), lambda: live_void(live=live, reason="upset", user=user))
    live.refresh_from_db()
    assert (live.finished_at is None) != (live.voided_at is None)
    assert Result.objects.exists() == (live.finished_at is not None)


def test_the_round_is_closed_at_the_last_card(event: Event) -> None:
    live = begin(play_at(event, 1), 29)
    playing, user = Round.objects.get(), make_director()
    at_once(
        lambda: card(live), lambda: round_finish(playing=playing, accept_missing=True, user=user)
    )
    live.refresh_from_db()
    playing.refresh_from_db()
    assert playing.state == Round.State.CLOSED
    assert (live.finished_at is None) != (live.voided_at is None)
    made = "tricks" in Result.objects.get(play=live.play_id).detail
    assert made == (live.finished_at is not None)


def test_a_round_is_closed_once_by_two_directors(event: Event) -> None:
    begin(play_at(event, 1), 3)
    playing, user = Round.objects.get(), make_director()

    def close() -> int:
        return round_finish(playing=playing, accept_missing=True, user=user)

    outcomes = at_once(close, close)
    assert sum(isinstance(outcome, Refused) for outcome in outcomes) == 1
    assert 1 in outcomes
