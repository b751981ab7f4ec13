"""Bots see a view, obey the rules like people, and the simple one plays better than chance."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.bots import Bot, bot, choose, names, takes_long
from engine.dealing import deal
from engine.errors import UnknownBot
from engine.protocol import Deal, Game, Play, Trick, View
from engine.registry import game, keys
from engine.replay import replay
from engine.selfplay import play_out
from tests.engine.builders import COMON, choices, deals, other_world, states

every_bot = pytest.mark.parametrize("name", (*names("comon"), "frozen"))


def quick(name: str) -> Bot:
    """The bot with a small budget, if it has one."""
    return bot(name, samples=20)


def test_there_are_bots_to_play_with_and_one_to_measure_by() -> None:
    assert names() == names("triton") == ("random", "simple", "careful")
    assert names("comon") == ("random", "simple", "careful", "strong")
    assert bot("frozen") is bot("frozen")
    known = "random, frozen, simple, careful, strong"
    with pytest.raises(UnknownBot, match=f"called 'deep'; known: {known}"):
        bot("deep")


def test_only_the_strong_bot_takes_long() -> None:
    assert [name for name in names("comon") if takes_long(name)] == ["strong"]


def test_a_bot_chooses_by_its_name_too() -> None:
    view = COMON.start(COMON.deal_from(COMON.deck())).view(0)
    assert choose("random", view, 3) == bot("random").choose(view, 3)


@every_bot
@given(deal=deals, numbers=choices, seed=st.integers(0))
def test_a_choice_is_legal_and_repeats(
    name: str, deal: Deal, numbers: list[int], seed: int
) -> None:
    for state in states(COMON, deal, numbers):
        if state.actor is not None:
            view = state.view(state.actor)
            choice = quick(name).choose(view, seed)
            assert choice in view.legal
            assert quick(name).choose(view, seed) == choice


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
    assert quick(name).choose(here, 1) == quick(name).choose(there, 1)


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


@pytest.mark.parametrize("name", ["simple", "careful", "strong"])
@pytest.mark.parametrize(
    ("tricks", "choice"),
    [
        ((4, 0, 4), "AS"),  # a fifth trick is enough to be first, or to share it
        ((5, 1, 2), "7S"),  # a third trick makes sure of being second, and losing a life
    ],
)
def test_a_bot_wants_many_tricks_or_few(name: str, tricks: tuple[int, ...], choice: str) -> None:
    keep = {"AS", "7S", "8S", "9S", "QH", "QD", "AH", "KH"}
    gone = [card for card in COMON.deck() if card not in keep]
    view = View(
        game="comon",
        seat=2,
        actor=2,
        hand=("AS", "7S"),
        legal=("AS", "7S"),
        table=(Play(0, "8S"), Play(1, "9S")),
        turned=("QH", "QD"),
        # Tricks that tell nothing of who holds what.
        tricks=tuple(Trick(0, (card,), 0) for card in gone),
        counts={"cards": (1, 1, 2), "tricks": tricks},
        trumps="HD",
    )
    assert bot(name).choose(view, 1) == choice


# What each of the others does worse than a simple bot, at least, in the game's unit per deal: a
# clear margin, several times the standard error of 300 deals.
MARGINS = {"comon": 0.33, "vicaire": 0.7, "triton": 15}
every_game = pytest.mark.parametrize("rules", [game(key) for key in keys()], ids=keys())


def means(rules: Game, players: list[str], *, boards: int) -> list[float]:
    """Score a deal by player; every board is played three times, each player in each seat."""
    bots: list[Bot] = [bot(name) for name in players]
    totals = [0, 0, 0]
    for board in range(1, boards + 1):
        dealt = deal(rules, key=b"bots", board=board)
        for turn in range(3):
            order = [(seat + turn) % 3 for seat in range(3)]
            record = play_out(rules, dealt, [bots[each] for each in order], seed=f"{board}/{turn}")
            for player, score in zip(order, replay(record).scores or (), strict=True):
                totals[player] += score
    return [total / (3 * boards) for total in totals]


@every_game
def test_one_simple_bot_beats_two_random_ones(rules: Game) -> None:
    simple, one, other = means(rules, ["simple", "random", "random"], boards=100)
    assert simple - max(one, other) > MARGINS[rules.key]


@every_game
def test_two_simple_bots_beat_a_random_one(rules: Game) -> None:
    one, other, chance = means(rules, ["simple", "simple", "random"], boards=100)
    assert min(one, other) - chance > MARGINS[rules.key]


# Rules of thumb.


def test_in_le_vicaire_the_last_player_takes_with_the_lowest_card_that_wins() -> None:
    view = View(
        game="vicaire",
        seat=2,
        actor=2,
        hand=("AS", "KS", "7S"),
        legal=("AS", "KS", "7S"),
        table=(Play(0, "8S"), Play(1, "QS")),
        turned=(),
        tricks=(),
        counts={"cards": (2, 2, 3), "tricks": (3, 3, 1)},
        trumps="H",
    )
    assert bot("simple").choose(view, 0) == "KS"
    beaten = replace(view, table=(Play(0, "8S"), Play(1, "7H")))
    assert bot("simple").choose(beaten, 0) == "7S", "what cannot win loses the least"


def test_in_le_triton_a_seven_cuts_for_what_makes_a_combination() -> None:
    view = View(
        game="triton",
        seat=2,
        actor=2,
        hand=("7D", "8D"),
        legal=("7D", "8D"),
        table=(Play(0, "AS"), Play(1, "KS")),
        turned=(),
        tricks=(Trick(2, ("AH", "AD", "AC"), 2),),
        counts={"cards": (1, 1, 2), "tricks": (0, 0, 1), "combinations": (0, 0, 30)},
        captured=((), (), ("AH", "AD", "AC")),
    )
    assert bot("simple").choose(view, 0) == "7D", "the fourth ace"
