import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from deals.errors import NotRevealed, PublicValueMissing, SealBrokenError
from deals.models import DealSet
from deals.selectors import (
    board_proof,
    deal_of,
    deal_set_can_deal,
    prints_of,
    verification_file,
)
from deals.services import (
    deal_set_create,
    deal_set_fix_public_value,
    deal_set_reveal,
)
from deals.verification import failures, read_file
from engine.dealing import deal
from engine.registry import game
from tests.builders import log_print

ROOT = Path(__file__).parents[2]
KEY = bytes(range(32))

pytestmark = pytest.mark.django_db


def announced(**changes: Any) -> DealSet:
    return deal_set_create(
        game="comon",
        boards=3,
        public_value_source="Loto",
        public_value_date=timezone.localdate(),
        **changes,
    )


def every_card(text: str) -> set[str]:
    """The cards that a file or proof gives away: the description's own deck apart."""
    found = json.loads(text)
    found.pop("description")
    return {card for card in game("comon").deck() if f'"{card}"' in json.dumps(found)}


def test_the_sites_deals_are_the_engines_for_that_key() -> None:
    deal_set = deal_set_create(game="comon", boards=36, key=KEY)

    for board in (1, 7, 36):
        assert deal_of(deal_set, board) == deal(game("comon"), key=KEY, board=board)


@pytest.mark.parametrize("options", [{}, {"players": 4, "jokers": False}])
def test_a_hidden_order_comes_with_the_deal_and_is_verified_with_it(
    options: dict[str, object],
) -> None:
    empereur = game("empereur")
    deal_set = deal_set_create(game="empereur", boards=3, key=KEY, options=options)
    for board in (1, 2, 3):
        dealt = deal_of(deal_set, board)
        assert dealt == deal(empereur, key=KEY, board=board, options=options)
        assert sorted(dealt.order) == sorted(empereur.deck(options))
    deal_set_reveal(deal_set=deal_set)
    file = read_file(verification_file(deal_set))
    assert failures(file) == []
    # What was verified, hands in any order and the talon, gives the order that was played with.
    stated = file.boards[2]
    cards = [card for hand in stated.hands for card in sorted(hand)] + list(stated.talon)
    assert empereur.deal_from(cards, options).order == deal_of(deal_set, 2).order


def test_options_of_the_generator_and_the_public_value_count() -> None:
    # Board 3067 of this key is one of docs/deals.md: two deals are passed over.
    passing = deal_set_create(game="comon", boards=4000, key=KEY, pass_four_aces=True)
    late = announced(key=KEY, confirmed=True)
    deal_set_fix_public_value(deal_set=late, value="7 12")

    assert deal_of(passing, 3067) == deal(game("comon"), key=KEY, board=3067, pass_four_aces=True)
    assert deal_of(passing, 3067) != deal(game("comon"), key=KEY, board=3067)
    assert deal_of(late, 2) == deal(game("comon"), key=KEY, board=2, public_value="7 12")


@pytest.mark.parametrize("board", [0, 4, -1])
def test_a_board_the_set_does_not_have_is_refused(board: int) -> None:
    with pytest.raises(ValueError, match="boards 1 to 3"):
        deal_of(deal_set_create(game="comon", boards=3), board)


def test_without_its_public_value_a_set_cannot_deal() -> None:
    deal_set = announced()

    assert not deal_set_can_deal(deal_set)
    with pytest.raises(PublicValueMissing, match="public value"):
        deal_of(deal_set, 1)

    deal_set_fix_public_value(deal_set=deal_set, value="7")
    assert deal_set_can_deal(deal_set)
    deal_of(deal_set, 1)


def test_a_set_without_a_public_value_can_deal_at_once() -> None:
    assert deal_set_can_deal(deal_set_create(game="comon", boards=3))


def test_after_a_restart_the_hands_are_the_same() -> None:
    """Another process, with another hash seed, gives the hands that were dealt here."""
    deal_set = deal_set_create(game="comon", boards=36)
    before = [deal_of(deal_set, board) for board in range(1, 37)]
    again = DealSet.objects.get(pk=deal_set.pk)
    assert [deal_of(again, board) for board in range(1, 37)] == before

    deal_set_reveal(deal_set=again)
    verified = subprocess.run(
        [sys.executable, "-m", "deals", "verify", "-"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "4"},
        input=verification_file(again),
        capture_output=True,
        text=True,
        check=True,
    )
    assert verified.stdout == f"36 boards verified, commitment {again.commitment}\n"


@pytest.mark.parametrize(
    "altered", [{"key": bytes(32)}, {"description": None}], ids=["key", "description"]
)
def test_a_set_whose_seal_is_broken_deals_no_more(altered: dict[str, Any]) -> None:
    deal_set = deal_set_create(game="comon", boards=3)
    if "description" in altered:
        altered = {"description": deal_set.description.replace('"boards":3', '"boards":4')}
    DealSet.objects.filter(pk=deal_set.pk).update(**altered)
    deal_set.refresh_from_db()

    for read in (lambda: deal_of(deal_set, 1), lambda: verification_file(deal_set)):
        with pytest.raises(SealBrokenError) as broken:
            read()
        assert deal_set.key.hex() not in str(broken.value)


def test_before_the_reveal_no_key_and_no_card_leave() -> None:
    deal_set = deal_set_create(game="comon", boards=3)

    text = verification_file(deal_set)

    assert json.loads(text).keys() == {"format", "commitment", "description"}
    assert deal_set.commitment in text
    assert deal_set.key.hex() not in text
    assert every_card(text) == set()
    with pytest.raises(NotRevealed):
        board_proof(deal_set, 1)


def test_before_the_reveal_the_public_value_is_not_in_the_file() -> None:
    deal_set = announced()
    deal_set_fix_public_value(deal_set=deal_set, value="7 12 23")

    assert "7 12 23" not in verification_file(deal_set)


def test_after_the_reveal_the_file_proves_every_board() -> None:
    deal_set = announced()
    deal_set_fix_public_value(deal_set=deal_set, value="7 « é »")
    deal_set_reveal(deal_set=deal_set)

    file = read_file(verification_file(deal_set))

    assert failures(file, published=deal_set.commitment) == []
    assert file.key == deal_set.key
    assert file.public_value == "7 « é »"
    assert file.boards == {board: deal_of(deal_set, board) for board in (1, 2, 3)}


def test_the_file_has_a_line_for_each_board() -> None:
    deal_set = deal_set_create(game="comon", boards=3)
    deal_set_reveal(deal_set=deal_set)

    lines = verification_file(deal_set).splitlines()

    assert [line for line in lines if line.startswith('  {"board":2,')]
    assert len(lines) == 12


def test_a_boards_proof_holds_that_board_alone() -> None:
    deal_set = deal_set_create(game="comon", boards=3)
    deal_set_reveal(deal_set=deal_set)

    proof = board_proof(deal_set, 2)

    dealt = deal_of(deal_set, 2)
    assert (proof["board"], proof["hands"], proof["talon"]) == (2, dealt.hands, dealt.talon)
    assert proof["key"] == deal_set.key.hex()
    assert proof["commitment"] == deal_set.commitment


def test_prints_of_several_sets_are_listed_in_order() -> None:
    main = deal_set_create(game="comon", boards=3)
    reserve = deal_set_create(game="comon", boards=1, purpose="reserve")
    other = deal_set_create(game="comon", boards=1)
    for number, deal_set in enumerate((main, other, reserve, main)):
        log_print(deal_set, boards=[number])

    assert [entry.boards for entry in prints_of([main, reserve])] == [[0], [2], [3]]
