"""What processes have used of the processor, where the system says so (Linux)."""

import os
from pathlib import Path


def seconds_used(pid: int) -> float:
    """Return the seconds of the processor that a process has used so far; 0 if nobody says."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return 0.0
    user, system = stat.rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """Return a process and those that it has started; itself alone if nobody says."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except FileNotFoundError:
        return [pid]
    return [pid, *map(int, children.split())]
