"""What the public pages and the exports show of teams, read from stored standings."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournament.events.models import Event, Team
from tournament.events.selectors import entry_public_name
from tournament.events.teams import TeamMembers, teams_of
from tournament.results.models import Award
from tournament.rules.inputs import Unranked
from tournament.rules.scores import score_made
from tournament.rules.standings import Row
from tournament.rules.tallies import nothing_made
from tournament.rules.teams import team_plays
from tournament.standings.selectors import entrants_of, plays_of_event, standings_of
from tournament.standings.teams import team_rows_of, teams_by_entry, teams_computed
from tournament.tables.models import Play

from .overview import Listed
from .selectors import NameOf, TravellerLine, TravellerSeat, boards_open, lines_of_plays
from .wording import average_words, award_words, unranked_words


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team's line of the ranking. `row` holds the exact figures; a team's name is public."""

    team: Team
    members: Sequence[Listed]
    row: Row
    awards: Sequence[str]
    withheld: bool = False

    @property
    def name(self) -> str:
        return self.team.name

    @property
    def note(self) -> str:
        """What there is to say of it beside its figures, a list parted by dots."""
        return " · ".join(filter(None, (unranked_words(self.row), *self.awards)))


def team_ranking(event: Event, *, name_of: NameOf = entry_public_name) -> list[TeamRow]:
    """Return the ranking of the event's teams; whoever has no result yet follows, by number.

    Empty but in events of teams.
    """
    if event.movement != Event.Movement.TEAMS:
        return []
    teams = {each.team.pk: each for each in teams_of(event)}
    ranked = [row for row in team_rows_of(standings_of(event)) if row.entry in teams]
    newcomers = teams.keys() - {row.entry for row in ranked}
    without = Unranked.NO_RESULT
    rows = [
        *ranked,
        *(
            nothing_made(team).row(None)._replace(unranked=without)
            for team in teams
            if team in newcomers
        ),
    ]
    awards = _awards(event)
    return [
        TeamRow(
            team=teams[row.entry].team,
            members=_listed(teams[row.entry], name_of),
            row=row,
            awards=awards.get(row.entry, []),
        )
        for row in rows
    ]


def _listed(team: TeamMembers, name_of: NameOf) -> list[Listed]:
    return [Listed(entry, name_of(entry), not entry.player.name_public) for entry in team.members]


def _awards(event: Event) -> Mapping[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    awards = Award.objects.filter(entry__event=event, entry__team__isnull=False)
    for award in awards.select_related("entry").order_by("pk"):
        words = award_words(
            nature=award.nature, unit=award.unit, value=str(award.value), game=event.game
        )
        found[award.entry.team_id or 0].append(words)
    return found


@dataclass(frozen=True, slots=True)
class HeldSeat:
    """A seat that a team held on a board, at a table."""

    line: TravellerLine
    seat: TravellerSeat


@dataclass(frozen=True, slots=True)
class TeamScore:
    """A team's sum on a board; None while one of its seats has no score. `average` is A+, A or
    A− where the director gave one to the team."""

    team: Team
    score: Fraction | int | None
    average: str


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """A board of a team: who held which seat, the team's own sum, and those of all others."""

    number: int
    round: int
    seats: Sequence[HeldSeat]
    own: TeamScore
    matchpoints: Fraction | None
    percent: Fraction | None
    datum: Fraction | None
    top: int
    others: Sequence[TeamScore]


@dataclass(frozen=True, slots=True)
class TeamCard:
    """A team's boards in playing order, its players, and its line of the ranking.

    `hidden` counts the boards whose results nobody may see yet.
    """

    team: Team
    members: Sequence[Listed]
    row: TeamRow | None
    boards: Sequence[TeamBoard]
    hidden: int


def team_card(event: Event, team: Team, *, name_of: NameOf = entry_public_name) -> TeamCard:
    """Return a team's boards that anyone may see."""
    own = Play.objects.filter(seats__entry__team=team)
    seen = own.filter(board__in=boards_open(event).values("pk")).distinct()
    held = _held(lines_of_plays(seen, name_of=name_of), team)
    ranking = team_ranking(event, name_of=name_of)
    row = next((each for each in ranking if each.team.pk == team.pk), None)
    return TeamCard(
        team=team,
        members=row.members if row else [],
        row=row,
        boards=_boards(event, team, held),
        hidden=own.values("board").distinct().count() - len(held),
    )


def _held(lines: Iterable[TravellerLine], team: Team) -> dict[int, list[HeldSeat]]:
    """Return by board the seats that the team held, from seat A on."""
    held: dict[int, list[HeldSeat]] = defaultdict(list)
    for line in lines:
        for seat in line.seats:
            if seat.entry.team_id == team.pk:
                held[line.play.board.number].append(HeldSeat(line, seat))
    return {
        board: sorted(seats, key=lambda each: each.seat.number) for board, seats in held.items()
    }


def _boards(event: Event, team: Team, held: Mapping[int, Sequence[HeldSeat]]) -> list[TeamBoard]:
    """Return the boards with the sums of all teams, counted from what is stored now."""
    if not held:
        return []
    plays, entrants = plays_of_event(event), entrants_of(event)
    computed = teams_computed(event, plays, entrants).boards
    teams = {each.pk: each for each in event.teams.all()}
    sums: dict[int, dict[int, TeamScore]] = defaultdict(dict)
    ids: dict[tuple[int, int], int] = {}
    for play in team_plays(plays, teams_by_entry(event)):
        (of_team,) = play.players
        score = play.scores[0] if play.scores else None
        average = "" if score is None else average_words(score)
        ids[play.board, of_team] = play.id
        sums[play.board][of_team] = TeamScore(teams[of_team], score_made(score), average)
    boards = []
    for number, seats in held.items():
        board, own = computed[number], sums[number][team.pk]
        play_id = ids[number, team.pk]
        has_score = play_id in board.scores
        boards.append(
            TeamBoard(
                number=number,
                round=seats[0].line.play.round.number,
                seats=seats,
                own=own,
                matchpoints=board.matchpoints(play_id)[0] if has_score else None,
                percent=board.percent(play_id)[0] if has_score else None,
                datum=board.datum(play_id)[0] if has_score else None,
                top=board.top,
                others=sorted(
                    (each for each in sums[number].values() if each.team.pk != team.pk),
                    key=lambda each: (each.score is None, -(each.score or 0), each.team.number),
                ),
            )
        )
    return boards
