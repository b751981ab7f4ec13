"""A hall of tables playing in browsers, over real HTTP, and how soon a card is on all screens."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from random import Random
from statistics import quantiles
from urllib.parse import quote

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection

from tournament.events.models import Event
from tournament.events.services import EventData, NewEntry, entries_add, event_create
from tournament.live.event_play import participants_ensure
from tournament.players.models import Club
from tournament.tables.models import Chair
from tournament.tables.planning import movement_plan
from tournament.tables.services import round_start

from .bench_player import Pace, Player, Watch
from .processor import family, seconds_used

SEATS = 3
READY = re.compile(r"http://\S+?:(\d+)")


@dataclass(frozen=True, slots=True)
class LiveBench:
    """What was measured: `delays` in seconds from a card posted to the last of three screens.

    `site` and `clients` are the seconds of the processor that the site's processes and the players
    used, 0 where the system does not say; a database server's are in neither.
    """

    tables: int
    seconds: float
    played: int
    refused: int
    delays: Sequence[float]
    site: float
    clients: float

    @property
    def rate(self) -> float:
        """Cards per second in the whole hall."""
        return self.played / self.seconds

    def percentile(self, per_cent: int) -> float:
        """Seconds within which this part of the cards was on all three screens."""
        return quantiles(self.delays, n=100, method="inclusive")[per_cent - 1]


def live_bench(*, tables: int, seconds: float, pace: float, seed: str) -> LiveBench:
    """Return what a hall of that many tables measured during `seconds`.

    `pace` is the mean time between two cards of a table in seconds; 0 is as fast as it goes. The
    site is started as a user starts it, on a database of its own that is thrown away.
    """
    with _installation() as environment:
        secrets_of = _hall(tables, boards=20)
        with _site(environment) as (process, port):
            playing = _play(process, port, secrets_of, seconds, pace, Random(seed))
            return asyncio.run(playing)


@contextmanager
def _installation() -> Iterator[dict[str, str]]:
    """Give an environment for a new installation; this process's database is the same one."""
    name = connection.settings_dict["NAME"]
    with tempfile.TemporaryDirectory(prefix="triplicate-bench-") as data:
        kept = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
        environment = {**kept, "TRIPLICATE_DATA": data, "LC_ALL": "C.UTF-8"}
        connection.close()
        if connection.vendor == "sqlite":
            connection.settings_dict["NAME"] = str(Path(data) / "triplicate.sqlite3")
            call_command("migrate", verbosity=0)
        else:
            connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
            environment["DATABASE_URL"] = _address()
        try:
            yield environment
        finally:
            if connection.vendor == "sqlite":
                connection.close()
                connection.settings_dict["NAME"] = name
            else:
                connection.creation.destroy_test_db(name, verbosity=0)


def _address() -> str:
    known = connection.settings_dict
    who = quote(known["USER"]) + (f":{quote(known['PASSWORD'])}" if known["PASSWORD"] else "")
    return f"postgres://{who}@{known['HOST']}:{known['PORT'] or 5432}/{known['NAME']}"


def _hall(tables: int, *, boards: int) -> list[list[str]]:
    """Seat a hall whose boards are played in the browser; return the links' secrets by table."""
    director = get_user_model().objects.create_user("bench")
    data = EventData("Bench", date(2026, 1, 1), 1, boards)
    data = replace(data, play_mode=Event.PlayMode.LIVE, action_seconds=None, gone_seconds=600)
    event = event_create(club=Club.objects.create(name="Bench"), director=director, data=data)
    names = [NewEntry(f"Player {number}", False) for number in range(SEATS * tables)]
    entries_add(event=event, entries=names)
    movement_plan(event=event)
    playing = round_start(event=event)
    participants = participants_ensure(event=event)
    seated: dict[int, list[str]] = {}
    for chair in Chair.objects.filter(round=playing).order_by("table__number", "number"):
        seated.setdefault(chair.table_id, []).append(participants[chair.entry_id].secret)
    return list(seated.values())


@contextmanager
def _site(environment: dict[str, str]) -> Iterator[tuple[int, int]]:
    """Give the number of the site's first process, and its port."""
    command = [sys.executable, "manage.py", "serve", "--local", "--port", "0"]
    site = subprocess.Popen(
        command, cwd=settings.BASE_DIR, env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        if site.stdout is None:
            raise RuntimeError("the site says nothing")
        port = 0
        for line in site.stdout:
            if found := READY.search(line):
                port = int(found[1])
            if "Ready" in line:
                break
        yield site.pid, port
    finally:
        site.send_signal(signal.SIGINT)
        site.wait()


async def _play(
    process: int,
    port: int,
    hall: Sequence[Sequence[str]],
    seconds: float,
    pace: float,
    chance: Random,
) -> LiveBench:
    thinking = Pace(pace * 0.5, pace * 1.5)
    watches = [Watch(len(secrets)) for secrets in hall]
    players = [
        Player(
            port=port,
            secret=secret,
            watch=watch,
            screen=screen,
            pace=thinking,
            chance=Random(chance.random()),
        )
        for watch, secrets in zip(watches, hall, strict=True)
        for screen, secret in enumerate(secrets)
    ]
    # A hall sits down one by one, not in one instant.
    streams = [await player.sit() for player in players]
    tasks = [
        asyncio.create_task(doing)
        for player, stream in zip(players, streams, strict=True)
        for doing in (player.listen(stream), player.live())
    ]
    await asyncio.sleep(pace * 2)
    for watch in watches:
        watch.delays.clear()
    before, start = sum(player.played for player in players), time.perf_counter()
    site, clients = _site_used(process), time.process_time()
    done, _still = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    lasted = time.perf_counter() - start
    site, clients = _site_used(process) - site, time.process_time() - clients
    for task in done:
        task.result()
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    return LiveBench(
        tables=len(hall),
        seconds=lasted,
        played=sum(player.played for player in players) - before,
        refused=sum(player.refused for player in players),
        delays=[delay for watch in watches for delay in watch.delays],
        site=site,
        clients=clients,
    )


def _site_used(process: int) -> float:
    return sum(seconds_used(pid) for pid in family(process))
