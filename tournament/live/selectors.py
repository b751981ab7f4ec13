"""What a participant's page shows: never more than the view of the seat it is for."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.cards import SUITS
from engine.protocol import Trick
from tournament.events.models import Event, Round
from tournament.rules.playlog import Position, Request
from tournament.tables.models import Play

from .models import LiveDeal, LiveSeat, Participant, Step
from .positions import position_of

REACTIONS_FOR = timedelta(seconds=8)


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of one's own hand, and whether it may be played now."""

    code: str
    is_playable: bool


@dataclass(frozen=True, slots=True)
class HandSuit:
    """The cards of one suit in a hand, the highest first."""

    suit: str
    is_trump: bool
    cards: Sequence[HandCard]


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card lying on the table, and who put it there; `by` says when it was not a person."""

    seat: int
    code: str
    by: str


@dataclass(frozen=True, slots=True)
class SeatBox:
    """One seat as everybody at the table sees it. `shown` is a hand laid open by a claim."""

    number: int
    name: str
    is_me: bool
    is_turn: bool
    is_bot: bool
    is_away: bool
    is_ready: bool
    tricks: int | None
    cards: int
    score: int | None
    shown: Sequence[str]
    phrase: str


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock as seconds left, so that a wrong clock in a phone changes nothing."""

    left: float
    total: float | None


@dataclass(frozen=True, slots=True)
class TableView:
    """A live deal as one seat may see it; `me` is None for whoever only watches.

    `opponents` are the other seats in the order of play after this one. `choices` are legal
    actions that are not cards of the hand.
    """

    live: LiveDeal
    me: SeatBox | None
    seats: Sequence[SeatBox]
    opponents: Sequence[SeatBox]
    hand: Sequence[HandSuit]
    choices: Sequence[str]
    turned: Sequence[str]
    trick: Sequence[TableCard]
    last_trick: Trick | None
    tricks_played: int
    is_my_turn: bool
    request: Request | None
    i_answer: bool
    may_undo: bool
    may_claim: bool
    ply: int
    clock: Clock | None
    board_clock: Clock | None

    @property
    def is_over(self) -> bool:
        """Whether the deal has its score."""
        return self.live.finished_at is not None

    @property
    def asker(self) -> SeatBox | None:
        """Who asks for an undo or claims the rest."""
        return None if self.request is None else self.seats[self.request.seat]


def participant_name(participant: Participant) -> str:
    """Return the name the table sees: a substitute is named with whom they play for."""
    if participant.entry is None:
        return participant.name
    player = participant.entry.player.name
    if participant.name:
        return _("%(substitute)s for %(player)s") % {
            "substitute": participant.name,
            "player": player,
        }
    return player


def participant_by_id(public_id: str) -> Participant | None:
    """Return the participant of an address, with entry and event."""
    found = Participant.objects.select_related("entry__player", "entry__event")
    return found.filter(public_id=public_id).first()


def seat_now(participant: Participant) -> LiveSeat | None:
    """Return where the participant sits, or sat last: at the latest deal they came to, or that
    began without them."""
    return (
        _seats(participant)
        .filter(Q(ready_at__isnull=False) | Q(live_deal__started_at__isnull=False))
        .last()
    )


def seat_upcoming(participant: Participant) -> LiveSeat | None:
    """Return the seat that waits for the participant at a deal others have come to, if any."""
    return (
        _seats(participant)
        .filter(ready_at=None, live_deal__started_at=None, live_deal__finished_at=None)
        .last()
    )


def _seats(participant: Participant) -> QuerySet[LiveSeat]:
    return (
        LiveSeat.objects.filter(participant=participant, live_deal__voided_at=None)
        .select_related(
            "live_deal__deal_set",
            "live_deal__play__board",
            "live_deal__play__table",
            "live_deal__play__round__session__event",
        )
        .order_by("live_deal_id")
    )


def play_upcoming(participant: Participant) -> Play | None:
    """Return the next board the participant's table may play in the browser, if any."""
    if participant.entry is None or participant.entry.event.play_mode == Event.PlayMode.ENTERED:
        return None
    return (
        Play.objects.filter(seats__entry=participant.entry, round__state=Round.State.RUNNING)
        .filter(result=None, pending=None)
        .exclude(live_deals__voided_at=None, live_deals__isnull=False)
        .select_related("board", "table", "round__session__event")
        .order_by("board__number")
        .first()
    )


def table_view(live: LiveDeal, seat: int | None) -> TableView:
    """Return a live deal as the holder of `seat` may see it."""
    position = position_of(live)
    now = timezone.now()
    boxes = _boxes(live, position, seat, now)
    view = position.state.view(0 if seat is None else seat)
    is_playing = live.started_at is not None and live.finished_at is None
    may_act = seat is not None and is_playing and live.paused_at is None
    is_my_turn = may_act and seat in position.awaited and position.request is None
    # Whoever is to play may do so while an undo waits: it lapses.
    can_play = may_act and position.outcome is None and seat == position.state.actor
    can_play = can_play and (position.request is None or position.request.kind != "claim")
    legal = view.legal if can_play else ()
    last = live.log.order_by("-ply").values_list("seat", "action", "by")[:8]
    by = {(step[0], step[1]): step[2] for step in last if step[2] != Step.By.PERSON}
    return TableView(
        live=live,
        me=None if seat is None else boxes[seat],
        seats=boxes,
        opponents=_after(boxes, seat),
        hand=() if seat is None else _hand(view.hand, legal, _trumps(view.turned, live)),
        choices=[action for action in legal if action not in view.hand],
        turned=view.turned,
        trick=[
            TableCard(play.seat, play.action, by.get((play.seat, play.action), ""))
            for play in view.table
        ],
        last_trick=view.tricks[-1] if view.tricks else None,
        tricks_played=len(view.tricks),
        is_my_turn=is_my_turn or (can_play and bool(legal)),
        request=position.request,
        i_answer=may_act and seat in position.to_answer,
        may_undo=may_act and seat is not None and position.may_undo(seat),
        may_claim=may_act and seat is not None and position.may_claim(seat),
        ply=live.steps,
        clock=_clock(live, live.deadline, live.action_seconds, now),
        board_clock=_clock(live, live.board_deadline, live.board_seconds, now),
    )


def _after(boxes: Sequence[SeatBox], seat: int | None) -> Sequence[SeatBox]:
    if seat is None:
        return boxes
    return [*boxes[seat + 1 :], *boxes[:seat]]


def _boxes(live: LiveDeal, position: Position, me: int | None, now: datetime) -> Sequence[SeatBox]:
    public = position.state.view(0).counts
    claimant = None
    if position.request is not None and position.request.kind == "claim":
        claimant = position.request.seat
    said = {
        reaction.seat: reaction.phrase
        for reaction in live.reactions.filter(at__gt=now - REACTIONS_FOR)
    }
    seats = live.seats.select_related("participant__entry__player").order_by("number")
    return [
        SeatBox(
            number=seat.number,
            name=participant_name(seat.participant),
            is_me=seat.number == me,
            is_turn=live.started_at is not None and seat.number in position.awaited,
            is_bot=bool(seat.participant.bot),
            is_away=seat.participant.away,
            is_ready=seat.ready_at is not None,
            tricks=public["tricks"][seat.number] if "tricks" in public else None,
            cards=public["cards"][seat.number],
            score=live.scores[seat.number] if live.scores else None,
            shown=position.state.view(claimant).hand if seat.number == claimant else (),
            phrase=said.get(seat.number, ""),
        )
        for seat in seats
    ]


def _trumps(turned: Sequence[str], live: LiveDeal) -> str:
    return "".join(card[-1] for card in turned)


def _hand(cards: Sequence[str], legal: Sequence[str], trumps: str) -> Sequence[HandSuit]:
    return [
        HandSuit(
            suit=suit,
            is_trump=suit in trumps,
            cards=[HandCard(card, card in legal) for card in cards if card[-1] == suit],
        )
        for suit in SUITS
        if any(card[-1] == suit for card in cards)
    ]


def _clock(live: LiveDeal, end: datetime | None, total: int | None, now: datetime) -> Clock | None:
    if end is None or live.finished_at is not None or live.started_at is None:
        return None
    left = (end - (live.paused_at or now)).total_seconds()
    return Clock(left=max(0.0, round(left, 1)), total=total)
