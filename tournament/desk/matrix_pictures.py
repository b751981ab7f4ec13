"""The three small pictures of a movement: who meets, who is compared, who holds what."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.rules.movements import Matrices

# With more players a square would be smaller than a dot.
PLAYERS_MOST = 120
# With more of them than this, a line is too low for a name.
NAMED_MOST = 30
_LEVELS = 5


@dataclass(frozen=True, slots=True)
class Level:
    """A shade: the figures it stands for, and a path of the squares that have it."""

    shade: int
    words: str
    path: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A matrix as squares of one unit; `shades` are darker the larger the figure.

    `names` say whose line is which, from the top; there are none where the lines are too low.
    """

    title: str
    names: Sequence[str]
    columns: int
    rows: int
    shades: Sequence[Level]


def pictures(found: Matrices, names: Mapping[int, str]) -> list[Picture]:
    """Return the pictures of meetings, comparisons and seats; none where they would be too fine.

    `names` has every player of the matrices.
    """
    if not 0 < len(found.players) <= PLAYERS_MOST:
        return []
    named = [names[player] for player in found.players if len(found.players) <= NAMED_MOST]
    return [
        _picture(_("Meetings"), named, found.meetings, is_square=True),
        _picture(_("Boards with the same cards"), named, found.comparisons, is_square=True),
        _picture(_("Boards in seats A, B, C"), named, found.seats, is_square=False),
    ]


def _picture(
    title: str, names: Sequence[str], rows: Sequence[Sequence[int]], *, is_square: bool
) -> Picture:
    figures = sorted(
        {
            number
            for place, row in enumerate(rows)
            for other, number in enumerate(row)
            if not (is_square and other == place)
        }
    )
    shade = _shades(figures)
    shaded: dict[int, list[int]] = {}
    for figure in figures:
        shaded.setdefault(shade(figure), []).append(figure)
    paths: dict[int, list[str]] = {number: [] for number in shaded}
    for place, row in enumerate(rows):
        for other, number in enumerate(row):
            if not (is_square and other == place):
                paths[shade(number)].append(f"M{other} {place}h1v1h-1z")
    return Picture(
        title=title,
        names=names,
        columns=len(rows[0]),
        rows=len(rows),
        shades=[Level(number, _range(shaded[number]), "".join(paths[number])) for number in shaded],
    )


def _shades(figures: Sequence[int]) -> Callable[[int], int]:
    """Return the shade of a figure: one each while there are few, else by its size."""
    if not figures:
        return lambda figure: 0
    if figures[0] == figures[-1]:
        return lambda figure: _LEVELS // 2
    least, spread = figures[0], figures[-1] - figures[0]
    return lambda figure: (figure - least) * (_LEVELS - 1) // spread


def _range(figures: Sequence[int]) -> str:
    return str(figures[0]) if len(figures) == 1 else f"{figures[0]}–{figures[-1]}"
