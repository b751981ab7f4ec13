"""What the rules of thumb read from a view: who has run out of what, who may beat a card."""

from engine.bots.following import Reading
from engine.games.triton import TRITON
from engine.games.vicaire import VICAIRE
from tests.engine.builders import piquet_deal, play

# Seat 0 leads clubs, seat 1 has none and throws a diamond, seat 2 follows; seat 0 leads again.
OWN = "AC KC TS 9S 8S 7S AD KD QD AH"
DEAL = piquet_deal(OWN, "8D", "9C QC JC QS", talon="KS JS", void={1: "C"})
STATE = play(VICAIRE.start(DEAL), "AC", "8D", "9C")


def test_a_suit_that_was_not_followed_is_held_no_more() -> None:
    table = Reading(VICAIRE, STATE.view(0))
    assert table.voids == {(1, "C")}
    assert table.holds(1, ["QC", "JC"]) == 0
    assert 0 < table.holds(2, ["QC"]) < table.holds(2, ["QC", "JC"]) < 1


def test_own_cards_and_cards_played_are_with_nobody_else() -> None:
    table = Reading(VICAIRE, STATE.view(0))
    assert set(table.unseen).isdisjoint({"KC", "TS", "AC", "8D", "9C"})
    assert {"KS", "JS"} <= set(table.unseen), "what lies aside is not known"
    assert table.holds(2, ["KC", "AC"]) == 0


def test_the_last_to_play_knows_who_wins() -> None:
    table = Reading(VICAIRE, play(STATE, "TS", STATE.apply(0, "TS").legal()[-1]).view(2))
    assert table.after == ()
    assert sorted(table.winners("QS")) == [0, 0, 1]


def test_who_has_run_out_of_the_suit_may_trump_a_master() -> None:
    chances = Reading(VICAIRE, STATE.view(0)).winners("KC")
    assert chances[1] > 0.3, "seat 1 has no clubs, and probably a heart"
    assert chances[2] < chances[1]
    assert abs(sum(chances) - 1) < 1e-9


def test_a_seven_of_another_suit_may_cut_after_a_seven() -> None:
    deal = piquet_deal("AC", "7D", "7H 9S", talon="KS JS", void={1: "C", 2: "C"})
    state = play(TRITON.start(deal), "AC")
    chances = Reading(TRITON, state.view(1)).winners("7D")
    assert chances[0] == 0
    assert chances[2] > 0, "the last cutting seven wins"
