"""A player arrives while a round is being played: where there is a seat, and who takes it."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.locks import event_lock
from tournament.events.models import Entry, Event, Round
from tournament.events.sections import sections_of
from tournament.events.selectors import round_next, round_running
from tournament.events.services import SEATS, NewEntry
from tournament.events.standins import stand_ins_set
from tournament.players.models import Player
from tournament.rules.movements.comparisons import turnings_of_seated
from tournament.rulings.changes import SeatsChange
from tournament.rulings.selectors import number_last
from tournament.rulings.services import ruling_make
from tournament.standings.services import standings_mark
from tournament.tables.models import Chair, Play, SitOut, TableBoards
from tournament.tables.selectors import sit_outs_of_round
from tournament.tables.services import plays_create, round_announce, table_next

from .services import players_enter

NEW_TABLE = "table"
PLANNED_ALONE = {Event.Movement.SHARED, Event.Movement.TEAMS}


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """Where a late player can sit down in the round being played.

    `key` names it in a form: a stand-in's number, or NEW_TABLE with the number of a section, if
    there are several. `instead_of` is the stand-in who gives the place up, `others` those who have
    sat out and make a table with the late player.
    `boards` are still to be played there.
    """

    key: str
    table: int
    instead_of: Entry | None
    others: Sequence[Entry]
    boards: Sequence[int]


def free_seats(event: Event) -> list[FreeSeat]:
    """Return the seats a late player can take in the round being played."""
    playing = round_running(event)
    if playing is None:
        return []
    seats = []
    stand_ins = playing.chairs.exclude(entry__stand_in="").select_related("entry__player", "table")
    for chair in stand_ins.order_by("table__number", "number"):
        plays = _plays_left(playing, chair.entry)
        if plays:
            boards = [play.board.number for play in plays]
            seats.append(
                FreeSeat(str(chair.entry.number), chair.table.number, chair.entry, (), boards)
            )
    # Of shared boards a table that nobody planned has no copy; teams bring their own three.
    if event.movement not in PLANNED_ALONE:
        seats += _new_tables(event, playing)
    return seats


def _new_tables(event: Event, playing: Round) -> Iterator[FreeSeat]:
    """Yield a seat for each section in which two sit out: players meet within their own."""
    waiting: dict[int, list[Entry]] = defaultdict(list)
    for each in sit_outs_of_round(playing):
        waiting[each.entry.section].append(each.entry)
    boards = list(playing.boards.order_by("number").values_list("number", flat=True))
    is_parted = len(sections_of(event)) > 1
    for section, others in sorted(waiting.items()):
        if len(others) == SEATS - 1:
            key = f"{NEW_TABLE}{section}" if is_parted else NEW_TABLE
            yield FreeSeat(key, _table_free(playing), None, others, boards)


def _plays_left(playing: Round, entry: Entry) -> list[Play]:
    """Return the entry's plays of the round that are not begun."""
    plays = Play.objects.filter(
        round=playing, seats__entry=entry, result=None, pending=None, means=Play.Means.OPEN
    )
    return list(plays.select_related("table", "board", "round").order_by("board__number"))


def _table_free(playing: Round) -> int:
    """Return the number that a table more has in the round."""
    last = playing.chairs.order_by("-table__number").values_list("table__number", flat=True).first()
    return (last or 0) + 1


@transaction.atomic
def player_arrive(
    *, event: Event, new: NewEntry, stratum: str = "", key: str, known: QuerySet[Player], user: User
) -> Entry:
    """Enter a late player at once into the round being played. Plan the movement anew afterwards.

    Boards of the round that they missed count as boards sat out. Raises Refused when the seat is
    no longer free, and like `players_enter`.
    """
    event = event_lock(event.pk)
    playing = round_running(event)
    seat = next((each for each in free_seats(event) if each.key == key), None)
    if playing is None or seat is None:
        raise Refused(_("This seat is no longer free: look at the page again."))
    (entry,) = players_enter(
        event=event,
        entries=[new],
        categories=[(stratum, "")],
        first_round=playing.number,
        known=known,
    )
    if seat.instead_of is None:
        _table_make(event, playing, seat, entry)
    else:
        _seat_give(event, playing, seat.instead_of, entry, user)
    standings_mark(event_id=event.pk)
    round_announce(playing)
    return entry


def _table_make(event: Event, playing: Round, seat: FreeSeat, entry: Entry) -> None:
    table = table_next(event=event, number=seat.table)
    Entry.objects.filter(pk=entry.pk).update(section=seat.others[0].section)
    sitting = [*seat.others, entry]
    SitOut.objects.filter(round=playing, entry__in=seat.others).delete()
    Chair.objects.bulk_create(
        Chair(round=playing, table=table, number=number, entry=each)
        for number, each in enumerate(sitting)
    )
    boards = list(playing.boards.all())
    if event.turned and boards:
        TableBoards.objects.create(
            round=playing, table=table, turns=list(_turns_rarest(playing, len(boards)))
        )
    plays_create(playing=playing, boards=boards, table=table)


def _turns_rarest(playing: Round, boards: int) -> Sequence[int]:
    """Return how to turn so many boards: as the fewest other tables of the round do."""
    others = Counter(map(tuple, playing.table_boards.values_list("turns", flat=True)))
    ways = [way.turns for way in turnings_of_seated(boards)]
    return min(ways, key=lambda turns: others[turns])


def _seat_give(event: Event, playing: Round, stand_in: Entry, entry: Entry, user: User) -> None:
    # Whom they meet now they meet in the rounds to come.
    Entry.objects.filter(pk=entry.pk).update(section=stand_in.section)
    plays = _plays_left(playing, stand_in)
    change = SeatsChange(plays)
    now = change.read()
    after = {
        play: [entry.number if number == stand_in.number else number for number in held]
        for play, held in now.items()
    }
    ruling_make(
        event=event,
        change=change,
        after=after,
        reason=_("Arrived late, and took the place of who had filled the table."),
        user=user,
        seen=now,
    )
    Chair.objects.filter(round=playing, entry=stand_in).update(entry=entry)
    upcoming = round_next(event)
    if upcoming is not None:
        stand_ins_set(
            event=event,
            round_number=upcoming.number,
            kind=stand_in.stand_in,
            last_number=number_last(event),
        )
