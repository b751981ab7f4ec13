"""Which way boards go from table to table where there is one copy of each."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.events.models import Board, Round

from .models import Table, TableBoards

# The rounds in which a table has a board, in order, each with the number of that table.
Way = Sequence[tuple[int, int]]


@dataclass(frozen=True, kw_only=True)
class Whereabouts:
    """Where a set of boards is before or after a round: at a table, or else at no table.

    `new` are boards that no table has had, and `done` those that no table is to have any more;
    the others lie on the side table.
    """

    table: int | None = None
    new: bool = False
    done: bool = False


@dataclass(frozen=True, slots=True)
class Passed:
    """Boards, by their numbers, that a table gets or gives away together: where from, or where to.

    `stays`: the table has them in both rounds.
    """

    boards: Sequence[int]
    where: Whereabouts
    stays: bool


@dataclass(frozen=True, slots=True)
class Passing:
    """What a table gives away before a round, and what it gets; None for nothing."""

    goes: Passed | None
    comes: Passed | None


def where_before(way: Way, number: int) -> Whereabouts:
    """Return where the board was before it came to where it is in that round."""
    earlier = [(each, table) for each, table in way if each < number]
    if not earlier:
        return Whereabouts(new=True)
    last, table = earlier[-1]
    return Whereabouts(table=table) if last == number - 1 else Whereabouts()


def where_after(way: Way, number: int) -> Whereabouts:
    """Return where the board goes from where it is in that round."""
    later = [(each, table) for each, table in way if each > number]
    if not later:
        return Whereabouts(done=True)
    first, table = later[0]
    return Whereabouts(table=table) if first == number + 1 else Whereabouts()


def boards_passing(table: Table, playing: Round) -> Passing:
    """Return which boards leave the table and which come to it between the round before this one
    and this one. Nothing where every table has its own copy of them. Two queries."""
    numbers = (playing.number - 1, playing.number)
    rows = TableBoards.objects.filter(round__session=playing.session_id).exclude(set=None)
    ways: dict[int | None, list[tuple[int, int]]] = defaultdict(list)
    here: dict[int, int | None] = {}
    for of_set, number, at in rows.order_by("round__number").values_list(
        "set", "round__number", "table__number"
    ):
        ways[of_set].append((number, at))
        if at == table.number and number in numbers:
            here[number] = of_set
    boards: dict[int | None, list[int]] = defaultdict(list)
    known = Board.objects.filter(session=playing.session_id, set__in=here.values())
    for of_set, board in known.order_by("number").values_list("set", "number"):
        boards[of_set].append(board)

    def passed(number: int, where: Whereabouts) -> Passed:
        return Passed(boards[here[number]], where, where.table == table.number)

    before, now = numbers
    return Passing(
        goes=passed(before, where_after(ways[here[before]], before)) if before in here else None,
        comes=passed(now, where_before(ways[here[now]], now)) if now in here else None,
    )
