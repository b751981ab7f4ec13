"""The match of so many rounds, which Le tarot is played in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadRecord, IllegalAction
from engine.matches import Ending, EndingKind, RoundsMatch, match_begin

TAROTS = ("tarot", "tarot-lorrain")


def begun(key: str = "tarot", seed: str = "a", **options: object) -> RoundsMatch:
    match = match_begin(key, seed=seed, options=options)
    assert isinstance(match, RoundsMatch)
    return match


def match(*totals: int, dealer: int = 2, rounds: int = 1, played: int = 0) -> RoundsMatch:
    return RoundsMatch(dealer=dealer, totals=totals, rounds=rounds, played=played)


@pytest.mark.parametrize("key", TAROTS)
def test_each_player_deals_four_times_unless_another_number_is_chosen(key: str) -> None:
    assert (begun(key).rounds, begun(key).deals, begun(key).totals) == (4, 12, (0, 0, 0))
    assert begun(key, rounds=2, players=5).deals == 10
    assert begun(key, players=4).deal_options == {"players": 4}
    assert begun(key).deal_options == {}


def test_the_deals_of_le_loyatais_are_a_multiple_of_three() -> None:
    assert begun("loyatais").deals == 9
    assert begun("loyatais", rounds=1).deals == 3


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"rounds": 0}, "option-value"),
        ({"rounds": 51}, "option-value"),
        ({"rounds": True}, "option-value"),
        ({"rounds": "2"}, "option-value"),
        ({"players": 2}, "option-value"),
        ({"target": 500}, "unknown-option"),
    ],
)
def test_options_the_match_has_not_are_refused(options: dict[str, object], rule: str) -> None:
    with pytest.raises(BadRecord) as caught:
        match_begin("tarot", seed="a", options=options)
    assert caught.value.rule == rule


def test_scores_by_seat_are_added_for_the_players_who_hold_the_seats() -> None:
    # Player 0 deals, so seats 0, 1, 2 are held by players 1, 2, 0.
    after = match(0, 10, -10, dealer=0).after_deal((116, -58, -58))
    assert after == match(-58, 126, -68, dealer=1, played=1)


def test_a_deal_that_all_passed_counts_and_the_deal_passes_on() -> None:
    after = match(0, 0, 0, rounds=2)
    dealers = []
    while after.ending is None:
        dealers.append(after.dealer)
        after = after.after_deal((0, 0, 0))
    assert dealers == [2, 0, 1, 2, 0, 1]
    assert after.ending == Ending(EndingKind.WIN, losers=(), winners=(0, 1, 2))


def test_the_highest_total_wins_and_level_ones_share() -> None:
    last = match(100, 40, -140, dealer=1, played=2)
    assert last.ending is None
    # Seats 0, 1, 2 are held by players 2, 0, 1.
    assert last.after_deal((0, 0, 0)).ending == Ending(EndingKind.WIN, (1, 2), (0,))
    assert last.after_deal((0, -30, 30)).ending == Ending(EndingKind.WIN, (2,), (0, 1))
    with pytest.raises(IllegalAction, match="the match is over"):
        last.after_deal((0, 0, 0)).after_deal((0, 0, 0))


def test_the_deal_passes_on_into_the_next_match() -> None:
    with pytest.raises(IllegalAction, match="the match is not over"):
        match(0, 0, 0).next_match()
    over = match(5, 0, -5, dealer=1, played=2).after_deal((0, 0, 0))
    assert over.next_match() == match(0, 0, 0, dealer=2)


@given(st.text(), st.sampled_from((3, 4, 5)), st.integers(1, 4), st.data())
def test_the_same_scores_give_the_same_match_and_every_player_deals_as_often(
    seed: str, players: int, rounds: int, data: st.DataObject
) -> None:
    deals = data.draw(
        st.lists(
            st.lists(st.integers(-500, 500), min_size=players, max_size=players),
            min_size=players * rounds,
            max_size=players * rounds,
        )
    )
    matches = []
    for _ in range(2):
        moments = [begun(seed=seed, players=players, rounds=rounds)]
        for scores in deals:
            assert moments[-1].ending is None
            moments.append(moments[-1].after_deal(scores))
        matches.append(moments)
    assert matches[0] == matches[1]
    *before, last = matches[0]
    assert last.ending is not None
    assert sum(last.totals) == sum(map(sum, deals))
    assert [each.dealer for each in before].count(0) == rounds
    assert last.next_match().dealer == before[0].dealer
