"""Sheet → what its typst template reads: every word in the active language, places, plain JSON.

The templates contain no words and take no decisions about order; they draw.
"""

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import segno
from django.utils.translation import get_language, gettext, pgettext

from tournament.documents.hands import hand_slips, leads_words
from tournament.documents.imposition import cut_and_stack
from tournament.documents.lists import require
from tournament.documents.records import curtain_cards, hand_records
from tournament.documents.result_sheets import scorecards, status_words, travellers
from tournament.documents.sheets import (
    BoardCards,
    BoardStop,
    CurtainCards,
    GuideCards,
    GuideStop,
    HandRecords,
    HandSlips,
    Imprint,
    Player,
    Scorecards,
    ScoreSlip,
    ScoreSlips,
    Sheet,
    StandingsRow,
    StandingsSheet,
    TableCards,
    Tie,
    Travellers,
)
from tournament.rules.display import ranges
from tournament.tables.ways import Whereabouts

# Embeddings, overrides and isolates: a name must not turn round the text beside it.
BIDI_CONTROLS = {chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
UNPRINTABLE = {"Cc", "Cs", "Zl", "Zp"}
TABLE_CARDS_TO_A_PAGE = 4


@dataclass(frozen=True)
class Payload:
    """A template of `typst/` and its data, ready for JSON.

    `tagged` asks for a PDF that carries its structure for screen readers; it multiplies the size of
    sheets with thousands of cells, which are cut into pieces of paper anyway.
    """

    template: str
    tagged: bool
    data: dict[str, Any]


def payload(sheet: Sheet) -> Payload:
    """Return the template's name and data of a sheet, in the active language.

    ValueError: the sheet has nothing to print, or a card is not of the 32-card pack.
    """
    template, data_of = _DRAWN[type(sheet)]
    data = data_of(sheet)
    data["words"]["stacking"] = gettext(
        "Cut all pages in one stack, then lay each pile on the next: everything is in order."
    )
    if isinstance(sheet, Imprint):
        data |= {"club": sheet.club, "day": sheet.day}
    data |= {"event": sheet.event, "lang": (get_language() or "en").split("-")[0]}
    return Payload(template, template == "standings", _clean(data))


def _clean(value: Any) -> Any:
    """Return the value with every text on one line and free of what cannot be printed."""
    match value:
        case str():
            seen = "".join(
                " " if unicodedata.category(sign) in UNPRINTABLE else sign
                for sign in value
                if sign not in BIDI_CONTROLS
            )
            return " ".join(seen.split())
        case dict():
            return {key: _clean(item) for key, item in value.items()}
        case list() | tuple():
            return [_clean(item) for item in value]
    return value


def _qr_svg(text: str) -> str:
    # The quiet zone of four modules is part of the picture: no layout can spoil it.
    return segno.make(text, error="m", micro=False).svg_inline(border=4, omitsize=True)


def _table_cards(sheet: TableCards) -> dict[str, Any]:
    cards = [
        {
            "number": str(card.number),
            "code": card.code,
            "address": card.address,
            "qr": _qr_svg(card.qr or card.address),
        }
        for card in sheet.cards
    ]
    require(cards)
    return {
        "pages": cut_and_stack(cards, TABLE_CARDS_TO_A_PAGE),
        "words": {
            "title": gettext("Table cards"),
            "table": gettext("Table"),
            "code": gettext("Table code"),
            "instruction": _what_for(sheet.play_mode),
            "leads": leads_words(),
        },
    }


def _what_for(play_mode: str) -> str:
    return {
        "entered": gettext("Scan to see your boards and enter the results."),
        "live": gettext("Scan to play your boards on your phone."),
        "choice": gettext("Scan to play your boards on your phone, or to enter the results."),
    }[play_mode]


def _guide_cards(sheet: GuideCards) -> dict[str, Any]:
    stops = [stop for card in sheet.cards for stop in card.stops]
    require(stops)
    opponents = any(stop.opponents for stop in stops)
    rounds = max(len(card.stops) for card in sheet.cards)
    links = any(card.link for card in sheet.cards)
    limit, columns, rows, landscape = guide_layout(rounds, opponents=opponents, links=links)
    cards = [
        {
            **_player(card.player),
            "stops": [_guide_stop(stop) for stop in card.stops[first : first + limit]],
            "qr": _qr_svg(card.link) if card.link else "",
            "pin": card.pin,
            "team": card.team,
        }
        for card in sheet.cards
        for first in range(0, len(card.stops), limit)
    ]
    return {
        "pages": cut_and_stack(cards, columns * rows),
        "columns": columns,
        "rows": rows,
        "landscape": landscape,
        "lines": min(rounds, limit),
        "with": {
            "chair": any(stop.chair for stop in stops),
            "seat": any(stop.seat for stop in stops),
            "boards": any(stop.boards for stop in stops),
            "opponents": opponents,
            "links": links,
        },
        "words": {
            "pin": gettext("Personal number"),
            "secret": gettext("Scan to open your hands. Keep it to yourself."),
            "title": gettext("Guide cards"),
            "round": gettext("Round"),
            "table": gettext("Table"),
            "seat": gettext("Seat"),
            "chair": gettext("Chair"),
            "boards": gettext("Boards"),
            "opponents": gettext("Opponents"),
            "sit_out": gettext("You sit out this round"),
            # Where a card names no seat, its player holds all three.
            "leads": gettext("Your seat changes from board to board; seat A leads.")
            if any(stop.chair and not stop.seat for stop in stops)
            else leads_words(),
        },
    }


def guide_layout(
    rounds: int, *, opponents: bool, links: bool = False
) -> tuple[int, int, int, bool]:
    """Return the rounds that stay readable on a card, columns and rows of a page, landscape.

    `links` need room for a QR below.
    """
    if rounds <= (5 if opponents else 7):
        return rounds, 2, 3 if links else 4, False
    if rounds <= (12 if opponents else 20):
        return rounds, 2, 2, False
    return 30, 2, 1, True


def _guide_stop(stop: GuideStop) -> dict[str, Any]:
    return {
        "round": str(stop.round),
        "table": None if stop.table is None else str(stop.table),
        "seat": stop.seat,
        "chair": stop.chair,
        "boards": ranges(stop.boards),
        "opponents": [_player(opponent) for opponent in stop.opponents],
    }


def _board_cards(sheet: BoardCards) -> dict[str, Any]:
    require([stop for card in sheet.cards for stop in card.stops])
    limit, columns, rows, landscape = guide_layout(
        max(len(card.stops) for card in sheet.cards), opponents=False
    )
    cards = [
        {
            "table": "" if card.table is None else str(card.table),
            "stops": [_board_stop(stop, card.table) for stop in card.stops[first : first + limit]],
        }
        for card in sheet.cards
        for first in range(0, len(card.stops), limit)
    ]
    return {
        "pages": cut_and_stack(cards, columns * rows),
        "columns": columns,
        "rows": rows,
        "landscape": landscape,
        "lines": min(limit, max(len(card.stops) for card in sheet.cards)),
        "words": {
            "title": gettext("Ways of the boards"),
            "table": gettext("Table"),
            "side": gettext("Side table"),
            "round": gettext("Round"),
            "boards": gettext("Boards"),
            "before": pgettext("boards", "come from"),
            "after": pgettext("boards", "then go to"),
        },
    }


def _board_stop(stop: BoardStop, here: int | None) -> dict[str, str]:
    stays = Whereabouts(table=here)
    return {
        "round": str(stop.round),
        "boards": ranges(stop.boards),
        "before": pgettext("boards", "already here")
        if stop.before == stays
        else _whereabouts(stop.before),
        "after": pgettext("boards", "stay here")
        if stop.after == stays
        else _whereabouts(stop.after),
    }


def _whereabouts(where: Whereabouts) -> str:
    if where.table is not None:
        return gettext("table %(number)s") % {"number": where.table}
    if where.new or where.done:
        return gettext("director")
    return gettext("side table")


def _player(player: Player) -> dict[str, str]:
    return {"number": str(player.number), "name": player.name}


def _score_slips(sheet: ScoreSlips) -> dict[str, Any]:
    lines = [line for slip in sheet.slips for line in slip.lines]
    require(lines)
    boards = max(len(slip.lines) for slip in sheet.slips)
    limit, columns, rows = score_layout(boards)
    slips = [
        _score_slip(slip, first, limit)
        for slip in sheet.slips
        for first in range(0, len(slip.lines), limit)
    ]
    return {
        "pages": cut_and_stack(slips, columns * rows),
        "columns": columns,
        "rows": rows,
        "lines": min(boards, limit),
        "words": {
            "title": gettext("Score slips"),
            "table": gettext("Table"),
            "round": gettext("Round"),
            "board": gettext("Board"),
            "fault": gettext("Misplay by"),
            "not_played": gettext("Not played"),
            "remarks": gettext("Remarks"),
            "signatures": gettext("Signatures"),
            "hint": sheet.hint
            or gettext(
                "Write the tricks won: ten in all. After a misplay, only the letter of the seat."
            ),
        },
        "misplays": sheet.misplays,
    }


def score_layout(boards: int) -> tuple[int, int, int]:
    """Return the boards that stay writable on a slip, columns and rows of a page."""
    return (4, 2, 2) if boards <= 4 else (14, 2, 1)


def _score_slip(slip: ScoreSlip, first: int, limit: int) -> dict[str, Any]:
    return {
        "table": str(slip.table),
        "round": str(slip.round),
        "players": [_player(player) for player in slip.players],
        "lines": [
            {"board": str(line.board), "seats": line.seats}
            for line in slip.lines[first : first + limit]
        ],
    }


def _standings(sheet: StandingsSheet) -> dict[str, Any]:
    headings = {
        "boards": gettext("Boards"),
        "points": gettext("Matchpoints"),
        "percent": "%",
        "lives": sheet.scores or gettext("Lives"),
        "datum": gettext("Datum"),
        "mean": gettext("Mean per board"),
    }
    every = [*sheet.teams, *sheet.rows]
    used = [field for field in headings if any(getattr(row, field) != "" for row in every)]
    return {
        "subtitle": sheet.subtitle,
        "official": sheet.official,
        "headings": [headings[field] for field in used],
        "strong": used.index(sheet.ranked_by) if sheet.ranked_by in used else None,
        "teams": [_standings_row(row, used) for row in sheet.teams],
        "rows": [_standings_row(row, used) for row in sheet.rows],
        "prizes": [[prize.rank, prize.name, prize.amount] for prize in sheet.prizes],
        "ties": [[tie.rank, tie.name, _tie_words(tie)] for tie in sheet.ties],
        "words": {
            "title": gettext("Standings"),
            "rank": gettext("Rank"),
            "name": gettext("Name"),
            "teams": gettext("Teams"),
            "players": gettext("Players"),
            "status": status_words(official=sheet.official),
            "ties": gettext("How ties were broken"),
            "empty": gettext("No results yet."),
            "prizes": gettext("Prizes"),
            "prize": gettext("Prize"),
            "shared": gettext(
                "Whoever shares places shares what they bring, rounded down to the cent."
            ),
        },
    }


def _tie_words(tie: Tie) -> str:
    """Return "number of tops: 5 · lives: +3½"."""
    colon = gettext(":")
    return " · ".join(f"{name}{colon} {value}" for name, value in tie.rules)


def _standings_row(row: StandingsRow, fields: Iterable[str]) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "name": row.name,
        "under": row.under,
        "figures": [getattr(row, field) for field in fields],
    }


_DRAWN: Mapping[type[Sheet], tuple[str, Callable[[Any], dict[str, Any]]]] = {
    TableCards: ("table-cards", _table_cards),
    GuideCards: ("guide-cards", _guide_cards),
    BoardCards: ("board-cards", _board_cards),
    HandSlips: ("hand-slips", hand_slips),
    CurtainCards: ("curtain-cards", curtain_cards),
    ScoreSlips: ("score-slips", _score_slips),
    StandingsSheet: ("standings", _standings),
    Travellers: ("travellers", travellers),
    Scorecards: ("scorecards", scorecards),
    HandRecords: ("hand-records", hand_records),
}
