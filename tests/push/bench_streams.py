"""How long a commit takes to reach open streams, and what a stream costs.

`python -m tests.push.bench_streams [STREAMS]`, with DATABASE_URL and TRIPLICATE_DATA as the site
would have them (a migrated database). The site runs in one process, the commits are made in
another, the streams are read in this one: on two cores they share, figures are upper limits.
"""

import asyncio
import os
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path

import django
from django.db import connection, transaction

from tournament.push.services import announce
from tournament.push.tokens import stream_address

ROUNDS = 15


def commit() -> float:
    """Announce a change and return the moment after its commit."""
    with transaction.atomic():
        announce("event:bench")
    return time.perf_counter()


def resident(pid: int) -> int:
    """Return the memory of a process in kB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


def processor(pid: int) -> float:
    """Return the seconds of processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


kept: list[asyncio.StreamWriter] = []  # a connection ends with its writer


async def open_stream(port: int) -> asyncio.StreamReader:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"GET {stream_address('event:bench')} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    )
    kept.append(writer)
    await reader.readuntil(b"id: 0\n\n")
    return reader


async def arrival(reader: asyncio.StreamReader) -> float:
    await reader.readuntil(b"event: changed\n")
    return time.perf_counter()


async def measure(port: int, pid: int, streams: int) -> None:
    first = await open_stream(port)
    await arrival(first)  # its page is as old as the process: it is told to look again
    await asyncio.sleep(2.5)
    before = resident(pid)
    readers = [first, *[await open_stream(port) for _ in range(streams - 1)]]
    await asyncio.sleep(1)
    print(f"{(resident(pid) - before) / streams:.1f} kB a stream, {streams} streams")
    quickest: list[float] = []
    middle: list[float] = []
    last: list[float] = []
    used = processor(pid)
    for _ in range(ROUNDS):
        arrivals = [asyncio.create_task(arrival(reader)) for reader in readers]
        await asyncio.sleep(0.2)
        committed = await asyncio.to_thread(commit)
        delays = sorted(moment - committed for moment in await asyncio.gather(*arrivals))
        quickest.append(delays[0])
        middle.append(statistics.median(delays))
        last.append(delays[-1])
    used = (processor(pid) - used) / ROUNDS
    for name, delays in (("first", quickest), ("median", middle), ("last", last)):
        ordered = sorted(1000 * delay for delay in delays)
        typical = statistics.median(ordered)
        print(f"{name:>6} stream: median {typical:.1f} ms, worst {ordered[-1]:.1f} ms")
    print(f"{1000 * used:.0f} ms of processor time of the site for each change")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings.dev")
    django.setup()
    streams = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port, number = listening.getsockname()[1], listening.fileno()
        held = os.pipe()
        kind = ["tournament.operations.serving.child", str(held[0]), "web", str(number)]
        site = subprocess.Popen([sys.executable, "-m", *kind], pass_fds=[number, held[0]])
        print(connection.vendor)
        try:
            asyncio.run(measure(port, site.pid, streams))
        finally:
            site.terminate()
            site.wait()


if __name__ == "__main__":
    main()
