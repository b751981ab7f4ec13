import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.events.sections import PLAYERS_IN_SECTION
from tournament.events.services import BOARDS_MOST, ROUNDS_MOST
from tournament.operations.movement_table import HEADINGS, Measured, draws_found, measured, summary
from tournament.rules.display import fixed
from tournament.rules.movements import Quality, RoundPlan, TablePlan, plan, quality
from tournament.rules.movements.cycles import LARGEST_STORED
from tournament.rules.movements.shapes import CHAIRS

_LIMITS = {
    "players": (CHAIRS, PLAYERS_IN_SECTION),
    "rounds": (1, ROUNDS_MOST),
    "boards": (1, BOARDS_MOST),
}
_TABLE_ROUNDS, _TABLE_BOARDS = 20, 3


class Command(BaseCommand):
    """Print a movement and what it is worth, or measure all of them."""

    help = (
        "Plans a movement and prints who sits "
        "where, how the boards are turned, and the movement's quality. Players are numbered from "
        "1, chairs in order: on the i-th board of a round the player in chair j holds seat "
        "(j + turns[i]) mod 3. The same numbers and seed give the same movement everywhere."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int)
        parser.add_argument("--rounds", type=int)
        parser.add_argument("--boards", type=int, help="boards per round")
        parser.add_argument("--seed", default="")
        parser.add_argument(
            "--fixed-seats", action="store_true", help="seats hold for a round; no board is turned"
        )
        parser.add_argument(
            "--cut-short",
            action="store_true",
            help="with --fixed-seats: seats are balanced after every round, so also when the "
            "evening ends early, and not only at its end; comparisons are less even",
        )
        parser.add_argument(
            "--shared",
            action="store_true",
            help="one copy of each set of boards: the tables of a round play different sets",
        )
        parser.add_argument("--json", action="store_true", help="print JSON")
        parser.add_argument(
            "--table",
            action="store_true",
            help="measure all movements: CSV, a line each, then what of the promises they miss. "
            "For 1 to 20 rounds, or --rounds, of 3 boards, or --boards; turned and with seats that "
            "hold, or these only with --fixed-seats",
        )
        parser.add_argument(
            "--draws",
            type=int,
            default=0,
            help="table: where seats that hold miss the narrowest window known, try so many other "
            "numbers for the draws, and say which finds it: windows.json has it in third place",
        )
        parser.add_argument("--from", type=int, default=CHAIRS, help="table: fewest players")
        parser.add_argument("--to", type=int, default=LARGEST_STORED, help="table: most players")

    def handle(
        self,
        *_args: Any,
        players: int | None,
        rounds: int | None,
        boards: int | None,
        seed: str,
        **options: Any,
    ) -> None:
        if options["table"]:
            least, most = _chosen("players", options["from"]), _chosen("players", options["to"])
            longest = _chosen("rounds", _TABLE_ROUNDS if rounds is None else rounds)
            boards = _chosen("boards", _TABLE_BOARDS if boards is None else boards)
            if most < least:
                raise CommandError("Choose --to no smaller than --from.")
            ways = (False,) if options["fixed_seats"] else (False, True)
            sizes = product(range(least, most + 1), range(1, longest + 1), ways)
            table = self._print_table(sizes, boards, seed)
            self._print_draws(table, options["draws"])
            return
        players, rounds = _chosen("players", players), _chosen("rounds", rounds)
        boards = _chosen("boards", boards)
        planned = plan(
            available=[range(1, players + 1)] * rounds,
            boards_per_round=boards,
            seed=seed,
            turned=not options["fixed_seats"],
            shared=options["shared"],
            whole_event=not options["cut_short"],
        )
        figures = quality(planned)
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(planned, figures)))
        else:
            self.stdout.write("\n".join(_as_text(planned, figures)))

    def _print_table(
        self, sizes: Iterable[tuple[int, int, bool]], boards: int, seed: str
    ) -> list[Measured]:
        """Prints a line as soon as its movement is measured: the whole table takes a while."""
        self.stdout.write(",".join(HEADINGS))
        table = []
        for players, rounds, turned in sizes:
            table.append(measured(players, rounds, boards, seed, turned=turned))
            self.stdout.write(",".join(map(str, table[-1].row())))
            self.stdout.flush()
        self.stdout.write(summary(table))
        return table

    def _print_draws(self, table: Iterable[Measured], most: int) -> None:
        for each in table:
            if most and not each.turned and any(each.misses()):
                found = draws_found(each, most)
                self.stdout.write(f"{each.name}: draws {'not found' if found is None else found}")


def _chosen(what: str, number: int | None) -> int:
    """The number given for that option. Raises CommandError if it cannot be."""
    least, most = _LIMITS[what]
    if number is None or not least <= number <= most:
        raise CommandError(f"Choose from {least} to {most} {what}.")
    return number


def _boards(number: int, table: TablePlan) -> list[int]:
    """The boards that a table plays in the round of that number, counted from 0."""
    played, boards = (number if table.set is None else table.set), len(table.turns)
    return list(range(played * boards + 1, (played + 1) * boards + 1))


def _as_json(planned: Sequence[RoundPlan], figures: Quality) -> dict[str, Any]:
    return {
        "rounds": [
            {
                "tables": [
                    {
                        "players": list(table.players),
                        "boards": _boards(number, table),
                        "turns": list(table.turns),
                    }
                    for table in each.tables
                ],
                "sitouts": list(each.sit_outs),
            }
            for number, each in enumerate(planned)
        ],
        "quality": {
            "meetings": figures.meetings,
            "comparisons": figures.comparisons,
            "sitouts": [figures.sit_outs_min, figures.sit_outs_max],
            "seat_spread": [_plain(figures.seat_spread_min), _plain(figures.seat_spread_max)],
            "conflicts": figures.conflicts,
            "balance": _plain(figures.balance),
        },
    }


def _plain(number: Fraction) -> float:
    return round(float(number), 4)


def _as_text(planned: Sequence[RoundPlan], figures: Quality) -> list[str]:
    lines = []
    for number, each in enumerate(planned):
        lines.append(f"Round {number + 1}")
        for place, table in enumerate(each.tables, start=1):
            players = " ".join(f"{player:>3}" for player in table.players)
            first, *rest = _boards(number, table)
            boards = f"{first}–{rest[-1]}" if rest else f"{first}"
            turns = "".join(map(str, table.turns))
            lines.append(f"  table {place:>2}: {players}   boards {boards:<7} turns {turns}")
        if each.sit_outs:
            lines.append(f"  sitting out: {' '.join(map(str, each.sit_outs))}")
    return [
        *lines,
        f"Pairs that meet so often: {_counted(figures.meetings)}",
        f"Pairs compared on so many boards: {_counted(figures.comparisons)}",
        f"Seats, in rounds: at most {fixed(figures.seat_spread_max, 2)} apart",
        f"Rounds sat out: {figures.sit_outs_min} to {figures.sit_outs_max}",
        f"Balance: {fixed(figures.balance, 1)} of 100",
    ]


def _counted(numbers: dict[int, int]) -> str:
    return ", ".join(f"{times} ({pairs} pairs)" for times, pairs in numbers.items())
