"""How level players were separated, in words: each tie-break applied, with what it compared."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.events.models import Event
from tournament.rules.inputs import TieBreak
from tournament.rules.tallies import Row, TieBreakValue

from .templatetags.triplicate import is_in_lives, percent, points, score

NAMES: Mapping[TieBreak, Promise] = {
    TieBreak.HEAD_TO_HEAD: _("head to head, at the same tables"),
    TieBreak.TOPS: _("number of tops"),
    TieBreak.LIVES: _("lives"),
    TieBreak.LAST_BOARDS: _("last boards, backwards"),
    TieBreak.LOT: _("drawn lot"),
}

SCORE = pgettext_lazy("method", "score")


class Ranked(Protocol):
    """A player's line of the ranking, or a team's."""

    @property
    def row(self) -> Row: ...
    @property
    def name(self) -> str: ...
    @property
    def withheld(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Tie:
    """Who was level with others, and the tie-breaks that were applied, in order."""

    row: Ranked
    applied: list[tuple[Promise, str]]


def ties_of(rows: Iterable[Ranked], *, method: str, game: str) -> list[Tie]:
    """Return the rows that a tie-break was applied to, in ranking order."""
    return [
        Tie(
            each,
            [
                (_name(tie.rule, game), _values(tie, each.row, method, game))
                for tie in each.row.tie_breaks
            ],
        )
        for each in rows
        if each.row.tie_breaks
    ]


def _name(rule: TieBreak, game: str) -> Promise:
    if rule == TieBreak.LIVES and not is_in_lives(game):
        return SCORE
    return NAMES[rule]


def _values(applied: TieBreakValue, row: Row, method: str, game: str) -> str:
    write: Callable[[Fraction], str] = points
    in_score = partial(score, game=game)
    if applied.rule == TieBreak.LIVES:
        write = in_score
    elif applied.rule == TieBreak.LAST_BOARDS:
        # Without a top there are no matchpoints, and scores are compared.
        by_percent = method == Event.Method.MATCHPOINTS and row.top_sum
        write = percent if by_percent else in_score
    return " · ".join(write(value) for value in applied.values)
