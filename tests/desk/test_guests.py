"""Whoever directs a single event of the club enters people, and learns of nobody, nor speaks for
them."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_event
from tournament.events.models import Event
from tournament.events.services import NewEntry, entries_add
from tournament.players.models import Club, Player
from tournament.players.services import player_create

pytestmark = pytest.mark.django_db

# What the pages that take a name are sent to enter her; the guest types her in small letters.
FORMS: dict[str, dict[str, Any]] = {
    "desk_players": {"name": "léa martin", "name_public": "on"},
    "desk_list": {"enter": "", "name": ["léa martin"], "take": ["0"], "public": ["0"]},
    "desk_attendance": {"round": "1", "late_name": "léa martin", "late_public": "on"},
}


@pytest.fixture
def event(db: None) -> Event:
    return make_event(players=0)


@pytest.fixture
def known(event: Event) -> Player:
    """She has played at the club, and agreed to nothing."""
    entries_add(event=make_event(players=0), entries=[NewEntry("Léa Martin")])
    return Player.objects.get(name="Léa Martin")


def enter(client: Client, event: Event, page: str) -> Player:
    answer = client.post(reverse(page, args=[event.public_id]), FORMS[page])
    assert answer.status_code == 302
    return event.entries.get().player


@pytest.mark.parametrize("page", FORMS)
def test_a_guest_enters_somebody_new(
    director: Client, event: Event, known: Player, page: str
) -> None:
    entered = enter(director, event, page)
    assert entered.pk != known.pk
    assert (entered.name, entered.name_public) == ("léa martin", True)
    known.refresh_from_db()
    assert not known.name_public


@pytest.mark.parametrize("page", FORMS)
def test_the_clubs_director_enters_whom_the_club_knows(
    club_director: Client, event: Event, known: Player, page: str
) -> None:
    assert enter(club_director, event, page).pk == known.pk
    known.refresh_from_db()
    assert known.name_public


@pytest.mark.parametrize("page", FORMS)
def test_nobody_enters_another_clubs_player(club_director: Client, event: Event, page: str) -> None:
    elsewhere = player_create(
        club=Club.objects.create(name="Elsewhere"), name="Léa Martin", name_public=False
    )
    entered = enter(club_director, event, page)
    assert (entered.club, entered.pk == elsewhere.pk) == (event.club, False)
    elsewhere.refresh_from_db()
    assert not elsewhere.name_public


def test_a_guest_is_not_told_who_agreed(director: Client, event: Event, known: Player) -> None:
    Player.objects.filter(pk=known.pk).update(name_public=True)
    address = reverse("desk_players", args=[event.public_id])
    director.post(address, {"name": "Léa Martin"})
    assert not event.entries.get().player.name_public
