"""How many pages a set of sheets takes, from its numbers alone: said before anything is printed."""

from collections.abc import Sequence

from tournament.documents.hands import SLIPS_TO_A_PAGE
from tournament.documents.imposition import slip_stacks
from tournament.documents.payload import TABLE_CARDS_TO_A_PAGE, guide_layout, score_layout
from tournament.documents.records import BOARDS_TO_A_DEALING_SHEET, CURTAIN_CARDS_TO_A_PAGE


def table_card_pages(tables: int) -> int:
    """Return the pages of so many table cards."""
    return _pages(tables, TABLE_CARDS_TO_A_PAGE)


def guide_card_pages(players: int, *, rounds: int, opponents: bool, links: bool = False) -> int:
    """Return the pages of guide cards through so many rounds, with personal links or without."""
    limit, columns, rows, _landscape = guide_layout(rounds, opponents=opponents, links=links)
    return _pages(players * _pages(rounds, limit), columns * rows) if rounds else 0


def hand_slip_pages(tables: Sequence[int], slips: int) -> int:
    """Return the pages of so many hand slips for each table, with the cover."""
    stacks = slip_stacks(tables, slips, SLIPS_TO_A_PAGE)
    return 1 + sum(len(stack.pages) for stack in stacks)


def curtain_card_pages(boards: int, *, seats: int) -> int:
    """Return the pages of so many boards' curtain cards, with the dealing sheets."""
    sheets = _pages(boards, BOARDS_TO_A_DEALING_SHEET)
    return sheets + _pages(boards * seats, CURTAIN_CARDS_TO_A_PAGE)


def score_slip_pages(tables: int, *, boards: int) -> int:
    """Return the pages of one round's score slips."""
    limit, columns, rows = score_layout(boards)
    return _pages(tables * _pages(boards, limit), columns * rows) if boards else 0


def _pages(items: int, places: int) -> int:
    return -(-items // places)
