"""Com'on!: the source's examples and each ruling of the game's file, by hand."""

from itertools import permutations

import pytest

from engine.cards import PIQUET
from engine.errors import BadRecord, IllegalAction, UnattainableResult
from engine.games.comon import holder_of_four_aces
from engine.protocol import Deal, State
from tests.engine.builders import COMON, comon_deal, play

# The source lists them, in this order; the scores follow its text, by hand.
FOURTEEN = {
    (10, 0, 0): (1, -2, -2),
    (9, 1, 0): (1, -2, 0),
    (8, 2, 0): (1, -2, 0),
    (8, 1, 1): (1, -2, -2),
    (7, 3, 0): (1, -2, 0),
    (7, 2, 1): (1, -2, 0),
    (6, 4, 0): (1, -2, 0),
    (6, 3, 1): (1, -2, 0),
    (6, 2, 2): (1, -2, -2),
    (5, 5, 0): (1, 1, -2),
    (5, 4, 1): (1, -2, 0),
    (5, 3, 2): (1, -2, 0),
    (4, 4, 2): (1, 1, -2),
    (4, 3, 3): (1, -2, -2),
}


def start(*hands: str, turned: str, void: dict[int, str] | None = None) -> State:
    return COMON.start(comon_deal(*hands, turned=turned, void=void))


def refused(state: State, action: str, *, seat: int | None = None) -> IllegalAction:
    before = hash(state)
    acting = state.actor if seat is None else seat
    assert acting is not None
    with pytest.raises(IllegalAction) as caught:
        state.apply(acting, action)
    assert hash(state) == before
    return caught.value


# The three tricks of the source; spades and diamonds are turned up.


def test_source_a_seven_of_trumps_beats_an_ace() -> None:
    state = start("AH", "JH", "7S", turned="9S 9D", void={2: "H"})
    assert play(state, "AH", "JH", "7S").actor == 2


def test_source_the_highest_of_three_trumps_wins_whatever_its_suit() -> None:
    state = start("8D", "TS", "9D", turned="KS AD")
    assert play(state, "8D", "TS", "9D").actor == 1


def test_source_two_queens_of_trumps_annul_each_other() -> None:
    state = start("JH", "QD", "QS", turned="9S 9D", void={1: "H", 2: "H"})
    assert play(state, "JH", "QD", "QS").actor == 0


# The winner of a trick.


def lead_from(leader: int, cards: str, *, turned: str, void: str) -> State:
    """A state in which `leader`, having won the first trick in clubs, leads the second one.

    The three cards are held in playing order from the leader on; the leader's left and right
    neighbour, when named in `void` as 1 or 2, hold none of the suit led.
    """
    held = [""] * 3
    clubs = {leader: "AC", (leader + 1) % 3: "7C", (leader + 2) % 3: "8C"}
    for place, card in enumerate(cards.split()):
        seat = (leader + place) % 3
        held[seat] = f"{card} {clubs[seat]}"
    led = cards[1]
    state = start(*held, turned=turned, void={(leader + int(each)) % 3: led for each in void})
    return play(state, clubs[0], clubs[1], clubs[2])


@pytest.mark.parametrize("leader", [0, 1, 2])
@pytest.mark.parametrize(
    ("cards", "turned", "void", "place"),
    [
        ("9H KH TH", "9S 9D", "", 1),  # no trump: the highest of the suit led
        ("9H KH AD", "9S 9D", "2", 2),  # a trump beats it
        ("9H 7D 8S", "9S 9D", "12", 2),  # the higher trump, of the other suit
        ("TH AD JS", "9S 9D", "12", 1),
        ("9H QD QS", "9S 8D", "12", 0),  # an Annulate: the third card is the one led
        ("QS 7S QD", "9S 9D", "", 1),  # … or a lower trump between the two
        ("QS QD 7S", "9S 9D", "", 2),  # … or after them
        ("QD AS QS", "9S 9D", "", 1),
    ],
)
def test_the_winner_follows_the_cards_whoever_leads(
    leader: int, cards: str, turned: str, void: str, place: int
) -> None:
    state = lead_from(leader, cards, turned=turned, void=void)
    assert state.actor == leader
    after = play(state, *cards.split())
    assert after.view(0).tricks[-1].winner == (leader + place) % 3
    assert after.actor == (leader + place) % 3, "the winner leads"


def test_a_discard_wins_when_two_trumps_annul_each_other() -> None:
    # Seat 2 has neither spades nor diamonds: what it throws on two trump queens takes the trick.
    state = start("QS", "QD", "7C", turned="9S 9D", void={2: "SD"})
    assert play(state, "QS", "QD", "7C").actor == 2


def test_equal_plain_cards_do_not_annul() -> None:
    # Spades alone are trumps. The jack of hearts is a discard, and its equal changes nothing.
    state = start("JC", "JH", "7C", turned="9S 8S", void={1: "CS"})
    assert play(state, "JC", "JH", "7C").actor == 0


def test_two_equal_discards_do_not_annul() -> None:
    state = start("9C JC", "KC KH", "7C 7H", turned="KS 8S", void={2: "S", 1: "S"})
    # Spades alone are trumps and seat 0 holds all of them: the others throw what they like.
    state = play(state, next(card for card in state.legal() if card[1] == "S"))
    assert play(state, "KC", "7H").actor == 0


# The duties.


def test_a_plain_suit_is_followed_even_with_an_ace_or_a_trump_elsewhere() -> None:
    state = play(start("TH", "7H 8H AC AS", "", turned="9S 9D"), "TH")
    held = set(state.view(1).hand)
    assert set(state.legal()) == {card for card in held if card[1] == "H"} >= {"7H", "8H"}
    error = refused(state, "AS")
    assert (error.rule, str(error)) == ("follow-suit", "you hold hearts: follow suit")
    assert error.parameters == {"card": "AS", "suit": "H", "held": ("H",)}


def test_without_the_suit_led_any_trump_of_either_suit_must_be_played() -> None:
    state = start("TH", "7S 8D AC", "", turned="9S 9D", void={1: "H"})
    state = play(state, "TH")
    held = state.view(1).hand
    assert set(state.legal()) == {card for card in held if card[1] in "SD"} >= {"7S", "8D"}
    error = refused(state, "AC")
    assert error.rule == "must-trump"
    assert str(error) == "you hold no hearts but spades and diamonds: play a trump"
    assert error.parameters == {"card": "AC", "suit": "H", "held": ("S", "D")}


def test_with_neither_the_suit_nor_a_trump_anything_goes() -> None:
    state = start("7H", "7C 8C", "", turned="9S 8S", void={1: "HS"})
    state = play(state, "7H")
    assert state.legal() == state.view(1).hand
    assert {card[1] for card in state.legal()} == {"D", "C"}


def test_a_trump_led_asks_for_any_trump_of_either_suit() -> None:
    state = play(start("TS", "7D AC KH", "", turned="9S 9D", void={1: "S"}), "TS")
    assert {card[1] for card in state.legal()} == {"D"}
    error = refused(state, "AC")
    assert error.rule == "follow-trump"
    assert str(error) == "trumps are led and you hold diamonds: play a trump"
    both = play(start("TS", "7D 7S AC", "", turned="9S 9D"), "TS")
    assert {card[1] for card in both.legal()} == {"S", "D"}


def test_a_trump_led_to_a_hand_without_trumps_lets_it_play_anything() -> None:
    state = start("TS", "7C", "", turned="9S 9D", void={1: "SD"})
    state = play(state, "TS")
    assert len(state.legal()) == 10


def test_nobody_has_to_play_a_higher_card() -> None:
    led_plain = play(start("TH", "7H AH", "", turned="9S 9D"), "TH")
    assert {"7H", "AH"} <= set(led_plain.legal())
    led_trump = play(start("TD", "7D AS", "", turned="9S 9D"), "TD")
    assert {"7D", "AS"} <= set(led_trump.legal())
    overtrumping = start("TH", "KS", "7S AD", turned="9S 9D", void={1: "H", 2: "H"})
    assert {"7S", "AD"} <= set(play(overtrumping, "TH", "KS").legal())


def test_the_leader_may_play_any_card() -> None:
    state = start("", "", "", turned="9S 9D")
    assert state.actor == 0
    assert state.legal() == state.view(0).hand
    assert len(state.legal()) == 10


# Mono.


def test_mono_has_six_trumps() -> None:
    state = start("TH", "KD", "7S", turned="9S 8S", void={1: "HS", 2: "H"})
    state = play(state, "TH")
    assert "KD" in state.legal(), "diamonds are plain: with no trump anything goes"
    assert {card[1] for card in play(state, "KD").legal()} == {"S"}
    start_again = start("", "", "", turned="9S 8S")
    in_hands = [card for seat in range(3) for card in start_again.view(seat).hand]
    assert sum(card[1] == "S" for card in in_hands) == 6


def test_mono_has_no_annulate() -> None:
    # The queen of diamonds is no trump here: the queen of spades cuts and wins.
    state = start("JH", "QD", "QS", turned="9S 8S", void={1: "HS", 2: "H"})
    assert play(state, "JH", "QD", "QS").actor == 2


# Refusals that hold in every trick.


def test_a_card_out_of_turn_is_refused() -> None:
    error = refused(start("AH", "KH", "", turned="9S 9D"), "KH", seat=1)
    assert error.rule == "not-your-turn"
    assert error.parameters == {"seat": 1, "actor": 0}


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_does_not_exist_cannot_act_nor_look(seat: int) -> None:
    state = start("AH", "", "", turned="9S 9D")
    assert refused(state, "AH", seat=seat).rule == "not-your-turn"
    with pytest.raises(ValueError, match="seats 0, 1 and 2"):
        state.view(seat)


@pytest.mark.parametrize("card", ["KH", "9S"])
def test_a_card_of_another_hand_or_turned_up_is_refused(card: str) -> None:
    error = refused(start("AH", "KH", "", turned="9S 9D"), card)
    assert (error.rule, str(error)) == ("not-in-hand", f"you do not hold {card}")


def test_a_card_already_played_is_refused() -> None:
    state = play(start("AH AC", "KH", "QH", turned="9S 9D"), "AH", "KH", "QH")
    assert refused(state, "AH").rule == "not-in-hand"


@pytest.mark.parametrize("card", ["2S", "", "as", "pass", "AS+KS", "É♠"])
def test_what_is_no_card_is_refused(card: str) -> None:
    assert refused(start("AH", "", "", turned="9S 9D"), card).rule == "no-such-card"


def test_nothing_is_legal_after_the_last_card() -> None:
    state = start("", "", "", turned="9S 9D")
    while state.actor is not None:
        state = play(state, state.legal()[0])
    assert state.legal() == ()
    assert refused(state, "AS", seat=0).rule == "finished"


# Scores.


def test_the_fourteen_distributions_of_the_source() -> None:
    assert COMON.attainable() == tuple(FOURTEEN)


@pytest.mark.parametrize(("tricks", "scores"), FOURTEEN.items())
def test_each_distribution_scores_alike_in_whatever_seats(
    tricks: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    for order in permutations(range(3)):
        counts = [tricks[seat] for seat in order]
        assert COMON.score({"tricks": counts}) == tuple(scores[seat] for seat in order)


@pytest.mark.parametrize(
    ("offender", "scores"), [(0, (-2, 1, 1)), (1, (1, -2, 1)), (2, (1, 1, -2))]
)
def test_a_misplay_costs_the_offender_a_life(offender: int, scores: tuple[int, ...]) -> None:
    assert COMON.score({"fault": offender}) == scores


def test_a_sum_other_than_ten_says_what_is_possible() -> None:
    with pytest.raises(UnattainableResult) as caught:
        COMON.score({"tricks": [5, 3, 3]})
    assert caught.value.rule == "trick-sum"
    assert caught.value.parameters == {"counts": [5, 3, 3], "total": 11}
    assert str(caught.value) == (
        "5 + 3 + 3 is not possible: each count is from 0 to 10, and the three make 10"
    )


@pytest.mark.parametrize(
    "detail",
    [
        {},
        {"tricks": [5, 5]},
        {"tricks": [5, 3, 1, 1]},
        {"tricks": [11, -1, 0]},
        {"tricks": [5.0, 3, 2]},
        {"tricks": [True, 9, 0]},
        {"tricks": "532"},
        {"tricks": None},
        {"tricks": [5, 3, 2], "fault": 0},
        {"tricks": [5, 3, 2], "note": ""},
        {"fault": 3},
        {"fault": -1},
        {"fault": True},
        {"fault": "A"},
        {"lives": 1},
    ],
)
def test_a_result_that_no_deal_can_give_is_refused(detail: dict[str, object]) -> None:
    with pytest.raises(UnattainableResult):
        COMON.score(detail)


# The deal.


def test_a_shuffled_deck_is_dealt_ten_ten_ten_and_two_turned_up() -> None:
    deal = COMON.deal_from(PIQUET)
    assert deal == Deal((PIQUET[:10], PIQUET[10:20], PIQUET[20:30]), PIQUET[30:])
    assert COMON.start(deal).view(1).turned == ("8C", "7C")


def test_an_option_is_refused() -> None:
    deal = COMON.deal_from(PIQUET)
    for refuse in (
        lambda: COMON.start(deal, {"win_at_12": True}),
        lambda: COMON.deck({"win_at_12": True}),
        lambda: COMON.deal_from(PIQUET, {"win_at_12": True}),
    ):
        with pytest.raises(BadRecord, match="comon has no option 'win_at_12'") as caught:
            refuse()
        assert caught.value.rule == "unknown-option"


def test_the_holder_of_the_four_aces_is_known() -> None:
    assert holder_of_four_aces(comon_deal("", "AS AH AD AC", "", turned="9S 9D")) == 1
    assert holder_of_four_aces(comon_deal("AS AH AD", "AC", "", turned="9S 9D")) is None
    assert holder_of_four_aces(comon_deal("AH AD AC", "", "", turned="AS 9D")) is None


# What a seat sees.


def test_a_view_in_the_middle_of_a_trick() -> None:
    state = play(start("AH 8C", "KH KC", "QH QC", turned="9S 9D"), "AH", "KH", "QH", "8C")
    view = state.view(1)
    assert (view.game, view.seat, view.actor) == ("comon", 1, 1)
    assert view.turned == ("9S", "9D")
    assert view.table == ((0, "8C"),)
    assert [tuple(trick) for trick in view.tricks] == [(0, ("AH", "KH", "QH"), 0)]
    assert view.counts == {"cards": (8, 9, 9), "tricks": (1, 0, 0)}
    assert len(view.hand) == 9
    assert view.legal == state.legal()
    assert state.view(0).legal == ()
    assert "QC" not in view.hand
