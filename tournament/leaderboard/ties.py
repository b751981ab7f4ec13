"""How level players were separated, in words: each tie-break applied, with what it compared."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.events.models import Event
from tournament.rules.inputs import TieBreak
from tournament.rules.tallies import Row, TieBreakValue

from .selectors import LeaderboardRow
from .templatetags.triplicate import lives, percent, points

NAMES: Mapping[TieBreak, Promise] = {
    TieBreak.HEAD_TO_HEAD: _("head to head, at the same tables"),
    TieBreak.TOPS: _("number of tops"),
    TieBreak.LIVES: _("lives"),
    TieBreak.LAST_BOARDS: _("last boards, backwards"),
    TieBreak.LOT: _("drawn lot"),
}


@dataclass(frozen=True, slots=True)
class Tie:
    """A player who was level with others, and the tie-breaks that were applied, in order."""

    row: LeaderboardRow
    applied: list[tuple[Promise, str]]


def ties_of(rows: Iterable[LeaderboardRow], *, method: str) -> list[Tie]:
    """Return the rows that a tie-break was applied to, in ranking order."""
    return [
        Tie(
            each, [(NAMES[tie.rule], _values(tie, each.row, method)) for tie in each.row.tie_breaks]
        )
        for each in rows
        if each.row.tie_breaks
    ]


def _values(applied: TieBreakValue, row: Row, method: str) -> str:
    write: Callable[[Fraction], str] = points
    if applied.rule == TieBreak.LIVES:
        write = lives
    elif applied.rule == TieBreak.LAST_BOARDS:
        # Without a top there are no matchpoints, and lives are compared.
        by_percent = method == Event.Method.MATCHPOINTS and row.top_sum
        write = percent if by_percent else lives
    return " · ".join(write(value) for value in applied.values)
