"""The number of pages said before printing is the number that is printed."""

import pytest

from engine.cards import PIQUET
from tests.documents import poppler
from tournament.documents.pages import (
    guide_card_pages,
    hand_slip_pages,
    score_slip_pages,
    table_card_pages,
)
from tournament.documents.pdf import render
from tournament.documents.sheets import (
    Board,
    GuideCard,
    GuideCards,
    GuideStop,
    HandSlips,
    Player,
    ScoreLine,
    ScoreSlip,
    ScoreSlips,
    TableCard,
    TableCards,
)

ANN = Player(number=1, name="Ann")


@pytest.mark.parametrize("tables", [1, 4, 5])
def test_table_cards(tables: int) -> None:
    cards = tuple(TableCard(number=n, code="K7", address="http://h/") for n in range(tables))
    assert poppler.pages(render(TableCards(event="E", cards=cards))) == table_card_pages(tables)


@pytest.mark.parametrize("opponents", [False, True])
@pytest.mark.parametrize(
    ("players", "rounds"), [(9, 4), (9, 6), (9, 8), (5, 12), (5, 13), (3, 21), (3, 40)]
)
def test_guide_cards(players: int, rounds: int, opponents: bool) -> None:
    stops = tuple(
        GuideStop(round=n, table=1, seat="A", opponents=(ANN, ANN) if opponents else ())
        for n in range(1, rounds + 1)
    )
    cards = tuple(
        GuideCard(player=Player(number=n, name="Ann"), stops=stops) for n in range(players)
    )
    said = guide_card_pages(players, rounds=rounds, opponents=opponents)
    assert poppler.pages(render(GuideCards(event="E", cards=cards))) == said


@pytest.mark.parametrize(("tables", "boards"), [(1, 1), (4, 3), (7, 3), (6, 12), (20, 2)])
def test_hand_slips(tables: int, boards: int) -> None:
    hands = (PIQUET[:10], PIQUET[10:20], PIQUET[20:30])
    sheet = HandSlips(
        event="E",
        played=dict.fromkeys(range(1, tables + 1), tuple(range(1, boards + 1))),
        boards=tuple(
            Board(number=n, hands=hands, turned=PIQUET[30:]) for n in range(1, boards + 1)
        ),
    )
    assert poppler.pages(render(sheet)) == hand_slip_pages(tuple(sheet.played), 3 * boards)


@pytest.mark.parametrize(("tables", "boards"), [(1, 1), (5, 4), (5, 5), (2, 20)])
def test_score_slips(tables: int, boards: int) -> None:
    lines = tuple(ScoreLine(board=n, seats=("A", "B", "C")) for n in range(1, boards + 1))
    slips = tuple(
        ScoreSlip(table=n, round=1, players=(ANN, ANN, ANN), lines=lines) for n in range(tables)
    )
    said = score_slip_pages(tables, boards=boards)
    assert poppler.pages(render(ScoreSlips(event="E", slips=slips))) == said
