"""A table among friends in a real browser: the link to it is given away, and what folds opens."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.club import Club
from tests.browser.phones import Phones

pytestmark = pytest.mark.browser

THUMB = 44  # pixels


@pytest.fixture
def opened(club: Club, phone: Phones) -> Page:
    """The page of a table that was just opened, over plain http."""
    page = phone()
    page.goto(f"{club.base}/friends/new/?game=comon")
    page.get_by_label("Name of the table").fill("Sunday")
    page.locator("main form button").first.click()
    expect(page.get_by_role("button", name="Copy the link")).to_be_visible()
    return page


def test_the_link_is_copied_where_browsers_have_no_clipboard(opened: Page) -> None:
    assert opened.evaluate("navigator.clipboard === undefined")
    button = opened.get_by_role("button", name="Copy the link")
    button.focus()
    opened.keyboard.press("Enter")
    link = opened.locator("[data-share]").get_attribute("data-share")
    assert opened.evaluate("String(getSelection()).trim()") == link
    expect(opened.get_by_text("Copied.")).to_be_visible()
    name = opened.get_by_placeholder("Your name").first
    name.focus()
    opened.keyboard.press("Control+v")
    expect(name).to_have_value(str(link)[:80])


def test_what_folds_opens_anywhere_on_its_line(opened: Page) -> None:
    summary = opened.get_by_text("Invite somebody")
    folded = opened.locator("details", has=summary)
    expect(folded).to_have_attribute("open", "")
    box, outside = summary.bounding_box(), folded.bounding_box()
    assert box and outside
    assert box["height"] >= THUMB
    assert box["width"] >= outside["width"] - 4
    summary.click(position={"x": box["width"] - 6, "y": 4})
    expect(folded).not_to_have_attribute("open", "")
