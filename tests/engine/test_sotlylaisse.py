"""Le sot-l'y-laisse: the source's rules and each ruling of the game's file, by hand."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.arena import compare
from engine.bots import bot
from engine.cards import TAROT, TAROT_TRUMPS
from engine.errors import BadRecord, IllegalAction, UnattainableResult
from engine.matches import Ending, EndingKind, TargetMatch, match_begin
from engine.protocol import Deal, Play, State, Trick
from engine.registry import game
from tests.engine.builders import any_deal, other_world, play, states
from tests.engine.laws import keeps_the_laws

SOT = game("sotlylaisse")
choices = st.lists(st.integers(0, 59), min_size=92, max_size=92)


def start(*hands: str, aside: str = "", void: dict[int, str] | None = None) -> State:
    return SOT.start(any_deal(TAROT, *hands, size=23, talon=aside, void=void))


def everywhere(state: State, dealt: Deal) -> list[str]:
    public = state.view(0)
    pile = public.facts["pile"]
    assert isinstance(pile, list)
    return [
        *(card for seat in range(3) for card in state.view(seat).hand),
        *(each.action for each in public.table),
        *(card for past in pile for card in past["cards"]),
        *(card for trick in public.tricks for card in trick.cards),
        *dealt.talon,
    ]


def refused(state: State, action: str) -> IllegalAction:
    """The refusal of this action of the seat whose turn it is."""
    assert state.actor is not None
    assert action not in state.legal()
    with pytest.raises(IllegalAction) as caught:
        state.apply(state.actor, action)
    return caught.value


# The source's examples.


def test_a_master_leaves_the_pile_until_it_has_brought_three_court_cards() -> None:
    state = start("KS 5S 7S", "AS 2S QS", "6S 9S JS")
    state = play(state, "KS", "AS", "6S", "leave", "5S", "2S", "9S", "leave", "7S", "QS", "JS")
    assert state.view(0).counts["points"] == (0, 0, 0)
    state = play(state, "take")
    assert state.view(1).counts["points"] == (15, 0, 0)
    assert state.view(1).counts["tricks"] == (3, 0, 0)
    assert state.actor == 0


def test_the_excuse_leads_the_pile_s_suit_when_no_card_of_it_is_left() -> None:
    held = "KC TC EXC"
    state = start(held, "9C 7C JC", "8C 6C QC", void={0: "C"})
    state = play(state, "KC", "9C", "8C", "leave", "TC", "7C", "6C")
    assert state.legal() == ("take", "leave")
    state = play(state, "leave")
    assert state.legal() == ("EXC=C",)
    state = play(state, "EXC=C")
    assert all(card[1] == "C" for card in state.legal())
    state = play(state, "JC", "QC")
    assert state.legal() == ("take",), "it has nothing left to lead"
    state = play(state, "take")
    assert state.view(0).counts["points"] == (15, 0, 0)
    assert state.view(0).tricks == (
        Trick(0, ("KC", "9C", "8C"), 0),
        Trick(0, ("TC", "7C", "6C"), 0),
        Trick(0, ("EXC", "JC", "QC"), 0),
    )


# Following.


def test_the_suit_led_is_followed_or_the_excuse_played() -> None:
    state = play(start("KS", "2S AS T21 EXC KH", "", void={1: "S"}), "KS")
    assert state.legal() == ("2S", "AS", "EXC")
    for card in ("T21", "KH"):
        refusal = refused(state, card)
        assert (refusal.rule, str(refusal)) == ("follow-suit", "you hold spades: follow suit")


def test_who_cannot_follow_plays_anything() -> None:
    state = play(start("KS", "T21 T01 EXC KH", "", void={1: "S"}), "KS")
    assert state.legal() == state.view(1).hand
    assert len(state.legal()) == 23


def test_trumps_are_followed_at_any_height() -> None:
    state = play(start("T20", "T21 T01 EXC", "", void={1: "T", 2: "T"}), "T20")
    assert state.legal() == ("T21", "T01", "EXC")
    refusal = refused(state, state.view(1).hand[0])
    assert refusal.rule == "follow-trump"
    assert str(refusal) == "trumps are led and you hold some: play a trump"
    state = play(state, "T01")
    assert state.legal() == state.view(2).hand, "without trumps anything is played"


def test_the_excuse_led_names_a_plain_suit_that_the_others_follow() -> None:
    state = start("EXC", "2H AH T21", "9H KH", void={1: "H"})
    assert state.legal()[-4:] == ("EXC=S", "EXC=H", "EXC=D", "EXC=C")
    refusal = refused(state, "EXC")
    assert (refusal.rule, refusal.parameters["card"]) == ("name-suit", "EXC")
    assert refused(state, "EXC=T").rule == "no-such-card"
    state = play(state, "EXC=H")
    assert state.view(2).table == (Play(0, "EXC"),)
    assert state.view(2).facts["suit"] == "H"
    assert state.legal() == ("2H", "AH")
    state = play(state, "2H", "9H")
    assert state.actor == 2, "the excuse wins nothing"


def test_the_excuse_played_to_a_lead_names_nothing() -> None:
    state = play(start("KS", "2S EXC", ""), "KS")
    assert refused(state, "EXC=S").rule == "suit-named"
    state = play(state, "EXC")
    assert state.view(0).facts["suit"] == "S"


# Who wins, and what becomes of the pile.


@pytest.mark.parametrize(
    ("cards", "void", "master"),
    [
        ("KS QS AS", "", 0),
        ("AS 2S 3S", "", 2),  # the ace is the lowest
        ("TS NS JS", "", 1),  # the knight stands above the jack
        ("9S KH AS", "1", 0),  # another suit wins nothing
        ("9S KH KD", "12", 0),
        ("AS EXC 2S", "", 2),
    ],
)
def test_the_highest_of_the_suit_led_is_master(cards: str, void: str, master: int) -> None:
    held = cards.split()
    state = start(*held, void={int(seat): "S" for seat in void})
    state = play(state, *held)
    assert state.actor == master
    assert state.legal()[0] == "take"
    view = state.view(master)
    assert (view.facts["phase"], view.facts["master"]) == ("master", master)
    assert view.facts["pile"] == [{"leader": 0, "cards": held}]
    assert (view.table, view.tricks) == ((), ())


@pytest.mark.parametrize(
    ("cards", "void", "winner"),
    [
        ("KS T01 QS", "1", 1),
        ("KS T02 T01", "12", 1),  # nobody has to play a higher trump
        ("KS T01 T10", "12", 2),
        ("KS AS T01", "2", 2),
        ("T01 T21 T20", "", 1),
        ("T01 KS EXC", "1", 0),
        ("T09 T10 EXC", "", 1),
    ],
)
def test_the_highest_trump_collects_at_once_after_all_three(
    cards: str, void: str, winner: int
) -> None:
    held = cards.split()
    suit = "T" if held[0] in TAROT_TRUMPS else "S"
    state = start(*held, void={int(seat): suit for seat in void})
    state = play(state, *held[:2])
    assert state.view(0).tricks == ()
    state = play(state, held[2])
    assert state.view(0).tricks == (Trick(0, tuple(held), winner),)
    assert state.actor == winner
    assert state.view(0).facts == {"phase": "lead", "suit": "", "pile": [], "master": None}


def test_a_cut_takes_the_whole_pile() -> None:
    state = start("KS 5S", "QS 2S", "3S T01", void={2: "S"})
    state = play(state, "KS", "QS", "3S", "leave", "5S", "2S", "T01")
    assert state.actor == 2
    assert [trick.winner for trick in state.view(0).tricks] == [2, 2]
    assert state.view(0).counts["points"] == (0, 0, 10)
    assert state.legal() == state.view(2).hand, "the winner leads anything"


def test_a_master_stays_master_over_what_is_led_later() -> None:
    state = start("KS 5S", "QS 2S", "3S NS")
    state = play(state, "KS", "2S", "3S", "leave", "5S", "QS", "NS")
    assert state.actor == 0


def test_a_higher_card_of_a_later_round_makes_another_master_who_goes_on() -> None:
    state = start("9S 5S", "2S QS 7S", "3S 4S 8S")
    state = play(state, "9S", "2S", "3S", "leave", "5S", "QS", "4S")
    assert state.actor == 1
    state = play(state, "leave", "7S", "8S")
    assert state.actor == 0
    assert state.view(2).facts["pile"] == [
        {"leader": 0, "cards": ["9S", "2S", "3S"]},
        {"leader": 0, "cards": ["5S", "QS", "4S"]},
    ]
    state = play(state, "TS") if "TS" in state.legal() else play(state, state.legal()[0])
    assert state.actor == 1, "the queen is above all"
    winners = [trick.winner for trick in play(state, "take").view(0).tricks]
    assert winners == [1, 1, 1], "the last master has the whole pile"


def test_who_left_the_pile_leads_the_same_suit_again() -> None:
    state = start("KS 5S EXC", "AS", "2S", void={0: "S"})
    state = play(state, "KS", "AS", "2S", "leave")
    assert state.legal() == ("5S", "EXC=S")
    assert state.view(0).facts["phase"] == "again"
    other = next(card for card in state.view(0).hand if card not in ("5S", "EXC"))
    assert refused(state, other).rule == "lead-again"
    assert refused(state, "EXC=H").rule == "lead-again"
    assert refused(state, "take").rule == "no-pile"


def test_who_has_neither_the_suit_nor_the_excuse_must_take() -> None:
    state = play(start("KS", "AS EXC", "2S", void={0: "S"}), "KS", "AS", "2S")
    assert state.legal() == ("take",)
    refusal = refused(state, "leave")
    assert refusal.rule == "must-take"
    assert str(refusal) == "you hold no spades and no excuse: take the pile"
    assert refused(state, "QS").rule == "take-or-leave"


def test_the_leader_takes_when_nobody_plays_the_suit_it_named() -> None:
    state = start("EXC KS", "KH", "KD", void={1: "S", 2: "S"})
    state = play(state, "EXC=S", "KH", "KD")
    assert state.actor == 0
    assert state.legal() == ("take",)
    assert str(refused(state, "leave")) == "nobody played the suit named: take the pile"
    state = play(state, "take")
    assert state.view(0).counts["points"] == (10, 0, 0)
    assert state.actor == 0


def test_a_named_suit_that_is_trumped_goes_to_the_trump() -> None:
    state = start("EXC", "KH", "T01", void={1: "S", 2: "S"})
    assert play(state, "EXC=S", "KH", "T01").actor == 2


# Refusals at any time.


def test_an_action_out_of_place_is_refused() -> None:
    state = start("KS", "AS", "2S")
    assert refused(state, "AS").rule == "not-in-hand"
    assert refused(state, "1S").rule == "no-such-card"
    assert refused(state, "take").rule == "no-pile"
    assert refused(state, "leave").rule == "no-pile"
    with pytest.raises(IllegalAction) as caught:
        state.apply(1, "AS")
    assert caught.value.rule == "not-your-turn"
    with pytest.raises(ValueError, match="seats 0 to 2"):
        state.view(3)


def test_a_deal_ends_with_the_last_pile() -> None:
    *_, before, last = states(SOT, SOT.deal_from(SOT.deck()), [0] * 100)
    assert before.outcome() is None
    outcome = last.outcome()
    assert outcome is not None
    courts = outcome.detail["courts"]
    assert isinstance(courts, list)
    assert outcome.scores == tuple(5 * won for won in courts)
    assert last.view(0).facts["phase"] == "over"
    with pytest.raises(IllegalAction) as caught:
        last.apply(0, "take")
    assert caught.value.rule == "finished"


def test_a_deal_has_three_hands_of_23_and_nine_aside() -> None:
    dealt = SOT.deal_from(SOT.deck())
    assert [len(hand) for hand in dealt.hands] == [23] * 3
    assert dealt.talon == ("T09", "T08", "T07", "T06", "T05", "T04", "T03", "T02", "T01", "EXC")[1:]
    with pytest.raises(BadRecord):
        SOT.start(Deal(dealt.hands, dealt.talon[1:]))
    with pytest.raises(BadRecord, match="no option 'players'"):
        SOT.start(dealt, {"players": 4})


# Results entered by hand.


@pytest.mark.parametrize(
    ("courts", "scores"),
    [([7, 5, 2], (35, 25, 10)), ([16, 0, 0], (80, 0, 0)), ([0, 0, 7], (0, 0, 35))],
)
def test_five_points_for_each_court_card(courts: list[int], scores: tuple[int, ...]) -> None:
    assert SOT.score({"courts": courts}) == scores
    assert tuple(sorted(courts, reverse=True)) in SOT.attainable()


@pytest.mark.parametrize(
    ("detail", "rule"),
    [
        ({}, "result-detail"),
        ({"courts": [7, 5, 2], "points": 3}, "result-detail"),
        ({"courts": [7, 5]}, "courts"),
        ({"courts": "752"}, "courts"),
        ({"courts": [7, 5, True]}, "courts"),
        ({"courts": [9, 8, -1]}, "courts"),
        ({"courts": [7, 5, 5]}, "courts-sum"),  # there are sixteen
        ({"courts": [6, 0, 0]}, "courts-sum"),  # nine cards are aside
    ],
)
def test_other_results_are_refused(detail: dict[str, object], rule: str) -> None:
    with pytest.raises(UnattainableResult) as caught:
        SOT.score(detail)
    assert caught.value.rule == rule


def test_what_is_attainable_are_the_ways_to_share_out_7_to_16() -> None:
    listed = SOT.attainable()
    assert list(listed) == sorted(set(listed), reverse=True)
    assert {sum(each) for each in listed} == set(range(7, 17))
    assert sum(sum(each) == 7 for each in listed) == 8  # 7, 61, 52, 511, 43, 421, 331, 322


# The match, the bot, the laws.


def test_a_match_is_played_to_100() -> None:
    begun = match_begin("sotlylaisse", seed="a")
    assert isinstance(begun, TargetMatch)
    assert begun.target == 100
    after = TargetMatch(dealer=2, totals=(60, 55, 40), target=100).after_deal((35, 45, 0))
    assert after.ending == Ending(EndingKind.WIN, losers=(0, 2), winners=(1,))
    again = TargetMatch(dealer=2, totals=(60, 55, 40), target=100).after_deal((40, 45, 0))
    assert again.ending == Ending(EndingKind.WIN, losers=(2,), winners=(0, 1))


def test_the_simple_bot_gains_on_chance() -> None:
    found = compare(SOT, bot("simple"), bot("random"), boards=30, key=b"sot", seed="s").difference
    assert found.mean - found.margin > 5


def test_the_simple_bot_leaves_a_pile_that_is_safe_and_takes_one_that_is_not() -> None:
    simple = bot("simple")
    safe = play(start("KS 5S", "2S", "3S", void={0: "S"}), "KS", "2S", "3S")
    assert simple.choose(safe.view(0), 1) == "leave"
    void = play(start("KS 5S", "2H", "3S", void={0: "S", 1: "S"}), "KS", "2H", "3S")
    assert simple.choose(void.view(0), 1) == "take"
    beaten = play(start("JS 5S", "2S", "3S", void={0: "S"}), "JS", "2S", "3S")
    assert simple.choose(beaten.view(0), 1) == "take", "a higher spade may be out"


def test_it_keeps_the_laws() -> None:
    keeps_the_laws(SOT, everywhere, least=0, most=80)


@given(st.permutations(TAROT).map(SOT.deal_from), choices)
def test_a_pile_holds_one_suit_and_goes_to_its_highest_card(
    dealt: Deal, numbers: list[int]
) -> None:
    """Said once more, over the whole deal and from the tricks alone."""
    piles: list[list[tuple[int, str]]] = [[]]
    for state in states(SOT, dealt, numbers):
        view = state.view(0)
        done = len(view.tricks) - sum(len(pile) // 3 for pile in piles)
        if not done:
            continue
        rounds = view.tricks[-done:]
        cards = [
            ((each.leader + place) % 3, card)
            for each in rounds
            for place, card in enumerate(each.cards)
        ]
        piles.append(cards)
        trumps = [(card, seat) for seat, card in cards if card in TAROT_TRUMPS]
        first = [card for card in (each.cards[0] for each in rounds) if card != "EXC"]
        assert len({card[1] if card not in TAROT_TRUMPS else "T" for card in first}) <= 1
        if trumps:
            assert rounds[-1].winner == max(trumps)[1]
        elif first:
            suited = [(card[0], seat) for seat, card in cards if card[1] == first[0][1]]
            best = min(suited, key=lambda each: "KQNJT98765432A".index(each[0]))
            assert rounds[-1].winner == best[1]
        assert state.actor in (rounds[-1].winner, None)


@given(st.permutations(TAROT).map(SOT.deal_from), choices, st.integers(0, 12), st.integers(0, 2))
def test_a_view_is_the_same_whatever_is_hidden(
    dealt: Deal, numbers: list[int], ply: int, seat: int
) -> None:
    worlds = other_world(dealt, numbers, ply, seat, rules=SOT)
    assume(worlds is not None)
    assert worlds is not None
    here, there = worlds
    assert here == there
    if here.legal:
        assert bot("simple").choose(here, 1) == bot("simple").choose(there, 1)
