"""Teams: who plays for which. Of each team that is there, the first three of its players play."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.players.models import Player
from tournament.players.services import name_clean, player_update

from .locks import event_lock
from .models import Entry, Event, Team
from .selectors import entry_is_present
from .services import (
    SEATS,
    NewEntry,
    entries_add,
    events_naming,
    names_follow,
    players_agreeing,
    publication_raise,
)

MEMBERS_MOST = 12


@dataclass(frozen=True, slots=True)
class NewTeam:
    """A team as somebody writes it down: its name, and its players in their order."""

    name: str
    members: Sequence[NewEntry]


@dataclass(frozen=True, slots=True)
class TeamMembers:
    """A team with its players, by number."""

    team: Team
    members: Sequence[Entry]

    @property
    def missing(self) -> int:
        """How many players it needs before it can play."""
        return max(0, SEATS - len(self.members))

    def present(self, round_number: int) -> list[Entry]:
        """Return who of it is there in a round: the first three play, the others are reserves."""
        return [each for each in self.members if entry_is_present(each, round_number)]


def teams_of(event: Event) -> list[TeamMembers]:
    """Return the event's teams by number, each with its players, in three queries."""
    members: dict[int | None, list[Entry]] = defaultdict(list)
    entries = event.entries.exclude(team=None).select_related("player", "team")
    for entry in entries.prefetch_related("absences").order_by("number"):
        members[entry.team_id].append(entry)
    return [TeamMembers(team, members[team.pk]) for team in event.teams.order_by("number")]


def entries_without_team(event: Event) -> list[Entry]:
    """Return who is in no team and therefore does not play, by number."""
    return list(event.entries.filter(team=None).select_related("player").order_by("number"))


def entries_that_played(entries: QuerySet[Entry]) -> set[int]:
    """Return the ids of those among the entries who have held a seat in a round begun."""
    return set(entries.filter(seats__isnull=False).values_list("pk", flat=True))


@transaction.atomic
def teams_enter(
    *,
    event: Event,
    teams: Sequence[NewTeam],
    first_round: int = 1,
    known: QuerySet[Player] | None = None,
    last_number: int = 0,
) -> list[Team]:
    """Make teams, all of them or none; return them in the order given.

    Names of players who are entered and in no team are these players; the others are entered as by
    `entries_add`, which `first_round`, `known` and `last_number` are for. Raises Refused for a name
    that is taken or unusable, a team without players or with too many, a player who is in a team
    already, and once all rounds are closed.
    """
    event = _event_open(event, [each for new in teams for each in new.members], known)
    taken = {team.name.casefold() for team in event.teams.all()}
    number = event.teams.aggregate(most=Max("number"))["most"] or 0
    made = []
    for place, new in enumerate(teams, start=1):
        name = _name_free(new.name, taken)
        taken.add(name.casefold())
        made.append(Team(event=event, number=number + place, name=name))
    Team.objects.bulk_create(made)
    wanted = [(team, new.members) for team, new in zip(made, teams, strict=True)]
    _members_join(event, wanted, first_round, known, last_number)
    publication_raise(event_id=event.pk)
    return made


def team_create(
    *,
    event: Event,
    name: str,
    members: Sequence[NewEntry],
    first_round: int = 1,
    known: QuerySet[Player] | None = None,
    last_number: int = 0,
) -> Team:
    """Make one team: see `teams_enter`."""
    (team,) = teams_enter(
        event=event,
        teams=[NewTeam(name, members)],
        first_round=first_round,
        known=known,
        last_number=last_number,
    )
    return team


@transaction.atomic
def team_update(
    *,
    team: Team,
    name: str,
    members: Sequence[NewEntry],
    first_round: int = 1,
    known: QuerySet[Player] | None = None,
    last_number: int = 0,
) -> None:
    """Give a team another name, or other players; whoever it loses stays entered, in no team.

    The rest is as for `teams_enter`. Whoever has played stays: Raises Refused.
    """
    event = _event_open(Event.objects.get(pk=team.event_id), members, known)
    team = _team_of(event, team)
    taken = {other.name.casefold() for other in event.teams.exclude(pk=team.pk)}
    team.name = _name_free(name, taken)
    team.save(update_fields=["name"])
    stay = {name_clean(each.name).casefold() for each in members}
    own = event.entries.filter(team=team).select_related("player").order_by("number")
    leaving = [each for each in own if each.player.name.casefold() not in stay]
    _have_not_played(event, team, leaving)
    event.entries.filter(pk__in=[each.pk for each in leaving]).update(team=None)
    _members_join(event, [(team, members)], first_round, known, last_number)
    publication_raise(event_id=event.pk)


@transaction.atomic
def team_join(*, team: Team, entries: Sequence[Entry]) -> None:
    """Let entries join a team who are in none. Raises Refused like `team_update`."""
    own = team.event.entries.filter(team=team).select_related("player").order_by("number")
    members = [NewEntry(each.player.name) for each in (*own, *entries)]
    team_update(team=team, name=team.name, members=members)


@transaction.atomic
def team_delete(*, team: Team) -> None:
    """Take a team away before round 1; its players stay entered. Raises Refused later."""
    event = event_lock(team.event_id)
    if event.state != Event.State.DRAFT:
        raise Refused(
            _(
                "Round 1 has begun: a team can no longer be removed. One that goes home is marked "
                "on the attendance page."
            )
        )
    _team_of(event, team).delete()
    publication_raise(event_id=event.pk)


def _event_open(event: Event, members: Iterable[NewEntry], known: QuerySet[Player] | None) -> Event:
    """Return the event, locked with all in which somebody is named who agrees to that now."""
    people = event.club.players.all() if known is None else known
    own = Player.objects.filter(entries__event=event)
    either = Player.objects.filter(Q(pk__in=people.values("pk")) | Q(pk__in=own.values("pk")))
    event = event_lock(event.pk, *events_naming(players_agreeing(list(members), either)))
    if event.movement != Event.Movement.TEAMS:
        raise Refused(_("This tournament is not one of teams: change that in its settings first."))
    if event.state in {Event.State.FINISHED, Event.State.OFFICIAL}:
        raise Refused(_("All rounds are closed: the teams stay as they are."))
    return event


def _team_of(event: Event, team: Team) -> Team:
    found = event.teams.filter(pk=team.pk).first()
    if found is None:
        raise Refused(_("This team has been removed meanwhile."))
    return found


def _name_free(name: str, taken: set[str]) -> str:
    cleaned = name_clean(name)
    if cleaned.casefold() in taken:
        raise Refused(_("There is a team “%(name)s” already.") % {"name": cleaned})
    return cleaned


def _have_not_played(event: Event, team: Team, leaving: Sequence[Entry]) -> None:
    played = entries_that_played(event.entries.filter(pk__in=[each.pk for each in leaving]))
    for each in leaving:
        if each.pk in played:
            raise Refused(
                _(
                    "%(name)s has played for %(team)s and stays in it: mark who is not there on "
                    "the attendance page."
                )
                % {"name": each.player.name, "team": team.name}
            )


def _members_join(
    event: Event,
    wanted: Sequence[tuple[Team, Sequence[NewEntry]]],
    first_round: int,
    known: QuerySet[Player] | None,
    last_number: int,
) -> None:
    entries = event.entries.select_related("player", "team")
    entered = {entry.player.name.casefold(): entry for entry in entries}
    joined: dict[str, tuple[Team, NewEntry]] = {}
    for team, members in wanted:
        if not members:
            raise Refused(_("Give %(team)s its players.") % {"team": team.name})
        if len(members) > MEMBERS_MOST:
            raise Refused(
                _("A team has at most %(most)d players; %(team)s would have %(many)d.")
                % {"most": MEMBERS_MOST, "team": team.name, "many": len(members)}
            )
        for each in members:
            key = name_clean(each.name).casefold()
            if key in joined:
                raise _twice(name_clean(each.name))
            joined[key] = team, each
            _may_join(entered.get(key), team)
    fresh = [(team, each) for key, (team, each) in joined.items() if key not in entered]
    if fresh:
        made = entries_add(
            event=event,
            entries=[each for _team, each in fresh],
            first_round=first_round,
            known=known,
            last_number=last_number,
        )
        for entry, (team, _each) in zip(made, fresh, strict=True):
            entry.team = team
        Entry.objects.bulk_update(made, ["team"])
    _entered_join(joined, entered)


def _entered_join(
    joined: Mapping[str, tuple[Team, NewEntry]], entered: Mapping[str, Entry]
) -> None:
    """Let those join who are entered already; who agrees now to a public name, has one."""
    agreed = []
    for key, (team, each) in joined.items():
        entry = entered.get(key)
        if entry is None:
            continue
        if entry.team_id != team.pk:
            Entry.objects.filter(pk=entry.pk).update(team=team)
        if each.name_public and not entry.player.name_public:
            player_update(player=entry.player, name=entry.player.name, name_public=True)
            agreed.append(entry.player_id)
    names_follow(player_ids=agreed)


def _may_join(entry: Entry | None, team: Team) -> None:
    if entry is None:
        return
    if entry.stand_in:
        raise Refused(
            _("%(name)s only fills a table and is in no team.") % {"name": entry.player.name}
        )
    if entry.team is not None and entry.team.pk != team.pk:
        raise Refused(
            _("%(name)s is in team %(team)s: take them out there first.")
            % {"name": entry.player.name, "team": entry.team.name}
        )


def _twice(name: str) -> Refused:
    words = _("“%(name)s” is there twice. If they are two people, add something to one.")
    return Refused(words % {"name": name})
