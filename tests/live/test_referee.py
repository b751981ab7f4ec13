"""What bots do at a table, and what happens when one of them is at fault."""

import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from engine import bots
from engine.protocol import View
from tests.builders import make_director, start_round
from tests.live.tables import begun, late, play_on
from tournament.events.models import Event, Round
from tournament.live import positions, referee
from tournament.live.event_play import (
    live_void,
    participant_seat_bot,
    play_open,
    round_pause,
    round_resume,
)
from tournament.live.facts import facts_of, sitting_of
from tournament.live.models import LiveDeal, Participant, Step
from tournament.live.positions import position_of
from tournament.live.services import participant_leave, participant_seen, step_add
from tournament.results.services import round_close
from tournament.rules.playlog import Kind
from tournament.tables.models import Play


class Cheat:
    """A bot that plays a card it does not hold."""

    def choose(self, view: View, seed: int) -> str:
        return next(card for card in ("7S", "8S", "9S", "TS") if card not in view.hand)


class Broken:
    """A bot with a bug."""

    def choose(self, view: View, seed: int) -> str:
        return view.legal[99]


class Interrupted:
    """A bot that thinks while something else happens."""

    def __init__(self, meanwhile: Callable[[], object]) -> None:
        self.meanwhile = meanwhile

    def choose(self, view: View, seed: int) -> str:
        self.meanwhile()
        return view.legal[0]


class TestReturning:
    """Whoever comes back while the referee is about to act for them plays themselves."""

    @pytest.fixture
    def gone(self, live: LiveDeal, sitting: Sequence[Participant]) -> LiveDeal:
        long_ago = timezone.now() - timedelta(seconds=100)
        Participant.objects.filter(pk=sitting[0].pk).update(seen_at=long_ago)
        late(live, 60)
        LiveDeal.objects.update(deadline=None)
        return live

    def comes_back(self, live: LiveDeal) -> None:
        back = Participant.objects.get(seats__live_deal=live, seats__number=0)
        participant_seen(participant=back, device="phone")

    def test_while_the_bot_thinks(self, gone: LiveDeal, monkeypatch: pytest.MonkeyPatch) -> None:
        bot = Interrupted(lambda: self.comes_back(gone))
        monkeypatch.setitem(bots._BOTS, referee.BOT, bot)
        assert not referee.act(gone.pk)
        assert not gone.log.exists()
        assert not Participant.objects.filter(away=True).exists()

    def test_before_the_referee_notes_that_they_are_gone(self, gone: LiveDeal) -> None:
        returned: list[bool] = []

        def look(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            if sql.startswith('UPDATE "live_participant" SET "away"') and not returned:
                returned.append(True)
                self.comes_back(gone)
            return execute(sql, params, many, context)

        with connection.execute_wrapper(look):
            assert not referee.act(gone.pk)
        assert returned
        assert not gone.log.exists()
        assert not Participant.objects.filter(away=True).exists()


@pytest.mark.parametrize("bad", [Cheat(), Broken()])
def test_a_bot_at_fault_plays_a_legal_card_and_the_fault_is_logged(
    live: LiveDeal,
    sitting: Sequence[Participant],
    bad: bots.Bot,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setitem(bots._BOTS, "bad", bad)
    participant_seat_bot(participant=sitting[0], bot="bad")
    late(live, 2)
    with caplog.at_level(logging.ERROR):
        assert referee.act(live.pk)
    step = live.log.get()
    assert step.by == Step.By.FAULT
    assert "at fault" in caplog.text


def test_a_bot_gives_an_undo_and_refuses_a_claim_it_can_stop(
    live: LiveDeal, sitting: Sequence[Participant]
) -> None:
    live = play_on(live, 1)
    for seat in (1, 2):
        participant_seat_bot(participant=sitting[seat], bot="simple")
    live.refresh_from_db()
    live = step_add(live=live, seat=0, ply=live.steps, kind=Kind.UNDO)
    for _bot in range(2):
        late(live, 2)
        assert referee.act(live.pk)
        live.refresh_from_db()
    assert position_of(live).taken == ()
    live = step_add(live=live, seat=0, ply=live.steps, kind=Kind.CLAIM)
    late(live, 2)
    assert referee.act(live.pk)
    live.refresh_from_db()
    assert live.log.latest("ply").kind == Kind.REFUSE
    assert position_of(live).request is None


def test_a_bot_that_takes_a_seat_plays_its_turns(
    live: LiveDeal, sitting: Sequence[Participant]
) -> None:
    participant_seat_bot(participant=sitting[0], bot="simple")
    late(live, 2)
    assert referee.act(live.pk)
    assert live.log.get().by == Step.By.BOT
    participant_seat_bot(participant=sitting[0], bot="")
    late(live, 2)
    assert not referee.act(live.pk)


def finish_by_bots(live: LiveDeal) -> None:
    for _card in range(40):
        late(live, 2)
        referee.act(live.pk)
    live.refresh_from_db()
    assert live.finished_at is not None


class TestTablesOfBots:
    @pytest.fixture
    def bots(self, sitting: Sequence[Participant]) -> Sequence[Participant]:
        Participant.objects.update(seen_at=None)
        for participant in sitting:
            participant_seat_bot(participant=participant, bot="simple")
        return sitting

    def test_they_play_all_boards_of_the_round_one_after_the_other(
        self, event: Event, bots: Sequence[Participant]
    ) -> None:
        for number in (1, 2):
            referee.look_round()
            referee.look_round()
            live = LiveDeal.objects.get(play__board__number=number)
            assert LiveDeal.objects.count() == number
            finish_by_bots(live)
        referee.look_round()
        assert not Play.objects.filter(result=None).exists()
        assert LiveDeal.objects.count() == 2

    def test_they_begin_with_the_next_round(
        self, event: Event, bots: Sequence[Participant]
    ) -> None:
        round_close(playing=Round.objects.get(number=1), accept_missing=True)
        referee.look_round()
        assert not LiveDeal.objects.exists()
        start_round(event)
        referee.look_round()
        live = LiveDeal.objects.get()
        assert live.started_at is not None
        assert live.play is not None and live.play.round.number == 2

    def test_whoever_left_to_a_bot_is_not_waited_for(self, bots: Sequence[Participant]) -> None:
        participant_seat_bot(participant=bots[0], bot="")
        referee.look_round()
        assert not LiveDeal.objects.exists()
        participant_leave(participant=bots[0])
        referee.look_round()
        assert LiveDeal.objects.count() == 1

    def test_a_table_to_which_nobody_comes_does_not_begin(
        self, sitting: Sequence[Participant]
    ) -> None:
        Participant.objects.update(seen_at=None)
        referee.look_round()
        assert not LiveDeal.objects.exists()

    def test_a_stopped_deal_is_left_to_the_director(self, bots: Sequence[Participant]) -> None:
        referee.look_round()
        live_void(live=LiveDeal.objects.get(), reason="by hand", user=make_director())
        referee.look_round()
        assert LiveDeal.objects.count() == 1

    def test_nothing_is_opened_while_the_clocks_are_stopped(
        self, bots: Sequence[Participant]
    ) -> None:
        round_pause(playing=Round.objects.get(number=1))
        referee.look_round()
        assert not LiveDeal.objects.exists()
        round_resume(playing=Round.objects.get(number=1))
        referee.look_round()
        assert LiveDeal.objects.count() == 1

    def test_where_cards_may_lie_on_the_table_nobody_opens_a_deal_for_bots(
        self, event: Event, bots: Sequence[Participant]
    ) -> None:
        Event.objects.update(play_mode=Event.PlayMode.CHOICE)
        referee.look_round()
        assert not LiveDeal.objects.exists()


class Looks(threading.Event):
    """Lets a referee look so many times, and then stops it."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._left = most

    def wait(self, timeout: float | None = None) -> bool:
        self._left -= 1
        return self._left < 0


@pytest.mark.django_db(transaction=True)
def test_an_error_at_one_deal_stops_no_other_table_and_the_deal_is_read_anew(
    caplog: pytest.LogCaptureFixture,
) -> None:
    wrong, other = play_on(begun(), 2), begun()
    late(wrong, 62)
    late(other, 61)
    wrong.refresh_from_db()
    first = wrong.log.get(ply=0)
    # As if the log that was followed had begun with another card.
    positions._kept[wrong.public_id] = positions._Kept(
        wrong.created_at, 1, (first.pk, first.at), positions.begin(wrong)
    )
    referee.run(Looks(1))
    assert wrong.log.count() == 2
    assert other.log.count() == 1
    (said,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert wrong.public_id in said.getMessage()
    assert said.exc_info is not None
    LiveDeal.objects.filter(pk=wrong.pk).update(due_at=timezone.now())  # the lease has run out
    referee.run(Looks(1))
    assert wrong.log.count() == 3


class TestClockSetBack:
    """An hour, which is as if all the table knows lay an hour ahead."""

    def test_a_bot_plays_on_at_once(self, live: LiveDeal, sitting: Sequence[Participant]) -> None:
        participant_seat_bot(participant=sitting[0], bot="simple")
        late(live, -3600)
        referee.look_round()
        live.refresh_from_db()
        assert live.due_at is not None and live.due_at < timezone.now() + timedelta(seconds=2)
        assert live.deadline is not None and live.deadline < timezone.now() + timedelta(seconds=31)

    def test_whoever_is_gone_is_missed_in_time(
        self, live: LiveDeal, sitting: Sequence[Participant]
    ) -> None:
        LiveDeal.objects.update(action_seconds=None, deadline=None)
        Participant.objects.update(seen_at=timezone.now() + timedelta(hours=1))
        late(live, -3600)
        referee.look_round()
        live.refresh_from_db()
        assert live.due_at is not None and live.due_at < timezone.now() + timedelta(seconds=41)
        late(live, 42)
        Participant.objects.update(seen_at=timezone.now() - timedelta(seconds=42))
        assert referee.act(live.pk)

    def test_a_deal_that_waits_begins(self, play: Play, sitting: Sequence[Participant]) -> None:
        waiting = play_open(play=play, participant=sitting[0])
        late(waiting, -3600)
        referee.look_round()
        waiting.refresh_from_db()
        assert waiting.due_at is not None
        assert waiting.due_at < timezone.now() + timedelta(seconds=41)

    def test_a_sign_of_life_counts_though_the_last_lies_ahead(
        self, sitting: Sequence[Participant]
    ) -> None:
        Participant.objects.update(seen_at=timezone.now() + timedelta(hours=1))
        participant = Participant.objects.get(pk=sitting[0].pk)
        participant_seen(participant=participant, device="phone")
        participant.refresh_from_db()
        assert participant.seen_at is not None and participant.seen_at <= timezone.now()

    def test_a_table_in_time_is_left_alone(self, live: LiveDeal) -> None:
        before = LiveDeal.objects.filter(pk=live.pk).values().get()
        referee.look_round()
        assert LiveDeal.objects.filter(pk=live.pk).values().get() == before


def test_the_others_see_at_once_that_a_bot_stands_in(
    live: LiveDeal,
    sitting: Sequence[Participant],
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    def is_away() -> bool:
        there = sitting_of(sitting[1].public_id)
        assert there is not None
        return facts_of(there).seats[0].participant.away

    late(live, 42)
    Participant.objects.filter(pk=sitting[0].pk).update(seen_at=None)
    assert not is_away()
    with django_capture_on_commit_callbacks(execute=True):
        assert referee.act(live.pk)
    assert is_away()
