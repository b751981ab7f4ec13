"""Processes are killed while cards are played: each card acknowledged is there once, each timeout
acts once, and the deals are played to their end."""

import json
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from functools import partial
from http.cookiejar import CookieJar

import pytest

from tests.flows.power import Power, persist
from tests.linux import only_linux
from tests.served import run_on, until

pytestmark = [pytest.mark.site, only_linux]

# The third player never comes, and is played after two seconds; nobody waits for the clocks.
MADE = """
import json
from tests.builders import make_event, start_round
from tournament.events.models import Event
from tournament.live.event_play import participant_of
from tournament.tables.models import Play
event = make_event(players=3, rounds=1, boards_per_round=2, play_mode=Event.PlayMode.LIVE)
Event.objects.update(action_seconds=3, gone_seconds=2)
start_round(event)
seats = Play.objects.get(board__number=1).seats.order_by("number")
print(json.dumps([participant_of(seat.entry).secret for seat in seats]))
"""
DONE = """
import json
from tournament.results.models import Result
print(json.dumps(Result.objects.count()))
"""
STORED = """
import json
from tournament.events.models import Event
from tournament.live.models import LiveDeal
from tournament.live.positions import position_of
from tournament.standings.selectors import rows_of, standings_computed, standings_of
event = Event.objects.get()
print(json.dumps({
    "deals": {
        live.public_id: {
            "log": list(live.log.values_list("ply", "seat", "action", "by")),
            "steps": live.steps,
            "cards": len(position_of(live).taken),
            "agrees": live.play.result.detail == live.detail,
        }
        for live in LiveDeal.objects.all()
    },
    "caught_up": standings_of(event).seen == standings_of(event).changed,
    "equal": list(rows_of(standings_of(event))) == list(standings_computed(event).rows),
}))
"""


class Device:
    """A browser without scripts that holds one seat."""

    def __init__(self, address: str, secret: str) -> None:
        self._address = address
        self._secret = secret
        self._cookies = CookieJar()
        self._open = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self._cookies)
        ).open
        self.page = ""
        self.place = f"/play/link/{secret}/"

    def get(self) -> int:
        with self._open(self._address + self.place, timeout=10) as answer:
            self.page = answer.read().decode()
            self.place = urllib.parse.urlsplit(answer.url).path
            return int(answer.status)

    def post(self, path: str, values: dict[str, str]) -> int:
        token = next(cookie.value for cookie in self._cookies if cookie.name == "csrftoken")
        data = urllib.parse.urlencode({**values, "csrfmiddlewaretoken": token}).encode()
        try:
            with self._open(self._address + self.place + path, data, timeout=10) as answer:
                self.page = answer.read().decode()
                self.place = urllib.parse.urlsplit(answer.url).path
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            refused.close()
            return refused.code

    def act(self) -> tuple[str, int, str] | None:
        """Do what the page asks for: sit down, or play a card; return deal, ply and card."""
        if "/take/" in self.page:
            persist(partial(self.post, "take/", {}))
            return None
        table = re.search(r'data-deal="([^"]+)" data-ply="(\d+)"[^>]* data-mine', self.page)
        cards = re.findall(r'class="hand-card is-playable"[^>]* value="(\w+)"', self.page)
        if table is None or not cards:
            return None
        form = {"deal": table[1], "ply": table[2], "action": cards[0]}
        if persist(partial(self.post, "act/", form)) != 200:
            return None
        return table[1], int(table[2]), cards[0]


def test_killed_processes_lose_no_card_and_act_once(power: Power) -> None:
    secrets: list[str] = json.loads(run_on(power.data, MADE))
    acknowledged: set[tuple[str, int, str]] = set()
    failures: list[BaseException] = []
    over = threading.Event()

    def play(secret: str) -> None:
        try:
            device = Device(power.site.address, secret)
            persist(device.get)
            persist(partial(device.post, "", {}))
            while not over.is_set():
                persist(device.get)
                if (card := device.act()) is not None:
                    acknowledged.add(card)
                time.sleep(0.1)
        except BaseException as failure:
            failures.append(failure)
            raise

    people = [threading.Thread(target=play, args=[secret]) for secret in secrets[:2]]
    for person in people:
        person.start()
    for kind in ("referee", "web", "referee", "worker", "web"):
        time.sleep(1.5)
        power.site.kill(kind)
    power.fail_and_return()
    until(lambda: run_on(power.data, DONE).strip() == "2", "both boards are played")
    over.set()
    for person in people:
        person.join()
    assert failures == []

    until(lambda: json.loads(run_on(power.data, STORED))["caught_up"], "the standings catch up")
    stored = json.loads(run_on(power.data, STORED))
    assert stored["equal"]
    assert len(stored["deals"]) == 2
    for public_id, deal in stored["deals"].items():
        assert deal["agrees"]
        assert deal["cards"] == 30
        assert [ply for ply, *_rest in deal["log"]] == list(range(30)) == list(range(deal["steps"]))
        assert len({card for _ply, _seat, card, _by in deal["log"]}) == 30
        # A bot that played for somebody cut off may have played the very card they sent.
        by_ply = {ply: card for ply, _seat, card, _by in deal["log"]}
        for _deal, ply, card in [each for each in acknowledged if each[0] == public_id]:
            assert by_ply[ply] == card
    bys = {by for deal in stored["deals"].values() for _p, seat, _c, by in deal["log"] if seat == 2}
    assert bys == {"gone"}
