"""Everything that writes practice."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from deals.selectors import deal_of
from engine.bots import names
from tournament.analysis.selectors import GAMES
from tournament.analysis.services import LEASE, deal_analyse
from tournament.analysis.solver_process import SolverFailed
from tournament.errors import Refused
from tournament.events.models import Board
from tournament.friendly.services import BOT_NAMES
from tournament.live.models import LiveDeal, Participant
from tournament.live.services import Clocks, live_create, seat_take
from tournament.push.publish import send_on_commit

from .models import Practice
from .selectors import BEGUN_WITHIN, practices_due, practices_exceeded

log = logging.getLogger(__name__)

KEPT = timedelta(days=30)
# Nobody waits for whoever practises: no bot takes over before a working day is gone.
GONE_SECONDS = 8 * 3600


@transaction.atomic
def practice_begin(
    *, board: Board, seat: int, bot: str, device: str, address: str | None
) -> Practice:
    """Return a new deal of a board whose hands are public, bots in the other seats.

    `address` is a stranger's, None of whoever is known. Raises Refused.
    """
    if practices_exceeded(device=device, address=address):
        raise Refused(_("Many boards were begun from here just now. Try again in an hour."))
    if bot not in names(board.deal_set.game):
        raise Refused(_("Choose a bot of the list."))
    if board.deal_set.revealed_at is None:
        raise Refused(_("The hands of this board are not public yet."))
    seats = len(deal_of(board.deal_set, board.deal_number).hands)
    if not 0 <= seat < seats:
        raise Refused(_("Choose one of the seats."))
    me = Participant.objects.create(
        # Translators: the name at the table of whoever practises alone.
        name=pgettext("practice", "You"),
        device=device,
        seen_at=timezone.now(),
    )
    sitting = [
        me
        if number == seat
        else Participant.objects.create(name=str(BOT_NAMES[number % len(BOT_NAMES)]), bot=bot)
        for number in range(seats)
    ]
    live = live_create(
        deal_set=board.deal_set,
        deal_number=board.deal_number,
        participants=sitting,
        clocks=Clocks(action_seconds=None, gone_seconds=GONE_SECONDS),
    )
    seat_take(live=live, participant=me)
    return Practice.objects.create(
        board=board,
        seat=seat,
        bot=bot,
        live_deal=live,
        participant=me,
        device=device,
        address=address,
    )


@transaction.atomic
def practice_finished(*, live_deal: LiveDeal) -> None:
    """Have the cards of a deal that is over analysed, if it was practice.

    Called in the transaction of its last card.
    """
    if live_deal.game in GAMES:
        found = Practice.objects.filter(live_deal=live_deal)
        if found.update(analysis_due=timezone.now()):
            _queue()


def practice_analyse() -> None:
    """Analyse the cards of the practice that has waited longest, and queue the next.

    One at a time, whatever many people practise; the scheduler finds what was lost.
    """
    now = timezone.now()
    if Practice.objects.filter(analysis_due__gt=now).exists():
        return
    practice = practices_due(now).first()
    if practice is None or practice.analysis_due is None:
        return
    turn = Turn(practice.pk, practice.analysis_due)
    if not turn.stay():
        return
    try:
        deal_analyse(live=practice.live_deal, goes_on=turn.stay)
    except SolverFailed:
        log.exception("The practice %s could not be analysed", practice)
    except DatabaseError:
        # Not the deal's fault: it is tried again.
        raise
    except Exception:
        # A fault of ours, whichever: it is logged where the task ends, and not made for ever.
        turn.end()
        raise
    turn.end()
    if practices_due(timezone.now()).exists():
        _queue()


@dataclass(slots=True)
class Turn:
    """A worker's turn at a practice: `due` is what it has set there, and nobody else."""

    practice_id: int
    due: datetime

    def stay(self) -> bool:
        """Give a sign of life; return whether to go on."""
        before, self.due = self.due, timezone.now() + LEASE
        own = Practice.objects.filter(pk=self.practice_id, analysis_due=before)
        return bool(own.update(analysis_due=self.due))

    def end(self) -> None:
        """Note that there is nothing more to do."""
        Practice.objects.filter(pk=self.practice_id, analysis_due=self.due).update(
            analysis_due=None
        )


def _queue() -> None:
    from .tasks import practice_analyse as task  # the task imports this module

    send_on_commit(task)


def practices_clean() -> int:
    """Forget addresses that are no longer counted, and delete old practice; return how many."""
    now = timezone.now()
    Practice.objects.filter(begun_at__lt=now - BEGUN_WITHIN, address__isnull=False).update(
        address=None
    )
    old = list(Practice.objects.filter(begun_at__lt=now - KEPT).values_list("pk", flat=True))
    for practice_id in old:
        practice_delete(practice_id=practice_id)
    return len(old)


@transaction.atomic
def practice_delete(*, practice_id: int) -> None:
    """Delete a practice with its deal and the bots of its table."""
    sat = list(
        Participant.objects.filter(seats__live_deal__practice=practice_id).values_list(
            "pk", flat=True
        )
    )
    LiveDeal.objects.filter(practice=practice_id).delete()
    Participant.objects.filter(pk__in=sat).delete()
