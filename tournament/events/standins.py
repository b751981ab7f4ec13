"""Bots and house players, who fill a table that is one or two players short."""

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.errors import Refused

from .locks import event_lock
from .models import Entry, Event, Round
from .selectors import entry_is_present, only_session
from .services import SEATS, NewEntry, attendance_set, entries_add


@transaction.atomic
def stand_ins_set(*, event: Event, round_number: int, kind: str) -> list[Entry]:
    """Fill the last table of a round with stand-ins of a kind, or with none; return who they are.

    As many as are needed, none where nobody is there to play with; those of other rounds come
    first. They stay until they are set again. Raises Refused for bots where cards are on tables,
    and when the round has begun.
    """
    event = event_lock(event.pk)
    if kind not in Entry.StandIn:
        raise Refused(_("Choose who fills a table."))
    if kind == Entry.StandIn.BOT and event.play_mode != Event.PlayMode.LIVE:
        raise Refused(_("A bot plays in the browser only: here cards are on the tables."))
    if only_session(event).rounds.get(number=round_number).state != Round.State.PLANNED:
        raise Refused(_("Round %(number)d has begun already.") % {"number": round_number})
    entries = list(event.entries.prefetch_related("absences").order_by("number"))
    people = sum(not each.stand_in and entry_is_present(each, round_number) for each in entries)
    wanted = -people % SEATS if kind and people else 0
    known = [each for each in entries if each.stand_in]
    if not kind and not known:
        return []
    seated = [each for each in known if each.stand_in == kind][:wanted]
    attendance_set(
        event=event,
        round_number=round_number,
        presences={each.pk: "present" if each in seated else "absent" for each in known},
    )
    return seated + _made(event, known, round_number, kind, wanted - len(seated))


def _made(event: Event, known: list[Entry], round_number: int, kind: str, many: int) -> list[Entry]:
    first = sum(each.stand_in == kind for each in known) + 1
    names = [_name(kind, number) for number in range(first, first + many)]
    made = entries_add(
        event=event, entries=[NewEntry(name, True) for name in names], first_round=round_number
    )
    Entry.objects.filter(pk__in=[each.pk for each in made]).update(stand_in=kind)
    return made


def _name(kind: str, number: int) -> str:
    words = _("Bot %(number)d") if kind == Entry.StandIn.BOT else _("House player %(number)d")
    return words % {"number": number}
