"""Who is ranked where: the whole law of docs/scoring.md, written from it and from nothing else.

Slow on purpose: a second opinion on `tournament.rules`, with which it shares the types of what
both are given, and no code.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tests.rules.naive.fields import Result, all_results
from tests.rules.naive.totals import Total, total_of
from tournament.rules.inputs import Entrant, Method, Play, Settings, TieBreak, Unranked


@dataclass
class Line:
    """One line of the ranking."""

    entry: int
    results: list[Result]
    total: Total
    rank: int | None = None
    tie_breaks: list[tuple[TieBreak, tuple[Fraction, ...]]] = field(default_factory=list)
    unranked: Unranked | None = None
    person: int | None = None
    places: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Ranking:
    """Lines in the order they are listed, and what every seat has, by play and seat."""

    lines: list[Line]
    results: dict[tuple[int, int], Result]


def ranking(
    plays: Sequence[Play], *, settings: Settings, entrants: Mapping[int, Entrant]
) -> Ranking:
    """Return the ranking of `entrants` after `plays`."""
    results = all_results(plays, settings.rounding)
    lines = []
    for entry in sorted(entrants):
        own = [result for result in results if result.player == entry]
        line = Line(entry, own, total_of(own, entrants[entry], settings))
        line.unranked, line.person = _standing(own, entry, entrants[entry], settings)
        lines.append(line)
    ranked = [line for line in lines if line.unranked is None]
    unranked = [line for line in lines if line.unranked is not None]
    listed: list[Line] = []
    for level in _in_order(ranked, settings):
        for line in level:
            line.rank = len(listed) + 1
        listed += level
    _enter_places(listed, entrants)
    by_seat = {(result.play, result.seat): result for result in results}
    return Ranking(listed + unranked, by_seat)


def _standing(
    results: Sequence[Result], entry: int, entrant: Entrant, settings: Settings
) -> tuple[Unranked | None, int | None]:
    """Return why the entry has no rank, if so, and the substitute in whose name it is ranked."""
    if entrant.stand_in:
        return Unranked.STAND_IN, None
    played = len(results)
    if played == 0:
        return Unranked.NO_RESULT, None
    if entrant.due is not None and 2 * played < entrant.due:
        return Unranked.WITHDREW, None
    if played < settings.minimum_boards:
        return Unranked.FEW_BOARDS, None
    sat = [entrant.substitutes.get(result.play, entry) for result in results]
    if 2 * sat.count(entry) >= played:
        return None, None
    for person in sat:
        if 2 * sat.count(person) >= played:
            return None, person
    return Unranked.NO_NAME, None


def _enter_places(listed: Sequence[Line], entrants: Mapping[int, Entrant]) -> None:
    for line in listed:
        for category in entrants[line.entry].categories:
            members = [other for other in listed if category in entrants[other.entry].categories]
            ahead = [
                member
                for member in members
                if member.rank is not None and line.rank is not None and member.rank < line.rank
            ]
            line.places[category] = 1 + len(ahead)


def _in_order(lines: Sequence[Line], settings: Settings) -> list[list[Line]]:
    """Return the lines from the best down; those who share a rank together."""
    ordered = []
    with_percent = lines
    if settings.method is Method.MATCHPOINTS:
        with_percent = [line for line in lines if line.total.percent is not None]
    for level in _split(with_percent, lambda line: _sort_value(line, settings.method)):
        ordered += _tie_broken(level, settings.tie_breaks, settings.method, settings.seed)
    without = [line for line in lines if line not in with_percent]
    for level in _split(without, lambda line: _sort_value(line, Method.LIVES)):
        ordered += _tie_broken(level, settings.tie_breaks, Method.LIVES, settings.seed)
    return ordered


def _sort_value(line: Line, method: Method) -> tuple[Fraction, ...]:
    if method is Method.MATCHPOINTS:
        value = line.total.percent
    else:
        value = line.total.mean if method is Method.LIVES else line.total.datum_mean
    assert value is not None
    return (value,)


def _split(
    lines: Sequence[Line], value: Callable[[Line], tuple[Fraction, ...]]
) -> list[list[Line]]:
    """Return groups of level lines, the highest value first."""
    valued = [(value(line), line) for line in lines]
    levels = sorted({each for each, _ in valued}, reverse=True)
    return [[line for each, line in valued if each == level] for level in levels]


def _tie_broken(
    group: list[Line], tie_breaks: Sequence[TieBreak], method: Method, seed: str
) -> list[list[Line]]:
    if len(group) == 1 or not tie_breaks:
        return [group]
    rule, *rest = tie_breaks
    compared, shown = _values(rule, group, method, seed)
    for line in group:
        line.tie_breaks.append((rule, shown[line.entry]))
    ordered = []
    for level in _split(group, lambda line: compared[line.entry]):
        ordered += _tie_broken(level, rest, method, seed)
    return ordered


Values = dict[int, tuple[Fraction, ...]]


def _values(
    rule: TieBreak, group: Sequence[Line], method: Method, seed: str
) -> tuple[Values, Values]:
    """Return by entry what a tie-break compares, and what of it is shown."""
    if rule is TieBreak.LAST_BOARDS:
        return _last_boards(group, method)
    values: Values = {}
    for line in group:
        if rule is TieBreak.HEAD_TO_HEAD:
            value = Fraction(_head_to_head(line, group, method))
        elif rule is TieBreak.TOPS:
            value = Fraction(len([result for result in line.results if result.is_top]))
        elif rule is TieBreak.LIVES:
            assert line.total.mean is not None
            value = line.total.mean
        else:
            value = Fraction(_lot(line, group, seed))
        values[line.entry] = (value,)
    return values, values


def _compared(result: Result, method: Method) -> Fraction | None:
    """Return a board's result as tie-breaks compare it; None where it is passed over."""
    if result.score is None:
        return None
    if method is Method.MATCHPOINTS:
        return result.percent
    return result.score if method is Method.LIVES else result.datum


def _head_to_head(line: Line, group: Sequence[Line], method: Method) -> int:
    won = lost = 0
    for other in group:
        for mine in line.results:
            for theirs in other.results:
                if other is line or mine.play != theirs.play:
                    continue
                my_result, their_result = _compared(mine, method), _compared(theirs, method)
                if my_result is not None and their_result is not None:
                    won += my_result > their_result
                    lost += my_result < their_result
    return won - lost


def _last_boards(group: Sequence[Line], method: Method) -> tuple[Values, Values]:
    backwards = {}
    for line in group:
        results = [_compared(result, method) for result in line.results]
        backwards[line.entry] = [result for result in reversed(results) if result is not None]
    fewest = min(len(results) for results in backwards.values())
    compared = {entry: tuple(results[:fewest]) for entry, results in backwards.items()}
    shown = {}
    for entry, mine in compared.items():
        needed = 0
        while needed < fewest and any(
            theirs[:needed] == mine[:needed] for other, theirs in compared.items() if other != entry
        ):
            needed += 1
        shown[entry] = mine[:needed]
    return compared, shown


def _lot(line: Line, group: Sequence[Line], seed: str) -> int:
    digests = {
        other.entry: hashlib.sha256(f"{seed}\n{other.entry}".encode()).digest() for other in group
    }
    return sum(digest <= digests[line.entry] for digest in digests.values())
