"""La comète: small endings counted by hand, and a bot that plays better than chance.

The recorded deals, `golden/comete.records.jsonl`, were made as test_playthroughs.py says by

    --bots random --boards 3, --bots simple --boards 3, and with --boards 1 and --options
        {"players": 2} simple, 4 simple, 5 random, 6 simple
"""

from statistics import fmean, stdev

import pytest

from engine.bots import bot
from engine.dealing import deal
from engine.protocol import State
from engine.selfplay import play_to_end
from tests.engine.builders import play
from tests.engine.test_comete import COMETE, SIZES, agreed, ending
from tests.engine.test_endings import sequences


def lengths(state: State) -> list[int]:
    """How many sequences there are of one action, of two, and so on up to the longest."""
    counts: list[int] = []
    while not counts or counts[-1]:
        counts.append(sequences(state, len(counts) + 1))
    return counts[:-1]


def test_an_ending_without_the_comet() -> None:
    # Two players. Seat 0 holds 5C 6C, seat 1 holds 7C 2H.
    # 5C: the six must follow, and ends the deal: two actions. 6C: seat 0 passes, seat 1 must play
    # 7C and pass, seat 0 passes, seat 1 plays 2H and is out: six actions. Were one free to pass
    # with the six in hand, there would be more ways.
    assert lengths(ending("5C 6C", "7C 2H")) == [2, 2, 1, 1, 1, 1]


def test_an_ending_with_the_comet() -> None:
    # Seat 0 holds 5C 9D, seat 1 holds 6C TD.
    # 5C: then the Comet ends the deal (two actions), or a pass: seat 1 must play 6C and pass
    # (four), and seat 0 plays the Comet and is out (five), or passes (five): seat 1 leads TD and is
    # out (six). 9D: seat 0 lacks the ten and passes, TD falls, seat 1 passes (four), seat 0 passes
    # (five), and seat 1 leads 6C and is out (six).
    assert lengths(ending("5C 9D", "6C TD")) == [2, 3, 2, 2, 3, 2]


def test_an_ending_with_two_branches() -> None:
    # After 5C and the Comet seat 1 may go on with 6C or TD: whichever it plays it passes then, seat
    # 0 passes, and seat 1 leads the other.
    state = play(ending("5C 9D 2H", "6C TD"), "5C", "9D")
    assert lengths(state) == [2, 2, 2, 2]


@pytest.mark.parametrize("seats", SIZES)
def test_the_simple_bot_plays_better_than_chance(seats: int) -> None:
    gains = []
    chance = [bot("random")] * (seats - 1)
    for board in range(1, 151):
        dealt = deal(COMETE, key=b"bots", board=board, options=agreed(seats))
        scores = [
            play_to_end(COMETE, dealt, [first, *chance], seed="1", options=agreed(seats))[1].scores
            for first in (bot("simple"), bot("random"))
        ]
        gains.append(scores[0][0] - scores[1][0])
    assert fmean(gains) > 2 * stdev(gains) / len(gains) ** 0.5


def test_the_bot_plays_the_comet_and_begins_the_row_that_sheds_most() -> None:
    simple = bot("simple")
    state = ending("5C 6C 7C 2H 4S", "8C 3H", "9C 5S")
    assert simple.choose(state.view(0), 1) == "5C"
    state = play(ending("5C 9D 2H", "6C TD 3S", "4S 5S"), "5C")
    assert simple.choose(state.view(0), 1) == "9D"
