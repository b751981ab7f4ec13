from collections.abc import Mapping, Sequence

import pytest

from engine.cards import PIQUET, french_deck
from engine.errors import BadRecord
from engine.protocol import Outcome, Trick
from engine.tricks import (
    FollowGame,
    cutting_strengths,
    distributions,
    refuse_suit,
    strengths,
    trick_counts,
)
from tests.engine.builders import play

RANKS = "AKQJT987"


def test_trumps_stand_above_the_suit_led_and_that_above_the_rest() -> None:
    height = strengths(PIQUET, RANKS, led="H", trumps="SD")
    assert height["7S"] > height["AH"] > height["7H"] > height["AC"]
    assert height["AC"] == height["7C"] == -1


def test_trumps_of_equal_rank_stand_level() -> None:
    height = strengths(PIQUET, RANKS, led="S", trumps="SD")
    assert height["QS"] == height["QD"] > height["JS"]
    assert height["AH"] == -1


def test_a_refusal_names_what_the_hand_holds_in_the_deck_s_order() -> None:
    hand = ["7C", "7D", "7S"]
    error = refuse_suit("7C", hand=hand, led="S", trumps="DS")
    assert (error.rule, error.parameters["held"]) == ("follow-trump", ("S", "D"))
    error = refuse_suit("7D", hand=hand, led="C", trumps="DS")
    assert (error.rule, error.parameters["held"]) == ("follow-suit", ("C",))
    error = refuse_suit("7C", hand=hand, led="H", trumps="S")
    assert (error.rule, error.parameters["held"]) == ("must-trump", ("S",))


def test_cutting_cards_stand_level_above_all_and_low_in_their_own_suit() -> None:
    height = cutting_strengths(PIQUET, RANKS, led="H", cut="7")
    assert height["7S"] == height["7D"] == height["7C"] > height["AH"] > height["8H"]
    assert height["7H"] == 0
    assert height["AS"] == -1


def test_tricks_are_counted_by_seat() -> None:
    won = [Trick(0, (), winner) for winner in (2, 0, 2)]
    assert trick_counts(won, seats=4) == (1, 0, 2, 0)


def test_distributions_of_four_among_three() -> None:
    assert list(distributions(4, 3)) == [(4, 0, 0), (3, 1, 0), (2, 2, 0), (2, 1, 1)]


class Four(FollowGame):
    """For four, with nine cards each and none aside: nothing in the play is made for three."""

    key = "four"
    name = "Four"
    seats = (4,)
    cards = french_deck("AKQJT9876")

    def strengths(self, led: str) -> Mapping[str, int]:
        return strengths(self.cards, "AKQJT9876", led=led, trumps="")

    def outcome(self, tricks: Sequence[Trick]) -> Outcome:
        return Outcome(scores=trick_counts(tricks, seats=4), detail={})


def test_four_follow_suit_as_three_do() -> None:
    four = Four()
    deal = four.deal_from(four.cards)
    assert (len(deal.hands), len(deal.hands[0]), deal.talon) == (4, 9, ())
    # One suit in each hand: nobody can follow, and seat 0 wins every trick it leads.
    state = play(four.start(deal), "6S", "AH", "AD")
    assert state.actor == 3
    assert [seat for seat, _ in state.view(3).table] == [0, 1, 2]
    state = play(state, "AC")
    assert state.view(0).tricks[-1].winner == 0
    while state.actor is not None:
        state = play(state, state.legal()[0])
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == (9, 0, 0, 0)
    assert state.view(0).captured == ()
    assert [len(cards) for cards in four.captured(state.view(0).tricks)] == [36, 0, 0, 0]
    with pytest.raises(ValueError, match="Four has seats 0 to 3, not 4"):
        state.view(4)
    with pytest.raises(BadRecord):
        four.start(deal, {"target": 5})
