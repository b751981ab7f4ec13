"""What is practised, on the page of whoever plays it."""

from tournament.live.models import Participant
from tournament.live.panels import Panel

from .models import Practice


def practice_panel(participant: Participant) -> Panel | None:
    """Return the panel of a practice; None for anybody else's page."""
    if participant.entry_id is not None:
        return None
    practice = (
        Practice.objects.select_related("board__session__event", "live_deal")
        .filter(participant=participant)
        .first()
    )
    return None if practice is None else Panel("practice/_panel.html", practice)
