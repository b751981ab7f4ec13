"""Bots and house players, who fill a table that is one or two players short."""

from collections import Counter
from collections.abc import Sequence
from itertools import count, islice

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.errors import Refused

from .locks import event_lock
from .models import Entry, Event
from .sections import has_sections
from .selectors import entry_is_present, only_session
from .services import SEATS, NewEntry, attendance_set, entries_add, round_to_come


@transaction.atomic
def stand_ins_set(
    *, event: Event, round_number: int, kind: str, last_number: int = 0
) -> list[Entry]:
    """Fill the last table of a round with stand-ins of a kind, or with none; return who they are.

    Where the field is parted, it is the last table of each section. As many as are needed, none
    where nobody is there to play with; those of other rounds come first. They stay until they are
    set again. `last_number` is as for `entries_add`. Raises Refused for bots where cards are on
    tables, in an event of teams, and when the round has begun.
    """
    event = event_lock(event.pk)
    if kind not in Entry.StandIn:
        raise Refused(_("Choose who fills a table."))
    if kind == Entry.StandIn.BOT and event.play_mode != Event.PlayMode.LIVE:
        raise Refused(_("A bot plays in the browser only: here cards are on the tables."))
    if kind and event.movement == Event.Movement.TEAMS:
        raise Refused(_("Each team brings its own reserves: nobody else fills a table of teams."))
    round_to_come(only_session(event).rounds.filter(number=round_number).first())
    entries = list(
        event.entries.select_related("player").prefetch_related("absences").order_by("number")
    )
    known = [each for each in entries if each.stand_in]
    if not kind and not known:
        return []
    seated: list[Entry] = []
    missing: list[int] = []
    for section, many in _wanted(event, entries, round_number).items() if kind else ():
        own = [each for each in known if (each.stand_in, _section(event, each)) == (kind, section)]
        seated += own[:many]
        missing += [section] * (many - len(own))
    attendance_set(
        event=event,
        round_number=round_number,
        presences={each.pk: "present" if each in seated else "absent" for each in known},
    )
    # One of them may have become one with a player: the others keep their names.
    taken = {each.player.name.casefold() for each in entries}
    names = (_name(kind, number) for number in count(1))
    free = (name for name in names if name.casefold() not in taken)
    made = entries_add(
        event=event,
        entries=[NewEntry(name, True) for name in islice(free, len(missing))],
        first_round=round_number,
        last_number=last_number,
    )
    for entry, section in zip(made, missing, strict=True):
        entry.stand_in, entry.section = kind, section
    Entry.objects.bulk_update(made, ["stand_in", "section"])
    return seated + made


def _wanted(event: Event, entries: Sequence[Entry], round_number: int) -> dict[int, int]:
    """Return how many players the last table of each section is short of."""
    people = Counter(
        _section(event, each)
        for each in entries
        if not each.stand_in and entry_is_present(each, round_number)
    )
    return {section: -many % SEATS for section, many in sorted(people.items())}


def _section(event: Event, entry: Entry) -> int:
    """Return the section in which an entry meets others: where the director seats, it is one."""
    is_parted = has_sections(event) and event.movement != Event.Movement.FREE
    return entry.section if is_parted else 1


def _name(kind: str, number: int) -> str:
    words = _("Bot %(number)d") if kind == Entry.StandIn.BOT else _("House player %(number)d")
    return words % {"number": number}
