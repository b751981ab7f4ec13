from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournament.operations.bench import standings_bench
from tournament.operations.simulation import Evening


class Command(BaseCommand):
    """Measure this machine. Nothing that is measured stays in the database."""

    help = "Measures: `standings` recomputes a large event once and prints where the time went."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=["standings"])
        parser.add_argument("--players", type=int, default=300)
        parser.add_argument("--rounds", type=int, default=10)
        parser.add_argument("--boards", type=int, default=3, help="boards per round")
        parser.add_argument("--seed", default="bench")

    def handle(self, *_args: Any, **options: Any) -> None:
        evening = Evening(
            players=options["players"],
            rounds=options["rounds"],
            boards_per_round=options["boards"],
            seed=options["seed"],
        )
        found = standings_bench(evening)
        self.stdout.write(
            f"{evening.players} players × {evening.rounds} rounds × "
            f"{evening.boards_per_round} boards: {found.results} results"
        )
        for phase, seconds in found.phases.items():
            self.stdout.write(f"  {phase:<8} {seconds * 1000:8.1f} ms")
        total = sum(found.phases.values())
        self.stdout.write(
            f"  {'total':<8} {total * 1000:8.1f} ms   (goal: under 2000 ms; "
            f"processor {found.processor * 1000:.1f} ms)"
        )
