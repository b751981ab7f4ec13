"""Events of teams in a line or two."""

from random import Random
from typing import Any

from tests.builders import make_event, record, start_round
from tournament.events.models import Event
from tournament.events.services import NewEntry
from tournament.events.teams import NewTeam, teams_enter
from tournament.results.services import round_close
from tournament.tables.planning import movement_plan


def make_teams(many: int, *, rounds: int = 4, boards: int = 1, **data: Any) -> Event:
    """Return an event of teams of three, named Team 1 and so on, players 1.1, 1.2, 1.3."""
    event = make_event(players=0, rounds=rounds, boards_per_round=boards, movement="teams", **data)
    teams = [
        NewTeam(f"Team {team}", [NewEntry(f"{team}.{player}", True) for player in (1, 2, 3)])
        for team in range(1, many + 1)
    ]
    teams_enter(event=event, teams=teams)
    movement_plan(event=event)
    return event


def play_at_random(event: Event, seed: str) -> None:
    """Play the event's next round, every result drawn from the seed, and close it."""
    rng = Random(seed)
    playing = start_round(event)
    for play in playing.plays.order_by("pk"):
        first = rng.randint(0, 10)
        second = rng.randint(0, 10 - first)
        record(play, (first, second, 10 - first - second))
    round_close(playing=playing)
    event.refresh_from_db()
