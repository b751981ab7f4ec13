"""Writes the places of players whom the director seats by hand, in rounds not begun."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.locks import event_lock
from tournament.events.models import Entry, Event, Round
from tournament.events.selectors import entry_is_present, only_session
from tournament.events.services import publication_raise, round_to_come
from tournament.rules.movements import RoundPlan, TablePlan
from tournament.rules.movements.seated import turned_by_hand
from tournament.rules.movements.shapes import CHAIRS

from .models import Chair, SitOut, Table, TableBoards
from .selectors import rounds_plans

# The entries of each table in the order of its chairs, tables from number 1 on.
Seating = Sequence[Sequence[Entry]]
_Stored = list[tuple[Round, str, RoundPlan]]


def seating_set(
    *, event: Event, round_number: int, tables: Seating, version: str | None = None
) -> None:
    """Seat these players in a round not begun; the others who are there sit out.

    `version` is the `seating_version` that the director has looked at. Raises Refused for somebody
    who is named twice or not there, for a table that is not of three, once the round has begun,
    and when somebody else has changed it since.
    """
    versions = {} if version is None else {round_number: version}
    seatings_set(event=event, seatings={round_number: tables}, versions=versions)


def seatings_set(
    *, event: Event, seatings: Mapping[int, Seating], versions: Mapping[int, str] | None = None
) -> None:
    """Seat players in several rounds, in all of them or in none; like `seating_set`.

    How the boards are turned is searched outside any transaction, as a plan is.
    """
    for _attempt in range(3):
        before = _stored(event)
        wanted = _checked(event, before, seatings, versions or {})
        turned = _turned(event, before, wanted)
        with transaction.atomic():
            event = event_lock(event.pk)
            if _stored(event) != before:
                continue
            _checked(event, before, seatings, versions or {})
            _save(event, turned)
            return
    raise Refused(_("The rounds are changing just now: try again."))


@transaction.atomic
def seatings_keep(*, event: Event, seatings: Mapping[int, Seating]) -> None:
    """Give players the places back that they had, in boards or rounds that were made anew since.

    Nothing is checked: who is no longer there, or was taken out, is told when the round begins.
    """
    event = event_lock(event.pk)
    places = {
        number: RoundPlan(
            tuple(TablePlan(tuple(entry.pk for entry in table), ()) for table in tables), ()
        )
        for number, tables in seatings.items()
    }
    _save(event, _turned(event, _stored(event), places))


def seated_turn(*, event: Event) -> None:
    """Turn the boards of the rounds not begun anew: how they are turned was changed, or how many
    there are. Everybody keeps their place."""
    before = _stored(event)
    wanted = {
        playing.number: planned
        for playing, state, planned in before
        if state == Round.State.PLANNED and planned.tables
    }
    turned = _turned(event, before, wanted)
    with transaction.atomic():
        event = event_lock(event.pk)
        if _stored(event) != before:
            raise Refused(_("The rounds are changing just now: try again."))
        _save(event, turned)
        sit_outs_follow(event=event)


@transaction.atomic
def sit_outs_follow(*, event: Event) -> None:
    """Let those who are there and have no place sit out; whoever is not there does not.

    Only where the director seats the players: elsewhere the plan says it.
    """
    if event.movement != Event.Movement.FREE:
        return
    event = event_lock(event.pk)
    entries = list(event.entries.prefetch_related("absences"))
    for playing in only_session(event).rounds.filter(state=Round.State.PLANNED):
        seated = set(playing.chairs.values_list("entry_id", flat=True))
        _sit_out(playing, entries, seated)


@transaction.atomic
def seat_by_hand(*, event: Event) -> None:
    """Let the director seat the players in the rounds not begun, who keep their places until then.

    Raises Refused when all rounds have begun, and where boards or teams go by the plan.
    """
    event = event_lock(event.pk)
    if event.movement == Event.Movement.SHARED:
        raise Refused(
            _(
                "With one copy of each board the plan alone sees to it that nobody plays a board "
                "twice: give each table its own cards to seat by hand."
            )
        )
    if event.movement == Event.Movement.TEAMS:
        raise Refused(_("Teams meet as the plan has it: they cannot be seated by hand."))
    if not only_session(event).rounds.filter(state=Round.State.PLANNED).exists():
        raise Refused(_("All rounds have begun: nothing is left to plan."))
    event.movement = Event.Movement.FREE
    event.save(update_fields=["movement"])
    publication_raise(event_id=event.pk)


def seating_check(playing: Round) -> None:
    """Raise Refused where a round seated by hand cannot begin: without a table, with somebody who
    is not there, or with a table that somebody was taken from."""
    if not playing.chairs.exists():
        raise Refused(
            _("Nobody has a place in round %(number)d yet: seat the players under Movement.")
            % {"number": playing.number}
        )
    gone = seated_but_gone(playing)
    if gone:
        raise Refused(
            _("Round %(number)d cannot begin: %(names)s have a place, but are not there.")
            % {
                "number": playing.number,
                "names": ", ".join(
                    _("%(name)s (table %(table)d)")
                    % {"name": chair.entry.player.name, "table": chair.table.number}
                    for chair in gone
                ),
            }
        )
    seated = Counter(playing.chairs.values_list("table__number", flat=True))
    for at, many in sorted(seated.items()):
        if many != CHAIRS:
            raise _not_of_three(playing.number, at)


def _not_of_three(round_number: int, table: int) -> Refused:
    words = _("Round %(round)d, table %(table)d: a table takes three players.")
    return Refused(words % {"round": round_number, "table": table})


def seated_but_gone(*rounds: Round) -> list[Chair]:
    """Return the chairs of these rounds whose player is not there in it, by round."""
    chairs = Chair.objects.filter(round__in=rounds).select_related(
        "round", "table", "entry__player"
    )
    in_order = chairs.order_by("round__number", "table__number", "number")
    return [
        chair
        for chair in in_order.prefetch_related("entry__absences")
        if not entry_is_present(chair.entry, chair.round.number)
    ]


def seatings_of(event: Event) -> dict[int, list[list[Entry]]]:
    """Return who sits where in the rounds that have tables, by round number, begun or not."""
    entries = event.entries.select_related("player").in_bulk()
    return {
        playing.number: [[entries[each] for each in table.players] for table in planned.tables]
        for playing, _state, planned in _stored(event)
        if planned.tables
    }


def seating_version(playing: Round) -> str:
    """Return what tells a round's places from others."""
    rows = playing.chairs.order_by("table__number", "number")
    held = list(rows.values_list("table__number", "number", "entry_id"))
    return sha256(repr(held).encode()).hexdigest()[:16]


def _stored(event: Event) -> _Stored:
    rounds = Round.objects.filter(session__event=event).order_by("session__number", "number")
    found = list(rounds)
    return [
        (playing, playing.state, planned)
        for playing, planned in zip(found, rounds_plans(found), strict=True)
    ]


def _checked(
    event: Event, stored: _Stored, seatings: Mapping[int, Seating], versions: Mapping[int, str]
) -> dict[int, RoundPlan]:
    """Return the rounds as they are to be, by number. Raises Refused."""
    if event.movement != Event.Movement.FREE:
        raise Refused(_("The places of this tournament are planned: choose to seat by hand first."))
    rounds = {playing.number: playing for playing, _state, _plan in stored}
    entries = {entry.pk: entry for entry in _entries(event)}
    for number, version in versions.items():
        if number in rounds and seating_version(rounds[number]) != version:
            raise Refused(
                _(
                    "Somebody else has changed round %(number)d meanwhile: look at it first. Saved "
                    "again, this replaces what they did."
                )
                % {"number": number},
                changed=True,
            )
    found = {}
    for number, tables in seatings.items():
        round_to_come(rounds.get(number))
        round_check(number, tables, entries)
        found[number] = RoundPlan(
            tuple(TablePlan(tuple(entry.pk for entry in table), ()) for table in tables), ()
        )
    return found


def _entries(event: Event) -> list[Entry]:
    entries = event.entries.select_related("player").prefetch_related("absences")
    return list(entries.order_by("number"))


def round_check(number: int, tables: Seating, entries: Mapping[int, Entry]) -> None:
    """Raise Refused for a table of a round that is not of three, and for somebody who is named
    twice or not there. `entries` are the event's, by id."""
    seated: set[int] = set()
    for at, table in enumerate(tables, start=1):
        if len(table) != CHAIRS:
            raise _not_of_three(number, at)
        for each in table:
            entry = entries.get(each.pk)
            if entry is None:
                raise Refused(_("One of these players is not in this tournament."))
            words = {"round": number, "table": at, "name": entry.player.name}
            if each.pk in seated:
                raise Refused(
                    _("Round %(round)d, table %(table)d: %(name)s has a place already.") % words
                )
            if not entry_is_present(entry, number):
                raise Refused(
                    _(
                        "Round %(round)d, table %(table)d: %(name)s is not there. Seat somebody "
                        "else, or say under Attendance who is there."
                    )
                    % words
                )
            seated.add(each.pk)


def _turned(
    event: Event, stored: _Stored, wanted: Mapping[int, RoundPlan]
) -> list[tuple[Round, RoundPlan]]:
    """Return the rounds wanted, each table with its turns."""
    places = {playing.number: place for place, (playing, _state, _plan) in enumerate(stored)}
    if not event.turned:
        return [
            (stored[places[number]][0], _unturned(planned)) for number, planned in wanted.items()
        ]
    rounds = [wanted.get(playing.number, planned) for playing, _state, planned in stored]
    boards = {
        places[number]: stored[places[number]][0].boards.count()
        for number, planned in wanted.items()
        if planned.tables
    }
    turned = turned_by_hand(rounds, boards, seed=event.seed)
    return [
        (stored[places[number]][0], turned.get(places[number], planned))
        for number, planned in wanted.items()
    ]


def _unturned(planned: RoundPlan) -> RoundPlan:
    return RoundPlan(tuple(replace(table, turns=(), set=None) for table in planned.tables), ())


def _save(event: Event, rounds: Sequence[tuple[Round, RoundPlan]]) -> None:
    most = max((len(planned.tables) for _playing, planned in rounds), default=0)
    tables = tables_up_to(event, most)
    entries = _entries(event)
    chairs, boards = [], []
    for playing, planned in rounds:
        for kind in (Chair, TableBoards):
            kind.objects.filter(round=playing).delete()
        for table, seated in zip(tables, planned.tables, strict=False):
            chairs += [
                Chair(round=playing, table=table, number=number, entry_id=entry_id)
                for number, entry_id in enumerate(seated.players)
            ]
            if any(seated.turns):
                boards.append(TableBoards(round=playing, table=table, turns=list(seated.turns)))
        _sit_out(playing, entries, {each for table in planned.tables for each in table.players})
    Chair.objects.bulk_create(chairs)
    TableBoards.objects.bulk_create(boards)
    session = only_session(event)
    # Planned again one day, these rounds are planned anew.
    session.planned_for = ""
    session.save(update_fields=["planned_for"])
    publication_raise(event_id=event.pk)


def _sit_out(playing: Round, entries: Sequence[Entry], seated: set[int]) -> None:
    """Store who sits a round out: nobody where nobody is seated yet."""
    SitOut.objects.filter(round=playing).delete()
    SitOut.objects.bulk_create(
        SitOut(round=playing, entry=entry)
        for entry in entries
        if seated and entry.pk not in seated and entry_is_present(entry, playing.number)
    )


def tables_up_to(event: Event, number: int) -> list[Table]:
    """Return the first tables, so many; those missing are made."""
    have = event.tables.count()
    # One by one: each draws its own code, and the code's uniqueness is checked by the database.
    for missing in range(have + 1, number + 1):
        Table.objects.create(event=event, number=missing)
    return list(event.tables.order_by("number")[:number])
