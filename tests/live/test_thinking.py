"""Bots that think long think aside: no other table waits, and what comes too late is dropped."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from multiprocessing import active_children

import pytest
from django.utils import timezone

from engine.bots import choose
from engine.dealing import deal
from engine.protocol import View
from engine.registry import game
from tests.builders import make_director, make_event
from tests.linux import only_linux
from tests.live.tables import begun, late
from tournament.errors import Refused
from tournament.live import referee
from tournament.live.event_play import live_void, participant_of, participant_seat_bot
from tournament.live.models import LiveDeal, Participant, Step
from tournament.live.positions import position_of
from tournament.live.thinking import Question, Thinking

SECONDS = 60.0
LONG = timedelta(seconds=5)


def view_of(board: int) -> View:
    comon = game("comon")
    return comon.start(deal(comon, key=b"thinking", board=board)).view(0)


@pytest.fixture
def thinking() -> Iterator[Thinking[str]]:
    made = Thinking[str]()
    yield made
    made.close()


def taken(thinking: Thinking[str]) -> list[tuple[int, str, str]]:
    """Wait for what is thought about, and return each deal, what it was for and the card."""
    end = time.monotonic() + SECONDS
    while not (done := thinking.done()):
        assert time.monotonic() < end
        time.sleep(0.01)
    return [(deal, each.purpose, each.card.result()) for deal, each in done]


def ask(thinking: Thinking[str], *, steps: int, purpose: str, board: int) -> None:
    thinking.ask(7, steps=steps, purpose=purpose, question=Question("careful", view_of(board), 5))


def test_a_card_is_chosen_elsewhere_and_taken_once(thinking: Thinking[str]) -> None:
    ask(thinking, steps=0, purpose="turn", board=1)
    assert taken(thinking) == [(7, "turn", choose("careful", view_of(1), 5))]
    assert thinking.done() == []


def test_a_turn_is_thought_about_once_and_the_next_turn_counts(thinking: Thinking[str]) -> None:
    ask(thinking, steps=0, purpose="first", board=1)
    ask(thinking, steps=0, purpose="again", board=1)
    assert [purpose for _, purpose, _ in taken(thinking)] == ["first"]
    ask(thinking, steps=0, purpose="first", board=1)
    ask(thinking, steps=1, purpose="next", board=2)
    assert taken(thinking) == [(7, "next", choose("careful", view_of(2), 5))]


@only_linux
def test_a_process_that_was_ended_is_replaced(thinking: Thinking[str]) -> None:
    before = children()
    ask(thinking, steps=0, purpose="turn", board=1)
    taken(thinking)
    (pid,) = children() - before
    # Whether the question comes before or after that is noticed.
    os.kill(pid, signal.SIGKILL)
    ask(thinking, steps=1, purpose="turn", board=2)
    assert taken(thinking) == [(7, "turn", choose("careful", view_of(2), 5))]
    assert pid not in children()


@only_linux
def test_no_process_is_left_behind() -> None:
    before = children()
    thinking = Thinking[str]()
    ask(thinking, steps=0, purpose="turn", board=1)
    assert children() - before
    thinking.close()
    end = time.monotonic() + SECONDS
    while children() - before:
        assert time.monotonic() < end
        time.sleep(0.01)


def children() -> set[int]:
    """The processes that think for this one; not those that have ended."""
    return {pid for each in active_children() if (pid := each.pid) is not None}


class Until(threading.Event):
    """Lets a referee go on until something holds."""

    def __init__(self, holds: Callable[[], bool]) -> None:
        super().__init__()
        self.holds, self.end = holds, time.monotonic() + SECONDS

    def wait(self, timeout: float | None = None) -> bool:
        assert time.monotonic() < self.end
        time.sleep(0.01)
        return self.holds()


def strong_at(live: LiveDeal) -> None:
    """Seat a strong bot where somebody is to play, and let it be its turn."""
    holder = Participant.objects.get(seats__live_deal=live, seats__number=0)
    participant_seat_bot(participant=holder, bot="strong")
    late(live, 2)


@pytest.mark.django_db(transaction=True)
class TestReferee:
    def test_a_strong_bot_plays_the_card_that_it_chooses(self) -> None:
        live = begun()
        strong_at(live)
        live.refresh_from_db()
        state = position_of(live).state
        referee.run(Until(live.log.exists))
        step = live.log.get()
        assert step.by == Step.By.BOT
        assert step.action == choose("strong", state.view(0), referee.seed_of(live))

    def test_no_table_waits_for_another_tables_bot(self) -> None:
        live, other = begun(), begun()
        strong_at(live)
        late(other, 61)
        thinking = Thinking[referee.Turn]()
        try:
            assert not referee.act(live.pk, thinking)
            assert referee.act(other.pk, thinking)
            assert not live.log.exists()
            LiveDeal.objects.filter(pk=live.pk).update(due_at=timezone.now())
            assert not referee.act(live.pk, thinking), "the lease has run out, the bot thinks on"
        finally:
            thinking.close()

    def test_a_deal_that_was_stopped_meanwhile_gets_no_card(self) -> None:
        live, other = begun(), begun()
        strong_at(live)
        user = make_director()

        def holds() -> bool:
            live.refresh_from_db()
            leased = live.due_at is not None and live.due_at > timezone.now() + LONG
            if leased and live.voided_at is None:
                live_void(live=live, reason="fire", user=user)
                strong_at(other)
            return other.log.exists()

        referee.run(Until(holds))
        live.refresh_from_db()
        assert live.voided_at is not None
        assert not live.log.exists()


@pytest.mark.django_db
def test_a_bot_sits_only_where_its_game_is_played() -> None:
    comon, vicaire = (
        participant_of(make_event(players=3, game=key).entries.order_by("number")[0])
        for key in ("comon", "vicaire")
    )
    participant_seat_bot(participant=comon, bot="strong")
    with pytest.raises(Refused, match="Choose a bot"):
        participant_seat_bot(participant=vicaire, bot="strong")
