from engine.cards import PIQUET
from engine.tricks import refuse_suit, strengths

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
