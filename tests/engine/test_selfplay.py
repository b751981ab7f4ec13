import pytest

from engine.bots import bot
from engine.dealing import deal
from engine.errors import IllegalAction
from engine.protocol import View
from engine.registry import game
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


def test_where_several_seats_may_act_the_seed_says_which_does() -> None:
    rules, options = game("president"), {"rapid": True}
    players = [bot("random")] * 3
    records = [
        play_out(rules, deal(rules, key=b"rapid", board=board), players, seed="a", options=options)
        for board in range(1, 21)
    ]
    for record in records:
        assert replay(record).finished
        assert dict(record.options) == options
    seats = {action.partition("/")[0] for record in records for action in record.actions}
    assert {"0", "1", "2"} <= seats
    again = play_out(rules, records[0].deal, players, seed="a", options=options)
    assert again == records[0]


def test_the_number_of_players_is_what_the_options_say() -> None:
    rules, options = game("super-bataille"), {"players": 5}
    dealt = deal(rules, key=b"five", board=1, options=options)
    found = replay(play_out(rules, dealt, [bot("simple")] * 5, seed="a", options=options))
    assert found.scores is not None
    assert len(found.scores) == 5
