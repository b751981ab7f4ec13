"""Every page of the site, found by its address, is looked over by axe: by day on a desktop, by
night on a phone. A page that is new has no row here, and fails."""

from collections.abc import Iterator
from typing import Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from playwright.sync_api import Browser, Page, expect

from tests.browser.club import Club
from tests.browser.evening import Windows, sign_in
from tests.browser.site_pages import (
    ACTIONS,
    ELSEWHERE,
    FILES,
    PAGES,
    QUERIES,
    REFUSED,
    ROWS,
    SEATS,
    Made,
    Row,
    is_directors,
)

pytestmark = pytest.mark.browser

MADE = """
import json
from tests.browser.site_made import everything
print(json.dumps(everything()))
"""
LOOKS: list[tuple[Literal["light", "dark"], int]] = [("light", 1280), ("dark", 360)]


def names(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    """Yield the names of all addresses, except those of Django's own administration."""
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield str(pattern.name)
        elif pattern.namespace != "admin":
            yield from names(pattern.url_patterns)


def address(made: Made, row: Row) -> str:
    name, arguments = row
    path = reverse(name, args=[made.get(str(each), each) for each in arguments])
    return path + QUERIES.get(name, "")


@pytest.fixture(scope="module")
def made(club: Club) -> Made:
    found: Made = club.make(MADE)
    return found


@pytest.fixture(scope="module")
def director(browser: Browser, club: Club) -> Page:
    page = Windows(browser).desktop()
    sign_in(page, club)
    return page


@pytest.fixture(scope="module")
def player(browser: Browser, club: Club, made: Made) -> Page:
    """The device of whoever holds seat B at table 1, and the seats of live tables."""
    page = Windows(browser).desktop()
    for seat in SEATS:
        page.goto(club.base + reverse("personal_link", args=[made[f"link_{seat}"]]))
        page.locator("main form button").click()
        page.wait_for_url(f"**/play/{made[seat]}/")
    page.goto(club.base + reverse("friends_invitation", args=[made["invitation"]]))
    page.goto(club.base + reverse("invitation", args=[made["uid"], made["token"]]))
    page.goto(club.base + reverse("table", args=[made["code"]]))
    page.get_by_role("button", name="That’s me").nth(1).click()
    expect(page.get_by_role("button", name="Not me")).to_be_visible()
    return page


AXE = """() => axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
  violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))"""


def check(page: Page) -> None:
    """Fail for what axe finds serious, and for a page that a phone must move sideways."""
    page.evaluate(AXE_SCRIPT)
    for scheme, width in LOOKS:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(AXE) == [], f"{page.url}, {scheme}"
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{page.url} is {wide} wide"


def test_every_address_of_the_site_is_known_here() -> None:
    walked = list(names(get_resolver().url_patterns))
    assert sorted(walked) == sorted([*PAGES, *ACTIONS, *FILES])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: "-".join(map(str, [row[0], *row[1]])))
def test_a_page_is_accessible_and_fits(
    row: Row, made: Made, club: Club, director: Page, player: Page
) -> None:
    page = director if is_directors(row) else player
    answer = page.goto(club.base + address(made, row))
    assert answer
    assert answer.status == REFUSED.get(row, 200)
    assert page.url == club.base + address(made, row), "this row tests another page"
    check(page)


@pytest.mark.parametrize("row", [*ACTIONS.items(), *FILES.items()], ids=lambda row: row[0])
def test_what_is_called_no_page_is_none(row: Row, made: Made, director: Page) -> None:
    status, kind = director.evaluate(
        """async (address) => {
          const answer = await fetch(address, { redirect: "manual" });
          return [answer.type === "opaqueredirect" ? 302 : answer.status,
                  answer.headers.get("Content-Type") ?? ""];
        }""",
        address(made, row),
    )
    if row[0] in FILES:
        assert status == 200
        assert not kind.startswith("text/html")
    else:
        assert status == (302 if row[0] in ELSEWHERE else 405)


def send_anyway(page: Page) -> None:
    """Send the page's form as a browser would that checks nothing by itself."""
    with page.expect_navigation():
        page.locator("main form[method=post]").first.evaluate(
            "(form) => { form.noValidate = true; form.requestSubmit(); }"
        )


def test_what_forms_answer_is_accessible(
    made: Made, club: Club, director: Page, player: Page
) -> None:
    def open_page(name: str, *arguments: str | int) -> None:
        director.goto(club.base + address(made, (name, arguments)))

    open_page("desk_new")
    director.get_by_label("Name", exact=True).fill("")
    send_anyway(director)
    expect(director.get_by_text("This field is required.")).to_be_visible()
    check(director)

    open_page("desk_list", "draft")
    director.get_by_label("Names, one a line").fill("Player 1\nTwice\nTwice\n<i>New</i>")
    send_anyway(director)
    expect(director.locator(".preview tbody tr")).to_have_count(4)
    check(director)

    open_page("desk_public_value", "drawn")
    director.get_by_label("Public value").fill("3 9 27 41 48")
    send_anyway(director)
    expect(director.get_by_role("button", name="Yes, this is the value")).to_be_visible()
    check(director)

    open_page("desk_play", "running", "corrected_play")
    director.locator("[name=tricks_0]").fill("4")
    director.locator("[name=tricks_1]").fill("4")
    director.locator("[name=tricks_2]").fill("")
    director.locator("[name=reason]").fill("Slip found again")
    director.get_by_role("button", name="Show what changes").click()
    expect(director.get_by_role("button", name="Save the correction")).to_be_visible()
    check(director)

    open_page("desk_put_right", "running", "missing_play", "adjust")
    for seat, gets in enumerate(("A+", "assigned", "nothing")):
        director.locator(f"[name=seat_{seat}]").select_option(gets)
    director.locator("[name=result_0]").fill("5 3 2")
    director.locator("[name=reason]").fill("The cards were seen")
    director.get_by_role("button", name="Show what changes").click()
    expect(director.locator(".big-change")).to_contain_text("A+ / 5-3-2 / –")
    check(director)

    open_page("desk_awards", "running", 1)
    director.locator("[name=value]").fill("10")
    director.locator("[name=reason]").fill("Late")
    director.get_by_role("button", name="Show what changes").click()
    expect(director.locator(".big-change")).to_contain_text("−10 % of a board")
    check(director)

    open_page("desk_entry", "running")
    director.locator(".entry-grid input[data-entry]").first.fill("5 6")
    director.get_by_role("button", name="Save what is typed").click()
    expect(director.locator(".field-error")).to_be_visible()
    check(director)

    player.goto(club.base + "/e/nowhere/")
    expect(player.get_by_role("link", name="To the tournaments")).to_be_visible()
    check(player)
    player.goto(club.base + reverse("login"))
    player.get_by_label("Username").fill("nobody")
    player.get_by_label("Password").fill("wrong")
    send_anyway(player)
    expect(player.get_by_role("alert")).to_be_visible()
    check(player)


def test_what_live_tables_answer_is_accessible(
    browser: Browser, made: Made, club: Club, director: Page, player: Page
) -> None:
    def open_page(page: Page, name: str, *arguments: str | int) -> None:
        page.goto(club.base + address(made, (name, arguments)))

    open_page(player, "table_hand", "live_code", "entry")
    player.get_by_label("Personal number, four digits").fill("none")
    send_anyway(player)
    expect(player.get_by_role("alert")).to_be_visible()
    check(player)

    open_page(player, "friends_new")
    send_anyway(player)
    expect(player.get_by_text("This field is required.")).to_be_visible()
    check(player)

    open_page(player, "seat", "seat_waiting")
    player.locator("#menu > summary").click()
    player.locator("summary", has_text="Leave the table").click()
    player.get_by_role("button", name="Leave the table").click()
    expect(player.get_by_role("heading", level=1)).to_have_text("You have left the table")
    check(player)

    other = Windows(browser).desktop()
    open_page(other, "personal_link", "link_seat_after")
    send_anyway(other)
    open_page(player, "seat", "seat_after")
    expect(player.locator("form[action$='/claim-seat/']")).to_be_visible()
    check(player)

    open_page(director, "desk_stop", "live", "deal")
    send_anyway(director)
    expect(director.get_by_text("Say why the deal is stopped.")).to_be_visible()
    check(director)

    open_page(director, "desk_seat", "live", 1)
    director.get_by_role("button", name="Show link and number").click()
    expect(director.get_by_role("link", name="/play/link/")).to_be_visible()
    check(director)

    open_page(director, "desk_person", "invited")
    director.get_by_role("button", name="Make a new link").click()
    expect(director.get_by_role("link", name="/desk/invitation/")).to_be_visible()
    check(director)

    open_page(director, "desk_account")
    send_anyway(director)
    expect(director.get_by_text("This field is required.").first).to_be_visible()
    check(director)
