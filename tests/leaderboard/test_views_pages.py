"""The public pages: for anyone, live, safe, and quiet about boards somebody has still to play."""

import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from deals.selectors import deal_of
from deals.services import deal_set_fix_public_value
from tests.builders import make_director, make_event, play_round, record, start_round
from tournament.events.models import Board, Event
from tournament.events.services import NewEntry, entries_add
from tournament.flow import result_change
from tournament.leaderboard.services import event_publish
from tournament.leaderboard.versions import shelf
from tournament.rules.inputs import TieBreak
from tournament.standings.services import standings_compute

from .conftest import finish_round, withhold

pytestmark = pytest.mark.django_db

PAGES = ["", "boards/", "boards/1/", "players/1/"]
FILES = ["standings.csv", "standings.json", "results.csv", "results.json"]


def page(event: Event, address: str = "", headers: dict[str, str] | None = None) -> str:
    response = Client().get(f"/e/{event.public_id}/{address}", headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def fragment(event: Event, address: str = "") -> str:
    return page(event, address, {"HX-Request": "true"})


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("&nbsp;", " ").split())


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
        assert 'href="/desk/new/"' in html

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
        assert "head to head, at the same tables: 0; number of tops: 0; lives:" in shown

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


class TestClosedBoards:
    def test_its_page_says_so_and_shows_no_result(self, half_played: Event, client: Client) -> None:
        response = client.get(f"/e/{half_played.public_id}/boards/2/")
        html = response.content.decode()
        assert response.status_code == 404
        assert "Still being played" in html
        assert "Player 1" not in html
        assert "ETag" not in response

    def test_one_of_a_round_to_come_says_so(self, client: Client) -> None:
        event = make_event(players=3, rounds=1)
        response = client.get(f"/e/{event.public_id}/boards/3/")
        assert response.status_code == 404
        assert "Not played yet" in response.content.decode()

    def test_it_opens_by_itself(self, half_played: Event, client: Client) -> None:
        url = f"/e/{half_played.public_id}/boards/2/"
        asked = re.search(r'hx-get="([^"]+)"', client.get(url).content.decode())
        assert asked is not None
        waiting = client.get(asked[1], headers={"HX-Request": "true"})
        assert (waiting.status_code, waiting.content) == (204, b"")
        finish_round(half_played)
        opened = client.get(asked[1], headers={"HX-Request": "true"})
        assert "Results at the tables" in opened.content.decode()

    def test_its_results_are_on_no_page_and_in_no_file(self, half_played: Event) -> None:
        """Board 2 has one result, unlike all others, at one of its two tables."""
        board = Board.objects.get(session__event=half_played, number=2)
        play = board.plays.get(result__isnull=False)
        result_change(
            play=play,
            detail={"fault": 0},
            reason="misplay",
            version=1,
            user=make_director(),
        )
        standings_compute(event_id=half_played.pk)
        for entry in half_played.entries.all():
            card = page(half_played, f"players/{entry.number}/")
            assert "Misplay" not in card
            assert "1 board is not shown yet" in card
        listed = words(page(half_played, "boards/"))
        assert "Board 2 1 still being played" in listed  # of round 1
        for name in ("results.csv", "results.json"):
            text = page(half_played, name)
            assert "isplay by seat A" not in text
            assert '"board": 2' not in text


class TestBoard:
    def test_every_table_with_its_players_and_figures(self, half_played: Event) -> None:
        shown = words(page(half_played, "boards/1/"))
        for number in range(1, 7):
            assert f"Player {number}" in shown
        assert shown.count("7 tricks +½ lives 1 MP") == 2
        assert "At most 2 matchpoints" in shown

    def test_the_fourteen_distributions_are_drawn(self, half_played: Event) -> None:
        html = page(half_played, "boards/1/")
        assert "7-2-1: 2 times" in html

    def test_misplays_and_corrections_are_told(self, half_played: Event) -> None:
        play = Board.objects.get(session__event=half_played, number=1).plays.order_by("pk")[0]
        result_change(
            play=play, detail={"fault": 1}, reason="revoked", version=1, user=make_director()
        )
        standings_compute(event_id=half_played.pk)
        shown = words(page(half_played, "boards/1/"))
        assert "Misplay by seat B" in shown
        assert re.search(r"Corrected\s+revoked \(7-2-1\s+→ misplay by seat B", shown)

    def test_why_it_was_not_played_stays_in_the_room(self, half_played: Event) -> None:
        play = Board.objects.get(session__event=half_played, number=1).plays.order_by("pk")[0]
        detail = {"not_played": "Ann felt unwell"}
        result_change(play=play, detail=detail, reason="told", version=1, user=make_director())
        standings_compute(event_id=half_played.pk)
        for address in ("boards/1/", "results.csv", "results.json", "players/1/"):
            assert "unwell" not in page(half_played, address)
        assert "Not played" in page(half_played, "boards/1/")

    def test_no_card_and_no_key_before_publication(self, half_played: Event) -> None:
        finish_round(half_played)
        html = page(half_played, "boards/1/")
        assert "data-card" not in html
        assert half_played.sessions.get().deal_set.key.hex() not in html

    def test_each_card_is_printed_with_its_code_beside_the_proof(self, published: Event) -> None:
        html = page(published, "boards/1/")
        deal = deal_of(published.sessions.get().deal_set, 1)
        seats = re.findall(r'data-seat="(\d)">(.*?)</dl>', html, flags=re.DOTALL)
        assert [int(seat) for seat, _cards in seats] == [0, 1, 2]
        for (_seat, cards), hand in zip(seats, deal.hands, strict=True):
            assert sorted(re.findall(r'data-card="(\w+)"', cards)) == sorted(hand)
        talon = re.search(r"data-talon>(.*?)</p>", html, flags=re.DOTALL)
        assert talon is not None
        assert tuple(re.findall(r'data-card="(\w+)"', talon[1])) == deal.talon
        assert 'data-verify="deal-proof" data-shown="hands"' in html
        assert "triplicate/verify.js" in html

    def test_a_page_that_waited_for_the_cards_is_loaded_anew(self, half_played: Event) -> None:
        finish_round(half_played)
        asked = re.search(r'hx-get="([^"]+)"', page(half_played, "boards/1/"))
        assert asked is not None
        event_publish(event=half_played)
        answer = Client().get(asked[1], headers={"HX-Request": "true"})
        assert answer["HX-Refresh"] == "true"
        again = re.search(r'hx-get="([^"]+)"', page(half_played, "boards/1/"))
        assert again is not None
        assert "HX-Refresh" not in Client().get(again[1], headers={"HX-Request": "true"})

    def test_neighbours_are_open_boards(self, half_played: Event, published: Event) -> None:
        assert 'rel="next"' not in page(half_played, "boards/1/")
        html = page(published, "boards/2/")
        assert re.search(r'boards/1/" rel="prev"', html)
        assert re.search(r'boards/3/" rel="next"', html)


class TestScorecard:
    def test_each_board_with_seat_opponents_and_figures(self, half_played: Event) -> None:
        play = Board.objects.get(session__event=half_played, number=1).plays.order_by("pk")[0]
        seats = list(play.seats.select_related("entry__player"))
        shown = words(page(half_played, f"players/{seats[1].entry.number}/"))
        assert "Board 1 Seat B 2 −1 1.00 / 2 50%" in shown
        assert f"{seats[0].entry.player.name} (A: 7)" in shown
        assert f"{seats[2].entry.player.name} (C: 1)" in shown

    def test_the_field_is_told_in_words_too(self, half_played: Event) -> None:
        play = Board.objects.get(session__event=half_played, number=1).plays.order_by("pk")[0]
        entry = play.seats.get(number=0).entry
        html = page(half_played, f"players/{entry.number}/")
        assert 'aria-label="At the same seat: 7 tricks: 2 times. Here: 7."' in html

    def test_without_a_result_it_is_a_friendly_page(self) -> None:
        assert "No result yet" in page(make_event(players=3, rounds=1), "players/1/")


class TestNames:
    def everything(self, event: Event) -> str:
        pages = ["", "boards/", "boards/1/", "boards/3/"]
        pages += [f"players/{number}/" for number in range(1, 7)]
        texts = [page(event, address) for address in [*pages, *FILES]]
        texts += [fragment(event, address) for address in pages]
        return "\n".join([*texts, Client().get("/").content.decode()])

    def test_a_withheld_name_is_nowhere(self, published: Event) -> None:
        withhold(published, 2, "Zoé Secret")
        everything = self.everything(published)
        assert "Zoé" not in everything
        assert "Secret" not in everything
        assert "Player 2" in everything

    def test_a_name_withheld_later_leaves_the_copies(self, published: Event) -> None:
        withhold(published, 2, "Zoé Secret")
        entry = published.entries.get(number=2)
        entry.player.name_public = True
        entry.player.save()
        shelf.clear()
        assert "Secret" in self.everything(published)
        entry.refresh_from_db()
        withhold(published, 2, "Zoé Secret")
        assert "Secret" not in self.everything(published)

    @pytest.mark.parametrize("address", PAGES)
    def test_search_engines_stay_out_while_a_name_is_withheld(
        self, published: Event, address: str
    ) -> None:
        robots = '<meta name="robots" content="noindex">'
        assert robots not in page(published, address)
        withhold(published, 2)
        assert robots in page(published, address)

    def test_hostile_names_are_text(self) -> None:
        event = make_event(players=0, rounds=1, boards_per_round=1)
        entries_add(
            event=event,
            entries=[
                NewEntry("<script>alert(1)</script>", True),
                NewEntry("محمد & Söhne", True),
                NewEntry('"><img src=x>', True),
            ],
        )
        for step in ("listed", "ranked"):
            if step == "ranked":
                play_round(event)
                standings_compute(event_id=event.pk)
            html = page(event)
            assert "<script>alert" not in html
            assert "<img src=x" not in html
            assert "<bdi>محمد &amp; Söhne</bdi>" in html


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
