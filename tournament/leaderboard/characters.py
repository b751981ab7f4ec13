"""What boards were like, once their hands are published: swing, par, and the board of the night.

Before that nothing of it is given out: how hard a board was is computed from its hands.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.db.models import Count, Q, QuerySet

from tournament.analysis.models import BoardAnalysis
from tournament.analysis.selectors import board_analyses, plays_shown
from tournament.events.models import Board, Event
from tournament.live.models import Step
from tournament.results.models import Result
from tournament.rules.swings import (
    TABLES_LEAST,
    Character,
    board_of_the_night,
    par_share,
    swing,
)
from tournament.standings.selectors import board_scores_of

from .selectors import TravellerLine, boards_open


def characters(event: Event) -> dict[int, Character]:
    """Return by number what the event's boards were like whose hands are published."""
    published = boards_open(event).filter(deal_set__revealed_at__isnull=False)
    return _characters(published, board_analyses(event))


def character(board: Board, analysis: BoardAnalysis | None) -> Character | None:
    """Return what a board was like; None until its hands are published."""
    published = Board.objects.filter(pk=board.pk, deal_set__revealed_at__isnull=False)
    found = _characters(published, {} if analysis is None else {board.number: analysis})
    return found.get(board.number)


def night_of(event: Event, known: Mapping[int, Character] | None = None) -> Character | None:
    """Return the board of the night, once the event is official; None where there is none.

    `known` are the event's `characters`, if they have been read.
    """
    if event.state != Event.State.OFFICIAL:
        return None
    return board_of_the_night((characters(event) if known is None else known).values())


def is_at_par(line: TravellerLine, analysis: BoardAnalysis | None) -> bool:
    """Return whether a table that played the cards out ended with the scores of par."""
    if analysis is None:
        return False
    scores = [seat.score for seat in line.seats]
    return line.play.version == 0 and _is_played(line.detail) and scores == analysis.par_scores


def _is_played(detail: Mapping[str, object] | None) -> bool:
    return detail is not None and "tricks" in detail


def _characters(
    boards: QuerySet[Board], analyses: Mapping[int, BoardAnalysis]
) -> dict[int, Character]:
    numbers = dict(boards.values_list("pk", "number"))
    scores = board_scores_of(boards)
    results = _results(boards)
    mistakes = _mistakes(boards)
    found = {}
    for key, number in numbers.items():
        analysis = analyses.get(number)
        found[number] = Character(
            board=number,
            swing=swing(scores[key]) if key in scores else None,
            par=None if analysis is None else par_share(results[key], analysis.par_scores),
            mistakes=mistakes.get(key),
        )
    return found


def _results(boards: QuerySet[Board]) -> Mapping[int, list[Sequence[int]]]:
    """Return by board the scores of the tables that played its own cards out."""
    found: dict[int, list[Sequence[int]]] = defaultdict(list)
    results = Result.objects.filter(play__board__in=boards, play__version=0, scores__isnull=False)
    for board_id, detail, scores in results.values_list("play__board_id", "detail", "scores"):
        if scores is not None and _is_played(detail):
            found[board_id].append(scores)
    return found


def _mistakes(boards: QuerySet[Board]) -> Mapping[int, Fraction]:
    """Return by board how many mistakes people made on average at a table of the browser."""
    counted = (
        plays_shown()
        .filter(live_deal__play__board__in=boards)
        .annotate(many=Count("mistakes", filter=Q(mistakes__by=Step.By.PERSON)))
    )
    tables: dict[int, list[int]] = defaultdict(list)
    for board_id, many in counted.values_list("live_deal__play__board_id", "many"):
        tables[board_id].append(many)
    return {
        board_id: Fraction(sum(made), len(made))
        for board_id, made in tables.items()
        if len(made) >= TABLES_LEAST
    }
