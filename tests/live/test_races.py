"""People, clocks and referees at the same instant: of each ply there is one."""

import pytest
from django.utils import timezone

from tests.builders import make_event, start_round
from tests.live.tables import begin, begun, late, people, play_on
from tests.races import at_once
from tournament.errors import Refused
from tournament.events.models import Event
from tournament.live import referee
from tournament.live.event_play import play_open
from tournament.live.models import LiveDeal, Participant, Step
from tournament.live.positions import position_of
from tournament.live.services import step_add
from tournament.rules.playlog import Kind
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def dealt() -> LiveDeal:
    """A deal that has begun, its three players seen just now."""
    return begun()


def test_the_clock_runs_out_twice_while_a_person_plays(dealt: LiveDeal) -> None:
    late(dealt, 31)
    Participant.objects.update(seen_at=timezone.now())
    card = position_of(dealt).state.legal()[-1]

    def plays() -> object:
        return step_add(live=dealt, seat=0, ply=0, kind=Kind.PLAY, action=card)

    def runs_out() -> object:
        return referee.act(dealt.pk)

    at_once(plays, runs_out, runs_out, plays)
    assert dealt.log.count() == 1
    dealt.refresh_from_db()
    assert dealt.steps == 1


def test_ten_windows_play_ten_cards_for_one_ply(dealt: LiveDeal) -> None:
    cards = position_of(dealt).state.legal()

    def plays(card: str) -> object:
        return step_add(live=dealt, seat=0, ply=0, kind=Kind.PLAY, action=card)

    at_once(*[lambda card=card: plays(card) for card in cards])
    assert dealt.log.count() == 1
    assert len(position_of(LiveDeal.objects.get(pk=dealt.pk)).taken) == 1


def test_all_sit_down_at_once_and_the_deal_begins_once() -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1, play_mode=Event.PlayMode.LIVE)
    start_round(event)
    play = Play.objects.get(table__event=event)
    at_once(*[lambda one=one: play_open(play=play, participant=one) for one in people(play)])
    live = LiveDeal.objects.get()
    assert live.started_at is not None
    assert live.seats.exclude(ready_at=None).count() == 3


@pytest.mark.parametrize("kind", [Kind.UNDO, Kind.CLAIM])
def test_both_others_agree_at_once_and_both_count(dealt: LiveDeal, kind: Kind) -> None:
    live = play_on(dealt, 1) if kind is Kind.UNDO else dealt
    live = step_add(live=live, seat=0, ply=live.steps, kind=kind)
    ply = live.steps

    def agrees(seat: int) -> object:
        return step_add(live=live, seat=seat, ply=ply, kind=Kind.AGREE)

    # Each sends it twice, as a phone does that heard no answer.
    outcomes = at_once(*[lambda seat=seat: agrees(seat) for seat in (1, 2, 1, 2)])
    assert not any(isinstance(outcome, Refused) for outcome in outcomes)
    done = LiveDeal.objects.get(pk=live.pk)
    assert done.steps == ply + 2
    assert position_of(done).request is None
    if kind is Kind.UNDO:
        assert position_of(done).taken == ()
    else:
        assert done.finished_at is not None


def test_one_agrees_while_another_refuses(dealt: LiveDeal) -> None:
    live = play_on(dealt, 1)
    live = step_add(live=live, seat=0, ply=1, kind=Kind.UNDO)
    outcomes = at_once(
        lambda: step_add(live=live, seat=1, ply=2, kind=Kind.AGREE),
        lambda: step_add(live=live, seat=2, ply=2, kind=Kind.REFUSE),
    )
    done = LiveDeal.objects.get(pk=live.pk)
    # Whoever refuses is heard; whoever agrees is, if they came first.
    assert not isinstance(outcomes[1], Refused)
    assert done.steps == (3 if isinstance(outcomes[0], Refused) else 4)
    assert position_of(done).request is None
    assert len(position_of(done).taken) == 1


def test_a_deal_s_clock_cannot_touch_the_next_deal(dealt: LiveDeal) -> None:
    play_on(dealt)
    second = begin(Play.objects.get(board__number=2))
    late(dealt, 100)
    assert not referee.act(dealt.pk)
    assert not second.log.exists()


def test_nobody_is_connected_and_the_server_finishes_the_deal(dealt: LiveDeal) -> None:
    Participant.objects.update(seen_at=None)
    for _card in range(30):
        late(dealt, 60)
        assert referee.act(dealt.pk)
        dealt.refresh_from_db()
    assert dealt.finished_at is not None
    assert set(dealt.log.values_list("by", flat=True)) == {Step.By.GONE}
    assert dealt.play is not None
    assert dealt.play.result.scores == dealt.scores


def test_a_referee_that_died_while_it_thought_is_followed_by_another(dealt: LiveDeal) -> None:
    late(dealt, 31)
    Participant.objects.update(seen_at=timezone.now())
    # What a referee does first, and this one does last.
    LiveDeal.objects.update(due_at=timezone.now() + referee.LEASE)
    assert not referee.act(dealt.pk)
    late(dealt, referee.LEASE.total_seconds() + 1)
    assert referee.act(dealt.pk)
    assert not referee.act(dealt.pk)
    assert dealt.log.count() == 1
