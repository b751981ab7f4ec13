"""The ranking of teams: what each of its players got on a board, summed, and compared with the sums
of all teams. See `tournament.rules.teams`."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tournament.events.models import Event
from tournament.rules import inputs, plain
from tournament.rules import standings as rules
from tournament.rules.movements.shapes import CHAIRS
from tournament.rules.teams import team_plays
from tournament.tables.models import PlaySeat, SitOut

from .models import Standings
from .selectors import boards_of_rounds, settings_of


def teams_ranked(
    event: Event, plays: Iterable[inputs.Play], entrants: Mapping[int, inputs.Entrant]
) -> Sequence[rules.Row]:
    """Return the rows of the teams, where the event is of teams; see `teams_computed`."""
    is_of_teams = event.movement == Event.Movement.TEAMS
    return teams_computed(event, plays, entrants).rows if is_of_teams else ()


def teams_computed(
    event: Event, plays: Iterable[inputs.Play], entrants: Mapping[int, inputs.Entrant]
) -> rules.Standings:
    """Return the ranking of the event's teams, by id, from its `plays` and `entrants`.

    Penalties and awards of its players count for a team; their handicaps and earlier results do
    not, and no boards are required.
    """
    team_of = teams_by_entry(event)
    awards: dict[int, list[inputs.Amount]] = defaultdict(list)
    for entry, team in team_of.items():
        awards[team] += entrants[entry].awards if entry in entrants else ()
    sat_out = _boards_sat_out(event, team_of)
    return rules.compute(
        team_plays(plays, team_of),
        settings=replace(settings_of(event), minimum_boards=0),
        entrants={
            team: inputs.Entrant(sat_out=sat_out[team], awards=tuple(awards[team]))
            for team in event.teams.order_by("number").values_list("pk", flat=True)
        },
    )


def teams_by_entry(event: Event) -> dict[int, int]:
    """Return by entry id the id of its team, in the order of the entries' numbers."""
    members = event.entries.exclude(team=None).order_by("number")
    return {entry: team for entry, team in members.values_list("pk", "team_id") if team is not None}


def _boards_sat_out(event: Event, team_of: Mapping[int, int]) -> Counter[int]:
    """Return by team how many boards it sat out: it was there with three players, and had no table.

    A board that no table played is nobody's loss.
    """
    rounds = boards_of_rounds(event)
    had: dict[int, set[int]] = defaultdict(set)
    seats = PlaySeat.objects.filter(play__round__session__event=event)
    for entry_id, board_id, other in seats.values_list(
        "entry_id", "board_id", "play__instead_of"
    ).iterator():
        if entry_id in team_of:
            had[team_of[entry_id]] |= {board_id, other}
    sitting = Counter(
        (round_id, team_of[entry_id])
        for round_id, entry_id in SitOut.objects.filter(round__in=rounds).values_list(
            "round_id", "entry_id"
        )
        if entry_id in team_of
    )
    counts: Counter[int] = Counter()
    for (round_id, team), many in sitting.items():
        if many >= CHAIRS:
            counts[team] += len(rounds[round_id][None] - had[team])
    return counts


def team_rows_of(standings: Standings) -> Sequence[rules.Row]:
    """Return the stored ranking of the teams as the rules' rows, exact; `entry` is a team's id."""
    return [plain.row_from_json(row) for row in standings.teams]
