"""The final of an event: who goes on, in which groups, with what; and who comes in for whom."""

import datetime
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from decimal import Decimal

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.finals import finalist_replace, finalists_enter
from tournament.events.models import Entry, Event
from tournament.events.ranking import Publishing, Ranking
from tournament.events.selectors import only_session
from tournament.events.services import EventData
from tournament.leaderboard.selectors import entry_real_name, leaderboard
from tournament.players.services import NAME_LENGTH
from tournament.rulings.selectors import number_last
from tournament.standings.services import standings_compute

from .services import event_make

OVER = {Event.State.FINISHED, Event.State.OFFICIAL}
# Weight 0: the earlier event is only where the players come from.
NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Final:
    """What a director decides about a final. `group_size` 0: all in one group."""

    date: datetime.date
    rounds: int
    boards_per_round: int
    go_on: int
    by_group: bool
    group_size: int
    carry_unit: str
    carry_weight: Decimal
    with_rest: bool


def ranked(event: Event) -> list[Entry]:
    """Return the event's ranked players in order; who fills a table is not one of them."""
    rows = leaderboard(event, name_of=entry_real_name).rows
    return [each.entry for each in rows if each.row.rank is not None and not each.entry.stand_in]


def going_on(entries: Sequence[Entry], final: Final) -> list[Entry]:
    """Return who of the ranked goes on: the first of all, or the first of each group."""
    if not final.by_group:
        return list(entries[: final.go_on])
    counts: Counter[int] = Counter()
    chosen = []
    for entry in entries:
        counts[entry.section] += 1
        if counts[entry.section] <= final.go_on:
            chosen.append(entry)
    return chosen


def final_make(*, event: Event, director: User, final: Final) -> list[Event]:
    """Return the final of an event in preparation, and the one of the others if it is wanted.

    Raises Refused until all rounds are closed, and for fewer than three players.
    """
    standings_compute(event_id=event.pk)
    with transaction.atomic():
        event = Event.objects.select_related("club").get(pk=event.pk)
        if event.state not in OVER:
            raise Refused(_("Close all rounds first."))
        if event.movement == Event.Movement.TEAMS:
            raise Refused(_("Teams go on as teams: make a new tournament and enter them there."))
        entries = ranked(event)
        chosen = going_on(entries, final)
        made = [_made(event, director, final, chosen, _("%(event)s: final"))]
        if final.with_rest:
            taken = {entry.pk for entry in chosen}
            rest = [entry for entry in entries if entry.pk not in taken]
            made.append(_made(event, director, final, rest, _("%(event)s: final B")))
        return made


def _made(event: Event, director: User, final: Final, entries: Sequence[Entry], name: str) -> Event:
    is_carried = final.carry_unit != NOTHING
    made = event_make(
        club=event.club,
        director=director,
        data=_data(event, final, name),
        ranking=Ranking(
            handicap_weight=event.handicap_weight,
            strata=tuple(event.strata),
            groups=tuple(event.groups),
            carry_from=event.pk,
            carry_unit=final.carry_unit if is_carried else event.carry_unit,
            carry_weight=final.carry_weight if is_carried else Decimal(0),
        ),
        publishing=Publishing(
            correction_minutes=event.correction_minutes,
            history_public=event.history_public,
            currency=event.currency,
        ),
    )
    made.directors.add(*event.directors.all())
    finalists_enter(event=made, earlier=entries, size=final.group_size)
    return made


def _data(event: Event, final: Final, name: str) -> EventData:
    own = {each.name for each in fields(EventData)}
    known = {each: getattr(event, each) for each in own if hasattr(event, each)}
    room = NAME_LENGTH - len(name % {"event": ""})
    is_shared = event.movement == Event.Movement.SHARED and not final.group_size
    movement = Event.Movement.SHARED if is_shared else Event.Movement.BAROMETER
    return EventData(
        **known
        | {
            "name": name % {"event": event.name[:room]},
            "date": final.date,
            "rounds": final.rounds,
            "boards_per_round": final.boards_per_round,
            "tie_breaks": tuple(event.tie_breaks),
            "pass_four_aces": only_session(event).deal_set.pass_four_aces,
            "minimum_boards": 0,
            "movement": movement,
        }
    )


@dataclass(frozen=True, slots=True)
class Substitute:
    """Who may come in: the next of the ranking, or of the group of who does not come."""

    entry: Entry
    of_group: bool


def next_in(entry: Entry) -> list[Substitute]:
    """Return who may come in for a finalist: nobody who ranks above the last finalist.

    Whoever has been replaced already ranks above, and is not asked again.
    """
    source = entry.event.carry_from
    if source is None:
        return []
    order = ranked(source)
    inside = set(entry.event.entries.values_list("player_id", flat=True))
    own = next((each for each in order if each.player_id == entry.player_id), None)
    found = [_next(order, inside)]
    if own is not None and len({each.section for each in order}) > 1:
        of_group = [each for each in order if each.section == own.section]
        found.append(_next(of_group, inside))
    whole, *grouped = found
    substitutes = [] if whole is None else [Substitute(whole, of_group=False)]
    return substitutes + [
        Substitute(each, of_group=True) for each in grouped if each is not None and each != whole
    ]


def _next(order: Sequence[Entry], inside: set[int]) -> Entry | None:
    last = max((at for at, each in enumerate(order) if each.player_id in inside), default=-1)
    return next(iter(order[last + 1 :]), None)


def replace(*, entry: Entry, by: Entry) -> Entry:
    """Let another player of the earlier event come in. Raises Refused."""
    return finalist_replace(entry=entry, by=by, last_number=number_last(entry.event))
