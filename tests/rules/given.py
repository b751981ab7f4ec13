"""What tests give the computation, where they ask for nothing special."""

from collections.abc import Collection, Mapping

from tournament.rules.inputs import Entrant, Play


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
