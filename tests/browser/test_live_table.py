"""A table played in the browser: three devices, by touch, keyboard and mouse."""

import re
from functools import partial
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.club import Club
from tests.browser.phones import SOON, Phones

pytestmark = pytest.mark.browser

EVENT = """
import json
from tests.builders import make_event, start_round
from tournament.events.models import Event
from tournament.live.event_play import participant_of
from tournament.tables.models import Play
event = make_event(
    players=3, rounds=1, boards_per_round=2, play_mode=Event.PlayMode.LIVE,
    action_seconds=300, gone_seconds=300,
)
start_round(event)
play = Play.objects.get(table__event=event, board__number=1)
seats = play.seats.order_by("number")
print(json.dumps([participant_of(seat.entry).secret for seat in seats]))
"""
# Whoever is to play has a bot's card played for them.
PLAYED = """
import json
from engine.bots import bot
from tournament.live.models import LiveDeal, Participant
from tournament.live.positions import position_of
from tournament.live.services import step_add
from tournament.rules.playlog import Kind
live = LiveDeal.objects.get(seats__participant__secret={secret!r}, finished_at=None)
done = 0
while True:
    state = position_of(live).state
    if {until}:
        break
    card = bot("simple").choose(state.view(state.actor), 0)
    live = step_add(live=live, seat=state.actor, ply=live.steps, kind=Kind.PLAY, action=card)
    done += 1
print(json.dumps(state.actor))
"""
STEPS = """
import json
from tournament.live.models import LiveDeal
live = LiveDeal.objects.filter(seats__participant__secret={secret!r}).latest("pk")
print(json.dumps(list(live.log.values_list("seat", "action"))))
"""
FORBIDDEN = "len(state.legal()) < len(state.view(state.actor).hand)"
AXE = """() => axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
  violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))"""


class LiveTable:
    """A table of three whose devices are opened seat by seat."""

    def __init__(self, club: Club, open_page: Phones) -> None:
        self.club = club
        self.secrets: list[str] = club.make(EVENT)
        self._open = open_page

    def sit(self, seat: int, **look: Any) -> Page:
        page = self._open(**look)
        page.goto(f"{self.club.base}/play/link/{self.secrets[seat]}/")
        page.locator("main form button").click()
        page.locator("#next button").click()
        expect(page.locator("#table")).to_have_attribute("data-ply", "0", timeout=SOON)
        return page

    def played(self, until: str) -> int:
        """Let bots play until that is so; return whose turn it is."""
        actor: int = self.club.make(PLAYED.format(secret=self.secrets[0], until=until))
        return actor

    def steps(self) -> list[list[Any]]:
        found: list[list[Any]] = self.club.make(STEPS.format(secret=self.secrets[0]))
        return found


@pytest.fixture
def open_page(phone: Phones) -> Phones:
    """Make a device of a player: a phone that is touched, unless more is said."""
    return partial(phone, height=640, has_touch=True, reduced_motion="reduce")


@pytest.fixture
def table(club: Club, open_page: Phones) -> LiveTable:
    return LiveTable(club, open_page)


@pytest.fixture
def seats(table: LiveTable) -> list[Page]:
    """A phone, a desk with its keyboard, and a desk with its mouse."""
    wide = {"width": 1280, "height": 800, "has_touch": False}
    return [table.sit(0), table.sit(1, **wide), table.sit(2, **wide)]


def hand(page: Page) -> list[str]:
    codes: list[str] = page.locator(".hand-card").evaluate_all("all => all.map(one => one.value)")
    return codes


def ply(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-ply") or 0)


def at_ply(page: Page, number: int) -> None:
    expect(page.locator("#table")).to_have_attribute("data-ply", str(number), timeout=SOON)


def playable(page: Page) -> Locator:
    return page.locator(".hand-card.is-playable")


def by_touch(page: Page) -> None:
    card = playable(page).first
    card.tap()
    expect(card).to_have_class("hand-card is-playable is-raised")
    card.tap()


def by_keyboard(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    expect(page.locator(".hand-card:focus")).to_have_class("hand-card is-playable is-raised")
    page.keyboard.press("Enter")


def by_mouse(page: Page) -> None:
    playable(page).last.click()


WAYS = [by_touch, by_keyboard, by_mouse]


def posts(page: Page) -> list[Request]:
    """Return a list that fills with the acts that this page sends."""
    sent: list[Request] = []
    page.on("request", lambda each: sent.append(each) if each.url.endswith("/act/") else None)
    return sent


def test_three_play_a_board_to_its_end_and_see_no_other_hand(
    table: LiveTable, seats: list[Page]
) -> None:
    for page in seats:
        expect(page.locator(".hand-card")).to_have_count(10, timeout=SOON)
    number = 0
    while number < 30:
        for page in seats:
            at_ply(page, number)
        for page in seats:
            for other in seats:
                if other is not page:
                    shown = other.locator("#seat").inner_html()
                    assert not [code for code in hand(page) if f"card-{code}" in shown]
        (turn,) = (
            seat
            for seat, page in enumerate(seats)
            if page.locator("#table[data-mine]").count() == 1
        )
        expect(seats[turn]).to_have_title(re.compile("^▶ Your turn – Your table – "))
        WAYS[turn](seats[turn])
        number += 1
    for page in seats:
        expect(page.get_by_text("The deal is over.").first).to_be_visible(timeout=SOON)
        expect(page.get_by_role("button", name="Take your cards")).to_be_visible()
    seats[0].get_by_role("button", name="Take your cards").tap()
    expect(seats[0].locator(".turn-words")).to_have_text(
        "Waiting for everybody to sit down.", timeout=SOON
    )


def test_a_reload_in_the_middle_of_a_trick_changes_nothing(
    table: LiveTable, seats: list[Page]
) -> None:
    by_touch(seats[0])
    at_ply(seats[1], 1)
    before = hand(seats[1])
    seats[1].reload()
    at_ply(seats[1], 1)
    assert hand(seats[1]) == before
    expect(seats[1].locator(".trick-card")).to_have_count(1)
    by_keyboard(seats[1])
    at_ply(seats[2], 2)


def test_a_double_click_plays_one_card(table: LiveTable, seats: list[Page]) -> None:
    actor = table.played("done == 2")
    page = seats[actor]
    at_ply(page, 2)
    sent = posts(page)
    playable(page).first.evaluate("card => { card.click(); card.click(); card.click(); }")
    at_ply(page, 3)
    assert len(sent) == 1
    assert len(table.steps()) == 3


def test_a_card_played_offline_is_sent_on_return(table: LiveTable, seats: list[Page]) -> None:
    page = seats[0]
    page.context.set_offline(True)
    by_touch(page)
    expect(page.locator("#reason")).to_have_text("Not sent yet. Trying again…", timeout=SOON)
    assert table.steps() == []
    page.context.set_offline(False)
    at_ply(page, 1)
    at_ply(seats[1], 1)
    expect(page.locator("#reason")).to_be_hidden()
    assert len(table.steps()) == 1


def test_what_happened_while_offline_is_there_on_return(
    table: LiveTable, seats: list[Page]
) -> None:
    seats[0].context.set_offline(True)
    expect(seats[0].locator("#connection")).to_contain_text("lost", timeout=SOON)
    table.played("done == 4")
    seats[0].context.set_offline(False)
    at_ply(seats[0], 4)
    expect(seats[0].locator("#connection")).to_contain_text("Live", timeout=SOON)


def test_a_forbidden_card_says_why_and_sends_nothing(table: LiveTable, seats: list[Page]) -> None:
    page = seats[table.played(FORBIDDEN)]
    dimmed = page.locator(".hand-card.is-dimmed").first
    expect(dimmed).to_be_visible(timeout=SOON)
    reason = dimmed.get_attribute("data-reason")
    sent = posts(page)
    before = hand(page)
    dimmed.click(force=True)
    expect(page.locator("#reason")).to_have_text(reason or "no reason")
    assert hand(page) == before
    assert sent == []


def test_a_raised_card_stays_raised_and_the_keyboard_where_it_is(
    table: LiveTable, seats: list[Page]
) -> None:
    page = seats[1]
    at_ply(page, 0)
    by_touch(seats[0])
    at_ply(page, 1)
    page.keyboard.press("ArrowRight")
    raised = page.locator(".hand-card.is-raised")
    code = raised.get_attribute("value")
    seats[2].locator("#tool-say > summary").click()
    seats[2].get_by_role("button", name="Well played!").click()
    expect(page.locator(".phrase")).to_contain_text("Well played!", timeout=SOON)
    assert raised.get_attribute("value") == code
    assert page.evaluate("document.activeElement.value") == code
    page.keyboard.press("Escape")
    expect(raised).to_have_count(0)


def test_letters_raise_cards_but_never_with_modifiers(table: LiveTable, seats: list[Page]) -> None:
    page = seats[0]
    code = playable(page).last.get_attribute("value") or ""
    raised = page.locator(".hand-card.is-raised")
    page.keyboard.press(f"Control+{code[1].lower()}")
    expect(raised).to_have_count(0)
    page.keyboard.press(code[1].lower())
    expect(raised).to_have_count(1)
    assert (raised.get_attribute("value") or "")[1] == code[1]
    page.keyboard.press("1" if code[0] == "T" else code[0].lower())
    assert raised.get_attribute("value") == code
    page.keyboard.press("?")
    expect(page.locator(".keys-list")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".keys-list")).to_be_hidden()


def test_a_card_is_drawn_up_to_the_middle(table: LiveTable, seats: list[Page]) -> None:
    page = seats[table.played("state.actor == 2")]
    at_ply(page, len(table.steps()))
    box = playable(page).first.bounding_box()
    assert box
    x, y = box["x"] + 10, box["y"] + 10
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 40, steps=4)
    page.mouse.up()
    assert len(table.steps()) == ply(page)  # not far enough
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y - 150, steps=6)
    page.mouse.up()
    at_ply(page, len(table.steps()))
    assert table.steps()[-1][0] == 2


def test_a_card_is_taken_back_when_both_others_agree(table: LiveTable, seats: list[Page]) -> None:
    by_touch(seats[0])
    at_ply(seats[0], 1)
    seats[0].get_by_role("button", name="Ask to take back your card").tap()
    for page in seats[1:]:
        expect(page.locator("#request")).to_contain_text("asks to take back", timeout=SOON)
        page.get_by_role("button", name="Accept").click()
    expect(seats[0].locator(".hand-card")).to_have_count(10, timeout=SOON)
    expect(seats[0].locator(".turn-words")).to_have_text("Your turn")


def test_a_claim_ends_the_deal_when_both_accept(table: LiveTable, seats: list[Page]) -> None:
    actor = table.played("done == 24")
    page = seats[actor]
    at_ply(page, 24)
    shown = hand(page)
    page.locator("#tool-claim > summary").click()
    page.get_by_role("button", name="The rest is mine").click()
    for other in seats:
        if other is not page:
            expect(other.locator(".cards-open .card")).to_have_count(len(shown), timeout=SOON)
            other.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("The deal is over.").first).to_be_visible(timeout=SOON)


def test_leaving_asks_first_and_one_can_come_back(table: LiveTable, seats: list[Page]) -> None:
    page = seats[0]
    page.locator("#menu > summary").tap()
    page.locator("summary", has_text="Leave the table").tap()
    page.get_by_role("button", name="Leave the table").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("You have left the table")
    page.get_by_role("link", name="Come back").click()
    expect(page.locator("#table")).to_be_visible()


def test_preferences_change_the_cards_at_once_and_stay(table: LiveTable, seats: list[Page]) -> None:
    page = seats[0]
    page.locator("#menu > summary").tap()
    with page.expect_response("**/preferences/"):
        page.get_by_label("A R D V").check()
    with page.expect_response("**/preferences/"):
        page.get_by_label("one tap").check()
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-index", "fr")
    playable(page).first.tap()
    at_ply(page, 1)


def test_without_scripts_a_card_is_a_button(club: Club, open_page: Phones) -> None:
    table = LiveTable(club, open_page)
    pages = [table.sit(seat, scripts=False) for seat in range(3)]
    pages[0].goto(pages[0].url)
    playable(pages[0]).first.click()
    at_ply(pages[0], 1)
    assert len(table.steps()) == 1


def check(page: Page) -> None:
    """Fail for what axe finds serious, and unless all is on one screen of the smallest phone."""
    page.evaluate(AXE_SCRIPT)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        assert page.evaluate(AXE) == [], scheme
    size = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    viewport = page.viewport_size
    assert viewport and size[0] <= viewport["width"] and size[1] <= viewport["height"]


def test_all_of_it_is_on_one_screen_and_accessible(table: LiveTable, seats: list[Page]) -> None:
    phone, desk, _mouse = seats
    for page in (phone, desk):
        check(page)
    boxes = [card.bounding_box() for card in phone.locator(".hand-card").all()]
    assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    phone.locator("#menu > summary").tap()
    check(phone)
    phone.keyboard.press("Escape")
    actor = table.played(FORBIDDEN)
    expect(seats[actor].locator(".is-dimmed").first).to_be_visible(timeout=SOON)
    for page in (phone, desk):
        check(page)
    table.played("state.actor is None")
    for page in (phone, desk):
        expect(page.locator(".table-result")).to_be_visible(timeout=SOON)
        check(page)
