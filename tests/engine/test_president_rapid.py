"""Le Président in the rapid mode: no turns, and one clock for all."""

import pytest

from engine.errors import IllegalAction
from engine.games.president_play import PresidentState
from engine.protocol import CLOCK, State, expiry
from engine.record import Record
from engine.replay import Ply, recorded, replay, split
from tests.engine.president_builders import PRESIDENT, deal_around, facts, plain, take


def rapid(*hands: str, **options: object) -> PresidentState:
    return plain(*hands, rapid=True, **options)


def refused(state: State, action: str) -> str:
    before = hash(state)
    seat, taken = split(state, action)
    with pytest.raises(IllegalAction) as caught:
        state.apply(seat, taken)
    assert hash(state) == before
    return caught.value.rule


def since(state: State) -> int:
    found = expiry(state)
    assert found is not None
    return found.since


def test_anybody_opens_and_answers() -> None:
    state: State = rapid("3S 9S", "4S 9H", "5S 6S 6H")
    assert state.actor is None
    of_seats = [action for action in state.legal() if not action.startswith("clock:")]
    assert of_seats == ["0/3S", "0/9S", "1/4S", "1/9H", "2/5S", "2/6S", "2/6H", "2/6S+6H"]
    state = take(state, "2/5S")
    assert state.legal() == (
        *("0/9S", "0/pass", "1/9H", "1/pass", "2/6S", "2/6H"),
        "clock:close",
    )
    assert [state.view(seat).legal for seat in range(3)] == [
        ("9S", "pass"),
        ("9H", "pass"),
        ("6S", "6H"),
    ]


def test_one_may_answer_the_own_play_but_not_pass_on_it() -> None:
    state = take(rapid("3S 9S", "4S 9H", "5S 6S 6H"), "2/5S")
    assert refused(state, "2/pass") == "own-play"
    state = take(state, "2/6S")
    assert [tuple(play) for play in state.view(0).table] == [(2, "5S"), (2, "6S")]


def test_a_play_that_no_longer_answers_is_refused_and_stays_in_hand() -> None:
    state = take(rapid("3S 9S", "4S 8H", "5S 6S 6H"), "0/9S")
    assert refused(state, "1/8H") == "too-weak"
    assert "8H" in state.view(1).hand


def test_who_has_passed_waits_for_the_next_trick() -> None:
    state = take(rapid("3S 9S", "4S 9H", "5S 6S"), "2/5S", "0/pass")
    assert refused(state, "0/9S") == "passed"
    assert refused(state, "0/pass") == "passed"
    assert state.view(0).legal == ()
    state = take(state, "1/pass")
    assert facts(state, "closed", "passed") == ["passes", []]
    assert state.view(0).table == ()
    assert {action[0] for action in state.legal() if action[1] == "/"} == {"0", "1", "2"}


def test_nobody_passes_on_an_empty_table() -> None:
    state = rapid("3S 9S", "4S 9H", "5S 6S")
    assert refused(state, "1/pass") == "must-open"


def test_a_seat_without_cards_does_not_act() -> None:
    state = take(rapid("9S", "4S TH", "5S 6S"), "0/9S")
    assert refused(state, "0/pass") == "no-cards"
    assert refused(state, "5/4S") == "no-cards"
    assert state.view(0).legal == ()
    assert facts(take(state, "2/pass", "1/pass"), "closed") == ["passes"]


def test_the_last_one_who_has_not_passed_ends_the_trick_with_an_answer() -> None:
    state = take(rapid("9S 3S", "TS 4S", "5S 6S"), "0/9S", "2/pass", "1/TS")
    assert state.view(0).table != (), "seat 0 may answer"
    state = take(rapid("9S 3S", "TS 4S", "5S 6S"), "0/9S", "1/TS", "2/pass", "0/pass")
    assert facts(state, "closed") == ["passes"]
    out = take(rapid("9S", "TS 4S", "5S 6S"), "0/9S", "2/pass", "1/TS")
    assert facts(out, "closed") == ["passes"]


def test_nobody_misses_a_turn() -> None:
    state = take(rapid("7S 3S", "7H 4S", "5S 9S", skip_if_missing=True), "0/7S", "1/7H")
    assert facts(state, "skipped", "bound", "variants") == [None, "", ["rapid"]]
    assert "2/9S" in state.legal()


def test_the_other_variants_keep_their_effects() -> None:
    sevens = "7S 7H 7D 7C"
    four = rapid(f"{sevens} 3S", "4S 5S", "6S 8S", revolution=True, close_on_four=True)
    assert facts(take(four, "0/7S+7H+7D+7C"), "revolution", "closed") == [True, "four"]
    best = rapid("2S 3S", "4S 5S", "6S 8S", best_card_closes=True)
    assert facts(take(best, "0/2S"), "closed") == ["best"]
    late = rapid("2S", "4S 5S", "6S 8S", finish_on_two=True)
    assert facts(take(late, "0/2S"), "late") == [[0]]


def test_neither_the_queen_of_hearts_nor_the_last_placed_opens() -> None:
    dealt = deal_around("QH", "", "")
    opening = PRESIDENT.start(dealt, {"rapid": True})
    assert opening.actor is None
    assert {opening.view(seat).legal != () for seat in range(3)} == {True}


# The common clock.


def test_at_zero_a_trick_is_closed() -> None:
    state = take(rapid("3S 9S", "4S 9H", "5S 6S"), "2/5S", "0/pass")
    found = expiry(state)
    assert found is not None
    assert (found.action, found.seconds) == ("close", 10)
    assert recorded(state, CLOCK, found.action) == "clock:close"
    assert refused(state, "clock:0/9S") == "clock-closes"
    state = state.apply(CLOCK, found.action)
    assert facts(state, "closed", "passed") == ["clock", []]
    assert state.view(0).table == ()


def test_at_zero_a_trick_is_opened_for_a_seat() -> None:
    state = rapid("9S KS", "4S 4H 9H", "5S 6S 7S")
    found = expiry(state)
    assert found is not None
    assert found.action == "1/4S", "the weakest card of the first of those with the most cards"
    assert recorded(state, CLOCK, found.action) in state.legal()
    assert state.apply(CLOCK, found.action).view(0).table == ((1, "4S"),)
    for action in ("clock:2/6S", "clock:1/4S+4H"):
        assert action in state.legal()
        assert split(state, action)[0] == CLOCK
    assert refused(state, "clock:close") == "clock-opens"
    assert refused(state, "clock:3/4S") == "clock-opens"
    assert refused(state, "clock:1/5S") == "not-in-hand"
    assert refused(state, "clock:1/pass") == "must-open"
    turned = state._replace(revolution=True)
    assert (found := expiry(turned)) is not None
    assert found.action == "1/9H", "the weakest card in a revolution"


def test_each_play_and_each_new_trick_begin_the_clock_anew_and_nothing_else() -> None:
    moments: list[State] = [rapid("3S 9S", "4S 9H", "5S 6S KS")]
    for action in ("2/5S", "0/9S", "2/pass", "1/pass"):
        moments.append(take(moments[-1], action))
    counts = [since(state) for state in moments]
    assert counts == sorted(counts)
    opened, answered, topped, passed, closed = counts
    assert opened < answered < topped
    assert passed == topped
    assert closed > passed
    assert since(moments[2].apply(CLOCK, "close")) > topped


def test_there_is_no_common_clock_in_turn_in_an_exchange_or_after_the_end() -> None:
    by_turns = plain("3S 9S", "4S 9H", "5S 6S")
    assert expiry(by_turns) is None
    with pytest.raises(IllegalAction) as caught:
        by_turns.apply(CLOCK, "0/3S")
    assert caught.value.rule == "no-clock"
    options: dict[str, object] = {"rapid": True, "previous": "012"}
    exchange = PRESIDENT.start(PRESIDENT.deal_from(PRESIDENT.deck(), options), options)
    assert expiry(exchange) is None
    with pytest.raises(IllegalAction, match="there is no common clock now"):
        exchange.apply(CLOCK, "close")
    over = take(rapid("3S", "4S", "5S 6S"), "0/3S", "1/4S")
    assert expiry(over) is None
    assert refused(over, "clock:close") == "finished"
    assert over.legal() == ()


def test_a_record_names_the_seat_of_each_action_and_what_the_clock_did() -> None:
    options = {"rapid": True}
    dealt = deal_around("7S 7H 8H 8D", "8S", "9S")
    done = ("0/7S+7H", "0/8H+8D", "clock:close", "clock:1/8S", "2/9S", "0/pass", "1/pass")
    replayed = replay(Record("president", options, dealt, done))
    assert [ply.seat for ply in replayed.plies] == [0, 0, CLOCK, CLOCK, 2, 0, 1]
    assert isinstance(replayed.plies[2], Ply)
    assert "clock:close" in replayed.plies[2].legal
    assert not replayed.finished
