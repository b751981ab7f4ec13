"""Open pages of an event follow what others do: each part is fetched when the desk is told."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import log_print, make_event, start_round
from tests.news import announced
from tournament.desk.services import consents_set, settings_change
from tournament.documents.selectors import hands_of_boards
from tournament.documents.services import hand_slips_print
from tournament.events.models import Event
from tournament.events.selectors import only_session
from tournament.events.services import (
    NewEntry,
    attendance_set,
    entries_add,
    entry_remove,
    entry_update,
)
from tournament.push.topics import desk_topic
from tournament.tables.planning import movement_plan

pytestmark = pytest.mark.django_db
PAGES = ["desk_event", "desk_players", "desk_movement", "desk_attendance", "desk_print"]


def url(name: str, event: Event) -> str:
    return reverse(name, args=[event.public_id])


def part(client: Client, address: str) -> Any:
    """What an open page fetches anew."""
    return client.get(address, headers={"hx-request": "true", "hx-target": "live"})


@pytest.mark.parametrize("name", PAGES)
def test_a_page_listens_and_fetches_its_own_part(name: str, director: Client) -> None:
    event = make_event(players=6)
    whole = director.get(f"{url(name, event)}?round=2").content.decode()
    assert whole.count('data-stream="/stream/?t=') == 1
    assert f'hx-get="{url(name, event)}?round=2"' in whole
    answer = part(director, url(name, event))
    assert answer.status_code == 200
    fetched = answer.content.decode()
    assert "<html" not in fetched
    assert 'id="live"' not in fetched
    assert 'id="page-header" hx-swap-oob="true"' in fetched
    assert fetched.count("<h1>") == 1
    heading = whole[whole.index("<h1>") : whole.index("</h1>")]
    assert heading in fetched


@pytest.mark.parametrize("name", PAGES)
def test_the_part_is_for_the_events_directors_alone(
    name: str, client: Client, stranger: Client
) -> None:
    event = make_event(players=3)
    assert part(stranger, url(name, event)).status_code == 403
    signed_out = part(client, url(name, event))
    assert signed_out.content == b""
    assert signed_out["HX-Redirect"].startswith(reverse("login"))


def test_a_player_entered_elsewhere_is_in_every_part(director: Client) -> None:
    event = make_event(players=3)
    entries_add(event=event, entries=[NewEntry("Zoé Vidal")])
    assert "Zoé Vidal" in part(director, url("desk_players", event)).content.decode()
    assert "Zoé Vidal" in part(director, url("desk_attendance", event)).content.decode()
    assert "4 players are entered" in part(director, url("desk_event", event)).content.decode()
    movement = part(director, url("desk_movement", event)).content.decode()
    assert "The players have changed since" in movement
    log_print(only_session(event).deal_set, who="anne")
    assert "<bdi>anne</bdi>" in part(director, url("desk_print", event)).content.decode()


def test_the_preparation_gives_way_to_the_evening(director: Client) -> None:
    event = make_event(players=3)
    start_round(event)
    answer = part(director, url("desk_event", event))
    assert answer["HX-Refresh"] == "true"


def test_adding_a_player_still_answers_with_the_list_alone(director: Client) -> None:
    event = make_event(players=3)
    answer = director.post(
        url("desk_players", event),
        {"name": "Zoé Vidal"},
        headers={"hx-request": "true", "hx-target": "players"},
    )
    fetched = answer.content.decode()
    assert fetched.count('<div id="players"') == 1
    assert "page-header" not in fetched
    # What was said stays when the page follows its own change, a moment later.
    assert 'data-keep="add" data-touched' in fetched


def add(event: Event) -> None:
    entries_add(event=event, entries=[NewEntry("Zoé Vidal")])


def correct(event: Event) -> None:
    entry_update(entry=event.entries.all()[0], name="Zoé Vidal", name_public=True)


def remove(event: Event) -> None:
    entry_remove(entry=event.entries.all()[0])


def consent(event: Event) -> None:
    consents_set(event=event, shown=[1], public=[])


def attend(event: Event) -> None:
    first = event.entries.all()[0]
    attendance_set(event=event, round_number=1, presences={first.pk: "absent"})


def rename(event: Event) -> None:
    settings_change(
        event=event, name="X", confirmation="players", show_traveller=True, scoring=None
    )


def print_hands(event: Event) -> None:
    hand_slips_print(
        event=event,
        hands=hands_of_boards(event, [1]),
        played={1: [1]},
        reserve=False,
        who="anne",
        language="en",
    )


def plan(event: Event) -> None:
    movement_plan(event=event)


CHANGES = [add, correct, remove, consent, attend, rename, print_hands, plan, start_round]


@pytest.mark.parametrize("change", CHANGES)
def test_the_desk_is_told_of_every_change(change: Callable[[Event], object]) -> None:
    event = make_event(players=6)
    with announced() as topics:
        change(event)
    assert desk_topic(event.public_id) in topics
