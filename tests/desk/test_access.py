"""The desk opens to an event's directors and superusers, by the methods each page has."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.http import Http404, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.builders import make_director, make_event
from tests.desk.conftest import signed_in
from tournament.desk.access import DeskRequest, event_view
from tournament.desk.forms import event_new
from tournament.events.locks import event_lock
from tournament.events.models import Entry, Event
from tournament.events.services import event_delete
from tournament.players.models import Club, Member
from tournament.players.services import player_create

CLUB_PAGES = ["desk", "desk_new", "desk_club"]
OF_THE_WHOLE_CLUB = ["desk_new", "desk_club"]
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
    name: str, event: Event, club_director: Client, superuser: Client
) -> None:
    for client in (club_director, superuser):
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


class TestGuests:
    """Who is named for single events, or directs another club, has nothing to do with this one."""

    @pytest.fixture(params=["of single events", "of another club"])
    def guest(self, request: pytest.FixtureRequest, event: Event) -> Client:
        user = make_director("guest")
        event.directors.add(user)
        if request.param == "of another club":
            other = Club.objects.create(name="Other")
            Member.objects.create(club=other, user=user, role=Member.Role.DIRECTOR)
        return signed_in(user)

    @pytest.mark.parametrize("name", OF_THE_WHOLE_CLUB)
    def test_neither_make_events_nor_name_the_club(
        self, name: str, event: Event, guest: Client
    ) -> None:
        complete = {key: value for key, value in event_new().items() if value is not None}
        form = complete | {"name": "Mine"}
        assert guest.get(reverse(name)).status_code == 403
        assert guest.post(reverse(name), form).status_code == 403
        assert Event.objects.get() == event
        assert event.club.name == "Club"

    @pytest.mark.parametrize("page", ["desk", "home"])
    def test_are_not_offered_it(self, page: str, guest: Client) -> None:
        for event_exists in (True, False):
            if not event_exists:
                Event.objects.all().delete()
            html = guest.get(reverse(page)).content.decode()
            assert not [name for name in OF_THE_WHOLE_CLUB if reverse(name) in html]

    @pytest.mark.parametrize("name", ["desk_players", "desk_attendance", "desk_list"])
    def test_are_told_no_name_of_the_club(
        self, name: str, event: Event, guest: Client, superuser: Client
    ) -> None:
        player_create(club=event.club, name="Withheld Person", name_public=False)
        url = reverse(name, args=[event.public_id])
        if name == "desk_list":
            pages = [
                client.post(url, {"pasted": "Withheld Person\n"}).content.decode()
                for client in (guest, superuser)
            ]
            assert ["known to the club" in page for page in pages] == [False, True]
        else:
            pages = [client.get(url).content.decode() for client in (guest, superuser)]
            assert ["Withheld Person" in page for page in pages] == [False, True]


@pytest.mark.parametrize("name", [*EVENT_PAGES, "desk_player", *ONLY_POSTED])
def test_an_event_that_does_not_exist_is_not_found(name: str, superuser: Client) -> None:
    method = superuser.post if name in ONLY_POSTED else superuser.get
    assert method(address(name, "zzzzzzzz")).status_code == 404


@pytest.mark.parametrize("name", ALL)
def test_other_methods_are_not_allowed(name: str, event: Event, club_director: Client) -> None:
    url = address(name, event.public_id)
    assert club_director.put(url).status_code == 405
    assert club_director.delete(url).status_code == 405
    if name in ONLY_POSTED:
        assert club_director.get(url).status_code == 405
    if name in ONLY_READ:
        assert club_director.post(url).status_code == 405


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


def test_an_event_that_is_deleted_meanwhile_is_not_found(event: Event, rf: RequestFactory) -> None:
    @event_view
    def page(_request: DeskRequest, event: Event) -> HttpResponse:
        event_delete(event=Event.objects.get(pk=event.pk))
        event_lock(event.pk)
        return HttpResponse()

    request = rf.get("/")
    request.user = make_director()
    with pytest.raises(Http404):
        page(request, event.public_id)
