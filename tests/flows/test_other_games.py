"""An event of each game: sealed, played card by card or entered, ranked and published."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.bots import bot
from engine.registry import game, keys
from tests.builders import make_director, make_event, start_round
from tournament.events.models import Event
from tournament.leaderboard.services import event_publish
from tournament.live.event_play import participant_of, play_open
from tournament.live.models import LiveDeal, Participant
from tournament.live.positions import position_of
from tournament.live.services import step_add
from tournament.results.models import Result
from tournament.results.services import result_record, round_close
from tournament.rules.playlog import Kind
from tournament.standings.services import standings_compute
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db

ENTERED = {
    "comon": {"tricks": [5, 3, 2]},
    "vicaire": {"tricks": [5, 3, 2]},
    "triton": {"combinations": [50, 20, 10], "best": [1, 0, 0]},
}


def play_by_cards(play: Play) -> LiveDeal:
    """Let bots play a board, each for whoever's turn it is."""
    for seat in play.seats.order_by("number"):
        participant = participant_of(seat.entry)
        Participant.objects.filter(pk=participant.pk).update(seen_at=timezone.now())
        live = play_open(play=play, participant=participant)
    live = LiveDeal.objects.get(pk=live.pk)
    while live.finished_at is None:
        state = position_of(live).state
        assert state.actor is not None
        card = bot("random").choose(state.view(state.actor), live.steps)
        live = step_add(live=live, seat=state.actor, ply=live.steps, kind=Kind.PLAY, action=card)
    return live


def published(event: Event) -> str:
    """Close the round, publish; return the page of the standings."""
    playing = event.sessions.get().rounds.get()
    round_close(playing=playing)
    standings_compute(event_id=event.pk)
    event.refresh_from_db()
    event_publish(event=event)
    answer = Client().get(reverse("event", args=[event.public_id]))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("key", keys())
def test_an_event_is_played_card_by_card(key: str) -> None:
    event = make_event(
        players=3, rounds=1, boards_per_round=1, game=key, play_mode=Event.PlayMode.LIVE
    )
    play = start_round(event).plays.get()
    live = play_by_cards(play)
    result = Result.objects.get(play=play)
    assert result.scores == live.scores == list(game(key).score(result.detail))
    assert "Player 1" in published(event)
    page = Client().get(reverse("board", args=[event.public_id, 1]))
    assert page.status_code == 200


@pytest.mark.parametrize("key", sorted(ENTERED))
def test_an_event_is_entered_by_hand(key: str) -> None:
    event = make_event(players=6, rounds=1, boards_per_round=1, game=key)
    for play in start_round(event).plays.all():
        result_record(play=play, detail=ENTERED[key], sent_id=uuid.uuid4(), user=make_director())
    stored = Result.objects.values_list("scores", flat=True)
    assert all(scores == list(game(key).score(ENTERED[key])) for scores in stored)
    assert "Player 1" in published(event)
