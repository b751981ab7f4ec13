"""A board's page once its hands are published: the cards, what they could do, who parted where."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from deals.selectors import deal_of
from engine.partings import Parting
from tests.builders import correct, make_director, make_event, play_round
from tests.engine.builders import comon_deal
from tests.leaderboard.conftest import withhold
from tests.leaderboard.pages import fragment, page, words
from tests.leaderboard.published_boards import (
    analyse,
    first,
    last_at,
    mistake,
    played,
    publish,
    with_talon,
)
from tests.live.tables import people, play_at, seat_of
from tournament.analysis.models import Analysis, BoardAnalysis
from tournament.events.models import Board, Event
from tournament.leaderboard.open_cards import Held, PartingShown, PartingsShown, annulling
from tournament.live.models import LiveDeal
from tournament.live.positions import position_of
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db

OPEN = ("With open hands", "What the board was like", "Where tables parted", "annul each other")


@pytest.fixture
def entered() -> Event:
    """Four tables, one board, entered by hand and published."""
    return played([[(5, 3, 2), (5, 3, 2), (3, 5, 2), (4, 4, 2)]], is_published=True)


@pytest.fixture
def live() -> Event:
    """Tables 1 and 2 play alike, 3 leads another card, and 4 parts from 1 at the fourth card."""
    return played([[first, first, last_at(0), last_at(3)]], is_published=True)


def shown(event: Event) -> str:
    return words(unescape(page(event, "boards/1/")))


class TestCards:
    @pytest.mark.parametrize(
        ("is_mono", "said"), [(True, "One trump suit (mono)"), (False, "Two trump suits")]
    )
    def test_the_turned_cards_are_named_as_trumps(self, is_mono: bool, said: str) -> None:
        event = with_talon(lambda talon: (talon[0][1] == talon[1][1]) is is_mono)
        play_round(event)
        publish(event)
        assert said in shown(event)
        assert ("can annul each other" in shown(event)) is not is_mono

    def test_trumps_come_first_and_then_the_seats_in_order(self, entered: Event) -> None:
        said = shown(entered)
        places = [said.index(each) for each in ("trump suit", "Seat A leads", "Seat B", "Seat C")]
        assert places == sorted(places)

    def test_every_card_is_shown_once(self, entered: Event) -> None:
        deal = deal_of(entered.sessions.get().deal_set, 1)
        cards = re.findall(r'data-card="(\w+)"', page(entered, "boards/1/").split("</section>")[0])
        assert sorted(cards) == sorted(
            [*(card for hand in deal.hands for card in hand), *deal.talon]
        )

    def test_trumps_of_equal_rank_in_two_hands_annul_each_other(self) -> None:
        deal = comon_deal("AH KH KC", "AC 9H", "9C TC", turned="8H 7C", void={0: "H", 1: "H"})
        found = annulling("comon", deal, ["8H", "7C"])
        pairs = {(one.card, other.card) for one, other in found}
        assert ("AH", "AC") in pairs
        assert ("9H", "9C") in pairs
        assert not any("KH" in pair for pair in pairs)  # one hand has both kings
        assert not any(card in {"8H", "8C", "7H", "7C"} for pair in pairs for card in pair)
        assert found[0] == (Held("AH", 0), Held("AC", 1))

    def test_in_a_mono_and_in_other_games_nothing_annuls(self) -> None:
        deal = comon_deal("AH", "AC", "9C", turned="8H 7H")
        assert annulling("comon", deal, ["8H", "7H"]) == []
        assert annulling("vicaire", deal, ["AH", "AC"]) == []


class TestOpenHands:
    def test_each_seat_has_its_figures_and_par_is_explained(self, entered: Event) -> None:
        analyse(entered, 1)
        said = shown(entered)
        assert "Guaranteed tricks whatever the two others do 4 3 1" in said
        assert "Fewest tricks if it wants no more 5 2 0" in said
        assert "Best score against both others +½ −1 −1" in said
        assert "Par: tricks 5 3 2" in said
        assert "Par: lives +½ −1 0" in said
        assert f'href="{reverse("par")}"' in page(entered, "boards/1/")

    def test_tables_at_par_and_its_distribution_are_marked(self, entered: Event) -> None:
        assert "at par" not in shown(entered)
        analyse(entered, 1)
        assert re.findall(r"(\d) ◆ at par", shown(entered)) == ["1", "2"]
        assert "par: A 5, B 3, C 2" in shown(entered)
        framed = re.findall(
            r'<rect class="par".*?<text y="13">([\d-]+)</text>', page(entered, "boards/1/")
        )
        assert framed == ["5-3-2"]

    def test_what_was_given_or_played_with_other_cards_is_not_at_par(self, entered: Event) -> None:
        analyse(entered, 1)
        correct(play_at(entered, 1), {"fault": 1}, "revoked")
        Play.objects.filter(pk=play_at(entered, 2).pk).update(version=1)
        assert "◆ at par" not in shown(entered)

    def test_until_it_is_analysed_the_page_says_so(self, entered: Event) -> None:
        Analysis.objects.update_or_create(event=entered, defaults={"changed": 1, "seen": 0})
        assert "is being analysed" in shown(entered)

    def test_of_a_game_without_a_solver_only_the_swing_is_told(self) -> None:
        event = played([[(5, 3, 2), (5, 3, 2), (2, 3, 5)]], game="vicaire", is_published=True)
        said = shown(event)
        assert "Swing 1.33" in said
        assert "With open hands" not in said
        assert "Difficulty" not in said
        assert "Hearts are" not in said and "Trumps ♥" in said

    def test_swing_difficulty_and_mistakes_are_told(self, live: Event) -> None:
        analyse(live, 1, par_scores=[0, 0, 0])
        for table, plies in enumerate([(0, 4), (), (2,), (1,)], start=1):
            mistake(play_at(live, table), *plies)
        said = shown(live)
        assert "hard 0 of 4 tables ended at par" in said
        assert "mistakes at a table in the browser, on average: 1.0" in said

    def test_of_two_tables_nothing_is_said(self) -> None:
        event = played([[(5, 3, 2), (2, 3, 5)]], is_published=True)
        analyse(event, 1)
        assert "What the board was like" not in shown(event)
        assert "With open hands" in shown(event)


class TestPartings:
    def test_each_step_names_trick_seat_card_tables_and_people(self, live: Event) -> None:
        steps = re.findall(
            r"Trick (\d) Seat (\w) (to lead|to play)(.*?)(?=Trick \d Seat|Tables 1)", shown(live)
        )
        assert steps[0][:3] == ("1", "A", "to lead")
        leader = play_at(live, 3).seats.get(number=0).entry.player.name
        assert f"Table 3 {leader}" in steps[0][3]
        assert "Tables 1, 2 played every card alike." in shown(live)

    def test_later_steps_say_who_had_played_alike(self, live: Event) -> None:
        assert "Tables 1, 2, 4 had played alike." in shown(live)

    def test_a_link_leads_to_the_card_in_the_replay(self, live: Event) -> None:
        html = page(live, "boards/1/")
        played_by_3 = LiveDeal.objects.get(play=play_at(live, 3))
        link = reverse("replay", args=[played_by_3.public_id]) + "?ply=1"
        assert f'href="{link}"' in html
        card = position_of(played_by_3).taken[0].action
        assert "Card 1 of 30" in Client().get(link).content.decode()
        assert card in re.findall(r'class="way-card"><span[^>]*data-card="(\w+)"', html)

    def test_a_long_list_is_folded(self) -> None:
        step = PartingShown(Parting(0, 1, 0, 0, ()), [], "")
        found = PartingsShown(9, [step] * 8, [])
        assert (len(found.first), len(found.rest), found.next) == (6, 2, 7)

    def test_a_table_that_entered_its_result_went_no_way(self) -> None:
        event = played([[first, last_at(0), (5, 3, 2)]], is_published=True)
        assert "2 tables played this board in the browser." in shown(event)
        alone = played([[first, (5, 3, 2), (5, 3, 2)]], is_published=True)
        assert "Where tables parted ways" not in shown(alone)

    def test_other_cards_are_not_compared(self, live: Event) -> None:
        Play.objects.filter(table__event=live, table__number__in=(1, 2)).update(version=1)
        assert "2 tables played this board" in shown(live)

    def test_names_that_are_withheld_are_not_on_the_page(self, live: Event) -> None:
        number = play_at(live, 3).seats.get(number=0).entry.number
        withhold(live, number)
        html = page(live, "boards/1/")
        assert "Zoé" not in html
        assert f'Table 3 <bdi class="withheld">Player {number}</bdi>' in html

    def test_it_comes_with_the_fragment(self, live: Event) -> None:
        assert "Where tables parted ways" in fragment(live, "boards/1/")

    def test_queries_do_not_grow_with_tables(self, live: Event) -> None:
        few = played([[first, last_at(0)]], is_published=True)
        counts = []
        for event in (few, live):
            with CaptureQueriesContext(connection) as captured:
                page(event, "boards/1/")
            counts.append(len(captured))
        assert counts[0] == counts[1]


class TestBeforePublication:
    @pytest.fixture
    def sealed(self) -> Event:
        event = played([[first, first, last_at(0), last_at(3)]], is_published=False)
        analyse(event, 1)
        for table in range(1, 5):
            mistake(play_at(event, table), 0)
        return event

    def readers(self, event: Event) -> list[Client]:
        director = Client()
        director.force_login(make_director())
        return [Client(), director, seat_of(people(play_at(event, 1))[0])]

    @pytest.mark.parametrize("address", ["boards/1/", "boards/", "boards/?by=difficulty", ""])
    def test_nobody_is_told_anything(self, sealed: Event, address: str) -> None:
        assert BoardAnalysis.objects.exists()
        for client in self.readers(sealed):
            for headers in ({}, {"HX-Request": "true"}):
                answer = client.get(f"/e/{sealed.public_id}/{address}", headers=headers)
                said = words(unescape(answer.content.decode()))
                assert answer.status_code == 200
                for each in (*OPEN, "Swing", "At par", "at par", "Board of the night", "◆"):
                    assert each not in said

    def test_and_then_everybody_is(self, sealed: Event) -> None:
        publish(sealed)
        for client in self.readers(sealed):
            said = words(unescape(client.get(f"/e/{sealed.public_id}/boards/1/").content.decode()))
            for each in ("With open hands", "What the board was like", "Where tables parted"):
                assert each in said

    def test_a_board_still_to_be_played_shows_nothing_either(self) -> None:
        event = make_event(players=6, rounds=2, boards_per_round=1)
        play_round(event)
        analyse(event, 2)
        assert Client().get(f"/e/{event.public_id}/boards/2/").status_code == 404
        assert not Board.objects.get(session__event=event, number=2).plays.exists()
