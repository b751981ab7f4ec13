"""`manage.py referee`, beside the other processes of a server."""

import os
import signal
import threading
from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from tests.builders import make_event, start_round
from tests.live.test_services import late
from tests.push.conftest import until
from tournament.events.models import Event
from tournament.live.event_play import participant_of, participant_seat_bot, play_open
from tournament.live.models import LiveDeal, Participant, Step
from tournament.tables.models import Play


@pytest.fixture
def handlers() -> Iterator[None]:
    former = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in former.items():
        signal.signal(number, handler)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("handlers")
def test_it_plays_for_a_bot_and_ends_when_told() -> None:
    event = make_event(players=3, rounds=1, boards_per_round=2, play_mode=Event.PlayMode.LIVE)
    start_round(event)
    play = Play.objects.get(table__event=event, board__number=1)
    sitting = [participant_of(seat.entry) for seat in play.seats.order_by("number")]
    Participant.objects.update(seen_at=timezone.now(), device="phone")
    for participant in sitting:
        live = play_open(play=play, participant=participant)
    participant_seat_bot(participant=sitting[0], bot="simple")
    late(live, 2)
    seen: list[bool] = []

    def watch() -> None:
        try:
            until(LiveDeal.objects.get(pk=live.pk).log.exists, "the bot has played")
            seen.append(True)
        finally:
            os.kill(os.getpid(), signal.SIGTERM)
            connection.close()

    watcher = threading.Thread(target=watch)
    watcher.start()
    call_command("referee")
    watcher.join()
    assert seen
    assert live.log.first().by == Step.By.BOT  # type: ignore[union-attr]  # there is one
