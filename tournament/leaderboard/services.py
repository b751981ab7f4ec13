"""Publishing: from provisional to official, with the deals revealed."""

import logging

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from deals.services import deal_set_reveal
from tournament.errors import Refused
from tournament.events.locks import event_lock_from_results
from tournament.events.models import Event
from tournament.events.services import publication_raise
from tournament.live.watching import deals_open
from tournament.results.models import Pending
from tournament.standings.models import Standings
from tournament.standings.selectors import carried_of, standings_stale
from tournament.standings.services import standings_compute
from tournament.tables.models import LatePlay

log = logging.getLogger(__name__)


def event_publish(*, event: Event, only_if_due: bool = False) -> None:
    """Make the standings official and reveal the keys of the deals. Publishing twice is once.

    `only_if_due` leaves alone what is to be corrected for some time yet. Raises Refused until all
    rounds are closed, while an entry is unconfirmed or disputed, while a deal is open in a browser,
    and while an event that is carried over from is not official.
    """
    standings_compute(event_id=event.pk)
    with transaction.atomic():
        event = event_lock_from_results(event.pk)
        if event.state == Event.State.OFFICIAL:
            return
        if only_if_due and not _is_due(event):
            return
        if event.state != Event.State.FINISHED:
            raise Refused(_("Close all rounds first."))
        _refuse_undecided(event)
        behind = Standings.objects.select_for_update().filter(event=event).first()
        is_stale = behind is not None and behind.seen < behind.changed
        if is_stale or Standings.objects.filter(standings_stale(), event=event.carry_from_id):
            raise Refused(_("A result has just changed: publish again in a moment."))
        if event.carry_from_id is not None:
            # From now on it stands, whatever is corrected in the earlier one.
            Standings.objects.update_or_create(event=event, defaults={"carried": carried_of(event)})
        for session in event.sessions.select_related("deal_set", "reserve_set"):
            deal_set_reveal(deal_set=session.deal_set)
            deal_set_reveal(deal_set=session.reserve_set)
        event.state = Event.State.OFFICIAL
        event.published_at = timezone.now()
        event.save(update_fields=["state", "published_at"])
        publication_raise(event_id=event.pk)


def _refuse_undecided(event: Event) -> None:
    """Raise Refused while something is open that the standings would not have."""
    if Pending.objects.filter(play__round__session__event=event).exists():
        raise Refused(_("Some entries are not confirmed yet: decide them first."))
    if LatePlay.objects.filter(play__round__session__event=event, play__result=None).exists():
        raise Refused(
            _("Boards are still to be played late: wait for them, or give averages first.")
        )
    left = deals_open(event).select_related("play__table", "play__board").first()
    if left is not None and left.play is not None:
        raise Refused(
            _(
                "Table %(table)d has board %(board)d still open in the browser: stop the deal "
                "at “At the tables now”, then publish."
            )
            % {"table": left.play.table.number, "board": left.play.board.number}
        )
    earlier = event.carry_from
    if earlier is not None and earlier.state != Event.State.OFFICIAL:
        raise Refused(
            _("“%(name)s”, which is carried over from, is not official yet: publish it first.")
            % {"name": earlier.name}
        )


def _is_due(event: Event) -> bool:
    until = event.provisional_until
    return event.state == Event.State.FINISHED and until is not None and until <= timezone.now()


def events_publish_due() -> int:
    """Publish every event whose correction period is over; return how many became official.

    The scheduler calls this again and again: whatever it finds undecided, it leaves until that is
    decided, and nothing is remembered outside the database.
    """
    due = Event.objects.filter(
        state=Event.State.FINISHED, provisional_until__lte=timezone.now()
    ).order_by("provisional_until")
    published = 0
    for event in due:
        try:
            event_publish(event=event, only_if_due=True)
        except Refused as reason:
            log.debug("%s cannot become official yet: %s", event.public_id, reason)
        else:
            published += 1
    return published
