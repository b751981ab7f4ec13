"""Le loyatais: the source's rules and each ruling of the game's file, by hand."""

from itertools import permutations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.cards import PIQUET
from engine.errors import BadRecord, IllegalAction, UnattainableResult
from engine.games.loyatais import score_tricks
from engine.protocol import Deal, Game, State
from engine.registry import game
from tests.engine.builders import other_world, piquet_deal, play, where_cards_lie
from tests.engine.laws import keeps_the_laws

GAME: Game = game("loyatais")
SHOWN = ("show:AS+KS", "show:AH+8C")
HANDS = ("AS KS", "AH 8C", "AD AC")


def start(*hands: str, aside: str, void: dict[int, str] | None = None) -> State:
    return GAME.start(piquet_deal(*hands, talon=aside, void=void))


def begun() -> State:
    return start(*HANDS, aside="7S 7D")


def refused(state: State, seat: int, action: str) -> IllegalAction:
    before = hash(state)
    with pytest.raises(IllegalAction) as caught:
        state.apply(seat, action)
    assert hash(state) == before
    return caught.value


# Showing.


def test_the_two_others_show_two_cards_each_and_then_the_taker_speaks() -> None:
    state = begun()
    assert state.actor == 0
    state = play(state, SHOWN[0])
    assert state.actor == 1
    state = play(state, SHOWN[1])
    assert state.actor == 2
    assert state.legal() == ("with:0", "with:1", "alone")


def test_any_two_cards_may_be_shown_named_from_the_highest_rank_down() -> None:
    state = start("7S AC 8D 8H KD QD JD 9D TD TC", "", "", aside="AD KC")
    legal = state.legal()
    assert len(legal) == 45
    assert {"show:AC+7S", "show:8H+8D", "show:AC+KD", "show:TD+TC"} <= set(legal)
    for action in legal:
        assert play(state, action).view(0).shown[0]


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("AS", "show-two"),
        ("alone", "show-two"),
        ("show:AS", "show-two"),
        ("show:AS+AS", "show-two"),
        ("show:AS+KS+AH", "show-two"),
        ("show:AS+AH", "not-in-hand"),
        ("show:AS+XX", "no-such-card"),
        ("show:AS+", "no-such-card"),
        ("show:KS+AS", "card-order"),
    ],
)
def test_what_is_no_showing_is_refused(action: str, rule: str) -> None:
    assert refused(begun(), 0, action).rule == rule


def test_two_cards_of_one_rank_are_named_in_the_order_of_the_suits() -> None:
    state = start("8D 8H", "", "", aside="7S 7D")
    assert refused(state, 0, "show:8D+8H").rule == "card-order"
    assert play(state, "show:8H+8D").actor == 1


def test_nobody_shows_or_speaks_out_of_turn() -> None:
    state = begun()
    assert refused(state, 1, SHOWN[1]).rule == "not-your-turn"
    assert refused(state, 2, "alone").rule == "not-your-turn"
    state = play(state, *SHOWN)
    assert refused(state, 0, "alone").rule == "not-your-turn"


def test_shown_cards_lie_open_until_they_are_played() -> None:
    state = begun()
    assert state.view(2).shown == ((), (), ())
    state = play(state, SHOWN[0])
    for seat in range(3):
        assert state.view(seat).shown == (("AS", "KS"), (), ())
    state = play(state, SHOWN[1], "with:1", "AD")
    assert state.view(2).shown == (("AS", "KS"), ("AH", "8C"), ())
    state = start(*HANDS, aside="7S 7D", void={0: "C", 1: "S"})
    state = play(state, *SHOWN, "alone", "AC", "AS", "8C")
    assert state.view(2).shown == (("KS",), ("AH",), ())
    assert "KS" in state.view(0).hand


# The contract.


@pytest.mark.parametrize("action", ["with:2", "with:3", "with:", "pass", "AD", "show:AD+AC"])
def test_what_is_no_contract_is_refused(action: str) -> None:
    error = refused(play(begun(), *SHOWN), 2, action)
    assert error.rule == "choose-contract"
    assert "with:0, with:1, alone" in str(error)


@pytest.mark.parametrize(
    ("action", "side", "needed"), [("alone", [2], 5), ("with:0", [0, 2], 7), ("with:1", [1, 2], 7)]
)
def test_everybody_knows_who_plays_with_whom(action: str, side: list[int], needed: int) -> None:
    state = begun()
    for phase, done in (("show", SHOWN[0]), ("show", SHOWN[1]), ("contract", action)):
        for seat in range(3):
            facts = {"phase": phase, "taker": 2, "side": [], "needed": None}
            assert state.view(seat).facts == facts
        state = play(state, done)
    for seat in range(3):
        facts = {"phase": "play", "taker": 2, "side": side, "needed": needed}
        assert state.view(seat).facts == facts


def test_the_taker_leads() -> None:
    state = play(begun(), *SHOWN, "alone")
    assert state.actor == 2
    assert state.legal() == state.view(2).hand
    assert refused(state, 0, "AS").rule == "not-your-turn"
    assert refused(state, 2, "alone").rule == "no-such-card"
    assert play(state, "AD").actor == 0


# The play.


def test_a_suit_led_is_followed_whatever_stronger_cards_there_are() -> None:
    state = start("AS KS 9C 7C", *HANDS[1:], aside="7S 7D")
    state = play(state, *SHOWN, "alone", "AC")
    clubs = {card for card in state.view(0).hand if card[1] == "C"}
    assert set(state.legal()) == clubs >= {"9C", "7C"}
    error = refused(state, 0, "AS")
    assert (error.rule, str(error)) == ("follow-suit", "you hold clubs: follow suit")


def test_who_cannot_follow_plays_anything() -> None:
    state = start(*HANDS, aside="7S 7D", void={0: "C"})
    state = play(state, *SHOWN, "alone", "AC")
    assert state.legal() == state.view(0).hand


@pytest.mark.parametrize(
    ("cards", "place"),
    [
        ("9H AH KH", 1),  # the highest of the suit led
        ("AH 7S KH", 1),  # the source's example: spades cut hearts
        ("7H AD KH", 2),  # … diamonds do not
        ("7H AD AC", 0),  # … nor do clubs
        ("AC 7D 8C", 1),  # every other suit cuts clubs
        ("AC 7H 8C", 1),
        ("AC 7S 8C", 1),
        ("AC KD 7H", 2),  # the suit first: a heart over a diamond
        ("AC 7H KD", 1),
        ("AC 7S AH", 1),
        ("AD 7H 8H", 2),  # then the rank
        ("AD 8H 7H", 1),
        ("7S AH AD", 0),  # nothing cuts spades
    ],
)
def test_the_winner(cards: str, place: int) -> None:
    one, two, three = cards.split()
    void = {seat: one[1] for seat, card in ((0, two), (1, three)) if card[1] != one[1]}
    aside = [card for card in ("QC", "QD", "QS", "QH") if card[1] not in one][:2]
    # Seat 2 leads, then seats 0 and 1 play; each can show something whatever it holds.
    state = start(two, three, one, aside=" ".join(aside), void=void)
    state = play(state, state.legal()[0])
    state = play(state, state.legal()[0], "alone", one, two, three)
    assert state.view(0).tricks[-1].winner == state.actor == (2 + place) % 3


# Scores.


@pytest.mark.parametrize(
    ("tricks", "partner", "scores"),
    [
        ((3, 2, 5), 2, (0, 0, 100)),  # alone, made
        ((1, 2, 7), 2, (0, 0, 140)),  # two tricks more
        ((0, 1, 9), 2, (0, 0, 180)),
        ((0, 0, 10), 2, (0, 0, 300)),  # five more, and all of them
        ((4, 2, 4), 2, (50, 50, 0)),  # lost
        ((10, 0, 0), 2, (50, 50, 0)),  # … whatever the others won
        ((3, 3, 4), 0, (50, 0, 50)),  # with a partner, made
        ((3, 3, 4), 1, (0, 50, 50)),
        ((8, 1, 1), 0, (70, 0, 70)),
        ((7, 3, 0), 0, (50, 0, 50)),  # whoever of the two wins them
        ((4, 0, 6), 0, (130, 0, 130)),
        ((0, 10, 0), 1, (0, 130, 130)),
        ((2, 4, 4), 0, (0, 100, 0)),  # lost: six of seven
        ((0, 9, 1), 0, (0, 100, 0)),
    ],
)
def test_scores(tricks: tuple[int, ...], partner: int, scores: tuple[int, ...]) -> None:
    assert score_tricks(tricks, partner) == scores
    assert GAME.score({"tricks": list(tricks), "partner": partner}) == scores


@given(
    tricks=st.sampled_from([(a, b, 10 - a - b) for a in range(11) for b in range(11 - a)]),
    partner=st.integers(0, 2),
)
def test_one_side_is_paid_and_divides_it_evenly(tricks: tuple[int, ...], partner: int) -> None:
    scores = score_tricks(tricks, partner)
    side = {partner, 2}
    paid = {seat for seat, score in enumerate(scores) if score}
    assert paid in (side, {0, 1, 2} - side)
    assert len({scores[seat] for seat in paid}) == 1
    won = sum(tricks[seat] for seat in side)
    assert (paid == side) == (won >= (5 if partner == 2 else 7))
    assert sum(scores) == 100 if paid != side else sum(scores) >= 100


def test_a_deal_played_out_is_worth_its_tricks_and_contract() -> None:
    # The taker holds all spades but two, and leads them from above.
    spades = "AS KS QS JS TS 9S AH KH QH JH"
    state = start("8S 7S TH 9H 8H 7H AD KD QD JD", "", spades, aside="TD 9D")
    state = play(state, "show:8S+7S", "show:AC+KC", "with:0")
    for card in spades.split():
        state = play(state, card)
        state = play(state, state.legal()[-1])
        state = play(state, state.legal()[-1])
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.detail == {"tricks": [0, 0, 10], "partner": 0}
    assert outcome.scores == (130, 0, 130)
    assert state.legal() == ()
    assert refused(state, 2, "AS").rule == "finished"


# Results entered by hand, and deals.


@pytest.mark.parametrize(
    ("detail", "rule"),
    [
        ({}, "result-detail"),
        ({"tricks": [5, 3, 2]}, "result-detail"),
        ({"tricks": [5, 3, 2], "partner": 2, "best": 1}, "result-detail"),
        ({"tricks": [5, 3, 3], "partner": 2}, "trick-sum"),
        ({"tricks": [5, 5], "partner": 2}, "trick-counts"),
        ({"tricks": [5, 3, 2], "partner": 3}, "partner"),
        ({"tricks": [5, 3, 2], "partner": -1}, "partner"),
        ({"tricks": [5, 3, 2], "partner": True}, "partner"),
        ({"tricks": [5, 3, 2], "partner": None}, "partner"),
        ({"tricks": [5, 3, 2], "partner": "alone"}, "partner"),
    ],
)
def test_a_result_that_no_deal_can_give_is_refused(detail: dict[str, object], rule: str) -> None:
    with pytest.raises(UnattainableResult) as caught:
        GAME.score(detail)
    assert caught.value.rule == rule


def test_a_form_asks_the_tricks_and_one_partner() -> None:
    tricks, partner = GAME.asks()
    assert (tricks.name, tricks.total, tricks.each) == ("tricks", 10, True)
    assert (partner.name, partner.each) == ("partner", False)
    assert dict(zip(partner.values, partner.words, strict=True)) == {
        0: "with:0",
        1: "with:1",
        2: "alone",
    }
    listed = GAME.attainable()
    assert len(listed) == 14
    for counts in listed:
        for order in permutations(counts):
            assert GAME.score({"tricks": list(order), "partner": 2})


def test_there_are_no_options() -> None:
    deal = GAME.deal_from(PIQUET)
    for ask in (GAME.asks, GAME.deck, lambda options: GAME.start(deal, options)):
        with pytest.raises(BadRecord, match="loyatais has no option 'players'"):
            ask({"players": 3})


# What a seat sees.


@given(
    deal=st.permutations(PIQUET).map(GAME.deal_from),
    numbers=st.lists(st.integers(0, 179), min_size=33, max_size=33),
    ply=st.integers(0, 32),
    seat=st.integers(0, 2),
)
def test_hidden_cards_change_nothing_that_is_seen(
    deal: Deal, numbers: list[int], ply: int, seat: int
) -> None:
    worlds = other_world(deal, numbers, ply, seat, rules=GAME)
    assume(worlds is not None)
    assert worlds is not None
    assert worlds[0] == worlds[1]


def test_deals_played_to_the_end_keep_the_laws() -> None:
    keeps_the_laws(GAME, where_cards_lie, least=0, most=300)
