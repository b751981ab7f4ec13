"""The clock of a round, as the desk, the tables and the public pages show it."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from .models import Round

# Seconds from which on a clock warns.
SOON, LOW = 300, 60


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock of a round: seconds left, which may be less than 0, or None without a clock."""

    left: float | None
    ends_at: datetime | None
    is_paused: bool

    @property
    def warning(self) -> str:
        """What to say of it: over, low, soon, or nothing."""
        if self.left is None:
            return ""
        if self.left <= 0:
            return "over"
        return "low" if self.left <= LOW else "soon" if self.left <= SOON else ""


def round_clock(playing: Round) -> RoundClock:
    """Return the clock of a round as it stands now."""
    return clock_of(playing.ends_at, playing.paused_at)


def clock_of(ends_at: datetime | None, paused_at: datetime | None) -> RoundClock:
    """Return a clock that ends then, and stands still since it was paused."""
    if ends_at is None:
        return RoundClock(None, None, paused_at is not None)
    left = (ends_at - (paused_at or timezone.now())).total_seconds()
    return RoundClock(round(left, 1), ends_at, paused_at is not None)
