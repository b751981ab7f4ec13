"""Whoever at the desk needs several rows begins with the events, all at once, and in one order.

Run with DATABASE_URL naming a PostgreSQL server; SQLite has one writer at a time.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from deals.models import DealSet
from tests.builders import make_director, make_event, start_round
from tests.desk.conftest import enter
from tests.live.test_lock_order import waiting
from tests.served import until
from tournament.desk.services import (
    club_rename,
    consents_set,
    public_value_enter,
    settings_change,
)
from tournament.events.locks import event_lock
from tournament.events.models import Event, Round
from tournament.events.ranking import ranking_of
from tournament.events.services import NewEntry, entries_add, entry_update
from tournament.players.models import Player
from tournament.results.services import round_confirm, submission_confirm
from tournament.standings.models import Standings
from tournament.tables.models import Play

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def in_thread(act: Callable[[], object]) -> Callable[[], object]:
    def acting() -> object:
        try:
            return act()
        finally:
            connection.close()

    return acting


def carry(event: Event, other: Event) -> None:
    settings_change(
        event=other,
        name="Final",
        confirmation=other.confirmation,
        show_traveller=True,
        scoring={
            "method": other.method,
            "rounding": other.rounding,
            "sit_out": other.sit_out,
            "tie_breaks": [],
            "minimum_boards": 0,
        },
        ranking=replace(ranking_of(other), carry_from=event.pk),
    )


# Each acts on `other`, in which the players of the event are entered, too.
ACTS: dict[str, Callable[[Event, Event], object]] = {
    "carry the event over": carry,
    "enter who agrees now": lambda event, other: entries_add(
        event=other, entries=[NewEntry("Player 4", True)]
    ),
    "correct a name": lambda event, other: entry_update(
        entry=other.entries.get(number=1), name="Zoé", name_public=True
    ),
    "record consents": lambda event, other: consents_set(event=other, shown=[1, 2], public=[1, 2]),
    "enter the public value": lambda event, other: public_value_enter(event=event, value="7"),
    "name the club": lambda event, other: club_rename(club=event.club, name="Other"),
}


@pytest.mark.parametrize("name", ACTS)
def test_whoever_waits_for_an_event_holds_no_other(name: str) -> None:
    value: dict[str, Any] = {}
    if name == "enter the public value":
        value = {"public_value_source": "Loto", "public_value_date": timezone.localdate()}
    event = make_event(players=4, rounds=1, boards_per_round=1, **value)
    other = make_event(players=0, rounds=1, boards_per_round=1)
    entries_add(event=other, entries=[NewEntry(f"Player {number}") for number in (1, 2, 3)])
    Player.objects.update(name_public=False)
    if not value:
        start_round(event)
        start_round(other)
        other.refresh_from_db()
    with ThreadPoolExecutor(1) as thread:
        with transaction.atomic():
            event_lock(event.pk)
            acting = thread.submit(in_thread(lambda: ACTS[name](event, other)))
            until(waiting, "it waits for the event")
            list(Event.objects.exclude(pk=event.pk).select_for_update(nowait=True))
            for rows in (Player, DealSet, Round, Play, Standings):
                list(rows.objects.select_for_update(nowait=True))
        acting.result()


def test_a_phone_confirms_one_of_the_entries_that_the_director_confirms_together() -> None:
    playing = start_round(make_event(players=6, rounds=1, boards_per_round=1))
    first, second = (enter(play) for play in playing.plays.order_by("pk"))
    with ThreadPoolExecutor(1) as thread:
        with transaction.atomic():
            Play.objects.select_for_update(no_key=True).get(pk=second.play_id)
            acting = thread.submit(
                in_thread(
                    lambda: round_confirm(
                        playing=playing,
                        submission_ids=[first.pk, second.pk],
                        user=make_director("other"),
                    )
                )
            )
            until(waiting, "the director waits for the phone")
            # Its result changes the standings, too.
            submission_confirm(submission=second, seat=1, device="two")
        assert acting.result() == 1
