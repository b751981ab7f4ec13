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
           participant.seen_at, round.state, step.id, step.at
    FROM live_liveseat seat
    JOIN live_participant participant ON participant.id = seat.participant_id
    JOIN live_livedeal deal ON deal.id = seat.live_deal_id
    LEFT JOIN tables_play play ON play.id = deal.play_id
    LEFT JOIN events_round round ON round.id = play.round_id
    LEFT JOIN live_step step ON step.live_deal_id = deal.id AND step.ply = deal.steps - 1
    WHERE seat.live_deal_id = %s ORDER BY seat.number
"""
# Whoever changes a participant waits for their deals next: a card, which has its deal, must not
# wait for the participant. The page's own sign of life comes in any case.
_SEEN = """
    UPDATE live_participant SET seen_at = %s
    WHERE id IN (SELECT id FROM live_participant WHERE public_id = %s{locking})
"""
_LOCKING = " FOR UPDATE SKIP LOCKED"


class Around(NamedTuple):
    """Who sits around a deal, by seat: participants' public ids, and how the clock sees them.

    `round_runs` is whether the round in which it is played is running; among friends there is none.
    `last` are the key and the time of the last row of the deal's log.
    """

    participants: list[str]
    sittings: list[Sitting]
    round_runs: bool
    last: tuple[int, datetime] | None


def around(live: LiveDeal) -> Around:
    """Return who sits around a deal as it is now."""
    with connection.cursor() as cursor:
        cursor.execute(_SEATED, [live.pk])
        found = cursor.fetchall()
    step, at = (found[0][7], found[0][8]) if found else (None, None)
    return Around(
        participants=[row[0] for row in found],
        sittings=[
            Sitting(
                number=number,
                is_bot=bool(bot),
                is_away=bool(away),
                is_ready=ready_at is not None,
                seen_at=None if seen_at is None else _aware(seen_at),
            )
            for _id, number, bot, away, ready_at, seen_at, *_others in found
        ],
        round_runs=all(row[6] in {None, Round.State.RUNNING} for row in found),
        last=None if step is None or at is None else (step, _aware(at)),
    )


def participant_note_seen(participant_id: str, now: datetime) -> None:
    """Note that a participant is there, unless somebody changes them at this moment."""
    locks = connection.features.has_select_for_update_skip_locked
    with connection.cursor() as cursor:
        cursor.execute(_SEEN.format(locking=_LOCKING if locks else ""), [now, participant_id])


def _aware(moment: datetime) -> datetime:
    """SQLite stores moments in UTC and does not say so."""
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
