"""Le Président: the exchange that opens the later deals of a match."""

import pytest

from engine.errors import IllegalAction
from engine.protocol import State
from tests.engine.builders import play
from tests.engine.president_builders import PRESIDENT, deal_around, facts

# Of four players, seat 2 was President, then 1 and 3, and seat 0 came last.
FOUR: dict[str, object] = {"players": 4, "previous": "2130"}
HANDS = (
    "2S AH AD KS QS 9S 8S 7S 6S 5S 4S 3S 3H",
    "AS KH QH 9H 8H 7H 6H 5H 4H 4D 5D 6D 7D",
    "2H KD QD JD TD 9D 8D 3D TS TH TC JS JH",
    "2D 2C AC KC QC JC 9C 8C 7C 6C 5C 4C 3C",
)


def begun(*hands: str, **options: object) -> State:
    return PRESIDENT.start(deal_around(*hands, **options), options)


def four(**options: object) -> State:
    return begun(*HANDS, **{**FOUR, **options})


def received(state: State) -> list[object]:
    return [state.view(seat).facts["received"] for seat in range(state_size(state))]


def state_size(state: State) -> int:
    return len(state.view(0).counts["cards"])


def test_there_is_no_exchange_in_a_first_deal() -> None:
    state = begun(*HANDS, players=4)
    assert facts(state, "phase", "exchange", "roles") == ["play", [], []]
    assert received(state) == [[], [], [], []]


def test_the_last_gives_the_two_best_cards_and_the_vice_last_one() -> None:
    state = four()
    # Of the two aces the last one gives that of hearts: spades come first, then hearts.
    assert received(state) == [[], ["2D"], ["AH", "2S"], []]
    assert state.view(0).counts["cards"] == (11, 14, 15, 12)
    assert {"2S", "AH"} <= set(state.view(2).hand)
    assert {"AD", "KS"} <= set(state.view(0).hand)
    assert facts(state, "phase", "roles") == [
        "exchange",
        ["last", "vice", "president", "vice-last"],
    ]
    assert facts(state, "exchange") == [
        [{"giver": 2, "receiver": 0, "cards": 2}, {"giver": 1, "receiver": 3, "cards": 1}]
    ]


def test_the_president_returns_two_cards_of_choice_and_the_vice_president_one() -> None:
    state = four()
    assert state.actor == 2
    held = state.view(2).hand
    assert len(state.legal()) == 15 * 14 // 2
    assert f"give:{held[0]}+{held[1]}" in state.legal()
    state = play(state, "give:3D+8D")
    assert state.actor == 1
    assert set(state.legal()) == {f"give:{card}" for card in state.view(1).hand}
    assert facts(state, "phase") == ["exchange"]
    state = play(state, "give:4H")
    assert {"3D", "8D"} <= set(state.view(0).hand)
    assert "4H" in state.view(3).hand
    assert received(state) == [["3D", "8D"], ["2D"], ["AH", "2S"], ["4H"]]
    assert state.view(0).counts["cards"] == (13, 13, 13, 13)
    assert facts(state, "phase", "exchange") == ["play", []]


def test_what_was_received_may_be_returned() -> None:
    state = play(four(), "give:AH+2S", "give:2D")
    assert [set(state.view(seat).hand) for seat in range(4)] == [
        set(hand.split()) for hand in HANDS
    ]
    assert received(state) == [["AH", "2S"], [], [], ["2D"]]


def test_then_the_last_placed_leads_whoever_holds_the_queen_of_hearts() -> None:
    state = play(four(), "give:3D+8D", "give:4H")
    assert state.actor == 0
    assert "QH" in state.view(1).hand
    assert "pass" not in state.legal()


def test_the_new_deal_has_the_ordinary_order() -> None:
    assert facts(four(), "revolution", "ranks") == [False, "3456789TJQKA2"]


@pytest.mark.parametrize(
    ("previous", "owed"),
    [
        ("120", [(1, 0, 2)]),
        ("2130", [(2, 0, 2), (1, 3, 1)]),
        ("41302", [(4, 2, 2), (1, 0, 1)]),
        ("503412", [(5, 2, 2), (0, 1, 1)]),
    ],
)
def test_neutral_players_exchange_nothing(previous: str, owed: list[tuple[int, int, int]]) -> None:
    options: dict[str, object] = {"players": len(previous), "previous": previous}
    state = PRESIDENT.start(PRESIDENT.deal_from(PRESIDENT.deck(), options), options)
    (debts,) = facts(state, "exchange")
    assert debts == [
        {"giver": giver, "receiver": receiver, "cards": cards} for giver, receiver, cards in owed
    ]
    giving = {seat for debt in owed for seat in debt[:2]}
    unmoved = PRESIDENT.deal_from(PRESIDENT.deck(), options).hands
    for seat in set(range(len(previous))) - giving:
        assert set(state.view(seat).hand) == set(unmoved[seat])
    while facts(state, "phase") == ["exchange"]:
        state = play(state, state.legal()[-1])
    assert [len(state.view(seat).hand) for seat in range(len(previous))] == list(map(len, unmoved))


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("3D", "give-first"),
        ("pass", "give-first"),
        ("give:3D", "give-number"),
        ("give:3D+8D+9D", "give-number"),
        ("give:3D+3D", "card-order"),
        ("give:8D+3D", "card-order"),
        ("give:3D+3S", "not-in-hand"),
        ("give:", "no-such-card"),
        ("give:3D+1D", "no-such-card"),
    ],
)
def test_another_return_is_refused(action: str, rule: str) -> None:
    state = four()
    before = hash(state)
    with pytest.raises(IllegalAction) as caught:
        state.apply(2, action)
    assert caught.value.rule == rule
    assert hash(state) == before


def test_each_returns_in_turn_in_the_rapid_mode_too() -> None:
    state = four(rapid=True)
    assert state.actor == 2
    with pytest.raises(IllegalAction, match="it is the turn of seat 2"):
        state.apply(1, "give:4H")
    state = play(state, "give:3D+8D", "give:4H")
    assert state.actor is None
    assert {action.split("/")[0] for action in state.legal() if ":" not in action} == set("0123")


def test_only_the_receiver_sees_what_came() -> None:
    views = [four().view(seat) for seat in range(4)]
    assert [view.legal != () for view in views] == [False, False, True, False]
    for view in (views[0], views[3]):
        assert view.facts["received"] == []
