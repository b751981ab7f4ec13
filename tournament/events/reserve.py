"""Writes what the sealed reserve gives: boards beyond those the session was dealt for."""

from django.db.models import Max
from django.utils.translation import gettext as _

from deals.models import DealSet
from tournament.errors import Refused

from .models import Board, Session


def deals_unused(session: Session, deal_set: DealSet) -> list[int]:
    """Return the numbers of a set's deals that no board of the session is."""
    used = set(session.boards.filter(deal_set=deal_set).values_list("deal_number", flat=True))
    return [number for number in range(1, deal_set.boards + 1) if number not in used]


def reserve_left(session: Session) -> int:
    """Return how many deals of the reserve are left."""
    return len(deals_unused(session, session.reserve_set))


def boards_take(*, session: Session, deal_set: DealSet, many: int) -> list[Board]:
    """Return new boards of the session, from the first deals of the set that are unused.

    Raises Refused when it has not as many. The caller holds the event's row.
    """
    unused = deals_unused(session, deal_set)
    if len(unused) < many:
        raise Refused(
            _("The sealed reserve has %(left)d boards left, and this takes %(many)d.")
            % {"left": len(unused), "many": many}
        )
    last = session.boards.aggregate(last=Max("number"))["last"] or 0
    return [
        Board.objects.create(
            session=session, number=last + place, deal_set=deal_set, deal_number=deal
        )
        for place, deal in enumerate(unused[:many], start=1)
    ]


def reserve_take(*, session: Session, many: int) -> list[Board]:
    """Return so many new boards from the sealed reserve. Raises Refused when it has not as many."""
    return boards_take(session=session, deal_set=session.reserve_set, many=many)
