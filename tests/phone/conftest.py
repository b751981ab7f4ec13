"""Phones at a table: one client, with its own cookies, is one phone."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.builders import make_event, start_round
from tournament.events.models import Event, Round
from tournament.tables.models import Play, Table


class Phone:
    """A phone, with the pages of one table in it."""

    def __init__(self, table: Table, *, seat: int | None = None) -> None:
        self.table = table
        self.client = Client(enforce_csrf_checks=False)
        if seat is not None:
            chair = table.chairs.get(round__number=1, number=seat)
            self.says_me(chair.entry_id)

    def address(self, path: str = "") -> str:
        return f"/t/{self.table.code}/{path}"

    def get(self, path: str = "", **headers: Any) -> Any:
        return self.client.get(self.address(path), headers=headers)

    def post(self, path: str, data: dict[str, Any], **headers: Any) -> Any:
        return self.client.post(self.address(path), data, headers=headers)

    def says_me(self, entry_id: int) -> Any:
        return self.post("me/", {"entry": entry_id})

    def enters(self, board: int, *tricks: int, **data: Any) -> Any:
        """Send an entry as the page's own form does."""
        sent = {"kind": "tricks", "sent_id": str(uuid.uuid4())}
        sent |= {f"tricks_{seat}": str(count) for seat, count in enumerate(tricks)}
        return self.post(f"{board}/", sent | data)

    def acts(self, act: str, board: int, submission: int | str, **data: Any) -> Any:
        """Confirm, dispute or withdraw an entry."""
        return self.post(f"{board}/{act}/", {"submission": submission, **data})


def text(response: Any) -> str:
    """Return a page's words, whatever stands between them."""
    return " ".join(response.content.decode().split())


@pytest.fixture
def event(db: None) -> Event:
    """Nine players, round 1 of 2 being played, boards 1 to 3."""
    event = make_event(players=9, rounds=2, boards_per_round=3)
    start_round(event)
    return event


@pytest.fixture
def playing(event: Event) -> Round:
    return Round.objects.get(session__event=event, number=1)


@pytest.fixture
def table(event: Event) -> Table:
    return event.tables.get(number=1)


@pytest.fixture
def play(table: Table) -> Play:
    """Board 1 at table 1."""
    return table.plays.get(board__number=1)


@pytest.fixture
def anna(table: Table) -> Phone:
    """The phone of whoever holds seat A."""
    return Phone(table, seat=0)


@pytest.fixture
def ben(table: Table) -> Phone:
    """The phone of whoever holds seat B."""
    return Phone(table, seat=1)


@pytest.fixture
def nobody(table: Table) -> Phone:
    """A phone that nobody has said to be theirs."""
    return Phone(table)


@pytest.fixture
def tablet(db: None) -> Callable[[], Phone]:
    """A table's own tablet, where the director confirms."""

    def make() -> Phone:
        event = make_event(players=3, rounds=1, boards_per_round=2, confirmation="director")
        start_round(event)
        return Phone(event.tables.get())

    return make
