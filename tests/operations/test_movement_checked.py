"""What `manage.py movement --json` prints, recounted by a checker that shares no code with it."""

import json
from collections.abc import Callable
from copy import deepcopy
from io import StringIO

import pytest
from django.core.management import call_command

from tests.movement_checker import Movement, everybody, faults, is_shared


def printed(players: int, rounds: int, boards: int, *options: str) -> Movement:
    numbers = [f"--players={players}", f"--rounds={rounds}", f"--boards={boards}"]
    out = StringIO()
    call_command("movement", *numbers, *options, "--json", stdout=out)
    movement: Movement = json.loads(out.getvalue())
    assert everybody(movement) == list(range(1, players + 1))
    assert len(movement["rounds"]) == rounds
    assert all(len(t["boards"]) == boards for each in movement["rounds"] for t in each["tables"])
    return movement


# Every number of players, with every number of boards and few and many rounds among them.
SIZES = [(players, 1 + players * 5 % 12, 1 + players * 3 % 8) for players in range(3, 30)]
LARGE = [(47, 20, 3), (60, 12, 6), (92, 3, 4)]


@pytest.mark.parametrize(("players", "rounds", "boards"), [*SIZES, *LARGE])
def test_turned_boards_are_what_they_say(players: int, rounds: int, boards: int) -> None:
    assert faults(printed(players, rounds, boards)) == []


@pytest.mark.parametrize(("players", "rounds", "boards"), [*SIZES, *LARGE])
def test_seats_that_hold_are_what_they_say(players: int, rounds: int, boards: int) -> None:
    movement = printed(players, rounds, boards, "--fixed-seats")
    assert faults(movement) == []
    assert (
        faults(printed(players, rounds, boards, "--fixed-seats", "--cut-short"), cut_short=True)
        == []
    )
    assert {t for each in movement["rounds"] for x in each["tables"] for t in x["turns"]} == {0}


@pytest.mark.parametrize("options", [(), ("--fixed-seats",)])
@pytest.mark.parametrize(
    ("players", "rounds", "boards"),
    [(6, 3, 1), (8, 4, 3), (11, 4, 4), (13, 6, 3), (18, 7, 2), (25, 4, 6)],
)
def test_shared_boards_are_what_they_say(
    players: int, rounds: int, boards: int, options: tuple[str, ...]
) -> None:
    movement = printed(players, rounds, boards, "--shared", *options)
    assert is_shared(movement)
    assert faults(movement) == []


# --- that the checker notices


def _two_chairs(movement: Movement) -> None:
    players = movement["rounds"][1]["tables"][0]["players"]
    players[0], players[1] = players[1], players[0]


def _two_tables(movement: Movement) -> None:
    one, other = movement["rounds"][2]["tables"][:2]
    one["players"][0], other["players"][0] = other["players"][0], one["players"][0]


def _twice_in_a_round(movement: Movement) -> None:
    one, other = movement["rounds"][0]["tables"][:2]
    one["players"][0] = other["players"][0]


def _sit_out_and_play(movement: Movement) -> None:
    movement["rounds"][0]["sitouts"][0] = movement["rounds"][0]["tables"][0]["players"][0]


def _another_sits_out(movement: Movement) -> None:
    each = movement["rounds"][2]
    seated = each["tables"][0]["players"]
    again = next(p for p in seated if any(p in e["sitouts"] for e in movement["rounds"]))
    sitting = each["sitouts"][0]
    seated[seated.index(again)], each["sitouts"][0] = sitting, again


def _no_table(movement: Movement) -> None:
    movement["rounds"][0]["tables"].pop()


def _board_again(movement: Movement) -> None:
    first, second = (each["tables"] for each in movement["rounds"][:2])
    for table in second:
        met = next(t for t in first if set(t["players"]) & set(table["players"]))
        table["boards"] = met["boards"]


def _board_at_two_tables(movement: Movement) -> None:
    one, other = movement["rounds"][0]["tables"][:2]
    one["boards"] = [*other["boards"][1:], 99]


def _not_turned(movement: Movement) -> None:
    table = movement["rounds"][0]["tables"][0]
    table["turns"] = [1, 1, 1, 1]


def _fewer_turns(movement: Movement) -> None:
    movement["rounds"][0]["tables"][0]["turns"].pop()


def _fewer_meetings(movement: Movement) -> None:
    movement["quality"]["meetings"]["0"] += 1


def _fewer_comparisons(movement: Movement) -> None:
    least = min(movement["quality"]["comparisons"])
    movement["quality"]["comparisons"][least] -= 1


def _better_seats(movement: Movement) -> None:
    movement["quality"]["seat_spread"][1] -= 0.0001


def _fewer_sit_outs(movement: Movement) -> None:
    movement["quality"]["sitouts"][1] -= 1


def _conflict(movement: Movement) -> None:
    movement["quality"]["conflicts"] = 1


def _better_balance(movement: Movement) -> None:
    movement["quality"]["balance"] += 0.0001


Change = Callable[[Movement], None]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_two_chairs, ""),
        (_two_tables, ""),
        (_twice_in_a_round, "is at 2 places"),
        (_sit_out_and_play, "is at 2 places"),
        (_another_sits_out, ""),
        (_no_table, "is at 0 places"),
        (_board_again, " again"),
        (_board_at_two_tables, "at two tables"),
        (_not_turned, ""),
        (_fewer_turns, "3 turns for"),
        (_fewer_meetings, "meetings"),
        (_fewer_comparisons, "comparisons"),
        (_better_seats, "seat_spread"),
        (_fewer_sit_outs, "sitouts"),
        (_conflict, "conflicts"),
        (_better_balance, "balance"),
    ],
)
@pytest.mark.parametrize("options", [(), ("--shared",), ("--fixed-seats",)])
def test_every_fault_is_noticed(options: tuple[str, ...], change: Change, says: str) -> None:
    movement = printed(13, 4, 4, "--seed=s", *options)
    changed = deepcopy(movement)
    change(changed)
    assert faults(movement) == []
    assert any(says in fault for fault in faults(changed)), faults(changed)
