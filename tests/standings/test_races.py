"""Two schedulers and two workers at the same instant, in real threads on real connections."""

from typing import Any

import pytest
from django.utils import timezone

from tests.builders import make_event, play_round
from tests.races import at_once
from tournament.events.models import Event
from tournament.push import publish
from tournament.standings.models import BoardScores, Standings
from tournament.standings.selectors import rows_of, standings_computed, standings_of
from tournament.standings.services import QUEUED_FOR_LOST, standings_catch_up, standings_compute
from tournament.standings.tasks import standings_recompute

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What reached the broker: publishing is the outside, so it stops here."""
    messages: list[Any] = []
    # Another test may just have taken the broker away.
    monkeypatch.setattr(publish, "_quiet_until", 0.0)
    monkeypatch.setattr(
        standings_recompute, "apply_async", lambda args, **_options: messages.append(args)
    )
    return messages


@pytest.fixture
def played(sent: list[Any]) -> Event:
    """An event whose recomputation was lost with its broker."""
    event = make_event(players=9, rounds=1, boards_per_round=2)
    play_round(event)
    Standings.objects.update(queued_at=timezone.now() - 2 * QUEUED_FOR_LOST)
    sent.clear()
    return event


def test_of_two_schedulers_one_queues_what_was_lost(played: Event, sent: list[Any]) -> None:
    queued = at_once(standings_catch_up, standings_catch_up)
    assert sorted(queued) == [0, 1]
    assert sent == [(played.pk,)]


def test_of_two_workers_with_the_same_task_one_stores(played: Event) -> None:
    def act() -> bool:
        return standings_compute(event_id=played.pk)

    assert sorted(at_once(act, act)) == [False, True]
    stored = standings_of(played)
    assert stored.seen == stored.changed
    assert list(rows_of(stored)) == list(standings_computed(played).rows)
    assert BoardScores.objects.filter(event=played).count() == 2
