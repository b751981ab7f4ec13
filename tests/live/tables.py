"""Tables that play in the browser, brought along through the services that pages use."""

from collections.abc import Sequence
from datetime import timedelta

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.bots import bot
from tests.builders import make_event, start_round
from tournament.events.models import Event
from tournament.live.event_play import participant_of, play_open
from tournament.live.models import LiveDeal, Participant, Step
from tournament.live.positions import position_of
from tournament.live.services import step_add
from tournament.rules.playlog import Kind
from tournament.tables.models import Play


def play_at(event: Event, table: int, board: int = 1) -> Play:
    return Play.objects.get(table__event=event, table__number=table, board__number=board)


def people(play: Play) -> Sequence[Participant]:
    """Return who plays, by seat."""
    return [participant_of(seat.entry) for seat in play.seats.order_by("number")]


def begin(play: Play, cards: int = 0) -> LiveDeal:
    """Let everybody sit down, and play that many cards."""
    for participant in people(play):
        live = play_open(play=play, participant=participant)
    return play_on(LiveDeal.objects.get(pk=live.pk), cards)


def finish(play: Play) -> LiveDeal:
    return begin(play, 30)


def begun(*, boards: int = 2) -> LiveDeal:
    """Return a deal of an event of its own; its three players were seen just now."""
    event = make_event(players=3, rounds=1, boards_per_round=boards, play_mode="live")
    start_round(event)
    play = play_at(event, 1)
    people(play)
    Participant.objects.update(seen_at=timezone.now(), device="phone")
    return begin(play)


def by_of(live: LiveDeal, seat: int) -> Step.By:
    """Return who acts for a seat: the bot that has it, or else its person."""
    holder = Participant.objects.get(seats__live_deal=live, seats__number=seat)
    return Step.By.BOT if holder.bot else Step.By.PERSON


def play_on(live: LiveDeal, cards: int = 30) -> LiveDeal:
    """Play that many cards, each chosen by a bot for whoever's turn it is."""
    for _card in range(cards):
        state = position_of(live).state
        assert state.actor is not None
        action = bot("simple").choose(state.view(state.actor), 0)
        live = step_add(
            live=live,
            seat=state.actor,
            ply=live.steps,
            kind=Kind.PLAY,
            action=action,
            by=by_of(live, state.actor),
        )
    return live


def late(live: LiveDeal, seconds: float) -> None:
    """Let that much time have passed at the table."""
    past = timedelta(seconds=seconds)
    live = LiveDeal.objects.get(pk=live.pk)
    for name in ("created_at", "turn_at", "deadline", "board_deadline", "due_at"):
        at = getattr(live, name)
        if at is not None:
            LiveDeal.objects.filter(pk=live.pk).update(**{name: at - past})


def seat_of(participant: Participant) -> Client:
    """Return a device that has used a participant's link."""
    client = Client()
    answer = client.post(reverse("personal_link", args=[participant.secret]))
    assert answer.status_code == 302
    return client
