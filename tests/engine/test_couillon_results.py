"""Le couillon: results entered by hand, small endings, and a bot that plays better than chance.

Le couillon accepts exactly what can be played: for each result that it accepts, with two players or
four, forced or not, a deal has been found by a search. `golden/couillon.results.jsonl` keeps some,
those with the least and the most points of the other side.

The recorded deals, `golden/couillon.records.jsonl`, were made as test_playthroughs.py says by

    --bots random --boards 3, --bots simple --boards 3
    --bots simple --boards 2 --options {"forced": true}
    --bots simple,random --boards 1 --options {"players": 2}, then {"players": 2, "forced": true}
"""

from pathlib import Path
from statistics import fmean, stdev

import pytest

from engine.bots import bot
from engine.dealing import deal
from engine.errors import UnattainableResult
from engine.protocol import Options
from engine.record import load
from engine.registry import game
from engine.replay import reached
from engine.selfplay import play_to_end
from tests.engine.builders import play
from tests.engine.test_couillon import COUILLON, FORCED, SIX, TWO, TWO_FORCED, start
from tests.engine.test_endings import sequences

GOLDEN = Path(__file__).parent / "golden"
RESULTS = (GOLDEN / "couillon.results.jsonl").read_text("utf-8").splitlines()


def test_results_at_the_edge_have_been_played_and_are_accepted() -> None:
    for line in RESULTS:
        record = load(line)
        outcome = reached(record).outcome()
        assert outcome is not None
        assert COUILLON.score(outcome.detail, record.options) == outcome.scores


@pytest.mark.parametrize(
    ("options", "accepted"), [({}, 771), (TWO, 391), (FORCED, 41), (TWO_FORCED, 681)]
)
def test_as_many_results_are_accepted_as_were_found_played(options: Options, accepted: int) -> None:
    count = 0
    for first in range(41):
        for second in range(41):
            detail: dict[str, object] = {"first": first, "second": second}
            if not options.get("forced"):
                detail["taker"] = 0
            try:
                COUILLON.score(detail, options)
            except UnattainableResult:
                continue
            count += 1
    assert count == accepted


def test_points_belong_to_the_side() -> None:
    detail: dict[str, object] = {"taker": 3, "first": 9, "second": 14}
    assert COUILLON.score(detail) == (9, 14, 9, 14)
    assert COUILLON.score({**detail, "taker": 1}, TWO) == (9, 14)
    assert COUILLON.score({"first": 9, "second": 31}, FORCED) == (9, 31, 9, 31)
    assert COUILLON.score({"taker": 4, "first": 0, "second": 0}) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("detail", "options", "rule"),
    [
        ({"taker": 0, "first": 9}, {}, "result-detail"),
        ({"first": 9, "second": 14}, {}, "result-detail"),
        ({"taker": 0, "first": 9, "second": 31}, FORCED, "result-detail"),
        ({"taker": 5, "first": 9, "second": 14}, {}, "taker"),
        ({"taker": None, "first": 9, "second": 14}, {}, "taker"),
        ({"taker": 3, "first": 9, "second": 14}, TWO, "taker"),
        ({"taker": 0, "first": 41, "second": 0}, {}, "first"),
        ({"taker": 0, "first": 9, "second": -1}, {}, "second"),
        ({"taker": 0, "first": 9.0, "second": 14}, {}, "first"),
        ({"taker": 0, "first": 29, "second": 0}, TWO, "first"),  # four aces, four kings: 28
        ({"taker": 4, "first": 9, "second": 14}, {}, "nobody-took"),
        # Sixteen cards: with all tens and nines there are still four jacks and four queens.
        ({"taker": 0, "first": 11, "second": 0}, {}, "points-together"),
        # All forty are in play, and no trick of four such cards is worth less than four.
        ({"taker": 0, "first": 37, "second": 3}, {}, "points-together"),
        ({"first": 20, "second": 19}, FORCED, "points-together"),  # the whole deck is played
        ({"taker": 0, "first": 16, "second": 12}, TWO, "points-together"),
    ],
)
def test_other_results_are_refused(detail: dict[str, object], options: Options, rule: str) -> None:
    with pytest.raises(UnattainableResult) as caught:
        COUILLON.score(detail, options)
    assert caught.value.rule == rule


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({}, ["taker", "first", "second"]),
        (TWO, ["taker", "first", "second"]),
        (FORCED, ["first", "second"]),
    ],
)
def test_what_is_asked(options: Options, names: list[str]) -> None:
    asked = COUILLON.asks(options)
    assert [ask.name for ask in asked] == names
    assert not any(ask.each for ask in asked)
    if "taker" in names:
        assert len(asked[0].words) == len(asked[0].values)
        assert asked[0].words[-1] == "nobody"
    assert COUILLON.attainable(options) == ()


# Small endings, counted by hand.


def test_one_card_each_is_one_way() -> None:
    state = start("AS KH QD JC", "KS AH JD AC", turned="9S", options=TWO)
    state = play(state, "take", "AS", "KS", "QD", "JD", "KH", "AH")
    assert [sequences(state, plies) for plies in (1, 2, 3)] == [1, 1, 0]


def test_two_cards_each_where_one_must_beat() -> None:
    # Spades are trumps, and seat 0 leads from KH and 9C, seat 1 holds AH and QH.
    # KH: the ace must beat it (with the queen allowed as well: two ways), then AH's winner leads
    # its last card: one way. 9C: seat 1 has neither clubs nor trumps, and discards either: two
    # ways, then KH is led and the last card falls. Together three.
    state = start("AS KS KH 9C", "QS JS AH QH", turned="9S", options=TWO)
    state = play(state, "take", "AS", "QS", "KS", "JS")
    assert [sequences(state, plies) for plies in range(1, 6)] == [2, 3, 3, 3, 0]


def test_two_cards_each_where_one_must_trump_over() -> None:
    # Spades are trumps. Seat 0 leads from 9H and 9C, the others hold TS TD, KS 9S and KD KH.
    # Seat 1 must trump either with TS, and seat 2 go over it with KS; were 9S free as well,
    # there would be four ways for three cards. 9H: seat 3 must follow: one way. 9C: it discards
    # either card: two ways. Seat 2 leads 9S then, and the last cards fall. Together three.
    state = start("AH AD 9H 9C", "JH 9D TS TD", "TH JD KS 9S", "QH QD KD KH", turned="QS")
    state = play(state, "take", "AH", "JH", "TH", "QH", "AD", "9D", "JD", "QD")
    counts = [sequences(state, plies) for plies in range(1, 10)]
    assert counts == [2, 2, 2, 3, 3, 3, 3, 3, 0]


@pytest.mark.parametrize("options", [{}, FORCED, TWO, TWO_FORCED])
def test_the_simple_bot_plays_better_than_chance(options: Options) -> None:
    gains = []
    for board in range(1, 201):
        dealt = deal(game("couillon"), key=b"bots", board=board, options=options)
        pair = [bot("simple"), bot("random")] * (len(dealt.hands) // 2)
        gained = 0
        for bots, sign in ((pair, 1), (pair[::-1], -1)):
            _, outcome = play_to_end(COUILLON, dealt, bots, seed=str(board), options=options)
            gained += sign * (outcome.scores[0] - outcome.scores[1])
        gains.append(gained)
    assert fmean(gains) > 3 * stdev(gains) / len(gains) ** 0.5


def test_forced_the_bot_names_its_best_suit() -> None:
    state = start(*SIX, turned="", options=FORCED)
    assert bot("simple").choose(state.view(0), 1) == "trump:S"
