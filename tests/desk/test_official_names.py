"""A name that is corrected after standings are official leaves a row in their histories."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_director
from tests.desk.test_second_director import make_official
from tests.rulings.evenings import Evening, make_evening
from tournament.events.models import Entry
from tournament.rulings.models import Ruling

pytestmark = pytest.mark.django_db


def correct(director: Client, entry: Entry, name: str, *, is_public: bool = True) -> None:
    address = reverse("desk_player", args=[entry.event.public_id, entry.number])
    form = {"name": name} | ({"name_public": "on"} if is_public else {})
    assert director.post(address, form).status_code == 302


@pytest.fixture
def evening(db: None) -> Evening:
    return make_official()


def public_history(evening: Evening) -> str:
    address = reverse("history", args=[evening.event.public_id])
    return Client().get(address).content.decode()


def test_the_history_says_what_it_was_and_who_corrected_it(
    director: Client, evening: Evening
) -> None:
    entry = evening.entry(1, 0)
    before = entry.player.name
    correct(director, entry, "Zoé Martin")
    ruling = Ruling.objects.get()
    assert (ruling.before, ruling.after) == (before, "Zoé Martin")
    assert (ruling.event, ruling.user) == (evening.event, make_director())
    page = director.get(reverse("desk_history", args=[evening.event.public_id])).content.decode()
    assert f"{before} → Zoé Martin" in page
    assert reverse("desk_undo", args=[evening.event.public_id, ruling.pk]) not in page
    assert f"{before} → Zoé Martin" in public_history(evening)


def test_in_public_without_the_spellings_of_a_name_that_is_withheld(
    director: Client, evening: Evening
) -> None:
    entry = evening.entry(1, 0)
    correct(director, entry, "Zoé Martin")
    correct(director, evening.entry(1, 0), "Zoé Martin", is_public=False)
    page = public_history(evening)
    assert "The spelling was corrected." in page
    assert "Zoé" not in page
    assert f"{entry.player.name} →" not in page


def test_only_where_standings_are_official_and_only_for_another_name(director: Client) -> None:
    entry = make_evening().entry(1, 0)
    correct(director, entry, "Zoé Martin")
    assert not Ruling.objects.exists()
    entry.event.state = "official"
    entry.event.save()
    correct(director, entry, "Zoé Martin", is_public=False)
    assert not Ruling.objects.exists()


def test_it_is_corrected_again_instead_of_undone(director: Client, evening: Evening) -> None:
    correct(director, evening.entry(1, 0), "Zoé Martin")
    address = reverse("desk_undo", args=[evening.event.public_id, Ruling.objects.get().pk])
    assert "corrected again" in director.get(address).content.decode()
    director.post(address, {"reason": "Wrong"})
    assert Ruling.objects.count() == 1
