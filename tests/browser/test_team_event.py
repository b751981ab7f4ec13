"""An event of teams from entry to its published ranking, at a desk without JavaScript."""

import random
import re
from collections import defaultdict
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

from tests.browser.club import Club
from tests.browser.evening import Windows, sign_in
from tests.served import until

pytestmark = pytest.mark.browser

TEAMS = {
    f"{colour} Team": [f"{colour} {name}" for name in ("Anna", "Ben", "Chloé")]
    for colour in (*("Red", "Blue", "Green", "White", "Black", "Gold", "Pink", "Grey", "Brown"),)
}
ROUNDS = 4
# Board and seat by name, and what was made there in half-lives: (½, −1, 0) by who has most tricks.
Scores = dict[int, dict[str, int]]


def go(desk: Page, tab: str) -> None:
    desk.get_by_role("navigation", name="This tournament").get_by_text(tab, exact=True).click()


def prepare(desk: Page) -> str:
    """Make the event, paste its teams, plan it; return the event's public id."""
    desk.get_by_role("link", name="New tournament").first.click()
    desk.get_by_label("Name", exact=True).fill("Teams in November")
    desk.get_by_label("Rounds", exact=True).fill(str(ROUNDS))
    desk.get_by_label("Boards per round").fill("1")
    desk.get_by_label("Teams of three: three teams meet at three tables.").check(force=True)
    desk.get_by_role("button", name="Make the tournament").click()
    found = re.search(r"/desk/(\w+)/$", desk.url)
    assert found, desk.url
    expect(desk.locator(".checklist")).to_contain_text("Enter three teams or more.")

    go(desk, "Teams")
    desk.get_by_role("link", name="Paste a list or upload a file").click()
    lines = ["; ".join([team, *players]) for team, players in TEAMS.items()]
    desk.get_by_label("One team a line").fill("\n".join(lines))
    desk.get_by_label("All of these agreed to a public name").check(force=True)
    desk.get_by_role("button", name="Read the list").click()
    expect(desk.get_by_role("heading", name="9 teams in this list")).to_be_visible()
    desk.get_by_role("button", name="Enter these teams").click()
    expect(desk.locator(".messages")).to_contain_text("9 teams are entered.")
    expect(desk.locator(".teams tbody tr")).to_have_count(9)

    go(desk, "Movement")
    desk.get_by_role("button", name="Plan the movement").click()
    expect(desk.locator("main")).to_contain_text("Every team meets every other once.")
    expect(desk.locator("main")).to_contain_text("Match 3, tables 7–9:")
    return found[1]


def substitute(desk: Page) -> None:
    """In round 2 somebody of the Red Team is absent, and a player enters who is new."""
    go(desk, "Attendance")
    absent = desk.get_by_role("group", name="Red Ben")
    absent.get_by_label("absent", exact=True).check(force=True)
    desk.locator("#id_late_name").fill("Red Sam")
    desk.get_by_label("Agreed to a public name").check(force=True)
    desk.get_by_label("Team", exact=True).select_option("Red Team")
    desk.get_by_role("button", name="Save", exact=True).click()
    red = desk.locator("#lineups ~ ul li").first
    expect(red).to_contain_text("Red Team: Red Anna, Red Chloé, Red Sam")


def play_round(desk: Page, number: int, tricks: random.Random, scores: Scores) -> None:
    """Start the round, type all its slips, close it."""
    go(desk, "Preparation" if number == 1 else "Evening")
    desk.get_by_role("button", name=f"Start round {number}").click()
    go(desk, "Enter results")
    rows = desk.locator(".entry-grid tbody tr")
    expect(rows).to_have_count(9)
    for row in rows.all():
        names = row.locator(".who bdi").all_inner_texts()
        first = tricks.randint(0, 10)
        second = tricks.randint(0, 10 - first)
        counts = (first, second, 10 - first - second)
        row.locator("input[data-entry]").fill(" ".join(map(str, counts)))
        levels = sorted(set(counts), reverse=True)
        for name, count in zip(names, counts, strict=True):
            scores.setdefault(number, {})[name] = (1, -2, 0)[levels.index(count)]
    desk.get_by_role("button", name="Save what is typed").click()
    expect(desk.get_by_text("9 results are saved.")).to_be_visible()
    go(desk, "Evening")
    desk.get_by_role("button", name=f"Close round {number}", exact=True).click()


def recount(scores: Scores) -> list[tuple[str, str, str]]:
    """Count rank, name and per cent of each team from the slips, the plain way."""
    points: dict[str, int] = defaultdict(int)
    for of_board in scores.values():
        sums: dict[str, int] = defaultdict(int)
        for name, half_lives in of_board.items():
            sums[f"{name.split()[0]} Team"] += half_lives
        assert len(sums) == 9
        for team, own in sums.items():
            others = [total for other, total in sums.items() if other != team]
            points[team] += sum(2 * (total < own) + (total == own) for total in others)
    ranked = sorted(TEAMS, key=lambda team: -points[team])
    return [
        (
            str(1 + sum(other > points[team] for other in points.values())),
            team,
            f"{float(Fraction(100 * points[team], 16 * ROUNDS)):.2f}%",
        )
        for team in ranked
    ]


def shown(wall: Page) -> list[tuple[str, str, str]]:
    rows = wall.locator("table.standings").first.locator("tbody tr")
    return [
        (
            row.locator(".rank").inner_text(),
            row.locator("th a").inner_text(),
            row.locator(".main").inner_text(),
        )
        for row in rows.all()
    ]


def test_teams_play_from_entry_to_the_published_ranking(windows: Windows, club: Club) -> None:
    desk = windows.desktop(java_script_enabled=False)
    sign_in(desk, club)
    event = prepare(desk)
    wall = windows.desktop()
    wall.goto(f"{club.base}/e/{event}/")
    expect(wall.locator(".team-list li")).to_have_count(9)
    expect(wall.locator(".team-list li").first).to_have_text(
        "Red Team: Red Anna, Red Ben, Red Chloé"
    )
    tricks, scores = random.Random(3), Scores()
    for number in range(1, ROUNDS + 1):
        if number == 2:
            substitute(desk)
        play_round(desk, number, tricks, scores)
    assert "Red Sam" in scores[2]
    assert "Red Ben" not in scores[2]
    assert "Red Ben" in scores[3]

    desk.get_by_role("link", name="Publish…").click()
    desk.get_by_role("button", name="Publish", exact=True).click()
    expect(wall.locator(".pill-official")).to_be_visible()
    wanted = recount(scores)
    until(
        lambda: sorted(shown(wall)) == sorted(wanted), f"the wall ranks {wanted}, has {shown(wall)}"
    )
    assert [rank for rank, _name, _share in shown(wall)] == [rank for rank, _n, _s in wanted]

    wall.get_by_role("link", name="Red Team").click()
    boards = wall.locator(".team-board")
    expect(boards).to_have_count(ROUNDS)
    expect(boards.nth(1)).to_contain_text("Red Sam")
    for number, board in enumerate(boards.all(), start=1):
        held = board.locator("tbody bdi").all_inner_texts()
        own = Fraction(sum(scores[number][name] for name in held), 2)
        said = board.locator("tfoot td").inner_text().replace("−", "-").replace("½", ".5")
        assert Fraction(said.replace("-.5", "-0.5").replace("+.5", "0.5")) == own
    assert windows.errors == []
