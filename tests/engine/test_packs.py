"""La super-bataille and Le tir-à-la-carte, in which nobody decides anything: rules and laws."""

from collections.abc import Mapping
from dataclasses import asdict
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadRecord, IllegalAction, UnattainableResult
from engine.packs import PackState
from engine.protocol import NO_OPTIONS, Deal, Game, Options, Play, State
from engine.registry import game
from tests.engine.laws import keeps_the_laws

BATAILLE = game("super-bataille")
TIR = game("tir-a-la-carte")
both = pytest.mark.parametrize("rules", [BATAILLE, TIR], ids=lambda rules: str(rules.key))


def packed(rules: Game, *tops: str, options: Options = NO_OPTIONS) -> PackState:
    """A deal in which these cards lie on top of the packs, the rest shared out as it comes."""
    packs = [top.split() for top in tops]
    used = set(chain(*packs))
    rest = [card for card in rules.deck(options) if card not in used]
    whole = rules.deal_from(rules.deck(options), options)
    for pack, hand in zip(packs, whole.hands, strict=True):
        missing = len(hand) - len(pack)
        pack += rest[:missing]
        rest = rest[missing:]
    state = rules.start(Deal(tuple(map(tuple, packs)), ()), options)
    assert isinstance(state, PackState)
    return state


def turned(state: PackState, cards: int) -> PackState:
    for _ in range(cards):
        assert state.actor is not None
        state = state.apply(state.actor, "draw")
    return state


def everywhere(state: State, dealt: Deal) -> list[str]:
    assert isinstance(state, PackState)
    return [*chain(*state.packs), *(play.action for play in state.table)]


def won(state: PackState) -> Mapping[str, object]:
    found = state.view(0).facts["won"]
    assert isinstance(found, dict)
    return found


# La super-bataille.


def test_the_source_s_example_is_won_with_twelve_cards() -> None:
    state = packed(BATAILLE, "JS", "4S 2S 3S 5S 6S", "7S 8S 9S TS QS KS AS 2H")
    assert state.view(0).counts["cards"] == (18, 18, 18)
    after = turned(state, 3)
    assert after.view(1).counts["cards"] == (17 + 12, 18 - 4, 18 - 7)
    assert " ".join(after.packs[0][17:]) == "JS 4S 2S 3S 5S 7S 8S 9S TS QS KS AS"
    assert (after.packs[1][0], after.packs[2][0]) == ("6S", "2H")
    assert won(after) == {
        "table": [{"seat": 0, "card": "JS"}, {"seat": 1, "card": "4S"}, {"seat": 2, "card": "7S"}],
        "added": [0, 3, 6],
        "winner": 0,
    }
    assert after.actor == 0, "every round begins at seat 0"


@pytest.mark.parametrize(
    ("card", "added"),
    [("2S", 1), ("3S", 2), ("9S", 8), ("TS", 9), ("JS", 10), ("QS", 11), ("KS", 12), ("AS", 0)],
)
def test_a_loser_adds_one_card_less_than_its_card_s_value(card: str, added: int) -> None:
    after = turned(packed(BATAILLE, "JK1", card, options={"players": 2}), 2)
    assert won(after)["added"] == [0, added]
    assert len(after.packs[1]) == 26 - added


def test_an_ace_may_be_agreed_to_count_fourteen() -> None:
    options = {"players": 2, "ace14": True}
    assert won(turned(packed(BATAILLE, "AS", "JK2", options=options), 2))["added"] == [13, 0]


@pytest.mark.parametrize(
    ("one", "two", "winner"), [("AS", "KS", 0), ("2S", "3S", 1), ("JK2", "AS", 0), ("TS", "JH", 1)]
)
def test_the_higher_card_wins_and_a_joker_beats_all(one: str, two: str, winner: int) -> None:
    after = turned(packed(BATAILLE, one, two, options={"players": 2}), 2)
    assert won(after)["winner"] == winner


def test_level_cards_are_followed_by_one_more_of_each_and_losers_add_for_their_first() -> None:
    state = packed(BATAILLE, "9S 5S 2C", "9H 7H", "3D 2D 4D 6D")
    tied = turned(state, 3)
    assert (tied.actor, tied.due) == (0, (0, 1))
    assert tied.view(2).table == (Play(0, "9S"), Play(1, "9H"), Play(2, "3D"))
    after = turned(tied, 2)
    # Seat 0 adds eight for its nine and none for its five, seat 2 two for its three.
    assert won(after)["winner"] == 1
    assert won(after)["added"] == [8, 0, 2]
    gained = after.packs[1][-15:]
    assert gained[:3] == ("9S", "5S", "2C")
    assert gained[10:] == ("9H", "7H", "3D", "2D", "4D")
    assert sum(map(len, after.packs)) == 54


def test_level_cards_again_are_followed_again() -> None:
    state = turned(packed(BATAILLE, "9S 5S 4S", "9H 5H 3H", "2C"), 5)
    assert state.due == (0, 1)
    assert won(turned(state, 2))["winner"] == 0


def test_a_loser_joker_adds_none() -> None:
    state = packed(BATAILLE, "JK1 5S", "JK2 7H", options={"players": 2})
    assert won(turned(state, 4))["added"] == [0, 0]


def small(*packs: str) -> PackState:
    """The moment of a deal at which no more than these cards are left, as rounds begin."""
    state = packed(BATAILLE, *("" for _ in packs), options={"players": len(packs)})
    seats = tuple(seat for seat, pack in enumerate(packs) if pack)
    return state._replace(packs=tuple(tuple(p.split()) for p in packs), due=seats, rivals=seats)


def test_a_loser_with_too_few_cards_adds_all_and_is_out() -> None:
    state = turned(small("QS 2H", "9D 3D", "TS 2C 3C 4C 5C 6C 7C 8C 9C AC"), 3)
    assert state.packs[1:] == ((), ())
    assert state.actor is None
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.detail) == ((1, 0, 0), {"won": [1, 0, 0]})


def test_who_is_out_turns_no_card_any_more() -> None:
    state = turned(small("QS 2H 3H", "2S", "3D 4D 5D 6D"), 3)
    assert state.packs[1] == ()
    assert state.due == (0, 2)


def test_who_cannot_go_on_after_level_cards_has_lost() -> None:
    state = turned(small("9S", "9H 2H", "3D 4D 5D 6D"), 3)
    assert won(state)["winner"] == 1
    assert state.packs == ((), ("2H", "9S", "9H", "3D", "4D", "5D"), ("6D",))


def test_if_none_of_them_can_the_highest_of_the_others_wins() -> None:
    state = turned(small("9S", "9H", "3D 4D 5D 6D", "2C 7C 8C"), 4)
    assert won(state)["winner"] == 2
    assert state.packs[2] == ("4D", "5D", "6D", "9S", "9H", "3D", "2C", "7C")
    again = turned(small("9S", "9H", "3D 4D", "3C 5C"), 4)
    assert again.due == (2, 3), "the others' level cards go on as well"
    assert won(turned(again, 2))["winner"] == 3


def test_of_the_others_those_who_got_furthest_come_first() -> None:
    # Seat 0 took part in the level nines and lost to the level eights only, seat 3 to the nines.
    state = turned(small("9S 5S 2C", "9H 8H", "9D 8D", "7C 3C 4C"), 7)
    assert won(state)["winner"] == 0


def test_if_there_is_no_other_nobody_wins() -> None:
    ranks = ["AKQJT98765432"[n // 2] for n in range(26)]
    suits = "SDSDSDSDSDSDSDSDSDSDSDSDSD", "HCHCHCHCHCHCHCHCHCHCHCHCHC"
    packs = [
        [*(rank + suit for rank, suit in zip(ranks, row, strict=True)), joker]
        for row, joker in zip(suits, ("JK1", "JK2"), strict=True)
    ]
    state = turned(packed(BATAILLE, *map(" ".join, packs), options={"players": 2}), 54)
    assert state.actor is None
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == (0, 0)


# Le tir-à-la-carte.


@pytest.mark.parametrize(
    ("card", "value"), [("AS", 1), ("2S", 2), ("9S", 9), ("TS", 10), ("JS", 11), ("KS", 13)]
)
def test_a_card_pulls_as_many_as_it_counts(card: str, value: int) -> None:
    state = packed(TIR, card, "")
    after = turned(state, 1)
    assert after.packs[0] == (*state.packs[0][1:], card, *state.packs[1][:value])
    assert after.packs[1] == state.packs[1][value:]
    assert won(after)["added"] == [0, value]
    assert after.actor == 1


def test_who_has_fewer_cards_gives_all_and_has_lost() -> None:
    state = packed(TIR, "", "")._replace(packs=(("3S", "4S"), ("KH", "2H")))
    after = turned(state, 1)
    assert after.packs == (("4S", "3S", "KH", "2H"), ())
    outcome = after.outcome()
    assert outcome is not None
    assert outcome.scores == (1, 0)
    with pytest.raises(IllegalAction, match="the deal is over"):
        after.apply(1, "draw")


def test_the_other_pulls_back() -> None:
    state = packed(TIR, "", "")._replace(packs=(("2S", "4S", "5S"), ("KH", "2H", "3H")))
    assert turned(state, 1).packs == (("4S", "5S", "2S", "KH", "2H"), ("3H",))
    after = turned(state, 2)
    assert after.packs == (("KH", "2H"), ("3H", "4S", "5S", "2S"))
    assert after.actor == 0


# Both.


@both
def test_a_limit_ends_the_deal_as_a_draw(rules: Game) -> None:
    seats = rules.seats[0]
    state = packed(rules, *[""] * seats, options={"limit": 5})
    assert turned(state, 4).outcome() is None
    after = turned(state, 5)
    assert after.legal() == ()
    outcome = after.outcome()
    assert outcome is not None
    assert outcome.scores == (0,) * seats
    assert after.view(0).facts["turns"] == after.view(0).facts["limit"] == 5


@both
def test_ten_thousand_cards_are_turned_up_at_most(rules: Game) -> None:
    assert packed(rules, *[""] * rules.seats[0]).turns == 10_000


@both
@pytest.mark.parametrize("limit", [0, -1, 10_001, 5.0, "5", True, None])
def test_another_limit_is_refused(rules: Game, limit: object) -> None:
    with pytest.raises(BadRecord) as caught:
        rules.deck({"limit": limit})
    assert (caught.value.rule, caught.value.parameters["option"]) == ("option-value", "limit")


@both
def test_no_event_compares_them(rules: Game) -> None:
    assert rules.no_event == "no-decisions"


@both
def test_there_is_nothing_to_choose(rules: Game) -> None:
    state = packed(rules, *[""] * rules.seats[0])
    assert state.legal() == ("draw",)
    with pytest.raises(IllegalAction) as caught:
        state.apply(0, state.packs[0][0])
    assert caught.value.rule == "draw-only"
    with pytest.raises(IllegalAction) as caught:
        state.apply(1, "draw")
    assert caught.value.rule == "not-your-turn"
    with pytest.raises(ValueError, match="has seats 0 to"):
        state.view(len(state.packs))


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [
        (2, [27, 27]),
        (3, [18, 18, 18]),
        (4, [14, 14, 13, 13]),
        (5, [11, 11, 11, 11, 10]),
        (6, [9, 9, 9, 9, 9, 9]),
    ],
)
def test_all_cards_are_dealt_pack_after_pack(seats: int, sizes: list[int]) -> None:
    deck = BATAILLE.deck()
    assert len(set(deck)) == 54
    dealt = BATAILLE.deal_from(deck, {"players": seats})
    assert [len(hand) for hand in dealt.hands] == sizes
    assert [card for hand in dealt.hands for card in hand] == list(deck)


@both
def test_a_result_by_hand_has_one_winner_or_none(rules: Game) -> None:
    seats = rules.seats[0]
    for winner in range(seats):
        scores = tuple(int(seat == winner) for seat in range(seats))
        assert rules.score({"won": list(scores)}) == scores
    assert rules.score({"won": [0] * seats}) == (0,) * seats
    assert rules.attainable() == ((1, *[0] * (seats - 1)), (0,) * seats)
    for detail in (
        {},
        {"won": [1] * seats},
        {"won": [1]},
        {"won": [2, *[0] * (seats - 1)]},
        {"won": [True, *[0] * (seats - 1)]},
        {"won": [1, *[0] * (seats - 1)], "turns": 3},
    ):
        with pytest.raises(UnattainableResult):
            rules.score(detail)


@both
@given(st.data())
def test_a_view_shows_nothing_of_the_packs(rules: Game, data: st.DataObject) -> None:
    deck = rules.deck()
    cards = data.draw(st.permutations(deck))
    fewer = data.draw(st.integers(0, 12))
    state, dealt = rules.start(rules.deal_from(cards)), rules.deal_from(cards)
    for _ in range(fewer):
        if state.actor is not None:
            state = state.apply(state.actor, "draw")
    assert isinstance(state, PackState)
    # Every card that still lies where it was dealt changes places with another such card.
    unseen = [card for card in cards if str(card) not in str(asdict(state.view(0)))]
    moved = [
        card
        for hand, pack in zip(dealt.hands, state.packs, strict=True)
        for card in pack
        if card in hand and card in unseen
    ]
    change = dict(zip(moved, moved[1:] + moved[:1], strict=True))
    hidden = state._replace(
        packs=tuple(tuple(change.get(card, card) for card in pack) for pack in state.packs)
    )
    for seat in range(len(state.packs)):
        assert hidden.view(seat) == state.view(seat)


@pytest.mark.parametrize(
    ("options", "many"),
    [
        ({}, 2000),
        ({"players": 2}, 100),
        ({"players": 4}, 100),
        ({"players": 5}, 100),
        ({"players": 6}, 100),
        ({"ace14": True}, 100),
        ({"limit": 40}, 100),
    ],
    ids=str,
)
def test_la_super_bataille_keeps_the_laws(options: Options, many: int) -> None:
    keeps_the_laws(
        BATAILLE,
        everywhere,
        options=options,
        least=0,
        most=1,
        random=many,
        simple=0,
        closely=10,
        face_down=True,
    )


@pytest.mark.parametrize(("options", "many"), [({}, 2000), ({"limit": 40}, 100)], ids=str)
def test_le_tir_a_la_carte_keeps_the_laws(options: Options, many: int) -> None:
    keeps_the_laws(
        TIR,
        everywhere,
        options=options,
        least=0,
        most=1,
        random=many,
        simple=20,
        closely=10,
        face_down=True,
    )
