"""Who may open the pages of the evening, and by which methods."""

import uuid
from dataclasses import dataclass

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_event, start_round
from tournament.events.models import Event, Round
from tournament.results.models import Result
from tournament.results.services import submission_create
from tournament.tables.models import Play

READ = {"desk_round", "desk_history"}
POSTED = {"desk_call", "desk_decide"}
FORMS = {"desk_close", "desk_publish", "desk_confirm", "desk_entry", "desk_play"}
ALL = sorted(READ | POSTED | FORMS)
OF_A_ROUND = {"desk_round", "desk_confirm"}
OF_A_PLAY = {"desk_play", "desk_decide"}
pytestmark = pytest.mark.django_db


@dataclass
class Evening:
    event: Event
    play: Play

    def url(self, name: str) -> str:
        more = [1] if name in OF_A_ROUND else [self.play.pk] if name in OF_A_PLAY else []
        return reverse(name, args=[self.event.public_id, *more])


@pytest.fixture
def evening(db: None) -> Evening:
    event = make_event(players=3, rounds=1, boards_per_round=1)
    play = start_round(event).plays.get()
    return Evening(event, play)


@pytest.mark.parametrize("name", ALL)
def test_anonymous_people_are_sent_to_sign_in(name: str, evening: Evening, client: Client) -> None:
    for method in (client.get, client.post):
        answer = method(evening.url(name))
        if answer.status_code != 405:
            assert answer["Location"].startswith(reverse("login"))


@pytest.mark.parametrize("name", sorted(READ | FORMS))
def test_directors_and_superusers_see_every_page(
    name: str, evening: Evening, director: Client, superuser: Client
) -> None:
    for client in (director, superuser):
        answer = client.get(evening.url(name))
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("name", ALL)
def test_who_does_not_direct_the_event_is_not_let_in(
    name: str, evening: Evening, stranger: Client
) -> None:
    entry = submission_create(
        play=evening.play, detail={"tricks": [5, 3, 2]}, sent_id=uuid.uuid4(), device="one"
    )
    if name not in POSTED:
        assert stranger.get(evening.url(name)).status_code == 403
    if name not in READ:
        form = {"entry": entry.pk, "round": "1", "without": "1"}
        assert stranger.post(evening.url(name), form).status_code == 403
    assert not Result.objects.exists()
    assert Round.objects.get().state == Round.State.RUNNING


@pytest.mark.parametrize("name", ALL)
def test_wrong_methods_are_not_allowed(name: str, evening: Evening, director: Client) -> None:
    address = evening.url(name)
    assert director.put(address).status_code == 405
    assert director.delete(address).status_code == 405
    if name in POSTED:
        assert director.get(address).status_code == 405
    if name in READ:
        assert director.post(address).status_code == 405


@pytest.mark.parametrize("name", sorted(OF_A_PLAY))
def test_a_play_of_another_event_is_not_found(
    name: str, evening: Evening, director: Client
) -> None:
    other = make_event(players=3, rounds=1, boards_per_round=1)
    mixed = reverse(name, args=[other.public_id, evening.play.pk])
    form = {"kind": "tricks", "tricks_0": 5, "tricks_1": 3, "sent_id": str(uuid.uuid4())}
    assert director.post(mixed, form).status_code == 404
    if name == "desk_play":
        assert director.get(mixed).status_code == 404
    assert not Result.objects.exists()


@pytest.mark.parametrize("name", ALL)
def test_an_event_that_does_not_exist_is_not_found(
    name: str, evening: Evening, superuser: Client
) -> None:
    address = evening.url(name).replace(evening.event.public_id, "zzzzzzzz")
    method = superuser.post if name in POSTED else superuser.get
    assert method(address).status_code == 404
