"""Teams: on each board the scores of a team's players are summed, and the sums are compared.

The sums are given to `standings.compute` as plays of one seat, whose player is the team: so teams
are ranked by every method, with all that holds for single players. Worked examples are in
`docs/scoring.md`.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournament.rules.inputs import Play
from tournament.rules.scores import Average, Made, Part, Score, Weighted, weighted

# The seats a team held on a board, each with the version of its cards.
Cards = tuple[tuple[int, int], ...]


class _Held(NamedTuple):
    """One of the seats a team held on a board."""

    play: Play
    seat: int

    @property
    def score(self) -> Score:
        return self.play.scores[self.seat] if self.play.scores else None


def team_plays(plays: Iterable[Play], team_of: Mapping[int, int]) -> list[Play]:
    """One play for each board and team that plays it, numbered from 1: its only player is the
    team, its score the sum of what the team's players got.

    `plays` are all those expected, `team_of` maps entries to teams, those included who only stand
    in; a seat without a team is left out. A team has no score while one of its seats has none. With
    an average among the scores it is that average if all are alike, else A. Teams that held the
    same seats with the same cards are of one `version`, and those that sat at the same tables of
    one `meeting`.
    """
    found: defaultdict[tuple[int, int], list[_Held]] = defaultdict(list)
    for play in plays:
        for seat, entry in enumerate(play.players):
            if entry in team_of:
                found[play.board, team_of[entry]].append(_Held(play, seat))
    versions = _versions(found.values())
    ordered = sorted(
        (board, min(each.play.id for each in held), team) for (board, team), held in found.items()
    )
    return [
        Play(
            number,
            board,
            (team,),
            _scores(found[board, team]),
            versions.get(_cards(found[board, team]), 0),
            meeting,
        )
        for number, (board, meeting, team) in enumerate(ordered, start=1)
    ]


def _is_whole(held: Sequence[_Held]) -> bool:
    """Whether the team is at as many places as a table has seats."""
    return len(held) == len(held[0].play.players)


def _cards(held: Iterable[_Held]) -> Cards:
    return tuple(sorted((each.seat, each.play.version) for each in held))


def _versions(found: Iterable[Sequence[_Held]]) -> dict[Cards, int]:
    """Numbers for what teams held: 0 for each seat once, with the cards of version 0."""
    held = sorted({_cards(each) for each in found if _is_whole(each)})
    return {
        cards: 0 if cards == tuple((seat, 0) for seat in range(len(cards))) else number
        for number, cards in enumerate(held, start=1)
    }


def _scores(held: Sequence[_Held]) -> tuple[Score, ...] | None:
    scores = [each.score for each in held if each.score is not None]
    if len(scores) < len(held) or not _is_whole(held):
        return None
    return (_together(scores),)


def _together(scores: Sequence[Made | Average]) -> Made | Average:
    """What several scores come to."""
    averages = [score for score in scores if isinstance(score, Average)]
    if averages:
        is_alike = len(averages) == len(scores) and len({each.percent for each in averages}) == 1
        if not is_alike:
            return Average(50)
        return Average(averages[0].percent, fixed=all(each.fixed for each in averages))
    return _sum([score for score in scores if not isinstance(score, Average)])


def _sum(scores: Iterable[Made]) -> Made:
    """The sum; weighted scores are of different tables, so that any of their parts can meet."""
    shares = {0: Fraction(1)}
    for score in scores:
        parts = score.parts if isinstance(score, Weighted) else (Part(score, Fraction(1)),)
        after: defaultdict[int, Fraction] = defaultdict(Fraction)
        for total, share in shares.items():
            for part in parts:
                after[total + part.score] += share * part.weight
        shares = dict(after)
    return weighted(shares)
