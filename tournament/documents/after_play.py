"""Events → what is read after play: hand records, travellers and scorecards.

They hold what the pages show: the results of boards that nobody has still to play, and hands only
once their deals are revealed. Names are those that `name_of` gives.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from zoneinfo import ZoneInfo

from django.db.models import Count
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from deals.selectors import deal_of
from tournament.analysis.models import BoardAnalysis
from tournament.analysis.selectors import board_analyses
from tournament.errors import Refused
from tournament.events.models import Board, Entry, Event
from tournament.leaderboard.selectors import (
    LeaderboardRow,
    NameOf,
    TravellerLine,
    TravellerSeat,
    boards_open,
    leaderboard,
    lines_of_boards,
)
from tournament.leaderboard.templatetags.triplicate import (
    difference,
    is_in_lives,
    mean_score,
    percent,
    points,
    score,
    score_heading,
    seat_letter,
)
from tournament.leaderboard.terms_words import row_facts
from tournament.rules.standings import BoardScores
from tournament.standings.selectors import board_scores_of

from . import sheets
from .imprint import imprint_of


def hand_records(event: Event) -> sheets.HandRecords:
    """Return the hands of the boards that were played. Raises Refused until they are revealed."""
    played = Board.objects.filter(session__event=event, plays__isnull=False).distinct()
    records = board_records(event, played)
    if not records:
        raise Refused(_("The hands are printed once the results are official."))
    return sheets.HandRecords(records=tuple(records.values()), **imprint_of(event))


def board_records(event: Event, boards: Iterable[Board]) -> dict[int, sheets.BoardRecord]:
    """Return by id, in the order of their numbers, those of an event's boards that are revealed."""
    revealed = Board.objects.filter(
        pk__in=[board.pk for board in boards], deal_set__revealed_at__isnull=False
    )
    found = revealed.select_related("deal_set").order_by("session__number", "number")
    analyses = board_analyses(event)
    return {board.pk: _record(board, analyses.get(board.number)) for board in found}


def _record(board: Board, analysis: BoardAnalysis | None) -> sheets.BoardRecord:
    deal_set = board.deal_set
    deal = deal_of(deal_set, board.deal_number)
    view = deal_set.rules.start(deal).view(0)
    return sheets.BoardRecord(
        board=sheets.Board(number=board.number, hands=deal.hands, turned=view.turned),
        trumps=view.trumps,
        reserve=deal_set.purpose == deal_set.Purpose.RESERVE,
        reach=None
        if analysis is None
        else sheets.Reach(
            guaranteed=tuple(analysis.guaranteed),
            par_tricks=tuple(analysis.par_tricks),
            par_scores=tuple(score(each, deal_set.game) for each in analysis.par_scores),
        ),
    )


def travellers(event: Event, *, name_of: NameOf) -> sheets.Travellers:
    """Return all results of the boards that anyone may see."""
    results = _Results(event, name_of)
    of_board: dict[int, list[TravellerLine]] = defaultdict(list)
    for line in results.lines:
        of_board[line.play.board_id].append(line)
    boards = {lines[0].play.board_id: lines[0].play.board for lines in of_board.values()}
    records = board_records(event, boards.values())
    return sheets.Travellers(
        official=event.state == Event.State.OFFICIAL,
        names=results.names,
        boards=tuple(
            sheets.BoardResults(
                number=boards[pk].number,
                rows=tuple(results.row(line) for line in lines),
                notes=tuple(_notes(boards[pk], results.scores.get(pk), event)),
                means=_means(results.scores.get(pk), event),
                record=records.get(pk),
            )
            for pk, lines in of_board.items()
        ),
        scores=score_heading(event.game),
        points=_points_heading(event),
        legend=_points_legend(event),
        **imprint_of(event),
    )


def scorecards(event: Event, *, name_of: NameOf, only: Entry | None = None) -> sheets.Scorecards:
    """Return every player's boards that anyone may see, or one player's. Raises Refused without."""
    results = _Results(event, name_of)
    own: dict[int, list[tuple[TravellerLine, TravellerSeat]]] = defaultdict(list)
    # Shared boards come to a player in any order.
    for line in sorted(
        results.lines, key=lambda line: (line.play.round.number, line.play.board.number)
    ):
        for seat in line.seats:
            own[seat.entry.pk].append((line, seat))
    ranked = {each.entry.pk: each for each in leaderboard(event, name_of=name_of).rows}
    entries = event.entries.select_related("player").annotate(seated=Count("seats"))
    if only is not None:
        entries = entries.filter(pk=only.pk)
    cards = tuple(
        sheets.PlayerCard(
            player=sheets.Player(number=entry.number, name=name_of(entry)),
            lines=tuple(results.card_line(line, seat) for line, seat in own[entry.pk]),
            facts=tuple(_facts(event, entry, ranked.get(entry.pk))),
            remark=ranked[entry.pk].remark if entry.pk in ranked else "",
            hidden=entry.seated - len(own[entry.pk]),
        )
        for entry in entries.order_by("number")
        if own[entry.pk]
    )
    if not cards:
        raise Refused(_("No board has been played at every table yet."))
    return sheets.Scorecards(
        official=event.state == Event.State.OFFICIAL,
        names=results.names,
        cards=cards,
        scores=score_heading(event.game),
        points=_points_heading(event),
        **imprint_of(event),
    )


class _Results:
    """The lines of an event's open boards, in words."""

    def __init__(self, event: Event, name_of: NameOf) -> None:
        boards = boards_open(event)
        self.event = event
        self.lines: Sequence[TravellerLine] = lines_of_boards(boards, name_of=name_of)
        self.scores: Mapping[int, BoardScores] = board_scores_of(boards)
        named = {seat.entry.pk: seat.name for line in self.lines for seat in line.seats}
        self.names = tuple(named.values())
        self._places = {pk: place for place, pk in enumerate(named)}
        self._decimals: dict[int, int] = {}

    def row(self, line: TravellerLine) -> sheets.TableResult:
        return sheets.TableResult(
            table=line.table,
            seats=tuple(self._seat(line, seat) for seat in line.seats),
            remark=_remark(line, self.event),
        )

    def card_line(self, line: TravellerLine, own: TravellerSeat) -> sheets.ScorecardLine:
        per_cent = "–" if own.percent is None else percent(own.percent, 0)
        figures = self._seat(line, own)
        return sheets.ScorecardLine(
            board=line.play.board.number,
            seat=seat_letter(own.number),
            opponents=tuple(
                (seat_letter(seat.number), self._places[seat.entry.pk])
                for seat in line.seats
                if seat.number != own.number
            ),
            own=sheets.SeatResult(
                name=figures.name,
                tricks=figures.tricks,
                score=figures.score,
                points=figures.points,
                percent=per_cent if self.event.method == Event.Method.MATCHPOINTS else "",
            ),
            remark=_remark(line, self.event),
        )

    def _seat(self, line: TravellerLine, seat: TravellerSeat) -> sheets.SeatResult:
        return sheets.SeatResult(
            name=self._places[seat.entry.pk],
            tricks="" if seat.tricks is None else str(seat.tricks),
            score=seat.average or score(seat.score, self.event.game),
            points=self._points(line, seat),
        )

    def _points(self, line: TravellerLine, seat: TravellerSeat) -> str:
        if self.event.method == Event.Method.MATCHPOINTS:
            return points(seat.matchpoints, self._decimals_of(line.play.board_id))
        if self.event.method == Event.Method.DATUM:
            return difference(seat.datum, self.event.game)
        return ""

    def _decimals_of(self, board_id: int) -> int:
        """Return with how many decimals a board's matchpoints are written, all alike: 0, 1 or 2."""
        if board_id not in self._decimals:
            made = [
                seat.matchpoints.denominator
                for line in self.lines
                if line.play.board_id == board_id
                for seat in line.seats
                if seat.matchpoints is not None
            ]
            self._decimals[board_id] = next(
                places
                for places in (0, 1, 2)
                if places == 2 or all(10**places % each == 0 for each in made)
            )
        return self._decimals[board_id]


def _remark(line: TravellerLine, event: Event) -> str:
    """Return what the pages say beside a table's figures."""
    said = []
    if line.fault is not None:
        said.append(_("Misplay by seat %(letter)s") % {"letter": seat_letter(line.fault)})
    elif line.adjusted:
        said.append(_("Adjusted: %(given)s") % {"given": line.adjusted})
    elif line.not_played:
        said.append(_("Not played"))
    elif line.detail is None:
        said.append(_("No result"))
    if line.play.version:
        said.append(_("Other cards"))
    if line.is_corrected:
        said.append(_("Corrected"))
    zone = ZoneInfo(event.time_zone)
    for each in line.corrections:
        at = date_format(timezone.localtime(each.correction.at, zone), "SHORT_DATETIME_FORMAT")
        said.append(f"{each.reason} ({each.before} → {each.after}, {at})")
    return " · ".join(said)


def _notes(board: Board, scores: BoardScores | None, event: Event) -> Iterable[str]:
    """Yield what stands beside a board's number."""
    if board.deal_set.purpose == board.deal_set.Purpose.RESERVE:
        yield _("from the reserve")
    if scores is None or event.method != Event.Method.MATCHPOINTS or not scores.top:
        return
    yield _("at most %(top)s MP") % {"top": scores.top}
    if scores.actual < scores.expected:
        yield _("Not every table has a result: points are scaled to the same maximum.")


def _means(scores: BoardScores | None, event: Event) -> tuple[str, ...]:
    """Return the seats' mean scores, where there are several results to take a mean of."""
    if scores is None or scores.actual < 2:
        return ()
    return tuple(mean_score(mean, event.game) for mean in scores.means)


def _points_heading(event: Event) -> str:
    if event.method == Event.Method.MATCHPOINTS:
        return pgettext("matchpoints", "MP")
    if event.method == Event.Method.DATUM:
        return pgettext("from the mean", "Diff.")
    return ""


def _points_legend(event: Event) -> str:
    if event.method == Event.Method.MATCHPOINTS:
        return _(
            "MP: matchpoints, two for each result beaten at the same seat, one for each equal."
        )
    if event.method == Event.Method.DATUM:
        return _("Diff.: the difference from the mean of all scores at the same seat.")
    return ""


def _facts(event: Event, entry: Entry, ranked: LeaderboardRow | None) -> Iterable[tuple[str, str]]:
    """Yield what stands above a player's boards: names and values, as on the page."""
    if ranked is None:
        return
    row = ranked.row
    if row.rank:
        yield _("Rank"), str(row.rank)
        if event.method == Event.Method.MATCHPOINTS:
            yield _("Per cent"), percent(row.percent)
            yield _("Matchpoints"), f"{points(row.points)} / {points(row.top_sum)}"
        yield score_heading(event.game), score(row.lives, event.game)
        if event.method == Event.Method.LIVES:
            heading = _("Lives per board") if is_in_lives(event.game) else _("Score per board")
            yield heading, mean_score(row.mean, event.game)
        if event.method == Event.Method.DATUM:
            yield _("Difference from the mean"), difference(row.datum, event.game)
            yield _("Difference per board"), difference(row.datum_mean, event.game)
        yield _("Boards"), str(row.boards)
    yield from row_facts(event, entry, row)
