from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournament.events.models import Event
from tournament.events.selectors import club_default
from tournament.leaderboard.selectors import entry_real_name, leaderboard
from tournament.operations.accounts import director_ensure
from tournament.operations.simulation import Evening, evening_event, round_play
from tournament.rules.display import fixed, lives
from tournament.standings.services import standings_compute


class Command(BaseCommand):
    """Let bots play a whole evening in this installation."""

    help = "Lets bots play an evening through the same services as people, and prints the ranking."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=90)
        parser.add_argument("--rounds", type=int, default=5)
        parser.add_argument("--boards", type=int, default=4, help="boards per round")
        parser.add_argument("--seed", required=True, help="the same seed gives the same evening")
        parser.add_argument("--method", choices=Event.Method.values, default="matchpoints")
        parser.add_argument("--rows", type=int, default=10, help="lines of the ranking to print")

    def handle(self, *_args: Any, **options: Any) -> None:
        evening = Evening(
            players=options["players"],
            rounds=options["rounds"],
            boards_per_round=options["boards"],
            seed=options["seed"],
            name=f"Simulated evening {options['seed']}",
            method=options["method"],
        )
        start = perf_counter()
        event = evening_event(evening, club=club_default(), director=director_ensure())
        results = 0
        for _round in range(evening.rounds):
            results += round_play(event, seed=evening.seed).plays.count()
        standings_compute(event_id=event.pk)
        seconds = perf_counter() - start
        self.stdout.write(
            f"{evening.players} players, {evening.rounds} rounds, {results} results, "
            f"{seconds:.1f} s: /e/{event.public_id}/"
        )
        event.refresh_from_db()
        for line in leaderboard(event, name_of=entry_real_name).rows[: options["rows"]]:
            row = line.row
            self.stdout.write(
                f"{row.rank or '':>4} {line.name:<20} {fixed(row.points, 2):>8} "
                f"{fixed(row.percent, 2):>6} % {lives(row.lives):>5}"
            )
