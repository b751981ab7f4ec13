"""Everything that writes the matches of a friendly table: their deals, four aces, stars."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext as _

from deals.services import deal_set_create, deal_set_reveal
from engine.games.comon import SEATS
from engine.matches import LivesMatch
from tournament.errors import Refused
from tournament.live.models import LiveDeal, Participant
from tournament.live.services import Clocks, live_create, live_lock, live_stop

from .hands import hand_note
from .history import DealLine, MatchStory, first_match, match_stories
from .models import AcesVote, FriendlyTable, Match, MatchDeal, Place, Star
from .selectors import holds_four_aces
from .services import table_announce, table_lock

# More than any match needs: the longest, of Le vicaire to 1000, take some three hundred deals.
BOARDS = 1000
# A bot plays for whoever gives no sign of life for so long. Without a clock nobody is in a hurry.
GONE_SECONDS = 90
GONE_SECONDS_WITHOUT_CLOCK = 8 * 3600
# Whoever holds four aces must find the time to say so before a bot leads.
OPENING_SECONDS = 5
FOUR_ACES = "four-aces"
VOTE_FOR = timedelta(seconds=60)
STARS_MOST = 9


@transaction.atomic
def match_start(*, table: FriendlyTable, key: bytes | None = None) -> Match:
    """Return the table's first match, or the one that follows a finished one; its deals are sealed.

    Only tests give a `key`: it comes from the system's secure source.
    Raises Refused while a match goes on or a place is empty.
    """
    table = table_lock(table.pk)
    if table.places.filter(participant=None).exists():
        raise Refused(_("Somebody is missing: wait for them, or seat a bot."))
    stories = match_stories(table)
    if stories and stories[-1].ending is None:
        raise Refused(_("This match is not over."))
    match = Match.objects.create(
        table=table,
        number=len(stories) + 1,
        deal_set=deal_set_create(
            game=table.game, boards=BOARDS, key=key, options=table.rules.options
        ),
    )
    _deal_open(table, match_stories(table)[-1])
    table_announce(table)
    return match


@transaction.atomic
def deal_next(*, table: FriendlyTable) -> None:
    """Deal again at a table that stood still, since everybody had left. Doing so twice is once.

    Raises Refused when no match goes on.
    """
    table = table_lock(table.pk)
    stories = match_stories(table)
    if not stories or stories[-1].ending is not None:
        raise Refused(_("The match is over: begin another one."))
    if stories[-1].open_deal is None:
        _deal_open(table, stories[-1])
        table_announce(table)


def _deal_open(table: FriendlyTable, story: MatchStory) -> None:
    sitting = {
        place.number: place.participant for place in table.places.select_related("participant")
    }
    seated = (sitting[story.now.player(seat)] for seat in range(len(sitting)))
    number = len(story.deals) + 1
    live = live_create(
        deal_set=story.row.deal_set,
        deal_number=number,
        participants=[each for each in seated if each is not None],
        carried=story.now.deal_options,
        clocks=Clocks(
            action_seconds=table.action_seconds,
            gone_seconds=GONE_SECONDS if table.action_seconds else GONE_SECONDS_WITHOUT_CLOCK,
            opening_seconds=OPENING_SECONDS if isinstance(story.now, LivesMatch) else 0,
        ),
    )
    MatchDeal.objects.create(match=story.row, number=number, live_deal=live)
    for each in sitting.values():
        if each is not None:
            hand_note(participant=each, device=each.device)


@transaction.atomic
def deal_finished(*, live_deal: LiveDeal) -> None:
    """Note the scores of a deal that is over, and deal again or end the match."""
    row = MatchDeal.objects.select_related("match").filter(live_deal=live_deal).first()
    if row is None:
        return
    table = table_lock(row.match.table_id)
    row.scores, row.detail = live_deal.scores, live_deal.detail
    row.save(update_fields=["scores", "detail"])
    _go_on(table)


def _go_on(table: FriendlyTable) -> None:
    """Deal again; or, when the match is over, make its key public."""
    story = match_stories(table)[-1]
    if story.ending is not None:
        deal_set_reveal(deal_set=story.row.deal_set)
    elif _somebody_is_there(table):
        _deal_open(table, story)
    table_announce(table)


def _somebody_is_there(table: FriendlyTable) -> bool:
    """Whether one of the persons plays; bots among themselves need nobody."""
    people = table.places.filter(participant__bot="")
    return not people.exists() or people.filter(participant__away=False).exists()


def _line_of(table: FriendlyTable) -> DealLine | None:
    stories = match_stories(table)
    return stories[-1].open_deal if stories else None


@transaction.atomic
def four_aces_ask(*, place: Place) -> None:
    """Cancel the deal of whoever holds four aces; the others vote on their half life.

    Raises Refused without four aces, and once a card is played.
    """
    live_id = (
        MatchDeal.objects.filter(match__table=place.table_id, scores__isnull=True, aces_seat=None)
        .values_list("live_deal_id", flat=True)
        .last()
    )
    if live_id is None:
        raise Refused(_("No deal is being played."))
    live = live_lock(live_id)
    table = table_lock(place.table_id)
    line = _line_of(table)
    if line is None or line.row.live_deal_id != live.pk or live.steps:
        raise Refused(_("The deal can be cancelled before its first card only."))
    participant = Place.objects.select_related("participant").get(pk=place.pk).participant
    if participant is None or not holds_four_aces(line, participant):
        raise Refused(_("Only four aces in your hand let you ask for that."))
    live_stop(live=live, reason=FOUR_ACES)
    line.row.aces_seat = line.seats.index(place.number)
    line.row.aces_at = timezone.now()
    line.row.save(update_fields=["aces_seat", "aces_at"])
    for seat, player in enumerate(line.seats):
        voter = table.places.select_related("participant").get(number=player).participant
        if voter is not None and voter.pk != participant.pk and _bot_decides(voter):
            AcesVote.objects.create(match_deal=line.row, seat=seat, yes=True)
    _votes_count(table)


def _bot_decides(participant: Participant) -> bool:
    return bool(participant.bot) or participant.away


def _votes_count(table: FriendlyTable) -> None:
    """Deal again if nobody has still to vote; else tell everybody who has."""
    line = _line_of(table)
    if line is None:
        _go_on(table)
    else:
        table_announce(table)


@transaction.atomic
def four_aces_vote(*, place: Place, yes: bool) -> None:
    """Grant the half life for four aces, or not. Raises Refused where there is nothing to vote."""
    table = table_lock(place.table_id)
    line = _line_of(table)
    if line is None or not line.is_voted_on:
        raise Refused(_("There is nothing to vote on any more."))
    seat = line.seats.index(place.number)
    if seat == line.row.aces_seat or line.row.votes.filter(seat=seat).exists():
        raise Refused(_("You have no vote here, or have voted already."))
    AcesVote.objects.create(match_deal=line.row, seat=seat, yes=yes)
    _votes_count(table)


def votes_close() -> None:
    """End the votes that somebody kept waiting: who does not vote grants nothing."""
    since = timezone.now() - VOTE_FOR
    cancelled = MatchDeal.objects.filter(aces_at__lte=since).annotate(voted=Count("votes"))
    waiting = cancelled.filter(voted__lt=SEATS - 1)
    for table_id in list(waiting.values_list("match__table", flat=True)):
        _votes_close(table_id)


@transaction.atomic
def _votes_close(table_id: int) -> None:
    table = table_lock(table_id)
    line = _line_of(table)
    if line is None or not line.is_voted_on:
        return
    voted = {line.row.aces_seat, *line.row.votes.values_list("seat", flat=True)}
    for seat in range(len(line.seats)):
        if seat not in voted:
            AcesVote.objects.create(match_deal=line.row, seat=seat, yes=False)
    _votes_count(table)


@transaction.atomic
def star_add(*, place: Place) -> None:
    """Put a star beside the name on the sheet of the latest match. Raises Refused."""
    table = table_lock(place.table_id)
    match = table.matches.last()
    if match is None:
        raise Refused(_("No match has begun."))
    if not isinstance(first_match(table), LivesMatch):
        raise Refused(_("Stars note a missed 5-5-0, and this game knows none."))
    if match.stars.filter(place=place).count() >= STARS_MOST:
        raise Refused(_("There is no room for more stars."))
    Star.objects.create(match=match, place=place)
    table_announce(table)


@transaction.atomic
def star_remove(*, place: Place) -> None:
    """Take a star away from the sheet of the latest match; without one nothing changes."""
    table = table_lock(place.table_id)
    star = Star.objects.filter(match=table.matches.last(), place=place).last()
    if star is not None:
        star.delete()
        table_announce(table)
