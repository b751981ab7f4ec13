"""The process that plays for bots and clocks at the tables (see tournament/live/referee.py)."""

import os
import signal
import threading
from types import FrameType

import django


def run() -> None:
    """Referee in a process of its own until told to stop."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings.dev")
    django.setup()
    run_until_told()


def run_until_told() -> None:
    """Referee in this process, where Django is set up, until Ctrl-C or SIGTERM."""
    from tournament.live import referee  # it needs the applications

    stopping = threading.Event()

    def stop(_signal: int, _frame: FrameType | None) -> None:
        stopping.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    referee.run(stopping)
