import os
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.analysis.at_once import BoardFailed, event_analyse
from tournament.analysis.selectors import Progress, has_analysis
from tournament.analysis.services import analysis_stop
from tournament.events.models import Event

BAR = 30
INTERRUPTED = 130


class Command(BaseCommand):
    """Analyse an event's boards with the open-hand solver, on all processors."""

    help = (
        "Analyses the boards of an event that every table has closed; shows how far it is, and of "
        "the boards nothing. Ctrl-C stops it, and the same command goes on where it stopped."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="as its address has it: /e/EVENT/")
        parser.add_argument(
            "--workers", type=int, default=os.cpu_count() or 1, help="(default: one a processor)"
        )

    def handle(self, *_args: Any, event: str, workers: int, **_options: Any) -> None:
        found = Event.objects.filter(public_id=event).first()
        if found is None:
            raise CommandError(f"There is no event {event}.")
        if not has_analysis(found):
            raise CommandError("Boards of this game cannot be analysed.")
        if workers < 1:
            raise CommandError("It takes one worker at least.")
        try:
            is_done = event_analyse(event=found, workers=workers, tell=self._tell)
        except BoardFailed as failed:
            self._end()
            raise CommandError(f"Board {failed} could not be analysed.") from failed
        except KeyboardInterrupt:
            analysis_stop(event=found)
            self._end()
            self.stdout.write("Stopped. The same command goes on.")
            sys.exit(INTERRUPTED)
        self._end()
        if not is_done:
            self.stdout.write("Stopped from the director's page, or taken over by another run.")
            sys.exit(1)

    def _tell(self, progress: Progress) -> None:
        words = f"{progress.done} of {progress.total} boards analysed"
        if not self.stdout.isatty():
            self.stdout.write(words)
            return
        filled = BAR * progress.done // progress.total if progress.total else BAR
        bar = "█" * filled + "·" * (BAR - filled)
        self.stdout.write(f"\r{bar} {words}", ending="")
        self.stdout.flush()

    def _end(self) -> None:
        if self.stdout.isatty():
            self.stdout.write("")
