"""The careful bot: as good as its budget, in every game whose duties are known."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine import kernel
from engine.bots import bot
from engine.bots.careful import Careful, _by_kernel, _by_states
from engine.bots.frozen import Frozen
from engine.bots.strong import Strong
from engine.dealing import deal
from engine.duties import duties
from engine.errors import UnknownBot
from engine.protocol import Deal, View
from engine.registry import game, keys
from engine.selfplay import play_out
from tests.engine.builders import (
    COMON,
    VICAIRE,
    choices,
    comon_deal,
    deals,
    other_world,
    piquet_deal,
    play,
    states,
)

CHESS = View("chess", 0, 0, ("KS", "QS"), ("KS", "QS"), (), (), (), {"cards": (2,)})


@pytest.mark.parametrize("name", ["careful", "frozen", "strong"])
def test_a_game_it_does_not_know_is_refused(name: str) -> None:
    with pytest.raises(UnknownBot, match=f"the {name} bot does not know 'chess'"):
        bot(name).choose(CHESS, 0)


@pytest.mark.parametrize(("name", "made"), [("careful", Careful), ("strong", Strong)])
def test_a_budget_is_at_least_one_sample(name: str, made: type[Careful | Strong]) -> None:
    with pytest.raises(ValueError, match="at least one sample"):
        bot(name, samples=0)
    chosen = bot(name, samples=7)
    assert isinstance(chosen, made)
    assert chosen.samples == 7


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("name", ["careful", "frozen"])
def test_it_plays_every_game(key: str, name: str) -> None:
    rules, player = game(key), bot(name, samples=2)
    record = play_out(rules, deal(rules, key=b"careful", board=1), [player] * 3, seed="1")
    assert len(record.actions) == 30


@given(deal=deals, numbers=choices, ply=st.integers(0, 29), seed=st.integers(0))
def test_hidden_cards_change_neither_way_of_weighing(
    deal: Deal, numbers: list[int], ply: int, seed: int
) -> None:
    seat = list(states(COMON, deal, numbers))[ply].actor
    assert seat is not None
    worlds = other_world(deal, numbers, ply, seat)
    assume(worlds is not None)
    assert worlds is not None
    here, there = worlds
    for weigh in (_by_kernel, _by_states):
        sums = weigh(here, duties("comon"), 2, seed)
        assert sums == weigh(there, duties("comon"), 2, seed)


def test_both_ways_of_weighing_tell_the_same() -> None:
    """Means of so many samples differ by less than a fifth of a half-life."""
    state = COMON.start(deal(COMON, key=b"careful", board=3))
    for action in ("", "first", "second"):
        if action:
            assert state.actor is not None
            state = state.apply(state.actor, state.legal()[0])
        assert state.actor is not None
        view, number = state.view(state.actor), 600
        one = _by_kernel(view, duties("comon"), number, 1)
        other = _by_states(view, duties("comon"), number, 2)
        assert all(abs(a - b) < number / 5 for a, b in zip(one, other, strict=True))


def test_the_frozen_bot_plays_its_rule() -> None:
    """Hearts and diamonds are trumps. These choices are for good."""
    hands = (
        "AS KS 7S AH QH 8C 9C JD AD TC",
        "QS 8S 9S JS TS 9H JC AC 7D KD",
        "JH TH 8H 7H QD TD 9D KC QC 7C",
    )
    start, frozen = COMON.start(comon_deal(*hands, turned="KH 8D")), Frozen()
    for played, seat, choice in [
        ("", 0, "AS"),
        ("AS", 1, "8S"),
        ("7S", 1, "8S"),
        ("7S QS", 2, "7H"),
        ("8C", 1, "JC"),
        ("8C JC", 2, "QC"),
        ("8C AC", 2, "7C"),
        ("AH", 1, "7D"),
        ("QH KD", 2, "7H"),
    ]:
        assert frozen.choose(play(start, *played.split()).view(seat), 1) == choice


def test_the_frozen_bot_keeps_trumps_when_it_discards() -> None:
    hands = (
        "AS KS QS JS TS 9S AD KD QD JD",
        "AH TD 9D 8D 7D AC KC QC JC TC",
        "KH QH JH TH 9H 8H 7H 9C 8C 7C",
    )
    start = VICAIRE.start(piquet_deal(*hands, talon="8S 7S"))
    assert Frozen().choose(play(start, "KS", "AH").view(2), 1) == "7C"
    assert Frozen().choose(play(start, "KS", "TC").view(2), 1) == "7H"


def test_the_kernel_is_used_where_it_can_be() -> None:
    assert [key for key in keys() if kernel.plays(key)] == ["comon", "vicaire"]
