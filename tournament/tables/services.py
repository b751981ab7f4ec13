"""Everything that writes tables, seatings and plays."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from deals.selectors import deal_set_can_deal
from tournament.errors import Refused
from tournament.events.locks import event_lock
from tournament.events.models import Board, Event, Round
from tournament.events.reserve import reserve_left, reserve_take
from tournament.events.selectors import (
    entry_is_present,
    only_session,
    round_next,
    round_running,
    rounds_begun,
)
from tournament.events.services import publication_raise
from tournament.push.services import announce
from tournament.push.topics import table_topic
from tournament.rules.movements import RoundPlan, plan

from .models import Chair, CodeTry, Play, PlaySeat, SitOut, Table
from .selectors import (
    CODE_TRIES_WITHIN,
    chairs_of_round,
    movement_fingerprint,
    round_plans,
)


def _availability(event: Event, rounds: Sequence[Round]) -> list[list[int]]:
    entries = list(event.entries.prefetch_related("absences").order_by("number"))
    return [
        [entry.pk for entry in entries if entry_is_present(entry, playing.number)]
        for playing in rounds
    ]


def movement_plan(*, event: Event) -> None:
    """Plan the rounds not begun anew, for those who will be there; what was begun stands.

    The search runs outside any transaction, since it may take seconds and nobody should wait for
    it. When something it depends on changed meanwhile, it is done again.
    """
    for _attempt in range(3):
        wanted = movement_fingerprint(event)
        begun = rounds_begun(event)
        session = only_session(event)
        planned = list(session.rounds.filter(state=Round.State.PLANNED).order_by("number"))
        plans = plan(
            available=_availability(event, planned),
            boards_per_round=event.boards_per_round,
            seed=event.seed,
            played=[round_plans(playing) for playing in begun],
        )
        with transaction.atomic():
            event = event_lock(event.pk)
            still = list(session.rounds.filter(state=Round.State.PLANNED).order_by("number"))
            stands = rounds_begun(event) == begun and still == planned
            if not stands or movement_fingerprint(event) != wanted:
                continue
            _plans_save(event, planned, plans)
            session.planned_for = wanted
            session.save(update_fields=["planned_for"])
            publication_raise(event_id=event.pk)
            return
    raise Refused(_("The players are changing just now: try again."))


def _plans_save(event: Event, rounds: Sequence[Round], plans: Sequence[RoundPlan]) -> None:
    tables = _tables_up_to(event, max((len(each.tables) for each in plans), default=0))
    Chair.objects.filter(round__in=rounds).delete()
    SitOut.objects.filter(round__in=rounds).delete()
    chairs = []
    sit_outs = []
    for playing, each in zip(rounds, plans, strict=True):
        for table, seating in zip(tables, each.tables, strict=False):
            chairs += [
                Chair(round=playing, table=table, number=number, entry_id=entry_id)
                for number, entry_id in enumerate(seating.players)
            ]
        sit_outs += [SitOut(round=playing, entry_id=entry_id) for entry_id in each.sit_outs]
    Chair.objects.bulk_create(chairs)
    SitOut.objects.bulk_create(sit_outs)


def _tables_up_to(event: Event, number: int) -> list[Table]:
    have = event.tables.count()
    # One by one: each draws its own code, and the code's uniqueness is checked by the database.
    for missing in range(have + 1, number + 1):
        Table.objects.create(event=event, number=missing)
    return list(event.tables.order_by("number")[:number])


def table_next(*, event: Event, number: int) -> Table:
    """Return the table with this number, made with those before it if there is none yet."""
    return _tables_up_to(event, number)[-1]


def round_start(*, event: Event) -> Round:
    """Begin the next round: everybody seated, a play for each board at each table.

    Re-plans first when the plan is older than the last change of players. Raises Refused while
    another round is being played, when nobody can be seated, and while the deals wait for their
    public value.
    """
    upcoming = round_next(event)
    if upcoming is None:
        raise Refused(_("All rounds have been played."))
    if not deal_set_can_deal(upcoming.session.deal_set):
        raise Refused(_("Enter the public value first: the deals are drawn from it."))
    if upcoming.session.planned_for != movement_fingerprint(event):
        movement_plan(event=event)
    with transaction.atomic():
        event = event_lock(event.pk)
        running = round_running(event)
        if running is not None:
            raise Refused(_("Close round %(number)d first.") % {"number": running.number})
        playing = _planned_lock(upcoming)
        if playing.session.planned_for != movement_fingerprint(event):
            raise Refused(_("The players are changing just now: try again."))
        if not playing.chairs.exists():
            raise Refused(_("Fewer than three players are present: there is no table to play."))
        plays_create(playing=playing, boards=list(playing.boards.all()))
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


def _planned_lock(upcoming: Round) -> Round:
    """Return the round, its row locked. Raises Refused once it has begun or fallen away."""
    playing = Round.objects.select_for_update().filter(pk=upcoming.pk).first()
    if playing is None:
        raise Refused(_("The rounds are changing just now: try again."))
    if playing.state != Round.State.PLANNED:
        raise Refused(_("Round %(number)d has begun already.") % {"number": playing.number})
    return playing


def plays_create(*, playing: Round, boards: Sequence[Board], table: Table | None = None) -> None:
    """Make the plays of these boards at the round's tables, or at one of them.

    A table with somebody who has had a board already, by mistake, gets one of the reserve instead,
    the same for all such tables; none when the reserve is used up.
    """
    seated = defaultdict(list)
    for chair in chairs_of_round(playing):
        if table in {None, chair.table}:
            seated[chair.table].append(chair)
    had = set(PlaySeat.objects.filter(board__in=boards).values_list("entry_id", "board_id"))
    replaced: dict[int, Board] = {}
    seats = []
    for at, sitting in seated.items():
        for due in boards:
            board, instead_of = due, None
            if any((chair.entry_id, due.pk) in had for chair in sitting):
                if due.pk not in replaced and reserve_left(playing.session):
                    replaced[due.pk] = reserve_take(session=playing.session, many=1)[0]
                if due.pk not in replaced:
                    continue
                board, instead_of = replaced[due.pk], due
            play = Play.objects.create(round=playing, table=at, board=board, instead_of=instead_of)
            seats += [
                PlaySeat(play=play, number=chair.number, entry_id=chair.entry_id, board=board)
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
    called = round_running(event) or round_next(event)
    if called is None:
        raise Refused(_("All rounds have been played."))
    event_lock(event.pk)
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
