"""`manage.py referee`, beside the other processes of a server."""

import os
import signal
import threading
from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection

from tests.live.tables import begun, late
from tests.push.conftest import until
from tournament.live.event_play import participant_seat_bot
from tournament.live.models import LiveDeal, Step


@pytest.fixture
def handlers() -> Iterator[None]:
    former = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in former.items():
        signal.signal(number, handler)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("handlers")
def test_it_plays_for_a_bot_and_ends_when_told() -> None:
    live = begun()
    participant_seat_bot(participant=live.seats.all()[0].participant, bot="simple")
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
    assert live.log.earliest("ply").by == Step.By.BOT
