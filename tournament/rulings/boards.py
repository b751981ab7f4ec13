"""Which boards were played, as changes a director makes: another one at a table, and a round's.

See `changes.py` for what a change is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.models import Board, Event, Round
from tournament.events.reserve import reserve_take
from tournament.events.selectors import round_running
from tournament.results.models import Result
from tournament.results.services import result_replace
from tournament.tables.models import Play, PlaySeat
from tournament.tables.rounds import event_end_if_over
from tournament.tables.selectors import boards_due
from tournament.tables.services import plays_create

from .entries import entered_put_back, entered_read
from .models import Ruling


@dataclass(frozen=True)
class BoardChange:
    """Which board a table really played, and what it has for the one it should have played.

    By play: `board` is the number played; `owed` that of the round's board it did not play, None if
    it played the right one; `given` what counts for that one, None while it is owed.
    """

    plays: Sequence[Play]
    kind = Ruling.Kind.BOARD
    entry = None

    def read(self) -> Any:
        found = Play.objects.filter(pk__in=[play.pk for play in self.plays])
        return {
            str(play.pk): self._of(play)
            for play in found.select_related("board", "instead_of").order_by("pk")
        }

    def _of(self, play: Play) -> Any:
        owed = _owed_by(play)
        result = None if owed is None else Result.objects.filter(play=owed).first()
        return {
            "board": play.board.number,
            "owed": None if owed is None else owed.board.number,
            "given": None if result is None else result.detail,
        }

    def write(self, after: Any) -> None:
        for known in self.plays:
            play = Play.objects.select_related(
                "board", "table", "round__session__event", "instead_of"
            ).get(pk=known.pk)
            wanted = after[str(play.pk)]
            if play.means == Play.Means.CARDS:
                raise Refused(
                    _("The browser dealt this board itself: no other one can have been played.")
                )
            if wanted["owed"] is None:
                self._take_back(play)
            else:
                self._put(play, wanted)

    def _put(self, play: Play, wanted: Any) -> None:
        owed = play.board
        played = Board.objects.filter(session=play.round.session_id, number=wanted["board"]).first()
        if played is None or played == owed or owed.number != wanted["owed"]:
            raise Refused(_("Choose the board that was played."))
        if play.instead_of_id is not None:
            raise Refused(_("This table has played another board already: undo that first."))
        seats = list(play.seats.select_related("entry__player"))
        before = PlaySeat.objects.filter(board=played, entry__in=[seat.entry_id for seat in seats])
        again = before.select_related("entry__player", "play__table").first()
        if again is not None:
            raise Refused(
                _(
                    "%(player)s had played board %(board)d already, at table %(table)d. Their "
                    "result cannot count twice: give an adjusted score for board %(owed)d."
                )
                % {
                    "player": again.entry.player.name,
                    "board": played.number,
                    "table": again.play.table.number,
                    "owed": owed.number,
                }
            )
        _board_set(play, played, instead_of=owed)
        due = Play.objects.create(round=play.round, table=play.table, board=owed)
        held = {seat.number: seat.entry_id for seat in seats}
        if wanted["given"] is None:
            # Who sat wrongly on the other board need not do so on this one.
            held = _planned(due) or held
        substitutes = {seat.entry_id: seat.substitute_id for seat in seats}
        PlaySeat.objects.bulk_create(
            PlaySeat(
                play=due,
                number=number,
                entry_id=entry,
                board=owed,
                substitute_id=substitutes.get(entry),
            )
            for number, entry in held.items()
        )
        if wanted["given"] is not None:
            result_replace(play=due, detail=wanted["given"])

    def _take_back(self, play: Play) -> None:
        owed = _owed_by(play)
        if owed is None or play.instead_of is None:
            raise Refused(_("It is so already: nothing was changed."))
        _play_remove(owed)
        _board_set(play, play.instead_of, instead_of=None)


def _planned(play: Play) -> dict[int, int]:
    """Return by seat whose chair holds it on a board of the round's; {} for any other board."""
    due = boards_due([play.round])[play.round_id, play.table_id]
    if play.board not in due.boards:
        return {}
    index = due.boards.index(play.board)
    chairs = play.round.chairs.filter(table=play.table_id)
    return {due.seat(chair.number, index): chair.entry_id for chair in chairs}


def _owed_by(play: Play) -> Play | None:
    """Return the play of the board that this table should have played, if it played another."""
    owed = Play.objects.filter(
        round=play.round_id, table=play.table_id, board=play.instead_of_id
    ).select_related("board")
    return None if play.instead_of_id is None else owed.first()


def _board_set(play: Play, board: Board, *, instead_of: Board | None) -> None:
    Play.objects.filter(pk=play.pk).update(board=board, instead_of=instead_of)
    PlaySeat.objects.filter(play=play).update(board=board)


def _play_remove(play: Play) -> None:
    """Remove a play of which nothing is known but what a ruling gave. Raises Refused otherwise."""
    kept = (play.submissions, play.live_deals, play.rulings, play.proposals)
    if any(rows.exists() for rows in kept):
        raise Refused(
            _("Board %(board)d was begun at table %(table)d since: it stays on record.")
            % {"board": play.board.number, "table": play.table.number}
        )
    play.delete()


@dataclass(frozen=True)
class RoundChange:
    """A round's boards: the results of all its plays, and how many boards of the reserve it has.

    A board more, fewer boards for everyone, and a round replayed are all of this kind.
    """

    plays: Sequence[Play]
    kind = Ruling.Kind.ROUND
    entry = None

    @property
    def _round(self) -> Round:
        return Round.objects.select_related("session__event").get(pk=self.plays[0].round_id)

    def read(self) -> Any:
        results = Result.objects.filter(play__in=self.plays)
        details = dict(results.values_list("play_id", "detail"))
        return {
            "results": {str(play.pk): details.get(play.pk) for play in self.plays},
            "more": len(_boards_more(self._round)),
        } | entered_read(self.plays)

    def write(self, after: Any) -> None:
        playing = self._round
        now = self.read()
        for play in self.plays:
            detail = after["results"][str(play.pk)]
            if detail != now["results"][str(play.pk)]:
                result_replace(play=play, detail=detail)
            if detail is None:
                entered_put_back(play, after)
        if after["more"] > now["more"]:
            self._add(playing, after["more"] - now["more"])
        for board in _boards_more(playing)[after["more"] :]:
            for play in Play.objects.filter(round=playing, board=board).select_related(
                "board", "table"
            ):
                _play_remove(play)
            board.delete()
        if after["more"] < now["more"]:
            _close_again(self._round, after["more"])

    def _add(self, playing: Round, many: int) -> None:
        event = playing.session.event
        running = round_running(event)
        if running is not None and running != playing:
            raise Refused(_("Close round %(number)d first.") % {"number": running.number})
        if event.state == Event.State.OFFICIAL:
            raise Refused(_("The standings are official: no more boards can be played."))
        boards = reserve_take(session=playing.session, many=many)
        playing.boards.add(*boards)
        plays_create(playing=playing, boards=boards)
        if running is None:
            # Its tables play again.
            closed = _closed(playing, event, len(_boards_more(playing)) - many)
            Round.objects.filter(pk=playing.pk).update(
                state=Round.State.RUNNING, closed_at=None, reopened=[*playing.reopened, closed]
            )
            Event.objects.filter(pk=event.pk).update(state=Event.State.RUNNING)


def _closed(playing: Round, event: Event, more: int) -> dict[str, Any]:
    """Return how the round was closed, when it had so many boards of the reserve."""
    return {
        "more": more,
        "closed_at": _time_said(playing.closed_at),
        "event": event.state,
        "provisional_until": _time_said(event.provisional_until),
    }


def _close_again(playing: Round, more: int) -> None:
    """Close a round as it was before boards were added that are gone now."""
    since = [each for each in playing.reopened if each["more"] >= more]
    if not since:
        return
    was = since[0]
    kept = [each for each in playing.reopened if each["more"] < more]
    Round.objects.filter(pk=playing.pk).update(
        state=Round.State.CLOSED, closed_at=_time(was["closed_at"]), reopened=kept
    )
    event = playing.session.event
    if event.state == Event.State.OFFICIAL:
        return
    event_end_if_over(event)
    if event.state == was["event"] == Event.State.FINISHED:
        # Its correction period began when it was closed, not now.
        until = _time(was["provisional_until"])
        Event.objects.filter(pk=event.pk).update(provisional_until=until)


def _time_said(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _time(said: str | None) -> datetime | None:
    return None if said is None else datetime.fromisoformat(said)


def _boards_more(playing: Round) -> list[Board]:
    """Return the boards of the reserve that were added to the round, in order.

    Those of a set that goes from table to table are the movement's, whatever deals they have.
    """
    reserve = playing.session.reserve_set_id
    return list(playing.boards.filter(deal_set=reserve, set=None).order_by("number"))
