"""Laws that hold in every deal of Com'on!, however it is played."""

from itertools import combinations, pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.cards import PIQUET, SUITS
from engine.errors import IllegalAction
from engine.games.comon import score_tricks
from engine.protocol import Deal
from engine.record import Record, dump, load
from engine.replay import replay
from tests.engine.builders import (
    COMON,
    choices,
    deals,
    other_world,
    play,
    states,
    trick_counts,
    where_cards_lie,
)
from tests.engine.laws import keeps_the_laws

HIGH_TO_LOW = "AKQJT987"


def winner_by_the_text(cards: tuple[str, ...], trumps: set[str]) -> int:
    """Who wins a trick, straight from the wording of the rules."""
    for one, other in combinations(range(3), 2):
        if cards[one][0] == cards[other][0] and {cards[one][1], cards[other][1]} <= trumps:
            return 3 - one - other
    in_trumps = [place for place in range(3) if cards[place][1] in trumps]
    in_suit = [place for place in range(3) if cards[place][1] == cards[0][1]]
    return min(in_trumps or in_suit, key=lambda place: HIGH_TO_LOW.index(cards[place][0]))


def legal_by_the_text(hand: set[str], led: str | None, trumps: set[str]) -> set[str]:
    if led is None:
        return hand
    in_trumps = {card for card in hand if card[1] in trumps}
    if led in trumps:
        return in_trumps or hand
    return {card for card in hand if card[1] == led} or in_trumps or hand


@given(deals, choices)
def test_play_agrees_with_the_wording_of_the_rules(deal: Deal, numbers: list[int]) -> None:
    trumps = {card[1] for card in deal.talon}
    hands = [set(hand) for hand in deal.hands]
    history = list(states(COMON, deal, numbers))
    leader = 0
    for ply, (state, after) in enumerate(pairwise(history)):
        seat = state.actor
        assert seat == (leader + ply % 3) % 3
        table = [play.action for play in state.view(0).table]
        led = table[0][1] if table else None
        assert set(state.legal()) == legal_by_the_text(hands[seat], led, trumps)
        (played,) = hands[seat] - set(after.view(seat).hand)
        hands[seat].remove(played)
        if ply % 3 == 2:
            cards = (*table, played)
            winner = (leader + winner_by_the_text(cards, trumps)) % 3
            assert after.view(0).tricks[-1] == (leader, cards, winner)
            leader = winner


@given(deals, choices)
def test_every_card_is_always_in_one_place(deal: Deal, numbers: list[int]) -> None:
    for state in states(COMON, deal, numbers):
        views = [state.view(seat) for seat in range(3)]
        public = views[0]
        places = [card for view in views for card in view.hand]
        places += [play.action for play in public.table]
        places += [card for trick in public.tricks for card in trick.cards]
        places += public.turned
        assert sorted(places) == sorted(PIQUET)
        assert public.counts["cards"] == tuple(len(view.hand) for view in views)


@given(deals, choices)
def test_somebody_can_act_until_thirty_cards_are_played(deal: Deal, numbers: list[int]) -> None:
    *before, last = states(COMON, deal, numbers)
    assert len(before) == 30
    for state in before:
        assert state.actor in (0, 1, 2)
        assert state.legal()
        assert state.outcome() is None
    assert last.actor is None
    assert last.legal() == ()


@given(deals, choices)
def test_the_outcome_is_one_of_the_fourteen(deal: Deal, numbers: list[int]) -> None:
    *_, last = states(COMON, deal, numbers)
    outcome = last.outcome()
    assert outcome is not None
    counts = last.view(0).counts["tricks"]
    assert outcome.detail == {"tricks": list(counts)}
    assert tuple(sorted(counts, reverse=True)) in COMON.attainable()
    assert outcome.scores == COMON.score(outcome.detail)
    assert max(outcome.scores) == 1
    assert min(outcome.scores) == -2


@given(trick_counts)
def test_scores_follow_the_level_of_the_count(counts: tuple[int, ...]) -> None:
    scores = score_tricks(counts)
    for count, score in zip(counts, scores, strict=True):
        above = len({other for other in counts if other > count})
        assert score == {0: 1, 1: -2, 2: 0}[above]


@given(deals, choices, st.integers(0, 29), st.sampled_from(PIQUET), st.integers(0, 2))
def test_what_is_not_legal_is_refused_and_changes_nothing(
    deal: Deal, numbers: list[int], ply: int, card: str, seat: int
) -> None:
    state = list(states(COMON, deal, numbers))[ply]
    same = list(states(COMON, deal, numbers))[ply]
    assume(seat != state.actor or card not in state.legal())
    with pytest.raises(IllegalAction) as caught:
        state.apply(seat, card)
    expected = {"not-your-turn"} if seat != state.actor else {
        "not-in-hand", "follow-suit", "must-trump", "follow-trump"
    }  # fmt: skip
    assert caught.value.rule in expected
    assert state == same


@given(deals, choices, st.integers(0, 29), st.integers(0, 2))
def test_a_view_is_the_same_whatever_the_others_hold(
    deal: Deal, numbers: list[int], ply: int, seat: int
) -> None:
    worlds = other_world(deal, numbers, ply, seat)
    assume(worlds is not None)
    assert worlds is not None
    assert worlds[0] == worlds[1]


@given(deals, choices)
def test_a_replay_is_the_play(deal: Deal, numbers: list[int]) -> None:
    history = list(states(COMON, deal, numbers))
    view, outcome = history[-1].view(0), history[-1].outcome()
    assert outcome is not None
    actions = tuple(card for trick in view.tricks for card in trick.cards)
    replayed = replay(load(dump(Record("comon", {}, deal, actions))))
    assert replayed.tricks == view.tricks
    assert replayed.scores == outcome.scores
    assert replayed.trick_counts == view.counts["tricks"]
    assert replayed.finished
    assert [ply.action for ply in replayed.plies] == list(actions)
    assert [ply.legal for ply in replayed.plies] == [
        tuple(sorted(state.legal())) for state in history[:-1]
    ]


@given(deals, choices, st.permutations(SUITS))
def test_suits_may_be_renamed(deal: Deal, numbers: list[int], names: list[str]) -> None:
    def renamed(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(card[0] + names[SUITS.index(card[1])] for card in cards)

    state = COMON.start(deal)
    twin = COMON.start(Deal(tuple(map(renamed, deal.hands)), renamed(deal.talon)))
    for number in numbers:
        legal = state.legal()
        assert set(twin.legal()) == set(renamed(legal))
        card = legal[number % len(legal)]
        state, twin = play(state, card), play(twin, *renamed((card,)))
        assert state.actor == twin.actor
    assert state.outcome() == twin.outcome()


def test_deals_played_to_the_end_keep_the_laws() -> None:
    keeps_the_laws(COMON, where_cards_lie, least=-2, most=1)
