"""Work in other processes, which end with the one that they work for."""

import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children, get_context, parent_process


def cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # only some systems tell
        return os.cpu_count() or 1


def pool_begin(number: int, *, yielding: bool = False) -> ProcessPoolExecutor:
    """So many processes, each begun when there is work for it.

    With `yielding` they leave the cores to whatever else wants them, where the system can tell.
    """
    return ProcessPoolExecutor(
        number, mp_context=get_context("spawn"), initializer=_attend, initargs=(yielding,)
    )


def pool_end(pool: ProcessPoolExecutor) -> None:
    """End the processes at once, whatever they are doing."""
    # Python 3.14 has `terminate_workers` for this.
    ours = set(pool._processes or {})
    pool.shutdown(wait=False, cancel_futures=True)
    for child in active_children():
        if child.pid in ours:
            child.terminate()


def _attend(yielding: bool) -> None:
    # Ctrl-C reaches all processes of a terminal: the one that they work for ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if yielding and hasattr(os, "nice"):
        os.nice(10)
    parent = parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
