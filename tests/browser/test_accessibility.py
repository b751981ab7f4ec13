"""Every page of the site, found by its address, is looked over by axe: by day on a desktop, by
night on a phone. A page that is new has no row here, and fails."""

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from playwright.sync_api import Browser, Page, expect

from tests.browser.club import Club
from tests.browser.evening import Windows, sign_in

pytestmark = pytest.mark.browser

MADE = """
import datetime, json, uuid
from django.utils import timezone
from tests.builders import make_director, make_event, play_round, record, start_round
from tournament.events.models import Event
from tournament.flow import result_change
from tournament.leaderboard.services import event_publish
from tournament.results.services import result_record, submission_create, submission_dispute
from tournament.standings.services import standings_compute

director = make_director()


def enter(play, tricks):
    return submission_create(
        play=play, detail={"tricks": tricks}, sent_id=uuid.uuid4(), seat=0, device="one"
    )


def withhold(event):
    for entry in event.entries.filter(number__in=(2, 5)):
        entry.player.name_public = False
        entry.player.save()


new = make_event(players=0, name="New")
draft = make_event(name="Draft <b>&amp;</b>")
in_a_week = timezone.localdate() + datetime.timedelta(7)
drawn = make_event(name="Drawn", public_value_source="Loto", public_value_date=in_a_week)

running = make_event(players=10, rounds=3, boards_per_round=6, name="Running", director=director)
withhold(running)
first = play_round(running)
corrected = first.plays.first()
result_change(
    play=corrected, detail={"tricks": [10, 0, 0]}, reason="Slip read upside down", user=director,
    version=corrected.result.version,
)
second = start_round(running)
table = running.tables.get(number=1)
at_table = list(second.plays.filter(table=table).order_by("board__number"))
record(at_table[0], (4, 3, 3))
result_record(play=at_table[1], detail={"fault": 1}, sent_id=uuid.uuid4(), user=director)
late = {"not_played": "No time"}
result_record(play=at_table[2], detail=late, sent_id=uuid.uuid4(), user=director)
submission_dispute(
    submission=enter(at_table[3], [6, 2, 2]), seat=1, device="two", detail={"tricks": [2, 6, 2]}
)
enter(at_table[4], [7, 3, 0])
for play in second.plays.filter(board=at_table[0].board).exclude(table=table):
    record(play, (5, 5, 0))
standings_compute(event_id=running.pk)

confirming = make_event(rounds=1, boards_per_round=1, confirmation="director", name="By paper")
for play in start_round(confirming).plays.all():
    enter(play, [5, 3, 2])

over = make_event(rounds=1, boards_per_round=1, method="lives", name="Over")
play_round(over)

official = make_event(
    rounds=2, boards_per_round=2, name="Official", tie_breaks=("tops", "lives", "lot")
)
withhold(official)
play_round(official, (5, 5, 0))
play_round(official)
event_publish(event=Event.objects.get(pk=official.pk))

boards = {play.board.number for play in at_table}
print(json.dumps({
    **{
        event.name.split()[0].lower(): event.public_id
        for event in (new, draft, drawn, running, over, official)
    },
    "confirming": confirming.public_id,
    "code": table.code,
    **dict(zip(
        ("settled", "misplayed", "unplayed", "disputed", "waiting", "missing"),
        (play.board.number for play in at_table),
    )),
    "corrected_play": corrected.pk,
    "disputed_play": at_table[3].pk,
    "missing_play": at_table[5].pk,
    "set": official.sessions.get().deal_set.public_id,
}))
"""

Arguments = tuple[str | int, ...]
EVERY = ("draft", "running", "official")
# The name of each page's address, and what it is looked at with: a key of what MADE prints, or a
# number as it is. Directors' pages are opened signed in, the others by a player.
PAGES: dict[str, list[Arguments]] = {
    "home": [()],
    "event": [("new",), *((state,) for state in EVERY), ("over",)],
    "scorecard": [("draft", 1), ("running", 1), ("running", 2), ("official", 1)],
    "boards": [(state,) for state in EVERY],
    "board": [("running", 1), ("running", "settled"), ("running", "missing"), ("official", 1)],
    "table_code": [()],
    "table": [("code",)],
    "table_board": [
        ("code", board)
        for board in ("settled", "misplayed", "unplayed", "disputed", "waiting", "missing")
    ],
    "board_dispute": [("code", "waiting")],
    "board_traveller": [("code", "settled")],
    "login": [()],
    "desk": [()],
    "desk_new": [()],
    "desk_club": [()],
    "desk_event": [
        (state,) for state in ("new", "draft", "drawn", "running", "confirming", "over", "official")
    ],
    "desk_edit": [("draft",), ("running",), ("official",)],
    "desk_delete": [("draft",)],
    "desk_public_value": [("drawn",)],
    "desk_players": [("new",), ("draft",), ("running",)],
    "desk_list": [("draft",)],
    "desk_player": [("draft", 1), ("running", 1)],
    "desk_movement": [("draft",), ("running",)],
    "desk_attendance": [("draft",), ("running",)],
    "desk_close": [("running",)],
    "desk_publish": [("over",)],
    "desk_round": [("running", 1), ("running", 2)],
    "desk_confirm": [("confirming", 1)],
    "desk_entry": [("running",)],
    "desk_play": [
        ("running", play) for play in ("corrected_play", "disputed_play", "missing_play")
    ],
    "desk_history": [("running",), ("official",)],
    "desk_print": [("draft",), ("running",), ("official",)],
    "desk_table_code": [("running", 1)],
}
# What a form is sent to, and what leads elsewhere at once.
ACTIONS: dict[str, Arguments] = {
    "set_language": (),
    "logout": (),
    "table_me": ("code",),
    "board_confirm": ("code", "waiting"),
    "board_withdraw": ("code", "waiting"),
    "desk_backup": (),
    "desk_start": ("draft",),
    "desk_consents": ("draft",),
    "desk_player_remove": ("draft", 1),
    "desk_call": ("running",),
    "desk_decide": ("running", "disputed_play"),
    "desk_hand_slips": ("draft",),
}
FILES: dict[str, Arguments] = {
    "standings_csv": ("official",),
    "standings_json": ("official",),
    "results_csv": ("official",),
    "results_json": ("official",),
    "deals_json": ("official", "set"),
    "deals_program": (),
    "standings_pdf": ("official",),
    "desk_table_cards": ("draft",),
    "desk_guide_cards": ("draft",),
    "desk_score_slips": ("draft",),
    "desk_standings_pdf": ("official",),
}
QUERIES = {"desk_score_slips": "?round=1"}
CLOSED = [("board", ("running", "missing"))]

LOOKS: list[tuple[Literal["light", "dark"], int]] = [("light", 1280), ("dark", 360)]

Made = dict[str, Any]
Row = tuple[str, Arguments]
ROWS: list[Row] = [(name, each) for name, rows in PAGES.items() for each in rows]


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
    """The phone of whoever holds seat B at table 1."""
    page = Windows(browser).desktop()
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
    page = director if row[0].startswith("desk") else player
    answer = page.goto(club.base + address(made, row))
    assert answer
    assert answer.status == (404 if row in CLOSED else 200)
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
        assert status == (302 if row[0] == "set_language" else 405)


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
    director.get_by_label("Name").fill("")
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
