"""Which way boards go from table to table where there is one copy of each."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.models import Event, Round
from tournament.events.selectors import only_session

from .sheets import BoardCard, BoardCards, BoardStop, Whereabouts
from .sittings import sittings

# By board: the rounds in which a table has it, in order, each with that table.
Ways = Mapping[int, Sequence[tuple[int, int]]]


def board_cards(event: Event) -> BoardCards:
    """Return what comes to each table in the rounds not closed, and what waits on the side table.

    Raises Refused without tables, and where every table has its own copy of the boards.
    """
    if event.movement != Event.Movement.SHARED:
        raise Refused(_("In this tournament every table has its own copy of the boards."))
    rounds = list(only_session(event).rounds.order_by("number"))
    ways: dict[int, list[tuple[int, int]]] = defaultdict(list)
    at: dict[int, dict[int, tuple[int, ...]]] = defaultdict(dict)
    for sitting in sittings(rounds, event.entries.in_bulk()):
        at[sitting.table][sitting.round] = tuple(sitting.seats)
        for board in sitting.seats:
            ways[board].append((sitting.round, sitting.table))
    left = [each.number for each in rounds if each.state != Round.State.CLOSED]
    cards = [
        BoardCard(
            table=table,
            stops=tuple(
                stop for number in left for stop in _stops(ways, boards.get(number, ()), number)
            ),
        )
        for table, boards in sorted(at.items())
    ]
    if not any(card.stops for card in cards):
        raise Refused(_("There are no tables to print for: plan the movement first."))
    waiting = (stop for number in left for stop in _stops(ways, _idle(ways, number), number))
    cards.append(BoardCard(table=None, stops=tuple(waiting)))
    return BoardCards(event=event.name, cards=tuple(card for card in cards if card.stops))


def _idle(ways: Ways, number: int) -> list[int]:
    """Return what lies on the side table in a round: boards that a later one needs."""
    return [
        board
        for board, way in sorted(ways.items())
        if way[-1][0] > number and all(each != number for each, _table in way)
    ]


def _stops(ways: Ways, boards: Iterable[int], number: int) -> list[BoardStop]:
    """Return boards that are together in a round, a stop for those that come and go together."""
    alike: dict[tuple[Whereabouts, Whereabouts], list[int]] = defaultdict(list)
    for board in boards:
        alike[_before(ways[board], number), _after(ways[board], number)].append(board)
    return [
        BoardStop(round=number, boards=tuple(group), before=before, after=after)
        for (before, after), group in alike.items()
    ]


def _before(way: Sequence[tuple[int, int]], number: int) -> Whereabouts:
    earlier = [(each, table) for each, table in way if each < number]
    if not earlier:
        return Whereabouts(new=True)
    last, table = earlier[-1]
    return Whereabouts(table=table) if last == number - 1 else Whereabouts()


def _after(way: Sequence[tuple[int, int]], number: int) -> Whereabouts:
    later = [(each, table) for each, table in way if each > number]
    if not later:
        return Whereabouts(done=True)
    first, table = later[0]
    return Whereabouts(table=table) if first == number + 1 else Whereabouts()
