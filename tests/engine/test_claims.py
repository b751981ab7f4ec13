"""Which games know a claim: those whose result is trick counts and no more."""

import pytest

from engine.claims import claimed
from engine.registry import game


@pytest.mark.parametrize("key", ["comon", "vicaire"])
def test_who_claims_all_tricks_of_a_game_that_counts_them_has_them(key: str) -> None:
    rules = game(key)
    outcome = claimed(rules, rules.start(rules.deal_from(rules.deck())), 1)
    assert outcome is not None
    assert outcome.detail == {"tricks": [0, 10, 0]}
    assert outcome.scores == rules.score({"tricks": [0, 10, 0]})


def test_a_combination_cannot_be_claimed() -> None:
    rules = game("triton")
    assert claimed(rules, rules.start(rules.deal_from(rules.deck())), 1) is None
