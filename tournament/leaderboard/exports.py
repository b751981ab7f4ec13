"""The standings and the results as files: tables for spreadsheets, JSON for programs.

Names are the public ones, or None: a withheld name is in no public file. Files hold what the pages
show, so that the results of a board that somebody has still to play are in none.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.events.models import Event
from tournament.events.selectors import entry_public_name
from tournament.rules.display import rounded

from .prizes import prizes_of
from .sections import section_ranks, sections_shown
from .selectors import (
    LeaderboardRow,
    NameOf,
    TravellerLine,
    TravellerSeat,
    boards_open,
    entry_real_name,
    leaderboard,
    lines_of_boards,
)
from .spreadsheets import Cell
from .teams import TeamRow, team_ranking
from .templatetags.triplicate import is_in_lives, seat_letter
from .wording import amount_unit, result_words

PLACES = 2
FORMAT_STANDINGS = "triplicate-standings/1"
FORMAT_RESULTS = "triplicate-results/1"


def _decimal(value: Fraction | int | None) -> Decimal | None:
    return None if value is None else rounded(value, PLACES)


def _score(value: Fraction | int | None, event: Event) -> Decimal | None:
    """Return a score as people say it: half-lives as lives, points as they are."""
    if value is None:
        return None
    return rounded(Fraction(value) / (2 if is_in_lives(event.game) else 1), PLACES)


def _unit(event: Event) -> str:
    """Return what the figures of the game's own score are called in JSON."""
    return "half_lives" if is_in_lives(event.game) else "score"


def standings_table(event: Event, *, name_of: NameOf = entry_public_name) -> Iterator[list[Cell]]:
    """Yield the heading and the rows of the ranking, in the current language."""
    with_prizes = bool(event.prizes) and (event.prizes_public or name_of is entry_real_name)
    yield [
        _("Rank"),
        pgettext("player", "Number"),
        _("Name"),
        *_figure_headings(event),
        *_more_headings(event, with_prizes=with_prizes),
        *([_("Qualifying group"), _("Rank in the group")] if sections_shown(event) else []),
    ]
    rows = leaderboard(event, name_of=name_of).rows
    within = section_ranks(rows) if sections_shown(event) else None
    won = _won(event, rows) if with_prizes else {}
    for each in rows:
        row = each.row
        figures: list[Cell] = [
            _decimal(row.points),
            _decimal(row.top_sum),
            _decimal(row.percent),
            _score(row.lives, event),
            _score(row.mean, event),
            _score(row.datum, event),
            _score(row.datum_mean, event),
        ]
        # Nobody has won or lost nothing: whoever has not played has no figures.
        has_result = row.boards > 0
        yield [
            row.rank,
            each.entry.number,
            each.name,
            row.boards,
            *(figures if has_result else [None] * len(figures)),
            *_more_cells(event, each),
            *([_money(won.get(row.entry))] if with_prizes else []),
            *([] if within is None else [each.entry.section, within.get(row.entry)]),
        ]


def _figure_headings(event: Event) -> list[str]:
    """Return the headings of what a row of the ranking was worked out from."""
    in_lives = is_in_lives(event.game)
    return [
        _("Boards"),
        _("Matchpoints"),
        _("Of at most"),
        _("Per cent"),
        *([_("Lives"), _("Lives per board")] if in_lives else [_("Score"), _("Score per board")]),
        _("Difference from the mean"),
        _("Difference per board"),
    ]


def _more_headings(event: Event, *, with_prizes: bool) -> list[str]:
    """Return the headings of what only some events have."""
    return [
        *([_("Team")] if event.movement == Event.Movement.TEAMS else []),
        *([_("Stratum")] if event.strata else []),
        *([_("Groups")] if event.groups else []),
        *(
            _("Rank in %(category)s") % {"category": name}
            for name in (*event.strata, *event.groups)
        ),
        *(
            [_("Handicap"), _("Unit of the handicap")]
            if event.handicap_weight != Event.HandicapWeight.OFF
            else []
        ),
        *([_("Prizes")] if with_prizes else []),
    ]


def _more_cells(event: Event, each: LeaderboardRow) -> list[Cell]:
    """Return the cells under `_more_headings`, but for the prizes."""
    entry = each.entry
    cells: list[Cell] = []
    if event.movement == Event.Movement.TEAMS:
        cells.append(entry.team.name if entry.team else None)
    if event.strata:
        cells.append(entry.stratum if entry.stratum in event.strata else None)
    if event.groups:
        cells.append(", ".join(name for name in event.groups if name in entry.groups) or None)
    cells += [each.rank_in(name) for name in (*event.strata, *event.groups)]
    if event.handicap_weight != Event.HandicapWeight.OFF:
        # Two cells: a text that begins with a sign could be taken for a formula.
        unit = entry.handicap_unit
        cells += (
            [entry.handicap.normalize(), amount_unit(unit, event.game)] if unit else [None, None]
        )
    return cells


def _won(event: Event, rows: Sequence[LeaderboardRow]) -> dict[int, int]:
    """Return the cents that entries win in all rankings of players together."""
    won: dict[int, int] = defaultdict(int)
    for each in prizes_of(event, rows):
        if isinstance(each.row, LeaderboardRow):
            won[each.row.entry.pk] += each.cents
    return won


def _money(cents: int | None) -> Decimal | None:
    return None if cents is None else Decimal(cents) / 100


def teams_table(event: Event, *, name_of: NameOf = entry_public_name) -> Iterator[list[Cell]]:
    """Yield the heading and the rows of the teams' ranking, in the current language."""
    yield [
        _("Rank"),
        pgettext("player", "Number"),
        _("Team"),
        _("Players"),
        *_figure_headings(event),
    ]
    for each in team_ranking(event, name_of=name_of):
        row = each.row
        figures: list[Cell] = [
            _decimal(row.points),
            _decimal(row.top_sum),
            _decimal(row.percent),
            _score(row.lives, event),
            _score(row.mean, event),
            _score(row.datum, event),
            _score(row.datum_mean, event),
        ]
        yield [
            row.rank,
            each.team.number,
            each.name,
            ", ".join(member.name for member in each.members),
            row.boards,
            *(figures if row.boards else [None] * len(figures)),
        ]


def standings_json(event: Event) -> dict[str, Any]:
    """Return the ranking as JSON values: figures rounded to two decimals, and exact as texts."""
    board = leaderboard(event)
    within = section_ranks(board.rows) if sections_shown(event) else None
    return {
        "format": FORMAT_STANDINGS,
        "event": _event_json(event),
        "provisional": not board.official,
        "being_recomputed": board.updating,
        "categories": {"strata": event.strata, "groups": event.groups},
        **_teams_json(event),
        "rows": [_row_json(each, _unit(event)) | _group_json(each, within) for each in board.rows],
        "prizes": [
            {
                "category": each.category or None,
                "rank": each.rank,
                **_winner_json(each.row),
                "amount": f"{each.cents // 100}.{each.cents % 100:02}",
                "currency": event.currency,
            }
            for each in (prizes_of(event, board.rows) if event.prizes_public else ())
        ],
    }


def _group_json(each: LeaderboardRow, within: Mapping[int, int] | None) -> dict[str, Any]:
    """Return which group an entry plays in and its rank there, where there are several."""
    if within is None:
        return {}
    return {"group": each.entry.section, "rank_in_group": within.get(each.entry.pk)}


def _winner_json(row: LeaderboardRow | TeamRow) -> dict[str, int]:
    return {"team": row.team.number} if isinstance(row, TeamRow) else {"number": row.entry.number}


def _teams_json(event: Event) -> dict[str, Any]:
    """Return the ranking of the teams, in an event of teams."""
    if event.movement != Event.Movement.TEAMS:
        return {}
    return {"teams": [_team_json(each, _unit(event)) for each in team_ranking(event)]}


def _team_json(each: TeamRow, unit: str) -> dict[str, Any]:
    """Return a team's line of the ranking; its `players` are numbers of entries."""
    row = each.row
    return {
        "rank": row.rank,
        "unranked": row.unranked,
        "number": each.team.number,
        "name": each.name,
        "players": [member.entry.number for member in each.members],
        "boards": row.boards,
        "boards_sat_out": row.sit_outs,
        "matchpoints": _figure(row.points),
        "matchpoints_exact": str(row.points),
        "of_at_most": _figure(row.top_sum),
        "percent": _figure(row.percent),
        unit: _whole(row.lives),
        f"{unit}_per_board": _figure(row.mean),
        f"{unit}_from_mean": _figure(row.datum),
        f"{unit}_from_mean_exact": str(row.datum),
    }


def _event_json(event: Event) -> dict[str, Any]:
    return {
        "id": event.public_id,
        "name": event.name,
        "club": event.club.name,
        "date": event.date.isoformat(),
        "game": event.game,
        "scoring": event.method,
        "rounds": event.rounds,
        "boards_per_round": event.boards_per_round,
        "state": event.state,
        "published_at": event.published_at and event.published_at.isoformat(),
    }


def _row_json(each: LeaderboardRow, unit: str) -> dict[str, Any]:
    row = each.row
    return {
        "rank": row.rank,
        "unranked": row.unranked,
        "number": each.entry.number,
        "name": None if each.withheld else each.name,
        "boards": row.boards,
        "boards_sat_out": row.sit_outs,
        "matchpoints": _figure(row.points),
        "matchpoints_exact": str(row.points),
        "of_at_most": _figure(row.top_sum),
        "percent": _figure(row.percent),
        unit: _whole(row.lives),
        f"{unit}_per_board": _figure(row.mean),
        f"{unit}_from_mean": _figure(row.datum),
        f"{unit}_from_mean_exact": str(row.datum),
        "tie_breaks": [
            {"rule": applied.rule.value, "values": [str(value) for value in applied.values]}
            for applied in row.tie_breaks
        ],
        "categories": dict(row.places),
        "beside_the_boards": [
            {
                "kind": part.kind,
                "matchpoints": _figure(part.points),
                "of_at_most": _figure(part.top_sum),
                unit: _figure(part.credit),
                f"{unit}_from_mean": _figure(part.datum),
            }
            for part in row.parts
        ],
    }


def _figure(value: Fraction | int | None) -> float | None:
    """Return a figure for reading; nothing is computed from it, the exact one stands beside it."""
    return None if value is None else float(rounded(value, PLACES))


def _whole(value: Fraction | int | None) -> float | None:
    """Return a sum of scores: an integer, but for shares of weighted scores."""
    return int(value) if value is not None and value == int(value) else _figure(value)


def results_table(event: Event) -> Iterator[list[Cell]]:
    """Yield the heading and a row for each board at each table, in the current language."""
    lines = lines_of_boards(boards_open(event))
    seats = max((len(line.seats) for line in lines), default=3)
    yield [
        _("Board"),
        _("Round"),
        _("Table"),
        *(heading for seat in range(seats) for heading in _seat_headings(seat_letter(seat), event)),
        _("Remark"),
    ]
    for line in lines:
        cells: list[Cell] = [line.play.board.number, line.play.round.number, line.table]
        for seat in line.seats:
            cells += [
                seat.entry.number,
                seat.name,
                seat.tricks,
                _score(seat.score, event),
                _decimal(seat.matchpoints),
                _decimal(seat.percent),
            ]
        yield [*cells, _remark(line)]


def _seat_headings(letter: str, event: Event) -> list[str]:
    return [
        heading % {"seat": letter}
        for heading in (
            pgettext("player", "Number %(seat)s"),
            _("Name %(seat)s"),
            _("Tricks %(seat)s"),
            _("Lives %(seat)s") if is_in_lives(event.game) else _("Score %(seat)s"),
            _("Matchpoints %(seat)s"),
            _("Per cent %(seat)s"),
        )
    ]


def _remark(line: TravellerLine) -> str | None:
    remarks = []
    if line.detail is None:
        remarks.append(_("no result"))
    elif "tricks" not in line.detail:
        remarks.append(result_words(line.detail))
    if line.is_corrected:
        remarks.append(_("corrected"))
    return ", ".join(remarks) or None


def results_json(event: Event) -> dict[str, Any]:
    """Return every play of the boards that anyone may see, as JSON values."""
    return {
        "format": FORMAT_RESULTS,
        "event": _event_json(event),
        "provisional": event.state != Event.State.OFFICIAL,
        "plays": [_play_json(line, _unit(event)) for line in lines_of_boards(boards_open(event))],
    }


def _play_json(line: TravellerLine, unit: str) -> dict[str, Any]:
    return {
        "board": line.play.board.number,
        "deal_set": line.play.board.deal_set.public_id,
        "deal": line.play.board.deal_number,
        "round": line.play.round.number,
        "table": line.table,
        "result": _kind(line),
        "misplay_by_seat": line.fault,
        "adjusted": line.adjusted or None,
        **_asked_json(line),
        "seats": [_seat_json(seat, unit) for seat in line.seats],
        "corrections": [
            {
                "at": each.correction.at.isoformat(),
                "reason": each.reason,
                "before": _public_detail(each.correction.before[str(each.play_id)]),
                "after": _public_detail(each.correction.after[str(each.play_id)]),
            }
            for each in line.corrections
        ],
    }


def _asked_json(line: TravellerLine) -> dict[str, Any]:
    """Return what a game was asked beside trick counts, under its own names."""
    detail = line.detail or {}
    known = {"tricks", "fault", "not_played", "adjusted"}
    return {name: value for name, value in detail.items() if name not in known}


def _kind(line: TravellerLine) -> str:
    if line.detail is None:
        return "missing"
    if line.not_played:
        return "not_played"
    if line.adjusted:
        return "adjusted"
    if line.fault is not None:
        return "misplay"
    return "tricks" if "tricks" in line.detail else "result"


def _public_detail(detail: dict[str, Any] | None) -> dict[str, Any] | None:
    # Why a board was not played was typed at the table, and stays in the room.
    return {"not_played": True} if detail and "not_played" in detail else detail


def _seat_json(seat: TravellerSeat, unit: str) -> dict[str, Any]:
    return {
        "seat": seat.number,
        "number": seat.entry.number,
        "name": None if seat.withheld else seat.name,
        "tricks": seat.tricks,
        unit: _whole(seat.score),
        "average": seat.average or None,
        "matchpoints": _figure(seat.matchpoints),
        "percent": _figure(seat.percent),
        f"{unit}_from_mean": _figure(seat.datum),
    }
