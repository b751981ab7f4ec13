"""Bots see a view, obey the rules like people, and the simple one plays better than chance."""

from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.bots import Bot, bot, names
from engine.dealing import deal
from engine.errors import UnknownBot
from engine.games.comon import score_tricks
from engine.protocol import Deal, Play, View
from engine.replay import replay
from engine.selfplay import play_out
from tests.engine.builders import COMON, choices, deals, other_world, states

every_bot = pytest.mark.parametrize("name", names())


def test_there_is_a_random_and_a_simple_bot() -> None:
    assert names() == ("random", "simple")
    with pytest.raises(UnknownBot, match="no bot is called 'deep'; known: random, simple"):
        bot("deep")


@every_bot
@given(deal=deals, numbers=choices, seed=st.integers(0))
def test_a_choice_is_legal_and_repeats(
    name: str, deal: Deal, numbers: list[int], seed: int
) -> None:
    for state in states(COMON, deal, numbers):
        if state.actor is not None:
            view = state.view(state.actor)
            choice = bot(name).choose(view, seed)
            assert choice in view.legal
            assert bot(name).choose(view, seed) == choice


@every_bot
@given(deal=deals, numbers=choices, ply=st.integers(0, 29))
def test_hidden_cards_do_not_change_a_choice(
    name: str, deal: Deal, numbers: list[int], ply: int
) -> None:
    seat = list(states(COMON, deal, numbers))[ply].actor
    assert seat is not None
    worlds = other_world(deal, numbers, ply, seat)
    assume(worlds is not None)
    assert worlds is not None
    here, there = worlds
    assert bot(name).choose(here, 1) == bot(name).choose(there, 1)


@every_bot
def test_there_is_nothing_to_choose_out_of_turn(name: str) -> None:
    view = COMON.start(COMON.deal_from(COMON.deck())).view(1)
    with pytest.raises(ValueError, match="seat 1 has nothing to choose"):
        bot(name).choose(view, 0)


def test_the_random_bot_likes_all_cards_alike() -> None:
    view = COMON.start(COMON.deal_from(COMON.deck())).view(0)
    chosen = Counter(bot("random").choose(view, seed) for seed in range(2000))
    assert set(chosen) == set(view.legal)
    assert all(150 <= times <= 250 for times in chosen.values())


def test_the_simple_bot_does_not_play_a_game_it_does_not_know() -> None:
    view = View("chess", 0, 0, ("KS",), ("KS",), (), (), (), {"cards": (1,)})
    with pytest.raises(UnknownBot, match="does not know 'chess'"):
        bot("simple").choose(view, 0)


@pytest.mark.parametrize(
    ("tricks", "choice"),
    [
        ((4, 0, 4), "AS"),  # a fifth trick is enough to be first
        ((5, 1, 2), "7S"),  # a third trick makes sure of being second, and losing a life
    ],
)
def test_the_simple_bot_wants_many_tricks_or_few(tricks: tuple[int, ...], choice: str) -> None:
    view = View(
        game="comon",
        seat=2,
        actor=2,
        hand=("AS", "7S"),
        legal=("AS", "7S"),
        table=(Play(0, "8S"), Play(1, "9S")),
        turned=("QS", "QD"),
        tricks=(),
        counts={"cards": (1, 1, 2), "tricks": tricks},
    )
    assert bot("simple").choose(view, 0) == choice


def half_lives(players: list[str], *, boards: int) -> list[int]:
    """Total by player; every board is played three times, each player in each seat."""
    bots: list[Bot] = [bot(name) for name in players]
    totals = [0, 0, 0]
    for board in range(1, boards + 1):
        dealt = deal(COMON, key=b"bots", board=board)
        for turn in range(3):
            order = [(seat + turn) % 3 for seat in range(3)]
            record = play_out(COMON, dealt, [bots[each] for each in order], seed=f"{board}/{turn}")
            counts = replay(record).trick_counts
            for player, score in zip(order, score_tricks(counts), strict=True):
                totals[player] += score
    return totals


def test_one_simple_bot_beats_two_random_ones() -> None:
    simple, one, other = half_lives(["simple", "random", "random"], boards=100)
    # 300 deals: a third of a half-life per deal is more than five times the standard error.
    assert simple - max(one, other) > 100


def test_two_simple_bots_beat_a_random_one() -> None:
    one, other, chance = half_lives(["simple", "simple", "random"], boards=100)
    assert min(one, other) - chance > 100
