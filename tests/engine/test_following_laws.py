"""Games in which suit is followed and no more, against a second, naive wording of their rules."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import PIQUET
from engine.games.triton import best_combination
from engine.protocol import Deal, Game
from engine.tricks import distributions
from tests.engine.builders import (
    THREE_FIVE_SEVEN_NINE,
    TRITON,
    VICAIRE,
    choices,
    states,
)

HIGH_TO_LOW = "AKQJT987"
deals = st.permutations(PIQUET).map(VICAIRE.deal_from)
every_game = pytest.mark.parametrize(
    "rules", [VICAIRE, TRITON, THREE_FIVE_SEVEN_NINE], ids=["vicaire", "triton", "3579"]
)


def winner_by_the_text(cards: tuple[str, ...], rules: Game) -> int:
    """The place of the card that wins, straight from the wording of the rules."""
    led = cards[0][1]
    if rules in (TRITON, THREE_FIVE_SEVEN_NINE):
        cuts = [place for place, card in enumerate(cards) if card[0] == "7" and card[1] != led]
        if cuts:
            return cuts[-1]
    hearts = [place for place, card in enumerate(cards) if card[1] == "H"]
    running = [place for place, card in enumerate(cards) if card[1] == led]
    if rules is VICAIRE and hearts:
        running = hearts
    return min(running, key=lambda place: HIGH_TO_LOW.index(cards[place][0]))


@every_game
@given(deal=deals, numbers=choices)
def test_play_agrees_with_the_wording_of_the_rules(
    rules: Game, deal: Deal, numbers: list[int]
) -> None:
    hands = [set(hand) for hand in deal.hands]
    won: list[set[str]] = [set(), set(), set()]
    leader = 0
    for ply, (state, after) in enumerate(pairwise(states(rules, deal, numbers))):
        seat = state.actor
        assert seat == (leader + ply % 3) % 3
        table = [play.action for play in state.view(0).table]
        suit = {card for card in hands[seat] if table and card[1] == table[0][1]}
        assert set(state.legal()) == (suit or hands[seat])
        (played,) = hands[seat] - set(after.view(seat).hand)
        hands[seat].remove(played)
        if ply % 3 == 2:
            cards = (*table, played)
            winner = (leader + winner_by_the_text(cards, rules)) % 3
            assert after.view(0).tricks[-1] == (leader, cards, winner)
            won[winner].update(cards)
            leader = winner
    if rules is TRITON:
        assert list(map(set, after.view(0).captured)) == won


@every_game
@given(deal=deals, numbers=choices)
def test_somebody_can_act_until_thirty_cards_are_played(
    rules: Game, deal: Deal, numbers: list[int]
) -> None:
    *before, last = states(rules, deal, numbers)
    assert len(before) == 30
    assert all(state.legal() and state.outcome() is None for state in before)
    assert last.actor is None
    assert sum(last.view(0).counts["tricks"]) == 10


@given(deal=deals, numbers=choices)
def test_the_scores_of_le_vicaire_are_its_ten_tricks(deal: Deal, numbers: list[int]) -> None:
    *_, last = states(VICAIRE, deal, numbers)
    outcome = last.outcome()
    assert outcome is not None
    assert outcome.scores == last.view(0).counts["tricks"]
    assert sum(outcome.scores) == 10


@given(deal=deals, numbers=choices)
def test_somebody_has_the_best_combination(deal: Deal, numbers: list[int]) -> None:
    *_, last = states(TRITON, deal, numbers)
    outcome = last.outcome()
    assert outcome is not None
    values = last.view(0).counts["combinations"]
    bonus = [score - value for score, value in zip(outcome.scores, values, strict=True)]
    assert set(bonus) in ({30}, {0, 30})
    assert max(values) in {value for value, more in zip(values, bonus, strict=True) if more}
    assert max(values) >= 20


def combination_by_the_text(cards: tuple[str, ...]) -> tuple[int, str]:
    """What exactly these cards are as a combination, and their ranks, the deciding ones first."""
    ranks = Counter(card[0] for card in cards)
    sizes = sorted(ranks.values(), reverse=True)
    value = {(2,): 10, (2, 2): 20, (3,): 30, (3, 2): 50, (4,): 70}.get(tuple(sizes), 0)
    deciding = sorted(ranks, key=lambda rank: (-ranks[rank], HIGH_TO_LOW.index(rank)))
    one_suit = len({card[1] for card in cards}) == 1
    if len(cards) == 5 and one_suit and "".join(deciding) in HIGH_TO_LOW:
        return 100, deciding[0]
    return value, "".join(deciding) if value else ""


@given(st.lists(st.sampled_from(PIQUET), unique=True, max_size=11))
def test_the_best_combination_is_the_best_of_all_choices_of_cards(cards: list[str]) -> None:
    found = [
        combination_by_the_text(chosen)
        for size in range(2, 6)
        for chosen in combinations(cards, size)
    ]
    value, ranks = max(
        found,
        key=lambda each: (each[0], [-HIGH_TO_LOW.index(rank) for rank in each[1]]),
        default=(0, ""),
    )
    heights = tuple(7 - HIGH_TO_LOW.index(rank) for rank in ranks)
    assert best_combination(cards) == (value, heights)


@given(st.integers(0, 12), st.integers(1, 4))
def test_distributions_are_all_ways_to_share(total: int, seats: int) -> None:
    listed = list(distributions(total, seats))
    assert listed == sorted(set(listed), reverse=True)
    ways = Counter(
        tuple(sorted((*rest, total - sum(rest)), reverse=True))
        for rest in _lists(total, seats - 1)
        if sum(rest) <= total
    )
    assert set(listed) == set(ways)


def _lists(most: int, length: int) -> list[tuple[int, ...]]:
    if length == 0:
        return [()]
    return [(first, *rest) for first in range(most + 1) for rest in _lists(most, length - 1)]
