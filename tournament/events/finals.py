"""Writes who plays a final: those who go on from an earlier event, in the order of its ranking."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.errors import Refused

from .locks import event_lock
from .models import Entry, Event
from .services import SEATS, publication_raise


def sections_by_rank(players: int, size: int) -> list[int]:
    """Return the section of each of so many players in the order of their ranks, by so many.

    0 is all in one. One or two who are left over join the last section: three make a table.
    """
    if not size:
        return [1] * players
    sections = max(1, players // size + (players % size >= SEATS))
    return [min(place // size, sections - 1) + 1 for place in range(players)]


@transaction.atomic
def finalists_enter(*, event: Event, earlier: Sequence[Entry], size: int) -> None:
    """Enter the players of these entries of an earlier event, in this order, with what holds for
    them, in sections of `size`. Raises Refused for fewer than three."""
    event = event_lock(event.pk)
    if len(earlier) < SEATS:
        raise Refused(_("A final takes three players or more."))
    sections = sections_by_rank(len(earlier), size)
    Entry.objects.bulk_create(
        Entry(event=event, number=number, section=section, **_kept(entry))
        for number, (entry, section) in enumerate(zip(earlier, sections, strict=True), start=1)
    )
    publication_raise(event_id=event.pk)


@transaction.atomic
def finalist_replace(*, entry: Entry, by: Entry, last_number: int = 0) -> Entry:
    """Let the player of another entry of the earlier event come in for one who does not.

    Those below move up: the sections stay as large as they were. Whoever is entered in another
    final that has not begun leaves it. Raises Refused once this one has begun.
    """
    event_id = entry.event_id
    others = Event.objects.filter(
        carry_from=entry.event.carry_from_id, entries__player=by.player_id
    ).exclude(pk=event_id)
    event = event_lock(event_id, *others.values_list("pk", flat=True))
    if event.state != Event.State.DRAFT:
        raise Refused(_("Round 1 has begun: enter who comes, and mark who does not as leaving."))
    if event.carry_from_id != by.event_id:
        raise Refused(_("Take somebody of the tournament that this is the final of."))
    if event.entries.filter(player=by.player_id).exists():
        raise Refused(_("“%(name)s” plays this final already.") % {"name": by.player.name})
    for other in others.order_by("pk"):
        if other.state != Event.State.DRAFT:
            raise Refused(
                _("%(name)s plays in “%(event)s”, which has begun.")
                % {"name": by.player.name, "event": other.name}
            )
        other.entries.filter(player=by.player_id).delete()
        publication_raise(event_id=other.pk)
    sections = list(event.entries.order_by("section", "number").values_list("section", flat=True))
    ordered = list(event.entries.exclude(pk=entry.pk).order_by("section", "number"))
    numbers = event.entries.values_list("number", flat=True)
    number = max(last_number, *numbers) + 1
    Entry.objects.filter(pk=entry.pk).delete()
    made = Entry.objects.create(event=event, number=number, section=sections[-1], **_kept(by))
    for each, section in zip(ordered, sections, strict=False):
        each.section = section
    Entry.objects.bulk_update(ordered, ["section"])
    publication_raise(event_id=event.pk)
    return made


def _kept(entry: Entry) -> dict[str, object]:
    """Return what of an entry holds in the final as well."""
    return {
        "player_id": entry.player_id,
        "handicap_unit": entry.handicap_unit,
        "handicap": entry.handicap,
        "stratum": entry.stratum,
        "groups": list(entry.groups),
    }
