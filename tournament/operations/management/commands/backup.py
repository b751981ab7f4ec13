import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.desk.backup import backup_write


def _owner_only(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


class Command(BaseCommand):
    """Save the whole installation to one file."""

    help = "Saves the whole installation to a file that `restore` reads on any machine."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        try:
            with open(file, "xb", opener=_owner_only) as target:
                backup_write(target)
        except FileExistsError as error:
            raise CommandError(f"{file} exists already: choose another name.") from error
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"Saved to {file}. It holds sealed deals and names: keep it safe.")
