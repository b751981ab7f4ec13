"""What bots do at a table, and what happens when one of them is at fault."""

import logging
from collections.abc import Sequence

import pytest

from engine import bots
from engine.protocol import View
from tests.live.test_services import late, play_on
from tournament.live import referee
from tournament.live.event_play import participant_seat_bot
from tournament.live.models import LiveDeal, Participant, Step
from tournament.live.positions import position_of
from tournament.live.services import step_add
from tournament.rules.playlog import Kind


class Cheat:
    """A bot that plays a card it does not hold."""

    def choose(self, view: View, seed: int) -> str:
        return next(card for card in ("7S", "8S", "9S", "TS") if card not in view.hand)


class Broken:
    """A bot with a bug."""

    def choose(self, view: View, seed: int) -> str:
        return view.legal[99]


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
    assert live.log.last().kind == Kind.REFUSE  # type: ignore[union-attr]  # there is a last
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
