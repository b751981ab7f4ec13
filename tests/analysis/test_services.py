"""Boards are analysed one by one, whatever happens to whoever is at it."""

from typing import Any

import pytest
from django.db import connection

from deals.selectors import deal_of
from engine import solver
from engine.registry import game
from tests.analysis.evenings import Worker, analysed, played, played_live, published
from tests.builders import make_event, play_round, record, start_round
from tournament.analysis import services, solver_process
from tournament.analysis.models import Analysis, BoardAnalysis, Mistake, PlayAnalysis
from tournament.analysis.selectors import (
    Stage,
    analysis_progress,
    board_analyses,
    board_analysis,
    mistakes_by_entry,
    play_mistakes,
)
from tournament.analysis.services import (
    Holder,
    analysis_catch_up,
    analysis_start,
    analysis_step,
    analysis_stop,
)
from tournament.analysis.solver_process import SolverFailed
from tournament.errors import Refused
from tournament.events.models import Board, Event
from tournament.live.models import LiveDeal, Step
from tournament.live.positions import position_of
from tournament.results.models import Result
from tournament.rules.playlog import Kind
from tournament.tables.models import Play

# In real transactions: a step is queued when its own transaction is over.
pytestmark = pytest.mark.django_db(transaction=True)


def numbers() -> list[int]:
    return sorted(BoardAnalysis.objects.values_list("board__number", flat=True))


def test_each_board_has_the_figures_that_the_solver_gives(worker: Worker) -> None:
    event = played()
    analysed(event, worker)
    published(event)
    for board in Board.objects.filter(session__event=event):
        found = board_analysis(board)
        deal = deal_of(board.deal_set, board.deal_number)
        state = game("comon").start(deal, board.deal_set.options)
        assert found is not None
        assert found.guaranteed == [solver.guaranteed(state, seat) for seat in range(3)]
        assert found.fewest == [solver.fewest(state, seat) for seat in range(3)]
        assert found.best_score == [solver.best_score(state, seat) for seat in range(3)]
        assert found.par_tricks == list(solver.par(state).tricks)
        assert found.par_scores == list(solver.par(state).scores)
        assert found.par_rule == solver.PAR_RULE
    assert list(board_analyses(event)) == [1, 2]


def test_a_board_waits_until_every_table_has_closed_it(worker: Worker) -> None:
    event = make_event(players=6, rounds=2, boards_per_round=1)
    playing = start_round(event)
    first, last = playing.plays.order_by("pk")
    record(first)
    analysed(event, worker)
    assert numbers() == []
    record(last)
    analysed(event, worker)
    assert numbers() == [1]


def test_a_board_that_goes_on_to_another_table_waits_for_it(worker: Worker) -> None:
    event = make_event(players=6, rounds=2, boards_per_round=1, movement="shared")
    play_round(event)
    analysed(event, worker)
    assert numbers() == []


def test_an_event_of_another_game_has_no_analysis(worker: Worker) -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1, game="vicaire")
    play = start_round(event).plays.get()
    record(play, (4, 3, 3))
    analysed(event, worker)
    assert not Analysis.objects.exists()
    assert analysis_progress(event).stage is Stage.NONE
    with pytest.raises(Refused):
        analysis_start(event=event)


def test_a_step_delivered_twice_does_nothing_the_second_time(worker: Worker) -> None:
    played(boards=3)
    analysis_catch_up()
    (task,) = worker.sent
    worker.work(1)
    assert numbers() == [1]
    following = list(worker.sent)
    analysis_step(event_id=task[0], ticket=task[1])
    assert numbers() == [1]
    assert worker.sent == following


def test_a_worker_killed_at_a_board_is_followed_by_another_at_that_board(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = played(boards=3)
    analysis_catch_up()
    worker.work(1)
    with monkeypatch.context() as power:
        power.setattr(services, "solve", _killed)
        with pytest.raises(KeyboardInterrupt):
            worker.work(1)
    worker.work()
    assert numbers() == [1]  # nobody knows yet
    assert analysis_catch_up() == 0
    worker.lose()
    assert analysis_catch_up() == 1
    worker.work()
    assert numbers() == [1, 2, 3]
    assert analysis_progress(event).stage is Stage.DONE
    assert analysis_catch_up() == 0


def _killed(*_args: Any, **_options: Any) -> None:
    raise KeyboardInterrupt


def test_what_a_dead_broker_lost_is_queued_again(worker: Worker) -> None:
    played()
    assert analysis_catch_up() == 1
    worker.sent.clear()
    assert analysis_catch_up() == 0  # it may still be on its way
    worker.lose()
    assert analysis_catch_up() == 1
    worker.work()
    assert numbers() == [1, 2]


def test_stopped_it_leaves_the_next_board_until_it_is_continued(worker: Worker) -> None:
    event = played(boards=3)
    analysis_catch_up()
    worker.work(1)
    analysis_stop(event=event)
    worker.work()
    assert numbers() == [1]
    assert analysis_progress(event).stage is Stage.STOPPED
    worker.lose()
    assert analysis_catch_up() == 0
    analysis_start(event=event)
    analysis_start(event=event)
    worker.work()
    assert numbers() == [1, 2, 3]


def test_stopped_in_the_middle_of_a_board_its_solver_is_ended(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = played()
    monkeypatch.setattr("tournament.analysis.solver_process.BEAT", 0.001)
    stay = Holder.stay

    def stop_meanwhile(holder: Holder) -> bool:
        analysis_stop(event=event)
        return stay(holder)

    monkeypatch.setattr(Holder, "stay", stop_meanwhile)
    analysis_catch_up()
    worker.work()
    assert numbers() == []
    assert analysis_progress(event).stage is Stage.STOPPED


def test_nothing_is_locked_while_a_board_is_computed(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    played()
    seen: list[bool] = []

    def watched(*args: Any, **options: Any) -> Any:
        seen.append(connection.in_atomic_block)
        return solver_process.solve(*args, **options)

    monkeypatch.setattr(services, "solve", watched)
    analysis_catch_up()
    worker.work()
    assert seen == [False, False]


def test_one_event_comes_after_the_other(worker: Worker) -> None:
    first, second = played(boards=1), played(boards=1)
    assert analysis_catch_up() == 1
    assert analysis_catch_up() == 0
    analysis_start(event=second)
    assert [event for event, _ticket in worker.sent] == [first.pk]
    analysed(first, worker)
    assert BoardAnalysis.objects.filter(board__session__event=second).exists() is False
    worker.work()
    analysed(second, worker)
    assert analysis_progress(second).stage is Stage.DONE


def test_a_board_that_cannot_be_computed_stops_it_and_is_named(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = played()

    def broken(*_args: Any, **_options: Any) -> None:
        raise SolverFailed("ended")

    with monkeypatch.context() as machine:
        machine.setattr(services, "solve", broken)
        analysis_catch_up()
        worker.work()
    progress = analysis_progress(event)
    assert (progress.stage, progress.failed_board) == (Stage.STOPPED, 1)
    worker.lose()
    assert analysis_catch_up() == 0
    analysis_start(event=event)
    worker.work()
    assert analysis_progress(event).stage is Stage.DONE


def _gone(event: Event) -> None:
    """Delete an event as no page does: its results protect it."""
    Result.objects.filter(play__table__event=event).delete()
    Event.objects.get(pk=event.pk).delete()


@pytest.mark.parametrize("moment", ["before", "meanwhile", "at the end"])
def test_an_event_deleted_while_it_is_analysed_ends_it_and_is_no_fault(
    worker: Worker,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    moment: str,
) -> None:
    event = played()
    monkeypatch.setattr("tournament.analysis.solver_process.BEAT", 0.001)
    solve = solver_process.solve

    def deleted(*args: Any, **options: Any) -> Any:
        found = solve(*args, **options) if moment == "at the end" else None
        _gone(event)
        return found or solve(*args, **options)

    analysis_catch_up()
    if moment == "before":
        _gone(event)
    else:
        monkeypatch.setattr(services, "solve", deleted)
    with caplog.at_level("WARNING"):
        worker.work()
    assert not caplog.records
    assert not worker.sent
    assert not Analysis.objects.exists()
    assert not BoardAnalysis.objects.exists()
    assert analysis_catch_up() == 0


def test_an_event_of_before_is_offered_and_begins_when_asked_for(worker: Worker) -> None:
    event = published(played())
    Analysis.objects.all().delete()
    assert analysis_catch_up() == 0
    assert analysis_progress(event).stage is Stage.OFFERED
    analysis_start(event=event)
    worker.work()
    assert list(board_analyses(event)) == [1, 2]


def test_a_board_with_another_deal_is_analysed_anew(worker: Worker) -> None:
    event = published(played(boards=1))
    analysed(event, worker)
    board = Board.objects.get(session__event=event)
    before = board_analysis(board)
    assert before is not None
    board.deal_set, board.deal_number = board.session.reserve_set, 1
    board.save()
    assert board_analysis(board) is None
    assert board_analyses(event) == {}
    analysis_start(event=event)
    worker.work()
    after = board_analysis(board)
    assert after is not None
    assert after.commitment == board.deal_set.commitment


def _line(live: LiveDeal) -> list[tuple[int, str, int, int]]:
    """Return by seat and card the own score at par before and after, for each card played."""
    position = position_of(live)
    return [
        (
            play.seat,
            play.action,
            solver.par(before).scores[play.seat],
            solver.par(after).scores[play.seat],
        )
        for play, before, after in zip(
            position.taken, position.states, position.states[1:], strict=False
        )
    ]


def test_the_cards_are_marked_by_which_a_players_par_fell(worker: Worker) -> None:
    event = published(played_live(boards=2))
    analysed(event, worker)
    found = 0
    for play in Play.objects.filter(table__event=event):
        live = play.live_deals.get()
        fell = {
            (ply, seat, card, before, after)
            for ply, (seat, card, before, after) in enumerate(_line(live), start=1)
            if after < before
        }
        shown = play_mistakes(play)
        assert fell == {(m.ply, m.seat, m.card, m.par_before, m.par_after) for m in shown}
        found += len(shown)
        states = position_of(live).states
        for mistake in shown:
            before = states[mistake.ply - 1]
            kept = [
                value.card
                for value in solver.card_values(before)
                if value.par.scores[mistake.seat] == mistake.par_before
            ]
            assert mistake.better == kept
            assert mistake.card not in kept
            assert mistake.guaranteed_before == solver.guaranteed(before, mistake.seat)
            after = states[mistake.ply]
            assert mistake.guaranteed_after == solver.guaranteed(after, mistake.seat)
    assert found


def test_a_player_is_counted_only_their_own_cards(worker: Worker) -> None:
    event = published(played_live(boards=3))
    analysed(event, worker)
    before = sum(each.mistakes for each in mistakes_by_entry(event).values())
    (away,) = Mistake.objects.values_list("seat", flat=True)[:1]
    # What that seat was dealt, a bot played for somebody who was away.
    Step.objects.filter(seat=away, kind=Kind.PLAY).update(by=Step.By.GONE)
    PlayAnalysis.objects.all().delete()
    analysis_start(event=event)
    worker.work()
    assert Mistake.objects.filter(seat=away).exists()
    assert not any(mistake.is_persons for mistake in Mistake.objects.filter(seat=away))
    by_entry = mistakes_by_entry(event)
    for entry in event.entries.all():
        own = 0
        for seat in entry.seats.all():
            own += Mistake.objects.filter(
                analysis__live_deal__play=seat.play, seat=seat.number, by=Step.By.PERSON
            ).count()
        assert (by_entry[entry.pk].mistakes, by_entry[entry.pk].boards) == (own, 3)
    others = Mistake.objects.exclude(seat=away).count()
    assert sum(each.mistakes for each in by_entry.values()) == others < before


def test_a_deal_that_was_stopped_counts_no_more(worker: Worker) -> None:
    event = published(played_live(boards=1))
    analysed(event, worker)
    assert PlayAnalysis.objects.exists()
    LiveDeal.objects.update(voided_at="2026-11-30T20:00Z")
    assert mistakes_by_entry(event) == {}
    assert not play_mistakes(Play.objects.get(table__event=event))
