"""What the public pages, the tables' phones and the exports show, read from stored standings.

Every name that leaves this module is the public one, unless the caller asks for real names, as
the desk and the tables do.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from deals.selectors import deal_of
from engine.protocol import Deal
from tournament.events.models import Board, Entry, Event, Round
from tournament.events.selectors import entry_public_name
from tournament.results.models import Result
from tournament.rules.standings import BoardScores, Row
from tournament.standings.models import Standings
from tournament.standings.selectors import board_scores_of, rows_of, standings_of
from tournament.tables.models import Play


def entry_real_name(entry: Entry) -> str:
    """Return the name for eyes that may see it: the desk's and the tables'."""
    return entry.player.name


NameOf = Callable[[Entry], str]


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A line of the ranking. `row` holds the exact figures."""

    entry: Entry
    name: str
    withheld: bool
    row: Row


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """An event's ranking as stored. `updating`: a result is in that it has not seen yet."""

    event: Event
    standings: Standings
    rows: Sequence[LeaderboardRow]

    @property
    def official(self) -> bool:
        return self.event.state == Event.State.OFFICIAL

    @property
    def updating(self) -> bool:
        return self.standings.seen < self.standings.changed


def leaderboard(event: Event, *, name_of: NameOf = entry_public_name) -> Leaderboard:
    """Return the event's ranking; before any result, nobody is ranked and all are listed."""
    standings = standings_of(event)
    entries = {entry.pk: entry for entry in event.entries.select_related("player")}
    rows = [
        LeaderboardRow(
            entry=entries[row.entry],
            name=name_of(entries[row.entry]),
            withheld=not entries[row.entry].player.name_public,
            row=row,
        )
        for row in rows_of(standings)
        if row.entry in entries
    ]
    return Leaderboard(event, standings, rows)


def boards_open(event: Event) -> QuerySet[Board]:
    """Return the boards whose results anyone may see: no table has them still to play.

    A board is open when its round is closed, or when each of its plays has a result.
    """
    unplayed = Play.objects.filter(
        board=OuterRef("pk"), round__state=Round.State.RUNNING, result=None
    )
    return (
        Board.objects.filter(session__event=event, plays__isnull=False)
        .exclude(Exists(unplayed))
        .distinct()
        .order_by("number")
    )


@dataclass(frozen=True, slots=True)
class TravellerSeat:
    """Who held a seat, and what came of it; figures are None until they are computed."""

    entry: Entry
    name: str
    tricks: int | None
    score: int | None
    matchpoints: Fraction | None
    percent: Fraction | None
    datum: Fraction | None


@dataclass(frozen=True, slots=True)
class TravellerLine:
    """One table's play of the board. `detail` is None while it has no result."""

    play: Play
    table: int
    seats: Sequence[TravellerSeat]
    detail: Mapping[str, Any] | None


# Trick counts and scores by seat of one play, as the distributions' picture takes them.
Distribution = tuple[Sequence[int], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Traveller:
    """All results of one board, in table order. `deal` only once the deals are revealed."""

    board: Board
    lines: Sequence[TravellerLine]
    scores: BoardScores | None
    distributions: Sequence[Distribution]
    deal: Deal | None


def traveller(board: Board, *, name_of: NameOf = entry_public_name) -> Traveller:
    """Return a board's traveller. Whether it may be seen is the caller's question."""
    scores = board_scores_of([board]).get(board.pk)
    deal_set = board.deal_set
    return Traveller(
        board=board,
        lines=[
            _line(play, scores, name_of)
            for play in _plays_with_seats(Play.objects.filter(board=board))
        ],
        scores=scores,
        distributions=_distributions([board])[board.pk],
        deal=deal_of(deal_set, board.deal_number) if deal_set.revealed_at else None,
    )


def _plays_with_seats(plays: QuerySet[Play]) -> QuerySet[Play]:
    return (
        plays.select_related("board", "table", "result")
        .prefetch_related("seats__entry__player")
        .order_by("board__number", "table__number")
    )


def _distributions(boards: Sequence[Board]) -> Mapping[int, list[Distribution]]:
    """Return by board what its results with trick counts were."""
    found: dict[int, list[Distribution]] = {board.pk: [] for board in boards}
    results = Result.objects.filter(play__board__in=boards).order_by("play__table__number")
    for board_id, detail, scores in results.values_list("play__board_id", "detail", "scores"):
        if scores is not None and "tricks" in detail:
            found[board_id].append((detail["tricks"], scores))
    return found


def _line(play: Play, scores: BoardScores | None, name_of: NameOf) -> TravellerLine:
    result: Result | None = getattr(play, "result", None)
    detail = None if result is None else result.detail
    tricks = (detail or {}).get("tricks")
    held = None if result is None else result.scores
    # The stored computation may be one correction behind: then its figures are left out.
    current = scores is not None and held is not None and scores.scores.get(play.pk) == tuple(held)
    figures: dict[str, Sequence[Fraction | None]] = {}
    if current and scores is not None:
        figures = {
            "matchpoints": scores.matchpoints(play.pk),
            "percent": scores.percent(play.pk),
            "datum": scores.datum(play.pk),
        }
    return TravellerLine(
        play=play,
        table=play.table.number,
        detail=detail,
        seats=[
            TravellerSeat(
                entry=seat.entry,
                name=name_of(seat.entry),
                tricks=tricks[seat.number] if tricks else None,
                score=held[seat.number] if held else None,
                matchpoints=figures["matchpoints"][seat.number] if figures else None,
                percent=figures["percent"][seat.number] if figures else None,
                datum=figures["datum"][seat.number] if figures else None,
            )
            for seat in play.seats.all()
        ],
    )


@dataclass(frozen=True, slots=True)
class ScorecardLine:
    """One board of one player: the table's line, the seat held, and the field's distributions."""

    board: Board
    line: TravellerLine
    seat: int
    top: int | None
    distributions: Sequence[Distribution]

    @property
    def own(self) -> TravellerSeat:
        return self.line.seats[self.seat]

    @property
    def opponents(self) -> Sequence[TravellerSeat]:
        return [seat for number, seat in enumerate(self.line.seats) if number != self.seat]


@dataclass(frozen=True, slots=True)
class Scorecard:
    """A player's boards in playing order, and the line of the ranking if there is one."""

    entry: Entry
    name: str
    row: LeaderboardRow | None
    lines: Sequence[ScorecardLine]


def scorecard(entry: Entry, *, name_of: NameOf = entry_public_name) -> Scorecard:
    """Return a player's scorecard of the boards that anyone may see."""
    boards = list(boards_open(entry.event).filter(seats__entry=entry))
    scores = board_scores_of(boards)
    distributions = _distributions(boards)
    lines = []
    for play in _plays_with_seats(Play.objects.filter(board__in=boards, seats__entry=entry)):
        line = _line(play, scores.get(play.board_id), name_of)
        computed = scores.get(play.board_id)
        lines.append(
            ScorecardLine(
                board=play.board,
                line=line,
                seat=next(
                    number for number, seat in enumerate(line.seats) if seat.entry.pk == entry.pk
                ),
                top=None if computed is None else computed.top,
                distributions=distributions[play.board_id],
            )
        )
    ranking = leaderboard(entry.event, name_of=name_of)
    row = next((row for row in ranking.rows if row.entry.pk == entry.pk), None)
    return Scorecard(entry, name_of(entry), row, lines)
