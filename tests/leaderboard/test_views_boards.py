"""Boards and scorecards: told in full when open, and nothing while somebody has still to play."""

import re

import pytest
from django.test import Client

from deals.selectors import deal_of
from tests.builders import correct, make_event
from tests.leaderboard.pages import page, words
from tournament.events.models import Board, Event
from tournament.leaderboard.services import event_publish
from tournament.standings.services import standings_compute

from .conftest import finish_round

pytestmark = pytest.mark.django_db


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
        correct(play, {"fault": 0}, "misplay")
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
        assert shown.count("7 tricks +½ life 1 MP") == 2
        assert "At most 2 matchpoints" in shown

    def test_the_fourteen_distributions_are_drawn(self, half_played: Event) -> None:
        html = page(half_played, "boards/1/")
        assert "7-2-1: 2 times" in html

    def test_misplays_and_corrections_are_told(self, half_played: Event) -> None:
        play = Board.objects.get(session__event=half_played, number=1).plays.order_by("pk")[0]
        correct(play, {"fault": 1}, "revoked")
        standings_compute(event_id=half_played.pk)
        shown = words(page(half_played, "boards/1/"))
        assert "Misplay by seat B" in shown
        assert re.search(r"Corrected\s+revoked \(7-2-1\s+→ misplay by seat B", shown)

    def test_why_it_was_not_played_stays_in_the_room(self, half_played: Event) -> None:
        play = Board.objects.get(session__event=half_played, number=1).plays.order_by("pk")[0]
        detail = {"not_played": "Ann felt unwell"}
        correct(play, detail, "told")
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
