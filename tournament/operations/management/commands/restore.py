from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

from tournament.desk.backup import backup_restore
from tournament.errors import Refused
from tournament.operations.serving import lock


@contextmanager
def _stopped() -> Iterator[None]:
    """Keep `serve` from running meanwhile: it would go on with what it knows of former data."""
    try:
        held = lock.hold(Path(settings.DATA_DIR))
    except lock.AlreadyServing as error:
        raise CommandError(
            _(
                "Triplicate is running with these data (process {process}). "
                "Stop it first: nothing was restored."
            ).format(process=error.process)
        ) from error
    with held:
        yield


class Command(BaseCommand):
    """Load a backup."""

    help = "Loads a file made by `backup`, in place of whatever this installation holds."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="replace the tournaments that are here"
        )

    def handle(self, *_args: Any, file: Path, replace: bool, **_options: Any) -> None:
        with _stopped():
            self._restore(file, replace=replace)

    def _restore(self, file: Path, *, replace: bool) -> None:
        if not MigrationRecorder(connection).has_table():
            # A new installation, which no `make run` has set up yet.
            call_command("migrate", verbosity=0)
        try:
            with file.open("rb") as source:
                backup_restore(source, replace=replace)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write("Restored.")
