"""Curtain cards and dealing sheets: where each card goes, and what a card says."""

import pytest
from django.utils.translation import override

from engine.cards import PIQUET
from tests.documents import poppler
from tournament.documents.pdf import render
from tournament.documents.records import curtain_cards, hand_records
from tournament.documents.sheets import Board, BoardRecord, CurtainCards, HandRecords

HANDS = (PIQUET[:10], PIQUET[10:20], PIQUET[20:30])
BOARD = Board(number=7, hands=HANDS, turned=PIQUET[30:])


def sheet(*boards: Board, reserve: bool = False) -> CurtainCards:
    return CurtainCards(event="E", boards=boards or (BOARD,), reserve=reserve, club="Club")


def test_the_dealing_sheet_says_where_each_card_of_a_sorted_pack_goes() -> None:
    data = curtain_cards(sheet())
    assert [f"{card['rank']}{card['suit']}" for card in data["pack"]] == [
        code.replace("T", "10") for code in PIQUET
    ]
    ((line,),) = data["dealing"]
    assert line["goes"] == ["A"] * 10 + ["B"] * 10 + ["C"] * 10 + ["↑"] * 2
    shown = poppler.text(render(sheet()), page=1)
    assert "7 " + " ".join(line["goes"]) in shown


def test_cards_that_nobody_sees_lie_aside() -> None:
    data = curtain_cards(sheet(Board(number=1, hands=HANDS, turned=())))
    assert data["dealing"][0][0]["goes"][30:] == ["×", "×"]
    assert any("× lies aside" in step for step in data["words"]["steps"])
    assert not any("↑" in step for step in data["words"]["steps"])


def test_each_hand_has_a_card_with_its_cards_by_suit() -> None:
    shown = poppler.text(render(sheet()), page=2)
    lines = [line for line in shown.splitlines() if line[0] in "♠♥♦♣"]
    assert lines == [
        *("♠ A K Q J 10 9 8 7", "♥ A K", "♦ –", "♣ –"),
        *("♠ –", "♥ Q J 10 9 8 7", "♦ A K Q J", "♣ –"),
        *("♠ –", "♥ –", "♦ 10 9 8 7", "♣ A K Q J 10 9"),
    ]
    assert shown.count("mono") == 3


def test_a_french_pack_has_french_indices() -> None:
    with override("fr"):
        shown = poppler.text(render(sheet()))
    assert "♠ As R D V 10 9 8 7" in shown
    assert "Feuille de distribution" in shown


def test_boards_of_the_reserve_have_their_own_names() -> None:
    data = curtain_cards(sheet(reserve=True))
    assert data["dealing"][0][0]["number"] == "R7"
    assert data["names"] == "R7"


def test_cut_cards_are_in_the_order_of_boards_and_seats() -> None:
    boards = [Board(number=n, hands=HANDS, turned=PIQUET[30:]) for n in range(1, 37)]
    pages = curtain_cards(sheet(*boards))["pages"]
    piles = [[page[place] for page in pages] for place in range(18)]
    order = [(card["number"], card["seat"]) for pile in piles for card in pile if card]
    assert order == [(str(n), seat) for n in range(1, 37) for seat in "ABC"]


def test_trumps_are_marked_without_colours() -> None:
    record = BoardRecord(board=BOARD, trumps="C")
    ((board,),) = hand_records(HandRecords(event="E", records=(record,)))["pages"]
    for _letter, suits in board["hands"]:
        assert [suit["suit"] for suit in suits if suit["trump"]] == ["C"]

    def seen(trumps: str) -> bytes:
        one = BoardRecord(board=BOARD, trumps=trumps)
        return poppler.picture(render(HandRecords(event="E", records=(one,)))).pixels

    assert seen("C") != seen("")


@pytest.mark.parametrize(
    "empty", [CurtainCards(event="E", boards=()), HandRecords(event="E", records=())]
)
def test_an_empty_sheet_is_refused(empty: CurtainCards | HandRecords) -> None:
    with pytest.raises(ValueError, match="without anything"):
        render(empty)


def test_an_unknown_card_is_refused() -> None:
    wrong = Board(number=1, hands=(("2S",),), turned=())
    with pytest.raises(ValueError, match="32-card pack"):
        render(sheet(wrong))
