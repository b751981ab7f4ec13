"""Tables among friends in a line or two, played through the services that pages use."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import count, cycle

from django.utils import timezone

from engine.bots import bot
from engine.dealing import deal
from engine.games.comon import holder_of_four_aces
from engine.matches import match_begin
from engine.registry import game as game_of
from tournament.friendly.history import MatchStory, match_stories
from tournament.friendly.models import FriendlyTable, MatchDeal, Place
from tournament.friendly.services import TableData, place_join, places_fill, table_open
from tournament.live import referee
from tournament.live.models import LiveDeal
from tournament.live.positions import position_of
from tournament.live.services import seat_take, step_add
from tournament.rules.playlog import Kind

PEOPLE = ("Anne", "Ben", "Chloé")


def make_table(
    *people: str, game: str = "comon", device: str = "owner", **options: object
) -> FriendlyTable:
    """Return a table at which these people sit, each at a device of their name, and bots."""
    table = table_open(
        data=TableData("Sunday", game, options), owner_id=None, device=device, address="127.0.0.1"
    )
    for name in people:
        place_join(table=table, name=name, device=name.lower())
    places_fill(table=table, bot="simple")
    return table


def place(table: FriendlyTable, number: int) -> Place:
    return table.places.select_related("participant", "table").get(number=number)


def story(table: FriendlyTable) -> MatchStory:
    """Return the latest match."""
    return match_stories(table)[-1]


def on_table(table: FriendlyTable) -> LiveDeal:
    """Return the deal being played, everybody sitting at it."""
    row = MatchDeal.objects.filter(match__table=table).latest("pk")
    live = LiveDeal.objects.get(pk=row.live_deal_id)
    for seat in live.seats.select_related("participant"):
        seat_take(live=live, participant=seat.participant)
    return LiveDeal.objects.select_related("deal_set").get(pk=live.pk)


def play_deal(table: FriendlyTable) -> None:
    """Play a deal to its end, each card chosen by a bot and put down by whoever's turn it is."""
    live = on_table(table)
    while live.finished_at is None:
        state = position_of(live).state
        assert state.actor is not None
        card = bot("random").choose(state.view(state.actor), live.steps)
        live = step_add(live=live, seat=state.actor, ply=live.steps, kind=Kind.PLAY, action=card)


def claim_deal(table: FriendlyTable, player: int) -> None:
    """Let this player claim all tricks of the deal; the others agree."""
    live = on_table(table)
    open_deal = story(table).open_deal
    assert open_deal is not None
    seat = open_deal.seats.index(player)
    live = step_add(live=live, seat=seat, ply=0, kind=Kind.CLAIM)
    for other in {0, 1, 2} - {seat}:
        live = step_add(live=live, seat=other, ply=live.steps, kind=Kind.AGREE)


def play_match(table: FriendlyTable) -> MatchStory:
    """Play the match to its end, deal by deal, by cards."""
    while story(table).ending is None:
        play_deal(table)
    return story(table)


def claim_match(table: FriendlyTable, *players: int) -> MatchStory:
    """Let these players in turn win all tricks of a deal until the match is over."""
    for player in cycle(players):
        claim_deal(table, player)
        if story(table).ending is not None:
            return story(table)
    raise AssertionError


def referee_plays(table: FriendlyTable, most: int = 100_000) -> None:
    """Let the referee do what is due at the table, as if time flew, until nothing is."""
    for _act in range(most):
        live = LiveDeal.objects.filter(
            match_deal__match__table=table, due_at__isnull=False, finished_at=None
        ).first()
        if live is None:
            return
        LiveDeal.objects.filter(pk=live.pk).update(due_at=timezone.now() - timedelta(seconds=1))
        referee.act(live.pk)


def key_with_four_aces(table: FriendlyTable, *, player: int | None = None) -> tuple[bytes, int]:
    """Return a key whose first deal gives the four aces to one of the table, and to whom.

    With `player` it is that one.
    """
    match = match_begin(table.game, seed=table.public_id)
    for number in count(1):
        key = number.to_bytes(32)
        seat = holder_of_four_aces(deal(game_of("comon"), key=key, board=1))
        if seat is not None and player in (None, match.player(seat)):
            return key, match.player(seat)
    raise AssertionError


def scores_by_player(table: FriendlyTable) -> Sequence[int]:
    """Return the sums of all deals of the latest match."""
    totals = [0] * table.places.count()
    for line in story(table).deals:
        for player, score in zip(line.seats, line.row.scores or (0, 0, 0), strict=True):
            totals[player] += score
    return totals
