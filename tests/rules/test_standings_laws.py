"""Laws that hold for every session, with all that a director can give."""

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random

from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests.rules.naive.compared import (
    by_the_document,
    by_the_product,
    rows_of_document,
    rows_of_product,
    seats_of_document,
    seats_of_product,
)
from tests.rules.naive.sessions import Session
from tournament.rules.inputs import (
    Amount,
    Carry,
    Entrant,
    Method,
    Play,
    Rounding,
    Settings,
    SitOut,
    TieBreak,
    Unit,
)
from tournament.rules.matchpoints import score_board
from tournament.rules.plain import from_json, to_json
from tournament.rules.scores import Average, Made, Score, weighted

# A busy machine is no failure of the rules.
unhurried = hypothesis_settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _by_shares(shares: Mapping[int, int]) -> Made:
    """The score of which each score has so many tenths."""
    return weighted({score: Fraction(share, 10) for score, share in shares.items()})


PLAIN = (0, 1, -2, -1, 2)
WEIGHTED = tuple(map(_by_shares, ({0: 4, 1: 6}, {-2: 5, 1: 5}, {-1: 1, 0: 2, 2: 7})))
MADE: tuple[Made, ...] = (*PLAIN, *WEIGHTED)
AVERAGES = tuple(Average(percent, fixed) for percent in (60, 50, 40) for fixed in (False, True))
SCORES: tuple[Score, ...] = (*PLAIN, *MADE, *AVERAGES, None)

# By play: nobody, one for all of them, one for every other, three in turn.
SUBSTITUTES: tuple[dict[int, int], ...] = (
    {},
    dict.fromkeys(range(1, 21), 101),
    dict.fromkeys(range(1, 21, 2), 101),
    {play: 101 + play % 3 for play in range(1, 21)},
)

values = st.sampled_from([Fraction(value, 3) for value in (-20, -9, -3, -1, 0, 1, 3, 4, 15)])
awards = st.builds(Amount, st.sampled_from(Unit), values)
handicaps = st.builds(Amount, st.sampled_from((Unit.PERCENT, Unit.LIVES)), values)
carries = st.builds(
    Carry,
    unit=st.sampled_from(Unit),
    weight=st.sampled_from((Fraction(1), Fraction(1, 2))),
    points=st.integers(0, 20).map(Fraction),
    top_sum=st.sampled_from((Fraction(0), Fraction(20))),
    lives=values,
    datum=values,
    boards=st.integers(0, 5),
)
with_everything = st.builds(
    Entrant,
    sat_out=st.integers(0, 3),
    awards=st.lists(awards, max_size=2).map(tuple),
    handicap=st.none() | handicaps,
    carry=st.none() | carries,
    due=st.none() | st.integers(1, 8),
    substitutes=st.sampled_from(SUBSTITUTES),
    categories=st.sampled_from(((), ("A",), ("A", "B"), ("juniors",), ("A", "juniors"))),
)
sitting_out = st.builds(Entrant, sat_out=st.integers(0, 3))
with_handicap = st.builds(Entrant, sat_out=st.integers(0, 3), handicap=handicaps)


@st.composite
def sessions(
    draw: st.DrawFn, some_entrants: st.SearchStrategy[Entrant] = with_everything
) -> Session:
    """A few boards; some tables miss a board, some results are not in, some players are guests."""
    tables = draw(st.integers(1, 4))
    everybody = list(range(1, 3 * tables + 1 + draw(st.integers(0, 2))))
    versions = st.sampled_from(draw(st.sampled_from(((0,), (0, 1), (0, 0, 1, 2)))))
    plays: list[Play] = []
    for board in range(1, 1 + draw(st.integers(0, 5))):
        seated = draw(st.permutations(everybody))
        for table in range(draw(st.integers(1, tables))):
            scores = draw(st.none() | st.tuples(*[st.sampled_from(SCORES)] * 3))
            players = tuple(seated[3 * table : 3 * table + 3])
            plays.append(Play(len(plays) + 1, board, players, scores, draw(versions)))
    order = draw(st.lists(st.sampled_from(list(TieBreak)[:4]), unique=True))
    settings = Settings(
        draw(st.sampled_from(Method)),
        rounding=draw(st.sampled_from(Rounding)),
        sit_out=draw(st.sampled_from(SitOut)),
        tie_breaks=(*order, *draw(st.sampled_from([(), (TieBreak.LOT,)]))),
        seed="laws",
        minimum_boards=draw(st.sampled_from((0, 0, 2))),
        handicap_weight=draw(st.sampled_from((Fraction(0), Fraction(1, 2), Fraction(1)))),
    )
    entrants = {entry: Entrant() for entry in everybody[draw(st.integers(0, 2)) :]}
    some = st.dictionaries(st.sampled_from(sorted(entrants)), some_entrants, max_size=4)
    return Session(plays, settings, entrants | draw(some))


@unhurried
@given(sessions())
def test_a_second_slow_computation_agrees(session: Session) -> None:
    standings, naive = by_the_product(session), by_the_document(session)
    assert rows_of_product(standings) == rows_of_document(naive)


@unhurried
@given(sessions())
def test_each_result_agrees_with_a_comparison_by_pairs(session: Session) -> None:
    standings, naive = by_the_product(session), by_the_document(session)
    seats = list(seats_of_document(session, naive))
    assert list(seats_of_product(session, standings)) == seats


@unhurried
@given(st.lists(st.tuples(*[st.sampled_from(MADE)] * 2), min_size=1, max_size=8))
def test_a_full_field_shares_out_all_matchpoints(results: list[tuple[Made, ...]]) -> None:
    plays = [Play(table, 1, (0, 1), scores) for table, scores in enumerate(results)]
    board = score_board(1, plays, rounding=Rounding.EXACT)
    expected = len(plays)
    for seat in range(2):
        total = sum(board.matchpoints(play.id)[seat] or 0 for play in plays)
        assert total == expected * (expected - 1)


@unhurried
@given(sessions())
def test_a_field_shares_out_the_average_for_each_result(session: Session) -> None:
    """A results of E expected sum to A(E − 1); in a small part of a fouled board, 60 of 50."""
    settings = replace(session.settings, rounding=Rounding.EXACT)
    for board in by_the_product(replace(session, settings=settings)).boards.values():
        of_board = [play for play in session.plays if play.board == board.board]
        is_fouled = len({play.version for play in of_board}) > 1
        for version in {play.version for play in of_board}:
            for seat in range(3):
                field = [
                    play
                    for play in of_board
                    if play.version == version
                    and play.scores is not None
                    and isinstance(play.scores[seat], Made)
                ]
                actual = len(field)
                total = sum(board.matchpoints(play.id)[seat] or 0 for play in field)
                is_small = is_fouled and actual <= 3 and 3 * actual <= board.expected
                average = board.expected - 1
                assert total == actual * average * (Fraction(6, 5) if is_small else 1)


@unhurried
@given(sessions(sitting_out))
def test_per_cent_lies_between_0_and_100(session: Session) -> None:
    """Where nothing is given or taken beside the boards, averages and boards sat out included."""
    standings = by_the_product(session)
    shown = [row.percent for row in standings.rows]
    for board in standings.boards.values():
        for play in board.scores:
            shown += board.percent(play)
    assert all(percent is None or 0 <= percent <= 100 for percent in shown)


@unhurried
@given(sessions(), st.randoms())
def test_the_order_of_tables_and_entries_changes_nothing(session: Session, rng: Random) -> None:
    plays, entries = list(session.plays), list(session.entrants.items())
    rng.shuffle(plays)
    rng.shuffle(entries)
    before = by_the_product(session)
    after = by_the_product(replace(session, plays=plays, entrants=dict(entries)))
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
    without = by_the_product(replace(session, plays=plays))
    plays[index] = replace(plays[index], scores=(7, 8, 9))
    added = by_the_product(replace(session, plays=plays))
    counting = {row.entry for row in added.rows if row.boards}
    assert counting >= set(plays[index].players) & set(session.entrants)
    plays[index] = replace(plays[index], scores=None)
    assert by_the_product(replace(session, plays=plays)) == without


@unhurried
@given(sessions().filter(lambda session: bool(session.plays)), st.sampled_from(AVERAGES), st.data())
def test_an_average_concerns_nobody_else_and_can_be_taken_back(
    session: Session, average: Average, data: st.DataObject
) -> None:
    index = data.draw(st.integers(0, len(session.plays) - 1))
    seat = data.draw(st.integers(0, 2))

    def with_score(score: Score) -> Session:
        plays = list(session.plays)
        scores = list(plays[index].scores or (None, None, None))
        scores[seat] = score
        plays[index] = replace(plays[index], scores=tuple(scores))
        return replace(session, plays=plays)

    player = session.plays[index].players[seat]
    without, added = by_the_product(with_score(None)), by_the_product(with_score(average))
    sums = [
        {
            row.entry: (row.boards, row.points, row.top_sum, row.mean, row.datum_mean)
            for row in standings.rows
            if row.entry != player
        }
        for standings in (without, added)
    ]
    assert sums[0] == sums[1]
    if player in session.entrants:
        # A first board that counts brings boards sat out with it.
        boards = [row.boards for row in (*without.rows, *added.rows) if row.entry == player]
        assert boards[0] < boards[1]
    assert by_the_product(with_score(None)) == without


@unhurried
@given(sessions(), awards, st.data())
def test_an_award_taken_back_by_its_opposite_restores_the_standings(
    session: Session, award: Amount, data: st.DataObject
) -> None:
    entry = data.draw(st.sampled_from(sorted(session.entrants)))
    entrant = session.entrants[entry]

    def standings_with(*added: Amount) -> object:
        more = replace(entrant, awards=(*entrant.awards, *added))
        return by_the_product(replace(session, entrants={**session.entrants, entry: more}))

    opposite = replace(award, value=-award.value)
    assert standings_with(award, opposite) == by_the_product(session)
    assert standings_with() == by_the_product(session)


@unhurried
@given(sessions())
def test_ranks_count_who_is_ahead(session: Session) -> None:
    rows = by_the_product(session).rows
    assert sorted(row.entry for row in rows) == sorted(session.entrants)
    ranks = [row.rank for row in rows if row.rank is not None]
    assert ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]
    assert [row.rank for row in rows] == [*ranks, *[None] * (len(rows) - len(ranks))]
    if TieBreak.LOT in session.settings.tie_breaks:
        assert ranks == list(range(1, len(ranks) + 1))


@unhurried
@given(sessions(with_handicap))
def test_a_sit_out_at_ones_own_result_moves_nobody(session: Session) -> None:
    own, none = (
        [
            (row.entry, row.rank, row.percent, row.mean, row.datum_mean)
            for row in by_the_product(
                replace(session, settings=replace(session.settings, sit_out=rule))
            ).rows
        ]
        for rule in (SitOut.OWN, SitOut.NONE)
    )
    assert own == none


@unhurried
@given(sessions())
def test_standings_survive_json_exactly(session: Session) -> None:
    standings = by_the_product(session)
    assert from_json(json.loads(json.dumps(to_json(standings)))) == standings
