"""Four aces in one hand: who may ask, who votes, what it gives."""

from datetime import timedelta

import pytest

from engine.matches import LivesMatch
from tests.friendly.tables import (
    PEOPLE,
    claim_deal,
    key_with_four_aces,
    make_table,
    on_table,
    place,
    story,
)
from tournament.errors import Refused
from tournament.friendly.match_play import (
    VOTE_FOR,
    four_aces_ask,
    four_aces_vote,
    match_start,
    votes_close,
)
from tournament.friendly.models import FriendlyTable, MatchDeal
from tournament.friendly.panel import MatchPanel, match_panel
from tournament.live.positions import position_of
from tournament.live.services import step_add
from tournament.rules.playlog import Kind

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> FriendlyTable:
    """Three persons' table; player 1 was dealt the four aces."""
    table = make_table(*PEOPLE)
    key, holder = key_with_four_aces(table, player=1)
    assert holder == 1
    match_start(table=table, key=key)
    on_table(table)
    return table


def panel(table: FriendlyTable, player: int) -> MatchPanel:
    participant = place(table, player).participant
    assert participant is not None
    made = match_panel(participant)
    assert made is not None and isinstance(made.context, MatchPanel)
    return made.context


def won(table: FriendlyTable) -> tuple[int, ...]:
    match = story(table).now
    assert isinstance(match, LivesMatch)
    return match.won


def test_only_the_holder_learns_of_it(table: FriendlyTable) -> None:
    assert [panel(table, player).may_ask for player in range(3)] == [False, True, False]
    assert [panel(table, player).holder for player in range(3)] == ["", "", ""]


def test_a_request_cancels_and_both_grant_half_a_life(table: FriendlyTable) -> None:
    dealer = story(table).now.dealer
    four_aces_ask(place=place(table, 1))
    assert [panel(table, player).may_vote for player in range(3)] == [True, False, True]
    assert panel(table, 0).holder == "Ben"
    four_aces_vote(place=place(table, 0), yes=True)
    assert len(story(table).deals) == 1
    four_aces_vote(place=place(table, 2), yes=True)
    assert won(table) == (0, 1, 0)
    assert len(story(table).deals) == 2
    assert story(table).now.dealer == dealer
    claim_deal(table, 1)


def test_one_no_gives_nothing_but_the_deal_stays_cancelled(table: FriendlyTable) -> None:
    four_aces_ask(place=place(table, 1))
    four_aces_vote(place=place(table, 0), yes=True)
    four_aces_vote(place=place(table, 2), yes=False)
    assert won(table) == (0, 0, 0)
    assert len(story(table).deals) == 2


def test_nobody_plays_a_card_while_the_vote_is_open(table: FriendlyTable) -> None:
    live = on_table(table)
    card = position_of(live).state.legal()[0]
    four_aces_ask(place=place(table, 1))
    with pytest.raises(Refused, match="stopped"):
        step_add(live=live, seat=0, ply=0, kind=Kind.PLAY, action=card)


def test_the_first_card_ends_the_possibility(table: FriendlyTable) -> None:
    live = on_table(table)
    card = position_of(live).state.legal()[0]
    step_add(live=live, seat=0, ply=0, kind=Kind.PLAY, action=card)
    assert not panel(table, 1).may_ask
    with pytest.raises(Refused, match="before its first card"):
        four_aces_ask(place=place(table, 1))
    assert MatchDeal.objects.get().aces_seat is None


def test_others_cannot_ask(table: FriendlyTable) -> None:
    with pytest.raises(Refused, match="Only four aces"):
        four_aces_ask(place=place(table, 0))


def test_nobody_votes_for_themselves_or_twice(table: FriendlyTable) -> None:
    with pytest.raises(Refused, match="nothing to vote"):
        four_aces_vote(place=place(table, 0), yes=True)
    four_aces_ask(place=place(table, 1))
    four_aces_vote(place=place(table, 0), yes=True)
    for player in (0, 1):
        with pytest.raises(Refused, match="no vote"):
            four_aces_vote(place=place(table, player), yes=True)


def test_bots_say_yes_at_once() -> None:
    table = make_table("Anne")
    key, _holder = key_with_four_aces(table, player=0)
    match_start(table=table, key=key)
    on_table(table)
    four_aces_ask(place=place(table, 0))
    assert won(table) == (1, 0, 0)
    assert len(story(table).deals) == 2


def test_a_bot_leaves_time_to_ask_before_it_leads() -> None:
    table = make_table("Anne")
    match_start(table=table)
    live = on_table(table)
    assert live.started_at is not None and live.turn_at is not None
    assert live.turn_at - live.started_at >= timedelta(seconds=5)


def test_whoever_does_not_vote_in_time_grants_nothing(table: FriendlyTable) -> None:
    four_aces_ask(place=place(table, 1))
    four_aces_vote(place=place(table, 0), yes=True)
    votes_close()
    assert len(story(table).deals) == 1
    row = MatchDeal.objects.get()
    assert row.aces_at is not None
    MatchDeal.objects.filter(pk=row.pk).update(aces_at=row.aces_at - VOTE_FOR)
    votes_close()
    votes_close()
    assert won(table) == (0, 0, 0)
    assert len(story(table).deals) == 2
