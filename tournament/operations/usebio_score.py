"""Our match points of a USEBIO file's lines beside the file's own.

Files hardly say by which rules they were scored, and programs differ: which points a pair beaten
is worth, who is compared with whom, and what stands in for a missing result. Each way is tried,
and the one most lines agree with is taken, and told.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import product

from tournament.operations.usebio import Results
from tournament.operations.usebio_lines import NOT_PLAYED, PASSED_OUT, Line
from tournament.rules.inputs import Play, Rounding
from tournament.rules.matchpoints import field_matchpoints, score_board
from tournament.rules.scores import Score

Points = tuple[Fraction | None, Fraction | None]


class Missing(StrEnum):
    """What stands in for results that a board's top counts, but that are not there."""

    NEUBERG = "neuberg"  # results spread like those that are in: our own rule
    LEVEL = "level"  # results that are level with each of those that are in


@dataclass(frozen=True, slots=True)
class Reading:
    """By which rules a file is taken to be scored.

    `scale` is what a pair beaten is worth. Decimals are rounded, or `cut` off. A line without a
    word of what happened is a passed-out board, or nothing.
    """

    scale: int
    by_section: bool
    missing: Missing
    cut: bool
    blank_is_pass: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """A line with our points by side, on the file's scale, and whether the file's agree.

    Where they are not compared, `agrees` is None and `why` says why.
    """

    line: Line
    points: Points
    agrees: bool | None
    why: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """A file's lines compared. `incomplete` counts boards with fewer results than their top has.

    `places` is how many decimals the file has.
    """

    reading: Reading
    places: int
    incomplete: int
    lines: tuple[Compared, ...]

    def count(self, *, agrees: bool | None) -> int:
        """How many lines agree, differ (False) or are not compared (None)."""
        return sum(compared.agrees is agrees for compared in self.lines)

    @property
    def fit(self) -> tuple[int, Fraction]:
        """How well the reading fits; more is better."""
        away = sum(
            (
                abs(ours - theirs)
                for compared in self.lines
                if compared.agrees is not None
                for ours, theirs in zip(compared.points, compared.line.points, strict=True)
                if ours is not None and theirs is not None
            ),
            Fraction(0),
        )
        return self.count(agrees=True), -away


def usebio_compare(results: Results) -> Comparison:
    """Return the file's lines beside our points, by the rules that fit most of them.

    Of rules that fit equally well, the more usual are taken.
    """
    sections = {line.section for line in results.lines}
    readings = product(
        [results.scale] if results.scale else [2, 1],
        [False, True] if len(sections) > 1 else [False],
        Missing,
        [False, True],
        [True, False] if any(line.is_blank for line in results.lines) else [True],
    )
    places = _places(results.lines)
    compared = (_compared(results.lines, Reading(*reading), places) for reading in readings)
    return max(compared, key=lambda comparison: comparison.fit)


def _compared(lines: Sequence[Line], reading: Reading, places: int) -> Comparison:
    boards: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, line in enumerate(lines):
        section = line.section if reading.by_section else ""
        boards[line.session, section, line.board].append(number)
    played = {
        key: [number for number in numbers if lines[number].why != NOT_PLAYED]
        for key, numbers in boards.items()
    }
    fullest = max(map(len, played.values()))
    points: dict[int, Points] = {}
    incomplete = 0
    for numbers in played.values():
        scores = _scores(lines, numbers, reading)
        made = [number for number in scores if _is_made(scores[number])]
        expected = _expected([lines[number] for number in made], reading.scale, fullest)
        incomplete += 0 < len(made) < expected
        points.update(_points(scores, expected, reading))
    compared = tuple(
        _beside(line, points.get(number), reading, places) for number, line in enumerate(lines)
    )
    return Comparison(reading, places, incomplete, compared)


def _scores(
    lines: Sequence[Line], numbers: Iterable[int], reading: Reading
) -> dict[int, tuple[Score, Score]]:
    scores: dict[int, tuple[Score, Score]] = {}
    for number in numbers:
        line = lines[number]
        told = PASSED_OUT if line.is_blank and reading.blank_is_pass else line.scores
        if told is not None:
            scores[number] = told
    return scores


def _is_made(scores: tuple[Score, Score]) -> bool:
    return any(isinstance(score, int) for score in scores)


def _expected(made: Sequence[Line], scale: int, fullest: int) -> int:
    """E of a board: what the two sides of a line share between them is the board's top."""
    tops = Counter(
        round((ns + ew) / scale)
        for ns, ew in (line.points for line in made)
        if ns is not None and ew is not None
    )
    if tops:
        expected = tops.most_common(1)[0][0] + 1
        # A top far above what any board was played would be another scale's.
        if len(made) <= expected <= fullest + fullest // 4 + 1:
            return expected
    return max(fullest, len(made))


def _points(
    scores: Mapping[int, tuple[Score, Score]], expected: int, reading: Reading
) -> Iterator[tuple[int, Points]]:
    """Each line's points, by its number."""
    made = {number: each for number, each in scores.items() if _is_made(each)}
    for number in scores.keys() - made.keys():
        # The file's top may leave adjusted lines out of E: each is given its share of it alone.
        yield number, _board({number: scores[number]}, expected, reading)[number]
    yield from _board(made, expected, reading).items()


def _board(
    scores: Mapping[int, tuple[Score, Score]], expected: int, reading: Reading
) -> dict[int, Points]:
    plays = [Play(number, 0, (), each) for number, each in scores.items()]
    plays += [Play(-1 - gone, 0, (), None) for gone in range(expected - len(plays))]
    board = score_board(0, plays, rounding=Rounding.EXACT)
    level = [
        {
            score: points + expected - field.actual
            for score, points in field_matchpoints(
                field.counts, expected=field.actual, rounding=Rounding.EXACT
            ).items()
        }
        for field in board.fields.get(0, ())
        if reading.missing == Missing.LEVEL
    ]
    points: dict[int, Points] = {}
    for number, each in scores.items():
        sides = list(board.matchpoints(number))
        for side, by_score in enumerate(level):
            score = each[side]
            if isinstance(score, int):
                sides[side] = by_score[score]
        ns, ew = (None if side is None else side * reading.scale / 2 for side in sides)
        points[number] = ns, ew
    return points


def _beside(line: Line, points: Points | None, reading: Reading, places: int) -> Compared:
    if points is None:
        return Compared(line, (None, None), None, line.why)
    if line.points == (None, None):
        return Compared(line, points, None, line.why)
    agrees = all(
        _agree(ours, theirs, reading, places)
        for ours, theirs in zip(points, line.points, strict=True)
        if ours is not None and theirs is not None
    )
    return Compared(line, points, agrees, "")


def _agree(ours: Fraction, theirs: Fraction, reading: Reading, places: int) -> bool:
    """Whether the file's number is ours with its decimals; halves may go either way."""
    unit = Fraction(1, 10**places)
    return 0 <= ours - theirs < unit if reading.cut else 2 * abs(ours - theirs) <= unit


def _places(lines: Iterable[Line]) -> int:
    """How many decimals the file has, three at most: more of them are a computer's, not exact.

    Adjusted lines have more of their own: 60 % of a top is rarely a whole number.
    """
    places = 0
    for line in lines:
        if line.is_made or line.is_blank:
            for points in line.points:
                while points is not None and places < 3 and (points * 10**places).denominator > 1:
                    places += 1
    return places
