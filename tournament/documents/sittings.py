"""Who sits where in a round, and which seats they hold there: planned or played, in one shape."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.events.models import Entry, Round
from tournament.tables.models import Chair, PlaySeat
from tournament.tables.selectors import boards_due


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table in a round: its players by chair, and by board the seat that each of them holds."""

    round: int
    table: int
    entries: tuple[Entry, ...]
    seats: Mapping[int, tuple[int, ...]]


def sittings(rounds: Sequence[Round], entries: Mapping[int, Entry]) -> list[Sitting]:
    """Return the tables of these rounds, by round and table, in a fixed number of queries.

    Who holds which seat is stored with the plays; before there are plays, it is as planned. A
    board of a plan that one of a table's players has had already is left out: the table gets one of
    the reserve when the round begins. `rounds` come with their boards, `entries` are the event's by
    id.
    """
    chairs = (
        Chair.objects.filter(round__in=rounds)
        .order_by("table__number", "number")
        .values_list("round_id", "table_id", "table__number", "entry_id", "number")
    )
    seated: dict[int, dict[tuple[int, int], dict[int, int]]] = defaultdict(
        lambda: defaultdict(dict)
    )
    for round_id, table_id, table, entry_id, number in chairs:
        seated[round_id][table_id, table][entry_id] = number
    held = _held(rounds)
    had = _had(rounds)
    due = boards_due(rounds)
    found = []
    for each in rounds:
        for (table_id, table), chair_of in seated[each.pk].items():
            own = due[each.pk, table_id]
            boards = held.get((each.pk, table)) or {
                board.number: {
                    entry_id: own.seat(chair, index) for entry_id, chair in chair_of.items()
                }
                for index, board in enumerate(own.boards)
                if not any((entry_id, board.pk) in had for entry_id in chair_of)
            }
            found.append(
                Sitting(
                    round=each.number,
                    table=table,
                    entries=tuple(entries[entry_id] for entry_id in chair_of),
                    seats={
                        board: _by_chair(seat_of, chair_of) for board, seat_of in boards.items()
                    },
                )
            )
    return found


def _by_chair(seat_of: Mapping[int, int], sitting: Iterable[int]) -> tuple[int, ...]:
    """Return the seats that belong to the chairs of those who sit there now.

    Whoever sat there for a board and gave the chair up since held what is left.
    """
    sitting = list(sitting)
    left = sorted(set(range(len(sitting))) - {seat_of[each] for each in sitting if each in seat_of})
    return tuple(seat_of[each] if each in seat_of else left.pop(0) for each in sitting)


def _held(rounds: Sequence[Round]) -> Mapping[tuple[int, int], Mapping[int, Mapping[int, int]]]:
    """Return by round and table, and then by board, the seat of each entry."""
    seats = (
        PlaySeat.objects.filter(play__round__in=rounds)
        .order_by("board__number")
        .values_list("play__round_id", "play__table__number", "board__number", "entry_id", "number")
    )
    held: dict[tuple[int, int], dict[int, dict[int, int]]] = {}
    for round_id, table, board, entry_id, number in seats:
        held.setdefault((round_id, table), {}).setdefault(board, {})[entry_id] = number
    return held


def _had(rounds: Sequence[Round]) -> set[tuple[int, int]]:
    """Return which entry has had which board of the rounds not begun: only by mistake, if any."""
    planned = [each.pk for each in rounds if each.state == Round.State.PLANNED]
    seats = PlaySeat.objects.filter(board__rounds__in=planned)
    return set(seats.values_list("entry_id", "board_id"))
