"""Whoever plays reads who leads: on paper, on the table's page and in the rules."""

import random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from engine.registry import game, keys
from tests.builders import make_event, start_round
from tests.documents import poppler
from tournament.desk.prints import hands_asked
from tournament.documents import selectors
from tournament.documents.pdf import render
from tournament.documents.sheets import Sheet

LEADS = "Seat A leads to the first trick."


@pytest.mark.parametrize("key", keys())
def test_in_every_game_seat_a_acts_first(key: str) -> None:
    rules = game(key)
    cards = list(rules.deck())
    random.Random(1).shuffle(cards)
    assert rules.start(rules.deal_from(cards)).actor == 0


@pytest.mark.django_db
def test_it_stands_on_every_sheet_of_a_table() -> None:
    event = make_event(players=9, rounds=2, boards_per_round=2)
    asked = hands_asked(event, "1", "")
    sheets: tuple[Sheet, ...] = (
        selectors.table_cards(event),
        selectors.guide_cards(event),
        selectors.hand_slips(event, asked.hands, played=asked.played),
    )
    for sheet, times in zip(sheets, (3, 9, 18), strict=True):
        assert poppler.text(render(sheet)).count(LEADS) == times
        with translation.override("fr"):
            assert poppler.text(render(sheet)).count("entame le premier pli") == times


@pytest.mark.django_db
def test_it_stands_on_the_tables_page(client: Client) -> None:
    event = make_event(players=9)
    page = reverse("table", args=[event.tables.get(number=1).code])
    for running in (False, True):
        assert LEADS in client.get(page).content.decode()
        if not running:
            start_round(event)


@pytest.mark.django_db
@pytest.mark.parametrize("key", keys())
def test_it_stands_in_the_rules_of_a_tournament(key: str, client: Client) -> None:
    told = client.get(reverse("rules", args=[key])).content.decode()
    assert LEADS in told.partition("In a tournament")[2]
