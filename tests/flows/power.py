"""A site whose power fails, and whoever is patient with it."""

import time
from collections.abc import Callable
from pathlib import Path

from tests.served import PATIENCE, Site


class Power:
    """A site that is started again whenever it was killed as a whole."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.site = Site(data)
        self.port = self.site.port

    def fail_and_return(self) -> None:
        self.site.kill_everything()
        self.site = Site(self.data, port=self.port)


def persist(act: Callable[[], int]) -> int:
    """Do it until the site answers, as a patient player does; return the status."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            status = act()
        except OSError:
            status = 503
        if status < 500:
            return status
        assert time.monotonic() < deadline, "the site never came back"
        time.sleep(0.2)
