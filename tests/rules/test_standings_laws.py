"""Laws that hold for every session, and a slow second computation that must agree.

The second computation compares each result with each other one, in fractions, and shares
nothing with the product but the values that go in.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from itertools import groupby
from random import Random
from typing import Any

from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests.rules.given import entrants, made
from tournament.rules.plain import from_json, to_json
from tournament.rules.standings import (
    Method,
    Play,
    Rounding,
    Settings,
    SitOut,
    Standings,
    TieBreak,
    compute,
)

# A busy machine is no failure of the rules.
unhurried = hypothesis_settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

DISTRIBUTIONS = ((1, -2, 0), (1, 1, -2), (1, -2, -2), (2, -1, -1), (0, 0, 0))


@dataclass(frozen=True)
class Session:
    plays: list[Play]
    settings: Settings
    entries: list[int]
    sit_outs: dict[int, int]


@st.composite
def sessions(draw: st.DrawFn) -> Session:
    """A few boards; some tables miss a board, some results are not in, some players are guests."""
    tables = draw(st.integers(1, 4))
    everybody = list(range(1, 3 * tables + 1 + draw(st.integers(0, 2))))
    plays: list[Play] = []
    for board in range(1, 1 + draw(st.integers(0, 5))):
        seated = draw(st.permutations(everybody))
        for table in range(draw(st.integers(1, tables))):
            distribution = draw(st.sampled_from(DISTRIBUTIONS))
            scores = draw(st.none() | st.permutations(distribution).map(tuple))
            players = tuple(seated[3 * table : 3 * table + 3])
            plays.append(Play(len(plays) + 1, board, players, scores))
    order = draw(st.lists(st.sampled_from(list(TieBreak)[:4]), unique=True))
    settings = Settings(
        draw(st.sampled_from(Method)),
        rounding=draw(st.sampled_from(Rounding)),
        sit_out=draw(st.sampled_from(SitOut)),
        tie_breaks=(*order, *draw(st.sampled_from([(), (TieBreak.LOT,)]))),
        seed="laws",
    )
    entries = everybody[draw(st.integers(0, 2)) :]
    sit_outs = draw(st.dictionaries(st.sampled_from(everybody), st.integers(0, 3), max_size=4))
    return Session(plays, settings, entries, sit_outs)


def run(session: Session, plays: Sequence[Play] | None = None) -> list[tuple[object, ...]]:
    standings = compute(
        session.plays if plays is None else plays,
        settings=session.settings,
        entrants=entrants(session.entries, session.sit_outs),
    )
    return [
        (row.entry, row.rank, row.boards, row.points, row.percent, row.mean, row.datum_mean)
        for row in standings.rows
    ]


# The second computation.


class Naive:
    """Everything from its definition, one question at a time."""

    def __init__(self, session: Session) -> None:
        self.plays = session.plays
        self.settings = session.settings
        self.session = session

    def matchpoints(self, play: Play, seat: int) -> Fraction:
        expected = sum(other.board == play.board for other in self.plays)
        mine = self.score(play, seat)
        earned, actual = 0, 1
        for other in self.plays:
            if other.board == play.board and other.id != play.id and other.scores is not None:
                actual += 1
                theirs = made(other)[seat]
                earned += 2 if mine > theirs else int(mine == theirs)
        exact = Fraction(earned * expected + expected - actual, actual)
        if self.settings.rounding == Rounding.EXACT:
            return exact
        below = Fraction(exact * 10 // 1, 10)
        return min(
            (below, below + Fraction(1, 10)),
            key=lambda tenth: (abs(exact - tenth), abs(expected - 1 - tenth)),
        )

    def score(self, play: Play, seat: int) -> int:
        return made(play)[seat]

    def top(self, play: Play) -> int:
        return 2 * (sum(other.board == play.board for other in self.plays) - 1)

    def datum(self, play: Play, seat: int) -> Fraction:
        field = [made(p)[seat] for p in self.plays if p.board == play.board and p.scores]
        return self.score(play, seat) - Fraction(sum(field), len(field))

    def results(self, entry: int) -> list[tuple[Play, int]]:
        mine = [p for p in self.plays if entry in p.players and p.scores is not None]
        return [(p, p.players.index(entry)) for p in sorted(mine, key=lambda p: p.board)]

    def line(self, entry: int) -> tuple[int, Fraction, Fraction | None, Fraction, Fraction]:
        """Boards, points, per cent, mean lives, mean datum of an entry with results."""
        results = self.results(entry)
        played = len(results)
        points = sum((self.matchpoints(*result) for result in results), Fraction(0))
        tops = Fraction(sum(self.top(play) for play, _ in results))
        lives = Fraction(sum(self.score(*result) for result in results))
        datum = sum((self.datum(*result) for result in results), Fraction(0))
        out = self.session.sit_outs.get(entry, 0)
        rule = self.settings.sit_out
        if rule != SitOut.NONE:
            average_top, average_field = tops / played, (lives - datum) / played
            each = {
                SitOut.FIFTY: (average_top / 2, average_field, Fraction(0)),
                SitOut.SIXTY: (
                    average_top * Fraction(6, 10),
                    average_field + Fraction(1, 2),
                    Fraction(1, 2),
                ),
                SitOut.OWN: (points / played, lives / played, datum / played),
            }[rule]
            points, lives, datum = (
                total + out * extra
                for total, extra in zip((points, lives, datum), each, strict=True)
            )
            tops += out * average_top
            played += out
        percent = 100 * points / tops if tops else None
        return played, points, percent, lives / played, datum / played

    def mark(self, play: Play, seat: int, *, by_lives: bool) -> Fraction:
        if by_lives or self.settings.method == Method.LIVES:
            return Fraction(self.score(play, seat))
        if self.settings.method == Method.DATUM:
            return self.datum(play, seat)
        return self.matchpoints(play, seat) / (self.top(play) or 1)

    def tie_break(self, rule: TieBreak, group: Collection[int]) -> Mapping[int, Any]:
        by_lives = self.settings.method == Method.MATCHPOINTS and all(
            self.line(entry)[2] is None for entry in group
        )
        if rule == TieBreak.HEAD_TO_HEAD:
            return {entry: self.duels(entry, group, by_lives=by_lives) for entry in group}
        if rule == TieBreak.TOPS:
            return {entry: sum(self.is_top(*r) for r in self.results(entry)) for entry in group}
        if rule == TieBreak.LIVES:
            return {entry: self.line(entry)[3] for entry in group}
        if rule == TieBreak.LAST_BOARDS:
            skip = self.settings.method == Method.MATCHPOINTS and not by_lives
            backwards = {
                entry: [
                    self.mark(*result, by_lives=by_lives)
                    for result in reversed(self.results(entry))
                    if self.top(result[0]) or not skip
                ]
                for entry in group
            }
            shortest = min(len(marks) for marks in backwards.values())
            return {entry: tuple(marks[:shortest]) for entry, marks in backwards.items()}
        return {entry: sha256(f"laws\n{entry}".encode()).hexdigest() for entry in group}

    def duels(self, entry: int, group: Collection[int], *, by_lives: bool) -> int:
        balance = 0
        for play, seat in self.results(entry):
            mine = self.mark(play, seat, by_lives=by_lives)
            for other, opponent in enumerate(play.players):
                if opponent in group and opponent != entry:
                    theirs = self.mark(play, other, by_lives=by_lives)
                    balance += int(mine > theirs) - int(mine < theirs)
        return balance

    def is_top(self, play: Play, seat: int) -> bool:
        field = [made(p)[seat] for p in self.plays if p.board == play.board and p.scores]
        return self.score(play, seat) == max(field) > min(field)

    def first_key(self, entry: int) -> tuple[bool, Fraction]:
        _, _, percent, mean, datum = self.line(entry)
        if self.settings.method == Method.MATCHPOINTS:
            return percent is not None, mean if percent is None else percent
        return True, mean if self.settings.method == Method.LIVES else datum

    def ranking(self) -> list[tuple[object, ...]]:
        ranked = [entry for entry in self.session.entries if self.results(entry)]
        groups = split([ranked], lambda group: {entry: self.first_key(entry) for entry in group})
        for rule in self.settings.tie_breaks:

            def values(group: list[int], rule: TieBreak = rule) -> Mapping[int, Any]:
                return self.tie_break(rule, group)

            groups = split(groups, values)
        rows: list[tuple[object, ...]] = []
        for group in groups:
            rank = len(rows) + 1
            rows += [(entry, rank, *self.line(entry)) for entry in sorted(group)]
        for entry in sorted(set(self.session.entries) - set(ranked)):
            rows.append((entry, None, 0, 0, None, None, None))
        return rows


def split(
    groups: list[list[int]], values: Callable[[list[int]], Mapping[int, Any]]
) -> list[list[int]]:
    finer: list[list[int]] = []
    for group in groups:
        by = values(group) if len(group) > 1 else dict.fromkeys(group, 0)
        ordered = sorted(group, key=lambda entry: by[entry], reverse=True)
        finer += [list(same) for _, same in groupby(ordered, key=lambda entry: by[entry])]
    return finer


@unhurried
@given(sessions())
def test_a_second_slow_computation_agrees(session: Session) -> None:
    assert run(session) == Naive(session).ranking()


@unhurried
@given(sessions())
def test_each_result_agrees_with_a_comparison_by_pairs(session: Session) -> None:
    boards = compute(session.plays, settings=session.settings, entrants=entrants([])).boards
    naive = Naive(session)
    for play in session.plays:
        if play.scores is not None:
            board = boards[play.board]
            assert board.top == naive.top(play)
            for seat in range(3):
                assert board.matchpoints(play.id)[seat] == naive.matchpoints(play, seat)
                assert board.datum(play.id)[seat] == naive.datum(play, seat)


@unhurried
@given(sessions())
def test_a_field_shares_out_the_average_for_each_result(session: Session) -> None:
    """A results of E expected sum to A(E − 1) at each seat: E(E − 1) when all are in."""
    settings = replace(session.settings, rounding=Rounding.EXACT)
    for board in compute(session.plays, settings=settings, entrants=entrants([])).boards.values():
        for seat in range(3 if board.actual else 0):
            total = sum(board.matchpoints(play)[seat] or 0 for play in board.scores)
            assert total == board.actual * (board.expected - 1)


@unhurried
@given(sessions())
def test_per_cent_lies_between_0_and_100(session: Session) -> None:
    standings = compute(
        session.plays,
        settings=session.settings,
        entrants=entrants(session.entries, session.sit_outs),
    )
    shown = [row.percent for row in standings.rows]
    for board in standings.boards.values():
        for play in board.scores:
            shown += board.percent(play)
    assert all(percent is None or 0 <= percent <= 100 for percent in shown)


@unhurried
@given(sessions(), st.randoms())
def test_the_order_of_tables_changes_nothing(session: Session, rng: Random) -> None:
    def standings(plays: list[Play], entries: list[int]) -> Standings:
        return compute(
            plays, settings=session.settings, entrants=entrants(entries, session.sit_outs)
        )

    shuffled, entries = list(session.plays), list(session.entries)
    rng.shuffle(shuffled)
    rng.shuffle(entries)
    after, before = standings(shuffled, entries), standings(session.plays, session.entries)
    assert after == before
    assert json.dumps(to_json(after)) == json.dumps(to_json(before))


@unhurried
@given(sessions().filter(lambda session: bool(session.plays)), st.data())
def test_a_result_added_and_taken_back_restores_the_standings(
    session: Session, data: st.DataObject
) -> None:
    index = data.draw(st.integers(0, len(session.plays) - 1))
    plays = list(session.plays)
    plays[index] = replace(plays[index], scores=None)
    without = run(session, plays)
    plays[index] = replace(plays[index], scores=(7, 8, 9))
    added = run(session, plays)
    assert {row[0] for row in added if row[2]} >= set(plays[index].players) & set(session.entries)
    plays[index] = replace(plays[index], scores=None)
    assert run(session, plays) == without


@unhurried
@given(sessions())
def test_ranks_count_who_is_ahead(session: Session) -> None:
    rows = compute(
        session.plays, settings=session.settings, entrants=entrants(session.entries)
    ).rows
    assert sorted(row.entry for row in rows) == sorted(session.entries)
    ranks = [row.rank for row in rows if row.rank is not None]
    assert ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]
    assert [row.rank for row in rows] == [*ranks, *[None] * (len(rows) - len(ranks))]
    if TieBreak.LOT in session.settings.tie_breaks:
        assert ranks == list(range(1, len(ranks) + 1))


@unhurried
@given(sessions())
def test_a_sit_out_at_ones_own_result_moves_nobody(session: Session) -> None:
    own = replace(session, settings=replace(session.settings, sit_out=SitOut.OWN))
    none = replace(session, settings=replace(session.settings, sit_out=SitOut.NONE))
    assert [row[:2] + row[4:] for row in run(own)] == [row[:2] + row[4:] for row in run(none)]


@unhurried
@given(sessions())
def test_standings_survive_json_exactly(session: Session) -> None:
    standings = compute(
        session.plays,
        settings=session.settings,
        entrants=entrants(session.entries, session.sit_outs),
    )
    assert from_json(json.loads(json.dumps(to_json(standings)))) == standings
