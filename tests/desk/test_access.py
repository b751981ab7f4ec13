"""The desk opens to an event's directors and superusers, by the methods each page has."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_event
from tournament.events.models import Entry, Event

CLUB_PAGES = ["desk", "desk_new", "desk_club"]
EVENT_PAGES = [
    "desk_event",
    "desk_edit",
    "desk_delete",
    "desk_public_value",
    "desk_players",
    "desk_list",
    "desk_movement",
    "desk_attendance",
]
ONLY_READ = {"desk", "desk_event"}
ONLY_POSTED = ["desk_start", "desk_consents", "desk_player_remove"]
OF_A_PLAYER = {"desk_player", "desk_player_remove"}
ALL = [*CLUB_PAGES, *EVENT_PAGES, "desk_player", *ONLY_POSTED]
pytestmark = pytest.mark.django_db


def address(name: str, public_id: str) -> str:
    if name in CLUB_PAGES:
        return reverse(name)
    return reverse(name, args=[public_id, 1] if name in OF_A_PLAYER else [public_id])


@pytest.fixture
def event(db: None) -> Event:
    return make_event(players=6)


@pytest.mark.parametrize("name", ALL)
def test_anonymous_people_are_sent_to_sign_in(name: str, event: Event, client: Client) -> None:
    method = client.post if name in ONLY_POSTED else client.get
    answer = method(address(name, event.public_id))
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("login"))


@pytest.mark.parametrize("name", [*CLUB_PAGES, *EVENT_PAGES, "desk_player"])
def test_directors_and_superusers_see_every_page(
    name: str, event: Event, director: Client, superuser: Client
) -> None:
    for client in (director, superuser):
        answer = client.get(address(name, event.public_id))
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"]
        assert "HX-Request" in answer["Vary"]


@pytest.mark.parametrize("name", [*EVENT_PAGES, "desk_player", *ONLY_POSTED])
def test_who_does_not_direct_the_event_is_not_let_in(
    name: str, event: Event, stranger: Client
) -> None:
    method = stranger.post if name in ONLY_POSTED else stranger.get
    assert method(address(name, event.public_id)).status_code == 403
    if name not in ONLY_READ:
        assert stranger.post(address(name, event.public_id), {"name": "X"}).status_code == 403
    event.refresh_from_db()
    assert event.name == "Evening"
    assert Entry.objects.filter(event=event).count() == 6


@pytest.mark.parametrize("name", [*EVENT_PAGES, "desk_player", *ONLY_POSTED])
def test_an_event_that_does_not_exist_is_not_found(name: str, superuser: Client) -> None:
    method = superuser.post if name in ONLY_POSTED else superuser.get
    assert method(address(name, "zzzzzzzz")).status_code == 404


@pytest.mark.parametrize("name", ALL)
def test_other_methods_are_not_allowed(name: str, event: Event, director: Client) -> None:
    url = address(name, event.public_id)
    assert director.put(url).status_code == 405
    assert director.delete(url).status_code == 405
    if name in ONLY_POSTED:
        assert director.get(url).status_code == 405
    if name in ONLY_READ:
        assert director.post(url).status_code == 405


def test_signing_in_leads_back_to_the_page_that_was_seen(event: Event, client: Client) -> None:
    players = reverse("desk_players", args=[event.public_id])

    def way_back(location: str) -> str:
        return parse_qs(urlsplit(location).query)["next"][0]

    read = client.get(f"{players}?x=1")
    assert way_back(read["Location"]) == f"{players}?x=1"
    # A form's own address may not be opened; the page it is on may.
    start = reverse("desk_start", args=[event.public_id])
    sent = client.post(start, headers={"referer": f"http://testserver{players}"})
    assert way_back(sent["Location"]) == players
    from_elsewhere = client.post(start, headers={"referer": "https://example.org/desk/"})
    assert way_back(from_elsewhere["Location"]) == reverse("desk")


def test_an_expired_session_redirects_the_whole_page_never_a_part(
    event: Event, client: Client
) -> None:
    players = reverse("desk_players", args=[event.public_id])
    answer = client.post(
        players,
        {"name": "Anne"},
        headers={"hx-request": "true", "hx-current-url": f"http://testserver{players}"},
    )
    assert answer.content == b""
    assert answer["HX-Redirect"] == f"{reverse('login')}?next={players}"


@pytest.mark.parametrize("page", ["https://evil.example/x", "//evil.example", "http://["])
def test_signing_in_leads_to_no_other_site(page: str, client: Client) -> None:
    desk = reverse("desk")
    fragment = client.get(desk, headers={"hx-request": "true", "hx-current-url": page})
    assert fragment["HX-Redirect"] == f"{reverse('login')}?next={desk}"
    form = client.post(desk + "new/", headers={"referer": page})
    assert form["Location"] == f"{reverse('login')}?next={desk}"


def test_a_player_of_another_event_is_not_found(event: Event, director: Client) -> None:
    other = make_event(players=9)
    there = reverse("desk_player", args=[other.public_id, 9])
    assert director.get(there).status_code == 200
    assert director.get(reverse("desk_player", args=[event.public_id, 9])).status_code == 404
