"""Which boards can be played again, and how somebody did who has."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from tournament.analysis.models import Mistake
from tournament.analysis.selectors import board_analysis, deal_mistakes, mistakes_by_deal
from tournament.events.models import Board, Event
from tournament.leaderboard.selectors import TravellerLine, TravellerSeat, boards_open, traveller
from tournament.rules.practice import Beside, beside
from tournament.standings.selectors import board_scores_of

from .models import Practice

# An evening's boards, each seat of them. Whoever comes each time as a new device is counted by the
# address, which a café's tables often share.
BEGUN_BY_DEVICE, BEGUN_BY_ADDRESS = 60, 240
BEGUN_WITHIN = timedelta(hours=1)


def boards_to_practise(event: Event) -> QuerySet[Board]:
    """Return the event's boards whose hands are public, in their order."""
    return boards_open(event).filter(deal_set__revealed_at__isnull=False)


def practices_exceeded(*, device: str, address: str | None) -> bool:
    """Return whether this device, or a stranger's address, has begun too many just now."""
    recent = Practice.objects.filter(begun_at__gte=timezone.now() - BEGUN_WITHIN)
    if recent.filter(device=device).count() >= BEGUN_BY_DEVICE:
        return True
    return address is not None and recent.filter(address=address).count() >= BEGUN_BY_ADDRESS


def practices_of(*, event: Event, device: str) -> QuerySet[Practice]:
    """Return what was played of the event's boards on this device, the latest first."""
    return Practice.objects.filter(board__session__event=event, device=device).select_related(
        "live_deal", "board", "participant"
    )


def practices_due(now: datetime) -> QuerySet[Practice]:
    """Return those whose cards are to be analysed and that nobody is at, the oldest first."""
    due = Practice.objects.filter(analysis_due__lte=now).order_by("analysis_due", "pk")
    return due.select_related("live_deal__deal_set")


def own_mistakes(practices: Iterable[Practice]) -> dict[int, int]:
    """Return by practice how many mistakes the person made, of those whose cards were analysed."""
    practices = list(practices)
    made = mistakes_by_deal(each.live_deal_id for each in practices)
    return {
        each.pk: made[each.live_deal_id].get(each.seat, 0)
        for each in practices
        if each.live_deal_id in made
    }


@dataclass(frozen=True, slots=True)
class FieldLine:
    """How a table of the event did in the seat that was practised; `seat` is None for oneself."""

    table: int | None
    seat: TravellerSeat | None
    tricks: int | None
    # A weighted score is a fraction.
    score: Fraction | int

    @property
    def is_me(self) -> bool:
        return self.seat is None


class OpenHands(NamedTuple):
    """What the seat can reach with open hands: tricks it can force, its score at par."""

    guaranteed: int
    par: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A finished practice beside the event's field, best score first.

    `beside` is None where no table has a score to be compared with, `open_hands` where the board
    was not analysed, `mistakes`, the person's own, where the cards were not.
    """

    practice: Practice
    tricks: Sequence[int] | None
    scores: Sequence[int]
    beside: Beside | None
    lines: Sequence[FieldLine]
    open_hands: OpenHands | None
    mistakes: Sequence[Mistake] | None

    @property
    def own_tricks(self) -> int | None:
        return None if self.tricks is None else self.tricks[self.practice.seat]

    @property
    def is_being_read(self) -> bool:
        """Whether the solver has still to look at the cards."""
        return self.practice.analysis_due is not None

    @property
    def own_score(self) -> int:
        return self.scores[self.practice.seat]


def comparison(practice: Practice) -> Comparison | None:
    """Return how a practice compares with the event's results; None until its deal is over."""
    live = practice.live_deal
    if live.finished_at is None or live.scores is None:
        return None
    seat = practice.seat
    tricks = (live.detail or {}).get("tricks")
    score = live.scores[seat]
    scored = board_scores_of([practice.board]).get(practice.board_id)
    # The cards as they were dealt: a fouled board has other fields beside.
    fields = None if scored is None else scored.fields.get(0)
    mine = FieldLine(None, None, None if tricks is None else tricks[seat], score)
    made = [_line(line, seat) for line in traveller(practice.board).lines]
    lines = [line for line in made if line is not None]
    analysed = board_analysis(practice.board)
    return Comparison(
        practice=practice,
        tricks=tricks,
        scores=live.scores,
        beside=None if fields is None else beside(score, fields[seat]),
        lines=sorted([mine, *lines], key=lambda line: (-line.score, not line.is_me)),
        open_hands=None
        if analysed is None
        else OpenHands(analysed.guaranteed[seat], analysed.par_scores[seat]),
        mistakes=_own_mistakes(practice),
    )


def _own_mistakes(practice: Practice) -> Sequence[Mistake] | None:
    found = deal_mistakes(practice.live_deal)
    if found is None:
        return None
    return [each for each in found if each.seat == practice.seat and each.is_persons]


def _line(line: TravellerLine, number: int) -> FieldLine | None:
    if line.play.version:
        return None
    seat = line.seats[number]
    if seat.score is None:
        return None
    return FieldLine(line.table, seat, seat.tricks, seat.score)
