"""The match of Le vicaire: just the right number of tricks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import IllegalAction
from engine.matches import Ending, EndingKind, Jeu, VicaireMatch, match_begin
from tests.engine.builders import trick_counts


def match(
    *tricks: int, jeux: tuple[Jeu, ...] = (), dealer: int = 2, target: int = 500
) -> VicaireMatch:
    """Player 2 deals unless said otherwise, so that seats and players have the same numbers."""
    return VicaireMatch(dealer=dealer, tricks=tricks or (0, 0, 0), jeux=jeux, target=target)


def jeu_after(tricks: tuple[int, ...], scores: tuple[int, ...]) -> Jeu | None:
    """The jeu that ends with a deal of these scores, if one does."""
    jeux = match(*tricks).after_deal(scores).jeux
    return jeux[-1] if jeux else None


# One jeu.


def test_tricks_add_up_from_deal_to_deal() -> None:
    after = match().after_deal((6, 3, 1)).after_deal((2, 1, 7))
    # The deal has passed to player 0: seats 0, 1, 2 are players 1, 2, 0.
    assert after.tricks == (6 + 7, 3 + 2, 1 + 1)
    assert after.jeux == ()


def test_source_eleven_has_not_won_and_aims_at_fifteen() -> None:
    # 11, 5 and 4 after two deals: the first needs four, the second five, the third six.
    assert jeu_after((11, 5, 4), (4, 3, 3)) == Jeu(winner=0, total=15, worth=20)
    assert jeu_after((11, 5, 4), (3, 5, 2)) == Jeu(winner=1, total=10, worth=50)
    assert jeu_after((11, 5, 4), (3, 1, 6)) == Jeu(winner=2, total=10, worth=50)
    assert jeu_after((11, 5, 4), (5, 3, 2)) is None


@pytest.mark.parametrize(
    ("before", "won", "worth"),
    [(4, 6, 50), (9, 1, 50), (11, 4, 20), (14, 6, 20), (19, 6, 20), (29, 1, 20)],
)
def test_ten_exactly_or_a_multiple_of_five_above_wins(before: int, won: int, worth: int) -> None:
    # The others come to nothing that counts.
    assert jeu_after((before, 0, 0), (won, 10 - won, 0)) == Jeu(0, before + won, worth)


@pytest.mark.parametrize(
    ("before", "won"), [(0, 5), (4, 5), (4, 7), (9, 2), (11, 3), (11, 5), (14, 2)]
)
def test_no_other_total_wins_not_even_five(before: int, won: int) -> None:
    assert jeu_after((before, 1, 1), (won, 10 - won, 0)) is None


def test_all_ten_tricks_of_one_deal_win_at_once() -> None:
    assert jeu_after((0, 0, 0), (0, 10, 0)) == Jeu(winner=1, total=10, worth=50)
    assert jeu_after((3, 7, 10), (0, 10, 0)) == Jeu(winner=1, total=17, worth=50)
    assert jeu_after((3, 5, 2), (0, 10, 0)) == Jeu(winner=1, total=15, worth=50)


def test_of_several_the_lowest_total_wins() -> None:
    assert jeu_after((6, 12, 2), (4, 3, 3)) == Jeu(winner=0, total=10, worth=50)
    assert jeu_after((16, 12, 2), (4, 3, 3)) == Jeu(winner=1, total=15, worth=20)
    assert jeu_after((16, 12, 7), (4, 3, 3)) == Jeu(winner=2, total=10, worth=50)


def test_when_the_lowest_is_shared_play_goes_on() -> None:
    assert jeu_after((5, 5, 0), (5, 5, 0)) is None
    assert jeu_after((6, 7, 12), (4, 3, 3)) is None, "the third's 15 is not the lowest"
    assert jeu_after((11, 12, 2), (4, 3, 3)) is None


def test_source_after_two_tens_each_of_the_three_may_still_win() -> None:
    shared = match(5, 5, 0).after_deal((5, 5, 0))
    assert shared.tricks == (10, 10, 0)
    # Player 0 deals now: seats 0, 1, 2 are players 1, 2, 0.
    assert shared.after_deal((5, 2, 3)).jeux == (Jeu(winner=1, total=15, worth=20),)
    assert shared.after_deal((0, 10, 0)).jeux == (Jeu(winner=2, total=10, worth=50),)
    again = shared.after_deal((5, 0, 5))
    assert again.tricks == (15, 15, 0)
    assert again.jeux == (), "15 is shared as well"


def test_who_stands_on_a_winning_total_wins_nothing_by_staying_there() -> None:
    # Two stood at 10 and made no trick; the third does not reach a total that counts.
    assert jeu_after((10, 10, 4), (0, 3, 7)) is None
    assert jeu_after((10, 10, 1), (0, 1, 9)) == Jeu(winner=2, total=10, worth=50)
    # One stays at 10, another newly reaches 15.
    assert jeu_after((10, 10, 4), (0, 5, 5)) == Jeu(winner=1, total=15, worth=20)


# The match.


def test_totals_restart_with_each_jeu_and_points_stay() -> None:
    after = match(6, 1, 3).after_deal((4, 3, 3))
    assert after.tricks == (0, 0, 0)
    assert after.totals == (50, 0, 0)
    # Player 0 deals: seat 0 is player 1.
    after = after.after_deal((10, 0, 0))
    assert after.totals == (50, 50, 0)
    assert [line.name for line in after.lines] == ["points", "tricks"]
    assert after.ending is None


def test_the_match_is_to_500_unless_another_target_is_chosen() -> None:
    nine = tuple(Jeu(0, 10, 50) for _ in range(9))
    before = match(6, 1, 3, jeux=nine)
    assert before.totals == (450, 0, 0)
    assert before.ending is None
    after = before.after_deal((4, 3, 3))
    assert after.ending == Ending(EndingKind.WIN, losers=(1, 2), winners=(0,))
    short = match_begin("vicaire", seed="a", options={"target": 50}).after_deal((10, 0, 0))
    assert short.ending is not None


def test_a_win_of_twenty_may_not_be_enough() -> None:
    nine = tuple(Jeu(0, 10, 50) for _ in range(9))
    assert match(12, 1, 3, jeux=nine).after_deal((3, 3, 4)).ending is None


def test_the_deal_passes_on_through_jeux_and_matches() -> None:
    after = match(target=100)
    dealers = []
    for scores in ((6, 3, 1), (10, 0, 0), (5, 3, 2)):
        dealers.append(after.dealer)
        after = after.after_deal(scores)
    assert dealers == [2, 0, 1]
    over = match(jeux=(Jeu(0, 10, 50),), dealer=1, target=60).after_deal((0, 10, 0))
    assert over.totals == (100, 0, 0), "seat 1 is player 0"
    assert over.dealer == 1
    assert over.next_match() == match(dealer=2, target=60)


@pytest.mark.parametrize("scores", [(5, 3, 3), (5, 5), (11, -1, 0)])
def test_what_are_not_the_tricks_of_a_deal_is_refused(scores: tuple[int, ...]) -> None:
    with pytest.raises(IllegalAction, match="the tricks of a deal are ten"):
        match().after_deal(scores)


def winners_by_the_text(totals: list[int], won: list[int]) -> set[int]:
    """Who wins a jeu with these totals, straight from the wording of the rules."""
    if 10 in won:
        return {won.index(10)}
    newly = {player for player in range(3) if won[player] > 0}
    standing = {player for player in newly if totals[player] in range(10, 1000, 5)}
    lowest = {
        player for player in standing if all(totals[player] <= totals[other] for other in standing)
    }
    return lowest if len(lowest) == 1 else set()


@given(st.lists(trick_counts, max_size=40))
def test_a_match_agrees_with_the_wording_of_the_rules(deals: list[tuple[int, ...]]) -> None:
    running = match()
    totals = [0, 0, 0]
    for scores in deals:
        if running.ending:
            break
        won = [0, 0, 0]
        for seat, score in enumerate(scores):
            won[running.player(seat)] = score
        totals = [total + new for total, new in zip(totals, won, strict=True)]
        winners = winners_by_the_text(totals, won)
        after = running.after_deal(scores)
        assert {jeu.winner for jeu in after.jeux[len(running.jeux) :]} == winners
        if winners:
            totals = [0, 0, 0]
        assert after.tricks == tuple(totals)
        running = after
