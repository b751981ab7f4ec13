"""What public pages say of an event beside its results: how far it is, its seals, its boards."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Case, Count, OuterRef, Q, QuerySet, Subquery, When

from deals.models import DealSet
from tournament.events.clocks import RoundClock, clock_of
from tournament.events.models import Board, Entry, Event, Round
from tournament.events.selectors import entry_public_name
from tournament.players.services import name_sort_key
from tournament.rules.swings import Character, by_difficulty, by_swing
from tournament.standings.selectors import board_scores_of
from tournament.tables.models import Play

from .selectors import boards_open


def events_listed() -> QuerySet[Event]:
    """Return all events for the front page: those being played first, then the latest.

    Each comes with `players` (how many), `running` (the number of the round being played, or
    None) and `closed` (how many rounds are).
    """
    rounds = Round.objects.filter(session__event=OuterRef("pk")).order_by()
    closed = rounds.filter(state=Round.State.CLOSED).values("session__event")
    entries = Entry.objects.filter(event=OuterRef("pk")).order_by().values("event")
    return Event.objects.annotate(
        players=Subquery(entries.annotate(many=Count("pk")).values("many")),
        running=Subquery(rounds.filter(state=Round.State.RUNNING).values("number")[:1]),
        closed=Subquery(closed.annotate(many=Count("pk")).values("many")),
    ).order_by(Case(When(state=Event.State.RUNNING, then=0), default=1), "-date", "-pk")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an event is.

    `running` is the number of the round being played, or None; `results` of its `plays` are in.
    `clock` is that round's. `late` boards of earlier rounds are still to be played.
    """

    rounds: int
    closed: int
    running: int | None
    plays: int
    results: int
    clock: RoundClock | None = None
    late: int = 0


def progress_of(event: Event) -> Progress:
    """Return how far the event is, in one query."""
    rounds = list(
        Round.objects.filter(session__event=event)
        .order_by("session__number", "number")
        .annotate(
            expected=Count("plays"),
            arrived=Count("plays__result"),
            late=Count("plays__late", filter=Q(plays__result=None)),
        )
        .values_list("number", "state", "expected", "arrived", "late", "ends_at", "paused_at")
    )
    running = next((each for each in rounds if each[1] == Round.State.RUNNING), None)
    return Progress(
        rounds=len(rounds),
        closed=sum(each[1] == Round.State.CLOSED for each in rounds),
        running=running[0] if running else None,
        plays=running[2] if running else 0,
        results=running[3] if running else 0,
        clock=clock_of(running[5], running[6]) if running else None,
        late=sum(each[4] for each in rounds),
    )


@dataclass(frozen=True, slots=True)
class Listed:
    """A player of the list that stands where the ranking will be."""

    entry: Entry
    name: str
    withheld: bool


def players_listed(entries: Sequence[Entry]) -> list[Listed]:
    """Return the players by public name, then those whose names are withheld by number.

    Among the names, a withheld one's place would tell how it begins.
    """
    listed = [
        Listed(entry, entry_public_name(entry), not entry.player.name_public) for entry in entries
    ]
    return sorted(
        listed,
        key=lambda each: (
            each.withheld,
            "" if each.withheld else name_sort_key(each.name),
            each.entry.number,
        ),
    )


def names_are_public(event: Event) -> bool:
    """Return whether every player of the event agreed to a public name."""
    return not event.entries.filter(player__name_public=False).exists()


def deal_sets_of(event: Event) -> list[DealSet]:
    """Return the sealed sets of the event's sessions, each followed by its reserve."""
    sessions = event.sessions.select_related("deal_set", "reserve_set").order_by("number")
    return [found for each in sessions for found in (each.deal_set, each.reserve_set)]


@dataclass(frozen=True, slots=True)
class BoardOverview:
    """A board in the list. Of one that is not open, only its round: no results, no `means`.

    `means` are the fields' mean scores by seat, in half-lives; `character` is what it was like,
    once its hands are published.
    """

    board: Board
    round: int
    is_open: bool
    results: int
    means: Sequence[Fraction | None]
    character: Character | None


ORDERS: Mapping[str, Callable[[Iterable[Character]], list[Character]]] = {
    "swing": by_swing,
    "difficulty": by_difficulty,
}


def boards_overview(
    event: Event, known: Mapping[int, Character], *, by: str = ""
) -> list[BoardOverview]:
    """Return the boards that are on the tables or were, in order, with what is `known` of them.

    `by` puts first those that come first in one of `ORDERS`; what is not known yet comes last.
    """
    opened = set(boards_open(event).values_list("pk", flat=True))
    plays = Play.objects.filter(board=OuterRef("pk"))
    boards = list(
        Board.objects.filter(session__event=event)
        .select_related("deal_set")
        .annotate(first_round=Subquery(plays.order_by("round__number").values("round__number")[:1]))
        .filter(first_round__isnull=False)
        .order_by("session__number", "number")
    )
    scores = board_scores_of([board for board in boards if board.pk in opened])
    overview = []
    for board in boards:
        computed = scores.get(board.pk)
        overview.append(
            BoardOverview(
                board=board,
                round=board.first_round,
                is_open=board.pk in opened,
                results=0 if computed is None else computed.actual,
                means=[] if computed is None else computed.means,
                character=known.get(board.number),
            )
        )
    if by in ORDERS:
        ordered = ORDERS[by](known.values())
        places = {each.board: place for place, each in enumerate(ordered)}
        overview.sort(key=lambda each: places.get(each.board.number, len(places)))
    return overview
