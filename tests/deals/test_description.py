import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.description import (
    Announced,
    Description,
    DescriptionError,
    canonical_json,
    describe,
    layout,
    load_json,
    read,
)
from deals.imported import read_text
from engine.dealing import deal
from engine.errors import BadRecord
from engine.games.comon import Comon
from engine.protocol import NO_OPTIONS, Deal, Options
from engine.registry import game

KEY = bytes(range(32))
COMON = game("comon")


def comon(**changes: Any) -> Description:
    chosen: dict[str, Any] = {
        "set_id": "0123456789abcdef",
        "boards": 36,
        "purpose": "main",
        "pass_four_aces": False,
        "announced": None,
    }
    return describe(COMON, NO_OPTIONS, **{**chosen, **changes})


texts = st.text(st.characters(codec="utf-8"), min_size=1, max_size=200)


@given(
    boards=st.integers(1, 9999),
    purpose=st.sampled_from(("main", "reserve")),
    aces=st.booleans(),
    source=texts,
)
def test_a_description_comes_back_from_its_text(
    boards: int, purpose: str, aces: bool, source: str
) -> None:
    described = comon(
        boards=boards,
        purpose=purpose,
        pass_four_aces=aces,
        announced=Announced(source=source, date="2026-12-05"),
    )

    text = canonical_json(described.public())

    assert read_text(text) == described
    assert canonical_json(json.loads(text)) == text


def test_everything_in_a_description_is_sealed() -> None:
    changed = [
        comon(set_id="f" * 16),
        comon(boards=35),
        comon(purpose="reserve"),
        comon(pass_four_aces=True),
        comon(announced=Announced(source="Loto", date="2026-12-05")),
        comon(announced=Announced(source="Loto", date="2026-12-06")),
        comon(announced=Announced(source="Keno", date="2026-12-05")),
    ]
    commitments = {described.commitment(KEY) for described in (comon(), *changed)}

    assert len(commitments) == 8
    assert comon().commitment(KEY) != comon().commitment(KEY[::-1])


def test_the_public_description_tells_nothing_of_the_key() -> None:
    assert "key" not in comon().public()


@given(board=st.integers(1, 36), value=texts, aces=st.booleans())
def test_a_description_deals_as_the_engine_does(board: int, value: str, aces: bool) -> None:
    described = comon(pass_four_aces=aces)

    assert described.deal(key=KEY, public_value=value, board=board) == deal(
        COMON, key=KEY, board=board, public_value=value, pass_four_aces=aces
    )


@pytest.mark.parametrize("board", [0, 37])
def test_a_board_the_set_does_not_have_is_refused(board: int) -> None:
    with pytest.raises(ValueError, match="boards 1 to 36"):
        comon().deal(key=KEY, public_value="", board=board)


def test_options_the_game_does_not_have_are_refused() -> None:
    with pytest.raises(BadRecord):
        describe(
            COMON,
            {"jokers": True},
            set_id="0",
            boards=1,
            purpose="main",
            pass_four_aces=False,
            announced=None,
        )


def test_a_game_that_does_not_deal_hand_by_hand_is_refused() -> None:
    class Scattered(Comon):
        def deal_from(self, cards: Any, options: Options = NO_OPTIONS) -> Deal:
            return Deal((tuple(cards[0::3]), tuple(cards[1::3]), tuple(cards[2::3])), ())

    with pytest.raises(ValueError, match="one hand after another"):
        layout(Scattered(), NO_OPTIONS)


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("format", "triplicate-deal-set/2"),
        ("algorithm", "triplicate-deal/2"),
        ("set", "<b>"),
        ("set", 7),
        ("game", "Com'on!"),
        ("purpose", "other"),
        ("purpose", []),
        ("boards", 0),
        ("boards", 10_000),
        ("boards", True),
        ("boards", 3.0),
        ("deck", []),
        ("deck", ["A S"] * 32),
        ("deck", ["AS"] * 256),
        ("deck", "AS"),
        ("hands", [10, 10, 11]),
        ("hands", [10, 10, 0]),
        ("hands", {}),
        ("talon", 3),
        ("talon", "2"),
        ("pass_four_aces", 1),
        ("options", []),
        ("options", {"Élite": True}),
        ("options", {"players": 2**53}),
        ("options", {"players": 1.5}),
        ("options", {"players": [3]}),
        ("options", {"mode": "\ud800"}),
        ("announced", "Loto"),
        ("announced", {"source": "Loto"}),
        ("announced", {"source": "", "date": "2026-12-05"}),
        ("announced", {"source": "Loto", "date": "5 December"}),
        ("announced", {"source": "x" * 201, "date": "2026-12-05"}),
    ],
)
def test_what_cannot_be_a_description_is_refused_in_one_line(field: str, wrong: object) -> None:
    with pytest.raises(DescriptionError) as refused:
        read({**comon().public(), field: wrong})

    assert "\n" not in str(refused.value)


def test_a_missing_or_unknown_member_is_refused() -> None:
    public = comon().public()
    missing = {name: value for name, value in public.items() if name != "talon"}

    for wrong in (missing, {**public, "note": ""}, [public], None):
        with pytest.raises(DescriptionError):
            read(wrong)


@pytest.mark.parametrize(
    "text", ["", "{", '{"a":1,"a":2}', "[NaN]", "[" * 100_000, "9" * 5_000, '{"a":{"b":1,"b":1}}']
)
def test_json_that_two_readers_could_read_differently_is_refused(text: str) -> None:
    with pytest.raises(DescriptionError):
        load_json(text)
