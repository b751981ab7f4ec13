import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import PIQUET
from engine.dealing import deal, deal_by, shuffle
from engine.games.comon import holder_of_four_aces
from engine.protocol import Deal
from engine.registry import game

ROOT = Path(__file__).parents[2]
VECTORS = json.loads((ROOT / "tests/deals/vectors.json").read_text(encoding="utf-8"))["deals"]
KEY = bytes(range(32))
COMON = game("comon")

keys = st.binary(min_size=32, max_size=32)
boards = st.integers(1, 2**32 - 1)


def order(
    deck: tuple[str, ...] = PIQUET,
    *,
    key: bytes = KEY,
    public_value: str = "",
    game: str = "comon",
    board: int = 1,
    attempt: int = 0,
) -> tuple[str, ...]:
    return shuffle(
        deck, key=key, public_value=public_value, game=game, board=board, attempt=attempt
    )


def numbered(size: int) -> tuple[str, ...]:
    return tuple(map(str, range(size)))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["name"]))
def test_the_published_vectors_never_change(vector: dict[str, Any]) -> None:
    cards = order(
        tuple(vector["deck"].split()),
        key=bytes.fromhex(vector["key"]),
        public_value=vector["public_value"],
        game=vector["game"],
        board=vector["board"],
        attempt=vector["attempt"],
    )

    assert " ".join(cards) == " ".join([*vector["hands"], vector["talon"]]).strip()


def test_the_games_own_deals_are_those_of_the_vectors() -> None:
    of_comon = [v for v in VECTORS if v["game"] == "comon" and len(v["deck"].split()) == 32]

    for vector in of_comon:
        found = deal(
            COMON,
            key=bytes.fromhex(vector["key"]),
            board=vector["board"],
            public_value=vector["public_value"],
            pass_four_aces=vector["pass_four_aces"],
        )
        assert [" ".join(hand) for hand in found.hands] == vector["hands"]
        assert " ".join(found.talon) == vector["talon"]
    assert len(of_comon) >= 5


@pytest.mark.parametrize("hash_seed", ["0", "1", "4294967295"])
def test_deals_do_not_depend_on_the_process(hash_seed: str) -> None:
    program = (
        "from engine.dealing import deal; from engine.registry import game\n"
        "print([deal(game('comon'), key=bytes(range(32)), board=n, pass_four_aces=True)"
        " for n in range(1, 40)])"
    )
    printed = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    here = [deal(COMON, key=KEY, board=n, pass_four_aces=True) for n in range(1, 40)]
    assert printed.strip() == str(here)


def test_a_thousand_keys_deal_every_card_once() -> None:
    for number in range(1000):
        dealt = deal(COMON, key=number.to_bytes(32, "big"), board=1)
        cards = [card for part in (*dealt.hands, dealt.talon) for card in part]
        assert sorted(cards) == sorted(PIQUET)
        assert [len(hand) for hand in dealt.hands] == [10, 10, 10]


def test_each_order_of_three_cards_is_equally_likely() -> None:
    orders = Counter(order(("AS", "KS", "QS"), board=board) for board in range(1, 60_001))

    assert len(orders) == 6
    assert all(9_600 <= count <= 10_400 for count in orders.values())


def test_no_place_is_favoured_where_256_is_no_multiple() -> None:
    # Of 200 cards, taking bytes modulo 200 would draw the last one from the first 56 places in
    # 44 % of all cases instead of 28 %.
    deck = numbered(200)
    low = sum(int(order(deck, board=board)[-1]) < 56 for board in range(1, 4_001))

    assert 1_000 <= low <= 1_240


@given(size=st.integers(1, 255), key=keys, board=boards)
def test_a_deck_of_any_size_keeps_its_cards(size: int, key: bytes, board: int) -> None:
    deck = numbered(size)

    assert sorted(order(deck, key=key, board=board)) == sorted(deck)
    assert deck == numbered(size)


@given(key=keys, board=st.integers(1, 2**32 - 2), value=st.text(max_size=20))
def test_every_input_counts(key: bytes, board: int, value: str) -> None:
    try:
        value.encode()
    except UnicodeEncodeError:
        value = ""
    orders = {
        order(key=key, board=board, public_value=value),
        order(key=key, board=board + 1, public_value=value),
        order(key=key, board=board, public_value=value + "1"),
        order(key=key, board=board, public_value=value, game="vicaire"),
        order(key=key, board=board, public_value=value, attempt=1),
        order(key=key[1:] + bytes([key[0] ^ 1]), board=board, public_value=value),
    }

    assert len(orders) == 6


def test_fields_cannot_run_into_each_other() -> None:
    assert order(game="ab", public_value="c") != order(game="a", public_value="bc")
    assert order(game="a", public_value="\0") != order(game="a\0", public_value="")


def test_boards_1_and_2_differ() -> None:
    assert deal(COMON, key=KEY, board=1) != deal(COMON, key=KEY, board=2)


def test_deals_with_four_aces_in_one_hand_are_passed_over_on_demand_only() -> None:
    passed = 0
    for board in range(1, 6_001):
        usual = deal(COMON, key=KEY, board=board)
        chosen = deal(COMON, key=KEY, board=board, pass_four_aces=True)
        assert holder_of_four_aces(chosen) is None
        if holder_of_four_aces(usual) is None:
            assert chosen == usual
        else:
            passed += 1
    # One deal in 57: about 105.
    assert 75 <= passed <= 135


def test_passing_over_ends_where_every_deal_has_four_aces() -> None:
    with pytest.raises(ValueError, match="256 attempts"):
        deal_by(
            lambda cards: Deal((cards,), ()),
            ("AS", "AH", "AD", "AC"),
            key=KEY,
            public_value="",
            game="comon",
            board=1,
            pass_four_aces=True,
        )


@pytest.mark.parametrize(
    "wrong",
    [
        {"key": b""},
        {"board": 0},
        {"board": 2**32},
        {"attempt": -1},
        {"attempt": 256},
        {"deck": ()},
        {"deck": numbered(256)},
    ],
)
def test_impossible_inputs_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"key|numbered|deck"):
        order(**wrong)
