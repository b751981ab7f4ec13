"""Whoever directs a single event of the club enters people, and learns of nobody, nor speaks for
them."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_director, make_event, play_round, start_round
from tests.desk.conftest import signed_in
from tests.desk.test_rulings import hidden
from tournament.events.models import Event
from tournament.events.services import NewEntry, entries_add
from tournament.leaderboard.services import event_publish
from tournament.players.models import Club, Player
from tournament.players.services import player_create
from tournament.rulings.models import Proposal
from tournament.tables.models import Play, PlaySeat

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


class TestSubstitutes:
    """Who sat for somebody: the guest names people, and picks nobody of the club."""

    @pytest.fixture
    def playing(self, event: Event) -> Event:
        entries_add(event=event, entries=[NewEntry(f"Player {number}") for number in range(4)])
        start_round(event)
        return event

    def name(self, client: Client, event: Event, name: str) -> Player:
        """Say in two steps who played; return the substitute."""
        play = Play.objects.filter(table__event=event).order_by("pk")[0]
        seat = play.seats.get(number=0)
        page = reverse("desk_put_right", args=[event.public_id, play.pk, "substitute"])
        form = {"entry": seat.entry_id, "name": name, "scope": "on", "reason": "Late"}
        shown = client.post(page, form)
        assert client.post(page, form | hidden(shown) | {"sure": "1"}).status_code == 302
        (substitute,) = {each.substitute for each in seat.entry.seats.all()}
        assert substitute is not None
        return substitute

    def test_whom_a_guest_names_is_somebody_new(
        self, director: Client, playing: Event, known: Player
    ) -> None:
        new = self.name(director, playing, "léa martin")
        assert (new.pk != known.pk, new.name) == (True, "léa martin")

    def test_or_somebody_of_the_event(self, director: Client, playing: Event) -> None:
        out = playing.entries.get(seats=None).player
        assert self.name(director, playing, out.name.upper()) == out

    def test_or_who_has_substituted_there(
        self, director: Client, club_director: Client, playing: Event, known: Player
    ) -> None:
        assert self.name(club_director, playing, "léa martin") == known
        PlaySeat.objects.filter(substitute=known, play__board__number=1).update(substitute=None)
        assert self.name(director, playing, "LÉA MARTIN") == known

    def test_the_clubs_director_names_whom_the_club_knows(
        self, club_director: Client, playing: Event, known: Player
    ) -> None:
        assert self.name(club_director, playing, "léa martin") == known

    def test_nor_does_a_guest_whose_player_leaves(
        self, director: Client, playing: Event, known: Player
    ) -> None:
        entry = Play.objects.filter(table__event=playing)[0].seats.get(number=0).entry
        page = reverse("desk_leave", args=[playing.public_id, entry.number])
        form = {"goes_on": "substitute", "name": "léa martin", "own": "nothing", "reason": "Ill"}
        shown = director.post(page, form)
        assert director.post(page, form | hidden(shown) | {"sure": "1"}).status_code == 302
        (whom,) = {each.substitute for each in entry.seats.all()}
        assert whom not in {None, known}

    @pytest.mark.parametrize("is_guest", [True, False])
    def test_who_confirms_it_does_not_make_it_somebody_else(
        self, director: Client, club_director: Client, event: Event, known: Player, is_guest: bool
    ) -> None:
        entries_add(event=event, entries=[NewEntry(f"Player {number}") for number in range(3)])
        for _round in range(event.rounds):
            play_round(event)
        event_publish(event=event)
        guest = make_director("guest")
        event.directors.add(guest)
        one, other = signed_in(guest), club_director
        one, other = (one, other) if is_guest else (other, one)
        play = Play.objects.filter(table__event=event).order_by("pk")[0]
        seat = play.seats.get(number=0)
        page = reverse("desk_put_right", args=[event.public_id, play.pk, "substitute"])
        form = {"entry": seat.entry_id, "name": "léa martin", "scope": "this", "reason": "Late"}
        shown = one.post(page, form)
        assert one.post(page, form | hidden(shown) | {"sure": "1"}).status_code == 302
        proposal = Proposal.objects.get()
        answer = reverse("desk_proposal", args=[event.public_id, proposal.pk])
        assert other.get(answer).status_code == 200
        assert other.post(answer, {"confirm": "1"}).status_code == 302
        seat.refresh_from_db()
        assert (seat.substitute == known) == (not is_guest)
