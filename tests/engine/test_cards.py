import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import PIQUET, Pack, french_deck

SIXTH = Pack(french_deck("AKQJT9"))


def test_the_deck_runs_suit_by_suit_from_the_ace_down() -> None:
    assert len(PIQUET) == 32
    assert PIQUET[:9] == ("AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S", "AH")
    assert PIQUET[16] == "AD"
    assert PIQUET[-1] == "7C"


@pytest.mark.parametrize("pack", [Pack(PIQUET), SIXTH], ids=["32 cards", "24 cards"])
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
