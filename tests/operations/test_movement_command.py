"""`manage.py movement`: what it prints holds what it promises, checked from the JSON alone."""

import json
from collections import Counter
from io import StringIO
from itertools import combinations
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("movement", *arguments, stdout=out)
    return out.getvalue()


def as_json(*arguments: str) -> Any:
    return json.loads(printed(*arguments, "--json"))


def test_the_json_is_a_complete_movement_with_its_quality() -> None:
    movement = as_json("--players", "14", "--rounds", "4", "--boards", "4", "--seed", "s")
    met: Counter[tuple[int, int]] = Counter()
    compared: Counter[tuple[int, int]] = Counter()
    held: Counter[tuple[int, int]] = Counter()
    boards = []
    for each in movement["rounds"]:
        people = [player for table in each["tables"] for player in table["players"]]
        assert sorted(people + each["sitouts"]) == list(range(1, 15))
        fields: dict[tuple[int, int], list[int]] = {}
        for table in each["tables"]:
            met.update(combinations(sorted(table["players"]), 2))
            for board, turn in zip(table["boards"], table["turns"], strict=True):
                for chair, player in enumerate(table["players"]):
                    fields.setdefault((board, (chair + turn) % 3), []).append(player)
                    held[player, (chair + turn) % 3] += 1
        for players in fields.values():
            compared.update(combinations(sorted(players), 2))
        boards += each["tables"][0]["boards"]
        assert all(table["boards"] == each["tables"][0]["boards"] for table in each["tables"])
    assert boards == list(range(1, 17))
    pairs = list(combinations(range(1, 15), 2))
    assert movement["quality"]["meetings"] == {
        str(times): number for times, number in sorted(Counter(met[p] for p in pairs).items())
    }
    assert movement["quality"]["comparisons"] == {
        str(times): number for times, number in sorted(Counter(compared[p] for p in pairs).items())
    }
    for player in range(1, 15):
        seats = [held[player, seat] for seat in range(3)]
        assert max(seats) - min(seats) <= 1


def test_seats_hold_when_asked_to() -> None:
    movement = as_json("--players", "9", "--rounds", "2", "--boards", "3", "--fixed-seats")
    assert {tuple(t["turns"]) for r in movement["rounds"] for t in r["tables"]} == {(0, 0, 0)}


def test_shared_boards_are_at_one_table_at_a_time_and_come_to_nobody_twice() -> None:
    movement = as_json("--players", "13", "--rounds", "5", "--boards", "3", "--shared")
    had: set[tuple[int, int]] = set()
    for each in movement["rounds"]:
        laid = [board for table in each["tables"] for board in table["boards"]]
        assert len(set(laid)) == len(laid) == 12
        for table in each["tables"]:
            for board in table["boards"]:
                for player in table["players"]:
                    assert (player, board) not in had
                    had.add((player, board))
    assert movement["quality"]["conflicts"] == 0


def test_the_text_says_who_sits_where_and_what_it_is_worth() -> None:
    text = printed("--players", "4", "--rounds", "1", "--boards", "3")
    assert "Round 1\n  table  1:" in text
    assert "boards 1–3 " in text
    assert "sitting out:" in text
    assert "Balance:" in text


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        (("2", "1", "1"), "from 3 to 300 players"),
        (("9", "0", "1"), "from 1 to 40 rounds"),
        (("9", "1", "21"), "from 1 to 20 boards"),
    ],
)
def test_what_cannot_be_is_refused(numbers: tuple[str, str, str], sentence: str) -> None:
    players, rounds, boards = numbers
    with pytest.raises(CommandError, match=sentence):
        printed("--players", players, "--rounds", rounds, "--boards", boards)
