"""Processes are killed while results arrive: nothing acknowledged is lost, standings catch up."""

import json
import random
import threading
import time
import uuid
from functools import partial

import pytest

from tests.flows.power import Power, persist
from tests.linux import only_linux
from tests.served import Phone, run_on, until

pytestmark = [pytest.mark.site, only_linux]

MADE = """
import json
from tests.builders import make_event, start_round
event = make_event(players=12, rounds=1, boards_per_round=6)
playing = start_round(event)
print(json.dumps([
    {
        "code": table.code,
        "entries": list(table.chairs.order_by("number").values_list("entry_id", flat=True)),
        "boards": list(table.plays.order_by("board").values_list("board__number", flat=True)),
    }
    for table in event.tables.all()
]))
"""

STORED = """
import json
from tournament.events.models import Event
from tournament.results.models import Result
from tournament.standings.models import Standings
from tournament.standings.selectors import rows_of, standings_computed, standings_of
event = Event.objects.get()
stored = standings_of(event)
print(json.dumps({
    "results": [
        [table, board, detail["tricks"]]
        for table, board, detail in Result.objects.order_by("pk").values_list(
            "play__table__code", "play__board__number", "detail"
        )
    ],
    "seen": stored.seen,
    "changed": stored.changed,
    "equal": list(rows_of(stored)) == list(standings_computed(event).rows),
}))
"""


def test_killed_processes_lose_no_result(power: Power) -> None:
    tables = json.loads(run_on(power.data, MADE))
    acknowledged: list[tuple[str, int, list[int]]] = []
    failures: list[BaseException] = []
    drawn = random.Random("faults")
    counts = [[5, 3, 2], [4, 4, 2], [10, 0, 0], [6, 3, 1], [4, 3, 3], [5, 5, 0]]

    def play(table: dict[str, object], tricks: list[list[int]]) -> None:
        try:
            code, boards, entries = str(table["code"]), table["boards"], table["entries"]
            assert isinstance(boards, list)
            assert isinstance(entries, list)
            phones = [Phone(power.site.address, code) for _seat in range(2)]
            for phone, entry in zip(phones, entries, strict=False):
                persist(partial(phone.sit, entry))
            for board, own in zip(boards, tricks, strict=True):
                entered = persist(partial(phones[0].enter, board, own, uuid.uuid4()))
                assert entered == 200, entered
                confirmed = persist(partial(phones[1].confirm, board))
                # 0: confirmed before the answer was lost, so there is nothing more to confirm.
                assert confirmed in {0, 200}, confirmed
                acknowledged.append((code, board, own))
        except BaseException as failure:
            failures.append(failure)
            raise

    players = [
        threading.Thread(target=play, args=(table, drawn.sample(counts, 6))) for table in tables
    ]
    for player in players:
        player.start()
    for kind in ("worker", "web", "beat", "worker"):
        time.sleep(0.7)
        power.site.kill(kind)
    power.fail_and_return()
    for player in players:
        player.join()
    assert failures == []
    power.fail_and_return()

    def caught_up() -> bool:
        found = json.loads(run_on(power.data, STORED))
        return bool(found["seen"] == found["changed"])

    until(caught_up, "the standings have seen every result")
    stored = json.loads(run_on(power.data, STORED))
    assert len(acknowledged) == 24
    assert sorted(map(tuple, [(c, b, tuple(t)) for c, b, t in stored["results"]])) == sorted(
        (code, board, tuple(tricks)) for code, board, tricks in acknowledged
    )
    assert stored["equal"]
