"""What the director may give instead of a result, and what is said of anything else."""

from typing import Any

import pytest

from engine.registry import keys
from engine.variant import variant
from tournament.errors import Refused
from tournament.results.adjusted import MOST_PARTS, adjusted_scores
from tournament.rules.plain import score_from_json

A_PLUS = {"average": "A+"}
KEPT = {"tricks": [5, 3, 2]}
CHANGED = {"tricks": [4, 4, 2]}


def nested(depth: int) -> list[Any]:
    """Lists in lists, deeper than Python walks."""
    deep: list[Any] = []
    for _ in range(depth):
        deep = [deep]
    return deep


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        ([A_PLUS, {"average": "A"}, {"average": "A-"}], ["A+", "A", "A-"]),
        (
            [{"average": "A+ fixed"}, {"average": "A fixed"}, {"average": "A- fixed"}],
            ["A+ fixed", "A fixed", "A- fixed"],
        ),
        ([A_PLUS, None, None], ["A+", None, None]),
        ([{"shares": [[100, KEPT]]}] * 3, [1, -2, 0]),
        (
            [{"shares": [[60, KEPT], [40, CHANGED]]}] * 3,
            [1, "-2*3/5 1*2/5", "-2*2/5 0*3/5"],
        ),
        (
            [{"shares": [[100, KEPT]]}, {"shares": [[100, CHANGED]]}, {"average": "A-"}],
            [1, 1, "A-"],
        ),
        ([{"shares": [[50, KEPT], [50, KEPT]]}, None, A_PLUS], [1, None, "A+"]),
        (
            [{"shares": [[1, {"fault": 0}], [99, KEPT]]}, None, None],
            ["-2*1/100 1*99/100", None, None],
        ),
        (({"shares": ((100, KEPT),)}, None, None), [1, None, None]),
    ],
)
def test_each_seat_gets_its_own(given: Any, stored: list[Any]) -> None:
    assert adjusted_scores(variant("comon"), given, seats=3) == stored
    for each in stored:
        score_from_json(each)


def test_other_games_have_their_own_results() -> None:
    combinations = {"combinations": [50, 20, 0], "best": [1, 0, 0]}
    given = [{"shares": [[100, combinations]]}, A_PLUS, None]
    assert adjusted_scores(variant("triton"), given, seats=3) == [80, "A+", None]
    assert adjusted_scores(variant("vicaire"), [{"shares": [[100, KEPT]]}] * 3, seats=3) == [
        5,
        3,
        2,
    ]


def test_as_many_results_as_are_taken_together() -> None:
    shares = [[10, KEPT]] * (MOST_PARTS - 1) + [[100 - 10 * (MOST_PARTS - 1), CHANGED]]
    assert adjusted_scores(variant("comon"), [{"shares": shares}, None, None], seats=3) == [
        1,
        None,
        None,
    ]


WHO = "Say what each seat gets."


@pytest.mark.parametrize("game", keys())
@pytest.mark.parametrize(
    "given",
    [
        None,
        3,
        True,
        "A+A",
        b"A+A",
        {},
        {"0": A_PLUS, "1": A_PLUS, "2": A_PLUS},
        [],
        [A_PLUS, A_PLUS],
        [A_PLUS] * 4,
        [A_PLUS, A_PLUS, "A+"],
        [A_PLUS, A_PLUS, 60],
        [A_PLUS, A_PLUS, []],
        [A_PLUS, A_PLUS, [A_PLUS]],
        [A_PLUS, A_PLUS, {}],
        [A_PLUS, A_PLUS, {"averages": "A+"}],
        [A_PLUS, A_PLUS, {"\0": "A+"}],
        [A_PLUS, A_PLUS, {"average": "A+", "shares": [[100, KEPT]]}],
        nested(3),
    ],
)
def test_seats_that_do_not_say_what_they_get_are_refused(game: str, given: Any) -> None:
    with pytest.raises(Refused, match=WHO):
        adjusted_scores(variant(game), given, seats=3)


@pytest.mark.parametrize("game", keys())
def test_what_counts_for_nobody_was_not_played(game: str) -> None:
    with pytest.raises(Refused, match="say that the board was not played"):
        adjusted_scores(variant(game), [None] * 3, seats=3)


@pytest.mark.parametrize("game", keys())
@pytest.mark.parametrize(
    "name",
    [
        "",
        "B",
        "a+",
        "A++",
        "A +",
        "A−",
        "A+ fixed fixed",
        "60",
        "-2",
        "0*1/2 1*1/2",
        "0*1/0 1*1",
        "0*1e999999999 1*1",
        "A+\0",
        "\0",
        "\ud800",
        pytest.param("9" * 5000, id="many digits"),
        b"A+",
        None,
        True,
        60,
        1.5,
        pytest.param(10**4000, id="a large number"),
        ["A+"],
        {"average": "A+"},
        nested(5000),
    ],
)
def test_an_average_is_one_of_three(game: str, name: Any) -> None:
    with pytest.raises(Refused, match="An average is A"):
        adjusted_scores(variant(game), [{"average": name}, None, None], seats=3)


@pytest.mark.parametrize(
    ("shares", "sentence"),
    [
        (None, WHO),
        ([], WHO),
        ({}, WHO),
        ("60", WHO),
        (b"60", WHO),
        (100, WHO),
        ({"100": KEPT}, WHO),
        ([100, KEPT], WHO),
        ([[100]], WHO),
        ([[100, KEPT, 1]], WHO),
        ([{100: KEPT, 0: KEPT}], WHO),
        (["ab"], WHO),
        ([None], WHO),
        (nested(5000), WHO),
        ([[100, None]], WHO),
        ([[100, "5-3-2"]], WHO),
        ([[100, [5, 3, 2]]], WHO),
        ([[100, nested(5000)]], WHO),
        ([[100.0, KEPT]], "whole per cent"),
        ([[float("nan"), KEPT]], "whole per cent"),
        ([[float("inf"), KEPT]], "whole per cent"),
        ([["100", KEPT]], "whole per cent"),
        ([["\0", KEPT]], "whole per cent"),
        ([[None, KEPT]], "whole per cent"),
        ([[True, KEPT], [99, KEPT]], "whole per cent"),
        ([[0, KEPT], [100, KEPT]], "whole per cent"),
        ([[-10, KEPT], [110, KEPT]], "whole per cent"),
        ([[101, KEPT]], "whole per cent"),
        ([[10**4000, KEPT]], "whole per cent"),
        ([[60, KEPT]], "sum to 100"),
        ([[60, KEPT], [60, CHANGED]], "sum to 100"),
        ([[33, KEPT], [33, CHANGED], [33, KEPT]], "sum to 100"),
        ([[10, KEPT]] * (MOST_PARTS + 1), f"at most {MOST_PARTS}"),
        ([[1, KEPT]] * 100, f"at most {MOST_PARTS}"),
        ([[100, {}]], "add up to 10"),
        ([[100, {"tricks": [5, 3, 3]}]], "add up to 10"),
        ([[100, {"tricks": [11, 0, -1]}]], "add up to 10"),
        ([[100, {"tricks": [5, 5]}]], "add up to 10"),
        ([[100, {"tricks": [5.0, 3, 2]}]], "add up to 10"),
        ([[100, {"tricks": [True, 7, 2]}]], "add up to 10"),
        ([[100, {"tricks": "532"}]], "add up to 10"),
        ([[100, {"tricks": "\0"}]], "add up to 10"),
        ([[100, {"tricks": {"0": 10}}]], "add up to 10"),
        ([[100, {"tricks": nested(5000)}]], "add up to 10"),
        ([[100, {"tricks": [5, 3, 2], "fault": 0}]], "add up to 10"),
        ([[100, {"\0": 1}]], "add up to 10"),
        ([[100, {"fault": 3}]], "who misplayed"),
        ([[100, {"fault": True}]], "who misplayed"),
        ([[100, {"fault": "\0"}]], "who misplayed"),
        ([[100, {"fault": []}]], "who misplayed"),
        ([[100, {"not_played": "no time"}]], "add up to 10"),
        ([[100, {"adjusted": [A_PLUS] * 3}]], "add up to 10"),
        ([[100, {"combinations": [50, 20, 0], "best": [1, 0, 0]}]], "add up to 10"),
        ([[50, KEPT], [50, {"tricks": [5, 3, 3]}]], "add up to 10"),
    ],
)
def test_shares_are_whole_per_cent_of_results_of_the_game(shares: Any, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        adjusted_scores(variant("comon"), [None, {"shares": shares}, A_PLUS], seats=3)


@pytest.mark.parametrize(
    ("game", "detail", "sentence"),
    [
        ("vicaire", {"fault": 0}, "add up to 10"),
        ("vicaire", {"tricks": [5, 5, 5]}, "add up to 10"),
        ("triton", KEPT, "no result of the game"),
        ("triton", {"fault": 0}, "no result of the game"),
        ("triton", {"combinations": [[], 20, 0], "best": [1, 0, 0]}, "combination of each seat"),
        ("triton", {"combinations": [50, 20, 0], "best": None}, "which seat"),
        ("triton", {"combinations": [50, 20, 0], "best": [0, 1, 0]}, "only a seat with 50"),
    ],
)
def test_a_result_that_the_game_does_not_have_is_refused(
    game: str, detail: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(Refused, match=sentence):
        adjusted_scores(variant(game), [{"shares": [[100, detail]]}, None, None], seats=3)


def test_one_bad_seat_is_enough() -> None:
    for at in range(3):
        given: list[Any] = [A_PLUS] * 3
        given[at] = {"shares": [[99, KEPT]]}
        with pytest.raises(Refused, match="sum to 100"):
            adjusted_scores(variant("comon"), given, seats=3)
