"""What boards were like: columns of the list, its orders, and the board of the night."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.builders import correct
from tests.leaderboard.pages import fragment, page, words
from tests.leaderboard.published_boards import analyse, played, publish
from tests.live.tables import play_at
from tournament.events.models import Event
from tournament.events.ranking import Ranking, ranking_set
from tournament.leaderboard.characters import characters, night_of
from tournament.rules.swings import ParShare
from tournament.standings.services import standings_compute
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db

ALIKE, APART, ODD = (
    [(5, 3, 2), (5, 3, 2), (5, 3, 2), (5, 3, 2)],
    [(5, 3, 2), (3, 5, 2), (2, 3, 5), (5, 2, 3)],
    [(5, 3, 2), (5, 3, 2), (5, 3, 2), (3, 5, 2)],
)


@pytest.fixture
def provisional() -> Event:
    """Boards 1 to 3 of four tables: all alike, wide apart, one odd table."""
    event = played([ALIKE, APART, ODD], is_published=False)
    for number in (1, 2, 3):
        analyse(event, number)
    return event


@pytest.fixture
def event(provisional: Event) -> Event:
    publish(provisional)
    return provisional


def order(event: Event, address: str) -> list[int]:
    rows = re.findall(r'class="board-link" href="[^"]+/boards/(\d+)/"><span', page(event, address))
    return list(map(int, rows))


class TestList:
    def test_each_board_has_its_swing_and_share_at_par(self, event: Event) -> None:
        said = words(unescape(page(event, "boards/")))
        assert re.findall(r"(\d\.\d\d) (\d) / of (\d) (easy|middling|hard)", said) == [
            ("0.00", "4", "4", "easy"),
            ("0.83", "1", "4", "middling"),
            ("0.50", "3", "4", "easy"),
        ]

    def test_it_is_ordered_by_links(self, event: Event) -> None:
        html = page(event, "boards/")
        assert 'href="?by=swing"' in html
        assert 'href="?by=difficulty"' in html
        assert order(event, "boards/") == [1, 2, 3]
        assert order(event, "boards/?by=swing") == [2, 3, 1]
        assert order(event, "boards/?by=difficulty") == [2, 3, 1]
        assert order(event, "boards/?by=anything") == [1, 2, 3]

    def test_it_keeps_its_order_when_it_changes(self, event: Event) -> None:
        asked = re.search(r'hx-get="([^"]+)"', page(event, "boards/?by=swing"))
        assert asked is not None
        assert asked[1].endswith("/boards/?by=swing")
        assert "<html" not in fragment(event, "boards/?by=swing")
        assert 'aria-sort="descending"' in fragment(event, "boards/?by=swing")

    def test_other_methods_are_refused(self, event: Event) -> None:
        for address in ("boards/", "boards/1/", ""):
            assert Client().post(f"/e/{event.public_id}/{address}").status_code == 405


class TestNight:
    def test_the_event_names_the_board_with_the_greatest_swing(self, event: Event) -> None:
        for address in ("", "boards/"):
            said = words(unescape(page(event, address)))
            assert "Board of the night Board 2 Nowhere did tables" in said
            assert "0.83 lives a seat" in said
            assert "1 of 4 tables ended at par." in said

    def test_nobody_is_told_while_it_is_provisional(self, provisional: Event) -> None:
        assert night_of(provisional) is None
        assert characters(provisional) == {}
        assert "Board of the night" not in page(provisional)

    def test_a_correction_makes_another_one(self, event: Event) -> None:
        for table in (2, 3, 4):
            correct(play_at(event, table, 2), {"tricks": [5, 3, 2]})
        standings_compute(event_id=event.pk)
        event.refresh_from_db()
        assert "Board of the night Board 3" in words(unescape(page(event)))

    def test_of_two_tables_there_is_none(self) -> None:
        event = played([[(5, 3, 2), (2, 3, 5)]], is_published=True)
        assert night_of(event) is None
        assert "Board of the night" not in page(event)
        assert "–" in words(page(event, "boards/"))

    def test_it_is_not_of_a_category(self, event: Event) -> None:
        ranking_set(event=event, ranking=Ranking(strata=("A",)))
        assert "Board of the night" not in page(event, "categories/A/")


def test_misplays_and_other_cards_are_not_compared_with_par(event: Event) -> None:
    assert characters(event)[3].par == ParShare(3, 4)
    correct(play_at(event, 1, 3), {"fault": 1})
    assert characters(event)[3].par == ParShare(2, 3)
    Play.objects.filter(pk=play_at(event, 2, 3).pk).update(version=1)
    assert characters(event)[3].par is None  # two are left
