"""L'empereur: exchanges, results entered by hand, and laws that hold however it is played."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bots import bot
from engine.dealing import deal
from engine.errors import BadRecord, IllegalAction, UnattainableResult
from engine.games.empereur import EMPEREUR, PACK, POINTS, RANKS, EmpereurState
from engine.protocol import Deal, State
from engine.selfplay import play_to_end
from engine.sets import cards_of
from tests.engine.builders import play
from tests.engine.laws import keeps_the_laws

MODES = ("normal", "elite", "mirror", "mirror_elite")


def exchange(*held: str, mode: str, previous: int, players: int = 3) -> State:
    """The beginning of a deal in which the first seats hold these seven cards each."""
    options = {"players": players, "mode": mode, "previous": previous}
    named = [card for hand in held for card in hand.split()]
    cards = (*named, *(card for card in PACK.deck if card not in named))
    return EMPEREUR.start(EMPEREUR.deal_from(cards, options), options)


# The exchange before a deal.

A = "2S AS AH 9S 8S 7S 3S"
B = "2H 2D KH 9H 8H 7H 3H"
C = "JK1 JK2 KD 9D 8D 7D 3D"


def test_in_elite_each_subject_gives_a_highest_card_and_is_given_one_by_choice() -> None:
    state = exchange(A, B, C, mode="elite", previous=1)
    assert state.view(0).facts["phase"] == "exchange"
    assert state.actor == 0
    assert state.view(2).facts["gift"] == [0, 1]
    assert state.legal() == ("give:2S",)
    state = play(state, "give:2S")
    assert state.actor == 2
    assert state.legal() == ("give:JK1", "give:JK2"), "of equal ranks one is chosen"
    state = play(state, "give:JK2")
    assert state.actor == 1
    assert state.view(1).facts["received"] == ["2S", "JK2"]
    assert state.legal() == tuple(f"give:{card}" for card in state.view(1).hand)
    assert len(state.legal()) == 9
    assert state.view(0).facts["gift"] == [1, 0]
    state = play(state, "give:3H", "give:2S")
    assert state.actor == 0
    assert state.view(0).facts["phase"] == "play"
    assert state.view(0).facts["received"] == ["3H"]
    assert state.view(2).facts["received"] == ["2S"]
    assert state.view(1).facts["received"] == ["JK2"]
    assert set(state.view(0).hand) == {"AS", "AH", "9S", "8S", "7S", "3S", "3H"}
    assert state.view(0).counts["cards"] == (7, 7, 7)


@pytest.mark.parametrize("mode", ["mirror", "mirror_elite"])
def test_in_the_mirror_modes_the_excluded_gives_the_highest_that_are_left(mode: str) -> None:
    state = exchange(A, B, C, mode=mode, previous=0)
    assert state.legal() == ("give:2S",)
    state = play(state, "give:2S")
    assert state.actor == 0
    assert state.view(1).facts["gift"] == [0, 2]
    assert state.legal() == ("give:AS", "give:AH")
    state = play(state, "give:AH")
    assert state.actor == 1
    assert state.legal() == tuple(f"give:{card}" for card in state.view(1).hand)
    state = play(state, "give:3H", "give:3D")
    assert state.actor == 0
    assert set(state.view(0).hand) == {"AS", "9S", "8S", "7S", "3S", "3H", "3D"}


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("give:AS", "give-highest"),
        ("give:KH", "not-in-hand"),
        ("give:XX", "no-such-card"),
        ("give:", "no-such-card"),
        ("2S", "give-first"),
        ("draw", "give-first"),
        ("pass", "give-first"),
    ],
)
def test_what_may_not_be_given(action: str, rule: str) -> None:
    state = exchange(A, B, C, mode="elite", previous=1)
    with pytest.raises(IllegalAction) as caught:
        state.apply(0, action)
    assert caught.value.rule == rule


def test_what_is_received_is_no_news_once_a_turn_is_over() -> None:
    state = exchange(A, B, C, mode="elite", previous=1)
    state = play(state, "give:2S", "give:JK2", "give:3H", "give:2S", "3S+3H")
    assert state.view(1).facts["received"] == []


def test_without_a_deal_before_there_is_no_exchange() -> None:
    for mode in MODES:
        state = EMPEREUR.start(deal(EMPEREUR, key=b"any", board=1), {"mode": mode})
        assert state.view(0).facts["phase"] == "play"
        assert state.view(0).facts["gift"] is None


# Results entered by hand.


@pytest.mark.parametrize(
    ("mode", "detail", "expected"),
    [
        ("normal", {"emperor": [0, 1, 0]}, (0, 1, 0)),
        ("normal", {"emperor": [0, 0, 0]}, (0, 0, 0)),
        ("mirror", {"excluded": [0, 0, 1]}, (0, 0, -1)),
        ("elite", {"emperor": [1, 0, 0], "points": 37}, (37, 0, 0)),
        ("elite", {"emperor": [0, 0, 0], "points": 0}, (0, 0, 0)),
        ("mirror_elite", {"excluded": [1, 0, 0], "points": 3}, (-3, 0, 0)),
        ("elite", {"emperor": [1, 0, 0], "points": 505}, (505, 0, 0)),
    ],
)
def test_a_result_by_hand(mode: str, detail: dict[str, object], expected: tuple[int, ...]) -> None:
    assert EMPEREUR.score(detail, {"mode": mode}) == expected


@pytest.mark.parametrize(
    ("options", "detail", "rule"),
    [
        ({}, {}, "result-detail"),
        ({}, {"excluded": [1, 0, 0]}, "result-detail"),
        ({}, {"emperor": [1, 0, 0], "points": 3}, "result-detail"),
        ({}, {"emperor": [1, 1, 0]}, "emperor"),
        ({}, {"emperor": [1, 0]}, "emperor"),
        ({}, {"emperor": [True, False, False]}, "emperor"),
        ({}, {"emperor": 0}, "emperor"),
        ({"mode": "mirror"}, {"excluded": [2, 0, 0]}, "excluded"),
        ({"mode": "elite"}, {"emperor": [1, 0, 0]}, "result-detail"),
        ({"mode": "elite"}, {"emperor": [1, 0, 0], "points": 0}, "points-left"),
        ({"mode": "elite"}, {"emperor": [0, 0, 0], "points": 3}, "points-left"),
        ({"mode": "elite"}, {"emperor": [1, 0, 0], "points": 506}, "points-left"),
        ({"mode": "elite"}, {"emperor": [1, 0, 0], "points": 9.0}, "points-left"),
        # Two others hold a three each, at least; with jokers one may be out.
        ({"mode": "elite", "jokers": False}, {"emperor": [1, 0, 0], "points": 5}, "points-left"),
        ({"mode": "elite", "jokers": False}, {"emperor": [1, 0, 0], "points": 466}, "points-left"),
    ],
)
def test_a_result_that_no_deal_can_give_is_refused(
    options: dict[str, object], detail: dict[str, object], rule: str
) -> None:
    with pytest.raises(UnattainableResult) as caught:
        EMPEREUR.score(detail, options)
    assert caught.value.rule == rule


def test_there_is_one_emperor_or_none() -> None:
    assert EMPEREUR.attainable({"players": 4}) == ((1, 0, 0, 0), (0, 0, 0, 0))


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "fast"},
        {"players": 7},
        {"jokers": 1},
        {"previous": 0},  # there is no exchange in the mode normal
        {"mode": "elite", "previous": 3},
        {"mode": "elite", "previous": True},
        {"colour": "blue"},
    ],
)
def test_options_it_does_not_have_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadRecord):
        EMPEREUR.deck(options)


# Laws.

choices = st.lists(st.integers(0, 999), min_size=120, max_size=120)


def everywhere(state: State, dealt: Deal) -> list[str]:
    """Every card: in a hand, in the stock or on the pile."""
    assert isinstance(state, EmpereurState)
    return [
        *(card for hand in state.cards.hands for card in PACK.codes(hand)),
        *state.cards.stock,
        *(card for each in state.cards.pile for card in cards_of(each.action)),
    ]


def most(options: dict[str, object]) -> tuple[int, int]:
    """The lowest and the highest score there is in a mode."""
    mode = options.get("mode", "normal")
    points = 505 if str(mode).endswith("elite") else 1
    return (-points, 0) if str(mode).startswith("mirror") else (0, points)


def test_deals_of_three_keep_the_laws() -> None:
    keeps_the_laws(EMPEREUR, everywhere, least=0, most=1, random=300, simple=100, closely=5)


@pytest.mark.parametrize("players", [2, 4, 5, 6])
def test_deals_of_other_tables_keep_the_laws(players: int) -> None:
    options: dict[str, object] = {"players": players}
    keeps_the_laws(
        EMPEREUR, everywhere, options=options, least=0, most=1, random=10, simple=20, closely=1
    )


@pytest.mark.parametrize(
    ("mode", "players", "jokers", "previous"),
    [
        *((mode, 3, jokers, 1) for mode in MODES[1:] for jokers in (True, False)),
        ("elite", 2, True, 0),
        ("mirror", 2, False, 1),
        ("elite", 5, False, 4),
        ("mirror_elite", 4, True, 3),
        ("mirror", 6, True, 5),
    ],
)
def test_deals_of_other_modes_keep_the_laws(
    mode: str, players: int, jokers: bool, previous: int
) -> None:
    options = {"mode": mode, "players": players, "jokers": jokers, "previous": previous}
    least, highest = most(options)
    keeps_the_laws(
        *(EMPEREUR, everywhere),
        options=options,
        least=least,
        most=highest,
        random=10 if players < 4 else 3,
        simple=10 if players < 4 else 3,
        closely=1,
    )


@given(cards=st.permutations(EMPEREUR.deck()), numbers=choices)
def test_a_turn_moves_cards_as_the_rules_say(cards: list[str], numbers: list[int]) -> None:
    """What each action does to the numbers of cards, by the wording of the rules."""
    state: State = EMPEREUR.start(EMPEREUR.deal_from(cards))
    for number in numbers:
        seat = state.actor
        if seat is None:
            break
        before, legal = state.view(seat), state.legal()
        action = legal[number % len(legal)]
        state = state.apply(seat, action)
        after = state.view(seat)
        assert isinstance(after.facts["drew"], list)
        played = 0 if action in ("draw", "pass") else len(cards_of(action))
        for each in range(3):
            change = after.counts["cards"][each] - before.counts["cards"][each]
            assert change == after.facts["drew"][each] - (played if each == seat else 0)
        heights = [
            RANKS.index(str(card.action)[-1 if "=" in card.action else 0]) for card in after.table
        ]
        assert heights == sorted(heights)
        if action == "draw":
            assert state.actor == seat
            assert sum(after.facts["drew"]) == 1
        elif action == "pass":
            assert not any(after.facts["drew"])
            assert "draw" not in legal
        elif action.endswith("=2") or action.startswith("2"):
            assert after.table == ()
            assert max(after.facts["drew"]) <= 1
        else:
            assert after.facts["drew"][seat] == 0
            assert sum(1 for many in after.facts["drew"] if many) <= 1


@given(cards=st.permutations(EMPEREUR.deck()), numbers=choices, mode=st.sampled_from(MODES))
def test_what_is_hidden_changes_no_view(cards: list[str], numbers: list[int], mode: str) -> None:
    """The cards of the stock are exchanged before they are drawn, and the order is another."""
    options = {"mode": mode}
    dealt = EMPEREUR.deal_from(cards, options)
    other = Deal(dealt.hands, dealt.talon[::-1], dealt.order[::-1])
    here, there = EMPEREUR.start(dealt, options), EMPEREUR.start(other, options)
    for number in numbers:
        actor = here.actor
        if actor is None:
            break
        for seat in range(3):
            if here.view(seat).hand == there.view(seat).hand:
                assert here.view(seat) == there.view(seat)
        legal = [action for action in here.legal() if action in there.legal()]
        if not legal or there.actor != actor:
            break
        action = legal[number % len(legal)]
        here, there = here.apply(actor, action), there.apply(actor, action)


def test_points_are_those_of_the_source() -> None:
    assert [POINTS[rank + "S"] for rank in RANKS] == list(range(3, 16))
    assert POINTS["JK1"] == POINTS["JK2"] == 20


def test_the_simple_bot_beats_chance() -> None:
    simple, chance = bot("simple"), bot("random")
    won = 0
    for board in range(60):
        seats = [simple if seat == board % 3 else chance for seat in range(3)]
        dealt = deal(EMPEREUR, key=b"bots", board=board + 1)
        won += play_to_end(EMPEREUR, dealt, seats, seed=str(board))[1].scores[board % 3]
    assert won >= 45, "of 60, where the two others win the rest"


@pytest.mark.parametrize(
    ("hand", "legal", "choice"),
    [
        ("9S JK1", "9S JK1=9 9S+JK1=9 draw", "JK1=9"),  # the last card is no joker
        ("JK1", "JK1=A JK1=2 pass", "pass"),
        ("9S 9H KS", "9S 9H 9S+9H KS draw", "9S+9H"),  # all of the lowest rank
        ("9S KS JK1", "9S JK1=9 9S+JK1=9 KS draw", "9S"),
        ("4S KS JK1", "JK1=A JK1=2 draw", "JK1=A"),  # rather than drawing
        ("2S 3H", "2S draw", "2S"),
        ("3S 3H 9D", "give:3S give:3H give:9D", "give:9D"),  # a card that stands alone
        ("3S 3H", "give:3S give:3H", "give:3S"),
    ],
)
def test_the_simple_bot_plays_low_ranks_whole_and_keeps_jokers(
    hand: str, legal: str, choice: str
) -> None:
    begun = EMPEREUR.start(deal(EMPEREUR, key=b"any", board=1)).view(0)
    view = replace(begun, hand=tuple(hand.split()), legal=tuple(legal.split()))
    assert bot("simple").choose(view, 1) == choice
