"""The match of Le Président: points over a number of deals, and the exchange between two."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bots import bot
from engine.dealing import deal
from engine.errors import BadRecord, IllegalAction, UnattainableResult
from engine.matches import Ending, EndingKind, PresidentMatch, match_begin
from engine.protocol import Options
from engine.replay import replay
from engine.selfplay import play_out, play_to_end
from tests.engine.builders import play
from tests.engine.president_builders import PRESIDENT, ending


def begun(**options: object) -> PresidentMatch:
    match = match_begin("president", seed="a", options=options)
    assert isinstance(match, PresidentMatch)
    return match


def after(match: PresidentMatch, *places: Sequence[int]) -> PresidentMatch:
    """The match after deals with these places by seat."""
    for each in places:
        options: Options = {"players": len(each)}
        scores = PRESIDENT.score({"places": list(each)}, options)
        match = match.after_deal(scores, {"places": list(each)})
    return match


def test_ten_deals_are_played_unless_another_number_is_chosen() -> None:
    assert (begun().deals, begun().totals, begun().deal_options) == (10, (0, 0, 0), {})
    chosen = begun(deals=4, players=5, rapid=True)
    assert (chosen.deals, chosen.totals) == (4, (0,) * 5)
    assert chosen.deal_options == {"players": 5, "rapid": True}


def test_points_are_those_of_the_players_who_hold_the_seats() -> None:
    match = PresidentMatch(dealer=0, totals=(10, 20, 30, 40), agreed=(("players", 4),))
    # Player 0 deals, so seats 0 to 3 are held by players 1, 2, 3, 0.
    match = after(match, (4, 1, 2, 3))
    assert match.totals == (10, 20, 33, 42)
    assert match.lines[1].values == (3, 4, 1, 2)
    assert match.dealer == 1


def test_the_places_of_a_deal_are_handed_on_as_seats_of_the_next_one() -> None:
    match = PresidentMatch(dealer=0, totals=(0,) * 4, agreed=(("players", 4),))
    match = after(match, (4, 1, 2, 3))
    # By place: players 2, 3, 0, 1. Player 1 deals now, so seats 0 to 3 are players 2, 3, 0, 1.
    assert match.order == (2, 3, 0, 1)
    assert match.deal_options == {"players": 4, "previous": "0123"}
    match = after(match, (1, 2, 3, 4))
    # The same players by place; player 2 deals, so seats 0 to 3 are players 3, 0, 1, 2.
    assert match.deal_options == {"players": 4, "previous": "3012"}


def test_who_ended_with_a_two_gives_cards_as_the_last_placed() -> None:
    state = play(ending("2S", "7S", "8S 9S", finish_on_two=True), "2S", "7S")
    outcome = state.outcome()
    assert outcome is not None
    match = begun(finish_on_two=True)
    late = match.player(0)
    match = match.after_deal(outcome.scores, outcome.detail)
    assert match.player(int(str(match.deal_options["previous"])[-1])) == late


def test_with_three_players_the_scores_tell_the_places() -> None:
    assert begun().after_deal((1, 3, 0)) == after(begun(), (2, 1, 3))


def test_with_more_the_places_are_needed() -> None:
    with pytest.raises(UnattainableResult, match="each place from 1 to 4 is needed once"):
        begun(players=4).after_deal((3, 2, 0, 0))


def test_places_and_scores_that_differ_are_refused() -> None:
    with pytest.raises(IllegalAction, match="these scores are not those of the places"):
        begun().after_deal((3, 1, 0), {"places": [2, 1, 3]})
    with pytest.raises(IllegalAction, match="these scores are not those of the places"):
        begun().after_deal((2, 1, 0))


def test_it_ends_after_the_last_deal_and_level_winners_share() -> None:
    match = after(begun(deals=3), (1, 2, 3))
    assert match.ending is None
    with pytest.raises(IllegalAction, match="the match is not over"):
        match.next_match()
    last = PresidentMatch(dealer=2, totals=(9, 11, 12), deals=5, played=4)
    assert after(last, (1, 2, 3)).ending == Ending(EndingKind.WIN, (), (0, 1, 2))
    over = after(last, (2, 1, 3))
    assert over.ending == Ending(EndingKind.WIN, (0, 2), (1,))
    with pytest.raises(IllegalAction, match="the match is over"):
        over.after_deal((3, 1, 0))


def test_the_next_match_begins_without_an_exchange() -> None:
    over = after(begun(deals=1, players=4, finish_on_two=True), (1, 2, 3, 4))
    following = over.next_match()
    assert (following.totals, following.played, following.ending) == ((0,) * 4, 0, None)
    assert following.deal_options == {"players": 4, "finish_on_two": True}
    assert following.dealer == (over.dealer + 1) % 4
    assert following.lines[1].values == (0,) * 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"colour": "blue"}, "a match has no option 'colour'"),
        ({"previous": "012"}, "a match has no option 'previous'"),
        ({"players": 7}, "players is one of 3, 4, 5, 6, not 7"),
        ({"deals": 0}, "deals is a number from 1 to 100"),
        ({"deals": 101}, "deals is a number from 1 to 100"),
        ({"deals": True}, "deals is a number from 1 to 100"),
        ({"deals": "5"}, "deals is a number from 1 to 100"),
    ],
)
def test_other_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        begun(**options)


@given(
    players=st.integers(3, 6),
    deals=st.integers(1, 6),
    data=st.data(),
)
def test_the_same_places_lead_through_the_same_moments_to_the_same_end(
    players: int, deals: int, data: st.DataObject
) -> None:
    places = [data.draw(st.permutations(range(1, players + 1))) for _ in range(deals)]
    moments = [begun(players=players, deals=deals)]
    for each in places:
        assert moments[-1].ending is None
        assert moments[-1].player(players - 1) == moments[-1].dealer, "the last seat deals"
        moments.append(after(moments[-1], each))
    last = moments[-1]
    assert last == after(begun(players=players, deals=deals), *places)
    assert last.ending is not None
    assert set(last.ending.winners) | set(last.ending.losers) == set(range(players))
    assert {last.totals[winner] for winner in last.ending.winners} == {max(last.totals)}
    assert last.lines[0].values == last.totals
    each_deal = {3: 4, 4: 5, 5: 6, 6: 7}[players]
    assert sum(last.totals) == deals * each_deal


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_whole_match_is_played_with_its_exchanges(players: int) -> None:
    match = begun(players=players, deals=5)
    for number in range(1, 6):
        options = match.deal_options
        dealt = deal(PRESIDENT, key=b"match", board=number, options=options)
        state = PRESIDENT.start(dealt, options)
        phase = state.view(0).facts["phase"]
        assert phase == ("play" if number == 1 else "exchange")
        if number > 1:
            # The one with the most points of the last deal owes cards to the last-placed.
            assert state.actor is not None
            assert match.player(state.actor) == match.order[0]
        record = play_out(PRESIDENT, dealt, [bot("simple")] * players, seed="m", options=options)
        assert replay(record).finished
        _, outcome = play_to_end(
            PRESIDENT, dealt, [bot("simple")] * players, seed="m", options=options
        )
        match = match.after_deal(outcome.scores, outcome.detail)
    assert match.ending is not None
