"""What every card asks of the database about its table, in SQL by hand.

Django takes ten times as long to write these questions as a database to answer them.
"""

from datetime import UTC, datetime
from typing import NamedTuple

from django.db import connection

from tournament.events.models import Round

from .clock import Sitting
from .models import LiveDeal

_SEATED = """
    SELECT participant.public_id, seat.number, participant.bot, participant.away, seat.ready_at,
           participant.seen_at, round.state
    FROM live_liveseat seat
    JOIN live_participant participant ON participant.id = seat.participant_id
    JOIN live_livedeal deal ON deal.id = seat.live_deal_id
    LEFT JOIN tables_play play ON play.id = deal.play_id
    LEFT JOIN events_round round ON round.id = play.round_id
    WHERE seat.live_deal_id = %s ORDER BY seat.number
"""
# Whoever changes a participant waits for their deals next: a card, which has its deal, must not
# wait for the participant. The page's own sign of life comes in any case.
_SEEN = """
    UPDATE live_participant SET seen_at = %s WHERE id IN (
        SELECT participant.id
        FROM live_participant participant
        JOIN live_liveseat seat ON seat.participant_id = participant.id
        WHERE seat.live_deal_id = %s AND seat.number = %s{locking}
    )
"""
_LAST = "SELECT id, at FROM live_step WHERE live_deal_id = %s AND ply = %s"
_LOCKING = " FOR UPDATE OF participant SKIP LOCKED"


class Around(NamedTuple):
    """Who sits around a deal, by seat: participants' public ids, and how the clock sees them.

    `round_runs` is whether the round in which it is played is running; among friends there is none.
    """

    participants: list[str]
    sittings: list[Sitting]
    round_runs: bool


def around(live: LiveDeal) -> Around:
    """Return who sits around a deal as it is now."""
    with connection.cursor() as cursor:
        cursor.execute(_SEATED, [live.pk])
        rows = cursor.fetchall()
    return Around(
        participants=[row[0] for row in rows],
        sittings=[
            Sitting(
                number=number,
                is_bot=bool(bot),
                is_away=bool(away),
                is_ready=ready_at is not None,
                seen_at=None if seen_at is None else _aware(seen_at),
            )
            for _id, number, bot, away, ready_at, seen_at, _state in rows
        ],
        round_runs=all(row[-1] in {None, Round.State.RUNNING} for row in rows),
    )


def row_last(live: LiveDeal) -> tuple[int, datetime] | None:
    """Return the key and the time of the last row of a deal's log."""
    with connection.cursor() as cursor:
        cursor.execute(_LAST, [live.pk, live.steps - 1])
        row = cursor.fetchone()
    return None if row is None else (row[0], _aware(row[1]))


def seat_seen(live: LiveDeal, seat: int, now: datetime) -> None:
    """Note that whoever holds a seat is there, unless somebody changes them at this moment."""
    locks = connection.features.has_select_for_update_skip_locked
    with connection.cursor() as cursor:
        cursor.execute(_SEEN.format(locking=_LOCKING if locks else ""), [now, live.pk, seat])


def _aware(moment: datetime) -> datetime:
    """SQLite stores moments in UTC and does not say so."""
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
