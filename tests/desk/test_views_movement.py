"""The movement at the desk: proposed, planned anew, one round at a time."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_event, play_round
from tournament.events.models import Event
from tournament.events.services import NewEntry, entries_add
from tournament.tables.models import Chair, PlaySeat
from tournament.tables.selectors import movement_is_stale

pytestmark = pytest.mark.django_db
CountQueries = Callable[[Client, str], int]


def url(event: Event) -> str:
    return reverse("desk_movement", args=[event.public_id])


def seats(event: Event, round_number: int) -> list[tuple[int, int, str]]:
    chairs = Chair.objects.filter(round__session__event=event, round__number=round_number)
    rows = chairs.order_by("table__number", "number")
    return list(rows.values_list("table__number", "number", "entry__player__name"))


def test_says_what_the_movement_is_worth(director: Client) -> None:
    page = director.get(url(make_event(players=12))).content.decode()
    assert "12 players, 4 tables, 4 rounds of 3 boards." in page
    assert "Everybody meets 8 of the 11 others." in page
    assert "Plan again" not in page


def test_shows_who_sits_where_one_round_at_a_time(director: Client) -> None:
    event = make_event(players=10)
    for number in (1, 3):
        shown = director.get(url(event), {"round": number})
        names = [entry.player.name for table in shown.context["tables"] for entry in table.entries]
        assert names == [name for _table, _chair, name in seats(event, number)]
        (out,) = shown.context["sit_outs"]
        assert out not in names
    assert director.get(url(event), {"round": "99"}).status_code == 200


def test_an_old_plan_is_planned_again_with_one_button(director: Client) -> None:
    event = make_event(players=6)
    entries_add(event=event, entries=[NewEntry(f"New {number}") for number in range(3)])
    stale = director.get(url(event)).content.decode()
    assert "Plan again" in stale
    assert "Hand slips and cards for the tables" not in stale
    answer = director.post(url(event), follow=True)
    page = answer.content.decode()
    assert "9 players, 3 tables" in page
    assert "4 rounds are planned." in page
    assert "Hand slips and cards for the tables" in page
    assert not movement_is_stale(event)


def test_what_was_played_stands(director: Client) -> None:
    event = make_event(players=6)
    play_round(event)
    played = seats(event, 1)
    entries_add(event=event, entries=[NewEntry("New")], first_round=2)
    director.post(url(event))
    assert seats(event, 1) == played
    assert not movement_is_stale(event)


@pytest.mark.parametrize("players", [0, 2])
def test_too_few_players_are_told_so(players: int, director: Client) -> None:
    event = make_event(players=players)
    page = director.get(url(event)).content.decode()
    assert "enter at least three" in page
    assert director.post(url(event)).status_code == 302


def test_a_first_plan_is_made_with_one_button(director: Client) -> None:
    event = make_event(players=0)
    entries_add(event=event, entries=[NewEntry(name) for name in ("Anne", "Bob", "Chloé")])
    assert "Plan the movement" in director.get(url(event)).content.decode()
    director.post(url(event))
    assert len(seats(event, 4)) == 3


def test_nothing_is_left_to_plan_after_the_last_round(director: Client) -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1)
    play_round(event)
    answer = director.post(url(event), follow=True)
    assert "nothing is left to plan" in answer.content.decode()
    assert "3 players, 1 table, 1 round" in answer.content.decode()


def test_asks_the_database_no_more_for_more_players(
    director: Client, count_queries: CountQueries
) -> None:
    small, large = make_event(players=3), make_event(players=31)
    assert count_queries(director, url(large)) == count_queries(director, url(small))


def test_other_sizes_are_offered_side_by_side_and_one_can_be_taken(director: Client) -> None:
    event = make_event(players=12, rounds=3, boards_per_round=4, turned=True)
    offers = director.get(url(event), {"compare": ""}).context["offers"]
    wanted, *others = offers
    assert (wanted.rounds, wanted.boards_per_round, wanted.is_wanted) == (3, 4, True)
    assert {(each.rounds, each.boards_per_round) for each in others} >= {(2, 4), (3, 3)}
    take = reverse("desk_movement_take", args=[event.public_id])
    answer = director.post(take, {"rounds": 2, "boards_per_round": 4}, follow=True)
    assert "12 players, 4 tables, 2 rounds of 4 boards." in answer.content.decode()
    event.refresh_from_db()
    assert (event.rounds, event.boards_per_round) == (2, 4)
    assert not movement_is_stale(event)


def test_once_begun_nothing_is_offered_or_taken(director: Client) -> None:
    event = make_event(players=6)
    play_round(event)
    page = director.get(url(event), {"compare": ""})
    assert page.context["offers"] == []
    take = reverse("desk_movement_take", args=[event.public_id])
    answer = director.post(take, {"rounds": 2, "boards_per_round": 4}, follow=True)
    assert "Round 1 has begun" in answer.content.decode()
    assert Event.objects.get(pk=event.pk).rounds == event.rounds
    for wrong in ({}, {"rounds": "x", "boards_per_round": 1}, {"rounds": 0, "boards_per_round": 1}):
        assert director.post(take, wrong).status_code == 403


def test_pictures_show_what_was_really_played(director: Client) -> None:
    event = make_event(players=6, rounds=2, turned=True)
    before = director.get(url(event)).context["figures"]
    play_round(event)
    page = director.get(url(event))
    assert page.context["figures"] == before
    assert "as played so far" in page.content.decode()
    assert [picture.columns for picture in page.context["pictures"]] == [6, 6, 3]
    lines = [f"{entry.number} {entry.player.name}" for entry in event.entries.order_by("number")]
    assert [list(picture.names) for picture in page.context["pictures"]] == [lines] * 3
    first, second = PlaySeat.objects.filter(play__round__number=1).order_by("pk")[:2]
    PlaySeat.objects.filter(pk=first.pk).update(number=9)
    PlaySeat.objects.filter(pk=second.pk).update(number=first.number)
    PlaySeat.objects.filter(pk=first.pk).update(number=second.number)
    assert director.get(url(event)).context["figures"].seat_spread_max > before.seat_spread_max


def test_lines_too_low_for_names_have_none(director: Client) -> None:
    named, large = make_event(players=30, rounds=1), make_event(players=33, rounds=1)
    for event, many in ((named, 30), (large, 0)):
        for picture in director.get(url(event)).context["pictures"]:
            assert len(picture.names) == many


def test_the_director_hears_what_a_newcomer_costs(director: Client) -> None:
    event = make_event(players=9, rounds=4, turned=True)
    play_round(event)
    entries_add(event=event, entries=[NewEntry("New")], first_round=2)
    page = director.post(url(event), follow=True).content.decode()
    assert "of 100 (" in page


def test_where_standings_seat_the_players_later_rounds_say_so(director: Client) -> None:
    event = make_event(players=9, rounds=3, movement=Event.Movement.STANDING)
    page = director.get(url(event), {"round": 2})
    assert "once round 1 is closed" in page.content.decode()
    assert "9 players, 3 tables, 3 rounds of 3 boards." in page.content.decode()
    assert "0 players" not in page.content.decode()
    assert "Counted over the only round that has places." in page.content.decode()
    entries_add(event=event, entries=[NewEntry(f"New {number}") for number in range(3)])
    said = director.post(url(event), follow=True).content.decode()
    assert "Round 1 is planned; the places of a later one come from the standings." in said
    assert "rounds are planned" not in said


def test_where_boards_are_shared_each_table_names_its_own(director: Client) -> None:
    event = make_event(players=15, rounds=2, movement=Event.Movement.SHARED)
    shown = director.get(url(event), {"round": 1}).context["tables"]
    boards = [table.boards for table in shown]
    assert len(set(boards)) == 5
    assert set(boards) <= {f"{first}–{first + 2}" for first in range(1, 40, 3)}
