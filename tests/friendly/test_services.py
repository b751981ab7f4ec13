"""Opening tables among friends, sitting down, bots, taking over, clearing away."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from deals.models import DealSet
from tests.friendly.tables import (
    PEOPLE,
    claim_deal,
    claim_match,
    make_table,
    on_table,
    place,
    referee_plays,
    story,
)
from tests.races import at_once
from tournament.errors import Refused
from tournament.friendly.match_play import match_start
from tournament.friendly.models import FriendlyTable, HandSeen, Opening
from tournament.friendly.selectors import OPENINGS_BY_ADDRESS, OPENINGS_BY_DEVICE, offers
from tournament.friendly.services import (
    KEPT,
    TableData,
    place_empty,
    place_join,
    place_seat_bot,
    place_stand_in,
    table_open,
    tables_clean,
)
from tournament.live import referee
from tournament.live.event_play import participant_claim
from tournament.live.models import LiveDeal, LiveSeat, Participant, Step
from tournament.live.selectors import seat_now
from tournament.live.services import participant_leave, participant_seen


def opened(device: str = "owner", address: str = "10.0.0.1", **data: Any) -> FriendlyTable:
    return table_open(
        data=TableData("Sunday", **data),
        owner_id=None,
        device=device,
        address=address,
    )


@pytest.mark.django_db
class TestOpening:
    def test_every_game_that_has_a_match_is_offered(self) -> None:
        offered = {offer.game.key: offer.target for offer in offers()}
        assert offered["comon"] is None
        assert (offered["vicaire"], offered["triton"]) == (500, 500)

    def test_a_place_for_each_player_is_there(self) -> None:
        assert opened().places.count() == 3

    @pytest.mark.parametrize(
        "data",
        [
            {"game": "belote"},
            {"options": {"target": 500}},
            {"game": "triton", "options": {"target": 0}},
            {"game": "triton", "options": {"target": 1001}},
            {"game": "vicaire", "options": {"win_at_12": True}},
            {"action_seconds": 1},
        ],
    )
    def test_what_no_match_knows_is_refused(self, data: dict[str, Any]) -> None:
        with pytest.raises(Refused):
            opened(**data)
        assert not FriendlyTable.objects.exists()

    def test_one_device_opens_a_few_tables_an_hour(self) -> None:
        for number in range(OPENINGS_BY_DEVICE):
            opened(address=f"10.0.0.{number}")
        with pytest.raises(Refused, match="Try again"):
            opened(address="10.0.1.1")
        opened(device="another")
        Opening.objects.update(at=timezone.now() - timedelta(hours=2))
        opened()

    def test_one_address_opens_more_but_not_any_number(self) -> None:
        for number in range(OPENINGS_BY_ADDRESS):
            opened(device=str(number))
        with pytest.raises(Refused, match="Try again"):
            opened(device="another")


@pytest.mark.django_db
class TestPlaces:
    def test_people_sit_where_it_is_empty(self) -> None:
        table = opened()
        place_join(table=table, name="Anne", device="anne")
        place_join(table=table, name="Ben", device="ben", number=2)
        with pytest.raises(Refused, match="is taken"):
            place_join(table=table, name="Chloé", device="chloé", number=2)
        place_join(table=table, name="Chloé", device="chloé")
        with pytest.raises(Refused, match="All places"):
            place_join(table=table, name="Dora", device="dora")
        assert [str(place(table, number).participant) for number in range(3)] == [
            "Anne",
            "Chloé",
            "Ben",
        ]

    def test_nobody_sits_twice(self) -> None:
        table = opened()
        place_join(table=table, name="Anne", device="anne")
        with pytest.raises(Refused, match="already"):
            place_join(table=table, name="Anna", device="anne")

    def test_a_place_can_be_emptied_until_a_match_begins(self) -> None:
        table = make_table(*PEOPLE)
        place_empty(place=place(table, 1))
        assert place(table, 1).participant is None
        assert not Participant.objects.filter(name="Ben").exists()
        place_join(table=table, name="Ben", device="ben")
        match_start(table=table)
        with pytest.raises(Refused, match="has begun"):
            place_empty(place=place(table, 1))

    def test_whoever_takes_over_from_a_bot_has_a_link_of_their_own(self) -> None:
        table = make_table("Anne", "Ben")
        before = place(table, 2).participant
        assert before is not None
        taken = place_join(table=table, name="Chloé", device="chloé", number=2)
        assert taken.pk == before.pk
        assert (taken.name, taken.bot, taken.device) == ("Chloé", "", "chloé")
        assert taken.secret != before.secret
        with pytest.raises(Refused, match="taken"):
            place_join(table=table, name="Dora", device="dora", number=2)

    def test_whoever_gives_up_a_place_sees_its_cards_no_more(self) -> None:
        table = make_table("Anne", "Ben")
        match_start(table=table)
        on_table(table)
        before = place(table, 0).participant
        assert before is not None
        place_seat_bot(place=place(table, 0), bot="simple")
        after = place(table, 0).participant
        assert after is not None
        assert (after.bot, after.device) == ("simple", "")
        assert after.secret != before.secret
        place_seat_bot(place=place(table, 1), bot="random")
        referee_plays(table, most=40)
        assert set(Step.objects.values_list("by", flat=True)) == {Step.By.BOT}

    @pytest.mark.parametrize("is_dealt", [False, True])
    def test_whoever_sits_down_meanwhile_is_not_replaced_by_what_was_meant_for_another(
        self, is_dealt: bool
    ) -> None:
        table = make_table(*PEOPLE)
        if is_dealt:
            match_start(table=table)
        seen = place(table, 0)  # as two windows of Anne's, or the owner, saw it
        place_seat_bot(place=place(table, 0), bot="simple")
        place_join(table=table, name="Emma", device="emma", number=0)
        for by_owner in (False, True):
            with pytest.raises(Refused, match="taken"):
                place_seat_bot(place=seen, bot="simple", by_owner=by_owner)
        sitting = place(table, 0).participant
        assert sitting is not None
        assert (sitting.name, sitting.bot) == ("Emma", "")

    def test_the_owner_replaces_only_whoever_is_gone(self) -> None:
        table = make_table("Anne", "Ben")
        match_start(table=table)
        with pytest.raises(Refused, match="Ben is at the table"):
            place_seat_bot(place=place(table, 1), bot="simple", by_owner=True)
        ben = place(table, 1).participant
        assert ben is not None
        participant_leave(participant=ben)
        place_seat_bot(place=place(table, 1), bot="simple", by_owner=True)
        assert Participant.objects.get(pk=ben.pk).bot == "simple"

    def test_a_table_without_a_clock_waits_for_whoever_is_away(self) -> None:
        table = make_table(*PEOPLE)
        match_start(table=table)
        gone = timezone.now() - timedelta(hours=2)
        live = on_table(table)
        Participant.objects.update(seen_at=gone)
        LiveDeal.objects.update(turn_at=gone, due_at=timezone.now())
        assert not referee.act(live.pk)
        assert not Participant.objects.filter(away=True).exists()
        assert not Step.objects.exists()

    def test_a_table_with_a_clock_waits_a_minute_or_two(self) -> None:
        table = opened(action_seconds=30)
        for name in PEOPLE:
            place_join(table=table, name=name, device=name)
        match_start(table=table)
        assert 60 <= LiveDeal.objects.get().gone_seconds <= 120

    def test_the_others_may_let_a_bot_play_for_whoever_is_gone_until_they_come_back(self) -> None:
        table = make_table(*PEOPLE)
        match_start(table=table)
        on_table(table)
        with pytest.raises(Refused, match="Ben is at the table"):
            place_stand_in(place=place(table, 1))
        Participant.objects.filter(name="Ben").update(seen_at=timezone.now() - timedelta(hours=1))
        place_stand_in(place=place(table, 1))
        ben = place(table, 1).participant
        assert ben is not None and ben.away and ben.bot == ""
        participant_seen(participant=ben, device="ben")
        assert not Participant.objects.get(pk=ben.pk).away

    def test_a_bot_there_is_not_is_refused(self) -> None:
        with pytest.raises(Refused, match="Choose a bot"):
            place_seat_bot(place=place(opened(), 0), bot="deep-blue")

    def test_a_bot_sits_only_where_its_game_is_played(self) -> None:
        place_seat_bot(place=place(opened(game="comon"), 0), bot="strong")
        with pytest.raises(Refused, match="Choose a bot"):
            place_seat_bot(place=place(opened(game="vicaire"), 0), bot="strong")


def hand_of(participant: Participant) -> LiveSeat | None:
    """Return the seat whose hand the participant's page shows."""
    seat = seat_now(Participant.objects.get(pk=participant.pk))
    return None if seat is None or seat.live_deal.finished_at else seat


@pytest.mark.django_db
class TestHands:
    """Nobody sees two hands of a deal that is being played, at however many devices."""

    def test_who_sits_down_in_mid_deal_has_a_hand_from_the_next_deal_on(self) -> None:
        table = make_table("Anne")
        match_start(table=table)
        live = on_table(table)
        bots = [place(table, number).participant for number in (1, 2)]
        joined = [
            place_join(table=table, name=name, device=name, number=number)
            for number, name in ((1, "Ben"), (2, "Chloé"))
        ]
        assert [hand_of(each) for each in joined] == [None, None]
        seated = [seat.participant for seat in live.seats.select_related("participant")]
        for former in bots:
            assert former in seated and former is not None and former.bot == "simple"
        assert not HandSeen.objects.filter(device__in=["Ben", "Chloé"]).exists()
        claim_deal(table, 0)
        on_table(table)
        assert all(hand_of(each) is not None for each in joined)
        assert HandSeen.objects.filter(device__in=["Ben", "Chloé"]).count() == 2

    def test_the_bot_plays_the_newcomers_deal_to_its_end(self) -> None:
        table = make_table()
        match_start(table=table)
        live = on_table(table)
        place_join(table=table, name="Ben", device="ben", number=1)
        while not live.finished_at:
            LiveDeal.objects.filter(pk=live.pk).update(due_at=timezone.now())
            assert referee.act(live.pk)
            live.refresh_from_db()
        assert set(live.log.values_list("by", flat=True)) == {Step.By.BOT}

    def test_whoever_gave_up_a_place_comes_back_to_its_hand_at_once(self) -> None:
        table = make_table("Anne", "Ben")
        match_start(table=table)
        on_table(table)
        place_seat_bot(place=place(table, 1), bot="simple")
        ben = place_join(table=table, name="Ben", device="ben", number=1)
        assert hand_of(ben) is not None and ben.bot == ""

    def test_whoever_gave_up_a_place_waits_at_every_other(self) -> None:
        table = make_table("Anne", "Ben")
        match_start(table=table)
        on_table(table)
        place_seat_bot(place=place(table, 1), bot="simple")
        assert hand_of(place_join(table=table, name="Ben", device="ben", number=2)) is None

    def test_who_waits_gains_no_hand_by_giving_up_the_place_and_coming_back(self) -> None:
        table = make_table("Anne")
        match_start(table=table)
        on_table(table)
        before = Participant.objects.count()
        for _again in range(3):
            ben = place_join(table=table, name="Ben", device="ben", number=1)
            participant_claim(participant=ben, device="ben")
            place_seat_bot(place=place(table, 1), bot="simple")
        assert hand_of(place_join(table=table, name="Ben", device="ben", number=1)) is None
        assert Participant.objects.count() == before + 1

    def test_a_device_that_opened_the_link_of_a_place_comes_back_to_no_other(self) -> None:
        table = make_table("Anne", "Ben")
        match_start(table=table)
        on_table(table)
        anne = place(table, 0).participant
        assert anne is not None
        participant_claim(participant=anne, device="tablet")
        place_seat_bot(place=place(table, 0), bot="simple")
        place_seat_bot(place=place(table, 1), bot="simple")
        both = {"known_as": {"tablet", "ben"}}
        for number in (0, 1):
            joined = place_join(table=table, name="X", device=f"x{number}", number=number, **both)
            assert hand_of(joined) is None

    def test_between_deals_a_bots_place_is_taken_over_with_its_next_hand(self) -> None:
        table = make_table("Anne")
        sitting = place(table, 1).participant
        assert place_join(table=table, name="Ben", device="ben", number=1) == sitting


@pytest.mark.django_db
def test_tables_are_cleared_long_after_the_last_move() -> None:
    kept = make_table(*PEOPLE, device="kept")
    match_start(table=kept)
    old = make_table("Anne", device="old")
    match_start(table=old)
    place_join(table=old, name="Ben", device="ben", number=1)
    claim_match(old, 0)
    match_start(table=old)
    FriendlyTable.objects.filter(pk=old.pk).update(moved_at=timezone.now() - KEPT)
    assert tables_clean() == 1
    assert FriendlyTable.objects.get() == kept
    assert LiveDeal.objects.count() == 1
    assert DealSet.objects.count() == 1
    assert Participant.objects.count() == 3
    assert story(kept).open_deal is not None


@pytest.mark.django_db(transaction=True)
class TestRaces:
    def test_of_two_who_want_the_last_place_one_gets_it(self) -> None:
        table = opened()
        for name in ("Anne", "Ben"):
            place_join(table=table, name=name, device=name)
        outcomes = at_once(
            *(
                lambda name=name: place_join(table=table, name=name, device=name)
                for name in ("Chloé", "Dora")
            )
        )
        assert sum(isinstance(outcome, Refused) for outcome in outcomes) == 1
        assert table.places.exclude(participant=None).count() == 3
        assert Participant.objects.count() == 3

    def test_of_two_who_take_over_from_a_bot_one_plays(self) -> None:
        table = make_table("Anne", "Ben")
        match_start(table=table)
        outcomes = at_once(
            *(
                lambda name=name: place_join(table=table, name=name, device=name, number=2)
                for name in ("Chloé", "Dora")
            )
        )
        assert sum(isinstance(outcome, Refused) for outcome in outcomes) == 1

    def test_one_device_takes_one_hand_of_two_at_once(self) -> None:
        table = make_table("Anne")
        match_start(table=table)
        outcomes = at_once(
            *(
                lambda number=number: place_join(
                    table=table, name="Ben", device="ben", number=number
                )
                for number in (1, 2)
            )
        )
        assert sum(isinstance(outcome, Refused) for outcome in outcomes) == 1

    def test_two_who_start_begin_one_match(self) -> None:
        table = make_table(*PEOPLE)
        outcomes = at_once(*[lambda: match_start(table=table)] * 2)
        assert sum(isinstance(outcome, Refused) for outcome in outcomes) == 1
        assert table.matches.count() == 1
        assert LiveDeal.objects.count() == 1
