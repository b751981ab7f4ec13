"""A board of an event played in three browsers: one is reloaded, one loses the network, one never
acts. Whatever each browser received is searched for the others' cards."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, Response, expect

from engine.record import load
from engine.replay import replay
from tests.browser.club import Club
from tests.browser.phones import SOON
from tests.served import until

pytestmark = pytest.mark.browser

EVENT = """
import json
from tests.builders import make_event, start_round
from deals.selectors import deal_of
from tournament.events.models import Event
from tournament.live.event_play import participant_of
from tournament.live.wording import card_words
from tournament.tables.models import Play
event = make_event(players=3, rounds=1, boards_per_round=1, play_mode=Event.PlayMode.LIVE)
# Whoever never acts is played after three seconds.
Event.objects.filter(pk=event.pk).update(action_seconds=3, gone_seconds=300)
start_round(event)
play = Play.objects.get(table__event=event)
deal = deal_of(play.board.deal_set, play.board.deal_number)
print(json.dumps({
    "id": event.public_id,
    "play": play.pk,
    "secrets": [participant_of(s.entry).secret for s in play.seats.order_by("number")],
    "hands": deal.hands,
    "talon": deal.talon,
    "names": {code: card_words(code) for hand in [*deal.hands, deal.talon] for code in hand},
}))
"""
STORED = """
import json
from tournament.events.models import Event
from tournament.live.models import LiveDeal
from tournament.standings.selectors import rows_of, standings_computed, standings_of
live = LiveDeal.objects.filter(play=%d).get()
event = Event.objects.get(public_id=%r)
stored = standings_of(event)
print(json.dumps({
    "deal": live.public_id,
    "over": live.finished_at is not None,
    "log": list(live.log.order_by("ply").values_list("seat", "action", "by")),
    "detail": live.detail,
    "scores": live.scores,
    "result": live.play.result.detail if live.finished_at else None,
    "result_scores": live.play.result.scores if live.finished_at else None,
    "caught_up": stored.seen == stored.changed,
    "equal": list(rows_of(stored)) == list(standings_computed(event).rows),
}))
"""
CODE = re.compile(r"(?<![A-Za-z0-9])([AKQJT987][SHDC])(?![A-Za-z0-9])")
AT = re.compile(r'data-deal="[^"]+" data-ply="(\d+)"')


class Seat:
    """One browser, and all that it was sent: pages, answers and what streams carried."""

    def __init__(self, browser: Browser, base: str, secret: str) -> None:
        context = browser.new_context(viewport={"width": 360, "height": 640}, locale="en")
        self.page: Page = context.new_page()
        self.received: list[str] = []
        self.page.on("response", self._answered)
        wire = context.new_cdp_session(self.page)
        wire.send("Network.enable")
        wire.on("Network.eventSourceMessageReceived", self._pushed)
        self.page.goto(f"{base}/play/link/{secret}/")
        self.page.locator("main form button").click()
        self.page.locator("#next button").click()
        expect(self.page.locator("#table")).to_be_visible(timeout=SOON)

    def _answered(self, response: Response) -> None:
        kind = response.headers.get("content-type", "")
        if "/static/" in response.url or "event-stream" in kind:
            return
        try:
            self.received.append(response.text())
        except Error:
            # A redirect has no body, and a page that was left took its own with it.
            return

    def _pushed(self, message: dict[str, Any]) -> None:
        self.received.append(message["data"])

    def play_if_mine(self) -> None:
        card = self.page.locator("#table[data-mine] .hand-card.is-playable").first
        if card.count():
            card.evaluate("card => card.form.requestSubmit(card)")


@pytest.fixture
def made(club: Club) -> Any:
    return club.make(EVENT)


@pytest.fixture
def seats(made: Any, club: Club, browser: Browser) -> Iterator[list[Seat]]:
    yield [Seat(browser, club.base, secret) for secret in made["secrets"]]
    for context in browser.contexts:
        context.close()


def test_a_board_is_played_whatever_happens_to_its_players(
    club: Club, made: Any, seats: list[Seat]
) -> None:
    def stored() -> Any:
        return club.make(STORED % (made["play"], made["id"]))

    reloads, loses, never = seats
    seen = 0

    def steps() -> int:
        nonlocal seen
        for seat in (reloads, loses):
            seat.play_if_mine()
        now = int(never.page.locator("#table").get_attribute("data-ply") or 0)
        if now != seen and now in {4, 13}:
            reloads.page.reload()
        if now != seen and now == 7:
            loses.page.context.set_offline(True)
        if now != seen and now == 10:
            loses.page.context.set_offline(False)
        seen = now
        never.page.wait_for_timeout(100)
        return now

    until(lambda: steps() == 30, "the board is over")
    for seat in seats:
        expect(seat.page.get_by_text("The deal is over.").first).to_be_visible(timeout=SOON)

    until(lambda: stored()["caught_up"], "the standings caught up")
    found = stored()
    assert found["over"]
    assert found["equal"]
    assert (found["detail"], found["scores"]) == (found["result"], found["result_scores"])
    assert len({action for _seat, action, _by in found["log"]}) == 30
    bys = {(seat, by) for seat, _action, by in found["log"]}
    assert (2, "time") in bys
    assert (2, "person") not in bys
    assert (0, "person") in bys

    address = f"/play/replay/{found['deal']}/record.json"
    record = reloads.page.evaluate("address => fetch(address).then(each => each.text())", address)
    told = replay(load(record))
    assert list(told.trick_counts) == found["detail"]["tricks"]
    assert list(told.scores or ()) == found["scores"]
    assert [ply.action for ply in told.plies] == [action for _seat, action, _by in found["log"]]

    played = [action for _seat, action, _by in found["log"]]
    for number, seat in enumerate(seats):
        assert len(seat.received) > 20
        no_secret_in(seat.received, made, number, played)


def test_after_a_restart_of_the_server_the_next_card_appears_by_itself(
    club: Club, seats: list[Seat]
) -> None:
    for seat in seats:
        seat.page.evaluate("window.sameLoad = true")
    club.served.kill("web")
    until(club.served.answers, "the site answers again")
    seats[0].play_if_mine()
    for seat in seats:
        expect(seat.page.locator("#table")).not_to_have_attribute("data-ply", "0", timeout=SOON)
        assert seat.page.evaluate("window.sameLoad === true")


def no_secret_in(received: list[str], made: Any, number: int, played: list[str]) -> None:
    """No text names a card that its seat could not know at the ply the text is of."""
    known = {*made["hands"][number], *made["talon"]}
    dealt = {code for hand in made["hands"] for code in hand}
    for text in received:
        at = AT.search(text)
        if at is None and "triplicate-record/1" in text:
            continue
        secret = dealt - known - set(played[: int(at[1])] if at else ())
        assert not secret & set(CODE.findall(text)), (number, at and at[1])
        if at:
            assert not [code for code in secret if made["names"][code] in text]
