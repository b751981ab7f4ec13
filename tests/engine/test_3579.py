"""Le 3-5-7-9: the source's rules and each ruling of the game's file, by hand.

Who wins a trick is asked in `test_following_laws` too, of any deal.
"""

from itertools import permutations, product
from pathlib import Path

import pytest

from engine.errors import IllegalAction, UnattainableResult
from engine.protocol import State
from engine.record import load
from tests.engine.builders import THREE_FIVE_SEVEN_NINE as GAME
from tests.engine.builders import piquet_deal, play, where_cards_lie
from tests.engine.laws import keeps_the_laws

GOLDEN = Path(__file__).parent / "golden"
# Found by a search among deals and plays.
RESULTS = (GOLDEN / "3579.results.jsonl").read_text("utf-8").splitlines()


def start(*hands: str, aside: str, void: dict[int, str] | None = None) -> State:
    return GAME.start(piquet_deal(*hands, talon=aside, void=void))


# The play, which is that of Le triton.


def test_a_suit_led_is_followed_and_a_seven_cuts_only_who_has_none() -> None:
    state = play(start("TC", "8C 7S AD", "7D", aside="8H 9H", void={2: "C"}), "TC")
    with pytest.raises(IllegalAction, match="you hold clubs: follow suit") as caught:
        state.apply(1, "7S")
    assert caught.value.rule == "follow-suit"
    state = play(state, "8C")
    assert state.legal() == state.view(2).hand, "nobody has to cut"
    state = play(state, "7D")
    assert state.view(0).tricks[-1].winner == state.actor == 2


@pytest.mark.parametrize(
    ("cards", "place"),
    [
        ("TC AC 8C", 1),  # the highest of the suit led
        ("TC 7D 7H", 2),  # of several cutting sevens the last
        ("TC 7H 7D", 2),  # … whatever the suits
        ("TC 7D AH", 1),
        ("TC AS AH", 0),  # a card of another suit wins nothing
        ("TC 7C 8C", 0),  # a seven of the suit led is its lowest card
        ("7C AH AD", 0),  # … when it is led as well
        ("7C 8C AD", 1),
    ],
)
def test_the_winner(cards: str, place: int) -> None:
    one, two, three = cards.split()
    void = {seat: "C" for seat, card in ((1, two), (2, three)) if card[1] != "C"}
    state = start(one, two, three, aside="9S 9H", void=void)
    state = play(state, one, two, three)
    assert state.view(0).tricks[-1].winner == state.actor == place


# What counts.

# Seat 0 holds the spades and leads them from above: it wins eight tricks, whatever is discarded,
# unless a seven is.
SPADES = "AS KS QS JS TS 9S 8S 7S AH KH"


def test_only_the_third_fifth_seventh_and_ninth_trick_count() -> None:
    state = start(SPADES, "QH 8H 8D 9D TD 8C 9C TC JC JD", "9H TH JH AD QD KD AC KC 7C QC", aside=
                  "7H 7D")  # fmt: skip
    seen = []
    for lead, one, two in (
        ("AS", "8D", "KC"),
        ("KS", "9D", "AC"),
        ("QS", "TD", "QC"),  # the third trick: two queens
        ("JS", "JD", "KD"),
        ("TS", "8C", "QD"),  # the fifth: another
        ("9S", "9C", "AD"),
        ("8S", "TC", "9H"),
        ("7S", "JC", "TH"),
        ("KH", "QH", "JH"),  # the ninth: the last one
    ):
        view = state.view(1)
        seen.append((view.counts["counting"], view.counts["queens"], view.facts["counts"]))
        state = play(state, lead, one, two)
    assert seen == [
        ((0, 0, 0), (0, 0, 0), False),
        ((0, 0, 0), (0, 0, 0), False),
        ((0, 0, 0), (0, 0, 0), True),
        ((1, 0, 0), (2, 0, 0), False),
        ((1, 0, 0), (2, 0, 0), True),
        ((2, 0, 0), (3, 0, 0), False),
        ((2, 0, 0), (3, 0, 0), True),
        ((3, 0, 0), (3, 0, 0), False),
        ((3, 0, 0), (3, 0, 0), True),
    ]
    outcome = play(state, "AH", "8H", "7C").outcome()
    assert outcome is not None
    assert outcome.detail == {"counting": [4, 0, 0], "queens": [4, 0, 0]}
    assert outcome.scores == (160, 0, 0)


def test_a_queen_in_another_trick_counts_for_nobody() -> None:
    state = start(SPADES, "QH 8H 8D 9D TD 8C 9C TC JC JD", "9H TH JH AD QD KD AC KC 7C QC", aside=
                  "7H 7D")  # fmt: skip
    state = play(state, "AS", "QH", "QD", "QS", "8D", "QC", "KS", "9D", "KD")
    assert state.view(0).counts["queens"] == (0, 0, 0)
    assert state.view(0).counts["counting"] == (1, 0, 0)


def test_the_views_say_which_tricks_count() -> None:
    state = start(SPADES, "", "", aside="7H 7D")
    for seat in range(3):
        assert state.view(seat).facts == {"counting": [3, 5, 7, 9], "counts": False}
        assert state.view(seat).captured == (), "won cards are turned over"


# Results.


@pytest.mark.parametrize(
    ("counting", "queens", "scores"),
    [
        ([1, 1, 2], [0, 0, 0], (10, 10, 20)),  # the source's scales
        ([3, 1, 0], [0, 0, 0], (40, 10, 0)),
        ([4, 0, 0], [0, 0, 0], (80, 0, 0)),
        ([1, 1, 2], [1, 0, 2], (20, 10, 40)),
        ([1, 1, 2], [3, 1, 0], (50, 20, 20)),
        ([0, 4, 0], [0, 4, 0], (0, 160, 0)),
    ],
)
def test_tricks_and_queens_are_worth(
    counting: list[int], queens: list[int], scores: tuple[int, ...]
) -> None:
    assert GAME.score({"counting": counting, "queens": queens}) == scores


@pytest.mark.parametrize(
    ("counting", "queens", "rule"),
    [
        ([2, 1], [0, 0, 0], "trick-counts"),
        ([2, 1, "1"], [0, 0, 0], "trick-counts"),
        ([2, 2, 1], [0, 0, 0], "trick-sum"),
        ([5, -1, 0], [0, 0, 0], "trick-sum"),
        ([2, 1, 1], None, "queens"),
        ([2, 1, 1], [0, 0], "queens"),
        ([2, 1, 1], [True, 0, 0], "queens"),
        ([2, 1, 1], [5, 0, 0], "queens"),
        ([2, 1, 1], [-1, 0, 0], "queens"),
        ([2, 1, 1], [2, 2, 1], "queens-sum"),
        ([2, 2, 0], [0, 0, 1], "queens-in-tricks"),
        ([3, 1, 0], [0, 4, 0], "queens-in-tricks"),  # a trick has three cards
    ],
)
def test_a_result_that_no_deal_can_give_is_refused(
    counting: list[object], queens: object, rule: str
) -> None:
    with pytest.raises(UnattainableResult) as caught:
        GAME.score({"counting": counting, "queens": queens})
    assert caught.value.rule == rule


@pytest.mark.parametrize(
    "detail", [{}, {"counting": [2, 1, 1]}, {"queens": [0, 0, 0]}, {"tricks": [5, 3, 2]}]
)
def test_both_questions_are_answered_and_no_other(detail: dict[str, object]) -> None:
    with pytest.raises(UnattainableResult) as caught:
        GAME.score(detail)
    assert caught.value.rule == "result-detail"


def test_what_may_be_entered_is_what_a_deal_can_give() -> None:
    """One recorded deal for each result that `score` accepts, apart from who sits where."""
    results = set()
    for line in RESULTS:
        outcome = play(GAME.start(load(line).deal), *load(line).actions).outcome()
        assert outcome is not None
        counting, queens = outcome.detail["counting"], outcome.detail["queens"]
        assert isinstance(counting, list)
        assert isinstance(queens, list)
        results.add(tuple(sorted(zip(counting, queens, strict=True), reverse=True)))
    accepted = set()
    for counting, queens in product(GAME.attainable(), product(range(5), repeat=3)):
        try:
            GAME.score({"counting": list(counting), "queens": list(queens)})
        except UnattainableResult:
            continue
        accepted.add(tuple(sorted(zip(counting, queens, strict=True), reverse=True)))
    assert accepted == results
    assert len(accepted) == 49


def test_the_distributions_of_the_tricks_that_count() -> None:
    assert GAME.attainable() == ((4, 0, 0), (3, 1, 0), (2, 2, 0), (2, 1, 1))


def test_seats_are_alike_to_what_may_be_entered() -> None:
    for order in permutations(range(3)):
        detail = {
            "counting": [(2, 1, 1)[seat] for seat in order],
            "queens": [(0, 3, 1)[seat] for seat in order],
        }
        assert GAME.score(detail) == tuple((20, 50, 20)[seat] for seat in order)


def test_deals_played_to_the_end_keep_the_laws() -> None:
    keeps_the_laws(GAME, where_cards_lie, least=0, most=160)
