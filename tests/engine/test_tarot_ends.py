"""Le tarot: poignées, chelem, the petit, the excuse; and Le tarot lorrain, by hand."""

from collections.abc import Iterable

import pytest

from engine.errors import IllegalAction
from engine.games.tarot import TarotState
from engine.games.tarot_play import PACK, petit_side
from engine.games.tarot_play import taken as counted
from engine.protocol import State, Trick
from tests.engine.builders import play
from tests.engine.tarot_builders import start, taken, tarot_deal

TRUMPS = tuple(f"T{number:02}" for number in range(21, 0, -1))


def refused(state: State, action: str, rule: str) -> None:
    assert state.actor is not None
    with pytest.raises(IllegalAction) as caught:
        state.apply(state.actor, action)
    assert caught.value.rule == rule


def lead(state: State, *cards: str, seat: int = 0) -> State:
    """The state after these cards of a seat, the others playing what comes first."""
    for card in cards:
        while state.actor != seat:
            state = play(state, state.legal()[0])
        state = play(state, card)
    while state.actor is not None and state.view(0).table:
        state = play(state, state.legal()[0])
    return state


# Poignées: of three players 13, 15 and 18 trumps.


def holding(trumps: Iterable[str]) -> State:
    return taken(tarot_deal(" ".join(trumps), "", "", void={0: "TX"}))


@pytest.mark.parametrize(
    ("trumps", "excuse", "sizes"),
    [
        (12, False, 0),
        (12, True, 1),  # the excuse stands for the one that is missing
        (13, False, 1),
        (14, False, 1),
        (14, True, 2),
        (15, False, 2),
        (17, True, 3),
        (18, False, 3),
    ],
)
def test_which_poignees_may_be_shown(trumps: int, excuse: bool, sizes: int) -> None:
    state = holding([*TRUMPS[:trumps], *(["EXC"] if excuse else [])])
    names = ("announce:poignee", "announce:double_poignee", "announce:triple_poignee")
    assert tuple(a for a in state.legal() if a.startswith("announce")) == names[:sizes]
    for name in names[sizes:]:
        refused(state, name, "poignee-trumps")


def test_a_poignee_is_shown_to_all_until_its_cards_are_played() -> None:
    state = play(holding(TRUMPS[:13]), "announce:poignee")
    assert state.view(1).shown == (TRUMPS[:13], (), ())
    assert state.view(1).facts["said"][-1] == [0, "announce:poignee"]  # type: ignore[index]  # JSON
    refused(state, "announce:poignee", "poignee-twice")
    state = lead(state, "T21")
    assert state.view(2).shown[0] == TRUMPS[1:13]


def test_the_excuse_is_shown_only_in_the_place_of_a_missing_trump() -> None:
    state = play(holding([*TRUMPS[:12], "EXC"]), "announce:poignee")
    assert state.view(1).shown[0] == (*TRUMPS[:12], "EXC")
    state = play(holding([*TRUMPS[:13], "EXC"]), "announce:poignee")
    assert state.view(1).shown[0] == TRUMPS[:13]


def test_who_has_more_trumps_says_which_to_hide_and_nobody_sees_that() -> None:
    before = holding([*TRUMPS[:15], "EXC"])
    state = play(before, "announce:poignee")
    assert state.legal() == tuple(f"hide:{card}" for card in TRUMPS[:15])
    assert state.view(0).facts["left"] == 2
    assert state.view(1) == before.view(1)
    refused(state, "hide:T05", "hide-a-card")
    refused(state, "T21", "hide-a-card")
    state = play(state, "hide:T21", "hide:T08")
    hidden = {"T21", "T08"}
    assert state.view(1).shown[0] == tuple(c for c in TRUMPS[:15] if c not in hidden)
    assert hidden.isdisjoint(str(state.view(1)).split("'"))
    assert state.actor == 0
    assert "T21" in state.legal()


def test_a_poignee_is_shown_before_the_first_card() -> None:
    deal = tarot_deal("", " ".join(TRUMPS[:13]), "", void={1: "TX"})
    state = taken(deal)
    state = play(state, state.legal()[-1])
    assert "announce:poignee" in state.legal()
    state = lead(state, "T21" if "T21" in state.legal() else state.legal()[1], seat=1)
    while state.actor != 1:
        state = play(state, state.legal()[0])
    assert not any(action.startswith("announce") for action in state.legal())
    refused(state, "announce:poignee", "poignee-late")


def test_a_poignee_of_the_defence_counts_for_whoever_wins() -> None:
    deal = tarot_deal("", " ".join(TRUMPS[:13]), "", void={1: "TX"})
    prices = []
    for shows in (False, True):
        state = taken(deal)
        state = play(state, state.legal()[-1])
        state = play(state, *["announce:poignee"] * shows)
        while state.actor is not None:
            state = play(state, state.legal()[-1])
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.detail["poignee"] == int(shows)
        prices.append(outcome.scores[1])
    assert prices[1] - prices[0] == (20 if prices[0] > 0 else -20)


# The chelem. The taker has all trumps, the excuse and two kings.

ALL = " ".join((*TRUMPS, "EXC", "KS", "KH"))
KINGS_FIRST = ("KS", "KH", *TRUMPS, "EXC")
EXCUSE_EARLY = ("KS", "KH", "EXC", *TRUMPS)


def slam(
    order: Iterable[str], *, announced: bool, rules: str = "tarot"
) -> tuple[dict[str, object], int]:
    """The detail and the taker's score of a garde sans in which seat 0 plays in this order."""
    deal = tarot_deal(ALL, "", "", dog="KD KC 2S 3S 4S 5S")
    state = play(start(deal, rules=rules), "bid:garde_sans", "pass", "pass")
    state = lead(play(state, "announce:chelem" if announced else "pass"), *order)
    outcome = state.outcome()
    assert outcome is not None
    return dict(outcome.detail), outcome.scores[0]


def test_the_excuse_wins_the_last_trick_of_a_chelem_and_the_petit_before_it_is_at_the_end() -> None:
    detail, score = slam(KINGS_FIRST, announced=True)
    assert (detail["chelem"], detail["bouts"], detail["points"], detail["petit"]) == (2, 3, 91, 1)
    # ((25 + 55 + 10) × 4 + 400) from each of two.
    assert score == 2 * 760
    detail, score = slam(KINGS_FIRST, announced=False)
    assert detail["chelem"] == 1
    assert score == 2 * 560


def test_a_chelem_that_was_announced_and_not_made_costs_200() -> None:
    detail, score = slam(EXCUSE_EARLY, announced=True)
    assert (detail["chelem"], detail["bouts"], detail["petit"]) == (3, 3, 1)
    other, more = slam(EXCUSE_EARLY, announced=False)
    assert other == {**detail, "chelem": 0}
    assert more - score == 2 * 200


def test_whoever_announces_a_chelem_leads() -> None:
    deal = tarot_deal("", ALL, "", dog="KD KC 2S 3S 4S 5S")
    state = play(start(deal), "pass", "bid:garde_sans", "pass")
    refused(state, "T21", "chelem-or-pass")
    assert play(state, "pass").actor == 0
    state = play(state, "announce:chelem")
    assert state.actor == 1
    assert [1, "announce:chelem"] in state.view(2).facts["said"]  # type: ignore[operator]  # JSON


# The petit at the end.


@pytest.mark.parametrize(
    ("tricks", "side"),
    [
        ([Trick(0, ("2S", "3S", "4S"), 2), Trick(2, ("T01", "2C", "3C"), 2)], False),
        ([Trick(0, ("2S", "3S", "4S"), 2), Trick(2, ("T01", "T09", "3C"), 0)], True),
        ([Trick(0, ("T01", "3S", "4S"), 0), Trick(0, ("2C", "3C", "4C"), 2)], None),
        # The excuse won the last trick, so that the one before is an end too.
        ([Trick(0, ("T01", "3S", "4S"), 0), Trick(0, ("EXC", "3C", "4C"), 0)], True),
        ([Trick(0, ("T01", "3S", "4S"), 0), Trick(0, ("EXC", "3C", "4C"), 2)], None),
    ],
)
def test_the_petit_at_the_end(tricks: list[Trick], side: bool | None) -> None:
    assert petit_side(tricks, {0}) is side


# Whose the excuse is. Seat 0 plays it in the first of these tricks, which seat 2 wins.

EXCUSED = Trick(0, ("EXC", "5H", "KH"), 2)
WON = Trick(2, ("2S", "KS", "3S"), 0)
LOST = Trick(0, ("AD", "2D", "3D"), 2)


@pytest.mark.parametrize(
    ("tricks", "attack", "bouts", "halves"),
    [
        # Seat 0 wins 11 later, takes the excuse back and pays half a point.
        ((EXCUSED, WON, LOST), {0}, 1, 11 + 9 - 1),
        ((EXCUSED, WON, LOST), {2}, 0, 19 + 3 - 9 + 1),
        # It is no matter in which order.
        ((WON, EXCUSED, LOST), {0}, 1, 11 + 9 - 1),
        # On the same side nothing is owed.
        ((EXCUSED, WON, LOST), {0, 2}, 1, 19 + 11 + 3),
        ((EXCUSED, WON, LOST), {1}, 0, 0),
        # In the last trick it is lost.
        ((WON, LOST, EXCUSED), {0}, 0, 11),
        ((WON, LOST, EXCUSED), {2}, 1, 3 + 19),
        # A side without tricks has nothing to pay with.
        ((EXCUSED, LOST, LOST), {0}, 0, 0),
        # The lowest card may be a high one.
        ((EXCUSED, Trick(2, ("NS", "KS", "QS"), 0), LOST), {0}, 1, 21 + 9 - 5),
    ],
)
def test_the_excuse_stays_with_its_side_for_a_card(
    tricks: tuple[Trick, ...], attack: set[int], bouts: int, halves: int
) -> None:
    assert counted(tricks, attack, kept_bouts=False) == (bouts, halves)


# Le tarot lorrain.


@pytest.mark.parametrize(
    ("attack", "bouts", "halves"), [({0}, 1, 9), ({1}, 1, 9), ({2}, 1, 9 + 3), ({1, 2}, 2, 18 + 3)]
)
def test_in_le_tarot_lorrain_bouts_belong_to_whoever_played_them(
    attack: set[int], bouts: int, halves: int
) -> None:
    all_three = Trick(0, ("T01", "T21", "EXC"), 1)
    assert counted((all_three, LOST), attack, kept_bouts=True) == (bouts, halves)
    assert counted((LOST, all_three), attack, kept_bouts=True) == (bouts, halves)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_hands_go_to_the_seat_before_after_every_trick(seats: int) -> None:
    call = "KS" if seats == 5 else ""
    state = taken(tarot_deal(*[""] * seats), call=call, rules="tarot-lorrain")
    for _ in range(2):
        hands = [set(state.view(seat).hand) for seat in range(seats)]
        played = {}
        for _ in range(seats):
            assert state.actor is not None
            played[state.actor] = state.legal()[-1]
            state = play(state, played[state.actor])
        left = [hand - {played[seat]} for seat, hand in enumerate(hands)]
        assert [set(state.view(seat).hand) for seat in range(seats)] == [*left[1:], left[0]]
        assert state.actor == state.view(0).tricks[-1].winner


def test_in_le_tarot_the_hands_stay() -> None:
    state = taken(tarot_deal("", "", ""))
    hands = [set(state.view(seat).hand) for seat in range(3)]
    state = play(state, state.legal()[-1])
    state = play(state, state.legal()[-1])
    state = play(state, state.legal()[-1])
    assert all(set(state.view(seat).hand) < hands[seat] for seat in range(3))


def test_whoever_has_had_the_king_called_in_hand_knows_the_partner() -> None:
    deal = tarot_deal("2S", "3S", "KH 4S", "5S", "6S", dog="2C 3C 4C")
    state = taken(deal, call="KH", rules="tarot-lorrain")
    state = play(state, "2S", "3S", "4S", "5S", "6S")
    assert "KH" in state.view(1).hand
    knows = ["unknown" not in str(state.view(seat).facts["sides"]) for seat in range(5)]
    assert knows == [False, True, True, False, False]
    partner = ["taker", "defence", "partner", "defence", "defence"]
    assert state.view(1).facts["sides"] == partner, "it is the person, not the hand"


@pytest.mark.parametrize(("rules", "winner"), [("tarot", 0), ("tarot-lorrain", 2)])
def test_in_le_tarot_lorrain_the_excuse_wins_no_trick(rules: str, winner: int) -> None:
    # The last trick of a deal in which seat 0, the taker, has won all others.
    before = taken(tarot_deal("", "", ""), rules=rules)
    assert isinstance(before, TarotState)
    hands = tuple(map(PACK.mask, (["EXC"], ["2S"], ["3S"])))
    state = before._replace(hands=hands, tricks=(Trick(0, ("KS", "4S", "5S"), 0),) * 23)
    assert play(state, "EXC", "2S", "3S").view(0).tricks[-1].winner == winner


def test_a_poignee_shown_stays_known_as_the_hand_goes_round() -> None:
    deal = tarot_deal(" ".join(TRUMPS[:13]), "2S", "3S", void={0: "TX"})
    state = play(taken(deal, rules="tarot-lorrain"), "announce:poignee", "T21")
    while state.view(0).table:
        state = play(state, state.legal()[-1])
    assert state.view(0).shown == ((), (), TRUMPS[1:13])
