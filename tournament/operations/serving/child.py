"""One process of the site: `python -m tournament.operations.serving.child PIPE web FD`,
`… PIPE referee`, `… PIPE worker NAME` or `… PIPE beat`.

PIPE is the reading end of a pipe whose other end only the parent holds. When the parent ends,
however that happens, so does the pipe, and the child follows. (Linux could send a signal instead;
a pipe works on every system.)
"""

import os
import signal
import sys
import threading
import time
import warnings

GRACE = 10.0  # seconds to finish what is being done


def main() -> None:
    """Run what the command line names, until told to stop or left alone."""
    pipe, kind, *arguments = sys.argv[1:]
    threading.Thread(target=_follow_parent, args=[int(pipe)], daemon=True).start()
    if kind == "web":
        from . import web

        web.run(listening=int(arguments[0]))
    elif kind == "referee":
        from . import referee

        referee.run()
    else:
        from celery.bin.celery import main as celery
        from celery.exceptions import SecurityWarning

        # It warns root of messages that carry code. Ours are JSON; containers run as root.
        warnings.simplefilter("ignore", SecurityWarning)
        sys.argv = ["celery", "--quiet", "--app", "tournament.config", *_celery(kind, *arguments)]
        celery()


def _celery(kind: str, *arguments: str) -> list[str]:
    if kind == "beat":
        return ["beat"]
    (name,) = arguments
    # Nodes neither gossip nor mingle: the embedded broker cannot broadcast, and nobody listens.
    lean = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    return ["worker", "--pool", "threads", "--concurrency", "2", "--hostname", name, *lean]


def _follow_parent(pipe: int) -> None:
    os.read(pipe, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)


if __name__ == "__main__":
    main()
