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

(with the project's directory on PYTHONPATH). The games with options have files of their own, and
the test of each game says how they were made. So have these, made with the same seed:

    --game sotlylaisse --bots random,simple,random --boards 5, and then --bots simple --boards 5
    --game super-bataille --bots random --boards 5, then with --boards 1 and --options
        {"players": 2}, 4, 5 and 6, and {"ace14": true, "limit": 100}
    --game tir-a-la-carte --bots random --boards 10
    --game 3579, loyatais and escopette --bots random --boards 5, and then --bots simple --boards 5
    --game empereur --bots random,simple,random --boards 2, then --bots simple --boards 3, then with
        --boards 1 and --options {"mode": "elite", "previous": 1}, {"mode": "mirror", "players": 4,
        "previous": 0}, {"mode": "mirror_elite", "jokers": false, "previous": 2}, {"players": 2,
        "jokers": false} and {"players": 6}
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from engine.record import dump, load
from engine.registry import keys
from engine.replay import replay

GOLDEN = Path(__file__).parent / "golden"
ALL = "playthroughs"
FILES = sorted(path.name.removesuffix(".records.jsonl") for path in GOLDEN.glob("*.records.jsonl"))


def lines(name: str, kind: str) -> list[str]:
    return (GOLDEN / f"{name}.{kind}.jsonl").read_text("utf-8").splitlines()


DEALS = [
    pytest.param(record, shown, id=f"{name}-{number}")
    for name in FILES
    for number, (record, shown) in enumerate(
        zip(lines(name, "records"), lines(name, "replays"), strict=True), start=1
    )
]


@pytest.mark.parametrize("name", FILES)
def test_ten_deals_of_each_game_are_recorded(name: str) -> None:
    recorded = Counter(load(record).game for record in lines(name, "records"))
    assert recorded == dict.fromkeys(keys() if name == ALL else [name], 10)


@pytest.mark.parametrize(("line", "shown"), DEALS)
def test_a_recorded_deal_replays_as_recorded(line: str, shown: str) -> None:
    record = load(line)
    assert dump(record) == line
    assert json.dumps(replay(record).as_json()) == shown
