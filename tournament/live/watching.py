"""Who may look at a deal that others play or have played.

Never a board to someone who has still to play it: not by watching, not by replay, not by delay.
Nobody knows who a stranger is, so a board opens to strangers when nobody has still to play it. A
deal that is being played shows strangers what lies on the table, and no hand.

The director may look at any table at any time. That is said on the desk's pages, and logged.
"""

from collections.abc import Callable
from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser, User
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest

from tournament.events.models import Board, Event, Round
from tournament.tables.models import Play

from .access import device_of
from .models import LiveDeal, Watch

Audience = Callable[[HttpRequest, LiveDeal], bool]
Directing = Callable[[User, Event], bool]

_audiences: list[Audience] = []
_directing: list[Directing] = []


class Sight(StrEnum):
    """Whose eyes: `OWN` are a player's of this table, `OPEN` anybody's who may see, else `NONE`."""

    NONE = "none"
    OPEN = "open"
    OWN = "own"


def audience_register(may_look: Audience) -> None:
    """Let `may_look` admit people to deals outside events, beside those who played them."""
    _audiences.append(may_look)


def directing_register(may_direct: Directing) -> None:
    """Let `may_direct` say who directs an event: the rule is the desk's."""
    _directing.append(may_direct)


def hands_open_to(user: User, live: LiveDeal) -> bool:
    """Return whether the hands of a deal may go to this user now.

    To a director of its event, whose look was logged when the page was opened.
    """
    if not user.is_active or live.play is None:
        return False
    event = live.play.round.session.event
    if not any(may_direct(user, event) for may_direct in _directing):
        return False
    return live.watches.filter(user=user).exists()


def deals_open(event: Event) -> QuerySet[LiveDeal]:
    """Return the event's deals that wait for their players, or are being played."""
    return LiveDeal.objects.filter(
        play__round__session__event=event, finished_at=None, voided_at=None
    )


def boards_played_out(
    boards: QuerySet[Board], *, besides: LiveDeal | None = None
) -> QuerySet[Board]:
    """Return those of the boards that nobody has still to play, this one deal left aside.

    Somebody has as long as a round with the board is to come, a table of the round being played, or
    one that plays it late, has no result for it, or a deal of it is on a table: a result entered by
    hand ends no deal. A board of a set that goes from table to table may come to any table in any
    round to come, as these are planned anew. Once the key of the deals is public there is nothing
    left to hide.
    """
    planned = Round.objects.filter(state=Round.State.PLANNED)
    to_come = planned.filter(boards=OuterRef("pk"))
    may_come = planned.filter(session=OuterRef("session"))
    unsettled = Play.objects.filter(board=OuterRef("pk"), result=None).filter(
        Q(round__state=Round.State.RUNNING) | Q(late__isnull=False)
    )
    on_tables = LiveDeal.objects.filter(
        play__board=OuterRef("pk"), finished_at=None, voided_at=None
    )
    if besides is not None and besides.play_id is not None:
        unsettled = unsettled.exclude(pk=besides.play_id)
        on_tables = on_tables.exclude(pk=besides.pk)
    awaited = Q(Exists(to_come)) | Q(Exists(unsettled)) | Q(Exists(on_tables))
    awaited |= Q(set__isnull=False) & Q(Exists(may_come))
    return boards.filter(Q(deal_set__revealed_at__isnull=False) | ~awaited)


def replay_sight(request: HttpRequest, live: LiveDeal) -> Sight:
    """Return whether this device may see the deal played again, with all hands."""
    if live.finished_at is None or live.voided_at is not None:
        return Sight.NONE
    if has_played(request, live):
        return Sight.OWN
    return _stranger_sight(request, live)


def watch_sight(request: HttpRequest, live: LiveDeal) -> Sight:
    """Return whether this device may see what lies on the table while the deal is being played."""
    if live.started_at is None or live.finished_at is not None or live.voided_at is not None:
        return Sight.NONE
    return _stranger_sight(request, live)


def _stranger_sight(request: HttpRequest, live: LiveDeal) -> Sight:
    if live.play is None:
        admitted = any(may_look(request, live) for may_look in _audiences)
        return Sight.OPEN if admitted else Sight.NONE
    return Sight.OPEN if is_played_out(live) else Sight.NONE


def is_played_out(live: LiveDeal) -> bool:
    """Return whether nobody else has still to play the board of an event's deal."""
    if live.play is None:
        return False
    board = Board.objects.filter(pk=live.play.board_id)
    return boards_played_out(board, besides=live).exists()


def has_played(request: HttpRequest, live: LiveDeal) -> bool:
    """Return whether this device has used the present link or number of one of the deal's seats."""
    seats = live.seats.select_related("participant")
    return any(device_of(request, seat.participant) is not None for seat in seats)


def has_looked(user: AbstractBaseUser, event: Event) -> bool:
    """Return whether this director has looked at hands of the event, and so said not to play."""
    return Watch.objects.filter(
        user_id=user.pk, live_deal__play__round__session__event=event
    ).exists()


def live_by_id(public_id: str) -> LiveDeal | None:
    """Return the deal of an address, with what its pages name."""
    return (
        LiveDeal.objects.select_related(
            "deal_set", "play__board", "play__table", "play__round__session__event__club"
        )
        .filter(public_id=public_id)
        .first()
    )
