"""`manage.py analyse EVENT`: an old event at one go, stopped and gone on with."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.analysis.evenings import Worker, played, published
from tests.builders import make_event, start_round
from tests.live.tables import finish, play_at
from tournament.analysis import at_once
from tournament.analysis.models import Analysis, BoardAnalysis, PlayAnalysis
from tournament.analysis.selectors import Stage, analysis_progress, board_analyses
from tournament.analysis.services import (
    analysis_catch_up,
    analysis_step,
    analysis_stop,
    board_save,
)
from tournament.analysis.solver_process import SolverFailed
from tournament.events.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def old() -> Event:
    """An event published before there was any analysis."""
    event = published(played(boards=4))
    Analysis.objects.all().delete()
    return event


def analyse(event: Event, **options: Any) -> str:
    said = StringIO()
    call_command("analyse", event.public_id, stdout=said, **options)
    return said.getvalue()


def test_all_boards_are_analysed_and_it_says_how_far_it_is(old: Event) -> None:
    said = analyse(old, workers=2).splitlines()
    assert said == [f"{done} of 4 boards analysed" for done in range(5)]
    assert list(board_analyses(old)) == [1, 2, 3, 4]
    assert analysis_catch_up() == 0
    assert analyse(old).splitlines() == ["4 of 4 boards analysed"]


def test_a_board_with_more_plays_than_a_step_takes_is_read_to_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = make_event(players=9, rounds=1, boards_per_round=1, play_mode="live")
    start_round(event)
    for table in (1, 2, 3):
        finish(play_at(event, table))
    monkeypatch.setattr("tournament.analysis.services.PLAYS_A_STEP", 2)
    analyse(event, workers=1)
    assert PlayAnalysis.objects.count() == 3
    assert analysis_progress(event).stage is Stage.DONE


def test_interrupted_it_stops_for_the_site_too_and_goes_on_where_it_was(
    old: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[int] = []

    def interrupted(**values: Any) -> None:
        if len(kept) == 2:
            raise KeyboardInterrupt
        board_save(**values)
        kept.append(values["question"].board.number)

    with monkeypatch.context() as keyboard:
        keyboard.setattr(at_once, "board_save", interrupted)
        with pytest.raises(SystemExit) as ended:
            analyse(old, workers=1)
    assert ended.value.code == 130
    assert list(board_analyses(old)) == kept
    assert analysis_progress(old).stage is Stage.STOPPED
    assert analysis_catch_up() == 0
    said = analyse(old, workers=1).splitlines()
    assert said[0] == "2 of 4 boards analysed"
    assert analysis_progress(old).stage is Stage.DONE


def test_the_sites_worker_gives_way_to_it(old: Event, worker: Worker) -> None:
    Analysis.objects.create(event=old, changed=1)
    analysis_catch_up()
    (task,) = worker.sent
    analyse(old)
    before = set(BoardAnalysis.objects.values_list("pk", "created"))
    analysis_step(event_id=task[0], ticket=task[1])
    assert set(BoardAnalysis.objects.values_list("pk", "created")) == before


def test_the_director_can_stop_it(old: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(**values: Any) -> None:
        board_save(**values)
        analysis_stop(event=old)

    monkeypatch.setattr(at_once, "board_save", stopped)
    with pytest.raises(SystemExit) as ended:
        analyse(old, workers=1)
    assert ended.value.code == 1
    assert list(board_analyses(old)) == [1]


def test_it_says_which_board_failed(old: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: Any, **_options: Any) -> None:
        raise SolverFailed("ended")

    monkeypatch.setattr(at_once, "solve", broken)
    with pytest.raises(CommandError, match="Board 1 could not be analysed"):
        analyse(old, workers=1)
    assert analysis_progress(old).failed_board == 1


def test_what_cannot_be_analysed_is_said(db: None) -> None:
    with pytest.raises(CommandError, match="no event nothing"):
        call_command("analyse", "nothing")
    other = make_event(players=3, rounds=1, boards_per_round=1, game="vicaire")
    with pytest.raises(CommandError, match="cannot be analysed"):
        analyse(other)
