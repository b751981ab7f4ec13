"""Events and entries: what a director may change, and when."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.utils import timezone

from deals.models import DealSet
from deals.services import deal_set_fix_public_value
from tests.builders import log_print, make_event, play_round, start_round
from tournament.errors import Refused
from tournament.events.models import Board, Entry, Event
from tournament.events.selectors import (
    entries_sorted,
    entry_is_present,
    entry_public_name,
    only_session,
)
from tournament.events.services import (
    EventData,
    NewEntry,
    attendance_set,
    entries_add,
    entry_remove,
    entry_update,
    event_delete,
    event_settings_update,
    event_size_set,
    event_update,
)
from tournament.players.models import Player

pytestmark = pytest.mark.django_db

DATA = EventData("Evening", date(2026, 11, 29), rounds=4, boards_per_round=3)


def test_an_event_has_sealed_deals_and_a_sealed_reserve() -> None:
    event = make_event(players=0, rounds=4, boards_per_round=3)
    session = only_session(event)
    assert (session.deal_set.boards, session.reserve_set.boards) == (12, 3)
    assert session.deal_set.commitment != session.reserve_set.commitment
    assert [board.number for board in session.boards.all()] == list(range(1, 13))
    assert [
        [board.number for board in playing.boards.all()] for playing in session.rounds.all()
    ] == [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]


@pytest.mark.parametrize(
    "wrong",
    [
        {"rounds": 0},
        {"rounds": 41},
        {"boards_per_round": 0},
        {"boards_per_round": 21},
        {"time_zone": "Europe/Atlantis"},
        {"game": "bridge"},
        {"name": "  "},
        {"name": "x" * 81},
        {"public_value_source": "Loto"},
        {"play_mode": "by post"},
        {"action_seconds": 4},
        {"action_seconds": 601},
        {"board_minutes": 0},
        {"board_minutes": 121},
        {"round_minutes": 0},
        {"round_minutes": 121},
        {"gone_seconds": 9},
        {"gone_seconds": 601},
        {"gone_seconds": None},
    ],
)
def test_what_makes_no_event_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        make_event(players=0, **wrong)
    assert not Event.objects.exists()
    assert not DealSet.objects.exists()


def test_a_clock_is_named_with_its_limits() -> None:
    with pytest.raises(Refused, match="from 5 to 600 seconds"):
        make_event(players=0, action_seconds=3)


def test_a_table_may_play_without_any_clock() -> None:
    event = make_event(players=0, action_seconds=None, board_minutes=None, round_minutes=None)
    event.refresh_from_db()
    assert (event.action_seconds, event.board_minutes, event.round_minutes) == (None, None, None)


def test_another_game_has_other_deals() -> None:
    event = make_event(players=0)
    assert event_update(event=event, data=replace(DATA, game="vicaire"))
    assert only_session(event).deal_set.game == "vicaire"


def test_deals_are_sealed_anew_only_when_they_must_be() -> None:
    event = make_event(players=0)
    before = only_session(event).deal_set.commitment
    assert not event_update(event=event, data=replace(DATA, name="Another name"))
    assert only_session(event).deal_set.commitment == before
    assert event_update(event=event, data=replace(DATA, rounds=5))
    event.refresh_from_db()
    assert only_session(event).deal_set.boards == 15
    assert Board.objects.count() == 15
    assert DealSet.objects.count() == 2


def test_printed_deals_are_not_drawn_again() -> None:
    event = make_event(players=0)
    deal_set = only_session(event).deal_set
    log_print(deal_set)
    assert not event_update(event=event, data=replace(DATA, name="Another name"))
    with pytest.raises(Refused):
        event_update(event=event, data=replace(DATA, rounds=5))
    event.refresh_from_db()
    assert (event.rounds, only_session(event).deal_set) == (4, deal_set)


def test_a_begun_event_keeps_its_rounds_and_cannot_be_deleted() -> None:
    event = make_event()
    start_round(event)
    with pytest.raises(Refused):
        event_update(event=event, data=replace(DATA, rounds=5))
    with pytest.raises(Refused):
        event_delete(event=event)


@pytest.mark.parametrize("of", ["deal_set", "reserve_set"])
def test_an_event_whose_hands_were_printed_cannot_be_deleted(of: str) -> None:
    event = make_event()
    log_print(getattr(only_session(event), of))
    with pytest.raises(Refused, match="who printed them stays on record"):
        event_delete(event=event)
    assert Event.objects.get() == event
    assert DealSet.objects.count() == 2


def test_an_event_in_preparation_is_deleted_with_its_deals() -> None:
    event_delete(event=make_event())
    assert not DealSet.objects.exists()


def test_names_are_withheld_unless_the_player_agreed() -> None:
    event = make_event(players=0)
    anna, ben = entries_add(event=event, entries=[NewEntry("Anna"), NewEntry("Ben", True)])
    assert entry_public_name(anna) == "Player 1"
    assert entry_public_name(ben) == "Ben"


def test_a_player_of_the_club_keeps_what_was_agreed() -> None:
    first = make_event(players=0)
    entries_add(event=first, entries=[NewEntry("Émile", True)])
    second = make_event(players=0)
    (entry,) = entries_add(event=second, entries=[NewEntry("émile")])
    assert Player.objects.count() == 1
    assert entry_public_name(entry) == "Émile"


@pytest.mark.parametrize(
    "names", [["Anna", "anna"], ["Anna", ""], ["Anna", "\u202e\u200b"], ["Anna", "x" * 81]]
)
def test_one_unusable_name_enters_nobody(names: list[str]) -> None:
    event = make_event(players=0)
    with pytest.raises(Refused):
        entries_add(event=event, entries=[NewEntry(name) for name in names])
    assert not Entry.objects.exists()
    assert not Player.objects.exists()


def test_at_most_1200_players() -> None:
    event = make_event(players=0)
    entries_add(event=event, entries=[NewEntry(f"P{number}") for number in range(1200)])
    with pytest.raises(Refused):
        entries_add(event=event, entries=[NewEntry("One more")])


def test_names_sort_with_their_accents_aside() -> None:
    event = make_event(players=0)
    entries_add(event=event, entries=[NewEntry(name) for name in ["Zoé", "Éric", "Emma", "Fred"]])
    assert [entry.player.name for entry in entries_sorted(event)] == [
        "Emma", "Éric", "Fred", "Zoé",
    ]  # fmt: skip


def test_agreeing_at_a_later_entry_raises_the_publication_everywhere() -> None:
    former, now = (make_event(players=0) for _ in range(2))
    entries_add(event=former, entries=[NewEntry("Anna")])
    before = Event.objects.get(pk=former.pk).publication
    entries_add(event=now, entries=[NewEntry("anna", name_public=True)])
    assert Event.objects.get(pk=former.pk).publication > before


def test_a_corrected_name_or_consent_raises_the_publication_everywhere() -> None:
    events = [make_event(players=0), make_event(players=0)]
    for event in events:
        entries_add(event=event, entries=[NewEntry("Ana")])
    before = [Event.objects.get(pk=event.pk).publication for event in events]
    entry_update(entry=Entry.objects.get(event=events[0]), name="Anna", name_public=True)
    after = [Event.objects.get(pk=event.pk).publication for event in events]
    assert all(new > old for new, old in zip(after, before, strict=True))


def test_a_name_cannot_become_another_players() -> None:
    event = make_event(players=0)
    anna, _ben = entries_add(event=event, entries=[NewEntry("Anna"), NewEntry("Ben")])
    with pytest.raises(Refused):
        entry_update(entry=anna, name="ben", name_public=False)


def test_absent_left_and_back_again() -> None:
    event = make_event(players=5, rounds=4)
    absent, left = event.entries.all()[:2]
    attendance_set(event=event, round_number=2, presences={absent.pk: "absent", left.pk: "left"})

    def present(entry: Entry) -> list[bool]:
        fresh = Entry.objects.get(pk=entry.pk)
        return [entry_is_present(fresh, number) for number in (1, 2, 3, 4)]

    assert present(absent) == [True, False, True, True]
    assert present(left) == [True, False, False, False]
    attendance_set(event=event, round_number=3, presences={left.pk: "present"})
    assert present(left) == [True, True, True, True]


def test_attendance_of_a_begun_round_or_of_strangers_is_refused() -> None:
    event = make_event(players=5)
    stranger = make_event(players=3).entries.first()
    assert stranger is not None
    start_round(event)
    entry = event.entries.first()
    assert entry is not None
    with pytest.raises(Refused):
        attendance_set(event=event, round_number=1, presences={entry.pk: "absent"})
    with pytest.raises(Refused):
        attendance_set(event=event, round_number=2, presences={stranger.pk: "absent"})


def test_players_are_removed_before_the_start_and_leave_after_it() -> None:
    event = make_event(players=4)
    entry = event.entries.first()
    assert entry is not None
    entry_remove(entry=entry)
    assert event.entries.count() == 3
    play_round(event)
    remaining = event.entries.first()
    assert remaining is not None
    with pytest.raises(Refused):
        entry_remove(entry=remaining)


def test_deals_drawn_with_a_public_value_are_not_drawn_again() -> None:
    today = timezone.localdate()
    announced: dict[str, Any] = {"public_value_source": "Loto", "public_value_date": today}
    event = make_event(players=0, **announced)
    data = replace(DATA, **announced)
    assert not event_update(event=event, data=replace(data, public_value_source=" Loto "))
    deal_set_fix_public_value(deal_set=only_session(event).deal_set, value="4 8 15 16 23 42")
    assert not event_update(event=event, data=replace(data, name="Another name"))
    with pytest.raises(Refused):
        event_update(event=event, data=replace(data, rounds=5))
    assert only_session(event).deal_set.public_value == "4 8 15 16 23 42"


def test_another_size_takes_nothing_back_that_was_changed_meanwhile() -> None:
    event = make_event(rounds=2, boards_per_round=2)
    read_before = Event.objects.get(pk=event.pk)
    event_settings_update(event=event, name="Cup", confirmation="director", show_traveller=False)
    event_size_set(event=read_before, rounds=3, boards_per_round=2)
    event.refresh_from_db()
    assert (event.name, event.rounds) == ("Cup", 3)
