"""What the match of every game owes to the table that plays it."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bots import bot
from engine.dealing import deal
from engine.errors import BadRecord, IllegalAction, UnknownGame
from engine.matches import Match, first_dealer, match_begin
from engine.registry import game, keys
from engine.replay import replay
from engine.selfplay import play_out

MOST_DEALS = 400
every_game = pytest.mark.parametrize("key", keys())


def scores_of(key: str) -> list[tuple[int, ...]]:
    """The scores of some deals of the game, played by chance."""
    rules = game(key)
    players = [bot("random")] * rules.seats[0]
    dealt = (deal(rules, key=b"match", board=board) for board in range(1, 41))
    replays = (replay(play_out(rules, each, players, seed="match")) for each in dealt)
    return [each.scores or () for each in replays]


SCORES = {key: scores_of(key) for key in keys()}


def played(match: Match, scores: Sequence[tuple[int, ...]]) -> list[Match]:
    """Every moment of a match in which these scores are made, until it ends."""
    moments = [match]
    for each in scores:
        if moments[-1].ending:
            break
        moments.append(moments[-1].after_deal(each))
    return moments


@every_game
@given(seed=st.text(), data=st.data())
def test_a_match_is_played_to_its_end(key: str, seed: str, data: st.DataObject) -> None:
    numbers = data.draw(st.integers(1, 39))
    # Another order of the deals for each example: 1 to 39 are steps around a circle of 41.
    order = [SCORES[key][(step * numbers) % 41 % 40] for step in range(MOST_DEALS)]
    *before, last = played(match_begin(key, seed=seed), order)
    assert before
    assert before[0].dealer == first_dealer(seed)
    for moment in (*before, last):
        players = range(len(moment.totals))
        assert moment.dealer in players
        assert sorted(map(moment.player, players)) == list(players)
        assert moment.player(len(moment.totals) - 1) == moment.dealer, "the last seat deals"
        assert moment.lines[0].values == moment.totals
        assert all(len(line.values) == len(moment.totals) for line in moment.lines)
        assert len({line.name for line in moment.lines}) == len(moment.lines)
    for moment in before:
        assert moment.ending is None
        with pytest.raises(IllegalAction, match="the match is not over"):
            moment.next_match()
    ending = last.ending
    assert ending is not None
    assert ending.winners or ending.losers
    assert not set(ending.winners) & set(ending.losers)
    with pytest.raises(IllegalAction, match="the match is over"):
        last.after_deal(order[0])
    following = last.next_match()
    assert following.ending is None
    assert following.totals == before[0].totals


@every_game
def test_the_same_scores_make_the_same_match(key: str) -> None:
    first = played(match_begin(key, seed="a"), SCORES[key])
    assert first == played(match_begin(key, seed="a"), SCORES[key])
    assert len(set(map(hash, first))) > 1


@every_game
def test_an_option_that_a_match_has_not_is_refused(key: str) -> None:
    with pytest.raises(BadRecord, match="a match has no option 'colour'") as caught:
        match_begin(key, seed="a", options={"colour": "blue"})
    assert caught.value.rule == "unknown-option"


@pytest.mark.parametrize("key", ["vicaire", "triton"])
@pytest.mark.parametrize("target", [0, -50, 50.0, "50", True, None, 100_001])
def test_a_target_that_cannot_be_one_is_refused(key: str, target: object) -> None:
    with pytest.raises(BadRecord, match="target is a number of points from 1 to 100000"):
        match_begin(key, seed="a", options={"target": target})


def test_a_game_without_a_match_is_unknown() -> None:
    with pytest.raises(UnknownGame, match="no match of 'chess' is known"):
        match_begin("chess", seed="a")


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_player_may_be_the_first_dealer(players: int) -> None:
    drawn = {first_dealer(str(seed), players=players) for seed in range(200)}
    assert drawn == set(range(players))
