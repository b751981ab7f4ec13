from typing import Any

from django.core.management.base import BaseCommand

from tournament.operations.serving.referee import run_until_told


class Command(BaseCommand):
    """Run the referee alone, as one of a server's processes."""

    help = "Plays for bots and clocks at the tables until Ctrl-C. Two may run at the same time."

    def handle(self, *_args: Any, **_options: Any) -> None:
        run_until_told()
