"""Le couillon: the source's rules and each ruling of the game's file, by hand."""

from collections.abc import Sequence

import pytest

from engine.errors import BadRecord, IllegalAction
from engine.games.couillon import DECK, side_points
from engine.protocol import Deal, Options, State, Trick
from engine.registry import game
from tests.engine.builders import play
from tests.engine.laws import keeps_the_laws

COUILLON = game("couillon")
TWO: Options = {"players": 2}
FORCED: Options = {"forced": True}
TWO_FORCED: Options = {"players": 2, "forced": True}

# Everybody has something of everything; the talon turns up 9S, then TH, then the others.
MIXED = ("AS KH QD JC", "KS QH JD AC", "QS JH AD KC", "JS AH KD QC")


def dealt(*hands: str, turned: str = "") -> Deal:
    """A deal of these hands; the talon begins with `turned`, then come the others in order."""
    held = tuple(tuple(hand.split()) for hand in hands)
    first = turned.split()
    used = {card for hand in held for card in hand}.union(first)
    return Deal(held, (*first, *(card for card in DECK if card not in used)))


def start(*hands: str, turned: str = "9S TH", options: Options | None = None) -> State:
    if options is None:
        options = {"players": len(hands)}
    return COUILLON.start(dealt(*hands, turned=turned), options)


def refused(state: State, action: str) -> IllegalAction:
    assert state.actor is not None
    with pytest.raises(IllegalAction) as caught:
        state.apply(state.actor, action)
    return caught.value


# The deal.


def test_twenty_four_cards_of_six_ranks() -> None:
    assert len(DECK) == len(set(DECK)) == 24
    assert {card[0] for card in DECK} == set("AKQJT9")
    for options in ({}, TWO, FORCED, TWO_FORCED):
        assert COUILLON.deck(options) == DECK


def test_four_cards_each_and_the_seventeenth_is_turned_up() -> None:
    deal = COUILLON.deal_from(DECK)
    assert deal.hands == (DECK[:4], DECK[4:8], DECK[8:12], DECK[12:16])
    assert deal.talon == DECK[16:]
    assert COUILLON.start(deal).view(2).turned == (DECK[16],)


def test_two_players_see_the_ninth_card_turned_up() -> None:
    deal = COUILLON.deal_from(DECK, TWO)
    assert deal.hands == (DECK[:4], DECK[4:8])
    assert COUILLON.start(deal, TWO).view(1).turned == (DECK[8],)


def test_forced_the_hands_are_completed_by_two_cards_and_nothing_is_turned_up() -> None:
    deal = COUILLON.deal_from(DECK, FORCED)
    assert deal.hands[0] == DECK[:4] + DECK[16:18]
    assert deal.hands[3] == DECK[12:16] + DECK[22:24]
    assert deal.talon == ()
    two = COUILLON.deal_from(DECK, TWO_FORCED)
    assert two.hands == (DECK[:4] + DECK[8:10], DECK[4:8] + DECK[10:12])
    assert two.talon == DECK[12:]
    assert COUILLON.start(two, TWO_FORCED).view(0).turned == ()


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"players": 3}, "option-value"),
        ({"players": "4"}, "option-value"),
        ({"forced": 1}, "option-value"),
        ({"lines": 5}, "unknown-option"),
    ],
)
def test_other_options_are_refused(options: Options, rule: str) -> None:
    with pytest.raises(BadRecord) as caught:
        COUILLON.deck(options)
    assert caught.value.rule == rule


def test_a_deal_of_the_other_kind_is_refused() -> None:
    with pytest.raises(BadRecord, match="has 4 cards, not 6"):
        COUILLON.start(COUILLON.deal_from(DECK), FORCED)


# Who takes.


def test_each_takes_or_passes_from_seat_0_on() -> None:
    state = start(*MIXED)
    for seat in range(4):
        assert state.actor == seat
        assert state.legal() == ("take", "pass")
        assert state.view(seat).trumps == ""
        taken = play(state, "take")
        assert taken.actor == seat, "the taker leads"
        assert taken.view(0).trumps == "S"
        assert taken.view(0).facts["taker"] == seat
        state = play(state, "pass")


def test_when_all_pass_the_next_card_is_turned_up_and_all_speak_again() -> None:
    state = play(start(*MIXED), *["pass"] * 4)
    assert state.actor == 0
    assert state.view(3).turned == ("9S", "TH")
    assert state.view(3).facts["said"] == []
    state = play(state, "pass", "take")
    assert state.view(3).trumps == "H"
    assert state.actor == 1
    assert state.view(3).facts["said"] == [
        {"seat": 0, "action": "pass"},
        {"seat": 1, "action": "take"},
    ]


@pytest.mark.parametrize(("hands", "cards"), [(MIXED, 8), (MIXED[:2], 16)])
def test_a_talon_that_nobody_wants_is_a_deal_worth_nothing(
    hands: Sequence[str], cards: int
) -> None:
    seats = len(hands)
    state = start(*hands)
    for turned in range(1, cards + 1):
        assert len(state.view(0).turned) == turned
        assert state.outcome() is None
        state = play(state, *["pass"] * seats)
    assert state.actor is None
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == (0,) * seats
    assert outcome.detail == {"taker": seats, "first": 0, "second": 0}
    assert state.view(0).facts["phase"] == "over"


@pytest.mark.parametrize("action", ["AS", "trump:S", "trump:next", ""])
def test_nothing_else_can_be_said(action: str) -> None:
    assert refused(start(*MIXED), action).rule == "take-or-pass"


# Forced.

SIX = ("AS KS 9H TD QC 9C", "AH KH QH JH TH JC", "AD KD QD JD 9D TC", "QS JS TS 9S AC KC")


def test_forced_seat_0_names_a_suit_among_its_four_cards_and_leads() -> None:
    state = start(*SIX, turned="", options=FORCED)
    assert state.actor == 0
    assert state.legal() == ("trump:S", "trump:H", "trump:D", "trump:next")
    named = play(state, "trump:D")
    assert named.view(1).trumps == "D"
    assert named.actor == named.view(1).facts["taker"] == 0


def test_forced_the_next_card_may_say_the_suit() -> None:
    state = start(*SIX, turned="", options=FORCED)
    assert play(state, "trump:next").view(1).trumps == "C", "its fifth card is the queen of clubs"


@pytest.mark.parametrize("action", ["trump:C", "trump:X", "take", "pass", "AS"])
def test_forced_no_other_suit_can_be_named(action: str) -> None:
    refusal = refused(start(*SIX, turned="", options=FORCED), action)
    assert refusal.rule == "name-trump"
    assert "such as trump:S, or trump:next" in str(refusal)


def test_forced_four_cards_are_seen_before_the_choice_and_six_after_it() -> None:
    state = start(*SIX, turned="", options=FORCED)
    for seat in range(4):
        view = state.view(seat)
        assert set(view.hand) == set(SIX[seat].split()[:4])
        assert view.counts["cards"] == (4,) * 4
    state = play(state, "trump:S")
    for seat in range(4):
        assert set(state.view(seat).hand) == set(SIX[seat].split())
        assert state.view(seat).counts["cards"] == (6,) * 4


# The duties. Seat 0 takes spades and leads; the others' hands say what is tried.


@pytest.mark.parametrize(
    ("led", "second", "third", "playable"),
    [
        # A plain suit led: follow it, and higher than the best if possible.
        ("TH", "9H", "QH KH JD AD", "QH KH"),
        ("TH", "QH", "JH KH AD AC", "KH"),
        ("TH", "KH", "QH JH AD AC", "QH JH"),  # unable to beat: any card of the suit
        ("KH", "9H", "JH AH AD JS", "AH"),  # a trump is no choice for who can follow
        ("AH", "9H", "KH QC QD JS", "KH"),  # not to beat the partner's ace either
        # Once the trick is trumped, a card of the suit is enough.
        ("TH", "JS", "9H AH KD QD", "9H AH"),
        # Unable to follow: trump, and higher than a trump that lies there.
        ("TH", "9H", "QS KC KD TS", "QS TS"),
        ("TH", "JS", "QS KS KD TS", "QS KS"),
        ("TH", "QS", "TS JS KD AD", "TS JS"),  # unable to overtrump: lower all the same
        # Neither: any card.
        ("TH", "9H", "QC KC KD AD", "QC KC KD AD"),
        ("TH", "JS", "QC KC KD AD", "QC KC KD AD"),
        # Trumps led: a trump, higher if possible.
        ("TS", "JS", "QS KS KD 9C", "QS KS"),
        ("QS", "JS", "TS KS KD AD", "KS"),
        ("KS", "JS", "TS QS KD AD", "TS QS"),
        ("TS", "JS", "QH KC KD AD", "QH KC KD AD"),
    ],
)
def test_what_may_be_played(led: str, second: str, third: str, playable: str) -> None:
    used = {led, second, *third.split(), "9S"}
    # Seat 1 is made free to play what it does: without the suit led, or with that card only.
    spare = [card for card in DECK if card not in used and card[1] != led[1] and card[1] != "S"]
    fill = [card for card in spare if card[1] == "C"] + [card for card in spare if card[1] == "D"]
    state = start(
        " ".join([led, *fill[:3]]),
        " ".join([second, *fill[3:6]]),
        third,
        " ".join(sorted(set(DECK) - used - set(fill[:6]))[:4]),
        turned="9S",
    )
    state = play(state, "take", led, second)
    assert state.actor == 2
    assert set(state.legal()) == set(playable.split())


@pytest.mark.parametrize(
    ("third", "card", "rule", "sentence"),
    [
        ("QH KH JD AD", "JD", "follow-suit", "you hold hearts: follow suit"),
        ("9H KH JD AD", "9H", "must-beat", "you hold higher hearts: beat TH"),
        ("JS KS JD AD", "AD", "must-trump", "you hold no hearts but spades: play a trump"),
        ("JS KS JD AD", "QD", "not-in-hand", "you do not hold QD"),
        ("JS KS JD AD", "8D", "no-such-card", "'8D' is not a card of this game"),
    ],
)
def test_a_card_against_the_duties_is_refused(
    third: str, card: str, rule: str, sentence: str
) -> None:
    state = start("TH QC JC TC", "AC KC QD KD", third, "9C TD 9D TS", turned="9S")
    state = play(state, "take", "TH", "KD")
    refusal = refused(state, card)
    assert refusal.rule == rule
    assert str(refusal) == sentence


def test_to_undertrump_is_refused_to_who_can_overtrump() -> None:
    state = play(
        start("TH QC JC TC", "JS KC QD KD", "TS KS JD AD", "9C TD 9D AC", turned="9S"), "take", "TH"
    )
    refusal = refused(play(state, "JS"), "TS")
    assert refusal.rule == "must-overtrump"
    assert str(refusal) == "you hold higher spades: overtrump JS"
    assert refusal.parameters == {"card": "TS", "best": "JS", "suit": "S"}


def test_nobody_plays_out_of_turn_or_after_the_end() -> None:
    state = start(*MIXED)
    with pytest.raises(IllegalAction) as caught:
        state.apply(1, "take")
    assert caught.value.rule == "not-your-turn"
    while state.actor is not None:
        state = play(state, state.legal()[0])
    with pytest.raises(IllegalAction) as caught:
        state.apply(0, "take")
    assert caught.value.rule == "finished"


# The winner, and what the cards are worth.


@pytest.mark.parametrize("taker", range(4))
@pytest.mark.parametrize(
    ("cards", "place"),
    [
        ("TH JH QH KH", 3),  # the highest of the suit led
        ("AH TH KC 9H", 0),  # a discard wins nothing
        ("AH 9S TH JH", 1),  # the least trump wins
        ("AH JS TH QS", 3),  # the higher of two
        ("TS JS AH QS", 3),
    ],
)
def test_the_winner_follows_the_cards_whoever_leads(taker: int, cards: str, place: int) -> None:
    # Clubs and diamonds fill the hands, the leader's, which comes last, with a heart if need be.
    played = cards.split()
    fill = [card for card in (*DECK[12:], "QH") if card not in played]
    hands = [""] * 4
    for part, step in enumerate((1, 2, 3, 0)):
        others = fill[3 * part : 3 * part + 3]
        hands[(taker + step) % 4] = " ".join([played[step], *others])
    turned = next(card for card in DECK if card[1] == "S" and card not in played)
    state = play(start(*hands, turned=turned), *["pass"] * taker, "take", *played)
    assert state.view(0).tricks == (Trick(taker, tuple(played), (taker + place) % 4),)
    assert state.actor == (taker + place) % 4, "the winner leads"


def test_aces_are_worth_4_kings_3_queens_2_and_jacks_1() -> None:
    assert side_points([Trick(0, ("AS", "KS", "QS", "JS"), 0)]) == (10, 0)
    assert side_points([Trick(0, ("TS", "9S", "TH", "AS"), 3)]) == (0, 4)
    every = [Trick(0, tuple(DECK[place : place + 4]), 0) for place in range(0, 24, 4)]
    assert side_points(every) == (40, 0)


def test_partners_count_together() -> None:
    # Seat 0 takes spades. Its ace wins, then its partner's jack of trumps, then seat 1's king.
    state = start("AH TC KD 9D", "TH 9C AD 9H", "QH JS TD KC", "JH AC QD QC", turned="9S")
    state = play(state, "take", "AH", "9H", "QH", "JH")
    assert state.view(1).counts["points"] == (7, 0, 7, 0)
    state = play(state, "TC", "9C", "KC", "AC")
    assert state.view(1).counts["points"] == (7, 7, 7, 7)
    state = play(state, "QC", "9D", "TH", "JS")
    assert state.view(1).counts["tricks"] == (1, 0, 1, 1)
    state = play(state, "TD", "QD", "KD", "AD")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == (10, 16, 10, 16)
    assert outcome.detail == {"taker": 0, "first": 10, "second": 16}


def test_two_players_play_each_alone() -> None:
    state = start("AS KH QD JC", "KS AH JD AC", turned="9S")
    state = play(state, "pass", "take", "KS", "AS", "QD", "JD", "KH", "AH", "AC", "JC")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == (10, 12)
    assert outcome.detail == {"taker": 1, "first": 10, "second": 12}
    assert state.view(0).facts["sides"] == [[0], [1]]


def test_forced_twenty_four_cards_are_played_for_forty_points() -> None:
    state = play(start(*SIX, turned="", options=FORCED), "trump:S")
    while state.actor is not None:
        state = play(state, state.legal()[0])
    outcome = state.outcome()
    assert outcome is not None
    assert len(state.view(0).tricks) == 6
    first, second = outcome.scores[:2]
    assert outcome.scores == (first, second, first, second)
    assert first + second == 40
    assert outcome.detail == {"first": first, "second": second}


# The laws.


def everywhere(state: State, deal: Deal) -> Sequence[str]:
    views = [state.view(seat) for seat in range(len(deal.hands))]
    cards = [card for view in views for card in view.hand]
    cards += [play.action for play in views[0].table]
    cards += [card for trick in views[0].tricks for card in trick.cards]
    cards += deal.talon
    if views[0].facts["phase"] == "choose":
        cards += [card for hand in deal.hands for card in hand[4:]]
    return cards


@pytest.mark.parametrize(
    ("options", "random", "simple"),
    [({}, 2000, 200), (FORCED, 300, 50), (TWO, 300, 50), (TWO_FORCED, 300, 50)],
)
def test_deals_played_to_the_end_keep_the_laws(options: Options, random: int, simple: int) -> None:
    keeps_the_laws(
        COUILLON, everywhere, options=options, least=0, most=40, random=random, simple=simple
    )
