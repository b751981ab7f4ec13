"""Evenings whose boards are analysed, and the worker that does it."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from engine.solver import card_values
from tests.builders import make_director, make_event, play_round, start_round
from tests.live.tables import begin, by_of, play_at
from tournament.analysis import tasks
from tournament.analysis.models import Analysis
from tournament.analysis.services import analysis_catch_up
from tournament.events.models import Event
from tournament.events.services import EventData, NewEntry, entries_add, event_create
from tournament.leaderboard.services import event_publish
from tournament.live.models import LiveDeal
from tournament.live.positions import position_of
from tournament.live.services import step_add
from tournament.players.models import Club
from tournament.push import publish
from tournament.results.services import round_close
from tournament.rules.playlog import Kind
from tournament.tables.planning import movement_plan


class Worker:
    """The broker and its worker: what is sent waits here until it is told to work."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent: list[list[int]] = []
        self.received: list[list[int]] = []
        monkeypatch.setattr(publish, "_quiet_until", 0.0)
        monkeypatch.setattr(tasks.analysis_go_on, "apply_async", self._receive)

    def _receive(self, args: Any, **_options: Any) -> None:
        self.sent.append(list(args))
        self.received.append(list(args))

    def work(self, steps: int = 100) -> int:
        """Do what was sent, and what that sends; return how many steps it were."""
        for done in range(steps):
            if not self.sent:
                return done
            tasks.analysis_go_on(*self.sent.pop(0))
        return steps

    def lose(self) -> None:
        """Forget what was sent, long enough ago for the sweeper to look after it."""
        self.sent.clear()
        Analysis.objects.update(busy_until=timezone.now() - timedelta(seconds=1))


def played(*, rounds: int = 1, boards: int = 2, **data: Any) -> Event:
    """Return an event all of whose rounds are closed; its results were entered by hand."""
    event = make_event(players=3, rounds=rounds, boards_per_round=boards, **data)
    for _round in range(rounds):
        play_round(event)
    event.refresh_from_db()
    return event


def played_live(*, rounds: int = 1, boards: int = 2) -> Event:
    """Return an event of one table; the first round was played in the browser, and is closed.

    From the fourth trick on, everybody plays the worst card there is; with these keys of the deals
    there is a mistake on each of boards 1 to 3.
    """
    event = event_create(
        club=Club.objects.first() or Club.objects.create(name="Club"),
        director=make_director(),
        data=EventData("Live", date(2026, 11, 30), rounds, boards, turned=False, play_mode="live"),
        keys=(bytes([2] * 32), bytes([3] * 32)),
    )
    names = [f"Player {number}" for number in range(1, 4)]
    entries_add(event=event, entries=[NewEntry(name, True) for name in names])
    movement_plan(event=event)
    playing = start_round(event)
    for board in range(1, boards + 1):
        play_badly(begin(play_at(event, 1, board), 9))
    round_close(playing=playing)
    event.refresh_from_db()
    return event


def play_badly(live: LiveDeal) -> None:
    for _card in range(21):
        state = position_of(live).state
        seat = state.actor or 0
        worst = min(card_values(state), key=lambda value: value.par.scores[seat])
        live = step_add(
            live=live,
            seat=seat,
            ply=live.steps,
            kind=Kind.PLAY,
            action=worst.card,
            by=by_of(live, seat),
        )


def analysed(event: Event, worker: Worker) -> None:
    """Let everything be analysed that can be."""
    while analysis_catch_up():
        worker.work()


def published(event: Event) -> Event:
    event_publish(event=event)
    event.refresh_from_db()
    return event
