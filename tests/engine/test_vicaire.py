"""Le vicaire: the source's rules and each ruling of the game's file, by hand."""

from itertools import permutations

import pytest

from engine.cards import PIQUET
from engine.errors import BadRecord, IllegalAction, UnattainableResult
from engine.protocol import Deal, State
from tests.engine.builders import COMON, VICAIRE, piquet_deal, play, where_cards_lie
from tests.engine.laws import keeps_the_laws


def start(*hands: str, aside: str, void: dict[int, str] | None = None) -> State:
    return VICAIRE.start(piquet_deal(*hands, talon=aside, void=void))


def refused(state: State, action: str) -> IllegalAction:
    before = hash(state)
    assert state.actor is not None
    with pytest.raises(IllegalAction) as caught:
        state.apply(state.actor, action)
    assert hash(state) == before
    return caught.value


# The duty: to follow suit, and no other.


def test_one_card_of_the_suit_led_must_be_played_whatever_aces_there_are() -> None:
    state = start("TC", "7C AS AD AH", "", aside="8H 9H", void={0: "H", 2: ""})
    state = play(state, "TC")
    clubs = {card for card in state.view(1).hand if card[1] == "C"}
    assert set(state.legal()) == clubs >= {"7C"}
    for ace in ("AS", "AD", "AH"):
        error = refused(state, ace)
        assert (error.rule, str(error)) == ("follow-suit", "you hold clubs: follow suit")
        assert error.parameters == {"card": ace, "suit": "C", "held": ("C",)}


def test_the_only_card_of_the_suit_is_the_only_one_legal() -> None:
    others = "AS KS QS AD KD QD AH KH QH"
    state = start("TC KC QC JC 9C 8C", f"7C {others}", "", aside="AC 9H")
    assert play(state, "TC").legal() == ("7C",)


def test_hearts_led_are_followed_like_any_suit() -> None:
    state = play(start("7H", "8H AS", "", aside="9S 8S"), "7H")
    assert {card[1] for card in state.legal()} == {"H"}
    error = refused(state, "AS")
    assert (error.rule, str(error)) == ("follow-suit", "you hold hearts: follow suit")


def test_nobody_has_to_trump_nor_to_overtrump() -> None:
    state = start("TC", "7H AS 8D", "AH 7S 7D", aside="8H 9H", void={1: "C", 2: "C"})
    state = play(state, "TC")
    assert state.legal() == state.view(1).hand
    state = play(state, "7H")
    assert state.legal() == state.view(2).hand
    assert len(state.legal()) == 10


def test_nobody_has_to_play_a_higher_card() -> None:
    assert {"7S", "AS"} <= set(play(start("TS", "7S AS", "", aside="8H 9H"), "TS").legal())
    assert {"7H", "AH"} <= set(play(start("TH", "7H AH", "", aside="8H 9H"), "TH").legal())


def test_the_leader_may_play_any_card() -> None:
    state = start("", "", "", aside="8H 9H")
    assert state.legal() == state.view(0).hand
    assert len(state.legal()) == 10


# The winner.


@pytest.mark.parametrize("leader", [0, 1, 2])
@pytest.mark.parametrize(
    ("cards", "void", "place"),
    [
        ("9S KS TS", "", 1),  # the highest of the suit led
        ("9S 8S 7S", "", 0),
        ("9S AD TS", "1", 2),  # a card of another suit wins nothing
        ("AS 7H KS", "1", 1),  # a heart trumps
        ("AS 7H 9H", "12", 2),  # a higher one overtrumps
        ("AS 9H 7H", "12", 1),  # a lower one does not
        ("AS 7D 9H", "12", 2),
        ("7H AS AD", "12", 0),  # a trick of hearts cannot be trumped
        ("9H KH TH", "", 1),
    ],
)
def test_the_winner_follows_the_cards_whoever_leads(
    leader: int, cards: str, void: str, place: int
) -> None:
    # `leader` wins the first trick with the ace of clubs; `void` names the neighbours to its left,
    # 1 or 2, that hold none of the suit led afterwards.
    held = [""] * 3
    clubs = {leader: "AC", (leader + 1) % 3: "7C", (leader + 2) % 3: "8C"}
    for each, card in enumerate(cards.split()):
        seat = (leader + each) % 3
        held[seat] = f"{card} {clubs[seat]}"
    voids = {(leader + int(each)) % 3: cards[1] for each in void}
    state = start(*held, aside="8H QC" if "8H" not in cards else "QC JC", void=voids)
    state = play(state, clubs[0], clubs[1], clubs[2])
    assert state.actor == leader
    state = play(state, *cards.split())
    assert state.view(0).tricks[-1].winner == (leader + place) % 3
    assert state.actor == (leader + place) % 3, "the winner leads"


# What a seat sees.


def test_a_view_in_the_middle_of_a_trick() -> None:
    state = play(start("AS 8C", "KS KC", "QS QC", aside="9S 9D"), "AS", "KS", "QS", "8C")
    view = state.view(1)
    assert (view.game, view.seat, view.actor) == ("vicaire", 1, 1)
    assert view.turned == ()
    assert view.trumps == "H"
    assert view.captured == (), "won cards are turned over"
    assert view.table == ((0, "8C"),)
    assert [tuple(trick) for trick in view.tricks] == [(0, ("AS", "KS", "QS"), 0)]
    assert view.counts == {"cards": (8, 9, 9), "tricks": (1, 0, 0)}


def test_nobody_sees_the_two_cards_aside() -> None:
    state = start("", "", "", aside="9S 9D")
    while state.actor is not None:
        for seat in range(3):
            assert not {"9S", "9D"} & set(repr(state.view(seat)).replace("'", " ").split())
        state = play(state, state.legal()[0])


# Scores.


def test_a_deal_is_worth_its_tricks() -> None:
    # Seat 0 holds the nine highest clubs and spades it needs, seat 1 the other two suits' tops.
    deal = piquet_deal("AS KS QS JS TS 9S AC KC QC JC", "AD KD QD JD TD", "", talon="AH KH")
    state = VICAIRE.start(deal)
    while state.actor is not None:
        state = play(state, min(state.legal(), key=lambda card: (card[1] == "H", card)))
    outcome = state.outcome()
    assert outcome is not None
    assert sum(outcome.scores) == 10
    assert outcome.detail == {"tricks": list(outcome.scores)}
    assert outcome.scores == state.view(0).counts["tricks"]


def test_every_distribution_of_ten_tricks_may_be_entered() -> None:
    assert VICAIRE.attainable() == COMON.attainable()
    for distribution in VICAIRE.attainable():
        for tricks in permutations(distribution):
            assert VICAIRE.score({"tricks": list(tricks)}) == tricks


@pytest.mark.parametrize(
    ("detail", "rule"),
    [
        ({}, "result-detail"),
        ({"fault": 1}, "result-detail"),
        ({"tricks": [5, 3, 2], "fault": 1}, "result-detail"),
        ({"tricks": [5, 5]}, "trick-counts"),
        ({"tricks": [5, 3, 2.0]}, "trick-counts"),
        ({"tricks": [True, 9, 0]}, "trick-counts"),
        ({"tricks": "532"}, "trick-counts"),
        ({"tricks": [5, 3, 3]}, "trick-sum"),
        ({"tricks": [11, -1, 0]}, "trick-sum"),
    ],
)
def test_a_result_that_no_deal_can_give_is_refused(detail: dict[str, object], rule: str) -> None:
    with pytest.raises(UnattainableResult) as caught:
        VICAIRE.score(detail)
    assert caught.value.rule == rule


# The deal.


def test_a_shuffled_deck_is_dealt_ten_ten_ten_and_two_aside() -> None:
    deal = VICAIRE.deal_from(PIQUET)
    assert deal == Deal((PIQUET[:10], PIQUET[10:20], PIQUET[20:30]), PIQUET[30:])


def test_an_option_is_refused() -> None:
    deal = VICAIRE.deal_from(PIQUET)
    for refuse in (
        lambda: VICAIRE.start(deal, {"target": 500}),
        lambda: VICAIRE.deck({"target": 500}),
        lambda: VICAIRE.deal_from(PIQUET, {"target": 500}),
    ):
        with pytest.raises(BadRecord, match="vicaire has no option 'target'"):
            refuse()


def test_deals_played_to_the_end_keep_the_laws() -> None:
    keeps_the_laws(VICAIRE, where_cards_lie, least=0, most=10)
