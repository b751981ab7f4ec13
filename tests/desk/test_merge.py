"""The page on which a player who was entered twice becomes one."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_event, play_round
from tests.phone.conftest import text
from tests.team_events import make_teams
from tournament.events.models import Entry, Event, Team
from tournament.events.services import NewEntry, entries_add
from tournament.rulings.models import Ruling
from tournament.tables.planning import movement_plan

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    """Round 1 is over; number 4, who sat nowhere yet, is number 1 entered again."""
    event = make_event(players=3, rounds=2, boards_per_round=1)
    play_round(event)
    entries_add(event=event, entries=[NewEntry("Player One")], first_round=2)
    return event


def address(event: Event, number: int = 1) -> str:
    return reverse("desk_merge", args=[event.public_id, number])


def test_it_is_shown_then_saved_then_undone(event: Event, director: Client) -> None:
    form = {"other": "4", "reason": "Typed twice"}
    asked = director.post(address(event), form)
    page = text(asked)
    assert "Player 1 was entered twice: number 4 goes" in page
    assert event.entries.count() == 4
    (seen,) = [asked.context["seen"]]
    saved = director.post(address(event), {**form, "seen": seen, "sure": "1"}, follow=True)
    assert "Player 1 is one player now." in text(saved)
    assert event.entries.count() == 3
    ruling = Ruling.objects.get()
    history = text(director.get(reverse("desk_history", args=[event.public_id])))
    assert "number 4 goes" in history
    undo = reverse("desk_undo", args=[event.public_id, ruling.pk])
    assert director.get(undo).status_code == 200
    director.post(undo, {"reason": "Two people"})
    if event.entries.count() == 3:
        director.post(undo, {"reason": "Two people", "sure": "1"})
    assert event.entries.get(number=4).player.name == "Player One"
    history = text(director.get(reverse("desk_history", args=[event.public_id])))
    assert "Number 4 is a player again" in history


def test_the_rounds_to_come_are_planned_without_the_entry_that_goes(director: Client) -> None:
    event = make_event(players=5, rounds=2, boards_per_round=1)
    play_round(event)
    entries_add(event=event, entries=[NewEntry("Player One")], first_round=2)
    movement_plan(event=event)
    form = {"other": "6", "reason": "Typed twice"}
    seen = director.post(address(event), form).context["seen"]
    director.post(address(event), {**form, "seen": seen, "sure": "1"})
    movement = director.get(reverse("desk_movement", args=[event.public_id]))
    assert [len(table.entries) for table in movement.context["tables"]] == [3]
    assert not movement.context["is_stale"]


def test_the_public_history_names_no_withheld_player(event: Event, director: Client) -> None:
    form = {"other": "4", "reason": "Typed twice"}
    seen = director.post(address(event), form).context["seen"]
    director.post(address(event), {**form, "seen": seen, "sure": "1"})
    event.refresh_from_db()
    page = Client().get(reverse("event", args=[event.public_id])).content.decode()
    assert "Player One" not in page


def test_what_cannot_be_says_why(event: Event, director: Client) -> None:
    page = director.post(address(event), {"other": "2", "reason": "Typed twice"})
    assert page.status_code == 422
    assert "both played in round 1" in text(page)
    assert director.post(address(event), {"other": "4", "reason": ""}).status_code == 422
    assert director.post(address(event), {"other": "99", "reason": "x"}).status_code == 422
    assert director.post(address(event), {"other": "1", "reason": "x"}).status_code == 422
    assert Entry.objects.count() == 4


def test_somebody_else_was_faster(event: Event, director: Client) -> None:
    form = {"other": "4", "reason": "Typed twice"}
    seen = director.post(address(event), form).context["seen"]
    Entry.objects.filter(event=event, number=4).update(last_round=2)
    late = director.post(address(event), {**form, "seen": seen, "sure": "1"})
    assert late.status_code == 422
    assert "Somebody else has just changed this" in text(late)
    assert Entry.objects.count() == 4


def test_who_may(event: Event, director: Client, stranger: Client, client: Client) -> None:
    assert director.get(address(event)).status_code == 200
    assert director.get(address(event, 99)).status_code == 404
    assert director.put(address(event)).status_code == 405
    for method in (stranger.get, stranger.post):
        assert method(address(event)).status_code == 403
    assert client.post(address(event)).status_code == 302
    assert Entry.objects.count() == 4


def merge_by_page(event: Event, director: Client) -> None:
    form = {"other": "4", "reason": "Typed twice"}
    seen = director.post(address(event), form).context["seen"]
    director.post(address(event), {**form, "seen": seen, "sure": "1"})
    assert not event.entries.filter(number=4).exists()


NEWCOMERS: dict[str, dict[str, str | list[str]]] = {
    "desk_players": {"name": "Newcomer"},
    "desk_list": {"enter": "", "name": ["Newcomer"], "take": ["0"]},
    "desk_attendance": {"round": "2", "late_name": "Newcomer"},
}


@pytest.mark.parametrize("page", NEWCOMERS)
def test_the_number_of_whoever_is_gone_is_given_to_nobody(
    event: Event, director: Client, page: str
) -> None:
    merge_by_page(event, director)
    answer = director.post(reverse(page, args=[event.public_id]), NEWCOMERS[page])
    assert answer.status_code == 302
    assert event.entries.get(player__name="Newcomer").number == 5
    undo = reverse("desk_undo", args=[event.public_id, Ruling.objects.get().pk])
    assert director.post(undo, {"reason": "Two people"}).status_code == 302
    assert event.entries.get(number=4).player.name == "Player One"


def test_nor_to_whoever_fills_a_table(event: Event, director: Client) -> None:
    merge_by_page(event, director)
    attendance = reverse("desk_attendance", args=[event.public_id])
    director.post(attendance, {"round": "2", "late_name": "Newcomer", "fill": "house"})
    filling = event.entries.exclude(stand_in="").order_by("number")
    assert [(each.number, each.player.name) for each in filling] == [
        (6, "House player 1"),
        (7, "House player 2"),
    ]


def test_who_fills_a_table_keeps_a_name_though_another_is_gone(
    event: Event, director: Client
) -> None:
    attendance = reverse("desk_attendance", args=[event.public_id])
    director.post(attendance, {"round": "2", "fill": "house"})
    assert event.entries.filter(stand_in="house").count() == 2
    event.entries.get(player__name="House player 1").delete()
    director.post(attendance, {"round": "2", "fill": "house"})
    names = event.entries.filter(stand_in="house").values_list("player__name", flat=True)
    assert sorted(names) == ["House player 1", "House player 2"]


def test_undone_an_entry_is_in_its_section_and_team_again(event: Event, director: Client) -> None:
    team = Team.objects.create(event=event, number=1, name="Aces")
    event.entries.filter(number=4).update(section=2, team=team)
    merge_by_page(event, director)
    undo = reverse("desk_undo", args=[event.public_id, Ruling.objects.get().pk])
    director.post(undo, {"reason": "Two people"})
    back = event.entries.get(number=4)
    assert (back.section, back.team) == (2, team)


def test_two_of_different_teams_stay_two(director: Client) -> None:
    event = make_teams(3, rounds=2)
    play_round(event)
    first, second = event.teams.order_by("number")[:2]
    (again, alone) = entries_add(
        event=event, entries=[NewEntry("1.1 bis"), NewEntry("Nobody's")], first_round=2
    )
    event.entries.filter(pk=again.pk).update(team=second)
    kept = event.entries.get(number=1)

    def asked(stays: Entry, goes: Entry) -> str:
        form = {"other": f"{goes.number}", "reason": "Typed twice"}
        return text(director.post(address(event, stays.number), form))

    told = asked(kept, again)
    assert f"1.1 plays for {first.name} and 1.1 bis for {second.name}" in told
    assert "take one of them out of its team first" in told
    # What a team's player scored is not lost to it, either.
    assert f"1.1 plays for {first.name}: keep that entry" in asked(alone, kept)
    assert "was entered twice" in asked(kept, alone)
    event.entries.filter(pk=again.pk).update(team=first)
    assert "was entered twice" in asked(kept, again)
