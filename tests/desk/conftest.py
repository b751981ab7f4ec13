"""Who comes to the desk."""

import uuid
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.builders import make_director
from tournament.events.selectors import club_default
from tournament.players.models import Member
from tournament.results.models import Submission
from tournament.results.services import submission_create
from tournament.tables.models import Play


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def enter(play: Play, *tricks: int) -> Submission:
    """Enter a result, if none is given 5-3-2, at the table: from seat A's phone, named `one`."""
    return submission_create(
        play=play,
        detail={"tricks": list(tricks) or [5, 3, 2]},
        sent_id=uuid.uuid4(),
        seat=0,
        device="one",
    )


@pytest.fixture
def director(db: None) -> Client:
    """The browser of the director of all events that the builders make."""
    return signed_in(make_director())


@pytest.fixture
def club_director(db: None) -> Client:
    """The browser of somebody who directs the whole club."""
    user = make_director()
    Member.objects.create(club=club_default(), user=user, role=Member.Role.DIRECTOR)
    return signed_in(user)


@pytest.fixture
def stranger(db: None) -> Client:
    """The browser of a director of other events."""
    return signed_in(make_director("stranger"))


@pytest.fixture
def superuser(db: None) -> Client:
    """The browser of the administrator."""
    user = make_director("administrator")
    user.is_superuser = True
    user.save()
    return signed_in(user)


@pytest.fixture
def count_queries(db: None) -> Callable[[Client, str], int]:
    """How many queries a page makes, whose address is opened once before."""

    def count(client: Client, address: str) -> int:
        assert client.get(address).status_code == 200
        with CaptureQueriesContext(connection) as captured:
            client.get(address)
        return len(captured)

    return count
