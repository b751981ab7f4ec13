"""Lines of a ranking as templates/_standings.html takes them."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from tournament.events.models import Event
from tournament.rules.tallies import Row

from .teams import TeamRow


def figures(row: Row, *, by_datum: bool) -> dict[str, Any]:
    """Return the figures of a line."""
    return {
        "boards": row.boards,
        "points": row.points if row.boards else None,
        "percent": row.percent,
        "lives": row.lives if row.boards else None,
        "mean": row.datum_mean if by_datum else row.mean,
        "datum": row.datum if row.boards else None,
    }


def team_lines(event: Event, rows: Iterable[TeamRow]) -> list[dict[str, Any]]:
    """Return the lines of the teams."""
    return [
        {
            "rank": each.row.rank,
            "name": each.name,
            "url": reverse("team", args=[event.public_id, each.team.number]),
            "members": each.members,
            "note": each.note,
            **figures(each.row, by_datum=event.method == Event.Method.DATUM),
        }
        for each in rows
    ]
