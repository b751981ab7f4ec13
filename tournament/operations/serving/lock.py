"""One `serve` for each data directory: two schedulers and two sets of files would only quarrel."""

import fcntl
import os
import time
from pathlib import Path
from typing import IO

# What a killed `serve` leaves behind notices within moments, and is given ten seconds to end.
PATIENCE = 15.0


class AlreadyServing(Exception):
    """Another `serve` uses the data; `process` is its number."""

    def __init__(self, process: int) -> None:
        super().__init__(process)
        self.process = process


def hold(data: Path) -> IO[str]:
    """Return the open lock of `data`, held until every process that inherits it has ended.

    Waits for the last processes of a `serve` that was killed. Raises AlreadyServing.
    """
    file = (data / "serve.lock").open("a+")
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = _holder(file)
            if _alive(holder) or time.monotonic() > deadline:
                file.close()
                raise AlreadyServing(holder) from None
            time.sleep(0.1)
        else:
            file.truncate(0)
            file.write(str(os.getpid()))
            file.flush()
            return file


def _holder(file: IO[str]) -> int:
    file.seek(0)
    text = file.read()
    return int(text) if text.isdigit() else 0


def _alive(process: int) -> bool:
    if not process:
        # The other one has the lock and is about to write its number.
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
