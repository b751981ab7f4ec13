"""Events of teams in a director's words: who plays, which teams meet, and how evenly."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.events.models import Entry, Event, Round, Team
from tournament.events.teams import entries_without_team, teams_of
from tournament.rules.movements import RoundPlan, TablePlan
from tournament.standings.teams import teams_by_entry

from .selectors import CHAIRS


@dataclass(frozen=True, slots=True)
class Lineup:
    """A team in a round: who is present of it, and who of these plays."""

    number: int
    name: str
    there: Sequence[Entry]

    @property
    def present(self) -> int:
        return len(self.there)

    @property
    def sits_out(self) -> bool:
        """Whether too few are there to play."""
        return len(self.there) < CHAIRS

    @property
    def playing(self) -> Sequence[Entry]:
        return self.there[:CHAIRS]

    @property
    def reserves(self) -> Sequence[Entry]:
        return self.there[CHAIRS:]


def lineups(event: Event, round_number: int) -> dict[str, Any]:
    """Return what the attendance page says of teams: `teams`, and who is `alone`, in none."""
    if event.movement != Event.Movement.TEAMS:
        return {}
    return {
        "teams": [
            Lineup(each.team.number, each.team.name, each.present(round_number))
            for each in teams_of(event)
        ],
        "alone": entries_without_team(event),
    }


@dataclass(frozen=True, slots=True)
class Match:
    """Teams that meet at their tables in a round."""

    number: int
    tables: Sequence[int]
    teams: Sequence[Team]

    @property
    def first(self) -> int:
        return self.tables[0]

    @property
    def last(self) -> int:
        return self.tables[-1]


def matches_of_round(playing: Round) -> list[Match]:
    """Return the matches of a round, by their tables."""
    seated: dict[int, set[Team]] = defaultdict(set)
    chairs = playing.chairs.filter(entry__team__isnull=False).order_by("table__number")
    for chair in chairs.select_related("table", "entry__team"):
        if chair.entry.team is not None:
            seated[chair.table.number].add(chair.entry.team)
    tables: dict[frozenset[Team], list[int]] = defaultdict(list)
    for number, teams in seated.items():
        tables[frozenset(teams)].append(number)
    return [
        Match(number, at, sorted(teams, key=lambda team: team.number))
        for number, (teams, at) in enumerate(tables.items(), start=1)
    ]


def quality_words(
    event: Event, rounds: Sequence[RoundPlan], sentences: Sequence[str]
) -> Sequence[str]:
    """Return the sentences about rounds of players, in an event of teams with what is to say of
    these."""
    if event.movement != Event.Movement.TEAMS or not sentences:
        return sentences
    # The last one compares single players; teams are compared on every board they play.
    of_teams = team_sentences(team_rounds(rounds, teams_by_entry(event)))
    return [*of_teams, *sentences[:-1]]


def team_rounds(rounds: Sequence[RoundPlan], team_of: Mapping[int, int]) -> list[RoundPlan]:
    """Return rounds of players as rounds of teams: a match is a table of three teams."""
    return [_of_teams(each, team_of) for each in rounds]


def _of_teams(planned: RoundPlan, team_of: Mapping[int, int]) -> RoundPlan:
    met = dict.fromkeys(
        tuple(sorted({team_of.get(player, -player) for player in table.players}))
        for table in planned.tables
    )
    seated = {team for match in met for team in match}
    waiting = {team_of[player] for player in planned.sit_outs if player in team_of}
    return RoundPlan(tuple(TablePlan(match, ()) for match in met), tuple(sorted(waiting - seated)))


def team_sentences(rounds: Sequence[RoundPlan]) -> list[str]:
    """Return how evenly teams meet and sit out in these rounds of teams."""
    teams = {team for each in rounds for team in each.present()}
    if not any(each.tables for each in rounds):
        return []
    waits = [sum(team in each.sit_outs for each in rounds) for team in teams]
    return [
        _meetings(rounds),
        _sit_outs(min(waits), max(waits)),
        _("On each board all teams that play are compared with one another."),
    ]


def cost_of_teams(before: Sequence[RoundPlan], after: Sequence[RoundPlan]) -> str:
    """Return what a new plan costs, or gains, in rounds of teams; "" when nothing."""
    both = [pair for pair in zip(before, after, strict=False) if all(each.tables for each in pair)]
    if not both:
        return ""
    parts = []
    was, now = (_times(rounds) for rounds in zip(*both, strict=True))
    twice, again = (sum(times > 1 for times in each.values()) for each in (was, now))
    if twice != again:
        words = ngettext(
            "%(now)d pair of teams meets more than once over the whole event (%(was)d before).",
            "%(now)d pairs of teams meet more than once over the whole event (%(was)d before).",
            again,
        )
        parts.append(words % {"now": again, "was": twice})
    teams = {team for each in after for team in each.present()}
    waited, waits = (
        max((sum(team in each.sit_outs for each in rounds) for team in teams), default=0)
        for rounds in zip(*both, strict=True)
    )
    if waits > waited:
        parts.append(_sit_outs(0, waits))
    return " ".join(parts)


def _times(rounds: Sequence[RoundPlan]) -> dict[tuple[int, int], int]:
    """Return how often each two teams that meet do so."""
    times: dict[tuple[int, int], int] = {}
    for each in rounds:
        for table in each.tables:
            for pair in table.pairs():
                times[pair] = times.get(pair, 0) + 1
    return times


def _meetings(rounds: Sequence[RoundPlan]) -> str:
    times = _times(rounds)
    teams = sorted({team for each in rounds for team in each.present()})
    pairs = [times.get((one, other), 0) for one in teams for other in teams if one < other]
    least, most = min(pairs, default=0), max(pairs, default=0)
    if least == most == 1:
        return _("Every team meets every other once.")
    if least == most:
        words = ngettext(
            "Every team meets every other %(times)d time.",
            "Every team meets every other %(times)d times.",
            most,
        )
        return words % {"times": most}
    if most == 1:
        words = ngettext(
            "No two teams meet twice; %(pairs)d pair of teams does not meet.",
            "No two teams meet twice; %(pairs)d pairs of teams do not meet.",
            pairs.count(0),
        )
        return words % {"pairs": pairs.count(0)}
    return _("Two teams meet from %(least)d to %(most)d times.") % {"least": least, "most": most}


def _sit_outs(least: int, most: int) -> str:
    if not most:
        return _("No team sits out.")
    if not least:
        words = ngettext(
            "No team sits out more than %(most)d round.",
            "No team sits out more than %(most)d rounds.",
            most,
        )
        return words % {"most": most}
    if least == most:
        words = ngettext(
            "Every team sits out %(most)d round.", "Every team sits out %(most)d rounds.", most
        )
        return words % {"most": most}
    return _("Every team sits out from %(least)d to %(most)d rounds.") % {
        "least": least,
        "most": most,
    }
