import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.operations.usebio import LARGEST, Unreadable, usebio_read
from tournament.operations.usebio_lines import short
from tournament.operations.usebio_score import Compared, Comparison, Missing, usebio_compare
from tournament.rules.display import NO_VALUE, fixed, rounded

_VERDICTS = {True: "agrees", False: "DIFFERS"}


class Command(BaseCommand):
    """Score a published bridge event with our own arithmetic."""

    help = (
        "Computes the match points of a bridge event of pairs, from a results file in USEBIO "
        "(versions 1.0 to 1.2), and prints them beside the file's own. "
        "Exit status: 0 when all lines compared agree, 1 when some differ, "
        "2 when the file cannot be read or has nothing to compare."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the results, XML")

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        try:
            with file.open("rb") as source:
                results = usebio_read(source.read(LARGEST + 1))
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.", returncode=2) from error
        except Unreadable as reason:
            raise CommandError(f"{file} {reason}.", returncode=2) from reason
        comparison = usebio_compare(results)
        self.stdout.write(results.title)
        self._rules(comparison, is_said=results.scale is not None)
        self._lines(comparison)
        agree, differ, others = (comparison.count(agrees=each) for each in (True, False, None))
        self.stdout.write(f"{agree} lines agree, {differ} differ, {others} not compared.")
        if differ:
            sys.exit(1)
        if not agree:
            raise CommandError(f"{file} has no line that can be compared.", returncode=2)

    def _rules(self, comparison: Comparison, *, is_said: bool) -> None:
        reading = comparison.reading
        how = "as the file says" if is_said else "which fits most lines"
        beaten = f"{reading.scale} point{'s'[: reading.scale - 1]} per pair beaten"
        ending = "cut off" if reading.cut else "rounded"
        self.stdout.write(f"Scale: {beaten}, {how}.")
        self.stdout.write(f"Decimals of the file: {comparison.places}, {ending}.")
        if len({compared.line.section for compared in comparison.lines}) > 1:
            across = "each section by itself" if reading.by_section else "all sections together"
            self.stdout.write(f"Field: {across}, which fits most lines.")
        if comparison.incomplete:
            filled = {
                Missing.NEUBERG: "factored up by Neuberg's formula",
                Missing.LEVEL: "each missing one counted as level, which is not Neuberg's formula",
            }
            self.stdout.write(
                f"Boards with fewer results than their top counts: {comparison.incomplete}, "
                f"{filled[reading.missing]}."
            )

    def _lines(self, comparison: Comparison) -> None:
        places = max(2, comparison.places)
        sessions = len({compared.line.session for compared in comparison.lines}) > 1
        rows: list[tuple[str, ...]] = [("board", "NS", "EW", "score", "ours", "", "file", "", "")]
        rows += [_row(compared, places, sessions=sessions) for compared in comparison.lines]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = [cell.rjust(width) for cell, width in zip(row[:-1], widths, strict=False)]
            self.stdout.write("  ".join([*cells, row[-1]]).rstrip())


def _row(compared: Compared, places: int, *, sessions: bool) -> tuple[str, ...]:
    line = compared.line
    where = [line.session if sessions else "", line.section, line.board or "?"]
    verdict = "" if compared.agrees is None else _VERDICTS[compared.agrees]
    return (
        " ".join(short(part) for part in where if part),
        *(short(pair) or "?" for pair in line.pairs),
        short(line.score),
        *(fixed(points, places) for points in compared.points),
        *(_as_given(points) for points in line.points),
        verdict or f"not compared: {compared.why}",
    )


def _as_given(points: Fraction | None) -> str:
    return NO_VALUE if points is None else f"{rounded(points, 4).normalize():f}"
