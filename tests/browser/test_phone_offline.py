"""A phone in a dead spot: entries are kept on it, and sent once."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.club import HOST
from tests.browser.phones import SOON, Phones, Table, kept, send, tap

pytestmark = pytest.mark.browser

# What a browser tells its pages when the connection is back.
ONLINE = "window.dispatchEvent(new Event('online'))"


def failing(context: BrowserContext, answer: Callable[[Route], None]) -> None:
    """Let every entry that this browser sends end as `answer` says."""
    context.route(
        re.compile(r"/t/\w+/\d+/$"),
        lambda route: answer(route) if route.request.method == "POST" else route.continue_(),
    )


def arrive(route: Route) -> int:
    """Bring a request to the site, without its answer to the browser; return the status."""
    request = route.request
    # Only Chromium knows where the host is.
    address = request.url.replace(HOST, "127.0.0.1")
    host = request.url.split("/")[2]
    return route.fetch(url=address, headers={**request.all_headers(), "host": host}).status


def wait_until(page: Page, condition: Callable[[], object]) -> None:
    for _ in range(SOON // 50):
        if condition():
            return
        page.wait_for_timeout(50)
    raise AssertionError("waited in vain")


def kept_on_four_pages(
    phone: Phones, table: Table, *, on_the_way: Callable[[Route], None]
) -> tuple[Page, list[Page]]:
    """Return the page that keeps an entry, and three others of the same phone that list it.

    What they send from now on is for `on_the_way`.
    """
    anna = table.sit(phone(), 0)
    is_lost = [True]
    failing(anna.context, lambda route: route.abort() if is_lost[0] else on_the_way(route))
    table.open_board(anna)
    tap(anna, 5, 3)
    send(anna)
    expect(anna.locator("#kept")).to_contain_text("not yet sent")
    others = [anna.context.new_page() for _ in range(3)]
    for other in others:
        other.goto(table.address)
        expect(other.locator("#kept")).to_contain_text("Board 1: 5 – 3 – 2")
    is_lost[0] = False
    return anna, others


class TestLostConnection:
    def test_an_entry_is_kept_and_sent_once(self, phone: Phones, table: Table) -> None:
        anna = table.sit(phone(), 0)
        table.open_board(anna)
        tap(anna, 5, 3)
        anna.context.set_offline(True)
        send(anna)
        expect(anna.locator("#kept")).to_contain_text("Board 1: 5 – 3 – 2")
        expect(anna.locator("#kept")).to_contain_text("Kept on this phone, not yet sent.")
        expect(anna.locator(".trick-picker")).to_be_hidden()
        assert table.entered() == []
        anna.context.set_offline(False)
        anna.wait_for_url(f"{table.address}#board-1", timeout=SOON)
        expect(anna.locator("#board-1")).to_contain_text("You entered this at")
        expect(anna.locator("#kept")).to_be_hidden()
        assert table.entered() == [{"tricks": [5, 3, 2]}]
        assert kept(anna) == []

    def test_an_answer_that_was_lost_makes_no_second_entry(
        self, phone: Phones, table: Table
    ) -> None:
        anna = table.sit(phone(), 0)
        posts = table.posts(anna.context)
        lost: list[int] = []

        def lose(route: Route) -> None:
            if lost:
                route.continue_()
                return
            lost.append(arrive(route))
            route.abort()

        failing(anna.context, lose)
        table.open_board(anna)
        tap(anna, 5, 3)
        send(anna)
        anna.wait_for_url(f"{table.address}#board-1", timeout=SOON)
        assert lost == [200]
        assert len(posts) == 2
        assert table.entered() == [{"tricks": [5, 3, 2]}]
        assert kept(anna) == []

    @pytest.mark.parametrize(
        "answer",
        [
            {"status": 502, "content_type": "text/html", "body": "<h1>Bad gateway</h1>"},
            {"status": 200, "content_type": "text/html", "body": "<h1>Hotel: sign in</h1>"},
            {"status": 500, "content_type": "application/json", "body": "{}"},
            {"status": 429, "content_type": "application/json", "body": '{"message": "Wait"}'},
        ],
        ids=["gateway", "hotel", "broken", "limited"],
    )
    def test_what_decides_nothing_is_no_answer(
        self, answer: dict[str, Any], phone: Phones, table: Table
    ) -> None:
        anna = table.sit(phone(), 0)
        answers = [answer]
        failing(
            anna.context,
            lambda route: route.fulfill(**answers.pop()) if answers else route.continue_(),
        )
        table.open_board(anna)
        tap(anna, 5, 3)
        send(anna)
        expect(anna.locator("#kept")).to_contain_text("not yet sent")
        anna.wait_for_url(f"{table.address}#board-1", timeout=SOON)
        assert table.entered() == [{"tricks": [5, 3, 2]}]

    def test_a_token_that_is_no_longer_good_is_renewed(self, phone: Phones, table: Table) -> None:
        anna = table.sit(phone(), 0)
        table.open_board(anna)
        anna.context.clear_cookies(name="csrftoken")
        tap(anna, 5, 3)
        send(anna)
        anna.wait_for_url(f"{table.address}#board-1", timeout=SOON)
        assert table.entered() == [{"tricks": [5, 3, 2]}]

    def test_kept_with_the_page_closed_it_is_sent_from_any_table(
        self, phone: Phones, table: Table
    ) -> None:
        anna = table.sit(phone(), 0)
        offline = [True]
        failing(anna.context, lambda route: route.abort() if offline[0] else route.continue_())
        table.open_board(anna)
        tap(anna, 5, 3)
        send(anna)
        expect(anna.locator("#kept")).to_contain_text("not yet sent")
        anna.reload()
        expect(anna.locator("#kept")).to_contain_text("Board 1: 5 – 3 – 2")
        expect(anna.locator("[data-entry-forms]")).to_be_hidden()
        later = anna.context.new_page()
        anna.close()
        offline[0] = False
        later.goto(Table(table.club, table.event, 2).address)
        expect(later.locator("#kept")).to_contain_text("Sent.", timeout=SOON)
        assert table.entered() == [{"tricks": [5, 3, 2]}]
        assert kept(later) == []

    def test_while_one_page_sends_the_others_do_not(self, phone: Phones, table: Table) -> None:
        held: list[Route] = []
        anna, others = kept_on_four_pages(phone, table, on_the_way=held.append)
        anna.evaluate(ONLINE)
        wait_until(anna, lambda: held)
        for other in others:
            other.evaluate(ONLINE)
        others[0].wait_for_timeout(1500)  # in which each of them would have sent it
        assert len(held) == 1
        held[0].continue_()
        for page in (anna, *others):
            expect(page.locator("#board-1")).to_contain_text("You entered this at", timeout=SOON)
        wait_until(anna, lambda: kept(others[0]) == [])
        assert len(held) == 1
        assert table.entered() == [{"tricks": [5, 3, 2]}]

    def test_several_pages_told_at_once_make_one_entry(self, phone: Phones, table: Table) -> None:
        anna, others = kept_on_four_pages(phone, table, on_the_way=lambda route: route.continue_())
        anna.context.set_offline(True)
        anna.context.set_offline(False)
        for page in (anna, *others):
            expect(page.locator("#board-1")).to_contain_text("You entered this at", timeout=SOON)
            expect(page.locator("#kept")).not_to_contain_text("not yet sent", timeout=SOON)
        wait_until(anna, lambda: kept(others[0]) == [])
        assert table.entered() == [{"tricks": [5, 3, 2]}]

    def test_refused_later_it_says_why_and_can_be_discarded(
        self, phone: Phones, table: Table
    ) -> None:
        anna, ben = table.sit(phone(), 0), table.sit(phone(), 1)
        table.open_board(anna)
        tap(anna, 5, 3)
        anna.context.set_offline(True)
        send(anna)
        expect(anna.locator("#kept")).to_contain_text("not yet sent")
        table.open_board(ben)
        tap(ben, 6, 4)
        send(ben)
        expect(ben.locator("#board-1")).to_contain_text("You entered this at")
        anna.context.set_offline(False)
        refused = anna.locator("#kept")
        expect(refused).to_contain_text("Not accepted: Board 1 was entered just", timeout=SOON)
        expect(refused).to_contain_text("6 – 4 – 0, entered at")
        anna.reload()
        expect(refused).to_contain_text("Board 1: 5 – 3 – 2")
        anna.get_by_role("button", name="Discard").click()
        expect(refused).to_be_hidden()
        anna.reload()
        expect(anna.get_by_role("button", name="Yes, confirm")).to_be_visible()
        expect(refused).to_be_hidden()
        assert table.entered() == [{"tricks": [6, 4, 0]}]

    def test_it_can_be_discarded_before_it_is_sent(self, phone: Phones, table: Table) -> None:
        anna = table.sit(phone(), 0)
        table.open_board(anna)
        anna.context.set_offline(True)
        tap(anna, 5, 3)
        send(anna)
        anna.get_by_role("button", name="Discard").click()
        expect(anna.locator(".trick-picker")).to_be_visible()
        anna.context.set_offline(False)
        tap(anna, 4, 4)
        send(anna)
        expect(anna.locator("#board-1")).to_contain_text("You entered this at")
        assert table.entered() == [{"tricks": [4, 4, 2]}]
