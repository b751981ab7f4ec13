"""Helpers of one event: a personal link opens its desk, as deputy or scorer, until it ends."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import make_director, make_event, play_round, start_round
from tests.desk.conftest import signed_in
from tournament.desk.access import Role, role_in
from tournament.desk.event_links import event_link_create, event_link_of, event_link_revoke
from tournament.desk.models import ENDS_AFTER, EventLink
from tournament.errors import Refused
from tournament.events.models import Event
from tournament.leaderboard.services import event_publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    event = make_event(players=3, rounds=1, boards_per_round=1, date=timezone.localdate())
    start_round(event)
    return event


def make_link(event: Event, role: str = "deputy", name: str = "Ada") -> tuple[EventLink, str]:
    return event_link_create(event=event, name=name, role=role, user=make_director())


def opened(secret: str) -> Client:
    """Return the browser of whoever has opened the desk with a link."""
    client = Client()
    client.post(reverse("desk_link", args=[secret]))
    return client


def board(client: Client, event: Event) -> int:
    return client.get(reverse("desk_calls", args=[event.public_id])).status_code


def entry(client: Client, event: Event) -> int:
    return client.get(reverse("desk_entry", args=[event.public_id])).status_code


class TestLinks:
    def test_the_director_makes_one_and_sees_it_once(self, event: Event, director: Client) -> None:
        page = reverse("desk_links", args=[event.public_id])
        html = director.post(page, {"name": " Ada ", "role": "deputy"}).content.decode()
        (path,) = re.findall(rf'href="{settings.SITE_URL}(/desk/link/[^"]+)"', html)
        assert path not in director.get(page).content.decode()
        helper = Client()
        assert "Ada" in helper.get(path).content.decode()
        answer = helper.post(path)
        assert answer["Location"] == reverse("desk_event", args=[event.public_id])
        assert helper.get(answer["Location"]).status_code == 200

    def test_only_a_digest_is_kept(self, event: Event) -> None:
        link, secret = make_link(event)
        assert secret not in str(EventLink.objects.values().get(pk=link.pk))
        assert secret not in str(User.objects.values().get(pk=link.user_id))
        assert event_link_of(secret) == link
        assert event_link_of(secret[:-1]) is None

    def test_who_only_looks_is_not_in(self, event: Event) -> None:
        _link, secret = make_link(event)
        client = Client()
        assert client.get(reverse("desk_link", args=[secret])).status_code == 200
        assert board(client, event) == 302

    def test_a_link_there_is_not(self, client: Client) -> None:
        for method in (client.get, client.post):
            answer = method(reverse("desk_link", args=["nobodys"]))
            assert answer.status_code == 404
            assert "no longer good" in answer.content.decode()
        assert client.put(reverse("desk_link", args=["nobodys"])).status_code == 405

    def test_no_password_opens_its_account(self, event: Event) -> None:
        link, _secret = make_link(event)
        assert not link.user.has_usable_password()
        assert not (link.user.is_staff or link.user.is_superuser)

    @pytest.mark.parametrize(("name", "role"), [("", "deputy"), ("Ada", "director"), ("Ada", "")])
    def test_what_is_refused(self, event: Event, director: Client, name: str, role: str) -> None:
        page = reverse("desk_links", args=[event.public_id])
        assert director.post(page, {"name": name, "role": role}).status_code == 422
        assert not EventLink.objects.exists()

    def test_the_database_knows_the_roles(self, event: Event) -> None:
        make_link(event)
        with pytest.raises(IntegrityError), transaction.atomic():
            EventLink.objects.update(role="director")

    def test_when_it_was_used_is_listed(self, event: Event, director: Client) -> None:
        link, secret = make_link(event)
        page = reverse("desk_links", args=[event.public_id])
        assert "not used yet" in director.get(page).content.decode()
        client = opened(secret)
        EventLink.objects.update(used_at=timezone.now() - timedelta(hours=2))
        assert "last used 2\xa0hours ago" in director.get(page).content.decode()
        board(client, event)
        link.refresh_from_db()
        assert link.used_at is not None
        assert timezone.now() - link.used_at < timedelta(minutes=1)

    def test_what_a_deputy_does_keeps_the_name(self, event: Event, director: Client) -> None:
        link, secret = make_link(event)
        client = opened(secret)
        page = reverse("desk_calls", args=[event.public_id])
        client.post(page, {"text": "Hush"})
        event_link_revoke(link=link)
        assert "Ada · " in director.get(page).content.decode()


class TestEnds:
    @pytest.fixture
    def helper(self, event: Event) -> Client:
        _link, secret = make_link(event)
        return opened(secret)

    def test_withdrawn_it_is_out_at_once(self, event: Event, director: Client) -> None:
        link, secret = make_link(event)
        helper = opened(secret)
        assert board(helper, event) == 200
        address = reverse("desk_link_end", args=[event.public_id, link.pk])
        director.post(address)
        assert board(helper, event) == 302
        assert board(opened(secret), event) == 302
        html = director.get(reverse("desk_links", args=[event.public_id])).content.decode()
        assert "withdrawn" in html
        assert address not in html

    def test_official_standings_end_it(self) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1, date=timezone.localdate())
        _link, secret = make_link(event)
        helper = opened(secret)
        play_round(event)
        event.refresh_from_db()
        assert board(helper, event) == 200
        event_publish(event=event)
        assert board(helper, event) == 403
        assert event_link_of(secret) is None
        with pytest.raises(Refused, match="over"):
            make_link(Event.objects.get(pk=event.pk))

    def test_an_event_that_nobody_publishes_ends_it_too(self, event: Event, helper: Client) -> None:
        Event.objects.update(date=timezone.localdate() - ENDS_AFTER)
        assert board(helper, event) == 200
        Event.objects.update(date=timezone.localdate() - ENDS_AFTER - timedelta(1))
        assert board(helper, event) == 403

    def test_an_event_that_is_deleted_leaves_nothing_open(self, event: Event) -> None:
        link, secret = make_link(event)
        helper = opened(secret)
        Event.objects.all().delete()
        link.refresh_from_db()
        assert not link.is_good
        other = make_event(players=0)
        assert board(helper, other) == 403
        assert reverse("desk_new") not in helper.get(reverse("desk")).content.decode()


class TestRoles:
    @pytest.mark.parametrize(("role", "runs"), [("deputy", 200), ("scorer", 403)])
    def test_at_their_own_event(self, event: Event, role: str, runs: int) -> None:
        link, secret = make_link(event, role)
        client = opened(secret)
        assert (entry(client, event), board(client, event)) == (200, runs)
        assert role_in(link.user, event) == Role[role.upper()]

    def test_at_another_event_they_are_nobody(self, event: Event) -> None:
        link, secret = make_link(event)
        other = make_event(players=0)
        assert role_in(link.user, other) is None
        assert (entry(opened(secret), other), board(opened(secret), other)) == (403, 403)

    def test_the_club_has_no_such_account(self, event: Event, superuser: Client) -> None:
        link, _secret = make_link(event)
        assert "Ada" not in superuser.get(reverse("desk_people")).content.decode()
        assert superuser.get(reverse("desk_person", args=[link.user_id])).status_code == 404

    def test_the_desk_leads_to_the_event_and_there_is_no_account(self, event: Event) -> None:
        _link, secret = make_link(event)
        client = opened(secret)
        answer = client.get(reverse("desk"))
        assert answer["Location"] == reverse("desk_event", args=[event.public_id])
        assert client.get(reverse("desk_account")).status_code == 403
        assert client.post(reverse("desk_sign_out_elsewhere")).status_code == 403

    def test_pages_leave_out_what_a_deputy_may_not_do(self, event: Event, director: Client) -> None:
        _link, secret = make_link(event)
        page = reverse("desk_calls", args=[event.public_id])
        for client, shown in ((opened(secret), False), (director, True)):
            html = client.get(page).content.decode()
            for name in ("desk_edit", "desk_links"):
                address = reverse(name, args=[event.public_id])
                assert (f'href="{address}"' in html) == shown

    def test_another_event_s_link_is_not_found(self, event: Event, director: Client) -> None:
        link, _secret = make_link(event)
        other = make_event(players=0)
        address = reverse("desk_link_end", args=[other.public_id, link.pk])
        assert director.post(address).status_code == 404
        link.refresh_from_db()
        assert link.revoked_at is None


def test_strangers_make_no_links(event: Event, stranger: Client) -> None:
    page = reverse("desk_links", args=[event.public_id])
    assert stranger.post(page, {"name": "Eve", "role": "deputy"}).status_code == 403
    assert signed_in(make_director("x")).get(page).status_code == 403
