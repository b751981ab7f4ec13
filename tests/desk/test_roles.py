"""Every address of the desk, by role: who is let in is said here once for each."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import make_director, make_event, start_round
from tests.desk.conftest import signed_in
from tournament.desk.event_links import event_link_create
from tournament.desk.urls import urlpatterns
from tournament.events.models import Event
from tournament.events.selectors import club_default
from tournament.players.models import Member

pytestmark = pytest.mark.django_db

# Whoever has the link, and no role yet.
OPEN = {"desk_link", "invitation"}
# An account of one's own; what is shown there is one's own.
ACCOUNT = {"desk_account", "desk_sign_out_elsewhere"}
SIGNED_IN = {"desk"}
CLUB = {
    "desk_new",
    "desk_club",
    "desk_people",
    "desk_person",
    "desk_person_link",
    "desk_person_role",
    "desk_person_withdraw",
}
ADMINISTRATOR = {"desk_backup"}
SCORING = {"desk_event", "desk_entry"}
DIRECTOR = {
    "desk_edit",
    "desk_delete",
    "desk_by_hand",
    "desk_deals",
    "desk_groups",
    "desk_final",
    "desk_public_value",
    "desk_publish",
    "desk_links",
    "desk_link_end",
    "desk_proposal",
}
NAMES = [str(pattern.name) for pattern in urlpatterns]
# What an address needs to be one: a round of the event.
QUERIES = {"desk_score_slips": "?round=1"}
ROLES = ["scorer", "scorer by link", "deputy", "director", "club", "stranger", "elsewhere"]


def allowed(name: str, role: str) -> bool:
    """Return whether somebody in that role may open the address."""
    by_link = role in {"scorer by link", "deputy", "elsewhere"}
    if name in SIGNED_IN:
        return True
    if name in ACCOUNT:
        return not by_link
    if name in CLUB:
        return role == "club"
    if name in ADMINISTRATOR:
        return False
    least = 1 if name in SCORING else 3 if name in DIRECTOR else 2
    has = {"scorer": 1, "scorer by link": 1, "deputy": 2, "director": 3, "club": 3}
    return has.get(role, 0) >= least


@pytest.fixture
def event(db: None) -> Event:
    event = make_event(players=3, rounds=1, boards_per_round=1, date=timezone.localdate())
    start_round(event)
    return event


def holder(role: str, event: Event) -> User:
    if role in {"scorer", "club"}:
        user = make_director(role)
        works_as = Member.Role.SCORER if role == "scorer" else Member.Role.DIRECTOR
        Member.objects.create(club=club_default(), user=user, role=works_as)
        return user
    if role in {"scorer by link", "deputy", "elsewhere"}:
        kind = "scorer" if role == "scorer by link" else "deputy"
        where = make_event(players=0) if role == "elsewhere" else event
        return event_link_create(event=where, name="Ada", role=kind, user=make_director())[0].user
    return make_director("director" if role == "director" else "stranger")


def address(name: str, event: Event) -> str:
    play = event.tables.get().plays.get()
    parts = {
        "public_id": event.public_id,
        "number": 1,
        "play_id": play.pk,
        "user_id": make_director("somebody").pk,
    }
    pattern = next(each for each in urlpatterns if each.name == name)
    kwargs = {
        part: parts.get(part, 1 if part.endswith("_id") and part != "live_id" else "nothing")
        for part in pattern.pattern.converters
    }
    return reverse(name, kwargs=kwargs)


@pytest.mark.parametrize("role", ROLES)
def test_who_may_open_what(role: str, event: Event) -> None:
    client = signed_in(holder(role, event))
    let_in: list[str] = []
    kept_out: list[str] = []
    for name in NAMES:
        if name in OPEN:
            continue
        answer = client.get(address(name, event) + QUERIES.get(name, ""))
        if answer.status_code == 405:
            # Nothing is sent along: whoever is let in changes nothing, or is told what is missing.
            if name in {"desk_sign_out_elsewhere", "desk_link_end"} and allowed(name, role):
                continue
            answer = client.post(address(name, event), {"act": "nothing"})
            if allowed(name, role):
                continue
        (kept_out if answer.status_code == 403 else let_in).append(name)
    assert [name for name in let_in if not allowed(name, role)] == []
    assert [name for name in kept_out if allowed(name, role)] == []


def test_strangers_are_sent_to_sign_in(event: Event, client: Client) -> None:
    for name in NAMES:
        if name in OPEN:
            continue
        for answer in (client.get(address(name, event)), client.post(address(name, event))):
            if answer.status_code != 405:
                assert (name, answer.status_code) == (name, 302)
                assert answer["Location"].startswith(reverse("login"))
