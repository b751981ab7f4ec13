"""Le tarot: bids, dog, calls, announcements and the play, by hand."""

import pytest

from engine.errors import IllegalAction
from engine.protocol import State, View
from tests.engine.builders import play
from tests.engine.tarot_builders import start, suit, taken, tarot_deal

TRUMPS = tuple(f"T{number:02}" for number in range(21, 0, -1))


def refused(state: State, action: str, rule: str) -> IllegalAction:
    assert state.actor is not None
    assert action not in state.legal()
    with pytest.raises(IllegalAction) as caught:
        state.apply(state.actor, action)
    assert caught.value.rule == rule
    return caught.value


def passes(state: State) -> State:
    """The state after all others have passed."""
    while state.view(0).facts["phase"] == "bid":
        state = play(state, "pass")
    return state


# The bids.


def test_each_bid_is_higher_than_those_before() -> None:
    state = start(tarot_deal("", "", "", ""))
    assert state.legal() == (
        "pass",
        "bid:petite",
        "bid:garde",
        "bid:garde_sans",
        "bid:garde_contre",
    )
    state = play(state, "bid:garde")
    assert state.legal() == ("pass", "bid:garde_sans", "bid:garde_contre")
    refused(state, "bid:petite", "bid-higher")
    refused(state, "bid:garde", "bid-higher")
    refused(state, "take", "bid-or-pass")
    state = play(state, "pass", "bid:garde_sans", "pass")
    assert state.actor == 2
    assert state.view(0).facts["bid"] == "garde_sans"
    assert state.view(0).facts["sides"] == ["defence", "defence", "taker", "defence"]


def test_each_player_speaks_once_and_nothing_is_higher_than_the_garde_contre() -> None:
    state = play(start(tarot_deal("", "", "")), "bid:petite", "bid:garde_contre")
    assert (state.actor, state.legal()) == (1, ("pass", "announce:chelem"))
    with pytest.raises(IllegalAction, match="turn of seat 1") as caught:
        state.apply(2, "pass")
    assert caught.value.rule == "not-your-turn"


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_where_all_pass_nobody_scores(seats: int) -> None:
    state = play(start(tarot_deal(*[""] * seats)), *["pass"] * seats)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == (0,) * seats
    assert outcome.detail["bid"] == 0
    assert outcome.detail["taker"] == -1
    with pytest.raises(IllegalAction) as caught:
        state.apply(0, "pass")
    assert caught.value.rule == "finished"


# The dog.


def test_the_dog_is_seen_by_all_and_taken() -> None:
    dog = "KS QS 5S 4S 3S 2S"
    state = passes(play(start(tarot_deal("KH T21", "", "", dog=dog)), "bid:petite"))
    for seat in range(3):
        view = state.view(seat)
        assert set(view.turned) == set(dog.split())
        assert view.counts["cards"] == (30, 24, 24)
        assert view.facts["left"] == 6
    assert set(dog.split()) < set(state.view(0).hand)


def test_no_king_no_bout_and_no_trump_is_discarded() -> None:
    state = passes(play(start(tarot_deal("KH T21 T05 5S", "", "")), "bid:garde"))
    legal = {action.removeprefix("discard:") for action in state.legal()}
    plain = {card for card in state.view(0).hand if suit(card) not in "TX" and card[0] != "K"}
    assert legal == plain
    refused(state, "discard:KH", "discard-king")
    refused(state, "discard:T21", "discard-bout")
    refused(state, "discard:T05", "discard-trump")
    refused(state, "discard:" + state.view(1).hand[0], "not-in-hand")
    refused(state, "5S", "discard-a-card")
    refused(state, "pass", "discard-a-card")
    state = play(state, *(f"discard:{card}" for card in sorted(plain)[:6]))
    assert state.legal() == ("pass", "announce:chelem")
    assert state.view(0).facts["discarded"]
    assert "discarded" not in state.view(1).facts
    assert state.view(1).facts["trumps_aside"] == []
    assert set(state.view(1).turned) == set(state.view(2).turned) != set()


def test_trumps_are_discarded_only_for_want_of_others_and_seen_by_all() -> None:
    hand = " ".join(TRUMPS) + " EXC KS KH"
    deal = tarot_deal(hand, "", "", dog="KD KC 2S 3S 4S 5S")
    state = passes(play(start(deal), "bid:garde"))
    state = play(state, "discard:2S", "discard:3S", "discard:4S")
    assert state.legal() == ("discard:5S",)
    state = play(state, "discard:5S")
    assert state.legal() == tuple(f"discard:{card}" for card in TRUMPS[1:-1])
    refused(state, "discard:T01", "discard-bout")
    state = play(state, "discard:T02", "discard:T03")
    assert state.view(2).facts["trumps_aside"] == ["T03", "T02"]
    assert state.view(2).facts["phase"] == "announce"


@pytest.mark.parametrize(("bid", "points"), [("garde_sans", 27), ("garde_contre", 0)])
def test_a_dog_that_is_not_taken_is_unseen_and_counts_for_its_side(bid: str, points: int) -> None:
    # Three bouts and three kings lie in the dog, and the taker wins no trick.
    dog = "T21 T01 EXC KS KH KD"
    low = "AS 2S 3S 4S 5S 6S 7S AH 2H 3H 4H 5H 6H 7H AD 2D 3D 4D 5D 6D 7D AC 2C 3C"
    state = taken(tarot_deal(low, "", "", dog=dog), bid)
    assert all(state.view(seat).turned == () for seat in range(3))
    while state.actor is not None:
        state = play(state, state.legal()[0])
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.detail["chelem"] == 4
    assert outcome.detail["points"] == points
    assert outcome.detail["bouts"] == (3 if points else 0)


# Five players: the call.


def test_a_king_is_called_and_its_holder_is_a_secret_partner() -> None:
    deal = tarot_deal("KS", "", "KH", "", "", dog="2C 3C 4C")
    state = passes(play(start(deal), "bid:garde"))
    assert state.legal() == ("call:KS", "call:KH", "call:KD", "call:KC")
    assert state.view(1).turned == (), "the call comes before the dog"
    refused(state, "call:QH", "call-king")
    refused(state, "KH", "call-a-card")
    state = play(state, "call:KH")
    sides = [state.view(seat).facts["sides"] for seat in range(5)]
    assert sides[0] == ["taker", *["unknown"] * 4]
    assert sides[1] == ["taker", "defence", *["unknown"] * 3]
    assert sides[2] == ["taker", "defence", "partner", "defence", "defence"]
    assert state.view(3).facts["called"] == ["K", "H"]


def test_the_first_card_is_of_the_suit_called_only_if_it_is_the_card_called() -> None:
    deal = tarot_deal("KH 2H", "", "", "", "", dog="2C 3C 4C")
    state = taken(deal, "garde_sans", taker=1, call="KH")
    hearts = {card for card in state.legal() if suit(card) == "H"}
    assert hearts == {"KH"}
    refused(state, "2H", "called-suit")
    assert state.view(2).facts["sides"] == ["unknown", "taker", "defence", *["unknown"] * 2]
    state = play(state, "KH")
    partner = ["partner", "taker", *["defence"] * 3]
    assert [state.view(seat).facts["sides"] for seat in range(5)] == [partner] * 5


@pytest.mark.parametrize(
    ("hand", "ranks"),
    [
        ("KS KH KD", "K"),
        ("KS KH KD KC QS", "KQ"),
        ("KS KH KD KC QS QH QD QC", "KQN"),
        ("KS KH KD KC QS QH QD QC NS NH ND NC", "KQNJ"),
    ],
)
def test_who_holds_all_four_kings_may_call_a_queen(hand: str, ranks: str) -> None:
    fill = " ".join(TRUMPS[: 15 - len(hand.split())])
    state = passes(play(start(tarot_deal(f"{hand} {fill}", "", "", "", "")), "bid:garde"))
    assert state.legal() == tuple(f"call:{rank}{each}" for each in "SHDC" for rank in ranks)


def test_a_king_in_the_dog_leaves_the_taker_alone() -> None:
    deal = tarot_deal("", "", "", "", "", dog="KH 2C 3C")
    seen = play(passes(play(start(deal), "bid:garde")), "call:KH")
    alone = ["taker", *["defence"] * 4]
    assert [seen.view(seat).facts["sides"] for seat in range(5)] == [alone] * 5
    unseen = taken(deal, "garde_sans", call="KH")
    assert unseen.view(0).facts["sides"] == ["taker", *["unknown"] * 4]
    while unseen.actor is not None:
        unseen = play(unseen, unseen.legal()[-1])
    outcome = unseen.outcome()
    assert outcome is not None
    assert outcome.detail["partner"] == -1
    assert abs(outcome.scores[0]) == 4 * abs(outcome.scores[1])


def test_who_calls_his_own_king_is_alone_and_knows_it() -> None:
    state = taken(tarot_deal("KH", "", "", "", ""), "garde_sans", call="KH")
    assert state.view(0).facts["sides"] == ["taker", *["defence"] * 4]
    assert state.view(1).facts["sides"] == ["taker", "defence", *["unknown"] * 3]


# The duties of play.


def hand_of(view: View, suits: str) -> set[str]:
    return {card for card in view.hand if suit(card) in suits}


def test_one_card_of_the_suit_led_must_be_played_or_the_excuse() -> None:
    state = play(taken(tarot_deal("TC", "8C T21 EXC AD", "")), "TC")
    assert set(state.legal()) == hand_of(state.view(1), "CX") >= {"8C", "EXC"}
    for card in ("T21", "AD"):
        error = refused(state, card, "follow-suit")
        assert error.parameters["held"] == ("C",)


def test_who_cannot_follow_must_trump() -> None:
    state = play(taken(tarot_deal("TC", "T02 T12 EXC AD", "", void={1: "C"})), "TC")
    assert set(state.legal()) == hand_of(state.view(1), "TX") >= {"T02", "T12", "EXC"}
    refused(state, "AD", "must-trump")


def test_who_trumps_after_another_must_go_higher() -> None:
    deal = tarot_deal("TC", "T12", "T05 T15 EXC", void={1: "C", 2: "C"}, dog="2C 3C 4C 5C 6C 7C")
    state = play(taken(deal), "TC", "T12")
    assert set(state.legal()) == {c for c in hand_of(state.view(2), "T") if c > "T12"} | {"EXC"}
    error = refused(state, "T05", "overtrump")
    assert error.parameters["highest"] == "T12"


def test_who_cannot_go_higher_must_still_trump() -> None:
    deal = tarot_deal("TC", "T21", "T05 T15", void={1: "C", 2: "C"}, dog="2C 3C 4C 5C 6C 7C")
    state = play(taken(deal), "TC", "T21")
    assert set(state.legal()) == hand_of(state.view(2), "TX") >= {"T05", "T15"}


def test_a_trump_led_is_beaten_if_possible() -> None:
    state = play(taken(tarot_deal("T10", "T05 T15 2S", "")), "T10")
    assert set(state.legal()) == {c for c in hand_of(state.view(1), "T") if c > "T10"} | hand_of(
        state.view(1), "X"
    )
    refused(state, "T05", "overtrump")
    refused(state, "2S", "follow-trump")


def test_who_follows_a_plain_suit_need_not_beat_anything() -> None:
    state = play(taken(tarot_deal("TC", "KC 2C", "")), "TC")
    assert {"KC", "2C"} <= set(state.legal())


def test_who_has_neither_suit_nor_trump_plays_anything() -> None:
    state = play(taken(tarot_deal("TC", "2S", "", void={1: "CT"})), "TC")
    assert state.legal() == state.view(1).hand


def test_an_excuse_that_is_led_leaves_the_suit_to_the_next_card() -> None:
    state = play(taken(tarot_deal("EXC", "5H", "9H T21", void={2: "T"})), "EXC")
    assert state.legal() == state.view(1).hand
    state = play(state, "5H")
    assert set(state.legal()) == hand_of(state.view(2), "H")
    refused(state, "T21", "follow-suit")
    state = play(state, "9H")
    assert state.view(0).tricks[-1].winner == 2


@pytest.mark.parametrize("leader", [0, 1, 2])
@pytest.mark.parametrize(
    ("cards", "void", "place"),
    [
        ("5H QH 9H", {}, 1),
        ("AH 2H KH", {}, 2),  # the ace is the lowest
        ("JH NH TH", {}, 1),  # the knight stands between queen and jack
        ("KH T02 QH", {1: "H"}, 1),
        ("KH T05 T09", {1: "H", 2: "H"}, 2),
        ("KH T21 T02", {1: "H", 2: "H"}, 1),
        ("9H KS QH", {1: "HT"}, 2),  # another suit wins nothing
        ("5H EXC 9H", {}, 2),
        ("KH EXC QH", {}, 0),
        ("EXC 5H KH", {}, 2),
        ("EXC T02 T03", {}, 2),
        ("T05 EXC T09", {}, 2),
        ("T01 KS QS", {1: "T", 2: "T"}, 0),
    ],
)
def test_the_winner_follows_the_cards_whoever_leads(
    leader: int, cards: str, void: dict[int, str], place: int
) -> None:
    # `leader` wins the first trick with the king of clubs.
    seats = [(leader + each) % 3 for each in range(3)]
    held = dict(zip(seats, ("KC", "3C", "2C"), strict=True))
    hands = [""] * 3
    for seat, card in zip(seats, cards.split(), strict=True):
        hands[seat] = f"{card} {held[seat]}"
    voids = {seats[each]: suits for each, suits in void.items()}
    deal = tarot_deal(*hands, void=voids)
    state = play(taken(deal), held[0], held[1], held[2])
    assert state.actor == leader
    state = play(state, *cards.split())
    assert state.view(0).tricks[-1].winner == seats[place]
    assert state.actor == seats[place], "the winner leads"


@pytest.mark.parametrize(
    ("card", "rule"), [("T99", "no-such-card"), ("announce:chelem", "no-such-card")]
)
def test_what_is_no_card_is_refused(card: str, rule: str) -> None:
    refused(taken(tarot_deal("", "", "")), card, rule)


def test_a_card_of_another_hand_is_refused() -> None:
    state = taken(tarot_deal("2S", "3S", ""))
    refused(state, "3S", "not-in-hand")


def test_seats_that_are_not_there_see_nothing() -> None:
    with pytest.raises(ValueError, match="seats 0 to 2"):
        start(tarot_deal("", "", "")).view(3)
