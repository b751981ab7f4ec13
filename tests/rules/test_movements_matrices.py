"""The matrices of a movement, against counting table by table and board by board."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from tournament.rules.movements import Matrices, RoundPlan, TablePlan, matrices, quality


@st.composite
def movements(draw: st.DrawFn) -> list[RoundPlan]:
    """Rounds put together by hand: people come and go, and boards are shared or not."""
    shared = draw(st.booleans())
    boards = draw(st.integers(1, 4))
    turns = st.tuples(*[st.integers(0, 2)] * boards)
    rounds = []
    for _ in range(draw(st.integers(0, 4))):
        players = draw(st.permutations(range(10, 10 + draw(st.integers(3, 13)))))
        seated = len(players) // 3 * 3
        tables = [
            TablePlan(
                tuple(players[first : first + 3]),
                draw(turns),
                draw(st.integers(0, 5)) if shared else None,
            )
            for first in range(0, seated, 3)
        ]
        rounds.append(RoundPlan(tuple(tables), tuple(players[seated:])))
    return rounds


@given(movements())
def test_matrices_equal_a_count_of_every_board(rounds: list[RoundPlan]) -> None:
    found = matrices(rounds)
    everybody = {player for each in rounds for player in each.present()}
    assert found.players == tuple(sorted(everybody))
    plays = {player: set[tuple[int, int, int]]() for player in everybody}
    seats = {player: [0, 0, 0] for player in everybody}
    tables: list[tuple[int, ...]] = []
    for number, each in enumerate(rounds):
        for table in each.tables:
            tables.append(table.players)
            played = number if table.set is None else table.set
            for board in range(len(table.turns)):
                for seat, player in enumerate(table.by_seat(board)):
                    plays[player].add((played, board, seat))
                    seats[player][seat] += 1
    for (row, one), (column, other) in product(enumerate(found.players), repeat=2):
        met = sum(one in table and other in table for table in tables)
        assert found.meetings[row][column] == (0 if one == other else met)
        alike = len(plays[one] & plays[other])
        assert found.comparisons[row][column] == (0 if one == other else alike)
    for row, player in enumerate(found.players):
        assert list(found.seats[row]) == seats[player]
        assert found.sit_outs[row] == sum(player in each.sit_outs for each in rounds)


def test_a_player_seated_twice_at_a_table_has_not_met_themselves() -> None:
    found = matrices([RoundPlan((TablePlan((1, 1, 2), (0,)),), ())])
    assert found.meetings == ((0, 1), (1, 0))
    assert found.comparisons == ((0, 0), (0, 0))
    assert quality([RoundPlan((TablePlan((1, 1, 2), (0,)),), ())]).conflicts == 1


def test_no_round_has_empty_matrices() -> None:
    assert matrices([]) == Matrices((), (), (), (), ())
