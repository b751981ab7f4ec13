"""What a participant's page shows: never more than the view of the seat it is for."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, Q, QuerySet, When
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.errors import IllegalAction
from engine.protocol import Play, Trick, View
from tournament.events.models import Event, Round
from tournament.rules.playlog import Kind, Position, Request
from tournament.tables.models import Play as BoardPlay
from tournament.tables.models import Table
from tournament.tables.selectors import round_at_tables

from .arranging import HandCard, HandSuit, annulled, hand_by_suits, hand_in_rows, place_of
from .facts import REACTIONS_FOR, Facts, Happened, facts_read
from .models import LiveDeal, LiveSeat, Participant, Step
from .positions import position_of
from .wording import refusal_of


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card lying on the table, and who put it there; `by` says when it was not a person.

    `place` is where its seat is seen from mine. `is_winner` is said once the trick is complete.
    """

    seat: int
    code: str
    by: str
    place: str
    is_annulled: bool
    is_winner: bool


@dataclass(frozen=True, slots=True)
class SeatBox:
    """One seat as everybody at the table sees it. `shown` is a hand laid open by a claim.

    `place` is where it is seen from mine: near, left, across or right. `captured` are its won
    cards where they lie face up. `phrase` was said, and is shown for `phrase_left` seconds.
    """

    number: int
    name: str
    place: str
    is_me: bool
    is_turn: bool
    is_bot: bool
    is_away: bool
    is_ready: bool
    tricks: int | None
    cards: int
    score: int | None
    final_tricks: int | None
    shown: Sequence[str]
    captured: Sequence[str]
    phrase: str
    phrase_left: float


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock as seconds left, so that a wrong clock in a phone changes nothing."""

    left: float
    total: float | None


@dataclass(frozen=True, slots=True)
class TableView:
    """A live deal as one seat may see it; `me` is None for whoever only watches.

    `opponents` are the other seats in the order of play after this one. `choices` are legal
    actions that are not cards of the hand. `centre` is the trick in the middle: a completed one
    stays until the next card is led. `stood_in` are the cards that a bot has played for me since I
    last played myself, once I am back. `asked` is the card that somebody asks to take back. `at` is
    when the page was made, in seconds since 1970: of two pages of one ply the later one holds.
    """

    live: LiveDeal
    me: SeatBox | None
    seats: Sequence[SeatBox]
    opponents: Sequence[SeatBox]
    hand: Sequence[HandSuit]
    choices: Sequence[str]
    turned: Sequence[str]
    trumps: str
    trick: Sequence[TableCard]
    centre: Sequence[TableCard]
    last_trick: Trick | None
    last_cards: Sequence[TableCard]
    tricks_played: int
    is_my_turn: bool
    stood_in: int
    happened: Happened | None
    request: Request | None
    asked: str
    i_answer: bool
    may_undo: bool
    may_claim: bool
    ply: int
    clock: Clock | None
    board_clock: Clock | None
    round_clock: Clock | None
    at: float

    @property
    def hand_rows(self) -> Sequence[Sequence[HandSuit]]:
        """The hand in rows of a phone's width."""
        return hand_in_rows(self.hand)

    @property
    def trick_is_over(self) -> bool:
        """Whether the trick in the middle is complete, and its winner is to lead."""
        return not self.trick and bool(self.centre)

    @property
    def winner(self) -> SeatBox | None:
        """Who won the trick that lies complete in the middle."""
        if not self.trick_is_over or self.last_trick is None:
            return None
        return self.seats[self.last_trick.winner]

    @property
    def annulled(self) -> Sequence[str]:
        """The cards in the middle that annul each other."""
        return [card.code for card in self.centre if card.is_annulled]

    @property
    def playable(self) -> Sequence[str]:
        """The cards of the hand that may be played now."""
        return [card.code for group in self.hand for card in group.cards if card.is_playable]

    @property
    def has_begun(self) -> bool:
        """Whether everybody sits, or was waited for."""
        return self.live.started_at is not None

    @property
    def is_paused(self) -> bool:
        """Whether the director has stopped the clocks."""
        return self.live.paused_at is not None

    @property
    def fragments(self) -> Sequence[str]:
        """The templates of what only this game shows; the first that exists is included."""
        return (f"live/games/{self.live.game}.html", "live/games/_none.html")

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


def substitutes_named(event_id: int) -> set[str]:
    """Return the names of all who played in the browser for players of the event."""
    held = Participant.objects.filter(entry__event=event_id).exclude(name="", names_before=[])
    found = held.values_list("name", "names_before")
    return {name for now, before in found for name in (now, *before) if name}


def participant_by_id(public_id: str) -> Participant | None:
    """Return the participant of an address; most requests ask nothing of their entry."""
    return Participant.objects.filter(public_id=public_id).first()


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
        # A page is made for each card, three times: what it does not show is not read.
        .select_related(
            "live_deal__play__board", "live_deal__play__table", "live_deal__play__round"
        )
        .order_by("live_deal_id")
    )


def table_at(participant: Participant) -> Table | None:
    """Return the table of the event at which the participant sits in the round being played, or
    else in the next."""
    if participant.entry is None:
        return None
    playing = round_at_tables(participant.entry.event)
    if playing is None:
        return None
    chair = playing.chairs.filter(entry=participant.entry).select_related("table__event").first()
    return None if chair is None else chair.table


def play_upcoming(participant: Participant) -> BoardPlay | None:
    """Return the next board the participant's table may play in the browser, if any."""
    if participant.entry is None or participant.entry.event.play_mode == Event.PlayMode.ENTERED:
        return None
    return (
        BoardPlay.objects.filter(seats__entry=participant.entry, result=None, pending=None)
        .filter(Q(round__state=Round.State.RUNNING) | Q(late__opened_at__isnull=False))
        .exclude(live_deals__voided_at=None, live_deals__isnull=False)
        .select_related("board", "table", "round__session__event")
        # Those of the round being played first: two others wait there.
        .order_by(Case(When(round__state=Round.State.RUNNING, then=0), default=1), "board__number")
        .first()
    )


@dataclass(frozen=True, slots=True)
class Held:
    """Where somebody plays a board: on which chair of the table, and which seat it holds."""

    chair: int
    seat: int


def held_on(participant: Participant, play: BoardPlay) -> Held | None:
    """Return where the participant plays a board whose seats change from board to board."""
    if not play.round.session.event.turned:
        return None
    chair = play.round.chairs.filter(entry=participant.entry, table=play.table_id).first()
    seat = play.seats.filter(entry=participant.entry).first()
    return None if chair is None or seat is None else Held(chair.number, seat.number)


def table_view(live: LiveDeal, seat: int | None, facts: Facts | None = None) -> TableView:
    """Return a live deal as the holder of `seat` may see it; `facts` are read unless given."""
    facts = facts or facts_read(live.pk)
    live = facts.live
    position = position_of(live)
    now = timezone.now()
    view = position.state.view(0 if seat is None else seat)
    trumps = view.trumps or "".join(card[-1] for card in view.turned)
    boxes = _boxes(facts, position, view, seat, now)
    is_playing = live.started_at is not None and live.finished_at is None
    may_act = seat is not None and is_playing and live.paused_at is None
    is_my_turn = may_act and seat in position.awaited and position.request is None
    # Whoever is to play may do so while an undo waits: it lapses.
    can_play = may_act and position.outcome is None
    can_play = can_play and (position.request is None or position.request.kind != "claim")
    legal = view.legal if can_play else ()
    steps = facts.steps
    lay = _Laying(live.game, trumps, me=seat, seats=len(boxes), steps=steps)
    trick = lay.cards(view.table)
    last = view.tricks[-1] if view.tricks else None
    last_cards = () if last is None else tuple(lay.trick(last))
    asks_back = position.request is not None and position.request.kind == "undo"
    return TableView(
        live=live,
        me=None if seat is None else boxes[seat],
        seats=boxes,
        opponents=_after(boxes, seat),
        hand=() if seat is None else _hand(position, seat, view.hand, legal, trumps),
        choices=[action for action in legal if action not in view.hand],
        turned=view.turned,
        trumps=trumps,
        trick=trick,
        centre=trick or (() if live.finished_at else last_cards),
        last_trick=last,
        last_cards=last_cards,
        tricks_played=len(view.tricks),
        is_my_turn=is_my_turn or (can_play and bool(legal)),
        stood_in=_stood_in(facts, seat),
        happened=steps[0] if steps else None,
        request=position.request,
        asked=position.taken[-1].action if asks_back else "",
        i_answer=may_act and seat in position.to_answer,
        may_undo=may_act and seat is not None and position.may_undo(seat),
        may_claim=may_act and seat is not None and position.may_claim(seat),
        ply=live.steps,
        clock=_clock(live, live.deadline, live.action_seconds, now),
        board_clock=_clock(live, live.board_deadline, live.board_seconds, now),
        round_clock=_round_clock(live, now),
        at=now.timestamp(),
    )


def _stood_in(facts: Facts, seat: int | None) -> int:
    if seat is None or facts.live.finished_at is not None or facts.seats[seat].participant.away:
        return 0
    mine = (step for step in facts.steps if (step.seat, step.kind) == (seat, Kind.PLAY))
    latest = next(mine, None)
    if latest is None or latest.by != Step.By.GONE:
        return 0
    # Asked only of whoever has just come back, and until they play.
    plays = Step.objects.filter(live_deal=facts.live, seat=seat, kind=Kind.PLAY)
    own = plays.exclude(by=Step.By.GONE).order_by("-ply").values_list("ply", flat=True).first()
    return plays.filter(ply__gt=-1 if own is None else own).count()


def _after(boxes: Sequence[SeatBox], seat: int | None) -> Sequence[SeatBox]:
    if seat is None:
        return boxes
    return [*boxes[seat + 1 :], *boxes[:seat]]


class _Laying:
    """Lays cards before their seats, as one of these sees the table."""

    def __init__(
        self, game: str, trumps: str, *, me: int | None, seats: int, steps: Sequence[Happened]
    ) -> None:
        self.game = game
        self.trumps = trumps
        self.me = me
        self.seats = seats
        self.by = {(step.seat, step.action): step.by for step in steps if step.by != Step.By.PERSON}

    def trick(self, trick: Trick) -> Sequence[TableCard]:
        plays = [
            Play((trick.leader + place) % self.seats, card)
            for place, card in enumerate(trick.cards)
        ]
        return self.cards(plays, winner=trick.winner)

    def cards(self, plays: Sequence[Play], winner: int | None = None) -> Sequence[TableCard]:
        annul = annulled(self.game, [play.action for play in plays], self.trumps)
        return [
            TableCard(
                seat=play.seat,
                code=play.action,
                by=self.by.get(play, ""),
                place=place_of(play.seat, me=self.me, seats=self.seats),
                is_annulled=play.action in annul,
                is_winner=play.seat == winner,
            )
            for play in plays
        ]


def _boxes(
    facts: Facts, position: Position, view: View, me: int | None, now: datetime
) -> Sequence[SeatBox]:
    live, seats = facts.live, facts.seats
    public = view.counts
    claimant = None
    if position.request is not None and position.request.kind == "claim":
        claimant = position.request.seat
    # A claim gives tricks that nobody played.
    final = (live.detail or {}).get("tricks")
    won = final or public.get("tricks")
    said = {
        seat: reaction for seat, reaction in facts.said.items() if reaction.at > now - REACTIONS_FOR
    }
    return [
        SeatBox(
            number=seat.number,
            name=participant_name(seat.participant),
            place=place_of(seat.number, me=me, seats=len(seats)),
            is_me=seat.number == me,
            is_turn=live.started_at is not None and seat.number in position.awaited,
            is_bot=bool(seat.participant.bot),
            is_away=seat.participant.away,
            is_ready=seat.ready_at is not None,
            tricks=won[seat.number] if won else None,
            cards=public["cards"][seat.number],
            score=live.scores[seat.number] if live.scores else None,
            final_tricks=final[seat.number] if final else None,
            shown=position.state.view(claimant).hand if seat.number == claimant else (),
            captured=view.captured[seat.number] if view.captured else (),
            phrase=said[seat.number].phrase if seat.number in said else "",
            phrase_left=(
                round((said[seat.number].at + REACTIONS_FOR - now).total_seconds(), 1)
                if seat.number in said
                else 0.0
            ),
        )
        for seat in seats
    ]


def _hand(
    position: Position, seat: int, cards: Sequence[str], legal: Sequence[str], trumps: str
) -> Sequence[HandSuit]:
    playable = frozenset(legal)
    return hand_by_suits(
        [
            HandCard(
                code,
                is_playable=code in playable,
                reason=_reason(position, seat, code) if playable and code not in playable else "",
            )
            for code in cards
        ],
        trumps,
    )


def _reason(position: Position, seat: int, code: str) -> str:
    """Return why a card of the hand may not be played, in the words of the server's refusal."""
    try:
        position.state.apply(seat, code)
    except IllegalAction as error:
        return str(refusal_of(error))
    return ""


def _clock(live: LiveDeal, end: datetime | None, total: int | None, now: datetime) -> Clock | None:
    if end is None or live.finished_at is not None or live.started_at is None:
        return None
    left = (end - (live.paused_at or now)).total_seconds()
    return Clock(left=max(0.0, round(left, 1)), total=total)


def _round_clock(live: LiveDeal, now: datetime) -> Clock | None:
    playing = None if live.play is None else live.play.round
    if playing is None or playing.ends_at is None or playing.state != Round.State.RUNNING:
        return None
    left = (playing.ends_at - (playing.paused_at or now)).total_seconds()
    return Clock(left=max(0.0, round(left, 1)), total=None)
