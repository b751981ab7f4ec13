"""Several people at once, in real threads on real connections."""

import uuid
from typing import Any

import pytest

from tests.builders import make_director, make_event, start_round
from tests.races import at_once
from tournament.errors import Refused
from tournament.events.models import Round
from tournament.results.models import Pending, Result, Submission
from tournament.results.services import (
    result_record,
    round_close,
    submission_confirm,
    submission_create,
    submission_withdraw,
)
from tournament.standings.models import Standings

pytestmark = pytest.mark.django_db(transaction=True)


def refused(outcomes: list[Any]) -> int:
    return sum(isinstance(outcome, Refused) for outcome in outcomes)


@pytest.fixture
def playing() -> Round:
    return start_round(make_event(players=21, rounds=1, boards_per_round=3))


def test_two_phones_with_different_counts_store_one(playing: Round) -> None:
    play = playing.plays.first()
    assert play is not None
    outcomes = at_once(
        *(
            lambda seat=seat, tricks=tricks: submission_create(
                play=play,
                detail={"tricks": tricks},
                sent_id=uuid.uuid4(),
                seat=seat,
                device=f"phone {seat}",
            )
            for seat, tricks in [(0, [5, 3, 2]), (1, [5, 2, 3]), (2, [4, 4, 2])]
        )
    )
    assert refused(outcomes) == 2
    first = next(outcome for outcome in outcomes if isinstance(outcome, Submission))
    assert Pending.objects.get(play=play).submission == first
    assert {outcome.details["first"] for outcome in outcomes if outcome != first} == {first}


def test_a_double_tap_is_one_entry(playing: Round) -> None:
    play = playing.plays.first()
    assert play is not None
    sent_id = uuid.uuid4()

    def taps() -> Submission:
        return submission_create(
            play=play, detail={"tricks": [5, 3, 2]}, sent_id=sent_id, seat=0, device="phone"
        )

    outcomes = at_once(*[taps] * 4)
    assert refused(outcomes) == 0
    assert Submission.objects.count() == 1


def test_confirmed_by_a_seat_and_entered_by_the_director_is_one_result(playing: Round) -> None:
    play = playing.plays.first()
    assert play is not None
    director = make_director()
    submission = submission_create(
        play=play, detail={"tricks": [5, 3, 2]}, sent_id=uuid.uuid4(), seat=0, device="phone"
    )
    outcomes = at_once(
        lambda: submission_confirm(submission=submission, seat=1, device="other"),
        lambda: result_record(
            play=play, detail={"tricks": [5, 2, 3]}, sent_id=uuid.uuid4(), user=director
        ),
    )
    assert refused(outcomes) == 1
    assert Result.objects.filter(play=play).count() == 1
    assert not Pending.objects.exists()


def test_confirmed_and_withdrawn_at_once_is_one_of_them(playing: Round) -> None:
    play = playing.plays.first()
    assert play is not None
    submission = submission_create(
        play=play, detail={"tricks": [5, 3, 2]}, sent_id=uuid.uuid4(), seat=0, device="phone"
    )
    outcomes = at_once(
        lambda: submission_confirm(submission=submission, seat=1, device="other"),
        lambda: submission_withdraw(submission=submission, device="phone"),
    )
    assert refused(outcomes) == 1
    assert Result.objects.count() == (0 if isinstance(outcomes[0], Refused) else 1)


def test_an_entry_that_meets_the_close_is_counted_or_refused(playing: Round) -> None:
    play = playing.plays.first()
    assert play is not None
    entered, _closed = at_once(
        lambda: submission_create(
            play=play, detail={"tricks": [5, 3, 2]}, sent_id=uuid.uuid4(), seat=0, device="phone"
        ),
        lambda: round_close(playing=playing, accept_missing=True),
    )
    assert Round.objects.get(pk=playing.pk).state == Round.State.CLOSED
    assert Submission.objects.exists() != isinstance(entered, Refused)


def test_twenty_results_at_once_are_all_stored(playing: Round) -> None:
    director = make_director()
    plays = list(playing.plays.all())[:20]
    outcomes = at_once(
        *(
            lambda play=play: result_record(
                play=play, detail={"tricks": [5, 3, 2]}, sent_id=uuid.uuid4(), user=director
            )
            for play in plays
        )
    )
    assert refused(outcomes) == 0
    assert Result.objects.count() == 20
    assert Standings.objects.get().changed == 20
