"""The match on a participant's page: lives, announced states, four aces, what comes next."""

from dataclasses import dataclass

from tournament.live.models import Participant
from tournament.live.panels import Panel

from .hands import holds_hand
from .history import DealLine, match_stories
from .models import FriendlyTable, Place
from .selectors import holds_four_aces
from .sheet import Sheet, place_name, sheet_of


@dataclass(frozen=True, slots=True)
class MatchPanel:
    """What one participant sees of the match. `may_ask` is for whoever holds four aces alone.

    `holder` names who had the deal cancelled, while the others vote. `waits` is for whoever sat
    down in mid-deal.
    """

    table: FriendlyTable
    participant: Participant
    sheet: Sheet | None
    may_ask: bool
    holder: str
    may_vote: bool
    may_go_on: bool
    is_full: bool
    waits: bool


def match_panel(participant: Participant) -> Panel | None:
    """Return the panel of the participant's friendly table; None for a player of an event."""
    if participant.entry_id is not None:
        return None
    place = Place.objects.select_related("table").filter(participant=participant).first()
    if place is None:
        return None
    table = place.table
    stories = match_stories(table)
    story = stories[-1] if stories else None
    line = story.open_deal if story else None
    made = MatchPanel(
        table=table,
        participant=participant,
        sheet=None if story is None else sheet_of(table, story, me=place.number),
        may_ask=line is not None and holds_four_aces(line, participant),
        holder=_holder(table, line),
        may_vote=line is not None and line.is_voted_on and _has_vote(line, place.number),
        may_go_on=line is None,
        is_full=story is not None or not table.places.filter(participant=None).exists(),
        waits=line is not None and line.is_played and not holds_hand(participant, line.row),
    )
    return Panel("friendly/_panel.html", made)


def _holder(table: FriendlyTable, line: DealLine | None) -> str:
    if line is None or line.row.aces_seat is None:
        return ""
    return place_name(table.places.get(number=line.seats[line.row.aces_seat]))


def _has_vote(line: DealLine, player: int) -> bool:
    seat = line.seats.index(player)
    voted = [vote.seat for vote in line.row.votes.all()]
    return seat != line.row.aces_seat and seat not in voted
