"""Reads about rulings that are more than a `get`."""

from collections.abc import Iterable, Mapping

from django.contrib.auth.models import User
from django.db.models import Prefetch, Q, QuerySet

from tournament.events.models import Entry, Event
from tournament.players.models import Player
from tournament.players.selectors import directs_club
from tournament.tables.models import Play

from .models import Ruling

PLAYS_TOLD = Prefetch("plays", Play.objects.select_related("table", "board", "round"))


def rulings_of_event(event: Event) -> QuerySet[Ruling]:
    """Return the event's rulings, the latest first, with what their words need."""
    return (
        event.rulings.select_related("user", "entry__player", "undone_by", "undoes", "answer__user")
        .prefetch_related(PLAYS_TOLD)
        .order_by("-pk")
    )


def entries_ever(event_id: int) -> list[Entry]:
    """Return all entries there are, after those that became one with another, also where that was
    undone: what was written before has their numbers. These are not stored."""
    rulings = Ruling.objects.filter(event=event_id, kind=Ruling.Kind.MERGE).order_by("pk")
    gone = [
        before["gone"] or after["gone"] for before, after in rulings.values_list("before", "after")
    ]
    players = Player.objects.in_bulk([each["player_id"] for each in gone])
    merged = [
        Entry(event_id=event_id, number=each["number"], player=players[each["player_id"]])
        for each in gone
        if each["player_id"] in players
    ]
    return [*merged, *Entry.objects.filter(event=event_id).select_related("player")]


def number_last(event: Event) -> int:
    """Return the highest number that an entry of the event has or had: none is given again."""
    return max((each.number for each in entries_ever(event.pk)), default=0)


def results_corrected(plays: QuerySet[Play]) -> Mapping[int, Iterable[Ruling]]:
    """Return by play the rulings on the results of these plays, the oldest first."""
    found: dict[int, list[Ruling]] = {}
    rulings = Ruling.objects.filter(
        kind=Ruling.Kind.RESULTS, plays__in=plays.order_by().values("pk")
    ).distinct()
    for ruling in rulings.prefetch_related("plays").order_by("pk"):
        for play in ruling.plays.all():
            found.setdefault(play.pk, []).append(ruling)
    return found


def substitutes_of_event(event_id: int) -> QuerySet[Player]:
    """Return whom rulings of the event have named as a substitute, also where it was undone."""
    rulings = Ruling.objects.filter(event=event_id, kind=Ruling.Kind.SUBSTITUTE)
    said = [each for pair in rulings.values_list("before", "after") for each in pair]
    found = {player for each in said for player in each.values() if player is not None}
    return Player.objects.filter(pk__in=found)


def substitutes_known(user: User | None, event: Event) -> QuerySet[Player]:
    """Return among whom the name of a substitute is looked up: the players of the club for who
    directs the club, for all others those of the event, whom they see there.

    Anybody else whom a guest names is somebody new: see `desk.selectors.players_known`.
    """
    if user is not None and directs_club(user, event.club_id):
        return event.club.players.all()
    seen = Q(entries__event=event) | Q(substituted__play__round__session__event=event)
    return Player.objects.filter(seen).distinct()
