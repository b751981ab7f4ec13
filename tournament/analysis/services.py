"""Everything that writes the analysis.

Work goes board by board, each saved at once. It belongs to whoever holds the event's ticket: a new
one is drawn for each step, so that a step delivered twice, or after the director's stop, does
nothing. Nothing is locked while a board is computed; a step that gives no sign of life for `LEASE`
was killed, and the sweeper queues another.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db import DatabaseError, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from deals.models import DealSet
from deals.selectors import deal_of
from engine.record import Record
from engine.solver import PAR_RULE
from tournament.errors import Refused
from tournament.events.locks import event_lock
from tournament.events.models import Board, Event
from tournament.events.services import publication_raise
from tournament.live.models import LiveDeal, Step
from tournament.live.positions import position_of
from tournament.push.publish import send_on_commit
from tournament.push.services import announce
from tournament.push.topics import desk_topic
from tournament.rules.playlog import Kind

from .models import Analysis, BoardAnalysis, Mistake, PlayAnalysis
from .selectors import boards_due, deals_due, has_analysis, works_due
from .solver_process import SolverFailed, solve
from .solving import CardFigures, Findings

log = logging.getLogger(__name__)

# Signs of life come every few seconds (`solver_process.BEAT`).
LEASE = timedelta(seconds=12)
# A step that has not begun by then was lost with its broker.
QUEUED_FOR_LOST = timedelta(seconds=30)
# So many plays of a board are read in one step: of a large hall's board there are hundreds.
PLAYS_A_STEP = 12


@dataclass(frozen=True, slots=True)
class Question:
    """A board to analyse: its deal, and the plays of it whose cards are to be read."""

    board: Board
    record: Record
    played: tuple[tuple[LiveDeal, Record], ...]

    @property
    def records(self) -> list[Record]:
        return [self.record, *(record for _live, record in self.played)]


@transaction.atomic
def analysis_mark(*, event: Event) -> None:
    """Note that there may be boards to analyse; the sweeper sees to it.

    Called in the transaction that finished a play or closed a round.
    """
    if not has_analysis(event):
        return
    if not Analysis.objects.filter(event=event).update(changed=F("changed") + 1):
        Analysis.objects.get_or_create(event=event, defaults={"changed": 1})


@transaction.atomic
def analysis_start(*, event: Event) -> None:
    """Analyse the event's boards, from where it was stopped. Starting twice is once.

    Raises Refused for a game without analysis.
    """
    if not has_analysis(event):
        raise Refused(_("Boards of this game cannot be analysed."))
    Analysis.objects.get_or_create(event=event)
    Analysis.objects.filter(event=event).update(
        changed=F("changed") + 1, stopped_at=None, failed_board=None
    )
    for work in works_due().filter(event=event):
        _queue(work)
    announce(desk_topic(event.public_id))


@transaction.atomic
def analysis_stop(*, event: Event) -> None:
    """Stop it at once: what has been computed stays, and the board in hand is begun anew later."""
    Analysis.objects.filter(event=event, stopped_at=None).update(
        stopped_at=timezone.now(), ticket=F("ticket") + 1, busy_until=None
    )
    announce(desk_topic(event.public_id))


def analysis_catch_up() -> int:
    """Queue a step of the first event that has something to do; return how many were queued.

    One event comes after the other: a café's worker has results to see to as well. The scheduler
    calls this, and finds what a stopped broker or a killed worker left behind.
    """
    for work in works_due():
        with transaction.atomic():
            if _queue(work):
                return 1
    return 0


def _queue(work: Analysis) -> bool:
    """Queue the next step of an event's analysis, unless one is at work anywhere."""
    from .tasks import analysis_go_on  # the task imports this module

    now = timezone.now()
    if Analysis.objects.filter(busy_until__gt=now).exclude(pk=work.pk).exists():
        return False
    ticket = work.ticket + 1
    drawn = Analysis.objects.filter(
        Q(busy_until=None) | Q(busy_until__lt=now), pk=work.pk, ticket=work.ticket, stopped_at=None
    ).update(ticket=ticket, busy_until=now + QUEUED_FOR_LOST)
    if drawn:
        send_on_commit(analysis_go_on, work.event_id, ticket)
    return bool(drawn)


def analysis_step(*, event_id: int, ticket: int) -> None:
    """Analyse one board of an event and queue the next step, if this step's ticket still holds."""
    taken = Analysis.objects.filter(event_id=event_id, ticket=ticket, stopped_at=None)
    if not taken.update(ticket=ticket + 1, busy_until=timezone.now() + LEASE):
        return
    holder = Holder(event_id, ticket + 1)
    work = Analysis.objects.filter(event_id=event_id).select_related("event").first()
    if work is None:  # deleted with its event
        return
    event = work.event
    board = boards_due(event).select_related("deal_set", "session").first()
    if board is None:
        holder.finish(seen=work.changed)
        return
    try:
        asked = question(board)
        found = solve(asked.records, goes_on=holder.stay)
    except SolverFailed:
        log.exception("Board %d of %s could not be analysed", board.number, event.public_id)
        holder.fail(board.number)
        return
    except DatabaseError:
        # Not the board's fault: the sweeper comes back to it.
        raise
    except Exception:
        # A fault of ours, whichever: it is logged where the task ends. The work stops at this
        # board, or else the sweeper would come back to it every few seconds for ever.
        holder.fail(board.number)
        raise
    if found is None:
        return
    try:
        board_save(question=asked, found=found)
    except Event.DoesNotExist:  # deleted meanwhile: there is nothing to keep it for
        return
    holder.pass_on()


@dataclass(frozen=True, slots=True)
class Holder:
    """Whoever is at an event's analysis, by a ticket that nobody else has."""

    event_id: int
    ticket: int

    def _own(self, **values: object) -> bool:
        own = Analysis.objects.filter(event_id=self.event_id, ticket=self.ticket, stopped_at=None)
        return bool(own.update(**values))

    def stay(self) -> bool:
        """Give a sign of life; return whether to go on."""
        return self._own(busy_until=timezone.now() + LEASE)

    def finish(self, *, seen: int) -> None:
        """Note that all was analysed that had happened by then."""
        self._own(seen=seen, busy_until=None)

    def fail(self, board: int) -> None:
        """Stop at a board that cannot be computed, for the director to see."""
        with transaction.atomic():
            if self._own(failed_board=board, stopped_at=timezone.now(), busy_until=None):
                _announce(self.event_id)

    def pass_on(self) -> None:
        """Queue the next step."""
        from .tasks import analysis_go_on  # the task imports this module

        ticket = self.ticket + 1
        with transaction.atomic():
            if self._own(ticket=ticket, busy_until=timezone.now() + QUEUED_FOR_LOST):
                send_on_commit(analysis_go_on, self.event_id, ticket)


def holder_draw(*, event: Event) -> Holder:
    """Take an event's analysis over from whoever is at it, for a program that goes through it."""
    with transaction.atomic():
        event_lock(event.pk)
        work, _made = Analysis.objects.get_or_create(event=event)
        ticket = work.ticket + 1
        Analysis.objects.filter(pk=work.pk).update(
            ticket=ticket,
            changed=F("changed") + 1,
            busy_until=timezone.now() + LEASE,
            stopped_at=None,
            failed_board=None,
        )
    return Holder(event.pk, ticket)


def question(board: Board) -> Question:
    """Return what there is to ask the solver about a board that every table has closed."""
    deals = deals_due().filter(play__board=board).select_related("deal_set").order_by("pk")
    played = tuple((live, _played(live)) for live in deals[:PLAYS_A_STEP])
    return Question(board, _record(board.deal_set, board.deal_number), played)


def deal_analyse(*, live: LiveDeal, goes_on: Callable[[], bool]) -> None:
    """Analyse the cards of a finished deal that is played outside events.

    Nothing is kept once `goes_on`, asked every few seconds, says no, nor if the deal has been
    deleted meanwhile. Raises SolverFailed.
    """
    found = solve([_played(live)], goes_on=goes_on)
    if found is None:
        return
    with transaction.atomic():
        if LiveDeal.objects.select_for_update(no_key=True).filter(pk=live.pk).first():
            _mistakes_save(live, found["plays"][0])


def _played(live: LiveDeal) -> Record:
    cards = tuple(play.action for play in position_of(live).taken)
    return replace(_record(live.deal_set, live.deal_number), actions=cards)


def _record(deal_set: DealSet, number: int) -> Record:
    return Record(deal_set.game, deal_set.options, deal_of(deal_set, number), ())


@transaction.atomic
def board_save(*, question: Question, found: Findings) -> None:
    """Keep what was found of a board and of plays of it. Saving it twice is once."""
    board = question.board
    event = event_lock(board.session.event_id)
    deal_set = board.deal_set
    BoardAnalysis.objects.update_or_create(
        board=board,
        defaults={
            **found["board"],
            "commitment": deal_set.commitment,
            "deal_number": board.deal_number,
            "par_rule": PAR_RULE,
        },
    )
    for (live, _record), mistakes in zip(question.played, found["plays"][1:], strict=True):
        _mistakes_save(live, mistakes)
    # Pages whose boards are closed already show it at once.
    publication_raise(event_id=event.pk)


def _mistakes_save(live: LiveDeal, found: list[CardFigures]) -> None:
    analysis, _made = PlayAnalysis.objects.update_or_create(
        live_deal=live, defaults={"steps": live.steps, "par_rule": PAR_RULE}
    )
    analysis.mistakes.all().delete()
    Mistake.objects.bulk_create(_mistakes(analysis, live, found))


def _mistakes(
    analysis: PlayAnalysis, live: LiveDeal, found: list[CardFigures]
) -> Iterator[Mistake]:
    plays = live.log.filter(kind=Kind.PLAY).order_by("ply").values_list("seat", "action", "by")
    # Of a card taken back and played again, the last time.
    played = {(seat, card): by for seat, card, by in plays}
    for figures in found:
        by = played.get((figures["seat"], figures["card"]), Step.By.PERSON)
        yield Mistake(analysis=analysis, by=by, **figures)


def _announce(event_id: int) -> None:
    announce(desk_topic(Event.objects.values_list("public_id", flat=True).get(pk=event_id)))
