"""What both implementations say of a session, in the same words."""

from collections.abc import Iterator
from fractions import Fraction

from tests.rules.naive.ranking import Line, Ranking, ranking
from tests.rules.naive.sessions import Session
from tournament.rules.standings import Row, Standings, compute

Seat = tuple[int, int, Fraction | None, Fraction | None, Fraction | None]


def by_the_product(played: Session) -> Standings:
    """Return what the product makes of the session."""
    return compute(played.plays, settings=played.settings, entrants=played.entrants)


def by_the_document(played: Session) -> Ranking:
    """Return what the slow implementation makes of the session."""
    return ranking(played.plays, settings=played.settings, entrants=played.entrants)


def rows_of_product(standings: Standings) -> list[dict[str, object]]:
    """Return all that the rows say, in their order."""
    return [_row(row) for row in standings.rows]


def rows_of_document(naive: Ranking) -> list[dict[str, object]]:
    """Return all that the lines say, in their order."""
    return [_line(line) for line in naive.lines]


def _row(row: Row) -> dict[str, object]:
    return {
        "entry": row.entry,
        "rank": row.rank,
        "unranked": row.unranked,
        "boards": row.boards,
        "sit_outs": row.sit_outs,
        "points": (row.points, row.top_sum),
        "percent": row.percent,
        "lives": row.lives,
        "mean": row.mean,
        "datum_mean": row.datum_mean,
        "tie_breaks": [(value.rule, value.values) for value in row.tie_breaks],
        "person": row.person,
        "places": dict(row.places),
    }


def _line(line: Line) -> dict[str, object]:
    total = line.total
    return {
        "entry": line.entry,
        "rank": line.rank,
        "unranked": line.unranked,
        "boards": total.boards,
        "sit_outs": total.sit_outs,
        "points": (total.points, total.tops),
        "percent": total.percent,
        "lives": total.made,
        "mean": total.mean,
        "datum_mean": total.datum_mean,
        "tie_breaks": line.tie_breaks,
        "person": line.person,
        "places": line.places,
    }


def seats_of_product(played: Session, standings: Standings) -> Iterator[Seat]:
    """Yield play, seat, matchpoints, per cent and datum of every seat of every result."""
    for play in played.plays:
        if play.scores is not None:
            board = standings.boards[play.board]
            values = board.matchpoints(play.id), board.percent(play.id), board.datum(play.id)
            for seat, (matchpoints, percent, datum) in enumerate(zip(*values, strict=True)):
                yield play.id, seat, matchpoints, percent, datum


def seats_of_document(played: Session, naive: Ranking) -> Iterator[Seat]:
    """Yield play, seat, matchpoints, per cent and datum of every seat of every result."""
    for play in played.plays:
        if play.scores is not None:
            for seat in range(len(play.players)):
                result = naive.results.get((play.id, seat))
                if result is None:
                    yield play.id, seat, None, None, None
                else:
                    yield play.id, seat, result.matchpoints, result.percent, result.datum
