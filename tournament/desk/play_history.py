"""What happened to a result: who entered, confirmed, disputed and corrected it, and its effects."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournament.events.models import Event
from tournament.results.models import Correction, Submission, Verdict
from tournament.results.selectors import corrections_of_event
from tournament.tables.models import Play

from .evening import Author, Names, author_of


@dataclass(frozen=True, slots=True)
class RankMove:
    """A player whose rank a correction changed; a rank is None without a counting result."""

    name: str
    before: int | None
    after: int | None


def rank_moves(
    before: Mapping[str, int | None], after: Mapping[str, int | None], names: Mapping[str, str]
) -> list[RankMove]:
    """Return whose rank changed, by the new ranks. `names` is by entry number, as text."""
    moves = [RankMove(names[number], before.get(number), after[number]) for number in after]
    return sorted(moves, key=lambda move: (move.after is None, move.after, move.name))


def names_by_number(event: Event) -> dict[str, str]:
    """Return the players' real names by entry number, as corrections write it."""
    pairs = event.entries.values_list("number", "player__name")
    return {str(number): name for number, name in pairs}


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened to a play's result.

    `what` is enter, confirm, dispute, withdraw or correct; `detail` what was said, if anything
    was; `before` and `reason` are a correction's.
    """

    at: datetime
    what: str
    author: Author
    detail: Mapping[str, Any] | None
    before: Mapping[str, Any] | None = None
    reason: str = ""
    moves: Sequence[RankMove] = ()


def history_of(event: Event, play: Play, names: Names) -> list[Happening]:
    """Return all that happened to a play's result, oldest first, in four queries."""
    numbers = names_by_number(event)
    submissions = play.submissions.select_related("user")
    verdicts = Verdict.objects.filter(submission__play=play).select_related("user", "submission")
    corrections = play.corrections.select_related("user")
    happened = [
        *(_entered(submission, names) for submission in submissions),
        *(_judged(verdict, names) for verdict in verdicts),
        *(_corrected(correction, numbers) for correction in corrections),
    ]
    # Sorting keeps the order of what happened in the same instant: an entry before its verdict.
    return sorted(happened, key=lambda each: each.at)


def _entered(submission: Submission, names: Names) -> Happening:
    return Happening(submission.at, "enter", author_of(submission, names), submission.detail)


def _judged(verdict: Verdict, names: Names) -> Happening:
    return Happening(verdict.at, verdict.kind, author_of(verdict, names), verdict.detail)


def _corrected(correction: Correction, numbers: Mapping[str, str]) -> Happening:
    user = correction.user
    name = (user.get_full_name() or user.get_username()) if user else ""
    return Happening(
        at=correction.at,
        what="correct",
        author=Author(None, name, ""),
        detail=correction.after,
        before=correction.before,
        reason=correction.reason,
        moves=rank_moves(correction.ranks_before, correction.ranks_after, numbers),
    )


@dataclass(frozen=True, slots=True)
class Corrected:
    """A correction in the event's list: which play, and what happened."""

    play: Play
    happening: Happening


def corrections_listed(event: Event) -> list[Corrected]:
    """Return the event's corrections, the latest first, in two queries."""
    numbers = names_by_number(event)
    found = corrections_of_event(event).select_related("play__round")
    return [Corrected(each.play, _corrected(each, numbers)) for each in found]
