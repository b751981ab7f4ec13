"""The data of the hand records, and of curtain cards with the sheet by which packs are dealt."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext, pgettext

from engine.cards import PIQUET
from tournament.documents.hands import (
    board_names,
    by_suit,
    card_face,
    is_mono,
    leads_words,
    seat_letter,
)
from tournament.documents.imposition import cut_and_stack
from tournament.documents.lists import require
from tournament.documents.sheets import Board, BoardRecord, CurtainCards, HandRecords, Reach

RECORDS_TO_A_PAGE = 18
BOARDS_TO_A_DEALING_SHEET = 18
CURTAIN_CARDS_TO_A_PAGE = 18
TURNED_UP, ASIDE = "↑", "×"


def hand_records(sheet: HandRecords) -> dict[str, Any]:
    """Return the data of `hand-records.typ`; ValueError: nothing to print, or an unknown card."""
    require(sheet.records)
    boards = [
        board_picture(each) | {"note": _from_reserve(each), "analysis": _analysis(each.reach)}
        for each in sheet.records
    ]
    return {
        "pages": [
            boards[first : first + RECORDS_TO_A_PAGE]
            for first in range(0, len(boards), RECORDS_TO_A_PAGE)
        ],
        "words": {
            "title": gettext("Hand records"),
            "mono": gettext("mono"),
            "legend": " ".join(
                [
                    leads_words(),
                    *picture_legend(sheet.records),
                    *(_analysis_legend() if any(each.reach for each in sheet.records) else ()),
                ]
            ),
        },
    }


def board_picture(record: BoardRecord) -> dict[str, Any]:
    """Return a board as `hands.typ` draws it: its hands, and the cards turned up or aside."""
    board = record.board
    return {
        "number": str(board.number),
        "hands": [
            [seat_letter(seat), by_suit(hand, record.trumps)]
            for seat, hand in enumerate(board.hands)
        ],
        "turned": [card_face(code) for code in board.turned],
        "aside": [card_face(code) for code in _aside(board)],
        "mono": is_mono(board),
    }


def picture_legend(records: Sequence[BoardRecord]) -> list[str]:
    """Return the sentences that explain the pictures of these boards."""
    sentences = []
    if any(each.trumps for each in records):
        sentences.append(gettext("On grey: the trumps."))
    if any(_aside(each.board) for each in records):
        sentences.append(gettext("On the right: the cards that lay aside."))
    return sentences


def _analysis_legend() -> tuple[str, str]:
    return (
        gettext("Guaranteed: tricks that a seat can force with open hands against both others."),
        gettext("Par: the end if each plays for the best own score."),
    )


def _analysis(reach: Reach | None) -> list[tuple[str, list[str]]]:
    """Return the lines below a board, each a name and what it says of the seats."""
    if reach is None:
        return []
    par = zip(reach.par_tricks, reach.par_scores, strict=True)
    return [
        (pgettext("tricks", "Guaranteed"), [str(tricks) for tricks in reach.guaranteed]),
        (gettext("Par"), [f"{tricks} ({score})" for tricks, score in par]),
    ]


def _from_reserve(record: BoardRecord) -> str:
    return gettext("from the reserve") if record.reserve else ""


def _aside(board: Board) -> list[str]:
    """Return the cards that nobody holds and nobody sees, in the pack's order."""
    dealt = {code for cards in (*board.hands, board.turned) for code in cards}
    return [code for code in PIQUET if code not in dealt]


def curtain_cards(sheet: CurtainCards) -> dict[str, Any]:
    """Return the data of `curtain-cards.typ`; ValueError: nothing to print, or an unknown card."""
    require(sheet.boards)
    names = {
        board.number: board_names([board.number], reserve=sheet.reserve) for board in sheet.boards
    }
    cards = [
        {
            "number": names[board.number],
            "seat": seat_letter(seat),
            "suits": by_suit(hand, _turned_suits(board)),
            "turned": [card_face(code) for code in board.turned],
            "mono": is_mono(board),
        }
        for board in sheet.boards
        for seat, hand in enumerate(board.hands)
    ]
    lines = [{"number": names[board.number], "goes": _goes(board)} for board in sheet.boards]
    return {
        "pack": [card_face(code) for code in PIQUET],
        "seats": [seat_letter(seat) for seat in range(len(sheet.boards[0].hands))],
        "names": board_names((board.number for board in sheet.boards), reserve=sheet.reserve),
        "dealing": [
            lines[first : first + BOARDS_TO_A_DEALING_SHEET]
            for first in range(0, len(lines), BOARDS_TO_A_DEALING_SHEET)
        ],
        "pages": cut_and_stack(cards, CURTAIN_CARDS_TO_A_PAGE),
        "words": {
            "title": gettext("Curtain cards of the reserve")
            if sheet.reserve
            else gettext("Curtain cards"),
            "dealing": gettext("Dealing sheet"),
            "board": gettext("Board"),
            "boards": gettext("Boards"),
            "turned": gettext("Turned up"),
            "mono": gettext("mono"),
            "secret": gettext(
                "These pages show the hands: leave them to someone who does not play."
            ),
            "steps": _dealing_steps(sheet.boards),
        },
    }


def _dealing_steps(boards: Sequence[Board]) -> list[str]:
    turned = any(board.turned for board in boards)
    return [
        gettext(
            "Sort a pack: spades, hearts, diamonds, clubs, each from the ace down to the 7. Hold "
            "it face up, the ace of spades in front."
        ),
        (
            gettext(
                "Deal along the board’s line, card by card, onto a pile for each letter; %(rest)s"
            )
            % {
                "rest": pgettext("cards", "↑ is turned up.")
                if turned
                else pgettext("cards", "× lies aside.")
            }
        ),
        gettext("Put each pile into its pocket with the curtain card of its board and letter."),
    ]


def _goes(board: Board) -> list[str]:
    """Return where each card of the sorted pack goes: a seat's letter, turned up, or aside."""
    to = {code: seat_letter(seat) for seat, hand in enumerate(board.hands) for code in hand}
    to |= dict.fromkeys(board.turned, TURNED_UP)
    return [to.get(code, ASIDE) for code in PIQUET]


def _turned_suits(board: Board) -> str:
    """Return the suits turned up, which are the trumps: of other games the card marks none."""
    return "".join(code[1] for code in board.turned)
