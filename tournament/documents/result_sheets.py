"""The data of travellers and scorecards: what came of the boards, at each table and for each."""

from typing import Any

from django.utils.translation import gettext, ngettext, pgettext

from tournament.documents.hands import seat_letter
from tournament.documents.imposition import cut_and_stack
from tournament.documents.lists import require
from tournament.documents.records import board_picture, picture_legend
from tournament.documents.sheets import (
    BoardResults,
    PlayerCard,
    Scorecards,
    SeatResult,
    TableResult,
    Travellers,
)


def travellers(sheet: Travellers) -> dict[str, Any]:
    """Return the data of `travellers.typ`; ValueError: an unknown card."""
    records = [board.record for board in sheet.boards if board.record]
    seats = [seat for board in sheet.boards for row in board.rows for seat in row.seats]
    legend = [*picture_legend(records), sheet.legend]
    return {
        "names": sheet.names,
        "seats": max((len(row.seats) for board in sheet.boards for row in board.rows), default=1),
        "with": {"tricks": any(seat.tricks for seat in seats), "points": sheet.points != ""},
        "boards": [_board(board) for board in sheet.boards],
        "words": {
            "title": gettext("Travellers"),
            "status": status_words(official=sheet.official),
            "table": pgettext("table", "T."),
            "tricks": gettext("Tricks"),
            "score": sheet.scores,
            "points": sheet.points,
            "mean": gettext("Mean"),
            "mono": gettext("mono"),
            "empty": gettext("No board has been played at every table yet."),
            "legend": " ".join(filter(None, legend)),
        },
    }


def _board(board: BoardResults) -> dict[str, Any]:
    seats = max(len(row.seats) for row in board.rows)
    picture = board_picture(board.record) if board.record else {}
    return {
        "turned": [],
        "aside": [],
        "mono": False,
        "hands": [[seat_letter(seat), []] for seat in range(seats)],
        **picture,
        "number": str(board.number),
        "note": " · ".join(board.notes),
        "means": board.means,
        "rows": [_table_result(row) for row in board.rows],
    }


def _table_result(row: TableResult) -> dict[str, Any]:
    return {
        "table": str(row.table),
        "remark": row.remark,
        "seats": [{"name": seat.name, **_figures(seat)} for seat in row.seats],
    }


def _figures(seat: SeatResult) -> dict[str, str]:
    return {
        "tricks": seat.tricks,
        "score": seat.score,
        "points": seat.points,
        "percent": seat.percent,
    }


def scorecards(sheet: Scorecards) -> dict[str, Any]:
    """Return the data of `scorecards.typ`; ValueError: nothing to print."""
    lines = [line for card in sheet.cards for line in card.lines]
    require(lines)
    limit, columns, rows, landscape = scorecard_layout(max(len(card.lines) for card in sheet.cards))
    cards = [
        part | {"under": " · ".join(filter(None, (sheet.club, sheet.event, sheet.day)))}
        for card in sheet.cards
        for part in _parts(card, limit)
    ]
    return {
        "names": sheet.names,
        "opponents": max(len(line.opponents) for line in lines),
        "columns": columns,
        "rows": rows,
        "landscape": landscape,
        "with": {
            "tricks": any(line.own.tricks for line in lines),
            "points": sheet.points != "",
            "percent": any(line.own.percent for line in lines),
        },
        "pages": cut_and_stack(cards, columns * rows),
        "words": {
            "title": gettext("Scorecards"),
            "status": status_words(official=sheet.official),
            "board": gettext("Board"),
            "seat": gettext("Seat"),
            "opponents": gettext("Opponents"),
            "tricks": gettext("Tricks"),
            "score": sheet.scores,
            "points": sheet.points,
            "percent": "%",
        },
    }


def scorecard_layout(boards: int) -> tuple[int, int, int, bool]:
    """Return the boards that stay readable on a card, columns and rows of a page, landscape."""
    if boards <= 12:
        return boards, 1, 3, False
    if boards <= 24:
        return boards, 1, 2, False
    return 40, 2, 1, True


def _parts(card: PlayerCard, limit: int) -> list[dict[str, Any]]:
    """Return a player's card, in several parts where the boards need them."""
    starts = range(0, len(card.lines), limit) if card.lines else ()
    return [
        {
            "number": str(card.player.number),
            "name": card.player.name,
            "facts": card.facts,
            "part": f"{part}/{len(starts)}" if len(starts) > 1 else "",
            "foot": " · ".join(filter(None, (card.remark, _hidden_words(card.hidden)))),
            "rows": [
                {
                    "board": str(line.board),
                    "seat": line.seat,
                    "opponents": line.opponents,
                    "remark": line.remark,
                    **_figures(line.own),
                }
                for line in card.lines[first : first + limit]
            ],
        }
        for part, first in enumerate(starts, start=1)
    ]


def _hidden_words(boards: int) -> str:
    if not boards:
        return ""
    return ngettext(
        "%(boards)s board is not shown yet: somebody has still to play it.",
        "%(boards)s boards are not shown yet: somebody has still to play them.",
        boards,
    ) % {"boards": boards}


def status_words(*, official: bool) -> str:
    """Return whether what is printed is official."""
    return gettext("Official") if official else gettext("Provisional")
