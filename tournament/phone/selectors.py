"""What a table's pages show to one phone."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.http import Http404

from tournament.events.models import Board, Entry, Event, Round
from tournament.events.selectors import round_next, round_running
from tournament.leaderboard.selectors import boards_open
from tournament.leaderboard.wording import average_words
from tournament.live.event_play import play_is_begun
from tournament.live.models import Participant
from tournament.results.late import late_of_table
from tournament.results.models import Submission, Verdict
from tournament.results.selectors import (
    play_state,
    plays_missing_before,
    scores_by_seat,
    table_may_see_board,
)
from tournament.rules.scores import score_made
from tournament.tables.models import Chair, Play, PlaySeat, SitOut, Table
from tournament.tables.selectors import (
    boards_due,
    chairs_of_round,
    movement_is_stale,
    play_is_open,
    plays_of_table,
    with_seats,
)
from tournament.tables.ways import Passing, boards_passing

from .models import SeatPhone


@dataclass(frozen=True, slots=True)
class Visit:
    """A phone at a table: its number, and the player who said that it is theirs.

    `me` may be somebody who now sits elsewhere. Nobody where the director confirms. `lost` is whose
    phone it was until another phone said so, or the director released the seat.
    """

    table: Table
    device: str
    me: Entry | None
    lost: Entry | None = None

    @property
    def event(self) -> Event:
        return self.table.event

    @property
    def by_players(self) -> bool:
        """Whether players confirm each other's entries; otherwise the director does."""
        return self.event.confirmation == Event.Confirmation.PLAYERS

    def seat_on(self, play: Play) -> int | None:
        """Return the seat that the phone's player holds on this board, if any."""
        if self.me is None:
            return None
        return next((seat.number for seat in play.seats.all() if seat.entry_id == self.me.pk), None)


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat on one board, its player, and what the entry or the result says of it."""

    seat: PlaySeat
    tricks: int | None
    score: Fraction | int | None
    average: str
    is_fault: bool
    is_me: bool


@dataclass(frozen=True, slots=True)
class PlayLine:
    """One board at this table, as this phone may act on it.

    `state` is missing, waiting, disputed, confirmed or not_played; `is_open` as long as phones may
    enter. `submission` is the entry that waits, `other` the version of whoever disputes it.
    `own` means entered on this phone, or for this seat: then somebody else confirms. `asks`: it
    waits for the word of this phone's player, who `may_confirm` once it is known who that is.
    `is_on_screen`: its cards are played in the browser, and nothing is entered. `is_later`: the
    director lets the table play it after the round. `other_is_mine`: this phone disputes.
    """

    play: Play
    state: str
    is_open: bool
    seats: Sequence[SeatLine]
    detail: Mapping[str, Any]
    submission: Submission | None
    other: Mapping[str, Any] | None
    own: bool
    asks: bool
    may_confirm: bool
    may_withdraw: bool
    may_see_traveller: bool
    is_on_screen: bool
    is_later: bool
    other_is_mine: bool

    @property
    def is_due(self) -> bool:
        """Whether the table is to play and enter it in this round."""
        return self.state == "missing" and not self.is_later

    @property
    def entries(self) -> Sequence[Entry]:
        """Who plays it, in the order of the seats."""
        return [line.seat.entry for line in self.seats]

    @property
    def entered_by(self) -> SeatLine | None:
        """The seat that entered what waits, if it said who it was."""
        seat = None if self.submission is None else self.submission.seat
        return next((line for line in self.seats if line.seat.number == seat), None)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player sits in a round; `chair` is None for a sit-out."""

    entry: Entry
    chair: Chair | None
    is_me: bool


@dataclass(frozen=True, slots=True)
class PlannedBoard:
    """A board that a table is to play in the next round, and who will hold its seats, in order."""

    board: Board
    entries: Sequence[Entry]


@dataclass(frozen=True, slots=True)
class TablePage:
    """What happens at a table now.

    `stage` is before (round 1), running, between (two rounds) or over, and `playing` the round
    being played, or the next. `me_here`: this phone's player sits here in it; if not, `place` says
    where.
    `late` are boards of closed rounds that may be entered here now.
    `moves` are the places in the round after it: for those who sit, or sat, at this table, and
    known once they have entered their boards. `is_unsettled`: the director is still seating.
    `planned` are the boards of a round to come, where the chairs do not say all of them. `bots` are
    the entries, by id, for whom a bot plays for good: it has no cards but those in the browser.
    `passing` are the boards that leave and come when the round begins, or the one after it when the
    table has entered its boards.
    """

    stage: str
    playing: Round | None
    chairs: Sequence[Chair]
    me_here: bool
    place: Place | None
    lines: Sequence[PlayLine]
    moves: Sequence[Place]
    move_round: Round | None
    is_unsettled: bool
    late: Sequence[PlayLine]
    planned: Sequence[PlannedBoard] = ()
    bots: Collection[int] = ()
    passing: Passing | None = None

    @property
    def is_called(self) -> bool:
        """Whether the director called for this round and the table has not begun to enter it."""
        playing = self.playing
        if playing is None or playing.called_at is None or self.entered:
            return False
        # Starting a round calls for it as well, and says so by itself.
        return playing.called_at != playing.started_at

    @property
    def entered(self) -> int:
        """How many boards have an entry or a result."""
        return sum(line.state != "missing" for line in self.lines)

    @property
    def first_missing(self) -> int | None:
        """The number of the board to be entered next."""
        missing = (line for line in self.lines if line.is_due)
        return next((line.play.board.number for line in missing), None)

    @property
    def skipped(self) -> Sequence[int]:
        """The numbers of boards that are missing although a later one was entered."""
        last = max((at for at, line in enumerate(self.lines) if line.state != "missing"), default=0)
        return [line.play.board.number for line in self.lines[:last] if line.is_due]


def table_page(visit: Visit) -> TablePage:
    """Return what the table's page shows to that phone."""
    event, table = visit.event, visit.table
    running = round_running(event)
    upcoming = round_next(event)
    playing = running or upcoming
    late = [play_line(play, visit) for play in late_of_table(table)]
    if playing is None:
        return TablePage("over", None, [], False, None, [], [], None, False, late)
    chairs = [chair for chair in chairs_of_round(playing) if chair.table_id == table.pk]
    lines: list[PlayLine] = []
    if running is not None:
        plays = plays_of_table(table, running).select_related("round", "late")
        lines = [play_line(play, visit) for play in plays]
        stage = "running"
    else:
        stage = "before" if playing.number == 1 else "between"
    done = not any(line.is_due for line in lines)
    moves: Sequence[Place] = []
    if upcoming is not None and stage != "before" and done:
        moves = _moves(visit, upcoming)
    is_unsettled = running is None and movement_is_stale(event)
    me_here = visit.me is not None and any(chair.entry_id == visit.me.pk for chair in chairs)
    place = None
    if visit.me is not None and stage != "between" and not me_here:
        place = next(iter(_places(playing, [visit.me], me=visit.me)), None)
    return TablePage(
        stage=stage,
        playing=playing,
        chairs=chairs,
        me_here=me_here,
        place=place,
        lines=lines,
        moves=moves,
        move_round=upcoming if moves else None,
        is_unsettled=is_unsettled,
        late=late,
        planned=() if running is not None or is_unsettled else _planned(event, playing, chairs),
        bots=() if event.play_mode == Event.PlayMode.ENTERED else _bots(chairs),
        passing=_passing(visit, running, upcoming, lines),
    )


def _passing(
    visit: Visit, running: Round | None, upcoming: Round | None, lines: Sequence[PlayLine]
) -> Passing | None:
    """Return which boards go and come now: of the round being played until the table has entered
    one of its boards, of the next once it has entered all."""
    event = visit.event
    if event.movement != Event.Movement.SHARED or event.play_mode == Event.PlayMode.LIVE:
        return None
    if running is not None and lines and all(line.state == "missing" for line in lines):
        found = boards_passing(visit.table, running)
        return replace(found, goes=None)
    if upcoming is None or any(line.is_due for line in lines) or movement_is_stale(event):
        return None
    return boards_passing(visit.table, upcoming)


def _bots(chairs: Sequence[Chair]) -> Collection[int]:
    people = Participant.objects.filter(entry__in=[chair.entry_id for chair in chairs])
    return list(people.exclude(bot="").values_list("entry_id", flat=True))


def _planned(event: Event, playing: Round, chairs: Sequence[Chair]) -> Sequence[PlannedBoard]:
    """Return what these chairs of one table are to play in a round not begun.

    Nothing where they hold their seats on the same boards as all other tables. Boards that one of
    them has had by mistake are left out: the table gets others when the round begins.
    """
    if not chairs or not (event.turned or event.movement == Event.Movement.SHARED):
        return ()
    due = boards_due([playing])[playing.pk, chairs[0].table_id]
    sitting = [chair.entry_id for chair in chairs]
    had = PlaySeat.objects.filter(entry__in=sitting, board__in=due.boards)
    again = set(had.values_list("board_id", flat=True))
    return [
        PlannedBoard(
            board,
            [
                chair.entry
                for chair in sorted(chairs, key=lambda each: due.seat(each.number, index))
            ],
        )
        for index, board in enumerate(due.boards)
        if board.pk not in again
    ]


def players_of_table(table: Table) -> Collection[Entry]:
    """Return who may say that a phone at this table is theirs: who sits here now, next, or late."""
    late = [seat.entry for play in late_of_table(table) for seat in play.seats.all()]
    entries = {entry.pk: entry for entry in late}
    playing = round_running(table.event) or round_next(table.event)
    if playing is None:
        return entries.values()
    chairs = playing.chairs.filter(table=table).select_related("entry__player")
    entries |= {chair.entry_id: chair.entry for chair in chairs}
    seats = PlaySeat.objects.filter(play__table=table, play__round=playing)
    for seat in seats.select_related("entry__player"):
        entries[seat.entry_id] = seat.entry
    return entries.values()


def seat_needs_pin(entry: Entry) -> bool:
    """Return whether only the personal number opens the player's seat on a phone."""
    return SeatPhone.objects.filter(entry=entry, needs_pin=True).exists()


def phone_of_seat(entry: Entry) -> SeatPhone | None:
    """Return what is known of the phone that acts for the player where results are entered."""
    return SeatPhone.objects.filter(entry=entry).first()


def play_at_table(table: Table, number: int) -> Play:
    """Return a board's play at this table with what its pages need. Http404 if there is none."""
    plays = table.plays.filter(board__number=number)
    # One that goes from table to table may come back.
    plays = plays.order_by("-board__session__number", "-round__number")
    play = with_seats(
        plays.select_related("board__deal_set", "round", "late", "result", "pending__submission")
    ).first()
    if play is None:
        raise Http404
    return play


def play_line(play: Play, visit: Visit) -> PlayLine:
    """Return one board of the table as that phone may act on it."""
    state = play_state(play)
    is_open = play_is_open(play)
    result = getattr(play, "result", None)
    pending = getattr(play, "pending", None)
    submission = pending.submission if pending else None
    source = result or submission
    detail: Mapping[str, Any] = source.detail if source else {}
    stored = source.scores if source else None
    scores = scores_by_seat(stored, play.seats.all())
    my_seat = visit.seat_on(play)
    own = submission is not None and (
        submission.device == visit.device or (my_seat is not None and submission.seat == my_seat)
    )
    waits = state == "waiting" and is_open
    asks = waits and not own and visit.by_players
    other = _other_version(submission) if submission and state == "disputed" else None
    return PlayLine(
        play=play,
        state=state,
        is_open=is_open,
        seats=[
            SeatLine(
                seat=seat,
                tricks=detail["tricks"][seat.number] if "tricks" in detail else None,
                score=score_made(scores[seat.number]),
                average=average_words(scores[seat.number]),
                is_fault=detail.get("fault") == seat.number,
                is_me=seat.number == my_seat,
            )
            for seat in play.seats.all()
        ],
        detail=detail,
        submission=submission,
        other=None if other is None else other.detail,
        own=own,
        asks=asks,
        may_confirm=asks and my_seat is not None,
        may_withdraw=waits and submission is not None and submission.device == visit.device,
        may_see_traveller=may_see_traveller(visit, play),
        is_on_screen=_is_on_screen(play, visit.event),
        is_later=state == "missing"
        and play.round.state == Round.State.RUNNING
        and hasattr(play, "late"),
        other_is_mine=other is not None
        and (other.device == visit.device or (my_seat is not None and other.seat == my_seat)),
    )


def may_see_traveller(visit: Visit, play: Play) -> bool:
    """Return whether the table may see how others did on a board it has finished.

    One that goes from table to table, only as long as those who had it sit here: whoever comes
    after them may have it still to play.
    """
    if not table_may_see_board(visit.table, play):
        return False
    if play.board.set is None or play.round.state == Round.State.RUNNING:
        return True
    return boards_open(visit.event).filter(pk=play.board_id).exists()


def _is_on_screen(play: Play, event: Event) -> bool:
    if play.means == Play.Means.CARDS and event.play_mode == Event.PlayMode.CHOICE:
        # Whoever sits down first decides nothing for the others yet.
        return play_is_begun(play)
    return play.means == Play.Means.CARDS or event.play_mode == Event.PlayMode.LIVE


def _other_version(submission: Submission) -> Verdict | None:
    return submission.verdicts.exclude(detail=None).last()


def boards_missing_before(play: Play) -> Sequence[int]:
    """Return the numbers of this table's earlier boards of the round that nobody has entered."""
    return [earlier.board.number for earlier in plays_missing_before(play)]


def total_of(event: Event) -> int:
    """Return what the trick counts of a board add up to."""
    return event.rules.asks[0].total or 0


def _moves(visit: Visit, upcoming: Round) -> Sequence[Place]:
    """Return the next places of this table's players, this phone's player first."""
    last = (
        Chair.objects.filter(table=visit.table, round__session=upcoming.session_id)
        .filter(round__number=upcoming.number - 1)
        .select_related("entry__player")
        .order_by("number")
    )
    leaving = [chair.entry for chair in last]
    if visit.me is not None:
        leaving = [visit.me, *(entry for entry in leaving if entry != visit.me)]
    return _places(upcoming, leaving, me=visit.me)


def _places(playing: Round, entries: Sequence[Entry], *, me: Entry | None) -> Sequence[Place]:
    """Return where these players sit in that round; whoever is away then is left out."""
    chairs = {
        chair.entry_id: chair
        for chair in playing.chairs.filter(entry__in=entries).select_related("table")
    }
    out = set(
        SitOut.objects.filter(round=playing, entry__in=entries).values_list("entry_id", flat=True)
    )
    return [
        Place(entry, chairs.get(entry.pk), is_me=entry == me)
        for entry in entries
        if entry.pk in chairs or entry.pk in out
    ]
