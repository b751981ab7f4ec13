"""Reads about results that are more than a `get`."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from engine.errors import UnattainableResult
from engine.variant import Variant
from tournament.errors import Refused
from tournament.events.models import Round
from tournament.rules.plain import Stored, score_from_json
from tournament.rules.scores import Score
from tournament.tables.models import Play, Table
from tournament.tables.selectors import with_seats

from .adjusted import adjusted_scores
from .asks import unattainable

REASON_LENGTH = 200


def detail_scores(rules: Variant, detail: Mapping[str, Any]) -> tuple[int, ...] | None:
    """Return the scores by seat of a result entered by hand; None for a board not played.

    `detail` is the game's own (Com'on!: {"tricks": [5, 3, 2]} or {"fault": 1}), or
    {"not_played": "reason"}. Raises Refused, saying what is possible.
    """
    if "not_played" in detail:
        reason = detail["not_played"]
        # No database keeps a NUL in text.
        if not isinstance(reason, str) or not reason.strip() or "\0" in reason:
            raise Refused(_("Say why the board was not played."))
        if len(reason) > REASON_LENGTH:
            raise Refused(_("Say it in at most %(most)d characters.") % {"most": REASON_LENGTH})
        return None
    try:
        return rules.score(detail)
    except UnattainableResult as error:
        raise unattainable(rules, error) from error


def ruling_scores(play: Play, detail: Mapping[str, Any]) -> list[Stored] | None:
    """Return by seat, as stored, what the director's result gives; None for a board not played.

    `detail` is as for `detail_scores`, or an adjusted score: see `tournament.results.adjusted`.
    Raises Refused, saying what is possible.
    """
    rules = play.round.session.event.rules
    if "adjusted" in detail:
        return adjusted_scores(rules, detail["adjusted"], seats=play.seats.count())
    scores = detail_scores(rules, detail)
    return None if scores is None else list(scores)


def scores_by_seat(stored: Sequence[Stored] | None, seats: Collection[object]) -> Sequence[Score]:
    """Return what each of the seats got, from what is stored of a result; None where nothing is."""
    if stored is None:
        return [None] * len(seats)
    return [score_from_json(score) for score in stored]


def same_detail(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether two entries say the same."""
    return dict(one) == dict(other)


@dataclass(frozen=True, slots=True)
class PlayProgress:
    """How far a play is: `state` is missing, waiting, disputed, confirmed or not_played."""

    play: Play
    state: str


def play_state(play: Play) -> str:
    """Return missing, waiting, disputed, confirmed or not_played.

    The play comes with `result` and `pending` selected.
    """
    result = getattr(play, "result", None)
    if result is not None:
        return "confirmed" if result.scores is not None else "not_played"
    pending = getattr(play, "pending", None)
    if pending is None:
        return "missing"
    return "disputed" if pending.disputed else "waiting"


def plays_of_round(playing: Round) -> QuerySet[Play]:
    """Return a round's plays with table, board, result, pending entry and seats."""
    plays = playing.plays.order_by("table__number", "board__number")
    return with_seats(plays.select_related("table", "board", "result", "pending__submission"))


def plays_unsettled(playing: Round) -> list[PlayProgress]:
    """Return the plays of a round without a result: missing, waiting or disputed."""
    states = (PlayProgress(play, play_state(play)) for play in plays_of_round(playing))
    return [each for each in states if each.state in {"missing", "waiting", "disputed"}]


def plays_missing_before(play: Play) -> Sequence[Play]:
    """Return the table's earlier plays of the same round that nobody has entered."""
    earlier = (
        Play.objects.filter(round=play.round_id, table=play.table_id)
        .filter(board__number__lt=play.board.number, result=None, pending=None)
        .select_related("board")
        .order_by("board__number")
    )
    return list(earlier)


def table_may_see_board(table: Table, play: Play) -> bool:
    """Return whether a table may see a board's traveller: shown by the event, and played here."""
    return table.event.show_traveller and play.table_id == table.pk and hasattr(play, "result")
