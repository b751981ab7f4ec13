"""Ten recorded deals of each game, with all that a replay says of them.

A change of any rule shows here. Look at the difference before accepting it. To write the files
again:

    cd tests/engine/golden
    rm playthroughs.*
    for game in comon vicaire triton; do
        for bots in random,simple,random simple; do
            python -m engine selfplay --game $game --bots $bots --boards 5 --seed playthroughs \
                >> playthroughs.records.jsonl
        done
    done
    python -m engine replay playthroughs.records.jsonl > playthroughs.replays.jsonl

(with the project's directory on PYTHONPATH).
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from engine.record import dump, load
from engine.registry import keys
from engine.replay import replay

GOLDEN = Path(__file__).parent / "golden"
RECORDS = (GOLDEN / "playthroughs.records.jsonl").read_text("utf-8").splitlines()
REPLAYS = (GOLDEN / "playthroughs.replays.jsonl").read_text("utf-8").splitlines()


def test_ten_deals_of_each_game_are_recorded() -> None:
    assert len(RECORDS) == len(REPLAYS)
    assert Counter(load(record).game for record in RECORDS) == dict.fromkeys(keys(), 10)


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_a_recorded_deal_replays_as_recorded(number: int) -> None:
    record = load(RECORDS[number])
    assert dump(record) == RECORDS[number]
    assert json.dumps(replay(record).as_json()) == REPLAYS[number]
