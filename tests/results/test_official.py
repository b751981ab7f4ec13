"""Official standings: no board is opened or entered any more, whatever was open before."""

import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from tests.builders import make_director, make_event, record, start_round
from tests.desk.conftest import enter, signed_in
from tests.desk.test_second_director import make_official
from tests.races import at_once
from tests.rulings.evenings import Evening, make_evening
from tests.served import until
from tournament.errors import Refused
from tournament.events.locks import event_hold
from tournament.events.models import Event, Round
from tournament.events.ranking import Publishing, Ranking, publishing_set
from tournament.flow import scoring_change
from tournament.leaderboard.services import event_publish
from tournament.results.late import late_open, plays_move_late
from tournament.results.models import Pending, Result
from tournament.results.services import (
    play_take_up,
    result_record,
    round_close,
    round_confirm,
    submission_confirm,
    submission_dispute,
)
from tournament.rulings.changes import ResultsChange
from tournament.rulings.services import ruling_make
from tournament.standings.services import standings_compute
from tournament.tables.models import LatePlay, Play
from tournament.tables.services import tables_call


def cleared_by_two(evening: Evening, play: Play) -> None:
    change = ResultsChange([play])
    ruling_make(
        event=evening.event,
        change=change,
        after={str(play.pk): None},
        reason="Another table's slip",
        user=make_director(),
        seen=change.read(),
        second=make_director("second"),
    )


@pytest.mark.django_db
class TestLateBoards:
    def test_none_is_moved_or_opened(self) -> None:
        director = signed_in(make_director())
        evening = make_official()
        play = evening.play(3, 2)
        with pytest.raises(Refused, match="no more boards can be played"):
            plays_move_late(plays=[play])
        with pytest.raises(Refused, match="no more boards can be played"):
            late_open(play=play)
        for name, more in (("desk_late_move", []), ("desk_late_open", [play.pk])):
            address = reverse(name, args=[evening.event.public_id, *more])
            answer = director.post(address, follow=True)
            assert "no more boards can be played" in answer.content.decode()
        assert not LatePlay.objects.exists()

    @pytest.fixture
    def opened(self) -> Play:
        """Opened late and played before; then two directors clear its result."""
        evening = make_evening(play_mode="choice")
        round_close(playing=Round.objects.get(), accept_missing=True)
        play = evening.play(3, 2)
        late_open(play=play)
        record(play)
        event_publish(event=Event.objects.get())
        cleared_by_two(evening, play)
        return evening.play(3, 2)

    def test_one_opened_before_is_no_longer_entered_or_played(self, opened: Play) -> None:
        with pytest.raises(Refused, match="tell the director"):
            enter(opened)
        with pytest.raises(Refused, match="tell the director"):
            play_take_up(play=opened)
        assert not Pending.objects.exists()

    def test_one_opened_before_stands_on_no_phone(self, opened: Play) -> None:
        page = Client().get(reverse("table", args=[opened.table.code])).content.decode()
        assert "Played late" not in page


@pytest.mark.django_db
def test_an_entry_left_open_by_an_older_version_is_not_confirmed() -> None:
    evening = make_evening()
    play = evening.play(3, 2)
    submission = enter(play)
    round_close(playing=play.round, accept_missing=True)
    late_open(play=play)
    Event.objects.update(state=Event.State.OFFICIAL)
    user = make_director()
    with pytest.raises(Refused, match="tell the director"):
        submission_confirm(submission=submission, seat=1, device="two")
    with pytest.raises(Refused, match="tell the director"):
        submission_dispute(submission=submission, seat=1, device="two")
    with pytest.raises(Refused, match="standings are official"):
        round_confirm(playing=play.round, submission_ids=[submission.pk], user=user)
    with pytest.raises(Refused, match="standings are official"):
        result_record(play=play, detail={"tricks": [5, 3, 2]}, sent_id=uuid.uuid4(), user=user)
    assert not Result.objects.filter(play=play).exists()


def waits() -> bool:
    """Whether somebody waits for what this transaction holds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks"
            " WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
        )
        return bool(cursor.fetchone()[0])


def apart(act: Callable[[], object]) -> Callable[[], object]:
    """Return the act for another thread, whose connection ends with it."""

    def acting() -> object:
        try:
            return act()
        finally:
            connection.close()

    return acting


def closed() -> Evening:
    evening = make_evening()
    round_close(playing=Round.objects.get(), accept_missing=True)
    standings_compute(event_id=evening.event.pk)
    return evening


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
class TestAtTheSameInstant:
    """Run with DATABASE_URL naming a PostgreSQL server; SQLite has one writer at a time."""

    def test_a_slip_that_comes_first_is_seen_by_who_publishes(self) -> None:
        evening = closed()
        with ThreadPoolExecutor(1) as other:
            with transaction.atomic():
                # As every result begins.
                event_hold(evening.event.pk)
                publishing = other.submit(apart(lambda: event_publish(event=evening.event)))
                until(waits, "who publishes waits for the slip")
                record(evening.play(3, 2))
            with pytest.raises(Refused, match="A result has just changed"):
                publishing.result()
        assert Event.objects.get().state == Event.State.FINISHED

    def test_a_slip_that_comes_second_is_refused(self) -> None:
        evening = closed()
        play = evening.play(3, 2)
        with ThreadPoolExecutor(1) as other:
            with transaction.atomic():
                event_publish(event=evening.event)
                entering = other.submit(apart(lambda: record(play)))
                until(waits, "the slip waits for who publishes")
            with pytest.raises(Refused, match="standings are official"):
                entering.result()
        assert not Result.objects.filter(play=play).exists()

    def test_a_phone_that_waits_for_the_round_to_be_closed_is_told(self) -> None:
        evening = make_evening()
        play = evening.play(3, 2)
        with ThreadPoolExecutor(1) as other:
            with transaction.atomic():
                round_close(playing=Round.objects.get(), accept_missing=True)
                entering = other.submit(apart(lambda: enter(play)))
                until(waits, "the phone waits")
            with pytest.raises(Refused, match="Round 1 is closed"):
                entering.result()

    def test_results_of_two_tables_hold_the_event_together(self) -> None:
        event = make_evening().event
        with ThreadPoolExecutor(1) as other, transaction.atomic():
            event_hold(event.pk)
            other.submit(apart(lambda: held(event))).result(timeout=10)

    @pytest.mark.parametrize("act", ["scoring", "publishing", "close", "call"])
    def test_whoever_directs_lets_results_in(self, act: str) -> None:
        evening = make_evening()
        event = evening.event
        acts: dict[str, Callable[[], object]] = {
            "scoring": lambda: scored(event, Ranking()),
            "publishing": lambda: publishing_set(event=event, publishing=Publishing()),
            "close": lambda: round_close(playing=Round.objects.get(), accept_missing=True),
            "call": lambda: tables_call(event=event),
        }

        with ThreadPoolExecutor(1) as other, transaction.atomic():
            acts[act]()
            other.submit(apart(lambda: held(event))).result(timeout=10)


@transaction.atomic
def held(event: Event) -> None:
    event_hold(event.pk)


def result_of(play: Play) -> Result:
    return result_record(
        play=play, detail={"tricks": [5, 3, 2]}, sent_id=uuid.uuid4(), user=make_director()
    )


def scored(event: Event, ranking: Ranking) -> str:
    scoring_change(
        event=event,
        method=event.method,
        rounding=event.rounding,
        sit_out=event.sit_out,
        tie_breaks=event.tie_breaks,
        minimum_boards=event.minimum_boards,
        ranking=ranking,
    )
    return "saved"


@pytest.mark.django_db(transaction=True)
class TestSettings:
    @pytest.mark.parametrize("time", range(4))
    def test_they_are_saved_while_results_come_in(self, time: int) -> None:
        event = make_event(players=9, rounds=1, boards_per_round=1)
        plays = list(start_round(event).plays.all())
        event.refresh_from_db()
        outcomes = at_once(
            *(lambda play=play: result_of(play) for play in plays),
            lambda: [scored(event, Ranking()) for _each in range(5)],
        )
        assert [isinstance(each, Result) for each in outcomes] == [True, True, True, False]
        assert outcomes[-1] == ["saved"] * 5

    @pytest.mark.parametrize("time", range(4))
    def test_of_two_that_carry_each_other_over_one_is_refused(self, time: int) -> None:
        one, other = (make_event(players=3, rounds=1, boards_per_round=1) for _each in range(2))
        for event in (one, other):
            start_round(event)
            event.refresh_from_db()
        outcomes = at_once(
            lambda: scored(one, Ranking(carry_from=other.pk)),
            lambda: scored(other, Ranking(carry_from=one.pk)),
        )
        assert sorted(isinstance(each, Refused) for each in outcomes) == [False, True]
        assert "saved" in outcomes
