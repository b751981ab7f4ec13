"""The match of Com'on!: lives, endings, the dealer, the four aces."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadRecord, IllegalAction
from engine.matches import Announced, Ending, EndingKind, LivesMatch, first_dealer
from tests.engine.builders import COMON, comon_deal, trick_counts

FOUR_ACES = comon_deal("", "AS AH AD AC", "", turned="9S 9D")


def match(
    *,
    dealer: int = 2,
    won: tuple[int, ...] = (0, 0, 0),
    lost: tuple[int, ...] = (0, 0, 0),
    win_at_12: bool = True,
) -> LivesMatch:
    return LivesMatch(dealer=dealer, won=won, lost=lost, win_at_12=win_at_12)


# Lives.


def test_everyone_begins_with_six_lives() -> None:
    begun = LivesMatch.begin(seed="a")
    assert begun.lives == (12, 12, 12)
    assert begun.ending is None


def test_scores_by_seat_are_marked_for_the_players_who_hold_the_seats() -> None:
    # Player 0 deals, so seats 0, 1, 2 are held by players 1, 2, 0.
    after = match(dealer=0).after_deal((1, -2, 0))
    assert (after.won, after.lost) == ((0, 1, 0), (0, 0, 2))
    assert after.lives == (12, 13, 10)


def test_the_score_sheet_of_the_source() -> None:
    # DZO: three lives and a half left, five lost. THI: five left, one lost. NUB: gained one and
    # a half, lost six.
    sheet = match(won=(5, 0, 3), lost=(10, 2, 12))
    assert sheet.lives == (7, 10, 3)


def test_a_misplay_is_marked_like_any_score() -> None:
    after = match().after_deal(COMON.score({"fault": 1}))
    assert after.lives == (13, 10, 13)


def test_no_more_than_all_lives_can_be_lost() -> None:
    after = match(lost=(0, 11, 0)).after_deal((1, -2, 0))
    assert after.lives == (13, 0, 12)


@pytest.mark.parametrize(
    ("half_lives", "announced"),
    [
        (5, None),
        (4, Announced.MOUILLE),
        (3, Announced.NAGE),
        (2, Announced.COUDE),
        (1, Announced.TUBA),
        (0, None),
    ],
)
def test_what_is_announced(half_lives: int, announced: Announced | None) -> None:
    assert match(lost=(0, 12 - half_lives, 0)).announced == (None, announced, None)


# Endings.


def test_the_player_without_a_life_is_the_fitil() -> None:
    after = match(lost=(0, 10, 0)).after_deal((1, -2, 0))
    assert after.ending == Ending(EndingKind.FITIL, losers=(1,), winners=())


def test_a_last_half_life_is_still_a_life() -> None:
    assert match(lost=(0, 9, 0)).after_deal((1, -2, 0)).ending is None


def test_two_without_a_life_are_a_caveau() -> None:
    after = match(lost=(0, 10, 11)).after_deal((1, -2, -2))
    assert after.ending == Ending(EndingKind.CAVEAU, losers=(1, 2), winners=())


def test_twelve_won_ends_the_match_however_much_was_lost() -> None:
    after = match(won=(11, 0, 0), lost=(20, 0, 0)).after_deal((1, -2, 0))
    assert after.lives[0] == 4
    assert after.ending == Ending(EndingKind.WIN, losers=(), winners=(0,))


def test_twelve_net_is_not_twelve_won() -> None:
    assert match(won=(10, 0, 0)).after_deal((1, -2, 0)).ending is None


def test_two_may_win_at_once() -> None:
    after = match(won=(11, 11, 0)).after_deal((1, 1, -2))
    assert after.ending == Ending(EndingKind.WIN, losers=(), winners=(0, 1))


def test_a_fitil_goes_before_a_win_in_the_same_deal() -> None:
    after = match(won=(11, 0, 0), lost=(0, 10, 0)).after_deal((1, -2, 0))
    assert after.ending == Ending(EndingKind.FITIL, losers=(1,), winners=(0,))


def test_with_the_option_off_twelve_won_goes_on() -> None:
    assert match(won=(14, 0, 0), win_at_12=False).after_deal((1, -2, 0)).ending is None


def test_with_the_option_off_sixteen_won_makes_a_caveau_of_the_others() -> None:
    after = match(won=(15, 0, 0), win_at_12=False).after_deal((1, -2, 0))
    assert after.ending == Ending(EndingKind.CAVEAU, losers=(1, 2), winners=(0,))


def test_nothing_is_marked_after_the_end() -> None:
    over = match(lost=(12, 0, 0))
    with pytest.raises(IllegalAction, match="the match is over"):
        over.after_deal((1, -2, 0))
    with pytest.raises(IllegalAction, match="the match is over"):
        over.after_four_aces(FOUR_ACES, seat=1, votes=(True, True))


# The dealer.


def test_the_deal_passes_to_the_left() -> None:
    after = match(dealer=1)
    dealers = []
    for _ in range(4):
        dealers.append(after.dealer)
        after = after.after_deal((0, 0, 0))
    assert dealers == [1, 2, 0, 1]


def test_the_last_seat_deals() -> None:
    for dealer in range(3):
        assert match(dealer=dealer).player(2) == dealer
        assert match(dealer=dealer).player(0) == (dealer + 1) % 3


def test_the_fitil_deals_the_next_match() -> None:
    # Player 2 deals, so seat 1 is player 1, who loses the match.
    after = match(dealer=2, lost=(0, 11, 0), win_at_12=False).after_deal((1, -2, 0))
    assert after.next_match() == match(dealer=1, win_at_12=False)


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_after_a_caveau_or_a_win_the_deal_passes_on(dealer: int) -> None:
    caveau = match(dealer=dealer, lost=(11, 11, 11)).after_deal((1, -2, -2))
    win = match(dealer=dealer, won=(11, 11, 11)).after_deal((1, -2, 0))
    assert caveau.next_match().dealer == (dealer + 1) % 3
    assert win.next_match().dealer == (dealer + 1) % 3


def test_there_is_no_next_match_before_the_end() -> None:
    with pytest.raises(IllegalAction, match="the match is not over"):
        match().next_match()


def test_the_first_dealer_is_drawn_by_the_seed() -> None:
    assert first_dealer("club") == first_dealer("club")
    drawn = Counter(first_dealer(str(seed)) for seed in range(3000))
    assert set(drawn) == {0, 1, 2}
    assert all(900 <= times <= 1100 for times in drawn.values())
    assert LivesMatch.begin(seed="club").dealer == first_dealer("club")


# Four aces.


def test_a_request_cancels_and_pays_when_both_agree() -> None:
    before = match(dealer=0)
    after = before.after_four_aces(FOUR_ACES, seat=1, votes=(True, True))
    assert after.won == (0, 0, 1), "seat 1 is player 2"
    assert after.dealer == 0, "the same dealer deals again"


@pytest.mark.parametrize("votes", [(True, False), (False, True), (False, False)])
def test_a_request_cancels_without_pay_when_one_refuses(votes: tuple[bool, bool]) -> None:
    before = match(dealer=0)
    assert before.after_four_aces(FOUR_ACES, seat=1, votes=votes) == before


def test_only_the_holder_of_the_four_aces_may_ask() -> None:
    for seat in (0, 2):
        with pytest.raises(IllegalAction) as caught:
            match().after_four_aces(FOUR_ACES, seat=seat, votes=(True, True))
        assert caught.value.rule == "four-aces"
    three = comon_deal("", "AS AH AD", "AC", turned="9S 9D")
    with pytest.raises(IllegalAction):
        match().after_four_aces(three, seat=1, votes=(True, True))


@pytest.mark.parametrize("votes", [(), (True,), (True, True, True)])
def test_the_two_others_vote(votes: tuple[bool, ...]) -> None:
    with pytest.raises(IllegalAction) as caught:
        match().after_four_aces(FOUR_ACES, seat=1, votes=votes)
    assert caught.value.rule == "two-votes"


def test_the_half_life_of_the_four_aces_counts_as_won() -> None:
    after = match(dealer=0, won=(0, 0, 11)).after_four_aces(FOUR_ACES, seat=1, votes=(True, True))
    assert after.ending == Ending(EndingKind.WIN, losers=(), winners=(2,))
    assert after.next_match().dealer == 1


# Options, and laws.


def test_the_option_is_on_by_default_and_may_be_off() -> None:
    assert LivesMatch.begin(seed="a").win_at_12
    assert not LivesMatch.begin(seed="a", options={"win_at_12": False}).win_at_12


@pytest.mark.parametrize("options", [{"win_at_16": True}, {"win_at_12": 1}, {"win_at_12": None}])
def test_other_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadRecord):
        LivesMatch.begin(seed="a", options=options)


@given(st.text(), st.booleans(), st.lists(trick_counts, min_size=60, max_size=60))
def test_every_match_ends_and_its_sheet_adds_up(
    seed: str, win_at_12: bool, deals: list[tuple[int, ...]]
) -> None:
    running = LivesMatch.begin(seed=seed, options={"win_at_12": win_at_12})
    net = [12, 12, 12]
    for counts in deals:
        scores = COMON.score({"tricks": list(counts)})
        for seat, score in enumerate(scores):
            net[running.player(seat)] += score
        running = running.after_deal(scores)
        assert running.lives == tuple(max(0, lives) for lives in net)
        assert sum(running.won) - sum(running.lost) == sum(net) - 36
        if running.ending:
            break
    # Each deal gives somebody +1, so that one of three has won 16 after 46 deals at the latest.
    assert running.ending is not None
    next_match = running.next_match()
    assert next_match.lives == (12, 12, 12)
    assert next_match.win_at_12 == win_at_12


def test_the_sheet_shows_lives_and_what_was_won_and_lost() -> None:
    sheet = match(won=(5, 0, 3), lost=(10, 2, 12))
    assert sheet.totals == (7, 10, 3)
    assert sheet.lines == (
        ("lives", (7, 10, 3)),
        ("won", (5, 0, 3)),
        ("lost", (10, 2, 12)),
    )
