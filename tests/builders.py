"""Small events in a line or two, made through the services that people use."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User

from deals.models import DealSet, PrintLog
from deals.services import print_record
from tournament.events.models import Event, Round
from tournament.events.services import EventData, NewEntry, entries_add, event_create
from tournament.players.models import Club
from tournament.results.services import result_record, round_close
from tournament.rulings.changes import ResultsChange
from tournament.rulings.models import Ruling
from tournament.rulings.services import ruling_make
from tournament.tables.models import Play
from tournament.tables.planning import movement_plan
from tournament.tables.services import round_start


def make_director(username: str = "director") -> User:
    """Return a user who can sign in with the password `secret-password`."""
    found = get_user_model().objects.filter(username=username).first()
    return found or get_user_model().objects.create_user(username, password="secret-password")


def make_event(
    *,
    players: int = 9,
    rounds: int = 4,
    boards_per_round: int = 3,
    director: User | None = None,
    **data: Any,
) -> Event:
    """Return an event in preparation, players entered as `Player 1` and so on, names public.

    Its boards are not turned unless asked for: a chair is then a seat, and seats are even after
    every round.
    """
    club = Club.objects.first() or Club.objects.create(name="Club")
    event = event_create(
        club=club,
        director=director or make_director(),
        data=replace(
            EventData(
                "Evening",
                date(2026, 11, 29),
                rounds,
                boards_per_round,
                turned=False,
                whole_event=False,
            ),
            **data,
        ),
    )
    if players:
        entries_add(
            event=event,
            entries=[NewEntry(f"Player {number}", True) for number in range(1, players + 1)],
        )
        movement_plan(event=event)
    return event


def start_round(event: Event) -> Round:
    """Begin the event's next round."""
    return round_start(event=event)


def record(play: Play, tricks: Sequence[int] = (5, 3, 2)) -> None:
    """Give a play its result from the desk."""
    director = play.round.session.event.directors.get()
    result_record(play=play, detail={"tricks": list(tricks)}, sent_id=uuid.uuid4(), user=director)


def correct(play: Play, detail: dict[str, Any], reason: str = "Slip", **given: Any) -> Ruling:
    """Correct a play's result, seen as it is, by its director or the `user` given.

    Where the standings are official, somebody else confirms it.
    """
    change = ResultsChange([play])
    is_official = Event.objects.get(sessions__rounds=play.round).state == Event.State.OFFICIAL
    return ruling_make(
        event=play.round.session.event,
        change=change,
        after={str(play.pk): detail},
        reason=reason,
        user=given.get("user") or make_director(),
        seen=given.get("seen", change.read()),
        second=make_director("second") if is_official else None,
    )


def log_print(
    deal_set: DealSet,
    *,
    boards: Sequence[int] = (1,),
    tables: Sequence[int] = (1,),
    who: str = "anne",
) -> PrintLog:
    """Put into the log that hands of these deals were printed."""
    kind = PrintLog.Kind.HAND_SLIPS
    return print_record(deal_set=deal_set, kind=kind, boards=boards, tables=tables, who=who)


def play_round(event: Event, tricks: Sequence[int] = (5, 3, 2)) -> Round:
    """Begin the next round, give every play the same result, close it."""
    playing = start_round(event)
    for play in playing.plays.order_by("pk"):
        record(play, tricks)
    round_close(playing=playing)
    return playing
