"""The public pages: for anyone, live, and what they rank."""

import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from deals.services import deal_set_fix_public_value
from tests.builders import make_event, play_round, record, start_round
from tests.leaderboard.pages import FILES, PAGES, fragment, page, words
from tournament.events.models import Event
from tournament.flow import scoring_change
from tournament.leaderboard.services import event_publish
from tournament.leaderboard.versions import shelf
from tournament.rules.inputs import TieBreak
from tournament.standings.services import standings_compute

from .conftest import finish_round, withhold

pytestmark = pytest.mark.django_db


class TestHome:
    def test_an_empty_installation_says_what_to_do(self, client: Client) -> None:
        html = client.get("/").content.decode()
        assert "No tournament yet" in html
        assert '<a class="button" href="/sign-in/login/">' in html

    def test_a_tables_code_opens_the_table(self, client: Client, half_played: Event) -> None:
        html = client.get("/").content.decode()
        form = r'<form[^>]+action="(/t/)" method="get">.*?name="(\w+)"'
        asked = re.search(form, html, re.DOTALL)
        assert asked is not None
        table = half_played.tables.get(number=1)
        opened = client.get(asked[1], {asked[2]: table.code.lower()})
        assert opened.status_code == 302
        assert opened["Location"] == f"/t/{table.code}/"

    def test_a_director_is_led_to_the_desk_instead(self, signed_in: Client) -> None:
        html = signed_in.get("/").content.decode()
        assert '<a class="button" href="/desk/">' in html

    def test_each_tournament_is_a_link_under_the_clubs_name(
        self, client: Client, half_played: Event
    ) -> None:
        html = client.get("/").content.decode()
        assert "<h1>Club</h1>" in html
        assert f'href="/e/{half_played.public_id}/"' in html
        assert "round 1 of 1" in words(html)

    def test_they_come_in_pages(self, client: Client) -> None:
        for _number in range(25):
            make_event(players=0, rounds=1, boards_per_round=1)
        first = client.get("/").content.decode()
        second = client.get("/?page=2").content.decode()
        assert first.count('class="tile"') == 24
        assert second.count('class="tile"') == 1
        assert "Page 2 of 2" in second
        # Whatever else is asked for is a page that exists.
        assert client.get("/?page=x").status_code == 200
        assert client.get("/?page=99").status_code == 200

    def test_search_engines_may_list_it(self, client: Client) -> None:
        assert "noindex" not in client.get("/").content.decode()


class TestAccess:
    @pytest.mark.parametrize("address", [*PAGES, *FILES])
    def test_anyone_may_read_and_nobody_may_write(
        self, half_played: Event, client: Client, signed_in: Client, address: str
    ) -> None:
        url = f"/e/{half_played.public_id}/{address}"
        assert client.get(url).status_code == 200
        assert client.head(url).status_code == 200
        assert signed_in.get(url).status_code == 200
        assert client.post(url).status_code == 405
        assert signed_in.delete(url).status_code == 405

    @pytest.mark.parametrize("address", [*PAGES, *FILES])
    def test_an_unknown_tournament_is_not_found(
        self, client: Client, db: None, address: str
    ) -> None:
        assert client.get(f"/e/22222222/{address}").status_code == 404

    @pytest.mark.parametrize(
        "address", ["players/99/", "boards/99/", "deals/0123456789abcdef.json"]
    )
    def test_what_the_tournament_has_not_is_not_found(
        self, half_played: Event, client: Client, address: str
    ) -> None:
        assert client.get(f"/e/{half_played.public_id}/{address}").status_code == 404

    def test_another_tournaments_deals_are_not_found(
        self, half_played: Event, published: Event, client: Client
    ) -> None:
        set_id = published.sessions.get().deal_set.public_id
        assert client.get(f"/e/{half_played.public_id}/deals/{set_id}.json").status_code == 404


class TestStandings:
    def test_before_any_result_the_players_are_listed(self) -> None:
        event = make_event(players=4, rounds=1)
        html = page(event)
        assert html.count("<li><bdi>Player") == 4
        assert "<table" not in html
        assert "in preparation" in html

    def test_without_players_it_is_a_friendly_page(self) -> None:
        assert "Nobody is entered yet" in page(make_event(players=0))

    def test_with_results_the_ranking_is_provisional(self, half_played: Event) -> None:
        html = page(half_played)
        assert html.count('id="rank-') == 6
        assert "provisional" in html
        assert "3 of 4 results are in" in words(html)
        assert f'href="/e/{half_played.public_id}/players/1/"' in html

    def test_official_with_its_date_and_the_keys(self, published: Event) -> None:
        html = page(published)
        session = published.sessions.get()
        assert "Official since" in html
        assert "provisional" not in html
        for deal_set in (session.deal_set, session.reserve_set):
            assert deal_set.commitment in html
            assert deal_set.key.hex() in html

    def test_before_that_commitments_are_public_and_keys_are_not(self, half_played: Event) -> None:
        html = page(half_played)
        session = half_played.sessions.get()
        for deal_set in (session.deal_set, session.reserve_set):
            assert deal_set.commitment in html
            assert deal_set.key.hex() not in html

    def test_a_public_value_is_announced_and_then_shown(self) -> None:
        day = timezone.localdate()
        event = make_event(players=3, rounds=1, public_value_source="Loto", public_value_date=day)
        assert "announced: Loto" in words(page(event))
        session = event.sessions.get()
        deal_set_fix_public_value(deal_set=session.deal_set, value="3 14 15")
        shelf.clear()
        assert "<strong>3 14 15</strong> (Loto" in page(event)

    def test_it_says_that_it_is_being_recomputed(self, half_played: Event) -> None:
        assert "being recomputed" not in page(half_played)
        record(half_played.sessions.get().rounds.get(number=1).plays.get(result=None))
        assert "being recomputed" in page(half_played)
        standings_compute(event_id=half_played.pk)
        assert "being recomputed" not in page(half_played)
        scoring_change(
            event=half_played,
            method="lives",
            rounding="exact",
            sit_out="none",
            tie_breaks=[],
            minimum_boards=0,
        )
        assert "being recomputed" in page(half_played)
        standings_compute(event_id=half_played.pk)
        assert "being recomputed" not in page(half_played)

    @pytest.mark.parametrize("method", ["matchpoints", "lives", "datum"])
    def test_every_scoring_has_its_columns(self, method: str) -> None:
        event = make_event(players=6, rounds=1, boards_per_round=2, method=method)
        play_round(event, [7, 2, 1])
        standings_compute(event_id=event.pk)
        html = page(event)
        assert html.count('id="rank-') == 6
        assert page(event, "players/1/")
        assert page(event, "boards/1/")

    def test_ties_are_shown_with_what_broke_them(self) -> None:
        order = (TieBreak.HEAD_TO_HEAD, TieBreak.TOPS, TieBreak.LIVES, TieBreak.LOT)
        event = make_event(players=6, rounds=1, boards_per_round=2, tie_breaks=order)
        play_round(event, [7, 2, 1])
        standings_compute(event_id=event.pk)
        shown = words(page(event))
        assert "How ties were broken" in shown
        assert "head to head, at the same tables: 0 · number of tops: 0 · lives:" in shown

    def test_the_fragment_is_the_same_without_the_page_around_it(self, half_played: Event) -> None:
        part = fragment(half_played)
        assert "<html" not in part
        assert part.count('id="rank-') == 6
        assert part.strip() in page(half_played)

    @pytest.mark.parametrize("address", PAGES)
    def test_pages_listen_for_changes_at_their_own_address(
        self, half_played: Event, address: str
    ) -> None:
        html = page(half_played, address)
        assert re.search(r'<body[^>]+data-stream="/stream/\?t=', html)
        asked = re.search(
            r'hx-get="([^"?]+)\??\w*" hx-trigger="triplicate:changed from:body"', html
        )
        assert asked is not None
        assert asked[1] == f"/e/{half_played.public_id}/{address}"
        assert "<html" not in fragment(half_played, address)


class TestQueries:
    def played(self, *, players: int, rounds: int, boards: int) -> Event:
        event = make_event(players=players, rounds=rounds, boards_per_round=boards)
        for _round in range(rounds):
            play_round(event)
        event_publish(event=event)
        withhold(event, 1)
        return event

    @pytest.fixture
    def counted(self, db: None) -> Callable[[str], int]:
        def count(url: str) -> int:
            shelf.clear()
            with CaptureQueriesContext(connection) as captured:
                assert Client().get(url).status_code == 200
            return len(captured)

        return count

    def test_they_do_not_grow_with_players_or_boards(self, counted: Callable[[str], int]) -> None:
        small = self.played(players=3, rounds=1, boards=2)
        large = self.played(players=15, rounds=3, boards=3)
        for address in [*PAGES, *FILES]:
            numbers = [counted(f"/e/{event.public_id}/{address}") for event in (small, large)]
            assert numbers[0] == numbers[1], address

    def test_nor_on_the_front_page(self, counted: Callable[[str], int]) -> None:
        make_event(players=3, rounds=1)
        before = counted("/")
        for _number in range(4):
            start_round(make_event(players=6, rounds=1))
        assert counted("/") == before

    def test_what_has_not_changed_costs_one(self, half_played: Event) -> None:
        url = f"/e/{half_played.public_id}/"
        tag = Client().get(url)["ETag"]
        for headers in ({"If-None-Match": tag}, {}):
            with CaptureQueriesContext(connection) as captured:
                Client().get(url, headers=headers)
            assert len(captured) == 1


def test_the_page_ranks_as_it_was_computed(half_played: Event) -> None:
    """HTML in the order of the stored rows, each player once, rounded only for display."""
    finish_round(half_played)
    html = page(half_played)
    names = re.findall(r"<bdi>(Player \d)</bdi>", html)
    stored = [row["entry"] for row in half_played.standings.rows]
    by_pk = {entry.pk: entry.player.name for entry in half_played.entries.all()}
    assert names == [by_pk[entry] for entry in stored]
    assert Fraction(half_played.standings.rows[0]["points"]) >= 0


class TestNoPercent:
    """Where nobody else has played the boards, the page says why there is no per cent."""

    @staticmethod
    def told(event: Event) -> str:
        standings_compute(event_id=event.pk)
        return words(page(event))

    def test_shared_boards_after_each_round(self) -> None:
        event = make_event(players=15, rounds=4, boards_per_round=1, movement="shared")
        assert "er cent" not in words(page(event))
        play_round(event)
        assert "No per cent yet: each board has been at one table so far." in self.told(event)
        play_round(event)
        told = self.told(event)
        assert "No per cent yet" not in told
        rows = told.partition(" Lives ")[2]
        assert ("–" in rows) == ("boards that no other table has yet" in told)
        play_round(event)
        play_round(event)
        assert "no other table" not in self.told(event)

    def test_a_single_table_for_good(self) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1)
        play_round(event)
        assert "each board is played at one table" in self.told(event)
        desk = Client()
        desk.force_login(event.directors.get())
        assert (
            "each board is played at one table"
            in desk.get(f"/desk/{event.public_id}/").content.decode()
        )

    def test_not_where_there_is_one_or_none_is_wanted(self) -> None:
        compared = make_event(players=6, rounds=1, boards_per_round=1)
        by_lives = make_event(players=3, rounds=1, boards_per_round=1, method="lives")
        for event in (compared, by_lives):
            play_round(event)
            assert "at one table" not in self.told(event)
