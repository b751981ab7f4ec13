"""The ranking of an event or session, computed from its plays: the one entry point.

Pure and exact: the same plays in any order give the same standings. Rules and worked examples
are in `docs/scoring.md`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import lcm
from operator import itemgetter

from tournament.rules.awards import with_awards
from tournament.rules.inputs import (
    Entrant,
    Method,
    Play,
    Rounding,
    Settings,
    SitOut,
    TieBreak,
    Unranked,
)
from tournament.rules.matchpoints import BoardScores, Field, Given, score_board
from tournament.rules.tallies import Row, Sums, TieBreakValue, gather
from tournament.rules.tiebreaks import Evidence, Meeting, separate

__all__ = [
    "BoardScores",
    "Entrant",
    "Field",
    "Method",
    "Play",
    "Rounding",
    "Row",
    "Settings",
    "SitOut",
    "Standings",
    "TieBreak",
    "TieBreakValue",
    "compute",
]

_VALUE = itemgetter(0)


@dataclass(frozen=True, slots=True)
class Standings:
    """Rows in ranking order, entries that share a rank by their number; boards by number."""

    rows: tuple[Row, ...]
    boards: Mapping[int, BoardScores]


def compute(
    plays: Iterable[Play], *, settings: Settings, entrants: Mapping[int, Entrant]
) -> Standings:
    """The standings of `entrants`, by entry, after `plays`.

    `plays` are all those expected of each board, also the ones without a result yet: they make
    E. Players who are not among `entrants` count in the fields and are not ranked. Entries that
    have no rank come last.

    Raises ValueError for a play given twice, tables of different sizes on a board, or scores
    that do not match the seats.
    """
    grouped = _by_board(plays)
    boards = {
        number: score_board(number, of_board, rounding=settings.rounding)
        for number, of_board in grouped.items()
    }
    tallies = gather(grouped, boards)
    sums: dict[int, Sums] = {}
    given: dict[tuple[int, int], Given] = {}
    for entry, entrant in entrants.items():
        artificial = tallies.artificial.get(entry, ())
        sums[entry], own = with_awards(tallies.made(entry), artificial, entrant, settings)
        given |= own
    for guest in tallies.artificial.keys() - entrants.keys():
        _, own = with_awards(tallies.made(guest), tallies.artificial[guest], Entrant(), settings)
        given |= own
    persons = _persons(grouped, entrants)
    reasons = {
        entry: _unranked(
            each, entrants[entry], settings, entry in persons and persons[entry] is None
        )
        for entry, each in sums.items()
    }
    ranked = [
        row._replace(person=persons.get(row.entry))
        for row in _ranked(
            [each for entry, each in sums.items() if reasons[entry] is None],
            settings,
            grouped,
            Evidence(settings.method, tallies, {}, settings.seed),
        )
    ]
    unranked = [
        sums[entry].row(None)._replace(unranked=reason)
        for entry, reason in sorted(reasons.items())
        if reason is not None
    ]
    return Standings((*_placed(ranked, entrants), *unranked), _with_given(boards, given, grouped))


def _by_board(plays: Iterable[Play]) -> dict[int, list[Play]]:
    grouped: defaultdict[int, list[Play]] = defaultdict(list)
    for play in plays:
        grouped[play.board].append(play)
    return dict(sorted(grouped.items()))


def _persons(
    grouped: Mapping[int, Sequence[Play]], entrants: Mapping[int, Entrant]
) -> dict[int, int | None]:
    """In whose name entries are ranked for whom somebody else sat at more than half their boards.

    That needs half the boards: None when nobody has them.
    """
    substituted = {entry for entry, entrant in entrants.items() if entrant.substitutes}
    if not substituted:
        return {}
    boards: defaultdict[int, Counter[int | None]] = defaultdict(Counter)
    for plays in grouped.values():
        for play in plays:
            for entry, score in zip(play.players, play.scores or (), strict=False):
                if entry in substituted and score is not None:
                    boards[entry][entrants[entry].substitutes.get(play.id)] += 1
    persons = {}
    for entry, counts in boards.items():
        half = counts.total() / 2
        if counts[None] < half:
            persons[entry] = next(
                (person for person in counts if person is not None and counts[person] >= half), None
            )
    return persons


def _unranked(
    sums: Sums, entrant: Entrant, settings: Settings, is_nameless: bool
) -> Unranked | None:
    if entrant.stand_in:
        return Unranked.STAND_IN
    if not sums.boards:
        return Unranked.NO_RESULT
    if entrant.due is not None and 2 * sums.played < entrant.due:
        return Unranked.WITHDREW
    if sums.played < settings.minimum_boards:
        return Unranked.FEW_BOARDS
    return Unranked.NO_NAME if is_nameless else None


def _placed(rows: Sequence[Row], entrants: Mapping[int, Entrant]) -> Iterator[Row]:
    """The ranked rows, each with its rank among those of its categories."""
    ahead: Counter[str] = Counter()
    latest: dict[str, tuple[int | None, int]] = {}
    for row in rows:
        places = []
        for category in entrants[row.entry].categories:
            ahead[category] += 1
            rank, place = latest.get(category, (None, 0))
            if rank != row.rank:
                place = ahead[category]
            latest[category] = row.rank, place
            places.append((category, place))
        yield row._replace(places=tuple(places))


def _with_given(
    boards: Mapping[int, BoardScores],
    given: Mapping[tuple[int, int], Given],
    grouped: Mapping[int, Sequence[Play]],
) -> Mapping[int, BoardScores]:
    if not given:
        return boards
    board_of = {play.id: board for board, plays in grouped.items() for play in plays}
    by_board: defaultdict[int, dict[tuple[int, int], Given]] = defaultdict(dict)
    for (play, seat), each in given.items():
        by_board[board_of[play]][play, seat] = each
    return {
        number: replace(board, given=by_board[number]) if number in by_board else board
        for number, board in boards.items()
    }


def _ranked(
    sums: Sequence[Sums],
    settings: Settings,
    grouped: Mapping[int, Sequence[Play]],
    evidence: Evidence,
) -> Iterator[Row]:
    groups = _level_groups(sums, settings.method)
    if TieBreak.HEAD_TO_HEAD in settings.tie_breaks:
        evidence = replace(evidence, meetings=_meetings(groups, grouped))
    rank = 1
    for group in groups:
        for sharing in separate([(each, ()) for each in group], settings.tie_breaks, evidence):
            for each, applied in sharing:
                yield each.row(rank, applied)
            rank += len(sharing)


def _level_groups(sums: Sequence[Sums], method: Method) -> list[list[Sums]]:
    """Entries grouped by equal results, best first.

    In matchpoints, entries whose tops sum to 0 have no percentage: they follow, by mean lives.
    """
    if method == Method.MATCHPOINTS:
        with_percent = [each for each in sums if each.top_sum]
        without = [each for each in sums if not each.top_sum]
        return [
            *_grouped([(each, each.points, each.top_sum) for each in with_percent]),
            *_level_groups(without, Method.LIVES),
        ]
    if method == Method.DATUM:
        return _grouped([(each, each.datum, each.divisor) for each in sums])
    return _grouped([(each, each.score, each.divisor) for each in sums])


def _grouped(quotients: Sequence[tuple[Sums, int, int]]) -> list[list[Sums]]:
    """Entries by a quotient, highest first, compared exactly over one denominator."""
    common = lcm(*{denominator for _, _, denominator in quotients})
    keyed = [(value * (common // over), each) for each, value, over in quotients]
    keyed.sort(key=_VALUE, reverse=True)
    return [[each for _, each in group] for _, group in groupby(keyed, key=_VALUE)]


def _meetings(
    groups: Sequence[Sequence[Sums]], grouped: Mapping[int, Sequence[Play]]
) -> Mapping[int, Sequence[Meeting]]:
    """The meetings of two entries of one group, each as its plays with a result, by entry."""
    group_of = {each.entry: number for number, group in enumerate(groups) for each in group}
    meetings: defaultdict[int, list[Meeting]] = defaultdict(list)
    for plays in grouped.values():
        for meeting in _met([play for play in plays if play.scores is not None]):
            entries = [entry for play in meeting for entry in play.players]
            if len({group_of.get(entry) for entry in entries}) < len(entries):
                for entry in entries:
                    meetings[entry].append(meeting)
    return meetings


def _met(plays: Iterable[Play]) -> Iterator[Meeting]:
    """Plays of one board, those of a meeting together."""
    together: defaultdict[int, list[Play]] = defaultdict(list)
    for play in plays:
        if play.meeting is None:
            yield (play,)
        else:
            together[play.meeting].append(play)
    yield from map(tuple, together.values())
