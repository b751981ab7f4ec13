"""What tests give the computation, where they ask for nothing special."""

from collections.abc import Collection, Mapping

from tournament.rules.inputs import Entrant, Play
from tournament.rules.scores import Score


def entrants(
    entries: Collection[int], sit_outs: Mapping[int, int] | None = None
) -> dict[int, Entrant]:
    """Return these entries with nothing but what they sat out."""
    sat_out = sit_outs or {}
    return {entry: Entrant(sat_out=sat_out.get(entry, 0)) for entry in entries}


def made(play: Play) -> tuple[int, ...]:
    """Return the scores of a play where all were made at the table; none while there is none."""
    scores = tuple(score for score in play.scores or () if isinstance(score, int))
    assert len(scores) == len(play.scores or ())
    return scores


def one_seat(board: int, scores: Mapping[int, Score]) -> list[Play]:
    """Return plays of a board by one player a table: one field, nobody meets."""
    return [
        Play(10000 * board + table, board, (player,), (score,))
        for table, (player, score) in enumerate(scores.items())
    ]


def against(board: int, score: Score, *others: Score) -> list[Play]:
    """Return plays of a board where player 1 has this score; players below 0 fill the field."""
    return one_seat(board, {1: score} | {-1 - each: other for each, other in enumerate(others)})


def numbers(*values: object) -> tuple[object, ...]:
    """Return the values, to be compared with numbers of whatever kind: 6 and 6/1 are equal."""
    return values
