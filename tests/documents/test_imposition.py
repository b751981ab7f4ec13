"""A stack that is cut must fall into its order by itself."""

from hypothesis import given
from hypothesis import strategies as st

from tournament.documents.imposition import cut_and_stack, slip_stacks


@given(items=st.lists(st.integers(), max_size=60), places=st.integers(1, 8))
def test_piles_laid_on_each_other_are_in_order(items: list[int], places: int) -> None:
    pages = cut_and_stack(items, places)
    piled = [page[place] for place in range(places) for page in pages]
    assert [item for item in piled if item is not None] == items
    assert len(pages) == -(-len(items) // places)


@given(tables=st.integers(1, 30), slips=st.integers(1, 40))
def test_each_pile_is_one_tables_slips_in_order(tables: int, slips: int) -> None:
    numbers = list(range(101, 101 + tables))
    seen: dict[int, list[int]] = {table: [] for table in numbers}
    for stack in slip_stacks(numbers, slips, 6):
        for place in range(6):
            pile = [page[place] for page in stack.pages if page[place] is not None]
            table = stack.tables[place // stack.piles]
            for item in pile:
                assert item is not None
                assert item[0] == table
                seen[table].append(item[1])
    assert seen == {table: list(range(slips)) for table in numbers}


def test_a_full_page_serves_six_tables_with_the_same_slip() -> None:
    (stack,) = slip_stacks([1, 2, 3, 4, 5, 6], 36, 6)
    assert stack.piles == 1
    assert stack.pages[0] == tuple((table, 0) for table in range(1, 7))
    assert stack.pages[35] == tuple((table, 35) for table in range(1, 7))


def test_few_tables_share_a_page_without_waste() -> None:
    assert [(s.tables, s.piles, len(s.pages)) for s in slip_stacks(range(1, 12), 36, 6)] == [
        ((1, 2, 3, 4, 5, 6), 1, 36),
        ((7, 8, 9), 2, 18),
        ((10, 11), 3, 12),
    ]
