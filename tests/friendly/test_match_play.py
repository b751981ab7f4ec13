"""Whole matches among friends: deals, lives, endings, rematches."""

import pytest

from deals.selectors import verification_file
from engine.matches import EndingKind, LivesMatch
from tests.friendly.tables import (
    PEOPLE,
    claim_deal,
    claim_match,
    make_table,
    on_table,
    place,
    play_match,
    referee_plays,
    scores_by_player,
    story,
)
from tournament.errors import Refused
from tournament.friendly.history import match_stories
from tournament.friendly.match_play import deal_next, match_start, star_add, star_remove
from tournament.friendly.models import FriendlyTable, MatchDeal
from tournament.friendly.services import TableData, place_join, table_open
from tournament.live.models import LiveDeal, Participant
from tournament.live.services import participant_leave

pytestmark = pytest.mark.django_db


def test_people_play_a_match_of_comon_to_its_end() -> None:
    table = make_table("Anne")
    match_start(table=table)
    over = play_match(table)
    assert isinstance(over.now, LivesMatch) and over.ending is not None
    totals = scores_by_player(table)
    for player, lives in enumerate(over.now.lives):
        assert over.now.won[player] - over.now.lost[player] == totals[player]
        assert lives == max(0, 12 + totals[player])
    assert over.open_deal is None
    assert not LiveDeal.objects.filter(finished_at=None).exists()


@pytest.mark.parametrize(("game", "target"), [("vicaire", 20), ("triton", 60)])
def test_three_bots_play_a_match_by_themselves(game: str, target: int) -> None:
    table = make_table(game=game, target=target)
    match_start(table=table)
    referee_plays(table)
    over = story(table)
    assert over.ending is not None
    assert all(line.row.scores is not None for line in over.deals)
    assert max(over.now.totals) >= target


def test_two_without_lives_are_a_caveau() -> None:
    table = make_table(*PEOPLE)
    match_start(table=table)
    over = claim_match(table, 0)
    assert over.ending is not None
    assert over.ending.kind is EndingKind.CAVEAU
    assert over.ending.losers == (1, 2)
    assert over.now.totals == (18, 0, 0)
    assert len(over.deals) == 6


def test_the_deal_passes_to_the_left_and_seats_turn_with_it() -> None:
    table = make_table(*PEOPLE)
    match_start(table=table)
    claim_deal(table, 0)
    first, second = story(table).deals
    assert second.before.dealer == (first.before.dealer + 1) % 3
    for line in (first, second):
        for seat in line.row.live_deal.seats.select_related("participant"):
            sitting = place(table, line.seats[seat.number]).participant
            assert seat.participant == sitting


def test_the_fitil_deals_the_next_match_from_new_sealed_deals() -> None:
    table = make_table(*PEOPLE)
    match_start(table=table)
    over = claim_match(table, 0, 1)
    assert over.ending is not None
    assert (over.ending.kind, over.ending.losers) == (EndingKind.FITIL, (2,))
    again = match_start(table=table)
    assert again.number == 2
    assert again.deal_set.commitment != over.row.deal_set.commitment
    assert story(table).deals[0].before.dealer == 2
    assert story(table).now.totals == (12, 12, 12)


def test_the_key_is_secret_until_the_match_is_over() -> None:
    table = make_table(*PEOPLE)
    match = match_start(table=table)
    key = match.deal_set.key.hex()
    claim_deal(table, 0)
    match.deal_set.refresh_from_db()
    assert match.deal_set.revealed_at is None
    assert key not in verification_file(match.deal_set)
    claim_match(table, 0)
    match.deal_set.refresh_from_db()
    assert key in verification_file(match.deal_set)


def test_no_match_begins_without_all_players_or_beside_another() -> None:
    table = table_open(data=TableData("Sunday"), owner_id=None, device="owner", address="127.0.0.1")
    place_join(table=table, name="Anne", device="anne")
    with pytest.raises(Refused, match="missing"):
        match_start(table=table)
    full = make_table(*PEOPLE)
    match_start(table=full)
    with pytest.raises(Refused, match="not over"):
        match_start(table=full)
    assert full.matches.count() == 1


def test_a_table_that_everybody_left_deals_again_when_somebody_is_back() -> None:
    table = make_table("Anne")
    match_start(table=table)
    on_table(table)
    anne = place(table, 0).participant
    assert anne is not None
    participant_leave(participant=anne)
    referee_plays(table)
    assert len(story(table).deals) == 1
    assert story(table).open_deal is None
    Participant.objects.filter(pk=anne.pk).update(away=False)
    deal_next(table=table)
    deal_next(table=table)
    assert len(story(table).deals) == 2


def test_what_matches_are_is_computed_from_scores_alone() -> None:
    table = make_table(*PEOPLE)
    match_start(table=table)
    claim_deal(table, 0)
    row = MatchDeal.objects.filter(match__table=table, scores__isnull=False).get()
    MatchDeal.objects.filter(pk=row.pk).update(scores=[-2, -2, 1])
    told = match_stories(FriendlyTable.objects.get(pk=table.pk))[0]
    lives = {
        told.deals[0].seats[seat]: told.now.totals[told.deals[0].seats[seat]] for seat in (0, 1, 2)
    }
    assert list(lives.values()) == [10, 10, 13]


def test_stars_change_nothing() -> None:
    table = make_table(*PEOPLE)
    match_start(table=table)
    before = story(table).now
    for _again in range(2):
        star_add(place=place(table, 1))
    star_remove(place=place(table, 1))
    assert story(table).row.stars.get().place == place(table, 1)
    assert story(table).now == before
