"""Movements that are not the barometer, and who changes something at the same instant.

In real threads; on SQLite, which has one writer at a time, as on PostgreSQL.
"""

import uuid
from collections import Counter
from collections.abc import Callable

import pytest

from tests.builders import make_event, record, start_round
from tests.races import at_once
from tests.team_events import make_teams
from tournament.errors import Refused
from tournament.events.models import Event, Round
from tournament.events.services import NewEntry, attendance_set, entries_add
from tournament.results.models import Pending, Result
from tournament.results.services import round_close, submission_create
from tournament.standings.services import standings_compute
from tournament.tables.models import Chair, Play, PlaySeat
from tournament.tables.planning import movement_plan
from tournament.tables.seating import seat_by_hand, seating_set, seatings_of
from tournament.tables.services import round_start

pytestmark = pytest.mark.django_db(transaction=True)

KINDS = ["shared", "standing", "teams", "free"]


def evening(kind: str) -> Event:
    """An event whose first round is closed, and whose next one has places."""
    if kind == "teams":
        event = make_teams(6, rounds=3, boards=2, turned=True)
    else:
        movement = "barometer" if kind == "free" else kind
        event = make_event(players=9, rounds=3, boards_per_round=2, turned=True, movement=movement)
    if kind == "free":
        seat_by_hand(event=event)
        event.refresh_from_db()
    playing = start_round(event)
    for play in playing.plays.order_by("pk"):
        record(play)
    round_close(playing=playing)
    if kind == "standing":
        standings_compute(event_id=event.pk)
        movement_plan(event=event)
    return Event.objects.get(pk=event.pk)


def assert_sound(event: Event) -> None:
    """Nobody sits twice in a round or has a board twice, tables are of three, and of shared boards
    there is one copy."""
    chairs = Chair.objects.filter(round__session__event=event)
    at = Counter(chairs.values_list("round", "table"))
    assert set(at.values()) <= {3}
    assert max(Counter(chairs.values_list("round", "entry")).values()) == 1
    seats = PlaySeat.objects.filter(play__round__session__event=event)
    assert max(Counter(seats.values_list("entry", "board")).values()) == 1
    plays = Play.objects.filter(round__session__event=event)
    assert set(Counter(seats.values_list("play", flat=True)).values()) == {3}
    if event.movement == Event.Movement.SHARED:
        assert max(Counter(plays.values_list("round", "board")).values()) == 1
    for playing in Round.objects.filter(session__event=event).exclude(state=Round.State.PLANNED):
        # Who has a place is who holds the cards.
        placed = set(playing.chairs.values_list("table", "entry"))
        assert placed == set(playing.plays.values_list("table", "seats__entry"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_round_is_started_twice_at_once(kind: str) -> None:
    event = evening(kind)
    begun = at_once(*[lambda: round_start(event=event)] * 3)
    assert sum(isinstance(each, Refused) for each in begun) == 2
    (running,) = Round.objects.filter(session__event=event, state=Round.State.RUNNING)
    assert running.number == 2
    tables = running.chairs.values("table").distinct().count()
    assert running.plays.count() == 2 * tables
    assert_sound(event)


@pytest.mark.parametrize("kind", KINDS)
def test_planned_anew_while_the_round_starts(kind: str) -> None:
    event = evening(kind)
    gone = event.entries.get(number=1)

    def leaves() -> None:
        attendance_set(event=event, round_number=2, presences={gone.pk: "left"})
        movement_plan(event=Event.objects.get(pk=event.pk))

    started, planned = at_once(lambda: round_start(event=event), leaves)
    assert isinstance(started, Round | Refused)
    assert planned is None or isinstance(planned, Refused)
    assert_sound(event)
    running = Round.objects.filter(session__event=event, state=Round.State.RUNNING).first()
    third = Round.objects.get(session__event=event, number=3)
    if kind != "free":
        # Whoever came first: the round that began stands, and the one after it knows.
        movement_plan(event=Event.objects.get(pk=event.pk))
        assert not third.chairs.filter(entry=gone).exists()
    elif running is not None:
        assert running.chairs.filter(entry=gone).exists()


@pytest.mark.parametrize("time", range(2))
def test_seated_by_hand_while_it_is_planned(time: int) -> None:
    event = evening("standing")
    by_hand = [
        list(event.entries.filter(number__in=numbers).select_related("player").order_by("number"))
        for numbers in ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    ]

    def seats() -> None:
        seat_by_hand(event=event)
        free = Event.objects.get(pk=event.pk)
        seating_set(event=free, round_number=2, tables=by_hand)

    planned, seated = at_once(lambda: movement_plan(event=event), seats)
    for outcome in (planned, seated):
        assert outcome is None or isinstance(outcome, Refused)
    assert_sound(event)
    if seated is None:
        # What the director said last stands, whatever a plan on its way was.
        assert seatings_of(event)[2] == by_hand


@pytest.mark.parametrize("time", range(2))
def test_the_same_round_is_seated_by_two_directors_and_begins(time: int) -> None:
    event = evening("free")
    tables = seatings_of(event)[2]
    one = [*tables[1:], tables[0]]
    other = [list(reversed(table)) for table in tables]
    *saved, begun = at_once(
        lambda: seating_set(event=event, round_number=2, tables=one),
        lambda: seating_set(event=event, round_number=2, tables=other),
        lambda: round_start(event=event),
    )
    assert all(each is None or isinstance(each, Refused) for each in saved)
    assert isinstance(begun, Round | Refused)
    assert_sound(event)
    seated = [[each.pk for each in table] for table in seatings_of(event)[2]]
    assert seated in [
        [[each.pk for each in table] for table in way] for way in (tables, one, other)
    ]


@pytest.mark.parametrize("at_desk", [False, True])
@pytest.mark.parametrize("time", range(2))
def test_a_result_comes_while_a_round_of_shared_boards_closes(at_desk: bool, time: int) -> None:
    event = make_event(players=9, rounds=3, boards_per_round=1, movement="shared")
    playing = start_round(event)
    *others, last = playing.plays.order_by("pk")
    for play in others:
        record(play)

    def enters() -> None:
        if at_desk:
            record(last)
        else:
            submission_create(
                play=last, detail={"tricks": [5, 3, 2]}, sent_id=uuid.uuid4(), seat=0, device="one"
            )

    entered, closed, begun = at_once(
        enters,
        lambda: round_close(playing=playing, accept_missing=True),
        lambda: round_start(event=event),
    )
    assert entered is None or (isinstance(entered, Refused) and not at_desk)
    assert closed is None
    # Boards go on only from a round that is closed.
    playing.refresh_from_db()
    assert playing.state == Round.State.CLOSED
    assert isinstance(begun, Round | Refused)
    assert Result.objects.filter(play=last).exists() == at_desk
    assert Pending.objects.filter(play=last).exists() == (not at_desk and entered is None)
    assert_sound(event)


@pytest.mark.parametrize("kind", ["shared", "teams", "standing"])
def test_two_change_who_is_there_and_both_count(kind: str) -> None:
    event = evening(kind)
    first, second = event.entries.filter(number__in=[1, 4])

    def away(number: int) -> Callable[[], None]:
        def act() -> None:
            attendance_set(event=event, round_number=2, presences={number: "left"})
            movement_plan(event=Event.objects.get(pk=event.pk))

        return act

    outcomes = at_once(
        away(first.pk),
        away(second.pk),
        lambda: entries_add(event=event, entries=[NewEntry("Late")], first_round=2),
    )
    assert not any(
        isinstance(each, BaseException) and not isinstance(each, Refused) for each in outcomes
    )
    movement_plan(event=Event.objects.get(pk=event.pk))
    upcoming = Round.objects.get(session__event=event, number=2)
    assert not upcoming.chairs.filter(entry__in=[first, second]).exists()
    assert_sound(event)
