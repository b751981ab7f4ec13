"""Le Président: turns, tricks and what the variants make of them, by hand."""

import pytest

from engine.errors import IllegalAction
from engine.games.president_play import PresidentState
from engine.protocol import State
from tests.engine.builders import play
from tests.engine.president_builders import PRESIDENT, deal_around, facts, plain


def refused(state: State, action: str) -> IllegalAction:
    before = hash(state)
    assert state.actor is not None
    with pytest.raises(IllegalAction) as caught:
        state.apply(state.actor, action)
    assert hash(state) == before
    return caught.value


# The deal and the first lead.


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(3, [18, 17, 17]), (4, [13] * 4), (5, [11, 11, 10, 10, 10]), (6, [9, 9, 9, 9, 8, 8])],
)
def test_spare_cards_go_to_the_first_seats(players: int, sizes: list[int]) -> None:
    dealt = PRESIDENT.deal_from(PRESIDENT.deck(), {"players": players})
    assert [len(hand) for hand in dealt.hands] == sizes
    assert dealt.talon == ()


@pytest.mark.parametrize(
    ("previous", "sizes"),
    [
        ("201", [17, 18, 17]),
        ("012", [17, 17, 18]),
        ("2130", [13] * 4),
        ("34120", [11, 10, 11, 10, 10]),
        ("543210", [9, 9, 9, 9, 8, 8]),
        ("012345", [8, 8, 9, 9, 9, 9]),
    ],
)
def test_later_they_go_to_the_last_placed_and_upwards(previous: str, sizes: list[int]) -> None:
    options = {"players": len(previous), "previous": previous}
    dealt = PRESIDENT.deal_from(PRESIDENT.deck(), options)
    assert [len(hand) for hand in dealt.hands] == sizes


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_holder_of_the_queen_of_hearts_leads_with_any_cards(seat: int) -> None:
    hands = ["", "", ""]
    hands[seat] = "QH"
    state = PRESIDENT.start(deal_around(*hands))
    assert state.actor == seat
    others = [action for action in state.legal() if action != "QH"]
    assert others
    for action in others:
        after = state.apply(seat, action)
        assert set(action.split("+")).isdisjoint(after.view(seat).hand)


# Plays and answers.


def test_a_trick_is_opened_with_any_cards_of_one_rank() -> None:
    state = plain("4D 4S 9C 9H 9D", "5S", "6S")
    assert state.legal() == (
        *("4S", "4D", "4S+4D"),
        *("9H", "9D", "9C", "9H+9D", "9H+9C", "9D+9C", "9H+9D+9C"),
    )


def test_neighbours_are_no_play() -> None:
    assert refused(plain("3S 4S 5S", "6S", "7S"), "3S+4S+5S").rule == "equal-cards"


def test_cards_are_named_once_and_in_order() -> None:
    state = plain("7S 7H 3S", "6S", "8S")
    error = refused(state, "7H+7S")
    assert (error.rule, error.parameters) == ("card-order", {"cards": "7S+7H"})
    assert refused(state, "7S+7S").rule == "card-order"


def test_only_cards_in_hand_are_played() -> None:
    state = plain("7S 3S", "6S", "8S")
    assert refused(state, "6S").rule == "not-in-hand"
    assert refused(state, "7S+7H").rule == "not-in-hand"
    assert refused(state, "1S").rule == "no-such-card"
    assert refused(state, "").rule == "no-such-card"
    assert refused(state, "give:3S").rule == "no-such-card"


def test_an_answer_has_the_number_of_cards_that_lie_there() -> None:
    state = play(plain("3S 3H 4S", "9S 9H 9D 9C 5S", "6S"), "3S")
    error = refused(state, "9S+9H")
    assert (error.rule, str(error)) == (
        "same-number",
        "answer with as many cards as lie there: 1",
    )
    assert refused(state, "9S+9H+9D+9C").rule == "same-number"
    pair = play(plain("3S 3H 4S", "9S 9H 9D 9C 5S", "6S"), "3S+3H")
    assert {action.count("+") for action in pair.legal() if action != "pass"} == {1}
    assert refused(pair, "9S+9H+9D+9C").rule == "same-number"


def test_an_answer_is_as_strong_at_least_whatever_its_suit() -> None:
    state = play(plain("8S 3S", "7S 8C KS AS 2S", "6S"), "8S")
    assert state.legal() == ("8C", "KS", "AS", "2S", "pass")
    error = refused(state, "7S")
    assert (error.rule, str(error)) == ("too-weak", "play the rank 8 or a stronger one")


def test_the_ranks_run_from_three_up_to_two() -> None:
    held = "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S"
    state = plain(held, "3H", "3D")
    assert state.legal() == tuple(held.split())
    assert facts(state, "ranks") == ["3456789TJQKA2"]


def test_it_is_one_seats_turn_at_a_time() -> None:
    state: State = plain("3S 4S", "5S 6S", "7S 8S")
    with pytest.raises(IllegalAction) as caught:
        state.apply(1, "5S")
    assert caught.value.rule == "not-your-turn"
    turns = []
    for action in ("3S", "5S", "7S"):
        turns.append(state.actor)
        state = play(state, action)
    assert (turns, state.actor) == ([0, 1, 2], 0)


# Passing, and the end of a trick.


def test_who_opens_cannot_pass() -> None:
    state = plain("3S 4S", "5S", "6S")
    assert "pass" not in state.legal()
    assert refused(state, "pass").rule == "must-open"


def test_who_passes_could_have_answered_and_is_out_of_this_trick_only() -> None:
    state = play(plain("3S 8S KS", "9S TS", "4S 5S JS"), "3S", "pass", "4S", "8S")
    assert facts(state, "passed") == [[1]]
    assert state.actor == 2, "seat 1 has passed"
    state = play(state, "pass")
    assert (state.actor, state.view(0).table) == (0, ())
    assert facts(state, "passed", "closed") == [[], "passes"]
    assert play(state, "KS").actor == 1


def test_whoever_played_last_opens_the_next_trick() -> None:
    state = play(plain("3S 4S", "9S 4H", "5S 6S"), "3S", "9S", "pass", "pass")
    assert state.actor == 1
    assert "4H" in state.legal()
    assert facts(state, "last_pile") == [
        [{"seat": 0, "action": "3S"}, {"seat": 1, "action": "9S"}],
    ]


def test_with_no_cards_left_the_next_one_in_play_opens() -> None:
    state = play(plain("3S 4S", "9S", "5S 6S"), "3S", "9S")
    assert state.actor == 2, "the others may still answer"
    state = play(state, "pass", "pass")
    assert state.actor == 2
    four = play(plain("3S 4S", "9S", "TS", "5S 6S"), "3S", "9S", "TS", "pass", "pass")
    assert four.actor == 3
    over_the_end = play(plain("3S 4S", "5S", "6S 7S", "9S"), "3S", "pass", "pass", "9S", "pass")
    assert over_the_end.actor == 0


def test_a_last_play_may_be_answered_until_all_have_passed() -> None:
    state = play(plain("3S 4S", "9S", "TS 6S", "5S 7S"), "3S", "9S", "TS", "pass", "pass")
    assert (state.actor, state.view(0).table) == (2, ())


def test_a_deal_ends_when_one_hand_is_left() -> None:
    state = play(plain("3S", "9S", "5S 6S"), "3S", "9S")
    assert (state.actor, state.legal()) == (None, ())
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.detail) == ((3, 1, 0), {"places": [1, 2, 3]})
    assert facts(state, "phase", "out") == ["over", [0, 1]]
    with pytest.raises(IllegalAction, match="the deal is over"):
        state.apply(2, "5S")


# Revolution.


SEVENS = "7S 7H 7D 7C"


def test_four_cards_at_once_turn_the_order_round_and_four_more_turn_it_back() -> None:
    hands = (f"{SEVENS} 3S 9S", "6S 6H 6D 6C 3H 4H", "5S 5H 5D 5C KS")
    state = play(plain(*hands, revolution=True), "7S+7H+7D+7C")
    assert facts(state, "revolution", "ranks") == [True, "2AKQJT9876543"]
    assert state.legal() == ("6S+6H+6D+6C", "pass"), "the weaker rank is the stronger one now"
    again = play(state, "6S+6H+6D+6C")
    assert facts(again, "revolution") == [False]
    assert again.legal() == ("pass",), "fives are weaker than sixes again"


def test_the_revolution_lasts_beyond_the_trick() -> None:
    hands = (f"{SEVENS} KS 9S", "8S 3H", "TS QS")
    state = play(plain(*hands, revolution=True), "7S+7H+7D+7C", "pass", "pass", "9S")
    assert facts(state, "revolution") == [True]
    assert state.legal() == ("8S", "3H", "pass")
    assert refused(play(state, "8S"), "TS").rule == "too-weak"


def test_without_the_variant_four_cards_are_a_play_like_others() -> None:
    hands = (f"{SEVENS} 3S", "6S 6H 6D 6C 4S", "8S 8H 8D 8C 5S")
    state = play(plain(*hands), "7S+7H+7D+7C")
    assert facts(state, "revolution") == [False]
    assert state.legal() == ("pass",)
    assert play(state, "pass").legal() == ("8S+8H+8D+8C", "pass")


def test_four_cards_in_several_plays_are_no_revolution() -> None:
    hands = ("7S 7H 3S", "7D 7C 4S", "5S 6S")
    state = play(plain(*hands, revolution=True), "7S+7H", "7D+7C")
    assert facts(state, "revolution") == [False]


def test_a_revolution_that_closes_is_kept_for_the_next_trick() -> None:
    state = play(
        plain(f"{SEVENS} 3S KS", "4S", "5S", revolution=True, close_on_four=True), "7S+7H+7D+7C"
    )
    assert facts(state, "closed", "revolution") == ["four", True]
    assert (state.actor, state.legal()) == (0, ("KS", "3S"))


# The seat that misses its turn.


def skipping(*hands: str, **options: object) -> PresidentState:
    return plain(*hands, skip_if_missing=True, **options)


def test_after_an_equal_play_the_next_one_plays_the_rank_or_passes() -> None:
    state = play(skipping("7S 3S", "7H 4S", "7D 9S 5S"), "7S", "7H")
    assert (state.actor, state.legal()) == (2, ("7D", "pass"))
    assert facts(state, "bound", "skipped") == ["7", None]
    error = refused(state, "9S")
    assert (error.rule, str(error)) == ("same-rank", "play the rank 7 or pass")


def test_one_of_the_cards_is_not_enough_to_answer_a_pair() -> None:
    state = play(skipping("7S 7H 3S", "8S 8H 4S", "8D 9S 9H", "KS KH"), "7S+7H", "8S+8H")
    assert state.actor == 2, "no equal play yet"
    equal = play(skipping("8S 8H 3S", "8D 8C 4S", "9S 9H", "KS KH"), "8S+8H", "8D+8C")
    assert (equal.actor, facts(equal, "skipped")) == (3, [2])


def test_who_lacks_the_rank_misses_this_turn_and_the_next_one_answers_as_usual() -> None:
    state = play(skipping("7S 3S KS", "7H 4S", "9S QS", "8S JS"), "7S", "7H")
    assert (state.actor, facts(state, "skipped", "passed", "bound")) == (3, [2, [], ""])
    assert state.legal() == ("8S", "JS", "pass")
    state = play(state, "8S")
    assert state.actor == 0
    state = play(state, "KS", "pass")
    assert state.actor == 2, "a missed turn is no pass"


def test_after_a_bound_player_has_passed_the_next_one_answers_as_usual() -> None:
    state = play(skipping("7S 3S KS", "7H 4S", "7D QS", "8S JS"), "7S", "7H", "pass")
    assert (state.actor, state.legal()) == (3, ("8S", "JS", "pass"))


def test_who_has_passed_or_has_no_cards_is_not_the_one_who_may_miss_a_turn() -> None:
    hands = ("5S 7S 3S", "6S 7H 4S", "7D 9S", "5H", "8S JS")
    state = play(skipping(*hands), "5S", "6S", "pass", "pass", "pass", "7S", "7H")
    # Seats 2, 3 and 4 have passed, so that seat 0 is next; it holds no seven.
    assert state.view(0).table == ()
    assert facts(state, "closed", "skipped") == ["skip", 0]
    out = play(skipping("5S 6S 3S", "6H 4S", "6D", "7S JS 6C"), "5S", "pass", "6D", "7S", "pass")
    assert facts(out, "closed") == ["passes"]
    assert out.actor == 3


def test_a_trick_ends_when_nobody_is_left_to_take_the_missed_turn() -> None:
    state = play(skipping("5S 7S 3S", "7H 4S", "5H 9S"), "5S", "7H")
    state = play(state, "pass", "7S")
    assert (state.actor, state.view(0).table) == (0, ())
    assert facts(state, "closed", "skipped") == ["skip", 1]


def test_the_turn_comes_back_to_those_who_missed_one_not_to_who_played_last() -> None:
    state = play(skipping("7S 3S", "7H 4S KS", "9S QS"), "7S", "7H")
    assert (state.actor, facts(state, "skipped")) == (0, [2])
    state = play(state, "pass")
    assert (state.actor, state.legal()) == (2, ("9S", "QS", "pass"))
    assert play(state, "pass").actor == 1, "then whoever played last opens"


def test_without_the_variant_an_equal_play_is_answered_as_usual() -> None:
    state = play(plain("7S 3S", "7H 4S", "9S 5S"), "7S", "7H")
    assert (state.actor, state.legal()) == (2, ("9S", "pass"))


def test_a_trick_that_is_closed_makes_nobody_miss_a_turn() -> None:
    state = play(skipping("2S 3S", "2H 4S", "9S 5S", best_card_closes=True), "3S", "2H")
    assert facts(state, "closed", "skipped") == ["best", None]
    four = play(skipping("7S 7H 3S", "7D 7C 4S", "9S 5S", close_on_four=True), "7S+7H", "7D+7C")
    assert facts(four, "closed", "skipped") == ["four", None]
    assert four.actor == 1


# Four in a row.


def test_four_equal_cards_in_a_row_close_the_trick() -> None:
    hands = ("7S 7H 3S", "7D 4S", "7C 5S")
    state = play(plain(*hands, close_on_four=True), "7S", "7D", "7C")
    assert state.view(0).table != ()
    state = play(state, "7H")
    assert (state.view(0).table, state.actor, facts(state, "closed")) == ((), 0, ["four"])
    assert play(plain(*hands), "7S", "7D", "7C", "7H").view(0).table != ()


def test_another_rank_begins_the_count_again() -> None:
    hands = ("7S 8H 3S", "7D 8S", "8D 5S")
    state = play(plain(*hands, close_on_four=True), "7S", "7D", "8D", "8H", "8S")
    assert state.view(0).table != ()


def test_four_at_once_close_without_the_revolution() -> None:
    state = play(plain(f"{SEVENS} 3S", "4S", "5S", close_on_four=True), "7S+7H+7D+7C")
    assert facts(state, "closed", "revolution") == ["four", False]


# The best card.


def test_a_two_closes_the_trick_and_so_does_a_pair() -> None:
    state = play(plain("3S 4S", "2S 5S", "6S", best_card_closes=True), "3S", "2S")
    assert (state.actor, facts(state, "closed")) == (1, ["best"])
    pair = play(plain("3S 3H 4S", "2S 2H 5S", "AS", best_card_closes=True), "3S+3H", "2S+2H")
    assert facts(pair, "closed") == ["best"]
    off = play(plain("3S 4S", "2S 5S", "6S 2H"), "3S", "2S")
    assert (off.actor, off.legal()) == (2, ("2H", "pass"))


def test_in_a_revolution_it_is_the_three() -> None:
    hands = (f"{SEVENS} 9S KS", "3H 2S 4S", "TS QS")
    variants = {"revolution": True, "best_card_closes": True}
    state = play(plain(*hands, **variants), "7S+7H+7D+7C", "pass", "pass", "9S")
    assert facts(play(state, "3H"), "closed") == ["best"]
    opened = play(plain(*hands, **variants), "7S+7H+7D+7C", "pass", "pass", "KS", "4S")
    assert opened.actor == 2, "a four closes nothing"


def test_the_order_before_the_play_says_what_the_best_card_is() -> None:
    variants = {"revolution": True, "best_card_closes": True}
    twos = play(plain("2S 2H 2D 2C 5S", "4S", "6S", **variants), "2S+2H+2D+2C")
    assert facts(twos, "closed", "revolution") == ["best", True]
    threes = play(plain("3S 3H 3D 3C 5S", "4S", "6S", **variants), "3S+3H+3D+3C")
    assert threes.view(0).table != ()


def test_a_last_two_lets_the_next_one_open() -> None:
    state = play(plain("3S 4S", "2S", "6S 7S", best_card_closes=True), "3S", "2S")
    assert (state.actor, state.view(0).table) == (2, ())
