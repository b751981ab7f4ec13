"""The tables of the round being played, as they are now: who plays which board, who waits.

It takes the same few queries for three tables as for a hundred, and one for each table at which a
card has fallen since it was last asked for.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256

from django.utils import timezone

from tournament.events.models import Event, Round
from tournament.events.selectors import round_next
from tournament.live.models import LiveDeal, LiveSeat, Participant
from tournament.live.positions import position_of
from tournament.live.selectors import participant_name
from tournament.results.selectors import plays_of_round
from tournament.tables.models import Play

HERE, BOT, AWAY, GONE, AWAITED = "here", "bot", "away", "gone", "awaited"


@dataclass(frozen=True, slots=True)
class SeatNow:
    """Somebody at a table. `state` is here, bot, away (a bot stands in), gone (no connection), or
    awaited (not at this board yet); `seat` is None between boards."""

    seat: int | None
    entry_number: int
    name: str
    state: str
    is_turn: bool


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table. `state` is playing, paused, waiting (for players), idle (between boards) or done.

    `board` is the one being played, or the next. `trick` counts from 1. `left` are the seconds of
    the card's clock. `is_watchable`: nobody else has the board still to play.
    """

    table: int
    code: str
    state: str
    board: int | None
    live_id: str
    trick: int
    tricks: int
    seats: Sequence[SeatNow]
    done: int
    boards: int
    is_watchable: bool
    left: float | None = None


@dataclass(frozen=True, slots=True)
class TablesNow:
    """All tables of a round. `stamp` names what is shown, the running of clocks aside."""

    round: Round
    tables: Sequence[TableNow]

    @property
    def stamp(self) -> str:
        shown = [astuple(replace(table, left=None)) for table in self.tables]
        paused = self.round.paused_at is not None
        told = repr((self.round.pk, paused, self.round.ends_at, shown))
        return sha256(told.encode()).hexdigest()[:16]

    @property
    def playing(self) -> Sequence[TableNow]:
        """The tables at which a deal is open."""
        return [table for table in self.tables if table.live_id]


def tables_now(event: Event, playing: Round) -> TablesNow:
    """Return the tables of a round being played."""
    plays: dict[int, list[Play]] = defaultdict(list)
    for play in plays_of_round(playing):
        plays[play.table_id].append(play)
    lives = {
        live.play_id: live
        for live in LiveDeal.objects.filter(
            play__round=playing, finished_at=None, voided_at=None
        ).select_related("deal_set")
    }
    seats = _seats_of(lives.values())
    people = {
        each.entry_id: each
        for each in Participant.objects.filter(entry__event=event).select_related("entry__player")
    }
    now = timezone.now()
    gone = now - timedelta(seconds=event.gone_seconds)
    unsettled: dict[int, int] = defaultdict(int)
    for play in (play for found in plays.values() for play in found):
        unsettled[play.board_id] += not hasattr(play, "result") or play.pk in lives
    if event.movement == Event.Movement.SHARED and round_next(event) is not None:
        # Another table may have each of them in a round to come.
        for board in unsettled:
            unsettled[board] += 1
    return TablesNow(
        playing,
        [_table(found, lives, seats, people, unsettled, now, gone) for found in plays.values()],
    )


def _seats_of(lives: Collection[LiveDeal]) -> Mapping[int, list[LiveSeat]]:
    found: dict[int, list[LiveSeat]] = defaultdict(list)
    rows = LiveSeat.objects.filter(live_deal__in=[live.pk for live in lives])
    rows = rows.select_related("participant__entry__player")
    for seat in rows.order_by("number"):
        found[seat.live_deal_id].append(seat)
    return found


def _table(
    plays: Sequence[Play],
    lives: Mapping[int | None, LiveDeal],
    seats: Mapping[int, Sequence[LiveSeat]],
    people: Mapping[int | None, Participant],
    unsettled: Mapping[int, int],
    now: datetime,
    gone: datetime,
) -> TableNow:
    done = sum(map(_is_played, plays))
    upcoming = next((play for play in plays if not _is_played(play)), None)
    at = next((play for play in plays if play.pk in lives), upcoming)
    live = None if at is None else lives.get(at.pk)
    table = TableNow(
        table=plays[0].table.number,
        code=plays[0].table.code,
        state="done" if at is None else "idle",
        board=None if at is None else at.board.number,
        live_id="",
        trick=0,
        tricks=0,
        seats=_sitting((at or plays[-1]), people, gone),
        done=done,
        boards=len(plays),
        is_watchable=False,
    )
    if live is None or at is None:
        return table
    return _playing(table, live, seats[live.pk], now, gone, is_last=unsettled[at.board_id] == 1)


def _is_played(play: Play) -> bool:
    """Return whether a board has a result, or an entry that waits: its cards are put back."""
    return hasattr(play, "result") or hasattr(play, "pending")


def _sitting(play: Play, people: Mapping[int | None, Participant], gone: datetime) -> list[SeatNow]:
    sitting = []
    for seat in play.seats.all():
        person = people.get(seat.entry_id)
        sitting.append(
            SeatNow(
                seat=None,
                entry_number=seat.entry.number,
                name=seat.entry.player.name if person is None else participant_name(person),
                state=AWAITED if person is None else _state(person, gone),
                is_turn=False,
            )
        )
    return sitting


def _state(person: Participant, gone: datetime) -> str:
    if person.bot:
        return BOT
    if person.away:
        return AWAY
    if person.seen_at is None:
        return AWAITED
    return GONE if person.seen_at < gone else HERE


def _playing(
    table: TableNow,
    live: LiveDeal,
    seats: Sequence[LiveSeat],
    now: datetime,
    gone: datetime,
    *,
    is_last: bool,
) -> TableNow:
    position = position_of(live)
    view = position.state.view(0)
    awaited = position.awaited if live.started_at is not None else ()
    people = []
    for seat in seats:
        entry = seat.participant.entry
        state = _state(seat.participant, gone)
        if seat.ready_at is None and live.started_at is None and state in {HERE, GONE}:
            state = AWAITED
        people.append(
            SeatNow(
                seat=seat.number,
                entry_number=0 if entry is None else entry.number,
                name=participant_name(seat.participant),
                state=state,
                is_turn=seat.number in awaited,
            )
        )
    left = None
    if live.deadline is not None and live.started_at is not None:
        left = max(0.0, round((live.deadline - (live.paused_at or now)).total_seconds(), 1))
    if live.paused_at is not None:
        state = "paused"
    else:
        state = "waiting" if live.started_at is None else "playing"
    tricks = len(view.tricks) + max(view.counts["cards"])
    return replace(
        table,
        state=state,
        live_id=live.public_id,
        trick=min(len(view.tricks) + 1, tricks),
        tricks=tricks,
        seats=people,
        is_watchable=is_last and live.started_at is not None,
        left=left,
    )
