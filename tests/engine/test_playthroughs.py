"""Ten recorded deals, with all that a replay says of them: a change of any rule shows here.

Look at the difference before accepting it. To write the files again:

    cd tests/engine/golden
    python -m engine selfplay --game comon --bots random,simple,random --boards 5 \
        --seed playthroughs > playthroughs.records.jsonl
    python -m engine selfplay --game comon --bots simple --boards 5 \
        --seed playthroughs >> playthroughs.records.jsonl
    python -m engine replay playthroughs.records.jsonl > playthroughs.replays.jsonl

(with the project's directory on PYTHONPATH).
"""

import json
from pathlib import Path

import pytest

from engine.record import dump, load
from engine.replay import replay

GOLDEN = Path(__file__).parent / "golden"
RECORDS = (GOLDEN / "playthroughs.records.jsonl").read_text("utf-8").splitlines()
REPLAYS = (GOLDEN / "playthroughs.replays.jsonl").read_text("utf-8").splitlines()


def test_ten_deals_are_recorded() -> None:
    assert len(RECORDS) == len(REPLAYS) == 10


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_a_recorded_deal_replays_as_recorded(number: int) -> None:
    record = load(RECORDS[number])
    assert dump(record) == RECORDS[number]
    assert json.dumps(replay(record).as_json()) == REPLAYS[number]
