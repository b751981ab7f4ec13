"""What may be read of the analysis, and when.

What was computed of a board's hands is given out with them: of a board once the deals' key is
public, of a play at a table in the browser once anybody may see it played again. Until then all
that can be read is how many boards are analysed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from engine.solver import PAR_RULE
from tournament.events.models import Board, Entry, Event
from tournament.live.models import LiveDeal, Step
from tournament.live.watching import boards_played_out
from tournament.tables.models import Play, PlaySeat

from .models import Analysis, BoardAnalysis, Mistake, PlayAnalysis

# The games that the solver knows; of all others there is no analysis.
GAMES = frozenset({"comon"})


class Stage(StrEnum):
    """Where an event's analysis stands."""

    NONE = "none"  # no board that every table has closed
    OFFERED = "offered"  # there are boards to analyse, and nobody has asked for it
    RUNNING = "running"
    STOPPED = "stopped"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Progress:
    """How many of the boards that every table has closed are analysed.

    `failed_board` is the number of a board that could not be computed: the work stopped there.
    """

    done: int
    total: int
    stage: Stage
    failed_board: int | None = None

    @property
    def percent(self) -> int:
        return 100 * self.done // self.total if self.total else 0


@dataclass(frozen=True, slots=True)
class EntryMistakes:
    """How many mistakes a player made on how many boards played in the browser and analysed."""

    mistakes: int
    boards: int


def has_analysis(event: Event) -> bool:
    """Return whether boards of the event's game can be analysed."""
    return event.game in GAMES


def board_analysis(board: Board) -> BoardAnalysis | None:
    """Return what the solver says of a board; None until its deals are published, or without."""
    return _published().filter(board=board).first()


def board_analyses(event: Event) -> dict[int, BoardAnalysis]:
    """Return by number what the solver says of the event's boards whose deals are published."""
    found = _published().filter(board__session__event=event).select_related("board")
    return {each.board.number: each for each in found.order_by("board__number")}


def play_mistakes(play: Play) -> Sequence[Mistake]:
    """Return a play's mistakes by ply, bots' and clocks' too; none before its board is open."""
    live = play.live_deals.filter(voided_at=None).first()
    return () if live is None else deal_mistakes(live) or ()


def deal_mistakes(live: LiveDeal) -> Sequence[Mistake] | None:
    """Return the mistakes in a deal played in the browser, by ply.

    None where it was not analysed, and before its board is open: then nobody can tell which.
    """
    found = plays_shown().filter(live_deal=live).prefetch_related("mistakes").first()
    return None if found is None else list(found.mistakes.all())


def mistakes_by_deal(deals: Iterable[int]) -> dict[int, dict[int, int]]:
    """Return by deal (its id) and seat how many mistakes people made, where that may be shown.

    A seat without mistakes is not in it.
    """
    found: dict[int, dict[int, int]] = {}
    counted = (
        plays_shown()
        .filter(live_deal__in=list(deals))
        .values_list("live_deal_id", "mistakes__seat")
        .annotate(many=Count("mistakes", filter=Q(mistakes__by=Step.By.PERSON)))
    )
    for live_id, seat, many in counted:
        by_seat = found.setdefault(live_id, {})
        if many:
            by_seat[seat] = many
    return found


def mistakes_of_entry(entry: Entry) -> dict[int, int]:
    """Return by play how many mistakes an entry made itself, of plays that are analysed and open.

    In the order in which they were played.
    """
    seats = PlaySeat.objects.filter(
        play=OuterRef("live_deal__play"), entry=entry, number=OuterRef("mistakes__seat")
    )
    own = Q(Exists(seats), mistakes__by=Step.By.PERSON)
    plays = plays_shown().filter(live_deal__play__seats__entry=entry)
    counted = plays.values_list("live_deal__play").annotate(
        many=Count("mistakes", filter=own, distinct=True)
    )
    return dict(counted.order_by("live_deal__play"))


def mistakes_by_entry(event: Event) -> dict[int, EntryMistakes]:
    """Return by entry how many mistakes it made itself on the boards that are open.

    Only entries are in it who played an analysed board in the browser.
    """
    plays = plays_shown().filter(live_deal__play__board__session__event=event)
    counted = plays.values_list("live_deal__play_id", "mistakes__seat").annotate(
        many=Count("mistakes", filter=Q(mistakes__by=Step.By.PERSON))
    )
    made = {(play, seat): many for play, seat, many in counted}
    found: dict[int, EntryMistakes] = {}
    seats = PlaySeat.objects.filter(play__in=plays.values("live_deal__play"))
    for play_id, seat, entry_id in seats.values_list("play_id", "number", "entry_id"):
        so_far = found.get(entry_id, EntryMistakes(0, 0))
        found[entry_id] = EntryMistakes(
            so_far.mistakes + made.get((play_id, seat), 0), so_far.boards + 1
        )
    return found


def analysis_progress(event: Event) -> Progress:
    """Return how far the event's analysis has come: all of it that may be seen at any time."""
    if not has_analysis(event):
        return Progress(0, 0, Stage.NONE)
    total = boards_closed(event).count()
    done = total - boards_due(event).count()
    work = Analysis.objects.filter(event=event).first()
    failed = work.failed_board if work else None
    if total == 0:
        stage = Stage.NONE
    elif done == total:
        stage = Stage.DONE
    elif work is None:
        stage = Stage.OFFERED
    else:
        stage = Stage.STOPPED if work.stopped_at else Stage.RUNNING
    return Progress(done, total, stage, failed)


def boards_closed(event: Event) -> QuerySet[Board]:
    """Return the event's boards that were played, and that nobody has still to play."""
    return boards_played_out(
        Board.objects.filter(
            Exists(Play.objects.filter(board=OuterRef("pk"))), session__event=event
        )
    )


def boards_due(event: Event) -> QuerySet[Board]:
    """Return those that every table has closed and whose analysis is missing or out of date."""
    analysed = _current().filter(board=OuterRef("pk"))
    unread = deals_due().filter(play__board=OuterRef("pk"))
    closed = boards_closed(event)
    return closed.filter(~Exists(analysed) | Exists(unread)).order_by("number")


def deals_due() -> QuerySet[LiveDeal]:
    """Return the deals finished in the browser whose cards have not been analysed."""
    finished = LiveDeal.objects.filter(
        play__isnull=False, game__in=GAMES, finished_at__isnull=False, voided_at=None
    )
    read = PlayAnalysis.objects.filter(
        live_deal=OuterRef("pk"), steps=OuterRef("steps"), par_rule=PAR_RULE
    )
    return finished.filter(~Exists(read))


def works_due() -> QuerySet[Analysis]:
    """Return the events' analyses that have something to do, and that nobody is at."""
    return Analysis.objects.filter(
        Q(busy_until=None) | Q(busy_until__lt=timezone.now()),
        seen__lt=F("changed"),
        stopped_at=None,
    ).order_by("pk")


def _current() -> QuerySet[BoardAnalysis]:
    """Return the analyses that hold for the deals which their boards have now."""
    return BoardAnalysis.objects.filter(
        commitment=F("board__deal_set__commitment"),
        deal_number=F("board__deal_number"),
        par_rule=PAR_RULE,
    )


def _published() -> QuerySet[BoardAnalysis]:
    return _current().filter(board__deal_set__revealed_at__isnull=False)


def plays_shown() -> QuerySet[PlayAnalysis]:
    """Return the analyses of plays that count, have not changed since, and whose board is open.

    A deal outside events is open once the key of its deals is public.
    """
    opened = boards_played_out(Board.objects.filter(pk=OuterRef("live_deal__play__board")))
    outside = Q(live_deal__play=None, live_deal__deal_set__revealed_at__isnull=False)
    return PlayAnalysis.objects.filter(
        Q(Exists(opened)) | outside,
        live_deal__voided_at=None,
        steps=F("live_deal__steps"),
        par_rule=PAR_RULE,
    )
