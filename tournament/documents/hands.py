"""The hand slips' data: cards sorted and named as on the pack in hand, and the plan of cutting."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext

from engine.cards import PIQUET, SUITS
from tournament.documents.imposition import Stack, slip_stacks
from tournament.documents.lists import require
from tournament.documents.sheets import Board, HandSlips
from tournament.leaderboard.templatetags.triplicate import SYMBOLS, rank_index
from tournament.rules.display import ranges

SLIPS_TO_A_PAGE = 6


def hand_slips(sheet: HandSlips) -> dict[str, Any]:
    """Return the data of `hand-slips.typ`; ValueError: nothing to print, or an unknown card."""
    slips = [
        {
            "board": board_names([board.number], reserve=sheet.reserve),
            "seat": seat_letter(seat),
            "suits": by_suit(hand),
            "turned": [card_face(code) for code in board.turned],
            "mono": is_mono(board),
        }
        for board in sheet.boards
        for seat, hand in enumerate(board.hands)
    ]
    require(slips)
    require(sheet.played)
    own = _slips_of_tables(sheet)
    chairs = _chairs_of_slips(sheet)
    many = sum(map(len, own.values()))
    stacks = list(slip_stacks(tuple(own), max(map(len, own.values())), SLIPS_TO_A_PAGE))
    return {
        "slips": slips,
        "pages": [_places(page, own, chairs) for stack in stacks for page in stack.pages],
        "plan": _cutting_plan(stacks),
        "ranks": sorted({rank_index(code[0]) for code in PIQUET}),
        "words": {
            "title": gettext("Hand slips of the reserve")
            if sheet.reserve
            else gettext("Hand slips"),
            "board": gettext("Board"),
            "seat": gettext("Seat"),
            "chair": gettext("Chair"),
            "table": gettext("Table"),
            "take": gettext("Take from your pack"),
            "turned": gettext("Turned up"),
            "leads": leads_words(),
            "mono": gettext("mono"),
            "boards": gettext("Boards"),
            "board_numbers": board_names(
                (board.number for board in sheet.boards), reserve=sheet.reserve
            ),
            "tables": gettext("Tables"),
            "table_numbers": ranges(own),
            "count": ngettext("%(count)d slip", "%(count)d slips", many) % {"count": many},
            "secret": gettext(
                "These pages show the hands: leave them to someone who does not play."
            ),
            "steps": [
                gettext("Print on one side only, at actual size, not fitted to the page."),
                gettext(
                    "Fold each page in three along the dotted lines: the part with the board "
                    "numbers to the back, then the patterned part over the cards. Keep the "
                    "pages in order."
                ),
                gettext(
                    "Cut the folded pages along the dashed lines, one stack at a time, each "
                    "strip onto a pile of its own."
                ),
                gettext(
                    "Every pile belongs to one table and is in order: board by board, seats A, "
                    "B, C. Where a table has several piles, lay the first on the next."
                ),
                *_steps_more(sheet),
            ],
            "outside": pgettext("part of a folded slip", "outside"),
            "cards": pgettext("part of a folded slip", "cards"),
            "cover": pgettext("part of a folded slip", "cover"),
            "plan": [
                gettext("Stacks"),
                gettext("Pages"),
                gettext("Pages in each stack"),
                gettext("Tables"),
                gettext("Piles for each table"),
            ],
        },
    }


def _steps_more(sheet: HandSlips) -> list[str]:
    """Return what else the cover says of these slips."""
    steps = []
    if sheet.chairs:
        steps.append(
            gettext(
                "Players keep their chairs, and hold other seats from board to board: each slip "
                "says which chair takes it."
            )
        )
    if sheet.reserve:
        steps.append(
            gettext(
                "When a board of the reserve is used, the desk says which number it has on screen "
                "and on the travellers."
            )
        )
    elif sheet.moves_on:
        steps.append(
            gettext(
                "There is one copy of each board. A slip names the first table that plays it: fold "
                "it again afterwards, and let it go on with its board."
            )
        )
    return steps


def _slips_of_tables(sheet: HandSlips) -> dict[int, list[int]]:
    """Return, by table, which of the slips it has, in the order of play."""
    slips: dict[int, list[int]] = {}
    first = 0
    for board in sheet.boards:
        slips[board.number] = list(range(first, first + len(board.hands)))
        first += len(board.hands)
    return {
        table: [slip for board in boards for slip in slips[board]]
        for table, boards in sheet.played.items()
    }


def _places(
    page: Iterable[tuple[int, int] | None],
    own: Mapping[int, Sequence[int]],
    chairs: Sequence[Mapping[int, str]],
) -> list[tuple[int, int, str] | None]:
    """Return a page's places: table, slip, and the chair that takes it, "" where nobody knows.

    The slip is the one of the table's own that is due there, if it has one.
    """
    places: list[tuple[int, int, str] | None] = []
    for place in page:
        if place is None or place[1] >= len(own[place[0]]):
            places.append(None)
            continue
        table, slip = place[0], own[place[0]][place[1]]
        places.append((table, slip, chairs[slip].get(table, "")))
    return places


def _chairs_of_slips(sheet: HandSlips) -> list[dict[int, str]]:
    """Return for each slip, by table, the number of the chair that takes it there."""
    return [
        {
            table: str(by_seat[seat])
            for (table, number), by_seat in sheet.chairs.items()
            if number == board.number
        }
        for board in sheet.boards
        for seat in range(len(board.hands))
    ]


def _cutting_plan(stacks: list[Stack]) -> list[list[str]]:
    """Return a line for each run of like stacks: stacks, pages, pages of each, tables, piles."""
    plan = []
    stack_number, page = 1, 2  # the cover is page 1
    for (piles, depth), run in groupby(stacks, key=lambda stack: (stack.piles, len(stack.pages))):
        alike = list(run)
        pages = depth * len(alike)
        plan.append(
            [
                ranges(range(stack_number, stack_number + len(alike))),
                ranges(range(page, page + pages)),
                str(depth),
                ranges(table for stack in alike for table in stack.tables),
                str(piles),
            ]
        )
        stack_number += len(alike)
        page += pages
    return plan


def leads_words() -> str:
    """Return who leads: in every game seat A, which is the first in the order of play."""
    return gettext("Seat A leads to the first trick.")


def seat_letter(seat: int) -> str:
    """Return the letter of a seat counted from 0."""
    return chr(ord("A") + seat)


def board_names(boards: Iterable[int], *, reserve: bool) -> str:
    """Return boards' numbers as the slips say them: those of the reserve are R1, R2 and so on."""
    if not reserve:
        return ranges(boards)
    return pgettext("boards of the reserve", "R%(numbers)s") % {"numbers": ranges(boards)}


def is_mono(board: Board) -> bool:
    """Return whether the cards turned up are of one suit."""
    return len(board.turned) > 1 and len({code[1] for code in board.turned}) == 1


def by_suit(hand: Iterable[str], trumps: str = "") -> list[dict[str, Any]]:
    """Return the four suits in the deck's order, each with its cards from the highest down.

    ValueError: the pack has no such card.
    """
    cards = [card_face(code) for code in sorted(hand, key=_place)]
    return [
        {
            "suit": suit,
            "sign": SYMBOLS[suit],
            "trump": suit in trumps,
            "ranks": [card["rank"] for card in cards if card["suit"] == suit],
        }
        for suit in SUITS
    ]


def _place(code: str) -> int:
    """Return the card's place in the pack. ValueError: the pack has no such card."""
    if code not in PIQUET:
        raise ValueError(f"{code!r} is not a card of the 32-card pack")
    return PIQUET.index(code)


def card_face(code: str) -> dict[str, str]:
    """Return a card's suit, sign and index. ValueError: the pack has no such card."""
    rank, suit = list(PIQUET[_place(code)])
    return {"suit": suit, "sign": SYMBOLS[suit], "rank": rank_index(rank)}
