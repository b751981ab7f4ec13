"""Late play: boards that tables did not play in their round and are to play later."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.locks import event_lock
from tournament.events.models import Entry, Event, Round
from tournament.events.selectors import round_running
from tournament.events.services import publication_raise
from tournament.push.services import announce
from tournament.push.topics import desk_topic, table_topic
from tournament.tables.models import Chair, LatePlay, Play, PlaySeat, Table
from tournament.tables.selectors import with_seats


@dataclass(frozen=True, slots=True)
class Owed:
    """A play of a closed round without a result.

    `late` is None as long as the director has not said that it will be played. `busy` are those who
    play at another table now, by its number; `free_rounds` the numbers of the rounds to come in
    which none of the three has a table.
    """

    play: Play
    players: Sequence[Entry]
    late: LatePlay | None
    busy: Sequence[tuple[Entry, int]]
    free_rounds: Sequence[int]

    @property
    def is_free(self) -> bool:
        """Whether its players can play it now."""
        return not self.busy

    @property
    def is_open(self) -> bool:
        return self.late is not None and self.late.opened_at is not None

    @property
    def is_entered(self) -> bool:
        """Whether the table has entered it, and it waits for confirmation."""
        return hasattr(self.play, "pending")

    @property
    def is_overdue(self) -> bool:
        """Whether the director's time for it is over."""
        until = None if self.late is None else self.late.until
        return until is not None and until <= timezone.now()


def plays_owed(event: Event) -> list[Owed]:
    """Return the plays of closed rounds without a result, in a few queries."""
    plays = list(
        Play.objects.filter(
            round__session__event=event, round__state=Round.State.CLOSED, result=None
        )
        .select_related("round", "table", "board", "late", "pending")
        .order_by("round__number", "table__number", "board__number")
    )
    if not plays:
        return []
    players: dict[int, list[Entry]] = defaultdict(list)
    for seat in (
        PlaySeat.objects.filter(play__in=plays).select_related("entry__player").order_by("number")
    ):
        players[seat.play_id].append(seat.entry)
    at = _tables_now(event)
    taken = _rounds_taken(event)
    return [
        Owed(
            play=play,
            players=players[play.pk],
            late=getattr(play, "late", None),
            busy=[(each, at[each.pk]) for each in players[play.pk] if each.pk in at],
            free_rounds=[
                number
                for number, seated in taken.items()
                if not any(each.pk in seated for each in players[play.pk])
            ],
        )
        for play in plays
    ]


def _tables_now(event: Event) -> Mapping[int, int]:
    """Return by entry the table at which it still has a board of the round being played."""
    running = round_running(event)
    seats = PlaySeat.objects.filter(play__round=running, play__result=None, play__pending=None)
    return dict(seats.values_list("entry_id", "play__table__number")) if running else {}


def _rounds_taken(event: Event) -> Mapping[int, set[int]]:
    """Return by round to come who has a table in it."""
    rounds = Round.objects.filter(session__event=event, state=Round.State.PLANNED)
    taken: dict[int, set[int]] = {
        number: set() for number in rounds.values_list("number", flat=True)
    }
    for number, entry in Chair.objects.filter(round__in=rounds.order_by()).values_list(
        "round__number", "entry_id"
    ):
        taken[number].add(entry)
    return taken


@transaction.atomic
def plays_move_late(*, plays: Collection[Play], until: datetime | None = None) -> int:
    """Note that these plays are to be played later; return how many were not noted before.

    Raises Refused once the standings are official.
    """
    made = 0
    for event_id in sorted({play.table.event_id for play in plays}):
        _lock_unless_official(event_id)
    for play in plays:
        made += LatePlay.objects.get_or_create(play=play, defaults={"until": until})[1]
    _tell(plays)
    return made


@transaction.atomic
def late_deadline_set(*, event: Event, until: datetime | None) -> int:
    """Set until when the event's late boards can be played, None for no time; return how many."""
    late = LatePlay.objects.filter(play__round__session__event=event, play__result=None)
    changed = late.update(until=until)
    announce(desk_topic(event.public_id))
    return changed


@transaction.atomic
def late_open(*, play: Play) -> None:
    """Let the table enter a late board, or play it in the browser. Opening it twice is once.

    Raises Refused for a board that is not late, while somebody is at another table, and once the
    standings are official.
    """
    _lock_unless_official(play.table.event_id)
    play = (
        Play.objects.select_for_update(no_key=True, of=("self",))
        .select_related("table__event", "board", "round")
        .get(pk=play.pk)
    )
    owed = next((each for each in plays_owed(play.table.event) if each.play == play), None)
    if owed is None:
        raise Refused(_("This board is no longer owed: it has its result, or its round is open."))
    for entry, table in owed.busy:
        raise Refused(
            _("%(player)s still plays at table %(table)d: open the board when all three are free.")
            % {"player": entry.player.name, "table": table}
        )
    LatePlay.objects.get_or_create(play=play)
    LatePlay.objects.filter(play=play, opened_at=None).update(opened_at=timezone.now())
    _tell([play])


def _lock_unless_official(event_id: int) -> None:
    if event_lock(event_id).state == Event.State.OFFICIAL:
        raise Refused(_("The standings are official: no more boards can be played."))


def _tell(plays: Collection[Play]) -> None:
    """Tell the desk, the tables and the public pages: a board owed is secret again."""
    for event in Event.objects.filter(sessions__rounds__plays__in=plays).distinct():
        for number in (
            event.tables.filter(plays__in=plays).distinct().values_list("number", flat=True)
        ):
            announce(table_topic(event.public_id, number))
        publication_raise(event_id=event.pk)


def late_of_table(table: Table) -> list[Play]:
    """Return a table's late boards that are open to its players, without those that are settled."""
    plays = table.plays.filter(late__opened_at__isnull=False, result=None)
    return list(
        with_seats(plays)
        .exclude(round__state=Round.State.RUNNING)
        .exclude(table__event__state=Event.State.OFFICIAL)
        .select_related("board", "round", "result", "pending__submission")
        .order_by("round__number", "board__number")
    )
