"""When the server must act, from plain values."""

from datetime import UTC, datetime, timedelta

import pytest

from tournament.live.clock import Sitting, due_at, is_set_back

NOW = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)
GONE = timedelta(seconds=40)
NONE = timedelta()
LEASE = timedelta(seconds=10)


def set_back(due: datetime, opening: timedelta = NONE) -> bool:
    return is_set_back(due, now=NOW, gone=GONE, opening=opening, lease=LEASE)


@pytest.mark.parametrize("ahead", [-60, 0, 1, 30, 40, 42])
def test_what_a_clock_can_say_is_no_clock_set_back(ahead: int) -> None:
    assert not set_back(NOW + timedelta(seconds=ahead))


def test_what_no_clock_can_say_means_that_time_was_set_back() -> None:
    assert set_back(NOW + timedelta(seconds=60))
    assert set_back(NOW + timedelta(hours=1))


def test_the_time_to_look_at_the_hands_comes_first() -> None:
    due = NOW + timedelta(seconds=60)
    assert not set_back(due, opening=timedelta(seconds=20))


def test_a_lease_is_waited_for_where_nobody_is() -> None:
    due = NOW + LEASE
    assert not is_set_back(due, now=NOW, gone=NONE, opening=NONE, lease=LEASE)


@pytest.mark.parametrize("is_bot", [True, False])
def test_no_turn_is_due_later_than_that(is_bot: bool) -> None:
    opening = timedelta(seconds=5)
    sitting = Sitting(0, is_bot=is_bot, is_away=False, is_ready=True, seen_at=NOW)
    due = due_at([sitting], turn=NOW + opening, gone=GONE, deadlines=[])
    assert due is not None
    assert not set_back(due, opening)
