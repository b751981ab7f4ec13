"""What the server does at a table by itself: bots' turns, clocks at zero, players who are gone.

`due_at` says when. Whoever finds a deal due first pushes `due_at` on by a lease, so that of several
referees one thinks; what it decides goes through `step_add` with the ply it thought about, so that
a card that a person plays meanwhile stands and the thought is dropped. A referee that dies leaves
the lease to run out, and the next one acts. Bots that think long do so aside (`thinking.py`).
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from django.db import DatabaseError, connection, transaction
from django.db.models import F
from django.utils import timezone

from engine.bots import choose, takes_long
from engine.claims import CLAIM_POSITIONS, claim_holds
from engine.protocol import State
from tournament.errors import Refused
from tournament.rules.playlog import Kind, Position
from tournament.tables.selectors import play_is_open

from .clock import Sitting, is_set_back
from .event_play import deal_leave_off, play_open_for_bots, plays_of_bots
from .models import LiveDeal, Participant, Step
from .positions import position_forget, position_of
from .services import (
    clocks_set_right,
    due_set,
    live_announce,
    live_lock,
    sittings_of,
    start_if_ready,
    step_add,
)
from .thinking import Question, Thinking

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=10)
LOOK = 0.1  # seconds between looks for deals that are due
LOOK_ROUND = 1.0  # seconds between looks at tables where no deal is due
RETRY = 1.0  # seconds before a database that is away is asked again
BOT = "simple"


class Decision(NamedTuple):
    """What the server does for a seat, and why."""

    seat: int
    kind: Kind
    by: Step.By


class Turn(NamedTuple):
    """A turn that a bot thinks about: the deal as it was then."""

    live: LiveDeal
    state: State
    decision: Decision


def due_deals(now: datetime) -> list[int]:
    """Return the deals at which the server must act now, the longest due first."""
    due = LiveDeal.objects.filter(due_at__lte=now, finished_at=None, voided_at=None)
    return list(due.order_by("due_at").values_list("pk", flat=True))


def deals_set_back(now: datetime) -> list[int]:
    """Return the deals at which nothing is due for longer than any clock runs."""
    waiting = LiveDeal.objects.filter(due_at__gt=now + LEASE, finished_at=None, voided_at=None)
    return [
        live_id
        for live_id, due, gone, opening in waiting.values_list(
            "pk", "due_at", "gone_seconds", "opening_seconds"
        )
        if due is not None
        and is_set_back(
            due,
            now=now,
            gone=timedelta(seconds=gone),
            opening=timedelta(seconds=opening),
            lease=LEASE,
        )
    ]


def look_round() -> None:
    """Do what no deal's `due_at` says: open deals for bots, and bear with a clock set back."""
    for play in plays_of_bots():
        try:
            play_open_for_bots(play=play)
        except Refused as refused:
            log.info("Play %d is not opened for its bots: %s", play.pk, refused)
        except DatabaseError:
            raise
        except Exception:  # whatever is wrong with one deal, the others play on
            log.exception("Play %d is not opened for its bots: error", play.pk)
    for live_id in deals_set_back(timezone.now()):
        log.warning("Deal %d: its clocks lie ahead, and go on from now", live_id)
        with _apart(live_id):
            clocks_set_right(live_id)


def run(stopping: threading.Event) -> None:
    """Do what is due at every table until told to stop."""
    pause, look_at = LOOK, time.monotonic()
    with closing(Thinking[Turn]()) as thinking:
        while not stopping.wait(pause):
            try:
                for live_id, thought in thinking.done():
                    with _apart(live_id):
                        _play(thought.purpose, thought.card.result)
                for live_id in due_deals(timezone.now()):
                    with _apart(live_id):
                        act(live_id, thinking)
                if time.monotonic() >= look_at:
                    look_at = time.monotonic() + LOOK_ROUND
                    look_round()
                pause = LOOK
            except DatabaseError as error:
                log.warning("The referee does not reach the database: %s", error)
                pause = RETRY
            finally:
                connection.close_if_unusable_or_obsolete()


@contextmanager
def _apart(live_id: int) -> Iterator[None]:
    """Let an error at one deal stop no other table.

    It is logged, and the deal is read from its log again when its lease has run out.
    """
    try:
        yield
    except DatabaseError:
        raise
    except Exception:  # whatever is wrong with one deal, the others play on
        found = LiveDeal.objects.filter(pk=live_id).values_list("public_id", "steps", "play")
        public_id, steps, play = found.first() or ("", 0, None)
        log.exception("Deal %d (%s, play %s), ply %d: error", live_id, public_id, play, steps)
        position_forget(public_id)


def act(live_id: int, thinking: Thinking[Turn] | None = None) -> bool:
    """Do what is due at a deal; return whether anything was done.

    Nothing is done twice: not by two referees, and not when a person acts at the same instant.
    A card that takes long to choose is asked of `thinking`, if given, and played when it is there.
    """
    now = timezone.now()
    seen = LiveDeal.objects.filter(pk=live_id).values_list("due_at", flat=True).first()
    if seen is None or seen > now:
        return False
    if not LiveDeal.objects.filter(pk=live_id, due_at=seen).update(due_at=now + LEASE):
        return False
    live = LiveDeal.objects.select_related("deal_set", "play__round").get(pk=live_id)
    if live.play is not None and not play_is_open(live.play):
        deal_leave_off(live_id)
        return False
    if live.started_at is None:
        return _begin(live_id)
    position = position_of(live)
    sittings = sittings_of(live)
    decision = decide(live, position, sittings, now)
    if decision is None:
        _due_again(live_id)
        return False
    if decision.by is Step.By.GONE:
        # Unless they have come back meanwhile: then the step is refused.
        participants = Participant.objects.filter(
            seats__live_deal=live,
            seats__number=decision.seat,
            away=False,
            seen_at=sittings[decision.seat].seen_at,
        )
        if participants.update(away=True):
            # A change of its own: what is kept of the table follows the step alone.
            LiveDeal.objects.filter(pk=live_id).update(version=F("version") + 1)
    return _do(live, position, decision, thinking)


def decide(
    live: LiveDeal, position: Position, sittings: list[Sitting], now: datetime
) -> Decision | None:
    """Return what the server does at this position, None while it waits for people."""
    time_is_up = any(end is not None and end <= now for end in (live.deadline, live.board_deadline))
    late = Step.By.TIME if time_is_up else None
    request = position.request
    if request is not None:
        is_claim = request.kind is Kind.CLAIM
        for seat in position.to_answer:
            by = _reason(live, sittings[seat], now) or (late if is_claim else None)
            if by is not None:
                return Decision(seat, _answer(position), by)
        if is_claim:
            return None
    for seat in position.awaited:
        by = _reason(live, sittings[seat], now) or late
        if by is not None:
            return Decision(seat, Kind.PLAY, by)
    return None


def _reason(live: LiveDeal, sitting: Sitting, now: datetime) -> Step.By | None:
    """Return why a bot acts for this seat whatever the clock says; None if a person is there."""
    if sitting.is_bot:
        return Step.By.BOT
    gone = timedelta(seconds=live.gone_seconds)
    if sitting.is_away or sitting.gone_at(gone, live.turn_at or now) <= now:
        return Step.By.GONE
    return None


def _answer(position: Position) -> Kind:
    """A bot lets cards be taken back, and accepts a claim that nobody could have prevented."""
    request = position.request
    if request is None or request.kind is Kind.UNDO:
        return Kind.AGREE
    holds = claim_holds(position.state, request.seat, positions=CLAIM_POSITIONS)
    return Kind.AGREE if holds else Kind.REFUSE


def _do(
    live: LiveDeal, position: Position, decision: Decision, thinking: Thinking[Turn] | None
) -> bool:
    if decision.kind is not Kind.PLAY:
        return _step(live, decision)
    holder = live.seats.select_related("participant").get(number=decision.seat).participant
    turn = Turn(live, position.state, decision)
    question = Question(holder.bot or BOT, turn.state.view(decision.seat), seed_of(live))
    if thinking is not None and takes_long(question.bot):
        thinking.ask(live.pk, steps=live.steps, purpose=turn, question=question)
        return False
    return _play(turn, lambda: choose(*question))


def _play(turn: Turn, card: Callable[[], str]) -> bool:
    """Play the bot's card; after a fault of the bot a legal one, so that play goes on."""
    live, state, decision = turn
    try:
        chosen = card()
        state.apply(decision.seat, chosen)
    except Exception:  # whatever a bot does wrong, the table plays on
        log.exception(
            "Deal %s, ply %d: the bot of seat %d is at fault; it plays its first legal card",
            live.public_id,
            live.steps,
            decision.seat,
        )
        chosen = state.view(decision.seat).legal[0]
        decision = decision._replace(by=Step.By.FAULT)
    return _step(live, decision, chosen)


def _step(live: LiveDeal, decision: Decision, action: str = "") -> bool:
    try:
        step_add(
            live=live,
            seat=decision.seat,
            ply=live.steps,
            kind=decision.kind,
            action=action,
            by=decision.by,
        )
    except Refused as refused:
        # Somebody acted, paused or stopped the deal while the bot thought.
        log.info("Deal %s, ply %d: too late (%s)", live.public_id, live.steps, refused)
        _due_again(live.pk)
        return False
    return True


def seed_of(live: LiveDeal) -> int:
    """Return the number from which a bot draws its lots at this ply: the same if asked again."""
    digest = sha256(f"{live.public_id}/{live.steps}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


@transaction.atomic
def _begin(live_id: int) -> bool:
    live = live_lock(live_id)
    live.due_at = None
    start_if_ready(live)
    if live.started_at is None:
        return False
    live_announce(live)
    return True


@transaction.atomic
def _due_again(live_id: int) -> None:
    live = live_lock(live_id)
    if live.finished_at is None and live.started_at is not None:
        due_set(live, position_of(live))
        live.save(update_fields=["due_at"])
