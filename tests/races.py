"""Several people at the same instant, in real threads on real connections."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from tournament.errors import Refused


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Run the acts together; return what each gave, or the Refused it raised."""
    barrier = threading.Barrier(len(acts))
    outcomes: list[Any] = [None] * len(acts)

    def run(index: int, act: Callable[[], Any]) -> None:
        barrier.wait()
        try:
            outcomes[index] = act()
        except Refused as refusal:
            outcomes[index] = refusal
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes
