"""What a new plan costs is told before it is saved, and after: for every kind of movement."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.builders import make_event, play_round, start_round
from tests.phone.conftest import text
from tests.rulings.evenings import everything
from tests.team_events import make_teams
from tournament.events.models import Event
from tournament.rules.movements import plan
from tournament.standings.services import standings_compute
from tournament.tables import plans
from tournament.tables.planning import movement_plan
from tournament.tables.seating import seat_by_hand

pytestmark = pytest.mark.django_db


def evening(kind: str, players: int = 15) -> Event:
    """An event whose first round is played, and whose next one is planned."""
    if kind == "teams":
        event = make_teams(5, rounds=4)
    else:
        movement = "barometer" if kind == "free" else kind
        event = make_event(
            players=players, rounds=4, boards_per_round=3, turned=True, movement=movement
        )
    if kind == "free":
        seat_by_hand(event=event)
        event.refresh_from_db()
    play_round(event)
    event.refresh_from_db()
    if kind == "standing":
        standings_compute(event_id=event.pk)
        movement_plan(event=event)
    return event


def attendance(event: Event, gone: int = 0, **sent: Any) -> dict[str, Any]:
    upcoming = 2
    marked = " ".join(f"{each.number}-present" for each in event.entries.all())
    presences = {f"presence-{each.number}": "present" for each in event.entries.all()}
    presences |= {f"presence-{number}": "left" for number in range(1, gone + 1)}
    return {"round": str(upcoming), "marked": marked, "fill": "", **presences, **sent}


KINDS = ["barometer", "shared", "standing", "teams", "free"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("gone", [0, 1, 3])
def test_the_attendance_page_tells_it_before_and_after(
    director: Client, kind: str, gone: int
) -> None:
    event = evening(kind)
    address = reverse("desk_attendance", args=[event.public_id])
    sent = attendance(event, gone, late_name="" if gone else "Zoé")
    before = everything()
    looked = director.post(address, {**sent, "look": "1"})
    assert looked.status_code == 200
    assert everything() == before
    told = looked.context["looked"]
    assert f"<strong>Not saved yet.</strong> {told}" in text(looked)
    # What was typed stands there still.
    assert 'value="left" checked' in text(looked) or not gone
    assert "Zoé" in text(looked) or gone
    saved = text(director.post(address, sent, follow=True))
    assert told in saved
    assert ("seat the players" if kind == "free" else "Round 2 is planned with") in told


@pytest.mark.parametrize("kind", ["barometer", "shared", "standing"])
def test_it_costs_something_when_a_table_is_lost(director: Client, kind: str) -> None:
    event = evening(kind)
    address = reverse("desk_attendance", args=[event.public_id])
    looked = director.post(address, attendance(event, 4, look="1"))
    told = looked.context["looked"]
    assert "3 tables" in told
    assert "over the whole event" in told or "evenness" in told
    assert "Nobody sits out more than" in told or "sits out from" in told or kind == "standing"


def test_what_teams_pay_is_told_of_teams(director: Client) -> None:
    event = make_teams(9, rounds=4)
    play_round(event)
    event.refresh_from_db()
    address = reverse("desk_attendance", args=[event.public_id])
    # Three teams do not come back, and six meet in three rounds whom they can.
    told = director.post(address, attendance(event, 9, look="1")).context["looked"]
    assert "of teams meet more than once" in told
    assert "evenness" not in told


def test_who_seats_by_hand_is_told_whose_place_is_empty(director: Client) -> None:
    event = evening("free", players=12)
    address = reverse("desk_attendance", args=[event.public_id])
    told = director.post(address, attendance(event, 2, look="1")).context["looked"]
    assert "everybody keeps their place" in told
    assert "not there: Player 1, Player 2. Seat others" in told


@pytest.mark.parametrize("kind", ["barometer", "teams", "standing"])
def test_leaving_in_mid_round_tells_it_before_and_after(director: Client, kind: str) -> None:
    event = evening(kind)
    if kind == "teams":
        event = make_teams(4, rounds=3)
    start_round(event)
    entry = event.entries.filter(chairs__round__state="running")[0]
    address = reverse("desk_leave", args=[event.public_id, entry.number])
    form = {"goes_on": "averages", "own": "A-", "for_good": "on", "reason": "Ill"}
    before = everything()
    asked = director.post(address, form)
    assert everything() == before
    planned = asked.context["planned"]
    assert planned in text(asked)
    if kind != "standing":
        assert "is planned with" in planned or "has no table" in planned
    saved = director.post(
        address, {**form, "seen": asked.context["seen"], "sure": "1"}, follow=True
    )
    assert "has left the table." in text(saved)
    assert planned in text(saved)
    back = director.post(address, {"back": "1"}, follow=True)
    assert "has a seat again in the rounds to come." in text(back)


def test_a_late_player_at_once_tells_it_after(director: Client) -> None:
    event = make_event(players=8, rounds=3, boards_per_round=2, turned=True)
    start_round(event)
    address = reverse("desk_arrive", args=[event.public_id])
    saved = text(director.post(address, {"name": "Zoé", "seat": "table"}, follow=True))
    assert "Zoé is entered and seated: table 3." in saved
    assert "Round 2 is planned with 3 tables." in saved


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_for_the_search_of_a_look(
    director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[bool] = []

    def noted(*given: Any, **named: Any) -> Any:
        searched.append(connection.in_atomic_block)
        return plan(*given, **named)

    event = evening("barometer")
    before = everything()
    monkeypatch.setattr(plans, "plan", noted)
    address = reverse("desk_attendance", args=[event.public_id])
    looked = director.post(address, attendance(event, 1, look="1"))
    leaving = {"kind": "good", "round": "1", "absent": "2", "look": "1"}
    director.post(reverse("desk_leave", args=[event.public_id, 2]), leaving)
    assert looked.status_code == 200
    assert searched and not any(searched)
    assert everything() == before
