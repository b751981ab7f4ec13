"""Writes how many rounds there are, and how many boards a round has, before they begin."""

from django.db import transaction
from django.utils.translation import gettext as _

from deals.models import DealSet
from tournament.errors import Refused
from tournament.events.locks import event_lock
from tournament.events.models import Board, Event, Round, Session
from tournament.events.reserve import boards_take, deals_unused
from tournament.events.selectors import only_session
from tournament.events.services import (
    BOARDS_MOST,
    ROUNDS_MOST,
    publication_raise,
    round_to_come,
)

from .signals import rounds_changed, rounds_finished


def deals_left(session: Session) -> int:
    """Return how many sealed deals are left for more boards: dealt and not used, or in reserve."""
    return sum(len(deals_unused(session, each)) for each in _sets(session))


def event_end_if_over(event: Event) -> None:
    """Note that the event is over, if all its rounds are closed. The caller holds its row."""
    if Round.objects.filter(session__event=event).exclude(state=Round.State.CLOSED).exists():
        return
    event.state = Event.State.FINISHED
    event.save(update_fields=["state"])
    rounds_finished.send(sender=Event, event=event)


@transaction.atomic
def rounds_set(*, event: Event, many: int) -> None:
    """Let the event have so many rounds: the last ones not begun fall away, or more are added.

    Rounds that are added take deals that were sealed with the others and are not used, then those
    of the reserve. Raises Refused before round 1, when fewer than begun are asked for, when no
    sealed deals are left, and once the standings are official; with one copy of each board, for
    more once the last round has begun. Plan the movement anew afterwards.
    """
    event = event_lock(event.pk)
    if event.state == Event.State.DRAFT:
        raise Refused(_("Before round 1 the settings say how many rounds there are."))
    if event.state == Event.State.OFFICIAL:
        raise Refused(_("The standings are official: no more boards can be played."))
    if not 1 <= many <= ROUNDS_MOST:
        raise Refused(_("Choose from 1 to %(most)d rounds.") % {"most": ROUNDS_MOST})
    session = only_session(event)
    rounds = list(session.rounds.order_by("number"))
    begun = sum(each.state != Round.State.PLANNED for each in rounds)
    if many < begun:
        raise Refused(_("%(begun)d rounds have begun: they stand.") % {"begun": begun})
    is_shared = event.movement == Event.Movement.SHARED
    if is_shared and many > len(rounds) == begun:
        raise Refused(
            _(
                "The last round has begun, and boards that everybody has had are open to all: with "
                "one copy of each board no round can be added any more."
            )
        )
    for playing in rounds[many:]:
        if not is_shared:
            _boards_drop(list(playing.boards.all()))
        playing.delete()
    for number in range(len(rounds) + 1, many + 1):
        added = Round.objects.create(session=session, number=number)
        if is_shared:
            # Its tables get sets of boards when the movement is planned.
            continue
        boards = min(event.boards_per_round, max(1, deals_left(session)))
        added.boards.set(_boards_more(session, boards))
    event.rounds = many
    event.state = Event.State.RUNNING
    event.save(update_fields=["rounds", "state"])
    rounds_changed.send(sender=Event, event=event)
    event_end_if_over(event)
    publication_raise(event_id=event.pk)


@transaction.atomic
def round_boards_set(*, playing: Round, many: int) -> None:
    """Let a round not begun have so many boards.

    Raises Refused when it has begun, and where one copy of each board goes from table to table.
    """
    event = event_lock(playing.session.event_id)
    if event.movement == Event.Movement.SHARED:
        raise Refused(
            _(
                "With one copy of each board the boards go from table to table in sets: every "
                "round has as many."
            )
        )
    found = Round.objects.select_related("session").filter(pk=playing.pk)
    playing = round_to_come(found.first())
    if not 1 <= many <= BOARDS_MOST:
        raise Refused(_("Choose from 1 to %(most)d boards per round.") % {"most": BOARDS_MOST})
    boards = list(playing.boards.order_by("number"))
    _boards_drop(boards[many:], playing)
    if many > len(boards):
        playing.boards.add(*_boards_more(playing.session, many - len(boards)))
    publication_raise(event_id=playing.session.event_id)


def _sets(session: Session) -> list[DealSet]:
    return [session.deal_set, session.reserve_set]


def _boards_more(session: Session, many: int) -> list[Board]:
    main = min(many, len(deals_unused(session, session.deal_set)))
    boards = boards_take(session=session, deal_set=session.deal_set, many=main)
    return boards + boards_take(session=session, deal_set=session.reserve_set, many=many - main)


def _boards_drop(boards: list[Board], playing: Round | None = None) -> None:
    """Give back the deals of boards that nobody has played; by mistake somebody may have."""
    for board in boards:
        if board.plays.exists():
            if playing is not None:
                playing.boards.remove(board)
        else:
            board.delete()
