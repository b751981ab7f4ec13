from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from tournament.operations.bench import standings_bench
from tournament.operations.bench_leaderboard import leaderboard_bench
from tournament.operations.bench_live import live_bench
from tournament.operations.bench_papers import papers_bench
from tournament.operations.simulation import Evening


class Command(BaseCommand):
    """Measure this machine. Nothing that is measured stays in the database."""

    help = (
        "Measures: `standings` recomputes a large event and prints where the time went; "
        "`leaderboard` asks for its public page, and for a bare Django view in the same run; "
        "`live` fills a hall of tables that play in browsers, over real HTTP; "
        "`papers` sets everything that is printed of a session."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=["standings", "leaderboard", "live", "papers"])
        parser.add_argument("--players", type=int, help="300, 90 for papers")
        parser.add_argument("--rounds", type=int, help="standings 30, leaderboard 3, papers 12")
        parser.add_argument("--boards", type=int, default=3, help="boards per round")
        parser.add_argument("--seed", default="bench")
        parser.add_argument("--requests", type=int, default=2000, help="for leaderboard, of a kind")

        parser.add_argument("--tables", type=int, default=100, help="for live")
        parser.add_argument("--seconds", type=float, default=60.0, help="for live")
        parser.add_argument(
            "--pace", type=float, default=2.0, help="for live: seconds between a table's cards"
        )

    def handle(self, *_args: Any, what: str, **options: Any) -> None:
        if what == "live":
            self._live(options)
            return
        evening = Evening(
            players=options["players"] or (90 if what == "papers" else 300),
            rounds=options["rounds"] or {"standings": 30, "leaderboard": 3, "papers": 12}[what],
            boards_per_round=options["boards"],
            seed=options["seed"],
        )
        if what == "standings":
            self._standings(evening)
        elif what == "papers":
            self._papers(evening)
        else:
            self._leaderboard(evening, options["requests"])

    def _standings(self, evening: Evening) -> None:
        found = standings_bench(evening)
        self.stdout.write(
            f"{evening.players} players × {evening.rounds} rounds × "
            f"{evening.boards_per_round} boards: {found.rows} rows"
        )
        for phase, seconds in found.phases.items():
            self.stdout.write(f"  {phase:<10} {seconds * 1000:8.1f} ms of the processor")
        total = sum(found.phases.values())
        self.stdout.write(
            f"  {'in all':<10} {total * 1000:8.1f} ms of the processor, "
            f"{found.wall * 1000:.1f} ms of the wall"
        )
        self.stdout.write(
            f"  {'yardstick':<10} {found.yardstick * 1000:8.1f} ms: points and sums alone; "
            f"computing takes {found.phases['compute'] / found.yardstick:.2f} times as long"
        )
        self.stdout.write(
            "  goals for 27,000 rows: compute 10 ms where the yardstick takes 9.1; in all 500 ms"
        )

    def _papers(self, evening: Evening) -> None:
        boards = evening.rounds * evening.boards_per_round
        self.stdout.write(f"Papers of {boards} boards and {evening.players} players")
        for paper in papers_bench(evening):
            self.stdout.write(
                f"  {paper.name:<14} {paper.processor:5.2f} s of the processor, "
                f"{paper.wall:5.2f} s of the wall, {paper.size // 1024:5} kB"
            )
        self.stdout.write("  goal: 2 s each")

    def _leaderboard(self, evening: Evening, requests: int) -> None:
        bare, *others = cases = leaderboard_bench(evening, requests=requests)
        self.stdout.write(f"Leaderboard of {evening.players} rows, {bare.asked} requests of a kind")
        for case in cases:
            processor = case.processor / case.asked
            ratio = f"{bare.typical / case.typical:5.1f} × the bare view" if case in others else ""
            self.stdout.write(
                f"  {case.name:<26} {case.typical * 1000:6.2f} ms, "
                f"processor {processor * 1000:5.2f} ms  {ratio}".rstrip()
            )
        self.stdout.write("  goal: 1 × the bare view, then 5 ×")

    def _live(self, options: dict[str, Any]) -> None:
        for pace in (options["pace"], 0.0):
            found = live_bench(
                tables=options["tables"],
                seconds=options["seconds"],
                pace=pace,
                seed=options["seed"],
            )
            how = f"a card per table every {pace:g} s" if pace else "as fast as it goes"
            self.stdout.write(
                f"{found.tables} tables, {connection.vendor}, {how}: {found.rate:.1f} cards/s, "
                f"{found.refused} refused; posted → on all three screens: "
                + ", ".join(
                    f"{part} % in {found.percentile(part) * 1000:.0f} ms" for part in (50, 95, 99)
                )
            )
            self.stdout.write(
                "  processor for a card: "
                f"{found.site / found.played * 1000:.1f} ms of the site, "
                f"{found.clients / found.played * 1000:.1f} ms of the players"
            )
        self.stdout.write("  goal at 100 tables and a card every 2 s: 95 % in 250 ms")
