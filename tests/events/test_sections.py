"""Sections of a field: made by themselves, by the director, by hand; who comes later; plans."""

from collections import Counter

import pytest

from tests.builders import make_event, play_round, start_round
from tournament.errors import Refused
from tournament.events.groups import entry_section_set, sections_set
from tournament.events.models import Event
from tournament.events.sections import sections_needed, sections_of
from tournament.events.services import NewEntry, attendance_set, entries_add
from tournament.events.standins import stand_ins_set
from tournament.rules.movements import quality
from tournament.tables.planning import movement_plan
from tournament.tables.selectors import movement_is_stale, movement_rounds, round_plans

pytestmark = pytest.mark.django_db


def sizes(event: Event) -> dict[int, int]:
    return dict(sorted(Counter(event.entries.values_list("section", flat=True)).items()))


def more(event: Event, many: int, first_round: int = 1) -> None:
    names = [NewEntry(f"More {number}") for number in range(event.entries.count(), many)]
    entries_add(event=event, entries=names, first_round=first_round)


@pytest.mark.parametrize(
    ("players", "sections"), [(3, 1), (300, 1), (301, 2), (450, 3), (600, 4), (1200, 8)]
)
def test_how_many_sections_a_field_needs(players: int, sections: int) -> None:
    assert sections_needed(players) == sections
    assert players / sections <= 300


def test_above_300_players_sections_are_made_evenly_by_themselves() -> None:
    event = make_event(players=0, rounds=1)
    more(event, 300)
    assert sizes(event) == {1: 300}
    more(event, 301)
    assert sizes(event) == {1: 151, 2: 150}
    more(event, 450)
    assert sizes(event) == {1: 150, 2: 150, 3: 150}
    more(event, 451)
    assert sizes(event) == {1: 151, 2: 150, 3: 150}


def test_the_directors_own_number_stays_as_long_as_it_can_be_planned() -> None:
    event = make_event(players=0, rounds=1)
    more(event, 450)
    sections_set(event=event, many=2)
    more(event, 600)
    assert sizes(event) == {1: 300, 2: 300}
    more(event, 601)
    assert set(sizes(event)) == {1, 2, 3, 4}
    assert max(sizes(event).values()) - min(sizes(event).values()) <= 1


def test_the_lot_comes_from_the_events_seed() -> None:
    event, other = make_event(players=12), make_event(players=12)
    Event.objects.filter(pk__in=[event.pk, other.pk]).update(seed="the same")

    def drawn(each: Event) -> list[int]:
        sections_set(event=each, many=3)
        return list(each.entries.order_by("number").values_list("section", flat=True))

    assert drawn(event) == drawn(other)
    assert sizes(event) == {1: 4, 2: 4, 3: 4}
    Event.objects.filter(pk=other.pk).update(seed="another")
    assert drawn(event) != drawn(other)


def test_each_section_meets_only_itself_and_tables_are_numbered_on() -> None:
    event = make_event(players=21, rounds=3)
    sections_set(event=event, many=2)
    assert movement_is_stale(event)
    movement_plan(event=event)
    section = dict(event.entries.values_list("pk", "section"))
    for planned in movement_rounds(event):
        assert len(planned.tables) == 6
        for table in planned.tables:
            assert len({section[player] for player in table.players}) == 1
    playing = start_round(event)
    assert playing.boards.count() == 3
    assert set(playing.plays.values_list("board", flat=True)) == set(
        playing.boards.values_list("pk", flat=True)
    )


@pytest.mark.parametrize("movement", [Event.Movement.BAROMETER, Event.Movement.STANDING])
def test_so_it_does_in_every_round(movement: str) -> None:
    event = make_event(players=13, rounds=3, boards_per_round=1, movement=movement)
    sections_set(event=event, many=2)
    section = dict(event.entries.values_list("pk", "section"))
    for _round in range(3):
        playing = play_round(event)
        tables = round_plans(playing).tables
        assert [sorted({section[player] for player in each.players}) for each in tables] == [
            *([1], [1]),
            *([2], [2]),
        ]


def test_the_last_table_of_each_section_is_filled() -> None:
    event = make_event(players=8, rounds=2, boards_per_round=1)
    sections_set(event=event, many=2)
    assert sizes(event) == {1: 4, 2: 4}
    made = stand_ins_set(event=event, round_number=1, kind="house")
    assert sizes(event) == {1: 6, 2: 6}
    first = play_round(event)
    assert (first.chairs.count(), first.sit_outs.count()) == (12, 0)
    gone = event.entries.filter(section=1, stand_in="").first()
    assert gone is not None
    attendance_set(event=event, round_number=2, presences={gone.pk: "left"})
    # Of the same section, as long as they last.
    again = stand_ins_set(event=event, round_number=2, kind="house")
    assert {each.pk for each in again} < {each.pk for each in made}
    assert [each.section for each in again] == [2, 2]


def test_who_comes_later_goes_to_the_smallest() -> None:
    event = make_event(players=10)
    sections_set(event=event, many=3)
    assert sizes(event) == {1: 4, 2: 3, 3: 3}
    more(event, 12)
    assert sizes(event) == {1: 4, 2: 4, 3: 4}
    movement_plan(event=event)
    start_round(event)
    gone = event.entries.filter(section=2).first()
    assert gone is not None
    gone.last_round = 1
    gone.save()
    more(event, 13, first_round=2)
    assert sizes(event) == {1: 4, 2: 5, 3: 4}


@pytest.mark.parametrize("many", [0, 4, 10**6])
def test_groups_that_cannot_be(many: int) -> None:
    event = make_event(players=9)
    with pytest.raises(Refused, match="groups of three"):
        sections_set(event=event, many=many)
    assert sections_of(event) == [1]


def test_a_group_is_not_too_large() -> None:
    event = make_event(players=0, rounds=1)
    more(event, 601)
    with pytest.raises(Refused, match="at least 3 groups"):
        sections_set(event=event, many=2)


def test_groups_stand_once_round_1_has_begun() -> None:
    event = make_event(players=6)
    start_round(event)
    with pytest.raises(Refused, match="the groups stand"):
        sections_set(event=event, many=2)
    with pytest.raises(Refused, match="the groups stand"):
        entry_section_set(entry=event.entries.all()[0], section=2)


def test_a_player_is_put_into_another_group_by_hand() -> None:
    event = make_event(players=7)
    sections_set(event=event, many=2)
    entry = event.entries.filter(section=1).first()
    assert entry is not None
    entry_section_set(entry=entry, section=2)
    assert sizes(event) == {1: 3, 2: 4}
    with pytest.raises(Refused, match="no group 9"):
        entry_section_set(entry=entry, section=9)


@pytest.mark.parametrize("movement", [Event.Movement.SHARED, Event.Movement.TEAMS])
def test_movements_without_groups(movement: str) -> None:
    event = make_event(players=9, movement=movement)
    with pytest.raises(Refused, match="know no groups"):
        sections_set(event=event, many=2)


def test_quality_is_that_of_the_whole_field() -> None:
    event = make_event(players=18, rounds=4, turned=True)
    sections_set(event=event, many=2)
    movement_plan(event=event)
    figures = quality(movement_rounds(event))
    assert (figures.players, figures.tables, figures.conflicts) == (18, 6, 0)
    assert max(times for times, pairs in figures.meetings.items() if pairs) == 1
