"""Which way boards go from table to table where there is one copy of each."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.models import Event, Round
from tournament.events.selectors import only_session
from tournament.tables.ways import Way, Whereabouts, where_after, where_before

from .sheets import BoardCard, BoardCards, BoardStop
from .sittings import sittings

# By board.
Ways = Mapping[int, Way]


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
    """Return what lies on the side table in a round: boards that a table has had and a later one
    needs. The director has those that no table has had yet."""
    return [
        board
        for board, way in sorted(ways.items())
        if way[0][0] < number < way[-1][0] and all(each != number for each, _table in way)
    ]


def _stops(ways: Ways, boards: Iterable[int], number: int) -> list[BoardStop]:
    """Return boards that are together in a round, a stop for those that come and go together."""
    alike: dict[tuple[Whereabouts, Whereabouts], list[int]] = defaultdict(list)
    for board in boards:
        alike[where_before(ways[board], number), where_after(ways[board], number)].append(board)
    return [
        BoardStop(round=number, boards=tuple(group), before=before, after=after)
        for (before, after), group in alike.items()
    ]
