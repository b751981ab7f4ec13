"""Everything that writes tables, seatings and plays."""

from collections import defaultdict
from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from deals.selectors import deal_set_can_deal
from tournament.errors import Refused
from tournament.events.locks import event_lock
from tournament.events.models import Board, Event, Round
from tournament.events.reserve import reserve_left, reserve_take
from tournament.events.selectors import round_next, round_running
from tournament.events.services import publication_raise, round_to_come
from tournament.push.services import announce
from tournament.push.topics import table_topic

from .models import CodeTry, Play, PlaySeat, Table
from .planning import movement_plan
from .seating import seating_check, sit_outs_follow, tables_up_to
from .selectors import CODE_TRIES_WITHIN, boards_due, chairs_of_round, movement_is_stale


def table_next(*, event: Event, number: int) -> Table:
    """Return the table with this number, made with those before it if there is none yet."""
    return tables_up_to(event, number)[-1]


def round_start(*, event: Event) -> Round:
    """Begin the next round: everybody seated, a play for each board at each table.

    Re-plans first when the plan is older than the last change of players. Raises Refused while
    another round is being played, when nobody can be seated, when somebody seated by hand is not
    there, and while the deals wait for their public value.
    """
    upcoming = round_next(event)
    if upcoming is None:
        raise Refused(_("All rounds have been played."))
    if not deal_set_can_deal(upcoming.session.deal_set):
        raise Refused(_("Enter the public value first: the deals are drawn from it."))
    upcoming = _planned(event, upcoming)
    with transaction.atomic():
        event = event_lock(event.pk)
        running = round_running(event)
        if running is not None:
            raise Refused(_("Close round %(number)d first.") % {"number": running.number})
        playing = _planned_lock(upcoming)
        if movement_is_stale(event):
            raise Refused(_("The players are changing just now: try again."))
        if event.movement == Event.Movement.FREE:
            seating_check(playing)
            sit_outs_follow(event=event)
        elif not playing.chairs.exists():
            raise _no_table(event)
        plays_create(playing=playing)
        playing.state = Round.State.RUNNING
        playing.started_at = playing.called_at = timezone.now()
        if event.round_minutes is not None:
            playing.ends_at = playing.started_at + timedelta(minutes=event.round_minutes)
        playing.save(update_fields=["state", "started_at", "called_at", "ends_at"])
        if event.state == Event.State.DRAFT:
            event.state = Event.State.RUNNING
            event.save(update_fields=["state"])
        round_announce(playing)
    return playing


def _planned(event: Event, upcoming: Round) -> Round:
    """Return the next round, planned anew if the plan is older than the last change of players.

    It is a new one where shared boards had to be sealed anew for those who are there.
    """
    if not movement_is_stale(event):
        return upcoming
    movement_plan(event=event)
    planned = round_next(event)
    if planned is None or planned.number != upcoming.number:
        return upcoming
    return planned


def _no_table(event: Event) -> Refused:
    if event.movement == Event.Movement.TEAMS:
        words = _("Fewer than three teams have three players there: there is no table to play.")
    else:
        words = _("Fewer than three players are present: there is no table to play.")
    return Refused(words)


def _planned_lock(upcoming: Round) -> Round:
    """Return the round, its row locked. Raises Refused once it has begun or fallen away."""
    locked = Round.objects.select_for_update(no_key=True)
    return round_to_come(locked.filter(pk=upcoming.pk).first())


def plays_create(
    *, playing: Round, boards: Collection[Board] | None = None, table: Table | None = None
) -> None:
    """Make the plays of a round's tables, or of one of them; of all their boards, or of these.

    A table with somebody who has had a board already, by mistake, gets one of the reserve instead,
    the same for all such tables; none when the reserve is used up.
    """
    due = boards_due([playing])
    seated = defaultdict(list)
    for chair in chairs_of_round(playing):
        if table in {None, chair.table}:
            seated[chair.table].append(chair)
    had = set(PlaySeat.objects.filter(board__rounds=playing).values_list("entry_id", "board_id"))
    replaced: dict[int, Board] = {}
    seats = []
    for at, sitting in seated.items():
        own = due[playing.pk, at.pk]
        for index, wanted in enumerate(own.boards):
            if boards is not None and wanted not in boards:
                continue
            board, instead_of = wanted, None
            if any((chair.entry_id, wanted.pk) in had for chair in sitting):
                if wanted.pk not in replaced and reserve_left(playing.session):
                    replaced[wanted.pk] = reserve_take(session=playing.session, many=1)[0]
                if wanted.pk not in replaced:
                    continue
                board, instead_of = replaced[wanted.pk], wanted
            play = Play.objects.create(round=playing, table=at, board=board, instead_of=instead_of)
            seats += [
                PlaySeat(
                    play=play,
                    number=own.seat(chair.number, index),
                    entry_id=chair.entry_id,
                    board=board,
                )
                for chair in sitting
            ]
    PlaySeat.objects.bulk_create(seats)


def round_announce(playing: Round) -> None:
    """Tell the desk, every table and the public pages that a round began, was called or closed."""
    event = playing.session.event
    for number in event.tables.values_list("number", flat=True):
        announce(table_topic(event.public_id, number))
    publication_raise(event_id=event.pk)


@transaction.atomic
def tables_call(*, event: Event) -> Round:
    """Call all tables to move to the places of the round being played, or the next.

    Raises Refused when all rounds are closed.
    """
    event = event_lock(event.pk)
    called = round_running(event) or round_next(event)
    if called is None:
        raise Refused(_("All rounds have been played."))
    called.called_at = timezone.now()
    called.save(update_fields=["called_at"])
    round_announce(called)
    return called


@transaction.atomic
def table_code_renew(*, table: Table) -> None:
    """Give a table a new code; its old cards no longer open it."""
    table.code = Table._meta.get_field("code").get_default()
    table.save(update_fields=["code"])


def code_try_add(*, address: str, device: str = "") -> None:
    """Count a code that no table has, typed at this address; forget those that no longer count.

    `device` is that of a phone which knows a table.
    """
    CodeTry.objects.filter(at__lt=timezone.now() - CODE_TRIES_WITHIN).delete()
    CodeTry.objects.create(address=address, device=device)
