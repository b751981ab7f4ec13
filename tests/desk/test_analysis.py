"""The director's page of the analysis: how far it is, and the buttons."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.analysis.evenings import Worker, played
from tests.builders import make_director, make_event, start_round
from tournament.analysis.models import Analysis, BoardAnalysis
from tournament.analysis.services import analysis_catch_up
from tournament.events.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Worker:
    return Worker(monkeypatch)


@pytest.fixture
def director() -> Client:
    client = Client()
    client.force_login(make_director())
    return client


def page(client: Client, event: Event, name: str = "desk_analysis") -> str:
    answer = client.get(reverse(name, args=[event.public_id]))
    assert answer.status_code == 200
    return answer.content.decode()


def press(client: Client, event: Event, what: str) -> None:
    answer = client.post(reverse("desk_analysis", args=[event.public_id]), {"do": what})
    assert answer.status_code == 302


@pytest.mark.parametrize("name", ["desk_analysis", "desk_event"])
def test_the_director_starts_stops_and_continues(
    director: Client, worker: Worker, name: str
) -> None:
    event = played(boards=3)
    Analysis.objects.all().delete()
    assert "<strong>0</strong> of 3 boards analysed" in page(director, event, name)
    assert ">Analyse</button>" in page(director, event, name)
    press(director, event, "start")
    worker.work(1)
    assert "<strong>1</strong> of 3 boards analysed" in page(director, event, name)
    assert '<progress id="analysis-done" value="1" max="3">' in page(director, event, name)
    assert ">Stop</button>" in page(director, event, name)
    press(director, event, "stop")
    worker.work()
    assert ">Continue</button>" in page(director, event, name)
    assert BoardAnalysis.objects.count() == 1
    press(director, event, "start")
    worker.work()
    complete = "<strong>3</strong> of 3 boards analysed · the analysis is complete"
    assert complete in page(director, event, name)
    assert 'name="do"' not in page(director, event, name)


def test_there_is_nothing_to_press_while_tables_play(director: Client, worker: Worker) -> None:
    event = make_event(players=3, rounds=1, boards_per_round=2)
    start_round(event)
    assert "there is nothing to analyse yet" in page(director, event)
    assert 'name="do"' not in page(director, event)
    assert "Analysis" not in page(director, event, "desk_event")
    press(director, event, "start")
    worker.work()
    assert not BoardAnalysis.objects.exists()


def test_a_board_that_failed_is_named(director: Client, worker: Worker) -> None:
    event = played()
    analysis_catch_up()
    Analysis.objects.update(failed_board=2, stopped_at="2026-11-30T20:00Z")
    assert "Board 2 could not be analysed." in page(director, event)
    assert ">Continue</button>" in page(director, event)


def test_another_game_is_told_so(director: Client) -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1, game="vicaire")
    assert "Boards of this game cannot be analysed." in page(director, event)
    press(director, event, "start")
    assert "Boards of this game cannot be analysed." in page(director, event)
    assert not Analysis.objects.exists()


def test_as_many_queries_for_many_boards_as_for_few(director: Client, worker: Worker) -> None:
    counted = []
    for boards in (2, 6):
        event = played(boards=boards)
        page(director, event)
        with CaptureQueriesContext(connection) as queries:
            page(director, event)
        counted.append(len(queries))
    assert counted[0] == counted[1]
