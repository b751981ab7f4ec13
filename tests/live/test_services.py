"""Cards, clocks, undos and claims, through the services that pages and the referee use."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.builders import record
from tests.live.tables import late, play_on
from tournament.errors import Refused
from tournament.events.models import Event
from tournament.live import referee
from tournament.live.event_play import play_open
from tournament.live.models import LiveDeal, Participant, Step
from tournament.live.positions import position_of
from tournament.live.services import Stale, participant_leave, step_add
from tournament.results.models import Result
from tournament.results.services import result_of_cards, round_close
from tournament.rules.playlog import Kind
from tournament.tables.models import Play


def test_the_last_card_makes_the_result(live: LiveDeal, play: Play) -> None:
    live = play_on(live)
    result = Result.objects.get(play=play)
    assert live.finished_at is not None
    assert result.detail == live.detail
    assert result.scores == live.scores
    assert sum(result.detail["tricks"]) == 10
    assert live.due_at is None


def test_the_same_card_sent_again_is_one_card(live: LiveDeal) -> None:
    state = position_of(live).state
    card = state.legal()[0]
    for _again in range(3):
        step_add(live=live, seat=0, ply=0, kind=Kind.PLAY, action=card)
    assert live.log.count() == 1


@pytest.mark.parametrize("by", [Step.By.PERSON, Step.By.TIME])
def test_a_card_is_a_sign_of_life_of_whoever_played_it(
    live: LiveDeal, sitting: Sequence[Participant], by: Step.By
) -> None:
    Participant.objects.update(seen_at=None)
    card = position_of(live).state.legal()[0]
    step_add(live=live, seat=0, ply=0, kind=Kind.PLAY, action=card, by=by)
    seen = [Participant.objects.get(pk=each.pk).seen_at is not None for each in sitting]
    assert seen == [by == Step.By.PERSON, False, False]


def test_another_card_for_a_ply_that_is_over_is_refused(live: LiveDeal) -> None:
    first, second, *_rest = position_of(live).state.legal()
    step_add(live=live, seat=0, ply=0, kind=Kind.PLAY, action=first)
    with pytest.raises(Stale):
        step_add(live=live, seat=0, ply=0, kind=Kind.PLAY, action=second)
    assert list(live.log.values_list("action", flat=True)) == [first]


def test_a_card_out_of_turn_is_refused_with_its_rule(live: LiveDeal) -> None:
    hand = position_of(live).state.view(1).hand
    with pytest.raises(Refused, match="not your turn"):
        step_add(live=live, seat=1, ply=0, kind=Kind.PLAY, action=hand[0])
    assert not live.log.exists()


def test_nobody_plays_before_everybody_sits(play: Play, sitting: Sequence[Participant]) -> None:
    live = play_open(play=play, participant=sitting[0])
    with pytest.raises(Refused, match="begins when"):
        step_add(
            live=live,
            seat=0,
            ply=0,
            kind=Kind.PLAY,
            action=position_of(live).state.legal()[0],
        )


def test_a_player_who_never_comes_is_waited_for_and_then_played(
    play: Play, sitting: Sequence[Participant]
) -> None:
    Participant.objects.filter(pk=sitting[0].pk).update(seen_at=None)
    for participant in sitting[1:]:
        live = play_open(play=play, participant=participant)
    live.refresh_from_db()
    assert live.started_at is None
    late(live, 41)
    assert referee.act(live.pk)
    live = LiveDeal.objects.get(pk=live.pk)
    assert live.started_at is not None
    late(live, 41)
    assert referee.act(live.pk)
    assert live.log.get().by == Step.By.GONE


def test_at_zero_a_bot_plays_one_card_and_the_clock_begins_anew(live: LiveDeal) -> None:
    late(live, 31)
    Participant.objects.update(seen_at=timezone.now())
    assert referee.act(live.pk)
    assert not referee.act(live.pk)
    step = live.log.get()
    assert (step.seat, step.by) == (0, Step.By.TIME)
    live.refresh_from_db()
    assert live.deadline is not None and live.deadline > timezone.now() + timedelta(seconds=25)


def test_whoever_leaves_is_played_until_they_return(
    live: LiveDeal, sitting: Sequence[Participant]
) -> None:
    participant_leave(participant=sitting[0])
    live.refresh_from_db()
    late(live, 5)
    assert referee.act(live.pk)
    assert live.log.get().by == Step.By.GONE


def test_an_undo_needs_both_others(live: LiveDeal) -> None:
    live = play_on(live, 1)
    live = step_add(live=live, seat=0, ply=1, kind=Kind.UNDO)
    live = step_add(live=live, seat=1, ply=2, kind=Kind.AGREE)
    assert len(position_of(live).taken) == 1
    live = step_add(live=live, seat=2, ply=3, kind=Kind.AGREE)
    assert position_of(live).taken == ()
    assert position_of(live).awaited == (0,)


class TestAnswersThatCross:
    """An answer is meant for the request, whoever else answered meanwhile."""

    @pytest.fixture
    def asked(self, live: LiveDeal) -> LiveDeal:
        """The first card is asked back: the answers are for ply 2."""
        live = play_on(live, 1)
        return step_add(live=live, seat=0, ply=1, kind=Kind.UNDO)

    @pytest.mark.parametrize("first", [1, 2])
    def test_both_count_in_either_order(self, asked: LiveDeal, first: int) -> None:
        for seat in (first, 3 - first):
            asked = step_add(live=asked, seat=seat, ply=2, kind=Kind.AGREE)
        assert position_of(asked).taken == ()
        assert asked.steps == 4

    def test_the_same_answer_sent_again_is_one(self, asked: LiveDeal) -> None:
        for seat in (1, 2, 1, 2):
            asked = step_add(live=asked, seat=seat, ply=2, kind=Kind.AGREE)
        asked = play_on(asked, 1)
        asked = step_add(live=asked, seat=2, ply=2, kind=Kind.AGREE)
        assert (asked.steps, asked.log.count()) == (5, 5)

    def test_a_refusal_and_a_withdrawal_count_too(self, asked: LiveDeal) -> None:
        step_add(live=asked, seat=1, ply=2, kind=Kind.AGREE)
        live = step_add(live=asked, seat=0, ply=2, kind=Kind.REFUSE)
        assert position_of(live).request is None
        assert len(position_of(live).taken) == 1

    @pytest.mark.parametrize("seat", [2, 0])
    def test_an_answer_to_a_request_that_was_refused_or_withdrawn_is_refused(
        self, asked: LiveDeal, seat: int
    ) -> None:
        step_add(live=asked, seat=seat, ply=2, kind=Kind.REFUSE)
        with pytest.raises(Stale, match="no longer waits"):
            step_add(live=asked, seat=1, ply=2, kind=Kind.AGREE)
        assert asked.log.count() == 3

    def test_an_answer_to_a_request_that_lapsed_is_refused(self, asked: LiveDeal) -> None:
        play_on(asked, 1)
        with pytest.raises(Stale, match="no longer waits"):
            step_add(live=asked, seat=1, ply=2, kind=Kind.AGREE)

    def test_an_answer_counts_for_no_other_request(self, asked: LiveDeal) -> None:
        """Seat A's undo is refused, B plays and asks too: C's word on A's says nothing of B's."""
        step_add(live=asked, seat=2, ply=2, kind=Kind.REFUSE)
        live = play_on(LiveDeal.objects.get(pk=asked.pk), 1)
        live = step_add(live=live, seat=1, ply=live.steps, kind=Kind.UNDO)
        live = step_add(live=live, seat=0, ply=live.steps, kind=Kind.AGREE)
        with pytest.raises(Stale, match="no longer waits"):
            step_add(live=live, seat=2, ply=2, kind=Kind.AGREE)
        assert position_of(live).to_answer == (2,)

    def test_a_seat_that_agreed_cannot_refuse_from_another_window(self, asked: LiveDeal) -> None:
        step_add(live=asked, seat=1, ply=2, kind=Kind.AGREE)
        with pytest.raises(Refused, match="answered already"):
            step_add(live=asked, seat=1, ply=2, kind=Kind.REFUSE)

    def test_a_withdrawal_of_what_was_granted_is_refused(self, asked: LiveDeal) -> None:
        for seat in (1, 2):
            step_add(live=asked, seat=seat, ply=2, kind=Kind.AGREE)
        with pytest.raises(Refused, match="nothing to answer any more"):
            step_add(live=asked, seat=0, ply=2, kind=Kind.REFUSE)

    def test_an_answer_from_the_future_is_refused(self, asked: LiveDeal) -> None:
        with pytest.raises(Stale):
            step_add(live=asked, seat=1, ply=3, kind=Kind.AGREE)


def test_a_claim_that_both_accept_ends_the_deal(live: LiveDeal, play: Play) -> None:
    live = play_on(live, 9)
    actor = position_of(live).state.actor
    assert actor is not None
    won = position_of(live).state.view(0).counts["tricks"][actor]
    live = step_add(live=live, seat=actor, ply=live.steps, kind=Kind.CLAIM)
    for seat in range(3):
        if seat != actor:
            live = step_add(live=live, seat=seat, ply=live.steps, kind=Kind.AGREE)
    assert live.finished_at is not None
    assert Result.objects.get(play=play).detail["tricks"][actor] == won + 7


def test_no_card_falls_once_the_round_is_closed(live: LiveDeal, play: Play) -> None:
    live = play_on(live, 29)
    round_close(playing=play.round, accept_missing=True)
    with pytest.raises(Refused, match="Round 1 is closed"):
        play_on(live, 1)
    assert live.log.count() == 29
    assert not Result.objects.exists()


def test_the_referee_stops_a_deal_that_a_closed_round_left_behind(
    live: LiveDeal, play: Play
) -> None:
    live = play_on(live, 4)
    round_close(playing=play.round, accept_missing=True)
    late(live, 60)
    assert not referee.act(live.pk)
    live.refresh_from_db()
    play.refresh_from_db()
    assert (live.void_reason, live.due_at) == ("Round 1 was closed.", None)
    assert play.means == Play.Means.OPEN


def test_cards_make_no_result_of_an_official_event(
    live: LiveDeal, play: Play, event: Event, caplog: pytest.LogCaptureFixture
) -> None:
    Event.objects.filter(pk=event.pk).update(state=Event.State.OFFICIAL)
    assert result_of_cards(play=play, detail={"tricks": [5, 3, 2]}) is None
    assert not Result.objects.exists()
    assert "official" in caplog.text


def test_nothing_is_entered_by_hand_for_a_board_that_is_on_the_table(
    live: LiveDeal, play: Play
) -> None:
    with pytest.raises(Refused, match="stop the deal"):
        record(play)
    assert not Result.objects.exists()
    assert play_on(live).scores == Result.objects.get(play=play).scores


class TestTheTurnsClock:
    """What is left of a turn is not renewed by asking for something."""

    def left(self, live: LiveDeal) -> float:
        live = LiveDeal.objects.get(pk=live.pk)
        assert live.deadline is not None
        return (live.deadline - timezone.now()).total_seconds()

    def test_a_claim_refused_gives_back_what_the_turn_had_left(self, live: LiveDeal) -> None:
        late(live, 20)
        live = step_add(live=live, seat=2, ply=0, kind=Kind.CLAIM)
        assert 25 < self.left(live) <= 30
        late(live, 15)
        live = step_add(live=live, seat=1, ply=1, kind=Kind.REFUSE)
        assert 5 < self.left(live) <= 10

    def test_claims_made_and_withdrawn_in_turn_gain_nothing(self, live: LiveDeal) -> None:
        late(live, 20)
        for seat in range(3):
            live = step_add(live=live, seat=seat, ply=live.steps, kind=Kind.CLAIM)
            live = step_add(live=live, seat=seat, ply=live.steps, kind=Kind.REFUSE)
        assert 5 < self.left(live) <= 10
        live = play_on(live, 1)
        assert 25 < self.left(live) <= 30

    def test_an_undo_refused_leaves_the_clock_of_whoever_is_to_play(self, live: LiveDeal) -> None:
        live = play_on(live, 1)
        late(live, 20)
        live = step_add(live=live, seat=0, ply=1, kind=Kind.UNDO)
        live = step_add(live=live, seat=1, ply=2, kind=Kind.AGREE)
        live = step_add(live=live, seat=2, ply=3, kind=Kind.REFUSE)
        assert 5 < self.left(live) <= 10

    def test_a_card_taken_back_begins_its_turn_anew(self, live: LiveDeal) -> None:
        live = play_on(live, 1)
        late(live, 20)
        live = step_add(live=live, seat=0, ply=1, kind=Kind.UNDO)
        for seat in (1, 2):
            live = step_add(live=live, seat=seat, ply=live.steps, kind=Kind.AGREE)
        assert 25 < self.left(live) <= 30

    def test_a_claim_without_clocks_leaves_none(self, live: LiveDeal) -> None:
        LiveDeal.objects.update(action_seconds=None, deadline=None)
        live = step_add(live=live, seat=0, ply=0, kind=Kind.CLAIM)
        live = step_add(live=live, seat=0, ply=1, kind=Kind.REFUSE)
        assert live.deadline is None
