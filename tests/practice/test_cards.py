"""The cards somebody played in practice, compared with par: by whom, when, and for whose eyes."""

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine import solver
from tests.analysis.evenings import play_badly, played, played_live, published
from tests.builders import make_event, play_round
from tests.live.tables import play_on
from tournament.analysis.models import Mistake, PlayAnalysis
from tournament.analysis.selectors import deal_mistakes
from tournament.analysis.services import deal_analyse
from tournament.analysis.solver_process import SolverFailed
from tournament.events.models import Board, Event
from tournament.live.models import LiveDeal, Step
from tournament.live.positions import position_of
from tournament.practice import services, tasks
from tournament.practice.models import Practice
from tournament.practice.services import practice_begin, practice_delete
from tournament.push import publish

# In real transactions: the work is queued when the deal's own transaction is over.
pytestmark = pytest.mark.django_db(transaction=True)


class Worker:
    """The broker and its worker: what is sent waits here until it is told to work."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent = 0
        monkeypatch.setattr(publish, "_quiet_until", 0.0)
        monkeypatch.setattr(tasks.practice_analyse, "apply_async", self._receive)

    def _receive(self, _arguments: Any, **_options: Any) -> None:
        self.sent += 1

    def work(self) -> int:
        """Do what was sent, and what that sends; return how many steps it were."""
        steps = 0
        while self.sent:
            self.sent -= 1
            steps += 1
            tasks.practice_analyse()
        return steps


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Worker:
    return Worker(monkeypatch)


@pytest.fixture
def event(worker: Worker) -> Event:
    return published(played(boards=1))


def begin(client: Client, event: Event, seat: int = 1) -> Practice:
    answer = client.post(
        reverse("practice_board", args=[event.public_id, 1]), {"seat": seat, "bot": "simple"}
    )
    assert answer.status_code == 302
    return Practice.objects.latest("pk")


def finished(practice: Practice) -> Practice:
    play_on(practice.live_deal)
    practice.refresh_from_db()
    return practice


def result(practice: Practice, client: Client, **headers: str) -> str:
    address = reverse("practice_result", args=[practice.public_id])
    return client.get(address, headers=headers).content.decode()


def falls(live: LiveDeal, seat: int) -> list[int]:
    """The numbers of the cards by which a seat's own score at par fell."""
    position = position_of(live)
    outlooks = [solver.par(state).scores[seat] for state in position.states]
    return [
        ply
        for ply, play in enumerate(position.taken, start=1)
        if play.seat == seat and outlooks[ply] < outlooks[ply - 1]
    ]


def own(practice: Practice) -> list[int]:
    found = deal_mistakes(practice.live_deal) or []
    return [each.ply for each in found if each.seat == practice.seat]


def test_the_cards_by_which_ones_par_fell_are_counted_and_named(
    worker: Worker,
) -> None:
    # With the keys of this event everybody's worst cards are mistakes.
    event, client, many = published(played_live(boards=1)), Client(), []
    for seat in range(3):
        practice = begin(client, event, seat)
        play_badly(play_on(practice.live_deal, 9))
        practice.refresh_from_db()
        worker.work()
        fell = falls(practice.live_deal, seat)
        many.append(len(fell))
        assert own(practice) == fell
        page = result(practice, client)
        words = "No mistake by par" if not fell else f"{len(fell)} mistake"
        assert words in page
        assert [f'?ply={ply}"' in page for ply in range(1, 31)] == [
            ply in fell for ply in range(1, 31)
        ]
        assert page.count("Your par fell") == len(fell)
        for ply in fell:
            replay = reverse("replay", args=[practice.live_deal.public_id])
            assert "replay-mistake" in client.get(f"{replay}?ply={ply}").content.decode()
    assert any(many)
    # The bots' cards are marked in the replay, and count for nobody.
    assert Mistake.objects.filter(by=Step.By.BOT).exists()
    tries = client.get(reverse("practice_board", args=[event.public_id, 1])).content.decode()
    assert tries.count("mistakes-made") == sum(1 for each in many if each)


def test_the_page_waits_for_the_worker_and_asks_again(worker: Worker, event: Event) -> None:
    client = Client()
    practice = finished(begin(client, event))
    waiting = result(practice, client, **{"HX-Request": "true"})
    assert "are being compared" in waiting
    assert 'hx-trigger="every 2s"' in waiting
    assert "<html" not in waiting
    worker.work()
    there = result(practice, client, **{"HX-Request": "true"})
    assert "are being compared" not in there
    assert "hx-trigger" not in there


def test_what_the_broker_lost_the_scheduler_finds(worker: Worker, event: Event) -> None:
    practice = finished(begin(Client(), event))
    worker.sent = 0
    tasks.practice_analyse()
    assert PlayAnalysis.objects.filter(live_deal=practice.live_deal).exists()


def test_one_practice_comes_after_the_other(
    worker: Worker, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (finished(begin(Client(), event)) for _each in range(2))
    order, during = [], []

    def watched(*, live: LiveDeal, goes_on: Any) -> None:
        order.append(live.pk)
        if len(order) == 1:
            tasks.practice_analyse()
            during.extend(order)

    monkeypatch.setattr(services, "deal_analyse", watched)
    worker.work()
    assert during == [first.live_deal_id]
    assert order == [first.live_deal_id, second.live_deal_id]


def test_a_worker_killed_at_it_is_followed_by_another(
    worker: Worker, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    practice = finished(begin(Client(), event))

    def killed(**_options: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as power:
        power.setattr(services, "deal_analyse", killed)
        with pytest.raises(KeyboardInterrupt):
            worker.work()
    tasks.practice_analyse()
    assert deal_mistakes(practice.live_deal) is None  # nobody knows yet
    Practice.objects.update(analysis_due=timezone.now() - timedelta(seconds=1))
    tasks.practice_analyse()
    assert deal_mistakes(practice.live_deal) is not None


def test_cards_that_cannot_be_compared_are_left_alone(
    worker: Worker,
    event: Event,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    client = Client()
    practice = finished(begin(client, event))

    def broken(**_options: Any) -> None:
        raise SolverFailed("ended")

    monkeypatch.setattr(services, "deal_analyse", broken)
    worker.work()
    practice.refresh_from_db()
    assert practice.analysis_due is None
    assert practice.public_id in caplog.text
    page = result(practice, client)
    assert "Your cards" not in page
    assert "All who held seat" in page


def test_a_practice_deleted_meanwhile_leaves_nothing_and_is_no_fault(
    worker: Worker,
    event: Event,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    practice = finished(begin(Client(), event))
    before = PlayAnalysis.objects.count()

    def deleted_meanwhile(*, live: LiveDeal, goes_on: Any) -> None:
        practice_delete(practice_id=practice.pk)
        deal_analyse(live=live, goes_on=goes_on)

    monkeypatch.setattr(services, "deal_analyse", deleted_meanwhile)
    with caplog.at_level(logging.WARNING):
        worker.work()
    assert PlayAnalysis.objects.count() == before
    assert not caplog.records


def test_another_game_has_no_par_and_no_such_marks(worker: Worker) -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1, game="vicaire")
    play_round(event)
    event = published(event)
    client = Client()
    practice = begin(client, event)
    play_on(practice.live_deal)
    practice.refresh_from_db()
    assert worker.sent == 0
    assert practice.analysis_due is None
    assert "Your cards" not in result(practice, client)


def test_no_mistake_is_told_of_hands_that_are_sealed(worker: Worker, event: Event) -> None:
    """Practice has public hands only; what else is played outside events has not."""
    board = Board.objects.filter(session__event=event).first()
    assert board is not None
    practice = finished(
        practice_begin(board=board, seat=0, bot="simple", device="phone", address=None)
    )
    worker.work()
    assert deal_mistakes(practice.live_deal) is not None
    type(board.deal_set).objects.update(revealed_at=None)
    assert deal_mistakes(practice.live_deal) is None
