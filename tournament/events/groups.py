"""Writes into which groups a director parts the field before round 1: see sections."""

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.errors import Refused

from .locks import event_lock
from .models import Entry, Event
from .sections import PLAYERS_IN_SECTION, has_sections, sections_of, spread
from .services import SEATS, publication_raise


@transaction.atomic
def sections_set(*, event: Event, many: int) -> None:
    """Part the field into so many sections of one size, by a lot that the event's seed draws.

    Raises Refused once round 1 has begun, for a section of fewer than three players, and for one
    that is too large. Plan the movement anew afterwards.
    """
    event = event_lock(event.pk)
    _changeable(event)
    players = event.entries.count()
    if not has_sections(event):
        raise Refused(_("Teams, and boards of which there is one copy, know no groups."))
    if not 1 <= many <= max(1, players // SEATS):
        raise Refused(
            _("%(players)d players make from 1 to %(most)d groups of three or more.")
            % {"players": players, "most": max(1, players // SEATS)}
        )
    if players > many * PLAYERS_IN_SECTION:
        raise Refused(
            _("A group has at most %(most)d players: make at least %(least)d groups.")
            % {"most": PLAYERS_IN_SECTION, "least": -(-players // PLAYERS_IN_SECTION)}
        )
    spread(event, many)
    publication_raise(event_id=event.pk)


@transaction.atomic
def entry_section_set(*, entry: Entry, section: int) -> None:
    """Put a player into another section, one of the event's or a new one after them.

    Raises Refused once round 1 has begun. Plan the movement anew afterwards.
    """
    event = event_lock(entry.event_id)
    _changeable(event)
    known = sections_of(event)
    if not has_sections(event) or section not in {*known, max(known) + 1}:
        raise Refused(_("There is no group %(number)d.") % {"number": section})
    entry.section = section
    entry.save(update_fields=["section"])
    publication_raise(event_id=event.pk)


def _changeable(event: Event) -> None:
    if event.state != Event.State.DRAFT:
        raise Refused(_("Round 1 has begun: the groups stand."))
