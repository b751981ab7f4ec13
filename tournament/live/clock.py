"""When the server must act by itself: plain values in, plain values out."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

# How long a bot takes, so that people can follow; and a little longer for one who stands in.
BOT_PACE = timedelta(seconds=0.9)
# Two clocks of one computer are never further apart, nor a write from its reading.
SLACK = timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A seat as the clock sees it. `seen_at` is None for a person who never came."""

    number: int
    is_bot: bool
    is_away: bool
    is_ready: bool
    seen_at: datetime | None

    def gone_at(self, gone: timedelta, since: datetime) -> datetime:
        """When this person counts as gone, unless a sign of life comes; never before `since`."""
        return max(since, self.seen_at + gone) if self.seen_at else since + gone


def is_set_back(
    due: datetime, *, now: datetime, gone: timedelta, opening: timedelta, lease: timedelta
) -> bool:
    """Whether nothing at a table can be due only then: the computer's clock was set back.

    `opening` is the time for looking at the hands, `lease` what a referee takes to think.
    """
    # A person counts as gone that long after the turn began, and nobody is waited for longer.
    return due - now > max(opening + gone, lease) + BOT_PACE + SLACK


def start_at(sittings: Sequence[Sitting], *, created: datetime, gone: timedelta) -> datetime:
    """When a deal begins: at once when everybody is there, else after a time of waiting."""
    everybody = all(each.is_bot or each.is_away or each.is_ready for each in sittings)
    return created if everybody else created + gone


def due_at(
    awaited: Sequence[Sitting],
    *,
    turn: datetime,
    gone: timedelta,
    deadlines: Sequence[datetime | None],
) -> datetime | None:
    """When the server acts for one of the seats that the table waits for; None: never.

    `deadlines` are the clocks that run, of the action and of the board.
    """
    if not awaited:
        return None
    times = [deadline for deadline in deadlines if deadline is not None]
    for sitting in awaited:
        if sitting.is_bot or sitting.is_away:
            times.append(turn + BOT_PACE)
        else:
            times.append(sitting.gone_at(gone, turn))
    return min(times)
