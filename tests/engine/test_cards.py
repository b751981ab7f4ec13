import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import PIQUET, TAROT, Pack, french_deck

SIXTH = Pack(french_deck("AKQJT9"))


def test_the_deck_runs_suit_by_suit_from_the_ace_down() -> None:
    assert len(PIQUET) == 32
    assert PIQUET[:9] == ("AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S", "AH")
    assert PIQUET[16] == "AD"
    assert PIQUET[-1] == "7C"


def test_the_tarot_runs_suit_by_suit_then_down_the_trumps_to_the_excuse() -> None:
    assert len(TAROT) == len(set(TAROT)) == 78
    assert "".join(card[0] for card in TAROT[:14]) == "KQNJT98765432A"
    assert TAROT[14] == "KH"
    assert TAROT[55:58] == ("AC", "T21", "T20")
    assert TAROT[-2:] == ("T01", "EXC")


@pytest.mark.parametrize(
    "pack", [Pack(PIQUET), SIXTH, Pack(TAROT)], ids=["32 cards", "24 cards", "78 cards"]
)
def test_every_card_has_its_own_bit(pack: Pack) -> None:
    assert sum(pack.bit.values()) == (1 << len(pack.deck)) - 1
    assert pack.codes(pack.mask(pack.deck)) == pack.deck
    assert pack.codes(0) == ()


@given(st.sets(st.sampled_from(SIXTH.deck)))
def test_a_set_gives_its_cards_back_in_the_deck_s_order(cards: set[str]) -> None:
    codes = SIXTH.codes(SIXTH.mask(cards))
    assert set(codes) == cards
    assert codes == tuple(card for card in SIXTH.deck if card in cards)


def test_a_card_of_another_deck_has_no_bit() -> None:
    with pytest.raises(KeyError):
        SIXTH.mask(["7S"])
