"""A table's matches, computed anew from the scores of their deals and the votes on four aces."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch

from deals.selectors import deal_of
from engine import matches
from engine.matches import Ending, LivesMatch

from .models import FriendlyTable, Match, MatchDeal


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal of a match, and the match before and after it: None while it is played or voted on."""

    row: MatchDeal
    before: matches.Match
    after: matches.Match | None

    @property
    def seats(self) -> Sequence[int]:
        """The players by seat."""
        return [self.before.player(seat) for seat in range(len(self.before.totals))]

    @property
    def is_voted_on(self) -> bool:
        """Whether it was cancelled for four aces, and a vote is missing."""
        return self.row.aces_seat is not None and self.after is None

    @property
    def is_played(self) -> bool:
        """Whether its cards are on the table."""
        return self.row.aces_seat is None and self.after is None


@dataclass(frozen=True, slots=True)
class MatchStory:
    """A match of a table: its deals in order, and where it stands `now`."""

    row: Match
    now: matches.Match
    deals: tuple[DealLine, ...]

    @property
    def ending(self) -> Ending | None:
        """How it ended, or None while it goes on."""
        return self.now.ending

    @property
    def open_deal(self) -> DealLine | None:
        """The deal that is played or voted on, if there is one."""
        last = self.deals[-1] if self.deals else None
        return last if last is not None and last.after is None else None


def match_stories(table: FriendlyTable) -> list[MatchStory]:
    """Return all matches of a table, the first one first."""
    deals = MatchDeal.objects.select_related("live_deal").prefetch_related("votes")
    rows = table.matches.select_related("deal_set").prefetch_related(Prefetch("deals", deals))
    stories: list[MatchStory] = []
    for row in rows.order_by("number"):
        start = stories[-1].now.next_match() if stories else first_match(table)
        stories.append(_story(row, start))
    return stories


def first_match(table: FriendlyTable) -> matches.Match:
    """Return the table's first match before its first deal; the dealer is drawn by its number."""
    return matches.match_begin(table.game, seed=table.public_id, options=table.options)


def _story(row: Match, match: matches.Match) -> MatchStory:
    lines = []
    for deal in row.deals.all():
        after = _after(row, deal, match)
        lines.append(DealLine(deal, match, after))
        match = after or match
    return MatchStory(row, match, tuple(lines))


def _after(row: Match, deal: MatchDeal, match: matches.Match) -> matches.Match | None:
    if deal.scores is not None:
        return match.after_deal(deal.scores, deal.detail or {})
    votes = [vote.yes for vote in deal.votes.all()]
    if deal.aces_seat is None or len(votes) < len(match.totals) - 1:
        return None
    if not isinstance(match, LivesMatch):
        raise TypeError(f"{row}: no four aces in a match of {row.table.game}")
    cards = deal_of(row.deal_set, deal.number)
    return match.after_four_aces(cards, seat=deal.aces_seat, votes=votes)
