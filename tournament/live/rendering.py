"""A participant's page as HTML: the same for a request and for a stream."""

from collections.abc import Sequence
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from tournament.errors import Refused
from tournament.push.topics import seat_topic

from .access import digest
from .facts import Facts, Sitting, facts_of, sitting_of
from .models import Participant
from .news import news_of
from .panels import Panel, panels_of
from .selectors import (
    held_on,
    participant_by_id,
    play_upcoming,
    seat_upcoming,
    table_at,
    table_view,
)


def seat_context(participant: Participant, refused: Refused | None = None) -> dict[str, Any]:
    """Return what live/_seat.html takes."""
    sitting = sitting_of(participant.public_id)
    facts = None if sitting is None else facts_of(sitting)
    return _context(participant, sitting, facts, refused)


def _context(
    participant: Participant,
    sitting: Sitting | None,
    facts: Facts | None,
    refused: Refused | None = None,
) -> dict[str, Any]:
    table = None
    if sitting is not None and facts is not None:
        table = table_view(facts.live, sitting.number, facts)
    is_free = table is None or table.is_over
    upcoming = play_upcoming(participant) if is_free else None
    return {
        "participant": participant,
        "event": participant.entry.event if participant.entry else None,
        "table": table,
        "waiting": seat_upcoming(participant) if is_free else None,
        "upcoming": upcoming,
        "held": None if upcoming is None else held_on(participant, upcoming),
        "refused": refused,
        "panels": panels_of(participant),
        "news": _news(participant, None if is_free else facts),
    }


def _news(participant: Participant, facts: Facts | None) -> Sequence[Panel]:
    """Return what is told at the participant's table; `facts` while a deal is being played."""
    reader = participant.public_id
    if facts is not None:
        return facts.news.get(reader, ())
    table = table_at(participant)
    return () if table is None else news_of(table, [reader])[reader]


def seat_reader(participant: Participant, language: str) -> str:
    """Return the reader of a participant's stream: a language, and the device that asks."""
    return f"{language}.{digest(participant.device)}"


def seat_content(topic: str, reader: str, _session: str) -> str | None:
    """Return a participant's page for a stream; None once another device or a bot has the seat.

    Then the page asks for itself, and is told so.
    """
    public_id = topic.removeprefix(seat_topic(""))
    language, _dot, device = reader.partition(".")
    sitting = sitting_of(public_id)
    facts = None if sitting is None else facts_of(sitting)
    if sitting is None or facts is None:
        participant = participant_by_id(public_id)
        holder = participant.device if participant else ""
    else:
        participant = facts.seats[sitting.number].participant
        holder = sitting.device
    if participant is None or participant.bot or not holder or digest(holder) != device:
        return None
    with translation.override(language):
        return render_to_string("live/_seat.html", _context(participant, sitting, facts))
