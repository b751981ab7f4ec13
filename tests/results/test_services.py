"""Entering, confirming, disputing, correcting: what each does, and what it refuses."""

import uuid
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.builders import correct, make_director, make_event, play_round, record, start_round
from tournament.errors import Refused
from tournament.events.models import Event, Round
from tournament.events.services import NewEntry, entries_add
from tournament.results.late import plays_move_late, plays_owed
from tournament.results.models import Pending, Result, Submission, Verdict
from tournament.results.selectors import play_state, plays_missing_before, plays_unsettled
from tournament.results.services import (
    result_record,
    round_close,
    round_confirm,
    submission_confirm,
    submission_create,
    submission_dispute,
    submission_withdraw,
)
from tournament.rulings.models import Ruling
from tournament.standings.models import Standings
from tournament.tables.models import Play
from tournament.tables.seating import seating_set

pytestmark = pytest.mark.django_db

ANNA: dict[str, Any] = {"seat": 0, "device": "anna"}
BEN: dict[str, Any] = {"seat": 1, "device": "ben"}


@pytest.fixture
def playing() -> Round:
    return start_round(make_event(players=9, rounds=2, boards_per_round=3))


@pytest.fixture
def play(playing: Round) -> Play:
    return playing.plays.order_by("table__number", "board__number")[0]


def enter(play: Play, tricks: list[int], **who: Any) -> Submission:
    return submission_create(play=play, detail={"tricks": tricks}, sent_id=uuid.uuid4(), **who)


def reloaded(play: Play) -> Play:
    return Play.objects.select_related("result", "pending").get(pk=play.pk)


def test_an_entry_waits_until_another_seat_confirms_it(play: Play) -> None:
    submission = enter(play, [5, 3, 2], **ANNA)
    assert play_state(reloaded(play)) == "waiting"
    submission_confirm(submission=submission, **BEN)
    result = Result.objects.get(play=play)
    assert result.scores == [1, -2, 0]
    assert play_state(reloaded(play)) == "confirmed"
    assert not Pending.objects.filter(play=play).exists()


def test_the_same_phone_or_the_same_seat_cannot_confirm(play: Play) -> None:
    submission = enter(play, [5, 3, 2], **ANNA)
    for seat, device in [(1, "anna"), (0, "ben")]:
        with pytest.raises(Refused):
            submission_confirm(submission=submission, seat=seat, device=device)
    assert not Result.objects.exists()


def test_an_unconfirmed_entry_changes_no_standing(play: Play) -> None:
    enter(play, [5, 3, 2], **ANNA)
    assert not Standings.objects.filter(changed__gt=0).exists()


def test_the_second_of_two_phones_is_refused_and_shown_the_first(play: Play) -> None:
    first = enter(play, [5, 3, 2], **ANNA)
    with pytest.raises(Refused) as refusal:
        enter(play, [5, 2, 3], **BEN)
    assert refusal.value.details["first"] == first
    assert Pending.objects.get(play=play).submission == first


def test_an_entry_sent_twice_is_one_entry_even_after_its_confirmation(play: Play) -> None:
    sent_id = uuid.uuid4()
    again: dict[str, Any] = {
        "play": play,
        "detail": {"tricks": [5, 3, 2]},
        "sent_id": sent_id,
        **ANNA,
    }
    first = submission_create(**again)
    assert submission_create(**again) == first
    submission_confirm(submission=first, **BEN)
    assert submission_create(**again) == first
    assert Submission.objects.count() == 1


def test_a_sent_id_used_for_something_else_is_refused(playing: Round, play: Play) -> None:
    sent_id = uuid.uuid4()
    submission_create(play=play, detail={"tricks": [5, 3, 2]}, sent_id=sent_id, **ANNA)
    other = playing.plays.exclude(pk=play.pk)[0]
    for target, tricks in [(other, [5, 3, 2]), (play, [5, 2, 3])]:
        with pytest.raises(Refused):
            submission_create(play=target, detail={"tricks": tricks}, sent_id=sent_id, **ANNA)


@pytest.mark.parametrize(
    "detail",
    [
        {"tricks": [5, 3, 3]},
        {"tricks": [11, -1, 0]},
        {"tricks": [5, 5]},
        {"tricks": [5.0, 3, 2]},
        {"tricks": ["5", "3", "2"]},
        {"tricks": [True, 9, 0]},
        {"fault": 3},
        {"fault": -1},
        {"not_played": ""},
        {"not_played": "   "},
        {"not_played": "x" * 201},
        {"not_played": 7},
        {"not_played": "a\0b"},
        {},
        {"tricks": None},
    ],
)
def test_what_cannot_be_a_result_is_refused_and_stores_nothing(
    play: Play, detail: dict[str, Any]
) -> None:
    with pytest.raises(Refused):
        submission_create(play=play, detail=detail, sent_id=uuid.uuid4(), **ANNA)
    assert not Submission.objects.exists()


def test_a_misplay_costs_its_player_a_life_and_gives_the_others_half(play: Play) -> None:
    submission = submission_create(play=play, detail={"fault": 1}, sent_id=uuid.uuid4(), **ANNA)
    assert submission_confirm(submission=submission, **BEN).scores == [1, -2, 1]


def test_a_board_not_played_has_a_result_without_scores(play: Play) -> None:
    submission = submission_create(
        play=play, detail={"not_played": "No time left"}, sent_id=uuid.uuid4(), **ANNA
    )
    assert submission_confirm(submission=submission, **BEN).scores is None
    assert play_state(reloaded(play)) == "not_played"


def test_a_disputed_entry_is_decided_by_the_director(play: Play) -> None:
    submission = enter(play, [5, 3, 2], **ANNA)
    submission_dispute(submission=submission, detail={"tricks": [5, 2, 3]}, **BEN)
    assert play_state(reloaded(play)) == "disputed"
    others: list[dict[str, Any]] = [{"seat": 2, "device": "chloe"}, BEN]
    for late in others:
        with pytest.raises(Refused):
            submission_confirm(submission=submission, **late)
    assert not Result.objects.exists()
    record(play, (5, 2, 3))
    assert Result.objects.get(play=play).scores == [1, 0, -2]
    assert Verdict.objects.get(kind=Verdict.Kind.DISPUTE).detail == {"tricks": [5, 2, 3]}


def test_one_cannot_dispute_ones_own_entry(play: Play) -> None:
    submission = enter(play, [5, 3, 2], **ANNA)
    with pytest.raises(Refused):
        submission_dispute(submission=submission, **ANNA)


def test_a_withdrawn_entry_leaves_the_board_open(play: Play) -> None:
    submission = enter(play, [5, 3, 2], **ANNA)
    with pytest.raises(Refused):
        submission_withdraw(submission=submission, device="ben")
    submission_withdraw(submission=submission, device="anna")
    submission_withdraw(submission=submission, device="anna")
    assert play_state(reloaded(play)) == "missing"
    with pytest.raises(Refused):
        submission_confirm(submission=submission, **BEN)
    enter(play, [4, 4, 2], **BEN)


def test_a_confirmed_entry_cannot_be_withdrawn_or_entered_again(play: Play) -> None:
    submission = enter(play, [5, 3, 2], **ANNA)
    submission_confirm(submission=submission, **BEN)
    with pytest.raises(Refused):
        submission_withdraw(submission=submission, device="anna")
    with pytest.raises(Refused):
        enter(play, [5, 2, 3], **BEN)
    assert Result.objects.get(play=play).scores == [1, -2, 0]


def test_the_director_confirms_a_rounds_listed_entries_in_one_act() -> None:
    event = make_event(players=9, rounds=1, confirmation=Event.Confirmation.DIRECTOR)
    playing = start_round(event)
    plays = list(playing.plays.order_by("pk"))
    submissions = [enter(play, [5, 3, 2], **ANNA) for play in plays[:5]]
    with pytest.raises(Refused):
        submission_confirm(submission=submissions[0], **BEN)
    submission_withdraw(submission=submissions[4], device="anna")
    listed = [submission.pk for submission in submissions if submission != submissions[3]]
    confirmed = round_confirm(playing=playing, submission_ids=listed, user=make_director())
    assert confirmed == 3
    assert [hasattr(play, "result") for play in map(reloaded, plays[:5])] == [
        True, True, True, False, False,
    ]  # fmt: skip


def test_another_rounds_entries_are_not_confirmed_with_it(play: Play) -> None:
    submission = enter(play, [5, 3, 2], **ANNA)
    other = Round.objects.exclude(pk=play.round_id).get()
    assert round_confirm(playing=other, submission_ids=[submission.pk], user=make_director()) == 0


def test_earlier_boards_without_an_entry_are_named(playing: Round) -> None:
    table = playing.plays.order_by("pk")[0].table
    first, second, third = playing.plays.filter(table=table).order_by("board__number")
    enter(second, [5, 3, 2], **ANNA)
    assert plays_missing_before(third) == [first]


def test_closing_a_round_lists_what_is_missing(playing: Round, play: Play) -> None:
    enter(play, [5, 3, 2], **ANNA)
    with pytest.raises(Refused) as refusal:
        round_close(playing=playing)
    unsettled = refusal.value.details["unsettled"]
    assert len(unsettled) == 9
    assert {each.state for each in unsettled} == {"missing", "waiting"}
    assert Round.objects.get(pk=playing.pk).state == Round.State.RUNNING


def test_after_the_close_only_the_director_enters(playing: Round, play: Play) -> None:
    round_close(playing=playing, accept_missing=True)
    with pytest.raises(Refused):
        enter(play, [5, 3, 2], **ANNA)
    record(play)
    assert len(plays_unsettled(Round.objects.get(pk=playing.pk))) == 8


def test_the_last_close_finishes_the_event() -> None:
    event = make_event(players=3, rounds=2, boards_per_round=1)
    for _round in range(2):
        play_round(event)
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED


def test_a_result_is_not_recorded_twice_but_corrected_with_a_reason() -> None:
    director = make_director()
    play = start_round(make_event(players=3, rounds=1, boards_per_round=1)).plays.get()
    record(play)
    with pytest.raises(Refused):
        record(play, (5, 2, 3))
    with pytest.raises(Refused):
        correct(play, {"tricks": [5, 2, 3]}, " ", user=director)
    correct(play, {"tricks": [5, 2, 3]}, "Slip misread", user=director)
    assert Result.objects.get(play=play).scores == [1, 0, -2]
    correction = Ruling.objects.get()
    assert correction.before == {str(play.pk): {"tricks": [5, 3, 2]}}
    assert correction.after == {str(play.pk): {"tricks": [5, 2, 3]}}
    assert correction.user == director
    # One table only, so lives rank: B and C change places, A stays first.
    moved = {
        str(seat.entry.number): rank
        for seat, rank in zip(play.seats.order_by("number"), [1, 3, 2], strict=True)
        if rank != 1
    }
    assert correction.ranks_before == moved
    assert correction.ranks_after == {number: 5 - rank for number, rank in moved.items()}


def test_of_two_directors_the_second_is_shown_the_firsts_correction(play: Play) -> None:
    director = make_director()
    record(play)
    correct(play, {"tricks": [5, 2, 3]}, "Slip", user=director)
    with pytest.raises(Refused) as refusal:
        correct(
            play,
            {"tricks": [4, 4, 2]},
            "Heard",
            user=director,
            seen={str(play.pk): {"tricks": [5, 3, 2]}},
        )
    assert refusal.value.details["current"] == {str(play.pk): {"tricks": [5, 2, 3]}}
    assert Result.objects.get(play=play).detail == {"tricks": [5, 2, 3]}


def test_a_correction_to_the_same_result_changes_nothing(play: Play) -> None:
    record(play)
    with pytest.raises(Refused):
        correct(play, {"tricks": [5, 3, 2]}, "Again")
    assert not Ruling.objects.exists()


def test_recording_the_same_entry_twice_is_once(play: Play) -> None:
    entry: dict[str, Any] = {
        "play": play,
        "detail": {"tricks": [5, 3, 2]},
        "sent_id": uuid.uuid4(),
        "user": make_director(),
    }
    assert result_record(**entry) == result_record(**entry)
    assert Submission.objects.count() == 1


def test_a_slip_sent_again_with_another_result_or_for_another_board_is_refused(
    playing: Round, play: Play
) -> None:
    sent_id = uuid.uuid4()
    director = make_director()
    result_record(play=play, detail={"tricks": [5, 3, 2]}, sent_id=sent_id, user=director)
    other = playing.plays.exclude(pk=play.pk)[0]
    for target, tricks in [(play, [5, 2, 3]), (other, [5, 3, 2])]:
        with pytest.raises(Refused):
            result_record(play=target, detail={"tricks": tricks}, sent_id=sent_id, user=director)
    assert Result.objects.get().detail == {"tricks": [5, 3, 2]}


def test_the_database_refuses_two_results_and_two_open_entries_of_a_play(play: Play) -> None:
    first = enter(play, [5, 3, 2], **ANNA)
    second = Submission.objects.create(play=play, detail={"tricks": [5, 2, 3]})
    with pytest.raises(IntegrityError), transaction.atomic():
        Pending.objects.create(play=play, submission=second)
    submission_confirm(submission=first, **BEN)
    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.create(
            play=play, submission=second, detail=second.detail, confirmed_at=timezone.now()
        )
    assert Result.objects.get(play=play).detail == {"tricks": [5, 3, 2]}


def test_a_round_of_a_thousand_players_is_closed_and_played_late() -> None:
    event = make_event(players=0, rounds=1, boards_per_round=1, movement=Event.Movement.FREE)
    names = [NewEntry(f"Player {number}") for number in range(1002)]
    entries = entries_add(event=event, entries=names)
    tables = [entries[place : place + 3] for place in range(0, len(entries), 3)]
    seating_set(event=event, round_number=1, tables=tables)
    playing = start_round(event)
    missing = plays_unsettled(playing)
    assert len(missing) == 334
    round_close(playing=playing, accept_missing=True)
    assert plays_move_late(plays=[each.play for each in missing]) == 334
    assert sum(len(each.players) for each in plays_owed(event)) == 1002
