"""Puts the deals of a file in the place of those that were drawn for an event."""

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.errors import Refused

from .locks import event_lock
from .models import Event, Session
from .sealing import FileDeals, session_import
from .services import publication_raise


@transaction.atomic
def event_deals_import(*, event: Event, found: FileDeals, game: str) -> Session:
    """Seal the deals of a file for an event in preparation; they were read as deals of `game`.

    Raises Refused once round 1 has begun, when the event is of another game by now, when the file
    has too few, and as `session_import` does.
    """
    event = event_lock(event.pk)
    if event.state != Event.State.DRAFT:
        raise Refused(_("Round 1 has begun: rounds, boards and deals can no longer be changed."))
    if event.game != game:
        raise Refused(_("The tournament is of another game by now: read the file again."))
    session = session_import(event, found)
    publication_raise(event_id=event.pk)
    return session
