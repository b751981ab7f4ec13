"""What forms ask, game by game, and what is said of an answer that cannot be."""

from typing import Any

import pytest

from engine.registry import keys
from engine.variant import variant
from tournament.errors import Refused
from tournament.results.asks import asked_read, asks_tricks, knows_misplays
from tournament.results.selectors import detail_scores


@pytest.mark.parametrize("key", keys())
def test_every_game_can_be_asked_for(key: str) -> None:
    rules = variant(key)
    detail = {ask.name: [ask.values[0]] * rules.seats for ask in rules.asks}
    assert asked_read(rules, lambda name: str(detail[name[:-2]][0])).keys() == detail.keys()


def test_what_games_ask() -> None:
    assert [asks_tricks(variant(key)) for key in ("comon", "vicaire", "triton")] == [
        True,
        True,
        False,
    ]
    assert [knows_misplays(key) for key in ("comon", "vicaire", "triton")] == [True, False, False]


@pytest.mark.parametrize(
    ("key", "detail", "sentence"),
    [
        ("comon", {"tricks": [5, 5, 5]}, "add up to 10"),
        ("vicaire", {"tricks": [5, 5]}, "add up to 10"),
        ("vicaire", {"fault": 0}, "add up to 10"),
        ("comon", {"fault": 3}, "who misplayed"),
        ("triton", {"combinations": [5, 0, 0], "best": [1, 0, 0]}, "0, 10, 20, 30, 50, 70, 100"),
        ("triton", {"combinations": [0, 0, 0], "best": [1, 0, 0]}, "not possible together"),
        ("triton", {"combinations": [50, 20, 0], "best": [0, 0, 0]}, "Say which seat"),
        ("triton", {"combinations": [50, 20, 0], "best": [0, 1, 0]}, "only a seat with 50"),
        ("triton", {"combinations": [70, 70, 70], "best": [1, 1, 1]}, "at most 1"),
        ("triton", {"tricks": [5, 3, 2]}, "no result of the game"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(
    key: str, detail: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(Refused, match=sentence):
        detail_scores(variant(key), detail)


def test_a_choice_that_is_missing_is_asked_for() -> None:
    with pytest.raises(Refused, match="Choose for each seat one of 0, 10"):
        asked_read(variant("triton"), lambda name: "" if name == "combinations_1" else "10")
