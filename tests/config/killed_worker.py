"""A worker as installations run it, with a task that leaves a line: `killed_worker.py FOLDER`."""

import sys
import time
from pathlib import Path

from celery import shared_task

from tournament.config.celery import app

folder = Path(sys.argv[1])


@shared_task(name="tests.leave_a_line")
def leave_a_line(number: int) -> None:
    """Take a moment, in which a kill may fall, and note the number."""
    time.sleep(0.01)
    (folder / str(number)).touch()


if __name__ == "__main__":
    lean = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    app.worker_main(["--quiet", "worker", "--pool", "threads", "--concurrency", "2", *lean])
