"""Reads for the director's pages that are more than a `get`."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.utils import timezone

from deals.models import DealSet, PrintLog
from deals.selectors import deal_set_can_deal, prints_of
from tournament.events.models import Entry, Event, Round, Session
from tournament.events.sections import sections_of
from tournament.events.selectors import only_session
from tournament.events.services import PLAYERS_MOST
from tournament.events.teams import teams_of
from tournament.players.models import Player
from tournament.players.selectors import directs_club, member_of
from tournament.players.services import name_sort_key
from tournament.tables.selectors import movement_is_stale

CHAIRS = 3


def events_of(user: User) -> QuerySet[Event]:
    """Return the events the user may direct or enter results of, the latest first.

    Each comes with `players` (how many), `running` (the number of the round being played, or
    None) and `closed` (how many rounds are).
    """
    member = member_of(user)
    if user.is_superuser:
        events = Event.objects.all()
    elif member is not None:
        events = member.club.events.all()
    else:
        events = Event.objects.filter(directors=user)
    rounds = Round.objects.filter(session__event=OuterRef("pk")).order_by()
    closed = rounds.filter(state=Round.State.CLOSED).values("session__event")
    return events.annotate(
        players=Count("entries"),
        running=Subquery(rounds.filter(state=Round.State.RUNNING).values("number")[:1]),
        closed=Subquery(closed.annotate(many=Count("pk")).values("many")),
    ).order_by("-date", "-pk")


@dataclass(frozen=True, slots=True)
class Making:
    """What an event of this size comes to: boards dealt, tables, results to be expected.

    `fields`: how many players are seated among themselves, as by groups; all of them unless given.
    `sets`: of boards that go from table to table, once the movement is planned.
    """

    rounds: int
    boards_per_round: int
    players: int
    fields: tuple[int, ...] | None = None
    sets: int = 0

    @property
    def boards(self) -> int:
        return self.rounds * self.boards_per_round

    @property
    def boards_of_sets(self) -> int:
        return self.sets * self.boards_per_round

    @property
    def tables(self) -> int:
        fields = (self.players,) if self.fields is None else self.fields
        return sum(players // CHAIRS for players in fields)

    @property
    def sit_outs(self) -> int:
        return self.players - self.tables * CHAIRS

    @property
    def results(self) -> int:
        return self.tables * self.boards

    @property
    def results_of_twelve(self) -> int:
        """Return the results of an evening of twelve, to picture one before anybody is entered."""
        return 12 // CHAIRS * self.boards


@dataclass(frozen=True, slots=True)
class Sealed:
    """The seals of an event's deals, and what its public value waits for, if there is one."""

    main: DealSet
    reserve: DealSet
    last_print: PrintLog | None

    @property
    def awaits_value(self) -> bool:
        return not deal_set_can_deal(self.main)

    @property
    def value_is_due(self) -> bool:
        """Whether the announced day has come and the value is missing."""
        due = self.main.public_value_date
        return self.awaits_value and due is not None and timezone.localdate() >= due


def making_of(event: Event) -> Making:
    """Return what the event comes to with those who are entered."""
    is_of_teams = event.movement == Event.Movement.TEAMS
    if is_of_teams:
        complete = sum(not each.missing for each in teams_of(event))
        # Three teams meet at three tables; reserves and the teams left over play at none.
        fields = [complete // CHAIRS * CHAIRS * CHAIRS]
    elif len(sections_of(event)) > 1:
        fields = list(Counter(event.entries.values_list("section", flat=True)).values())
    else:
        fields = [event.entries.count()]
    is_shared = event.movement == Event.Movement.SHARED and not movement_is_stale(event)
    return Making(
        rounds=event.rounds,
        boards_per_round=event.boards_per_round,
        players=event.entries.count(),
        fields=tuple(fields),
        sets=sets_of(event) if is_shared else 0,
    )


def sets_of(event: Event) -> int:
    """Return how many sets of boards go from table to table; none where each round has its own."""
    sets = only_session(event).boards.exclude(set=None).values_list("set", flat=True)
    return len(set(sets))


def sealed_of(event: Event) -> Sealed:
    """Return the seals of the event's session."""
    session = Session.objects.select_related("deal_set", "reserve_set").get(
        pk=only_session(event).pk
    )
    main, reserve = session.deal_set, session.reserve_set
    return Sealed(main, reserve, last_print=prints_of([main, reserve]).last())


def players_known(user: User, event: Event) -> QuerySet[Player]:
    """Return the players of the event's club; for who directs single events, nobody.

    Whom they enter is somebody new: a name typed by a guest must neither tell who plays at the club
    and what they agreed to, nor speak for them.
    """
    players: QuerySet[Player] = event.club.players.all()
    return players if directs_club(user, event.club_id) else players.none()


def players_to_suggest(user: User, event: Event) -> QuerySet[Player]:
    """Return those known who are not entered, the latest first, as many as may enter."""
    return players_known(user, event).exclude(entries__event=event).order_by("-pk")[:PLAYERS_MOST]


def without_stratum(event: Event, entries: Iterable[Entry]) -> list[Entry]:
    """Return who is in none of the strata, where the event has some."""
    known = set(event.strata)
    return [each for each in entries if known and not each.stand_in and each.stratum not in known]


def entries_alike(entry: Entry) -> list[Entry]:
    """Return the event's other entries whose names differ only by accents or capitals."""
    key = name_sort_key(entry.player.name)
    others = Entry.objects.filter(event=entry.event_id).exclude(pk=entry.pk)
    return [
        each
        for each in others.select_related("player").order_by("number")
        if name_sort_key(each.player.name) == key
    ]
