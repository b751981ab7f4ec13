import pytest

from engine.bots import bot
from engine.errors import IllegalAction
from engine.protocol import View
from engine.replay import replay
from engine.selfplay import play_out
from tests.engine.builders import COMON

DEAL = COMON.deal_from(COMON.deck())


class Cheat:
    """Plays what it does not hold."""

    def choose(self, view: View, seed: int) -> str:
        return next(card for card in COMON.deck() if card not in view.hand)


def test_the_same_seed_plays_the_same_deal() -> None:
    players = [bot("random")] * 3
    first = play_out(COMON, DEAL, players, seed="a")
    assert first == play_out(COMON, DEAL, players, seed="a")
    assert first.actions != play_out(COMON, DEAL, players, seed="b").actions
    assert replay(first).finished


def test_a_bot_is_checked_like_a_person() -> None:
    with pytest.raises(IllegalAction) as caught:
        play_out(COMON, DEAL, [Cheat()] * 3, seed="a")
    assert caught.value.rule == "not-in-hand"
