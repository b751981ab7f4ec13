"""A name corrected once is corrected wherever it stands, in every tournament of the player."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_event, play_round
from tournament.events.models import Event
from tournament.events.services import NewEntry, entries_add
from tournament.leaderboard.services import event_publish
from tournament.standings.services import standings_compute
from tournament.tables.planning import movement_plan

pytestmark = pytest.mark.django_db


def test_a_corrected_name_is_everywhere(director: Client) -> None:
    now = make_event(players=3, rounds=1, boards_per_round=1)
    player = now.entries.get(number=1).player
    earlier = make_event(players=0, rounds=1, boards_per_round=1)
    entries_add(
        event=earlier,
        entries=[NewEntry("A", True), NewEntry("B", True), NewEntry("C", True)],
    )
    entry = earlier.entries.get(number=1)
    entry.player = player
    entry.save()
    movement_plan(event=earlier)
    events: list[Event] = []
    for event in (now, earlier):
        play_round(event)
        standings_compute(event_id=event.pk)
        events.append(Event.objects.get(pk=event.pk))
    event_publish(event=events[1])
    kept = [event.publication for event in Event.objects.order_by("pk")]

    desk = reverse("desk_player", args=[now.public_id, 1])
    director.post(desk, {"name": "Zénaïde Corrigée", "name_public": "on"})

    board = now.sessions.get().boards.get().number
    for event in (now, earlier):
        id_ = event.public_id
        for page in (
            reverse("event", args=[id_]),
            reverse("scorecard", args=[id_, 1]),
            reverse("board", args=[id_, board]),
            reverse("standings_csv", args=[id_]),
            reverse("standings_json", args=[id_]),
            reverse("results_csv", args=[id_]),
            reverse("table", args=[event.tables.get().code]),
        ):
            html = Client().get(page).content.decode()
            assert "Player 1" not in html, page
            if not page.startswith("/t/"):
                assert "Zénaïde Corrigée" in html or "Z\\u00e9na" in html, page
    # What is kept of public pages is kept under the publication, which rose in both.
    after = [event.publication for event in Event.objects.order_by("pk")]
    assert all(now_ > before for now_, before in zip(after, kept, strict=True))
