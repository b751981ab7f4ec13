"""What holds in every deal of Le Président, and small endings counted by hand.

The recorded deals in golden/president.*.jsonl were made like this, for test_playthroughs.py:

    cd tests/engine/golden
    rm president.*
    while read bots options; do
        python -m engine selfplay --game president --bots $bots --boards 1 --seed playthroughs \
            --options "$options" >> president.records.jsonl
    done <<END
    random {}
    simple {}
    random,simple,random {"finish_on_two": true, "best_card_closes": false}
    simple {"close_on_four": true, "previous": "201"}
    random {"players": 4, "skip_if_missing": false, "previous": "2130"}
    simple {"players": 4, "finish_on_two": true}
    simple {"players": 5, "previous": "41302"}
    random {"players": 6, "revolution": false, "close_on_four": true}
    random {"rapid": true}
    simple {"players": 4, "rapid": true, "previous": "2130"}
    END
    python -m engine replay president.records.jsonl > president.replays.jsonl
"""

from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.arena import compare
from engine.bots import bot
from engine.games.president_play import PACK, RANKS
from engine.protocol import Deal, State
from engine.replay import split
from tests.engine.laws import keeps_the_laws
from tests.engine.president_builders import PRESIDENT, deal_around, ending, with_players

VARIANTS = ("revolution", "skip_if_missing", "close_on_four", "best_card_closes", "finish_on_two")
PREVIOUS = {3: "201", 4: "2130", 5: "41302", 6: "503412"}


def where_cards_lie(state: State, dealt: Deal) -> list[str]:
    """Every card: in a hand, or played."""
    view = state.view(0)
    played = view.facts["played"]
    assert isinstance(played, list)
    assert {card for play in view.table for card in play.action.split("+")} <= set(played)
    return [card for seat in range(len(dealt.hands)) for card in state.view(seat).hand] + played


def test_deals_played_to_the_end_keep_the_laws() -> None:
    keeps_the_laws(PRESIDENT, where_cards_lie, least=0, most=3, random=2000, simple=200, closely=5)


@pytest.mark.parametrize("rapid", [False, True])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_so_they_do_at_every_table_by_turns_and_at_once(players: int, rapid: bool) -> None:
    options = with_players({"rapid": rapid, "previous": PREVIOUS[players]}, players)
    keeps_the_laws(
        PRESIDENT,
        where_cards_lie,
        options=options,
        least=0,
        most=3,
        random=30,
        simple=10,
        closely=1,
    )


@pytest.mark.parametrize("turned", VARIANTS)
def test_so_they_do_with_every_variant(turned: str) -> None:
    default = next(option.default for option in PRESIDENT.options if option.name == turned)
    options: dict[str, object] = {"players": 4, turned: not default}
    keeps_the_laws(
        PRESIDENT,
        where_cards_lie,
        options=options,
        least=0,
        most=3,
        random=30,
        simple=10,
        closely=1,
    )


# Any table and variants, any deal, any way of playing it.
settings = st.fixed_dictionaries(
    {
        "players": st.sampled_from([3, 4, 5, 6]),
        "rapid": st.booleans(),
        **{name: st.booleans() for name in VARIANTS},
    }
)
numbers = st.lists(st.integers(0, 999), max_size=90)


def history(dealt: Deal, options: dict[str, object], chosen: list[int]) -> list[tuple[State, str]]:
    """The states that these choices lead through, each with what was done in it."""
    state = PRESIDENT.start(dealt, options)
    moments = []
    for number in chosen:
        if not (legal := state.legal()):
            break
        action = legal[number % len(legal)]
        moments.append((state, action))
        state = state.apply(*split(state, action))
    return [*moments, (state, "")]


def choices_by_the_text(state: State, seat: int, options: dict[str, object]) -> set[str]:
    """What a seat may do, straight from the wording of the rules, for every set of its cards."""
    view = state.view(seat)
    order = RANKS[::-1] if view.facts["revolution"] else RANKS
    top = view.table[-1].action.split("+") if view.table else []
    found = set()
    for size in range(1, 5):
        for cards in combinations(view.hand, size):
            rank = cards[0][0]
            if any(card[0] != rank for card in cards) or (top and size != len(top)):
                continue
            if top and order.index(rank) < order.index(top[0][0]):
                continue
            if view.facts["bound"] and rank != top[0][0]:
                continue
            found.add("+".join(cards))
    if top and view.table[-1].seat != seat:
        found.add("pass")
    return found


@given(options=settings, cards=st.permutations(PACK.deck), chosen=numbers)
def test_what_is_legal_follows_from_the_hand_and_the_trick(
    options: dict[str, object], cards: list[str], chosen: list[int]
) -> None:
    for state, _ in history(PRESIDENT.deal_from(cards, options), options, chosen)[-12:]:
        passed = state.view(0).facts["passed"]
        assert isinstance(passed, list)
        for seat, held in enumerate(state.view(0).counts["cards"]):
            legal = set(state.view(seat).legal)
            acts = state.outcome() is None and state.actor in (seat, None)
            if acts and held and seat not in passed:
                assert legal == choices_by_the_text(state, seat, options)
            else:
                assert not legal


@given(options=settings, cards=st.permutations(PACK.deck), chosen=numbers, data=st.data())
def test_who_of_the_others_holds_which_of_two_equal_cards_cannot_be_seen(
    options: dict[str, object], cards: list[str], chosen: list[int], data: st.DataObject
) -> None:
    dealt = PRESIDENT.deal_from(cards, options)
    moments = history(dealt, options, chosen)
    state, _ = moments[-1]
    seat = data.draw(st.integers(0, len(dealt.hands) - 1))
    hidden = sorted(
        card
        for other in range(len(dealt.hands))
        if other != seat
        for card in state.view(other).hand
        if card != "QH"
    )
    pairs = [(one, two) for one, two in combinations(hidden, 2) if one[0] == two[0]]
    assume(pairs)
    one, two = data.draw(st.sampled_from(pairs))
    swap = {one: two, two: one}
    other = PRESIDENT.start(
        Deal(tuple(tuple(swap.get(card, card) for card in hand) for hand in dealt.hands), ()),
        options,
    )
    for before, action in moments[:-1]:
        other = other.apply(*split(before, action))
    assert other.view(seat) == state.view(seat)


@given(options=settings, cards=st.permutations(PACK.deck), chosen=numbers)
def test_a_turn_is_of_a_seat_with_cards_that_has_not_passed_nor_played_last(
    options: dict[str, object], cards: list[str], chosen: list[int]
) -> None:
    for state, _ in history(PRESIDENT.deal_from(cards, options), options, chosen):
        view = state.view(0)
        passed = view.facts["passed"]
        assert isinstance(passed, list)
        if state.actor is not None:
            assert view.counts["cards"][state.actor]
            assert state.actor not in passed
            assert not view.table or view.table[-1].seat != state.actor
        waiting = [
            seat
            for seat, held in enumerate(view.counts["cards"])
            if held and seat not in passed and (not view.table or view.table[-1].seat != seat)
        ]
        assert waiting or state.outcome() is not None, "a trick of one seat alone has ended"


def sequences(state: State, plies: int) -> int:
    """The number of legal sequences of this many actions, without those of the clock."""
    if plies == 0:
        return 1
    return sum(
        sequences(state.apply(*split(state, action)), plies - 1)
        for action in state.legal()
        if not action.startswith("clock:")
    )


def test_an_ending_by_turns_has_as_many_ways_as_were_counted() -> None:
    # Seat 0 leads with 3S 7S, seat 1 holds 7H, seat 2 7D 8C. Counted by hand, ply by ply, for the
    # openings 3S 7H, 3S pass, 7S 7H and 7S pass: 3, 3, 2, 3 ways to go on, then 5, 4, 2, 3;
    # 4, 5, 2, 4; 3, 6, 2, 5; 2, 6, 2, 6; and 0, 2, 0, 1 that end with the eighth action.
    state = ending("3S 7S", "7H", "7D 8C")
    counts = [sequences(state, plies) for plies in range(1, 10)]
    assert counts == [2, 4, 11, 14, 15, 16, 16, 3, 0]


def test_an_ending_at_once_has_as_many_ways_as_were_counted() -> None:
    # After one of the fours: the other two may each answer or pass (4); after a pass the third one
    # may do either (2 + 2); after two passes either opens (2 + 2). After the five nobody can
    # answer: one passes and then the other (2, 2), and either opens (2 + 2).
    state = ending("4S", "4H", "5D", rapid=True)
    counts = [sequences(state, plies) for plies in range(1, 6)]
    assert counts == [3, 4 + 4 + 2, 4 + 4 + 2, 4 + 4 + 4, 0]


@pytest.mark.parametrize("options", [{}, {"rapid": True}, {"finish_on_two": True}])
def test_the_simple_bot_beats_chance(options: dict[str, object]) -> None:
    found = compare(
        PRESIDENT,
        bot("simple"),
        bot("random"),
        boards=25,
        key=b"arena",
        seed="arena",
        alone=True,
        options=options,
    )
    assert found.difference.mean - found.difference.margin > 0.8


def test_the_simple_bot_returns_weak_cards_that_leave_its_sets_whole() -> None:
    options: dict[str, object] = {"previous": "012"}
    first = "2S 2H 2D 2C 3S 3H 5D 7D 9D 9S AS AH AD AC KS KH KD"
    state = PRESIDENT.start(deal_around(first, "", "QS", **options), options)
    assert bot("simple").choose(state.view(0), 0) == "give:3S+3H"
    odd = first.replace("3S 3H", "3S 5H").replace("5D", "4D")
    state = PRESIDENT.start(deal_around(odd, "", "QS", **options), options)
    assert bot("simple").choose(state.view(0), 0) == "give:3S+4D"
