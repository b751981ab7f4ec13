"""Publishing: from provisional to official, with the deals revealed."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from deals.services import deal_set_reveal
from tournament.errors import Refused
from tournament.events.models import Event
from tournament.events.services import publication_raise
from tournament.live.watching import deals_open
from tournament.results.models import Pending
from tournament.standings.models import Standings
from tournament.standings.services import standings_compute


def event_publish(*, event: Event) -> None:
    """Make the standings official and reveal the keys of the deals. Publishing twice is once.

    Raises Refused until all rounds are closed, while an entry is unconfirmed or disputed, and while
    a deal is open in a browser.
    """
    standings_compute(event_id=event.pk)
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        if event.state == Event.State.OFFICIAL:
            return
        if event.state != Event.State.FINISHED:
            raise Refused(_("Close all rounds first."))
        if Pending.objects.filter(play__round__session__event=event).exists():
            raise Refused(_("Some entries are not confirmed yet: decide them first."))
        left = deals_open(event).select_related("play__table", "play__board").first()
        if left is not None and left.play is not None:
            raise Refused(
                _(
                    "Table %(table)d has board %(board)d still open in the browser: stop the deal "
                    "at “At the tables now”, then publish."
                )
                % {"table": left.play.table.number, "board": left.play.board.number}
            )
        behind = Standings.objects.select_for_update().filter(event=event).first()
        if behind is not None and behind.seen < behind.changed:
            raise Refused(_("A result has just changed: publish again in a moment."))
        for session in event.sessions.select_related("deal_set", "reserve_set"):
            deal_set_reveal(deal_set=session.deal_set)
            deal_set_reveal(deal_set=session.reserve_set)
        event.state = Event.State.OFFICIAL
        event.published_at = timezone.now()
        event.save(update_fields=["state", "published_at"])
        publication_raise(event_id=event.pk)
