"""How many ways small endings can be played, counted by hand in golden/endings.json.

`hands` are what each seat holds when the ending begins, `counts` the number of legal sequences of
one card, of two, and so on; `worked_out` is the count by hand.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.protocol import State
from engine.record import load
from engine.registry import game
from tests.engine.builders import play

ENDINGS = json.loads((Path(__file__).parent / "golden" / "endings.json").read_text("utf-8"))


def sequences(state: State, plies: int) -> int:
    """The number of legal sequences of this many actions."""
    if plies == 0:
        return 1
    seat = state.actor
    if seat is None:
        return 0
    return sum(sequences(state.apply(seat, action), plies - 1) for action in state.legal())


@pytest.mark.parametrize("ending", ENDINGS, ids=[ending["name"] for ending in ENDINGS])
def test_an_ending_has_as_many_ways_as_were_counted(ending: dict[str, Any]) -> None:
    record = load(json.dumps(ending["record"]))
    state = play(game(record.game).start(record.deal, record.options), *record.actions)
    assert state.actor == ending["leader"]
    assert [set(state.view(seat).hand) for seat in range(len(record.deal.hands))] == [
        set(hand.split()) for hand in ending["hands"]
    ]
    plies = range(1, len(ending["counts"]) + 2)
    assert [sequences(state, each) for each in plies] == [*ending["counts"], 0]
