"""Le triton: the source's rules and each ruling of the game's file, by hand."""

from itertools import permutations
from pathlib import Path

import pytest

from engine.errors import IllegalAction, UnattainableResult
from engine.games.triton import best_combination
from engine.protocol import State
from engine.record import load
from engine.replay import replay
from tests.engine.builders import TRITON, piquet_deal, play, where_cards_lie
from tests.engine.laws import keeps_the_laws

GOLDEN = Path(__file__).parent / "golden"
# Found by a search among deals and plays.
RESULTS = (GOLDEN / "triton.results.jsonl").read_text("utf-8").splitlines()


def start(*hands: str, aside: str, void: dict[int, str] | None = None) -> State:
    return TRITON.start(piquet_deal(*hands, talon=aside, void=void))


# The duty: to follow suit, and no other.


def test_one_card_of_the_suit_led_must_be_played_whatever_sevens_there_are() -> None:
    state = play(start("TC", "8C 7S AD AH", "", aside="8H 9H"), "TC")
    clubs = {card for card in state.view(1).hand if card[1] == "C"}
    assert set(state.legal()) == clubs >= {"8C"}
    for card in ("7S", "AD", "AH"):
        with pytest.raises(IllegalAction, match="you hold clubs: follow suit") as caught:
            state.apply(1, card)
        assert caught.value.rule == "follow-suit"


def test_who_cannot_follow_plays_anything_and_need_not_cut() -> None:
    state = play(start("TC", "7S AD", "", aside="8H 9H", void={1: "C"}), "TC")
    assert state.legal() == state.view(1).hand
    assert len(state.legal()) == 10


# The winner.


@pytest.mark.parametrize("leader", [0, 1, 2])
@pytest.mark.parametrize(
    ("cards", "void", "place"),
    [
        ("9S KS TS", "", 1),  # the highest of the suit led
        ("9S AD TS", "1", 2),  # a card of another suit wins nothing
        ("AS 7H KS", "1", 1),  # a seven of another suit cuts
        ("AS 7H 7D", "12", 2),  # the last one wins
        ("AS 7D 7H", "12", 2),  # … whatever the suits
        ("AS 7D AH", "12", 1),
        ("9S 7S 8S", "", 0),  # a seven of the suit led is its lowest card
        ("7S 8S 9S", "", 2),  # … when it is led as well
        ("7S AH KD", "12", 0),
        ("7S 8S 7D", "2", 2),
        ("7S 7H 8S", "1", 1),
        ("7S 7H 7D", "12", 2),
    ],
)
def test_the_winner_follows_the_cards_whoever_leads(
    leader: int, cards: str, void: str, place: int
) -> None:
    # `leader` wins the first trick with the ace of clubs; `void` names the neighbours to its left,
    # 1 or 2, that hold none of the suit led afterwards.
    held = [""] * 3
    clubs = {leader: "AC", (leader + 1) % 3: "9C", (leader + 2) % 3: "8C"}
    for each, card in enumerate(cards.split()):
        seat = (leader + each) % 3
        held[seat] = f"{card} {clubs[seat]}"
    voids = {(leader + int(each)) % 3: cards[1] for each in void}
    state = start(*held, aside="QC JC", void=voids)
    state = play(state, clubs[0], clubs[1], clubs[2])
    assert state.actor == leader
    state = play(state, *cards.split())
    assert state.view(0).tricks[-1].winner == (leader + place) % 3
    assert state.actor == (leader + place) % 3, "the winner leads"


# Combinations.


def value(cards: str) -> int:
    return best_combination(cards.split()).value


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        # The source's examples, jacks and sevens.
        ("JS JH", 10),
        ("7S 7H", 10),
        ("JS JH 7S 7H", 20),
        ("JS JH JD", 30),
        ("7S 7H 7D", 30),
        ("JS JH JD 7S 7H", 50),
        ("JS JH JD JC", 70),
        ("7S 7H 7D 7C", 70),
        ("7H 8H 9H TH JH", 100),
        ("TS JS QS KS AS", 100),
        # Nothing, and what looks like more than it is.
        ("", 0),
        ("7S 8H 9D TC", 0),
        ("7S 8S 9S TS JH", 0),  # neighbours, but not of one suit
        ("7S 8S 9S TS QS", 0),  # one suit, but not neighbours
        ("AS 7S 8S 9S TS", 0),  # the ace is high only
        ("QS KS AS 7S 8S", 0),
        ("JS JH JD 7S 7H 7D", 50),
        ("JS JH JD JC 7S 7H 7D", 70),
        ("JS JH 7S 7H 9D 9C", 20),
        ("JS JH JD JC TC 9C 8C 7C", 100),
    ],
)
def test_the_best_combination(cards: str, points: int) -> None:
    assert value(cards) == points
    assert value(" ".join(reversed(cards.split()))) == points


@pytest.mark.parametrize("suit", "SHDC")
@pytest.mark.parametrize("ranks", ["789TJ", "89TJQ", "9TJQK", "TJQKA"])
def test_five_neighbours_in_one_suit(ranks: str, suit: str) -> None:
    cards = [rank + suit for rank in ranks]
    assert best_combination(cards).value == 100
    assert best_combination(cards[1:]).value == 0


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("7S 7H 8S 8H", "AS AH"),  # the category first
        ("7S 7H 7D", "AS AH KS KH"),
        ("7S 7H 7D 8S 8H", "AS AH AD"),
        ("7S 7H 7D 7C", "AS AH AD KS KH"),
        ("7S 8S 9S TS JS", "AS AH AD AC"),
        ("8S 8H", "7S 7H"),  # then the ranks, ace high
        ("AS AH", "KS KH"),
        ("TS TH", "9S 9H"),
        ("JS JH", "TS TH"),
        ("AS AH 7S 7H", "KS KH QS QH"),  # of two pairs the higher first
        ("AS AH 8S 8H", "AD AC 7S 7H"),
        ("8S 8H 8D 7S 7H", "7D 7C 7H AS AH"),  # of a full house the three first
        ("8S 8H 8D KS KH", "8S 8H 8D QS QH"),
        ("8S 9S TS JS QS", "7H 8H 9H TH JH"),  # of a sequence the highest card
        ("7S 8S 9S TS JS QS", "7H 8H 9H TH JH"),  # … the best five neighbours
    ],
)
def test_the_better_combination(better: str, worse: str) -> None:
    assert best_combination(better.split()) > best_combination(worse.split())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("AS AH KD", "AD AC 7S"),  # a card outside the combination never counts
        ("AS AH 8S 8H QS", "AD AC 8D 8C"),
        ("AS AH 9S 9H 8S 8H", "AD AC 9D 9C 7S 7H"),
        ("7S 8S 9S TS JS", "7H 8H 9H TH JH AH"),  # nor does a suit
    ],
)
def test_level_combinations(one: str, other: str) -> None:
    assert best_combination(one.split()) == best_combination(other.split())


def test_a_full_house_takes_the_highest_three_and_the_highest_pair_beside_it() -> None:
    best = best_combination(["8S", "8H", "8D", "7S", "7H", "7D", "KS", "KH"])
    assert best == best_combination(["8S", "8H", "8D", "KS", "KH"])


# Scores.


def test_the_best_combination_earns_thirty_more() -> None:
    assert TRITON.score({"combinations": [50, 20, 0], "best": [1, 0, 0]}) == (80, 20, 0)
    assert TRITON.score({"combinations": [100, 20, 100], "best": [0, 0, 1]}) == (100, 20, 130)


def test_level_best_combinations_earn_thirty_each() -> None:
    assert TRITON.score({"combinations": [100, 20, 100], "best": [1, 0, 1]}) == (130, 20, 130)
    assert TRITON.score({"combinations": [20, 20, 10], "best": [1, 1, 0]}) == (50, 50, 10)
    assert TRITON.score({"combinations": [100] * 3, "best": [1] * 3}) == (130, 130, 130)


@pytest.mark.parametrize("value", [20, 100])
def test_a_deal_played_to_level_combinations_earns_thirty_each(value: int) -> None:
    played = map(replay, map(load, RESULTS))
    level = [each for each in played if sorted(each.scores or ())[1:] == [value + 30] * 2]
    assert level
    for each in level:
        assert each.scores is not None
        for seat, score in enumerate(each.scores):
            won = [card for trick in each.tricks if trick.winner == seat for card in trick.cards]
            assert best_combination(won).value == (value if score == value + 30 else score)


def test_what_may_be_entered_is_what_a_deal_can_give() -> None:
    """One recorded deal for each result that `score` accepts, apart from who sits where."""
    results = set()
    for line in RESULTS:
        state = TRITON.start(load(line).deal)
        outcome = play(state, *load(line).actions).outcome()
        assert outcome is not None
        combinations, best = outcome.detail["combinations"], outcome.detail["best"]
        assert isinstance(combinations, list)
        assert isinstance(best, list)
        results.add((tuple(sorted(combinations, reverse=True)), sum(best)))
    accepted = set()
    for combination in TRITON.attainable():
        for best in ([1, 0, 0], [1, 1, 0], [1, 1, 1]):
            try:
                TRITON.score({"combinations": list(combination), "best": best})
            except UnattainableResult:
                continue
            accepted.add((combination, sum(best)))
    assert accepted == results
    assert len(TRITON.attainable()) == 73


def test_seats_are_alike_to_what_may_be_entered() -> None:
    for order in permutations(range(3)):
        values, best = (50, 20, 0), (1, 0, 0)
        detail = {
            "combinations": [values[seat] for seat in order],
            "best": [best[seat] for seat in order],
        }
        assert TRITON.score(detail) == tuple((80, 20, 0)[seat] for seat in order)


@pytest.mark.parametrize(
    ("combinations", "best", "rule"),
    [
        ([50, 20, 0], None, "best"),
        ([50, 20, 0], [0, 0, 0], "best"),
        ([50, 20, 0], [True, False, False], "best"),
        ([50, 20, 0], [2, 0, 0], "best"),
        ([50, 20, 0], [1, 0], "best"),
        ([50, 20, 0], 0, "best"),
        ([50, 20, 0], [0, 1, 0], "best-not-highest"),
        ([50, 20, 0], [1, 1, 0], "best-not-highest"),
        ([50, 50, 0], [1, 1, 0], "best-level"),  # threes of one rank cannot be shared
        ([70, 0, 70], [1, 0, 1], "best-level"),
        ([30, 30, 20], [1, 1, 0], "best-level"),
        ([20, 20, 20], [1, 1, 1], "best-level"),  # nor can a pair among three
        ([40, 20, 0], [1, 0, 0], "combinations"),
        ([80, 20, 0], [1, 0, 0], "combinations"),
        ([50, 20], [1, 0, 0], "combinations"),
        ([50, 20.0, 0], [1, 0, 0], "combinations"),
        ([10, 10, 10], [1, 0, 0], "combinations-together"),
        ([20, 0, 0], [1, 0, 0], "combinations-together"),
        ([30, 30, 30], [1, 0, 0], "combinations-together"),
        ([0, 0, 0], [1, 1, 1], "combinations-together"),
    ],
)
def test_a_result_that_no_deal_can_give_is_refused(
    combinations: list[object], best: object, rule: str
) -> None:
    with pytest.raises(UnattainableResult) as caught:
        TRITON.score({"combinations": combinations, "best": best})
    assert caught.value.rule == rule


@pytest.mark.parametrize(
    "detail",
    [{}, {"combinations": [50, 20, 0]}, {"best": [1, 0, 0]}, {"tricks": [5, 3, 2]}],
)
def test_both_questions_are_answered_and_no_other(detail: dict[str, object]) -> None:
    with pytest.raises(UnattainableResult) as caught:
        TRITON.score(detail)
    assert caught.value.rule == "result-detail"


# What a seat sees.


def test_won_cards_lie_face_up_sorted_before_their_winner() -> None:
    state = start("AS 8C", "9S AC", "QS 9C", aside="7S 7D")
    assert state.view(0).captured == ((), (), ())
    state = play(state, "AS", "9S", "QS", "8C", "AC", "9C")
    for seat in range(3):
        view = state.view(seat)
        assert view.captured == (("AS", "QS", "9S"), ("AC", "9C", "8C"), ())
        assert view.trumps == ""
        assert view.turned == ()
        assert view.counts == {
            "cards": (8, 8, 8),
            "tricks": (1, 1, 0),
            "combinations": (0, 0, 0),
        }


def test_a_view_says_what_the_combinations_are_worth_so_far() -> None:
    state = start("AS AD", "9S 8C", "9H 9C", aside="7S 7D", void={2: "S", 1: "D"})
    state = play(state, "AS", "9S", "9H")
    assert state.view(1).counts["combinations"] == (10, 0, 0)


def test_deals_played_to_the_end_keep_the_laws() -> None:
    keeps_the_laws(TRITON, where_cards_lie, least=0, most=130)
