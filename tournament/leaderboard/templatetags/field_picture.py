"""The small picture of a field: how many tricks everybody took who held the same cards."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.rules.display import rounded

from .triplicate import score_class

register = template.Library()

# In the SVG's own units: a column for each number of tricks, and room for the axis below.
COLUMN = 11
BAR = 9
TALLEST = 34
BASE = TALLEST + 1
AXIS = 17
KINDS = ("down", "level", "up")


@dataclass(frozen=True, slots=True)
class Piece:
    """Those of a column whom it brought the same; lengths are written out for the SVG."""

    kind: str
    x: int
    y: str
    height: str


@register.inclusion_tag("_field_picture.html")
def field_picture(
    results: Iterable[tuple[Sequence[int], Sequence[int]]],
    seat: int,
    own: int | None,
    game: str = "comon",
) -> dict[str, object]:
    """Draw how often each number of tricks was taken at `seat`, and what it brought.

    `results` are pairs of trick counts and scores by seat, `own` the tricks to be marked.
    """
    tally: Counter[tuple[int, str]] = Counter()
    counts: Counter[int] = Counter()
    most = 0
    for tricks, scores in results:
        tally[tricks[seat], score_class(scores[seat], game)] += 1
        counts[tricks[seat]] += 1
        most = sum(tricks)
    unit = Fraction(TALLEST, max(counts.values(), default=1))
    pieces = []
    for tricks_taken in sorted(counts):
        top = Fraction(BASE)
        for kind in KINDS:
            if count := tally[tricks_taken, kind]:
                top -= count * unit
                pieces.append(
                    Piece(kind, tricks_taken * COLUMN, _length(top), _length(count * unit))
                )
    return {
        "total": sum(counts.values()),
        "bars": pieces,
        "bar_width": BAR,
        "width": (most + 1) * COLUMN,
        "height": BASE + AXIS,
        "base": BASE,
        "below": BASE + 1,
        "axis_y": BASE + AXIS - 2,
        "axis": [(tricks * COLUMN, tricks) for tricks in range(0, most + 1, 5)],
        "own": None if own is None else own * COLUMN + BAR // 2,
        "summary": _spoken(counts, own),
    }


def _length(value: Fraction) -> str:
    return str(rounded(value, 2))


def _spoken(counts: Counter[int], own: int | None) -> str:
    each = ", ".join(
        _("{tricks}: {times}").format(
            tricks=ngettext("{tricks} trick", "{tricks} tricks", tricks).format(tricks=tricks),
            times=ngettext("{count} time", "{count} times", count).format(count=count),
        )
        for tricks, count in sorted(counts.items())
    )
    words = _("At the same seat: {each}.").format(each=each)
    if own is not None:
        words += " " + _("Here: {tricks}.").format(tricks=own)
    return words
