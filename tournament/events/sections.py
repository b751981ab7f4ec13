"""Sections of a field: players who meet one another, while all play the same boards and are ranked
together. A director may want several as qualifying groups; a large field has them by itself."""

from collections import Counter
from collections.abc import Sequence

from tournament.rules.movements.draws import draws, shuffled

from .models import Entry, Event

# What can be planned as one.
PLAYERS_IN_SECTION = 300
# What sections are made of where there are too many players for one.
_USUAL = 150


def has_sections(event: Event) -> bool:
    """Return whether the movement of an event knows sections."""
    return event.movement not in {Event.Movement.SHARED, Event.Movement.TEAMS}


def sections_of(event: Event) -> list[int]:
    """Return the numbers of the event's sections: a single one where nobody parted the field."""
    if not has_sections(event):
        return [1]
    found = event.entries.order_by("section").values_list("section", flat=True).distinct()
    return list(found) or [1]


def sections_needed(players: int) -> int:
    """Return how many sections so many players need: one, as long as it can be planned as one."""
    return 1 if players <= PLAYERS_IN_SECTION else max(2, round(players / _USUAL))


def sections_follow(event: Event, made: Sequence[Entry]) -> None:
    """Give those who have just been entered a section: the smallest. Before round 1 a large field
    is parted anew as it grows, unless a director has chosen how. The caller holds the event's row.
    """
    if not has_sections(event):
        return
    new = {entry.pk for entry in made}
    before = event.entries.exclude(pk__in=new)
    known = sorted(set(before.values_list("section", flat=True))) or [1]
    many = len(known)
    needed = sections_needed(event.entries.count())
    if event.state == Event.State.DRAFT and many < needed:
        largest = -(-event.entries.count() // many)
        if many == sections_needed(before.count()) or largest > PLAYERS_IN_SECTION:
            spread(event, needed)
            return
    if many == 1:
        return
    sizes = Counter(dict.fromkeys(known, 0))
    sizes.update(before.filter(last_round=None).values_list("section", flat=True))
    for entry in made:
        entry.section = min(known, key=lambda section: (sizes[section], section))
        sizes[entry.section] += 1
    Entry.objects.bulk_update(made, ["section"])


def spread(event: Event, many: int) -> None:
    """Part the field into so many sections of one size by lot. The caller holds the event's row."""
    entries = list(event.entries.order_by("number"))
    drawn = shuffled(entries, draws(event.seed, "sections"))
    for place, entry in enumerate(drawn):
        entry.section = place % many + 1
    Entry.objects.bulk_update(entries, ["section"])
