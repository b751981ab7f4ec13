"""What is pointed out among the results of a round."""

from hypothesis import given
from hypothesis import strategies as st

from tournament.rules.outliers import SECONDS_A_CARD, Entered, Outlier, outliers

CARDS = 32
LEAST = CARDS * SECONDS_A_CARD
Shape = tuple[int, ...]


def board(*shapes: Shape | None) -> list[Entered]:
    """One board, a result at each table, at times when nobody wonders."""
    return [
        Entered(play=table, table=table, board=1, shape=shape, at=table * 10 * LEAST)
        for table, shape in enumerate(shapes, start=1)
    ]


def found(entered: list[Entered], *, boards: int = 1) -> list[tuple[int, str]]:
    return [(one.play, one.kind.value) for one in outliers(entered, boards=boards, cards=CARDS)]


A, B, C, D, E = (5, 3, 2), (4, 4, 2), (10, 0, 0), (3, 3, 4), (0, 5, 5)


class TestAlone:
    def test_what_no_other_table_has(self) -> None:
        assert found(board(A, A, C, A)) == [(3, "alone")]
        assert found(board(A, A, B, C)) == [(3, "alone"), (4, "alone")]

    def test_fewer_than_four_tables_tell_nothing(self) -> None:
        assert found(board(A, A, C)) == []
        assert found(board(A, A, C, None)) == []

    def test_where_nearly_every_table_differs_it_is_nothing_special(self) -> None:
        assert found(board(A, B, C, D)) == []
        assert found(board(A, A, B, C, D)) == []

    def test_the_same_counts_in_other_seats_are_another_distribution(self) -> None:
        assert found(board(A, A, A, (3, 5, 2))) == [(4, "alone")]

    def test_a_misplay_is_no_distribution(self) -> None:
        assert found(board(A, A, A, A, None)) == []


class TestSame:
    def table(self, *shapes: Shape | None) -> list[Entered]:
        return [
            Entered(play=number, table=1, board=number, shape=shape, at=None)
            for number, shape in enumerate(shapes, start=1)
        ]

    def test_all_boards_of_a_table_alike(self) -> None:
        assert found(self.table(A, A, A), boards=3) == [(3, "same")]

    def test_not_before_the_last_board_nor_with_two(self) -> None:
        assert found(self.table(A, A, A), boards=4) == []
        assert found(self.table(A, A), boards=2) == []

    def test_one_that_differs_is_enough(self) -> None:
        assert found(self.table(A, B, A), boards=3) == []
        assert found(self.table(A, A, None), boards=3) == []
        assert found(self.table(None, None, None), boards=3) == []


class TestFast:
    def times(self, *at: float | None) -> list[Entered]:
        return [
            Entered(play=number, table=1, board=number, shape=None, at=moment)
            for number, moment in enumerate(at, start=1)
        ]

    def test_after_the_beginning_of_the_round_and_after_the_board_before(self) -> None:
        assert found(self.times(LEAST, 2 * LEAST, 3 * LEAST)) == []
        assert found(self.times(LEAST - 1)) == [(1, "fast")]
        assert found(self.times(900, 905, 2000)) == [(2, "fast")]

    def test_it_says_how_fast(self) -> None:
        (one,) = outliers(self.times(900, 925), boards=2, cards=CARDS)
        assert (one.kind, one.seconds) == (Outlier.FAST, 25)

    def test_the_order_of_entering_counts_not_of_boards(self) -> None:
        assert found(self.times(2000, 900, 905)) == [(3, "fast")]

    def test_of_unknown_times_nothing_is_said(self) -> None:
        assert found(self.times(None, 900, None)) == []

    def test_tables_have_nothing_to_do_with_each_other(self) -> None:
        entered = [Entered(table, table, 1, None, 900 + table) for table in range(1, 5)]
        assert found(entered) == []


@given(st.lists(st.sampled_from([A, B, C, D, E, None]), max_size=8))
def test_the_order_of_tables_changes_nothing(shapes: list[Shape | None]) -> None:
    def names(results: list[Entered]) -> set[tuple[int, str]]:
        return set(found(results))

    results = board(*shapes)
    assert names(results) == names(results[::-1])
    # At most half of the tables are alone.
    assert 2 * len(names(results)) <= len(results)
