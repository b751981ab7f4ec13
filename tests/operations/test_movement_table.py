"""`manage.py movement --table`: every movement measured, and what it promises and does not keep."""

import csv
from dataclasses import replace
from fractions import Fraction
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tournament.operations.movement_table import (
    Measured,
    draws_found,
    measured,
    most_meetings,
    summary,
)
from tournament.rules.movements import Quality, plan, quality
from tournament.rules.movements.holding import known


def table(*options: str) -> list[str]:
    out = StringIO()
    call_command("movement", "--table", *options, stdout=out)
    return out.getvalue().splitlines()


def test_each_line_says_what_one_movement_is_worth() -> None:
    lines = table("--from=8", "--to=10", "--rounds=4", "--boards=6", "--seed=s")
    rows = list(csv.DictReader(lines[:25]))
    assert [(row["players"], row["rounds"], row["seats"]) for row in rows] == [
        (str(players), str(rounds), seats)
        for players in (8, 9, 10)
        for rounds in (1, 2, 3, 4)
        for seats in ("fixed", "turned")
    ]
    for row in rows:
        rounds = plan(
            available=[range(int(row["players"]))] * int(row["rounds"]),
            boards_per_round=6,
            seed="s",
            turned=row["seats"] == "turned",
            whole_event=True,
        )
        figures = quality(rounds)
        assert int(row["tables"]) == figures.tables
        assert int(row["largest_meetings"]) == max(figures.meetings) == 1
        assert int(row["pairs_over"]) == 0
        assert int(row["comparisons_min"]) == figures.comparisons_min
        assert int(row["comparisons_max"]) == figures.comparisons_max
        assert int(row["sit_out_spread"]) == figures.sit_outs_max - figures.sit_outs_min
        assert abs(float(row["balance"]) - figures.balance) <= 0.05
        assert float(row["seat_spread"]) <= (0 if row["seats"] == "turned" else 1)
    assert lines[25].startswith("24 movements in ")


def test_seats_that_hold_only_when_asked_for() -> None:
    lines = table("--from=6", "--to=6", "--rounds=2", "--fixed-seats")
    assert [line.split(",")[3] for line in lines[1:3]] == ["fixed", "fixed"]
    assert lines[3].startswith("2 movements in ")


def test_pairs_that_meet_too_often_are_counted() -> None:
    """Two rounds of two tables cannot be had without a second meeting."""
    lines = table("--from=6", "--to=6", "--rounds=2", "--fixed-seats")
    row = list(csv.DictReader(lines[:3]))[1]
    assert (row["largest_meetings"], row["pairs_over"]) == ("2", "2")


def test_where_the_window_is_missed_other_draws_are_tried() -> None:
    """Of numbers too few to find it nothing is said, and of a movement that keeps its promise."""
    best = known(9, 8)
    assert best is not None
    missed = replace(GOOD, players=9, rounds=8)
    assert draws_found(missed, best.draws + 1) is not None
    assert draws_found(missed, 1) is None
    lines = table("--from=9", "--to=9", "--rounds=3", "--fixed-seats", "--draws=5")
    assert lines[-1].startswith("3 movements in ")


@pytest.mark.parametrize(
    ("players", "rounds", "most"),
    [(12, 4, 1), (12, 5, 2), (13, 6, 1), (13, 7, 3), (60, 20, 1), (60, 21, 2), (300, 19, 1)],
)
def test_how_often_two_may_meet(players: int, rounds: int, most: int) -> None:
    assert most_meetings(players, rounds) == most


# A movement of seats that hold, with plain figures that keep every promise.
GOOD = measured(9, 3, 2, "s", turned=False)
FINE = replace(GOOD.quality, comparisons_min=0, comparisons_max=2)


def with_figures(figures: Quality) -> Measured:
    return replace(GOOD, quality=figures)


@pytest.mark.parametrize(
    ("movement", "misses"),
    [
        (with_figures(FINE), []),
        (with_figures(replace(FINE, meetings={0: 9, 2: 27})), ["meets 2 times, not 1"]),
        (with_figures(replace(FINE, sit_outs_max=2)), ["sit-outs 2 apart"]),
        (with_figures(replace(FINE, conflicts=1)), ["1 conflicts"]),
        (with_figures(replace(FINE, comparisons_max=6)), []),
        (with_figures(replace(FINE, comparisons_max=7)), ["comparisons 7 apart, not 6"]),
        (replace(with_figures(FINE), seat_spread=Fraction(3, 2)), ["seats 1.50 apart"]),
        (replace(with_figures(FINE), seat_spread=Fraction(1), turned=True), ["seats 1.00 apart"]),
    ],
)
def test_a_promise_missed_is_said(movement: Measured, misses: list[str]) -> None:
    assert list(movement.misses()) == misses
    name = "9/3/2 turned" if movement.turned else "9/3/2 fixed"
    wrong = f"{len(misses)} miss a promise" + "".join(f"\n{name}: {miss}" for miss in misses)
    assert summary([movement]).endswith(wrong)


def test_uneven_comparisons_are_said_where_every_table_turns_in_its_own_way() -> None:
    good = measured(12, 4, 6, "s", turned=True)
    assert list(good.misses()) == []
    changed = [list(row) for row in good.matrices.comparisons]
    one, other = next(
        (one, other)
        for one, met in enumerate(good.matrices.meetings)
        for other in range(one)
        if not met[other]
    )
    changed[one][other] += 1
    uneven = replace(good, matrices=replace(good.matrices, comparisons=tuple(map(tuple, changed))))
    assert list(uneven.misses()) == ["pairs that never meet compared [8, 9] times"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--from=2",), "from 3 to 300 players"),
        (("--to=301",), "from 3 to 300 players"),
        (("--from=10", "--to=9"), "no smaller than --from"),
        (("--rounds=0",), "from 1 to 40 rounds"),
        (("--boards=0",), "from 1 to 20 boards"),
    ],
)
def test_a_table_of_what_cannot_be_is_refused(options: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        table(*options)


def test_without_a_table_the_size_is_to_be_given() -> None:
    with pytest.raises(CommandError, match="from 3 to 300 players"):
        call_command("movement", "--rounds=2", "--boards=2", stdout=StringIO())
