"""L'empereur: the source's rules and each ruling of the game's file, by hand."""

import pytest

from engine.dealing import deal, hidden_order
from engine.errors import BadRecord, IllegalAction
from engine.games.empereur import EMPEREUR, PACK, EmpereurState
from engine.protocol import Deal, Play, State
from tests.engine.builders import play

MODES = ("normal", "elite", "mirror", "mirror_elite")


def at(
    *hands: str,
    stock: str = "",
    pile: str = "",
    order: str = "",
    actor: int = 0,
    mode: str = "normal",
) -> State:
    """A moment in which the seats hold these cards. The pile is of `2:7S+7H`, seat and play."""
    options = {"players": len(hands), "mode": mode}
    state = EMPEREUR.start(deal(EMPEREUR, key=b"any", board=1, options=options), options)
    named = order.split()
    plays = (each.split(":") for each in pile.split())
    cards = state.cards._replace(
        hands=tuple(PACK.mask(hand.split()) for hand in hands),
        stock=tuple(stock.split()),
        pile=tuple(Play(int(seat), action) for seat, action in plays),
        order=(*named, *(card for card in PACK.deck if card not in named)),
    )
    return state._replace(cards=cards, actor=actor)


def hands(state: State) -> list[str]:
    """What the seats hold."""
    assert isinstance(state, EmpereurState)
    return [" ".join(PACK.codes(hand)) for hand in state.cards.hands]


def stock(state: State) -> str:
    assert isinstance(state, EmpereurState)
    return " ".join(state.cards.stock)


def pile(state: State) -> str:
    return " ".join(f"{each.seat}:{each.action}" for each in state.view(0).table)


def scores(state: State) -> tuple[int, ...] | None:
    outcome = state.outcome()
    return None if outcome is None else outcome.scores


# The deal.


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(("jokers", "cards"), [(True, 54), (False, 52)])
def test_each_is_dealt_seven_cards_and_the_others_are_the_stock(
    players: int, jokers: bool, cards: int
) -> None:
    options = {"players": players, "jokers": jokers}
    dealt = deal(EMPEREUR, key=b"any", board=1, options=options)
    assert [len(hand) for hand in dealt.hands] == [7] * players
    assert len(dealt.talon) == cards - 7 * players
    assert ("JK1" in EMPEREUR.deck(options)) is jokers
    state = EMPEREUR.start(dealt, options)
    assert state.actor == 0
    assert state.view(0).facts["stock"] == cards - 7 * players


def test_the_order_follows_from_the_deal_whatever_the_order_of_a_hand() -> None:
    cards = list(deal_cards := EMPEREUR.deck())
    dealt = EMPEREUR.deal_from(cards)
    assert sorted(dealt.order) == sorted(deal_cards)
    turned = tuple(hand[::-1] for hand in dealt.hands)
    assert hidden_order(deal_cards, turned, dealt.talon, game="empereur") == dealt.order
    cards[:7] = cards[6::-1]
    assert EMPEREUR.deal_from(cards).order == dealt.order
    cards[-2:] = cards[:-3:-1]
    assert EMPEREUR.deal_from(cards).order != dealt.order, "the talon has an order"


def test_the_order_is_the_one_that_the_document_gives() -> None:
    """The examples of docs/deals.md."""
    hands = (("KS", "AS"), ("9S", "JS"))
    deck = ("AS", "KS", "QS", "JS", "TS", "9S")
    order = hidden_order(deck, hands, ("TS", "QS"), game="empereur")
    assert " ".join(order) == "KS JS QS TS AS 9S"
    dealt = deal(EMPEREUR, key=bytes(range(32)), board=7)
    assert " ".join(dealt.talon).startswith("KH AH JK1 2S ")
    assert " ".join(dealt.order).startswith("TH AD 4S 6S 9S KC AS 2C ")


def test_a_deal_needs_its_order() -> None:
    dealt = deal(EMPEREUR, key=b"any", board=1)
    with pytest.raises(BadRecord, match="the order of a deal is each card of the deck once"):
        EMPEREUR.start(Deal(dealt.hands, dealt.talon))


# What may be played.


def test_who_leads_plays_any_number_of_cards_of_one_rank_or_draws() -> None:
    assert at("7S 7H 9D", "3S", "4S", stock="5S").legal() == ("7S", "7H", "7S+7H", "9D", "draw")


def test_who_follows_plays_cards_as_high_as_the_top_in_any_number() -> None:
    state = at("6S 7S 7H 9D AC", "3S", "4S", stock="5S 5H 5D", pile="1:4S 2:7C")
    assert state.legal() == ("7S", "7H", "7S+7H", "9D", "AC", "draw")
    assert pile(state.apply(0, "7S+7H")) == "1:4S 2:7C 0:7S+7H"


def test_the_ranks_go_from_three_to_ace_and_two() -> None:
    cards = ["3S", "4H", "5D", "6C", "7S", "8H", "9D", "TC", "JS", "QH", "KD", "AC", "2S"]
    for place, card in enumerate(cards[:-1]):
        state = at(" ".join(cards), "3H", stock="4S", pile=f"1:{card}")
        assert state.legal() == (*cards[place:], "draw")


def test_a_joker_is_of_the_rank_that_its_player_names() -> None:
    state = at("KS JK1", "3H 4H", "3D", stock="4S", pile="2:QC")
    assert state.legal() == ("JK1=Q", "KS", "JK1=K", "KS+JK1=K", "JK1=A", "JK1=2", "draw")
    after = state.apply(0, "JK1=K")
    assert after.view(1).facts["top"] == "K"
    assert after.legal() == ("draw",), "it counts as a king"


def test_two_jokers_may_stand_for_one_rank_without_another_card() -> None:
    state = at("JK1 JK2", "3H", stock="4S", pile="1:AC")
    assert state.legal() == ("JK1=A", "JK2=A", "JK1=A+JK2=A", "JK1=2", "JK2=2", "draw")


def test_a_two_is_played_alone() -> None:
    assert at("2S 2H JK1", "3H", stock="4S", pile="1:AC").legal() == (
        *("JK1=A", "2S", "2H", "JK1=2", "draw"),
    )


def test_who_has_drawn_plays_or_passes() -> None:
    state = at("5S", "3S", "4S", stock="9C KC", pile="2:8D").apply(0, "draw")
    assert hands(state)[0] == "5S 9C"
    assert state.actor == 0
    assert state.legal() == ("9C", "pass")
    assert state.apply(0, "pass").actor == 1
    assert state.apply(0, "9C").actor == 1


def test_who_leads_may_draw_and_pass_as_well() -> None:
    state = play(at("5S", "3S", "4S", stock="9C"), "draw", "pass")
    assert state.actor == 1
    assert state.legal() == ("3S", "pass"), "nothing is left to draw"


def test_a_pass_is_for_this_turn_only() -> None:
    state = at("5S QS", "9S KS", "TS AS", stock="3S 3H 3D 3C", pile="2:TD")
    state = play(state, "draw", "pass", "KS", "AS")
    assert state.actor == 0
    assert "draw" in state.legal()


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("pass", "draw-first"),
        ("6S", "too-low"),
        ("JK1=6", "too-low"),
        ("8S", "not-in-hand"),
        ("7S+8S", "not-in-hand"),
        ("XX", "no-such-card"),
        ("", "no-such-card"),
        ("7S+9D", "one-rank"),
        ("7S+JK1=9", "one-rank"),
        ("JK1", "joker-rank"),
        ("JK1=1", "joker-rank"),
        ("JK1=", "joker-rank"),
        ("7S=9", "not-a-joker"),
        ("7S=", "not-a-joker"),
        ("2S+2H", "two-alone"),
        ("2S+JK1=2", "two-alone"),
        ("7H+7S", "cards-in-order"),
        ("7S+7S", "cards-in-order"),
        ("JK1=7+7S", "cards-in-order"),
        ("give:7S", "no-exchange"),
    ],
)
def test_what_may_not_be_played(action: str, rule: str) -> None:
    state = at("6S 7S 7H 9D 2S 2H JK1", "3S", "4S", stock="5S", pile="2:7C")
    with pytest.raises(IllegalAction) as caught:
        state.apply(0, action)
    assert caught.value.rule == rule


def test_it_is_said_what_may_be_done_instead() -> None:
    state = at("6S 7S 7H", "3S", stock="5S", pile="1:7C")
    with pytest.raises(IllegalAction, match="name each card once, in order: 7S\\+7H"):
        state.apply(0, "7H+7S")
    with pytest.raises(IllegalAction, match="the pile is at 7: play no lower card, draw or pass"):
        state.apply(0, "6S")
    with pytest.raises(IllegalAction, match="you have drawn a card: play or pass"):
        play(state, "draw", "draw")
    with pytest.raises(IllegalAction, match="there is no card to draw: play or pass"):
        at("6S", "3S", pile="1:7C").apply(0, "draw")
    with pytest.raises(IllegalAction, match="it is the turn of seat 0, not of seat 1"):
        state.apply(1, "draw")


# The end of a round, and twos.


def test_when_the_turn_comes_back_the_pile_goes_under_the_stock_oldest_first() -> None:
    state = at("5S QS", "9S", "KS AS", stock="3S 3H 3D", pile="1:4S 1:4H+JK1=4", actor=2)
    state = play(state, "KS", "draw", "pass", "draw", "pass")
    assert state.actor == 2
    assert pile(state) == ""
    assert stock(state) == "3D 4S 4H JK1 KS"
    assert state.legal() == ("AS", "draw"), "who played last leads"


def test_with_two_players_one_pass_ends_the_round() -> None:
    state = play(at("5S QS", "3S", stock="4S"), "QS", "draw", "pass")
    assert state.actor == 0
    assert stock(state) == "QS"


def test_after_a_two_all_others_draw_and_the_same_player_leads() -> None:
    state = at("3S 5S", "9S 2S", "KS", stock="6S 6H 6D", pile="0:4S", actor=1)
    after = state.apply(1, "2S")
    # In the order of play: seat 2 draws first.
    assert hands(after) == ["5S 3S 6H", "9S", "KS 6S"]
    assert stock(after) == "6D 4S 2S"
    assert after.actor == 1
    assert after.legal() == ("9S", "draw")
    assert after.view(0).facts["drew"] == [1, 0, 1]


def test_a_joker_named_a_two_is_a_two() -> None:
    after = at("3S JK1", "9S", "KS", stock="6S 6H 6D").apply(0, "JK1=2")
    assert after.actor == 0
    assert after.view(1).counts["cards"] == (1, 2, 2)


# The draw rule: the source's three examples first.


@pytest.mark.parametrize(
    ("before", "played", "drawn"),
    [
        ("2:5S", "5H", 1),
        ("2:4S+4H", "4D+4C", 3),
        ("2:6S", "7S+7H", 1),
        ("2:6S", "7S", 0),
        ("", "7S+7H", 1),
        ("1:7S 2:7H", "7D", 2),  # three in a row, whoever played them
        ("1:7S 2:8H", "8D", 1),
        ("2:5S", "JK1=5", 1),  # a joker counts as what it is named
        ("2:JK2=5", "5S", 1),
        ("2:JK2=5", "6S", 0),
        ("", "7S+7H+7D+7C+JK1=7+JK2=7", 5),
    ],
)
def test_equal_cards_on_top_make_the_next_player_draw(before: str, played: str, drawn: int) -> None:
    cards = " ".join(card.split("=")[0] for card in played.split("+"))
    state = at(f"{cards} 3D", "9S", "KS", stock="3S 3H 4S 4H 5D 5C", pile=before)
    after = state.apply(0, played)
    assert after.view(0).counts["cards"] == (1, 1 + drawn, 1)
    assert after.view(0).facts["drew"] == [0, drawn, 0]
    assert after.actor == 1, "whose turn it is all the same"
    assert "draw" in after.legal()


# The stock is empty.


def test_the_pile_but_its_highest_cards_becomes_the_stock_in_the_deals_order() -> None:
    state = at(
        *("3S", "3H", "3D"),
        pile="0:4S+4H 1:6S 2:9S 0:9H",
        order="6S 3S 4H 9S 4S",
        actor=1,
    )
    after = state.apply(1, "draw")
    assert hands(after)[1] == "6S 3H"
    assert stock(after) == "4H 4S"
    assert pile(after) == "2:9S 0:9H"


def test_it_becomes_the_stock_only_once_a_card_is_needed() -> None:
    state = at("3S", "3H", "3D", stock="5S", pile="0:4S 2:9S", actor=0)
    state = play(state, "draw", "pass")
    assert pile(state) == "0:4S 2:9S"
    assert stock(state) == ""


def test_a_draw_of_several_goes_on_in_the_new_stock() -> None:
    state = at("9S 9H 9D 3S", "3H", "3D", stock="5S", pile="1:4S 2:6H", order="6H 4S")
    after = state.apply(0, "9S+9H+9D")
    assert hands(after)[1] == "5S 6H 3H"
    assert stock(after) == "4S"
    assert pile(after) == "0:9S+9H+9D"


def test_without_lower_cards_nobody_draws_and_a_player_passes_at_once() -> None:
    state = at("9S 9H 9D 3S", "3H", "3D", stock="5S", pile="2:9C")
    after = state.apply(0, "9S+9H+9D")
    assert after.view(0).counts["cards"] == (1, 2, 1), "one card is all there is"
    assert after.legal() == ("pass",)
    assert after.apply(1, "pass").actor == 2


# The end of a deal.


def test_the_first_to_be_out_is_the_emperor() -> None:
    after = at("9S 9H", "3H", "3D", stock="5S 6S", pile="2:4C").apply(0, "9S+9H")
    assert after.actor is None
    assert after.legal() == ()
    assert scores(after) == (1, 0, 0)
    assert after.view(2).facts["emperor"] == 0
    with pytest.raises(IllegalAction, match="the deal is over"):
        after.apply(1, "3H")


def test_what_the_last_play_makes_others_draw_is_drawn_and_counted() -> None:
    after = at("9S 9H", "3H", "TD", stock="KS 6S", mode="elite").apply(0, "9S+9H")
    assert hands(after) == ["", "KS 3H", "TD"]
    assert scores(after) == (13 + 3 + 10, 0, 0)
    after = at("2S", "3H", "TD", stock="KS 6S", mode="elite").apply(0, "2S")
    assert scores(after) == (13 + 3 + 10 + 6, 0, 0)


def test_points_left_in_hands() -> None:
    every = "2S AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S JK1"
    state = at("3H", every, mode="elite", stock="")
    assert scores(state.apply(0, "3H")) == (15 + 14 + 13 + 12 + 11 + sum(range(3, 11)) + 20, 0)


def test_in_the_mirror_modes_play_goes_on_until_one_is_left() -> None:
    state = at("9S", "TH 4S", "3D QD", stock="5S", mode="mirror").apply(0, "9S")
    assert state.outcome() is None
    assert state.actor == 1
    state = play(state, "TH", "QD")
    assert state.actor == 1, "who is out is passed over"
    state = play(state, "draw", "pass")
    assert state.actor == 2, "the turn came back"
    state = play(state, "3D")
    assert scores(state) == (0, -1, 0)
    assert state.view(0).facts["excluded"] == 1
    assert state.view(0).facts["out"] == [0, 2]


def test_who_is_out_leaves_the_lead_to_the_next_still_in() -> None:
    state = at("9S", "4S 4H", "3D 3C", stock="5S 5H 5D", mode="mirror").apply(0, "9S")
    state = play(state, "draw", "pass", "draw", "pass")
    assert state.actor == 1
    assert pile(state) == ""
    after = at("2S", "4S 4H", "3D 3C", stock="5S 5H 5D", mode="mirror").apply(0, "2S")
    assert after.actor == 1
    assert pile(after) == ""


def test_the_excluded_loses_the_points_left_in_the_last_hand() -> None:
    state = at("9S 9H", "TD", stock="AS 6S", mode="mirror_elite").apply(0, "9S+9H")
    assert scores(state) == (0, -24)


@pytest.mark.parametrize("last", ["JK1=2", "9S+JK1=9"])
def test_who_goes_out_with_a_joker_is_a_subject_and_the_others_go_on(last: str) -> None:
    cards = " ".join(card.split("=")[0] for card in last.split("+"))
    after = at(cards, "3H 4H", "3D", stock="5S 5H").apply(0, last)
    assert after.outcome() is None
    assert after.actor == 1
    over = at(cards, "3H 4H", stock="5S 5H").apply(0, last)
    assert scores(over) == (0, 1), "the only one left is Emperor"


def test_the_only_one_left_gains_what_is_left_in_hands() -> None:
    assert scores(at("JK1", "3H 4H", stock="5S", mode="elite").apply(0, "JK1=7")) == (0, 7)


def test_in_the_mirror_modes_a_last_joker_makes_the_excluded_and_ends_the_deal() -> None:
    after = at("JK1", "3H 4H", "3D", stock="5S", mode="mirror").apply(0, "JK1=7")
    assert scores(after) == (-1, 0, 0)
    after = at("JK1", "3H 4H", "3D", stock="5S", mode="mirror_elite").apply(0, "JK1=7")
    assert scores(after) == (-10, 0, 0)


def test_a_joker_in_an_earlier_play_does_no_harm() -> None:
    assert scores(play(at("JK1 9S", "3H", stock="5S 5D"), "JK1=2", "9S")) == (1, 0)


def test_a_deal_that_nobody_ends_is_a_draw() -> None:
    for mode in MODES:
        state = at("3S", "4S", stock="", mode=mode)
        for turn in range(200):
            assert state.outcome() is None, turn
            assert state.actor is not None
            state = state.apply(state.actor, "pass")
        assert scores(state) == (0, 0)
        outcome = state.outcome()
        assert outcome is not None
        assert EMPEREUR.score(outcome.detail, {"players": 2, "mode": mode}) == (0, 0)


# Endings, counted by hand.


def sequences(state: State, actions: int) -> int:
    """In how many ways so many actions can be taken."""
    if actions == 0 or state.actor is None:
        return int(actions == 0)
    return sum(sequences(state.apply(state.actor, each), actions - 1) for each in state.legal())


def test_two_cards_against_one_with_nothing_to_draw() -> None:
    # 5, 9 or pass. Then 5 or pass after the 5, only pass after the 9, 5 or pass after the pass. Who
    # is passed takes the pile back as stock and may draw it: 2, 2, and 3 as at first after two
    # passes; the deal is over after either 5 of seat 1. With the card drawn again: 3 + 3 + 5.
    state = at("5S 9S", "5H")
    assert [sequences(state, many) for many in range(1, 5)] == [3, 5, 7, 11]


def test_a_pair_against_a_two() -> None:
    # 4, 4, both or draw. After one 4 two or draw; both end it; having drawn, any of 4, 4, both, 6
    # or pass. Then 2 + 3 after either 4; 2 after each play of who had drawn; 3 after the pass.
    state = at("4S 4H", "2S 3S", stock="6S")
    assert [sequences(state, many) for many in range(1, 4)] == [4, 9, 21]


# What a seat sees.


def test_a_view_says_what_is_public_of_stock_and_pile() -> None:
    state = at("9S", "4S 4H", "3D 3C", stock="5S 5H", pile="2:4C")
    view = state.view(1)
    assert view.table == (Play(2, "4C"),)
    assert view.counts == {"cards": (1, 2, 2)}
    assert view.legal == ()
    assert view.facts["stock"] == 2
    assert view.facts["phase"] == "play"
    assert "emperor" in view.facts


def test_the_order_and_the_stock_are_seen_by_nobody() -> None:
    here = at("9S", "4S 4H", "3D 3C", stock="5S 5H 5D", order="3S 4S")
    there = at("9S", "4S 4H", "3D 3C", stock="5D 6S 6H", order="4S 3S")
    for seat in range(3):
        assert here.view(seat) == there.view(seat)
