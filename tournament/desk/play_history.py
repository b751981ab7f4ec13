"""What happened to a result: who entered, confirmed, disputed and corrected it, and its effects."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from tournament.events.models import Event
from tournament.leaderboard.history import RankMove as RankMove
from tournament.leaderboard.history import rank_moves as rank_moves
from tournament.leaderboard.ruling_words import (
    Naming,
    proposal_words,
    ruling_words,
    substitute_names,
)
from tournament.results.models import Submission, Verdict
from tournament.rulings.models import Proposal, Ruling
from tournament.rulings.selectors import entries_ever, rulings_of_event
from tournament.tables.models import Play

from .authors import Author, Holders, author_of, holders_of_plays


def names_by_number(event: Event) -> dict[str, str]:
    """Return the players' real names by entry number, as rulings write it.

    Also of those who became one with another entry: rulings before that name them.
    """
    return {str(entry.number): entry.player.name for entry in entries_ever(event.pk)}


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened to a play's result, or that a director put right.

    `what` is enter, confirm, dispute, withdraw or ruling; `detail` what was said, if anything
    was; `lines`, `reason`, `moves` and `ruling` are a ruling's. `second` is who confirmed it, where
    the standings were official.
    """

    at: datetime
    what: str
    author: Author
    detail: Mapping[str, Any] | None = None
    lines: Sequence[str] = ()
    reason: str = ""
    moves: Sequence[RankMove] = ()
    ruling: Ruling | None = None
    second: str = ""

    @property
    def is_undone(self) -> bool:
        return self.ruling is not None and hasattr(self.ruling, "undone_by")


def history_of(event: Event, play: Play) -> list[Happening]:
    """Return all that happened to a play, oldest first, in a few queries."""
    holders = holders_of_plays([play]).get(play.pk, Holders({}))
    submissions = play.submissions.select_related("user")
    verdicts = Verdict.objects.filter(submission__play=play).select_related("user", "submission")
    rulings = rulings_of_event(event).filter(plays=play)
    happened = [
        *(_entered(submission, holders) for submission in submissions),
        *(_judged(verdict, holders) for verdict in verdicts),
        *rulings_listed(event, rulings),
    ]
    # Sorting keeps the order of what happened in the same instant: an entry before its verdict.
    return sorted(happened, key=lambda each: each.at)


def _entered(submission: Submission, holders: Holders) -> Happening:
    return Happening(submission.at, "enter", author_of(submission, holders), submission.detail)


def _judged(verdict: Verdict, holders: Holders) -> Happening:
    return Happening(verdict.at, verdict.kind, author_of(verdict, holders), verdict.detail)


def rulings_listed(event: Event, rulings: Sequence[Ruling] | Any) -> list[Happening]:
    """Return the event's rulings in words, in the order given."""
    found = list(rulings)
    numbers = names_by_number(event)
    naming = Naming(event.game, numbers, substitute_names(found))
    words = ruling_words(found, naming)
    return [
        Happening(
            at=ruling.at,
            what="ruling",
            author=Author(None, _name(ruling.user), ""),
            lines=words[ruling.pk],
            reason=ruling.reason,
            moves=rank_moves(ruling.ranks_before, ruling.ranks_after, numbers),
            ruling=ruling,
            second=_name(ruling.answer.user) if hasattr(ruling, "answer") else "",
        )
        for ruling in found
    ]


@dataclass(frozen=True, slots=True)
class ProposalListed:
    """A change that waits for another director, or is answered, in words."""

    proposal: Proposal
    author: str
    lines: Sequence[str]

    @property
    def is_open(self) -> bool:
        return not hasattr(self.proposal, "answer")

    @property
    def refused_by(self) -> str:
        """Who refused it, if somebody did."""
        answer = getattr(self.proposal, "answer", None)
        return _name(answer.user) if answer is not None and answer.ruling_id is None else ""


def proposals_listed(event: Event, proposals: Iterable[Proposal]) -> list[ProposalListed]:
    """Return these proposals in words, in the order given."""
    naming = Naming(event.game, names_by_number(event))
    return [
        ProposalListed(each, _name(each.user), proposal_words(each, naming)) for each in proposals
    ]


def _name(user: User | None) -> str:
    return (user.get_full_name() or user.get_username()) if user else ""
