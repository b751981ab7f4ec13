"""The match to a target, which Le triton is played in."""

import pytest

from engine.errors import BadRecord
from engine.matches import Ending, EndingKind, TargetMatch, match_begin


def match(*totals: int, dealer: int = 2, target: int = 500) -> TargetMatch:
    return TargetMatch(dealer=dealer, totals=totals, target=target)


def test_le_triton_is_played_to_500_unless_another_target_is_chosen() -> None:
    begun = match_begin("triton", seed="a")
    assert isinstance(begun, TargetMatch)
    assert begun.target == 500
    assert begun.totals == (0, 0, 0)
    chosen = match_begin("triton", seed="a", options={"target": 300})
    assert isinstance(chosen, TargetMatch)
    assert chosen.target == 300


@pytest.mark.parametrize(
    ("key", "target", "players"), [("3579", 500, 3), ("sotlylaisse", 100, 3), ("escopette", 50, 4)]
)
def test_other_games_have_targets_and_tables_of_their_own(
    key: str, target: int, players: int
) -> None:
    begun = match_begin(key, seed="a")
    assert isinstance(begun, TargetMatch)
    assert begun.target == target
    assert begun.totals == (0,) * players


def test_scores_by_seat_are_added_for_the_players_who_hold_the_seats() -> None:
    # Player 0 deals, so seats 0, 1, 2 are held by players 1, 2, 0.
    assert match(0, 10, 20, dealer=0).after_deal((130, 50, 0)) == match(0, 140, 70, dealer=1)


def test_the_deal_passes_to_the_next_player() -> None:
    after = match(0, 0, 0, dealer=1)
    dealers = []
    for _ in range(4):
        dealers.append(after.dealer)
        after = after.after_deal((0, 0, 0))
    assert dealers == [1, 2, 0, 1]


def test_it_ends_when_somebody_reaches_the_target() -> None:
    assert match(360, 0, 0).after_deal((130, 0, 0)).ending is None
    after = match(370, 0, 0).after_deal((130, 20, 0))
    assert after.ending == Ending(EndingKind.WIN, losers=(1, 2), winners=(0,))


def test_of_two_who_reach_the_target_the_higher_wins() -> None:
    after = match(490, 480, 0).after_deal((20, 130, 0))
    assert after.totals == (510, 610, 0)
    assert after.ending == Ending(EndingKind.WIN, losers=(0, 2), winners=(1,))


def test_level_winners_share() -> None:
    after = match(480, 480, 0).after_deal((130, 130, 100))
    assert after.ending == Ending(EndingKind.WIN, losers=(2,), winners=(0, 1))
    everybody = match(480, 480, 480).after_deal((130, 130, 130))
    assert everybody.ending == Ending(EndingKind.WIN, losers=(), winners=(0, 1, 2))


def test_the_deal_passes_on_into_the_next_match() -> None:
    over = match(480, 0, 0, dealer=2, target=490).after_deal((130, 0, 0))
    assert over.dealer == 2
    assert over.next_match() == match(0, 0, 0, dealer=0, target=490)


@pytest.mark.parametrize("players", [2, 4])
def test_it_serves_other_numbers_of_players_and_other_targets(players: int) -> None:
    begun = TargetMatch.begin(seed="a", players=players, target=50)
    assert begun.totals == (0,) * players
    assert begun.target == 50
    after = begun.after_deal((50,) + (0,) * (players - 1))
    assert after.ending is not None
    assert after.ending.winners == (begun.player(0),)


def test_what_is_agreed_on_in_a_game_is_agreed_on_for_all_deals_of_its_match() -> None:
    begun = match_begin("super-bataille", seed="a", options={"players": 5, "target": 2})
    assert begun.totals == (0,) * 5
    assert begun.deal_options == {"players": 5}
    assert begun.after_deal((0, 1, 0, 0, 0)).deal_options == {"players": 5}
    assert match_begin("triton", seed="a").deal_options == {}
    assert len(match_begin("tir-a-la-carte", seed="a").totals) == 2
    with pytest.raises(BadRecord, match="players is one of 3, 2, 4, 5, 6, not 7"):
        match_begin("super-bataille", seed="a", options={"players": 7})
    with pytest.raises(BadRecord, match="a match has no option 'colour'"):
        match_begin("super-bataille", seed="a", options={"colour": 7})
