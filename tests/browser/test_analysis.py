"""36 boards analysed from the director's page, with a bar that moves, and without scripts."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.club import Club
from tests.browser.phones import SOON, Phones

pytestmark = pytest.mark.browser

BOARDS = 36
PREPARE = """
import json
from tests.builders import make_event, play_round
from tournament.analysis.models import Analysis
from tournament.operations.accounts import director_ensure
event = make_event(players=3, rounds=6, boards_per_round=6, director=director_ensure())
for _round in range(6):
    play_round(event)
Analysis.objects.all().delete()
print(json.dumps(event.public_id))
"""
# What the bar has shown since the page was opened.
WATCH = """
window.seen = [];
new MutationObserver(() => {
  const bar = document.getElementById("analysis-done");
  if (bar && window.seen.at(-1) !== bar.value) window.seen.push(bar.value);
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
# A busy machine takes a second for a board.
LONG = 10 * SOON


def test_36_boards_are_analysed_while_the_director_looks_on(club: Club, desk: Page) -> None:
    event = club.make(PREPARE)
    desk.add_init_script(WATCH)
    desk.goto(f"{club.base}/desk/{event}/")
    desk.get_by_role("link", name="What is analysed").click()
    box = desk.locator("#analysis")
    expect(box).to_contain_text(f"0 of {BOARDS} boards analysed")
    desk.get_by_role("button", name="Analyse").click()
    expect(box.locator("progress")).not_to_have_attribute("value", "0", timeout=SOON)

    desk.get_by_role("button", name="Stop").click()
    expect(box).to_contain_text("the analysis is stopped")
    # The board that was being saved may count by now; from then on what it shows stays.
    desk.reload()
    stopped = box.locator("progress").get_attribute("value")
    desk.reload()
    expect(box.locator("progress")).to_have_attribute("value", stopped or "")

    desk.get_by_role("button", name="Continue").click()
    expect(box).to_contain_text("the analysis is complete", timeout=LONG)
    seen: list[int] = desk.evaluate("window.seen")
    assert seen == sorted(seen), seen
    assert len(seen) > BOARDS // 4, seen
    assert seen[-1] == BOARDS
    expect(box.get_by_role("button")).to_have_count(0)


def test_without_scripts_it_is_started_and_looked_at_again(club: Club, phone: Phones) -> None:
    event = club.make(PREPARE)
    page = phone(scripts=False)
    page.goto(f"{club.base}/desk/{event}/analysis/")
    page.get_by_label("Username").fill(club.director)
    page.get_by_label("Password").fill(club.password)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Analyse").click()
    box = page.locator("#analysis")
    expect(page.get_by_role("link", name="Look again")).to_be_visible()
    before = box.locator("progress").get_attribute("value") or ""
    for _look in range(30):
        page.get_by_role("link", name="Look again").click()
        if box.locator("progress").get_attribute("value") != before:
            break
        page.wait_for_timeout(500)
    expect(box.locator("progress")).not_to_have_attribute("value", before)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
