"""The ranking of an event or session, computed from its plays: the one entry point.

Pure and exact: the same plays in any order give the same standings. Rules and worked examples
are in `docs/scoring.md`.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import lcm
from operator import itemgetter

from tournament.rules.inputs import Method, Play, Rounding, Settings, SitOut, TieBreak
from tournament.rules.matchpoints import BoardScores, Field, score_board
from tournament.rules.tallies import Row, Sums, Tallies, TieBreakValue, gather
from tournament.rules.tiebreaks import Evidence, separate

__all__ = [
    "BoardScores",
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

NO_SIT_OUTS: Mapping[int, int] = {}
_VALUE = itemgetter(0)


@dataclass(frozen=True, slots=True)
class Standings:
    """Rows in ranking order, entries that share a rank by their number; boards by number."""

    rows: tuple[Row, ...]
    boards: Mapping[int, BoardScores]


def compute(
    plays: Iterable[Play],
    *,
    settings: Settings,
    entries: Collection[int],
    sit_outs: Mapping[int, int] = NO_SIT_OUTS,
) -> Standings:
    """The standings of `entries` after `plays`.

    `plays` are all those expected of each board, also the ones without a result yet: they make
    E. Players who are not among `entries` count in the fields and are
    not ranked. `sit_outs` gives boards sat out by entry; they matter by `settings.sit_out` only,
    and only to who has a result. Entries without a result come last, with no rank.

    Raises ValueError for a play given twice, tables of different sizes on a board, or scores
    that do not match the seats.
    """
    grouped = _by_board(plays)
    boards = {
        number: score_board(number, of_board, rounding=settings.rounding)
        for number, of_board in grouped.items()
    }
    tallies = gather(grouped, boards)
    sums = [
        tallies.sums(entry, sat_out=sit_outs.get(entry, 0), rule=settings.sit_out)
        for entry in dict.fromkeys(entries)
    ]
    ranked = _ranked([each for each in sums if each.boards], settings, grouped, tallies)
    unranked = sorted(each for each in sums if not each.boards)
    return Standings((*ranked, *[each.row(None) for each in unranked]), boards)


def _by_board(plays: Iterable[Play]) -> dict[int, list[Play]]:
    grouped: defaultdict[int, list[Play]] = defaultdict(list)
    for play in plays:
        grouped[play.board].append(play)
    return dict(sorted(grouped.items()))


def _ranked(
    sums: Sequence[Sums],
    settings: Settings,
    grouped: Mapping[int, Sequence[Play]],
    tallies: Tallies,
) -> Iterator[Row]:
    groups = _level_groups(sums, settings.method)
    meetings: Mapping[int, Sequence[Play]] = {}
    if TieBreak.HEAD_TO_HEAD in settings.tie_breaks:
        meetings = _meetings(groups, grouped)
    evidence = Evidence(settings.method, tallies, meetings, settings.seed)
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
        return _grouped([(each, each.datum, each.boards * each.unit) for each in sums])
    return _grouped([(each, each.score, each.boards * each.unit) for each in sums])


def _grouped(quotients: Sequence[tuple[Sums, int, int]]) -> list[list[Sums]]:
    """Entries by a quotient, highest first, compared exactly over one denominator."""
    common = lcm(*{denominator for _, _, denominator in quotients})
    keyed = [(value * (common // over), each) for each, value, over in quotients]
    keyed.sort(key=_VALUE, reverse=True)
    return [[each for _, each in group] for _, group in groupby(keyed, key=_VALUE)]


def _meetings(
    groups: Sequence[Sequence[Sums]], grouped: Mapping[int, Sequence[Play]]
) -> Mapping[int, Sequence[Play]]:
    """Plays with a result at which two entries of one group sat together, by entry."""
    group_of = {each.entry: number for number, group in enumerate(groups) for each in group}
    meetings: defaultdict[int, list[Play]] = defaultdict(list)
    for plays in grouped.values():
        for play in plays:
            sat = {group_of.get(entry) for entry in play.players}
            if play.scores is not None and len(sat) < len(play.players):
                for entry in play.players:
                    meetings[entry].append(play)
    return meetings
