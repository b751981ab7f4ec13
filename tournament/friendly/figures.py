"""Statistics of a friendly table, over all its matches."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.matches import EndingKind, LivesMatch, VicaireMatch

from .history import MatchStory

# What a deal's scores are, by the match they go into: points, unless it is one of these.
LIVES, TRICKS, POINTS = "lives", "tricks", "points"


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """What one player did: finished matches won, lost as Fitil or in a Caveau; the jeux of Le
    vicaire won; the mean of what a deal brought, in the table's unit."""

    won: int
    fitil: int
    caveau: int
    jeux: int
    mean: Fraction | None


@dataclass(frozen=True, slots=True)
class TableFigures:
    """A table's figures, of deals in lives, tricks or points (`unit`).

    `distributions` are tricks, the most first, with how often they came.
    """

    unit: str
    matches: int
    deals: int
    cancelled: int
    players: Sequence[PlayerFigures]
    distributions: Sequence[tuple[str, int]]


def figures_of(stories: Sequence[MatchStory], players: int) -> TableFigures:
    """Return the figures of a table with so many players."""
    endings = [story.ending for story in stories if story.ending is not None]
    played = [line for story in stories for line in story.deals if line.row.scores is not None]
    cancelled = [
        line for story in stories for line in story.deals if line.row.aces_seat is not None
    ]
    totals = [0] * players
    tricks: Counter[tuple[int, ...]] = Counter()
    for line in played:
        for seat, player in enumerate(line.seats):
            totals[player] += (line.row.scores or [])[seat]
        detail = line.row.live_deal.detail or {}
        if "tricks" in detail:
            tricks[tuple(sorted(detail["tricks"], reverse=True))] += 1
    jeux = Counter(
        jeu.winner
        for story in stories
        if isinstance(story.now, VicaireMatch)
        for jeu in story.now.jeux
    )
    return TableFigures(
        unit=_unit(stories),
        matches=len(endings),
        deals=len(played),
        cancelled=len(cancelled),
        players=[
            PlayerFigures(
                won=sum(player in ending.winners for ending in endings),
                fitil=sum(
                    ending.kind is EndingKind.FITIL and player in ending.losers
                    for ending in endings
                ),
                caveau=sum(
                    ending.kind is EndingKind.CAVEAU and player in ending.losers
                    for ending in endings
                ),
                jeux=jeux[player],
                mean=Fraction(totals[player], len(played)) if played else None,
            )
            for player in range(players)
        ],
        distributions=[
            ("-".join(map(str, counts)), often) for counts, often in sorted(tricks.items())[::-1]
        ],
    )


def _unit(stories: Sequence[MatchStory]) -> str:
    now = stories[0].now if stories else None
    if isinstance(now, LivesMatch):
        return LIVES
    return TRICKS if isinstance(now, VicaireMatch) else POINTS
