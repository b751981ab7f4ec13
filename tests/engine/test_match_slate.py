"""The match of Le couillon, on the slate, and that of La comète, one deal for each player."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bots import bot
from engine.dealing import deal
from engine.errors import BadRecord, IllegalAction
from engine.matches import Ending, EndingKind, RoundsMatch, SlateMatch, first_dealer, match_begin
from engine.protocol import Options, Outcome
from engine.registry import game
from engine.selfplay import play_to_end

MORE, FEWER, LEVEL = (20, 10, 20, 10), (10, 20, 10, 20), (15, 15, 15, 15)
NOBODY = 4


def match(*left: int, dealer: int = 3, ties: int = 0, forced: bool = False) -> SlateMatch:
    return SlateMatch(dealer=dealer, left=left, ties=ties, forced=forced)


def test_both_sides_begin_with_five_lines() -> None:
    begun = match_begin("couillon", seed="a")
    assert begun.totals == (5, 5, 5, 5)
    assert begun.deal_options == {"players": 4, "forced": False}
    assert begun.dealer == first_dealer("a", players=4)
    two = match_begin("couillon", seed="a", options={"players": 2, "forced": True})
    assert two.totals == (5, 5)
    assert two.deal_options == {"players": 2, "forced": True}


@pytest.mark.parametrize("options", [{"players": 3}, {"forced": 1}, {"lines": 7}])
def test_other_options_are_refused(options: Options) -> None:
    with pytest.raises(BadRecord):
        match_begin("couillon", seed="a", options=options)


@pytest.mark.parametrize(
    ("scores", "taker", "left"),
    [
        (MORE, 0, (4, 5)),  # the taker's side rubs out one, the other does nothing
        (MORE, 2, (4, 5)),
        (FEWER, 0, (6, 4)),  # the taker's side adds one, the other rubs out one
        (FEWER, 2, (6, 4)),
        (FEWER, 1, (5, 4)),
        (MORE, 3, (4, 6)),
        (LEVEL, 0, (5, 5)),
        ((0, 0, 0, 0), NOBODY, (5, 5)),
    ],
)
def test_what_a_deal_marks(scores: tuple[int, ...], taker: int, left: tuple[int, ...]) -> None:
    # Player 3 deals, so that the seats are the players' numbers.
    after = match(5, 5).after_deal(scores, {"taker": taker})
    assert after.left == left
    assert after.dealer == 0, "the deal passes whatever came of it"


def test_seats_turn_with_the_deal_and_sides_stay() -> None:
    # Player 0 deals: seat 0 is held by player 1, so that its side is that of players 1 and 3.
    assert match(5, 5, dealer=0).after_deal(MORE, {"taker": 0}).totals == (5, 4, 5, 4)
    assert match(5, 5, dealer=1).after_deal(MORE, {"taker": 0}).totals == (4, 5, 4, 5)


def test_after_chalk_in_the_hole_the_next_deal_counts_two_lines() -> None:
    tied = match(5, 5).after_deal(LEVEL, {"taker": 0})
    assert tied.lines[1] == ("ties", (1, 1, 1, 1))
    # Player 0 deals now: seat 1 is player 2, of the first side.
    won = tied.after_deal(FEWER, {"taker": 1})
    assert (won.left, won.ties) == ((3, 5), 0)
    lost = tied.after_deal(MORE, {"taker": 1})
    assert (lost.left, lost.ties) == ((7, 3), 0)


@pytest.mark.parametrize("ties", [0, 1, 2, 3, 7])
def test_each_level_deal_in_a_row_adds_a_line(ties: int) -> None:
    after = match(20, 20)
    for _ in range(ties):
        after = after.after_deal(LEVEL, {"taker": 0})
    scored = after.after_deal(MORE, {"taker": 0})
    assert sorted(scored.left) == [20 - (ties + 1), 20]
    assert scored.ties == 0


def test_a_deal_that_nobody_takes_leaves_the_count_as_it_was() -> None:
    after = match(5, 5, ties=2).after_deal((0, 0, 0, 0), {"taker": NOBODY})
    assert (after.left, after.ties) == ((5, 5), 2)


def test_the_first_side_without_a_line_wins() -> None:
    over = match(1, 3).after_deal(MORE, {"taker": 0})
    assert over.ending == Ending(EndingKind.WIN, losers=(1, 3), winners=(0, 2))
    assert over.dealer == 3
    with pytest.raises(IllegalAction, match="the match is over"):
        over.after_deal(MORE, {"taker": 0})
    assert over.next_match() == match(5, 5, dealer=0)
    # More than there are cannot be rubbed out.
    far = match(1, 3, ties=3).after_deal(FEWER, {"taker": 1})
    assert far.left == (1, 0)


def test_forced_seat_0_always_takes() -> None:
    after = match(5, 5, forced=True).after_deal(FEWER, {"first": 10, "second": 20})
    assert after.left == (6, 4)
    assert after.forced


@pytest.mark.parametrize(
    ("scores", "detail", "rule"),
    [
        (MORE, {}, "taker"),
        (MORE, {"taker": 5}, "taker"),
        (MORE, {"taker": True}, "taker"),
        ((20, 10, 10, 20), {"taker": 0}, "sides"),
        ((20, 10), {"taker": 0}, "sides"),
    ],
)
def test_what_no_deal_says_is_refused(
    scores: tuple[int, ...], detail: dict[str, object], rule: str
) -> None:
    with pytest.raises(IllegalAction) as caught:
        match(5, 5).after_deal(scores, detail)
    assert caught.value.rule == rule


def outcomes(key: str, options: Options) -> list[Outcome]:
    rules = game(key)
    found = []
    for board in range(1, 21):
        dealt = deal(rules, key=b"match", board=board, options=options)
        bots = [bot("random")] * len(dealt.hands)
        found.append(play_to_end(rules, dealt, bots, seed="match", options=options)[1])
    return found


KINDS: list[tuple[str, Options]] = [
    ("couillon", {}),
    ("couillon", {"forced": True}),
    ("couillon", {"players": 2}),
    ("couillon", {"players": 2, "forced": True}),
    ("comete", {}),
    ("comete", {"players": 5}),
]
PLAYED = [(key, options, outcomes(key, options)) for key, options in KINDS]


@given(kind=st.sampled_from(PLAYED), seed=st.text(), numbers=st.lists(st.integers(0, 19)))
def test_the_same_deals_make_the_same_match(
    kind: tuple[str, Options, list[Outcome]], seed: str, numbers: list[int]
) -> None:
    key, options, deals = kind
    one = two = match_begin(key, seed=seed, options=options)
    for number in numbers:
        if one.ending:
            break
        with pytest.raises(IllegalAction, match="the match is not over"):
            one.next_match()
        one = one.after_deal(deals[number].scores, deals[number].detail)
        two = two.after_deal(deals[number].scores, deals[number].detail)
        players = range(len(one.totals))
        assert sorted(map(one.player, players)) == list(players)
        assert one.player(len(one.totals) - 1) == one.dealer
        assert one.lines[0].values == one.totals
    assert one == two
    assert hash(one) == hash(two)
    if one.ending:
        assert set(one.ending.winners).isdisjoint(one.ending.losers)
        assert one.next_match().ending is None


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_la_comete_has_one_deal_for_each_player(players: int) -> None:
    begun = match_begin("comete", seed="a", options={"players": players})
    assert isinstance(begun, RoundsMatch)
    assert begun.deals == players
    assert begun.deal_options == {"players": players}
    scores = (players - 1, *[-1] * (players - 1))
    after = begun.after_deal(scores)
    for _ in range(players - 1):
        assert after.ending is None
        after = after.after_deal(scores)
    # Each has begun, and won, once: all are level, and share.
    assert after.ending == Ending(EndingKind.WIN, losers=(), winners=tuple(range(players)))


def test_of_la_comete_the_highest_total_wins() -> None:
    after = match_begin("comete", seed="a")
    for scores in ((2, -1, -1), (-1, -1, 2), (2, -1, -1)):
        after = after.after_deal(scores)
    assert after.ending is not None
    assert [after.totals[player] for player in after.ending.winners] == [max(after.totals)]
