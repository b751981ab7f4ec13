"""What the director's pages show of an evening: how far it is, what is open, who leads.

Each of these reads takes the same few queries for three tables as for a hundred.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse

from tournament.events.models import Event, Round
from tournament.leaderboard.selectors import Leaderboard, entry_real_name, leaderboard
from tournament.leaderboard.teams import TeamRow, team_ranking
from tournament.results.models import Submission, Verdict
from tournament.results.selectors import play_state
from tournament.tables.models import Play
from tournament.tables.selectors import sitting_out

from .authors import Author, Holders, author_of, holders_of_plays

GRID_ROWS = 20  # tables under each other before the grid goes on beside them
LEADERS = 5


@dataclass(frozen=True, slots=True)
class Version:
    """What somebody says the result is; `detail` is None for a mere “this is wrong”.

    `verdict` is the dispute's id, None for the entry itself.
    """

    verdict: int | None
    detail: Mapping[str, Any] | None
    author: Author
    at: datetime


@dataclass(frozen=True, slots=True)
class OpenPlay:
    """A play without a result: `state` is missing, waiting or disputed.

    `versions` are the table's entry, if there is one, and what others say instead.
    """

    play: Play
    state: str
    submission: Submission | None
    versions: Sequence[Version]


def rounds_begun_of(event: Event) -> QuerySet[Round]:
    """Return the rounds being played or closed, in order."""
    return (
        Round.objects.filter(session__event=event)
        .exclude(state=Round.State.PLANNED)
        .order_by("session__number", "number")
    )


def plays_open(event: Event) -> QuerySet[Play]:
    """Return the plays of rounds begun that have no result, with what the desk says of them."""
    return plays_of_event(event).filter(result=None)


def plays_of_event(event: Event) -> QuerySet[Play]:
    """Return all plays of the event by round, table and board, with results and entries."""
    return (
        Play.objects.filter(round__session__event=event)
        .select_related("table", "board", "round", "result", "pending__submission__user")
        .order_by("round__session__number", "round__number", "table__number", "board__number")
    )


def open_plays(plays: Sequence[Play]) -> list[OpenPlay]:
    """Return these plays of `plays_open` with their entries' authors, in a few queries."""
    entered = [play for play in plays if hasattr(play, "pending")]
    holders = holders_of_plays(entered)
    disputes: dict[int, list[Verdict]] = defaultdict(list)
    for verdict in Verdict.objects.filter(
        submission__pending__play__in=[play.pk for play in entered if play.pending.disputed],
        kind=Verdict.Kind.DISPUTE,
    ).select_related("user"):
        disputes[verdict.submission_id].append(verdict)
    return [_open_play(play, holders.get(play.pk, Holders({})), disputes) for play in plays]


def _open_play(play: Play, holders: Holders, disputes: Mapping[int, Sequence[Verdict]]) -> OpenPlay:
    pending = getattr(play, "pending", None)
    if pending is None:
        return OpenPlay(play, "missing", None, ())
    submission = pending.submission
    entry = Version(None, submission.detail, author_of(submission, holders), submission.at)
    others = [
        Version(verdict.pk, verdict.detail, author_of(verdict, holders), verdict.at)
        for verdict in disputes.get(submission.pk, ())
    ]
    return OpenPlay(play, play_state(play), submission, (entry, *others))


@dataclass(frozen=True, slots=True)
class Cell:
    """One play in the grid, as templates/_board_grid.html takes it. `changed`: its cards were."""

    state: str
    board: int
    url: str
    changed: bool


@dataclass(frozen=True, slots=True)
class GridRow:
    """One table in the grid; its address is where its slips are typed."""

    name: str
    url: str
    cells: Sequence[Cell | None]


@dataclass(frozen=True, slots=True)
class Stretch:
    """So many tables, by the boards that they play. Where each has its own, `boards` is empty:
    every row has its table's alone, and their numbers stand in the cells."""

    boards: Sequence[int]
    rows: Sequence[GridRow]


@dataclass(frozen=True, slots=True)
class Grid:
    """Tables by boards, in stretches of so many tables."""

    stretches: Sequence[Stretch]

    @property
    def changed(self) -> bool:
        """Whether a table held other cards than were dealt."""
        return any(
            cell is not None and cell.changed
            for stretch in self.stretches
            for row in stretch.rows
            for cell in row.cells
        )


def status_of(play: Play) -> str:
    """Return the status that stands for a play, as the legend has it: an average is “adjusted”."""
    state = play_state(play)
    if state == "confirmed" and "adjusted" in play.result.detail:
        return "adjusted"
    return state.replace("_", "-")


def cut_from(plays: Sequence[Play]) -> Play | None:
    """Return the play from which a round's boards are put right: the first board still missing.

    Where none is missing, it is the round's first; None without plays.
    """
    missing = [play for play in plays if play_state(play) == "missing"]
    return min(missing or plays, key=lambda play: play.board.number, default=None)


def grid_of(event: Event, playing: Round, plays: Sequence[Play]) -> Grid:
    """Return the grid of a round's plays, which come with table, board, result and entry."""
    # One address is asked for and the others follow it: it counts with a hundred tables.
    play_urls = reverse("desk_play", args=[event.public_id, 0]).removesuffix("0/")
    entry_url = reverse("desk_entry", args=[event.public_id])
    tables = [list(found) for _table, found in groupby(plays, key=lambda play: play.table.number)]
    stretches = []
    for start in range(0, len(tables), GRID_ROWS):
        stretch = tables[start : start + GRID_ROWS]
        boards = sorted({play.board.number for found in stretch for play in found})
        # Shared ones would be as many columns as there are tables, nearly all of them empty.
        own = event.movement == Event.Movement.SHARED
        rows = []
        for found in stretch:
            table = found[0].table.number
            cells = {
                play.board.number: Cell(
                    state=status_of(play),
                    board=play.board.number,
                    url=f"{play_urls}{play.pk}/",
                    changed=play.version > 0,
                )
                for play in found
            }
            rows.append(
                GridRow(
                    name=str(table),
                    url=f"{entry_url}?round={playing.number}&table={table}",
                    cells=list(cells.values()) if own else [cells.get(board) for board in boards],
                )
            )
        stretches.append(Stretch([] if own else boards, rows))
    return Grid(stretches)


@dataclass(frozen=True, slots=True)
class TablePlays:
    """Some plays of one table in one round."""

    round: int
    table: int
    plays: Sequence[Play]

    @property
    def boards(self) -> Sequence[int]:
        return [play.board.number for play in self.plays]


def missing_by_table(plays: Iterable[Play]) -> list[TablePlays]:
    """Return the plays that nobody has entered, by table. They come by round and table."""
    missing = (play for play in plays if play_state(play) == "missing")
    return [
        TablePlays(round_number, table, list(found))
        for (round_number, table), found in groupby(missing, key=_round_and_table)
    ]


def _round_and_table(play: Play) -> tuple[int, int]:
    return play.round.number, play.table.number


def skipped_by_table(plays: Iterable[Play]) -> list[TablePlays]:
    """Return the plays that nobody has entered though the table has sent a later board."""
    skipped = []
    for (round_number, table), found in groupby(plays, key=_round_and_table):
        before_a_sent_one: list[Play] = []
        waiting_for_one: list[Play] = []
        for play in found:
            if play_state(play) == "missing":
                waiting_for_one.append(play)
            else:
                before_a_sent_one += waiting_for_one
                waiting_for_one = []
        if before_a_sent_one:
            skipped.append(TablePlays(round_number, table, before_a_sent_one))
    return skipped


@dataclass(frozen=True, slots=True)
class Evening:
    """The director's board.

    `shown` is the round whose tables it shows: the one being played, else the last begun.
    `earlier` are plays that nobody has entered in the rounds before it.
    """

    rounds: Sequence[Round]
    playing: Round | None
    upcoming: Round | None
    shown: Round
    grid: Grid
    results: int
    expected: int
    disputed: Sequence[OpenPlay]
    waiting: Sequence[OpenPlay]
    skipped: Sequence[TablePlays]
    missing: Sequence[TablePlays]
    earlier: Sequence[TablePlays]
    ranking: Leaderboard
    teams: Sequence[TeamRow]
    cut_from: Play | None
    # Names of those without a table in the round being played, else in the next.
    sit_outs: Sequence[str]

    @property
    def begun(self) -> Sequence[Round]:
        return [each for each in self.rounds if each.state != Round.State.PLANNED]

    @property
    def leaders(self) -> Sequence[Any]:
        """Return the first of the ranking who have a result: teams where these are ranked."""
        ranked = self.teams or self.ranking.rows
        return [each for each in ranked if each.row.rank is not None][:LEADERS]

    @property
    def waiting_by_round(self) -> Mapping[int, int]:
        """Return how many entries wait, by round number."""
        return dict(sorted(Counter(each.play.round.number for each in self.waiting).items()))

    @property
    def is_all_in(self) -> bool:
        return self.results == self.expected

    @property
    def missing_count(self) -> int:
        return sum(len(each.plays) for each in self.missing)


def evening_of(event: Event) -> Evening:
    """Return the director's board of an event of which a round has begun."""
    rounds = list(Round.objects.filter(session__event=event).order_by("session__number", "number"))
    shown = [each for each in rounds if each.state != Round.State.PLANNED][-1]
    found = list(plays_of_event(event).filter(Q(round=shown) | Q(result=None)))
    here = [play for play in found if play.round_id == shown.pk]
    unsettled = open_plays([play for play in found if not hasattr(play, "result")])
    entered = sorted(
        (each for each in unsettled if each.submission is not None),
        key=lambda each: each.versions[-1].at,
    )
    playing = next((each for each in rounds if each.state == Round.State.RUNNING), None)
    upcoming = next((each for each in rounds if each.state == Round.State.PLANNED), None)
    at_tables = playing or upcoming
    return Evening(
        rounds=rounds,
        playing=playing,
        upcoming=upcoming,
        shown=shown,
        grid=grid_of(event, shown, here),
        results=sum(hasattr(play, "result") for play in here),
        expected=len(here),
        disputed=[each for each in entered if each.state == "disputed"],
        waiting=[each for each in entered if each.state == "waiting"],
        skipped=skipped_by_table(here),
        missing=missing_by_table(here),
        earlier=missing_by_table(play for play in found if play.round_id != shown.pk),
        ranking=leaderboard(event, name_of=entry_real_name),
        teams=team_ranking(event, name_of=entry_real_name),
        cut_from=cut_from(here),
        sit_outs=sitting_out(at_tables) if at_tables else [],
    )


def round_grid(event: Event, playing: Round) -> tuple[Grid, list[Play]]:
    """Return one round's grid and its plays."""
    plays = list(plays_of_event(event).filter(round=playing))
    return grid_of(event, playing, plays), plays


def entries_waiting(event: Event, playing: Round) -> list[OpenPlay]:
    """Return a round's entries that wait for confirmation and that nobody disputes."""
    return open_plays(list(plays_open(event).filter(round=playing, pending__disputed=False)))
