"""Analysing an event at one go, several boards at a time: for a program at a terminal."""

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from tournament.events.models import Event

from .models import Analysis
from .selectors import Progress, analysis_progress, boards_due
from .services import Question, board_save, holder_draw, question
from .solver_process import BEAT, SolverFailed, solve
from .solving import Findings


class BoardFailed(Exception):
    """A board could not be computed: its number."""


def event_analyse(*, event: Event, workers: int, tell: Callable[[Progress], None]) -> bool:
    """Analyse an event's boards, so many at a time, each saved at once; return whether all are.

    They are not when the director stops it meanwhile. The site's own worker gives way; whatever
    ends this program, it goes on from there. `tell` is called with how far it is, at first and
    after each board. Raises BoardFailed.
    """
    holder = holder_draw(event=event)
    changed = Analysis.objects.values_list("changed", flat=True).get(event=event)
    over = threading.Event()
    running: dict[Future[Findings | None], Question] = {}
    tell(analysis_progress(event))
    with ThreadPoolExecutor(workers) as pool:
        try:
            waiting = deque(boards_due(event).select_related("deal_set"))
            while waiting or running:
                while waiting and len(running) < workers:
                    asked = question(waiting.popleft())
                    answer = pool.submit(solve, asked.records, goes_on=lambda: not over.is_set())
                    running[answer] = asked
                done = wait(running, timeout=BEAT, return_when=FIRST_COMPLETED).done
                if not holder.stay():
                    return False
                for answer in done:
                    asked = running.pop(answer)
                    _keep(asked, answer)
                    # Of a board with many plays some may be left.
                    waiting.extend(
                        boards_due(event).filter(pk=asked.board.pk).select_related("deal_set")
                    )
                    tell(analysis_progress(event))
        except BoardFailed as failed:
            holder.fail(failed.args[0])
            raise
        finally:
            over.set()
    holder.finish(seen=changed)
    return True


def _keep(asked: Question, answer: "Future[Findings | None]") -> None:
    try:
        found = answer.result()
    except SolverFailed as failed:
        raise BoardFailed(asked.board.number) from failed
    if found is not None:
        board_save(question=asked, found=found)
