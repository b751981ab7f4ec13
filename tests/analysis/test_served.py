"""The analysis on the running site: its worker killed in the middle, the site killed and started
again, results entered meanwhile."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.linux import only_linux
from tests.served import Site, manage, run_on, until

pytestmark = [pytest.mark.site, only_linux]

EVENT = """
from tests.builders import make_event, play_round
from tournament.analysis.models import Analysis
event = make_event(players=3, rounds=4, boards_per_round=6)
for _round in range(4):
    play_round(event)
Analysis.objects.all().delete()
print(event.pk, end="")
"""
START = """
from tournament.analysis.services import analysis_start
from tournament.events.models import Event
analysis_start(event=Event.objects.get(pk={event}))
"""
SAVED = """
import json
from tournament.analysis.models import Analysis, BoardAnalysis
from tournament.analysis.selectors import analysis_progress
from tournament.events.models import Event
event = Event.objects.get(pk={event})
found = BoardAnalysis.objects.filter(board__session__event=event).order_by("pk")
boards = [[board, str(created)] for board, created in found.values_list("board_id", "created")]
print(json.dumps([boards, analysis_progress(event).stage]))
"""
RESULT = """
from tests.builders import make_event, record, start_round
from tournament.standings.models import Standings
event = make_event(players=3, rounds=1, boards_per_round=1, name="Other")
record(start_round(event).plays.get())
print(event.pk, end="")
"""
STANDING = """
from tournament.standings.models import Standings
found = Standings.objects.get(event_id={event})
print(int(found.seen == found.changed), end="")
"""
# A killed worker is noticed after its lease, by the next sweep.
PATIENCE = 90.0


@pytest.fixture
def data(tmp_path: Path) -> Path:
    done = manage(tmp_path, "migrate", "--verbosity", "0")
    assert done.returncode == 0, done.stderr
    return tmp_path


@pytest.fixture
def start(data: Path) -> Iterator[Callable[[], Site]]:
    running: list[Site] = []

    def started() -> Site:
        running.append(Site(data))
        return running[-1]

    yield started
    for site in running:
        site.stop()


class Watched:
    """What the analysis of an event has saved."""

    def __init__(self, data: Path, event: str) -> None:
        self.data, self.event = data, event

    def read(self) -> tuple[dict[int, str], str]:
        boards, stage = json.loads(run_on(self.data, SAVED.format(event=self.event)))
        return dict(boards), stage

    def wait(self, boards: int) -> dict[int, str]:
        deadline = time.monotonic() + PATIENCE
        while len(saved := self.read()[0]) < boards:
            assert time.monotonic() < deadline, f"{len(saved)} of {boards} boards"
        return saved


def test_killed_anywhere_it_goes_on_where_it_was_and_computes_no_board_twice(
    start: Callable[[], Site], data: Path
) -> None:
    event = run_on(data, EVENT)
    watched = Watched(data, event)
    site = start()
    run_on(data, START.format(event=event))
    before = watched.wait(2)
    site.kill("worker")
    after_worker = watched.wait(len(before) + 4)
    site.kill_everything()
    kept, stage = watched.read()
    assert stage == "running"
    site = start()
    # Meanwhile the worker sees to other things.
    other = run_on(data, RESULT)
    until(lambda: run_on(data, STANDING.format(event=other)) == "1", "the standings are computed")
    watched.wait(24)
    until(lambda: watched.read()[1] == "done", "it is complete")
    saved, _stage = watched.read()
    assert saved.items() >= before.items()
    assert saved.items() >= after_worker.items()
    assert saved.items() >= kept.items()
    assert "Traceback" not in site.said


def test_ctrl_c_in_the_middle_is_no_failure(start: Callable[[], Site], data: Path) -> None:
    event = run_on(data, EVENT)
    watched = Watched(data, event)
    site = start()
    run_on(data, START.format(event=event))
    watched.wait(2)
    site.press_ctrl_c()
    assert site.process.wait(PATIENCE) == 0
    kept, stage = watched.read()
    assert len(kept) < 24
    assert stage == "running"
    start()
    saved = watched.wait(24)
    assert saved.items() >= kept.items()
