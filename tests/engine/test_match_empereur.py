"""The match of L'empereur, in its four modes."""

from itertools import pairwise, product

import pytest

from engine.bots import bot
from engine.dealing import deal
from engine.errors import BadRecord, IllegalAction
from engine.games.empereur import EMPEREUR
from engine.matches import EmpereurMatch, Ending, EndingKind, first_dealer, match_begin
from engine.matches.contract import Match
from engine.selfplay import play_to_end

MODES = ("normal", "elite", "mirror", "mirror_elite")


def won_by(match: Match, player: int, points: int = 1) -> Match:
    """The match after a deal in which this player scores."""
    seats = range(len(match.totals))
    return match.after_deal([points if match.player(seat) == player else 0 for seat in seats])


def test_in_normal_the_emperor_of_the_last_deal_wins() -> None:
    match = match_begin("empereur", seed="a")
    for player in (0, 0):
        match = won_by(match, player)
        assert match.ending is None
    match = won_by(match, 2)
    assert match.totals == (2, 0, 1)
    assert match.ending == Ending(EndingKind.WIN, losers=(0, 1), winners=(2,))
    assert [line.name for line in match.lines] == ["points", "emperor"]
    assert match.lines[1].values == (0, 0, 1)


def test_in_mirror_the_excluded_of_the_last_deal_loses() -> None:
    match = match_begin("empereur", seed="a", options={"mode": "mirror", "deals": 2})
    match = won_by(won_by(match, 0, -1), 1, -1)
    assert match.totals == (-1, -1, 0)
    assert match.ending == Ending(EndingKind.WIN, losers=(1,), winners=(0, 2))


def test_elite_is_won_by_reaching_the_target() -> None:
    match = match_begin("empereur", seed="a", options={"mode": "elite"})
    match = won_by(won_by(match, 0, 499), 1, 100)
    assert match.ending is None
    assert won_by(match, 0, 1).ending == Ending(EndingKind.WIN, losers=(1, 2), winners=(0,))


def test_mirror_elite_is_lost_by_reaching_it_below_zero() -> None:
    match = match_begin("empereur", seed="a", options={"mode": "mirror_elite", "target": 50})
    match = won_by(won_by(match, 0, -49), 1, -10)
    assert match.ending is None
    assert won_by(match, 0, -1).ending == Ending(EndingKind.WIN, losers=(0,), winners=(1, 2))


@pytest.mark.parametrize("mode", MODES[1:])
def test_the_next_deal_begins_with_an_exchange(mode: str) -> None:
    match = match_begin("empereur", seed="a", options={"mode": mode, "players": 4, "jokers": False})
    begun = {"players": 4, "mode": mode, "jokers": False}
    assert match.deal_options == begun
    after = won_by(match, 2, -1 if mode.startswith("mirror") else 1)
    seat = next(seat for seat in range(4) if after.player(seat) == 2)
    assert after.deal_options == {**begun, "previous": seat}


def test_in_normal_there_is_no_exchange() -> None:
    after = won_by(match_begin("empereur", seed="a"), 2)
    assert after.deal_options == {"players": 3, "mode": "normal", "jokers": True}


def test_a_draw_counts_for_nothing_and_keeps_the_exchange() -> None:
    match = match_begin("empereur", seed="a", options={"mode": "mirror", "deals": 2})
    first = won_by(match, 1, -1)
    after = first.after_deal((0, 0, 0))
    assert after.totals == first.totals
    assert after.ending is None
    assert after.player(int(str(after.deal_options["previous"]))) == 1
    assert won_by(after, 0, -1).ending is not None


def test_the_dealer_is_drawn_for_every_deal() -> None:
    match = match_begin("empereur", seed="a", options={"deals": 100})
    assert match.dealer == first_dealer("a")
    dealers = []
    for _ in range(60):
        dealers.append(match.dealer)
        match = won_by(match, 0)
    assert set(pairwise(dealers)) == set(product(range(3), repeat=2))


def test_the_next_match_begins_without_an_exchange() -> None:
    options = {"mode": "elite", "target": 5, "players": 2}
    over = won_by(match_begin("empereur", seed="a", options=options), 0, 5)
    with pytest.raises(IllegalAction, match="the match is over"):
        over.after_deal((0, 5))
    following = over.next_match()
    assert following.totals == (0, 0)
    assert following.ending is None
    assert "previous" not in following.deal_options
    with pytest.raises(IllegalAction, match="the match is not over"):
        following.next_match()


@pytest.mark.parametrize("scores", [(1, 1, 0), (-1, 0, 0), (1, 0), (1, 0, 0, 0)])
def test_scores_that_are_not_those_of_a_deal_are_refused(scores: tuple[int, ...]) -> None:
    with pytest.raises(IllegalAction) as caught:
        match_begin("empereur", seed="a").after_deal(scores)
    assert caught.value.rule == "one-scores"


@pytest.mark.parametrize(
    "options",
    [
        {"colour": "blue"},
        {"previous": 1, "mode": "elite"},
        {"target": 500},
        {"mode": "elite", "deals": 3},
        {"deals": 0},
        {"deals": True},
        {"mode": "elite", "target": 0},
        {"players": 7},
    ],
)
def test_options_a_match_does_not_have_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadRecord):
        match_begin("empereur", seed="a", options=options)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", [2, 3])
def test_a_match_is_played_to_its_end_by_bots(mode: str, players: int) -> None:
    options: dict[str, object] = {"mode": mode, "players": players}
    options |= {"target": 100} if mode.endswith("elite") else {"deals": 3}
    match: Match = match_begin("empereur", seed=mode, options=options)
    assert isinstance(match, EmpereurMatch)
    moments, told = [match], []
    for board in range(1, 60):
        if match.ending:
            break
        dealt = deal(EMPEREUR, key=b"match", board=board, options=match.deal_options)
        bots = [bot("simple")] * players
        _, outcome = play_to_end(EMPEREUR, dealt, bots, seed="a", options=match.deal_options)
        told.append(outcome.scores)
        match = match.after_deal(outcome.scores, outcome.detail)
        moments.append(match)
    assert match.ending is not None
    again: Match = match_begin("empereur", seed=mode, options=options)
    for scores, moment in zip(told, moments[1:], strict=True):
        again = again.after_deal(scores)
        assert again == moment
        assert hash(again) == hash(moment)
