"""Evenings played by bots, through the same services as people use."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from deals.selectors import deal_of
from engine.bots import bot
from engine.protocol import Outcome, View
from engine.registry import game
from engine.selfplay import play_to_end
from tournament.events.models import Event, Round
from tournament.events.services import EventData, NewEntry, entries_add, event_create
from tournament.live.event_play import participant_of, play_open
from tournament.live.positions import position_of
from tournament.live.services import step_add
from tournament.players.models import Club
from tournament.results.services import (
    result_record,
    round_close,
    submission_confirm,
    submission_create,
)
from tournament.rules.playlog import Kind
from tournament.tables.models import Play
from tournament.tables.planning import movement_plan
from tournament.tables.services import round_start


@dataclass(frozen=True, slots=True)
class Evening:
    """What is simulated. The same evening always has the same deals, seats and results."""

    players: int
    rounds: int
    boards_per_round: int
    seed: str
    name: str = "Simulated evening"
    method: str = Event.Method.MATCHPOINTS
    play_mode: str = Event.PlayMode.ENTERED


def evening_event(
    evening: Evening, *, club: Club, director: AbstractBaseUser, names: Sequence[NewEntry] = ()
) -> Event:
    """Return the evening's event with its players entered and seated, nothing played.

    Its deals come from keys derived from the seed: anyone who knows the seed knows the cards, so
    such an event is for trying out, never for people.
    """
    event = event_create(
        club=club,
        director=director,
        data=EventData(
            name=evening.name,
            date=timezone.localdate(),
            rounds=evening.rounds,
            boards_per_round=evening.boards_per_round,
            method=evening.method,
            play_mode=evening.play_mode,
        ),
        keys=(_key(evening.seed, "main"), _key(evening.seed, "reserve")),
        seed=sha256(evening.seed.encode()).hexdigest()[:16],
    )
    entries = names or [
        NewEntry(f"Bot {number:03}", name_public=True) for number in range(1, evening.players + 1)
    ]
    entries_add(event=event, entries=entries)
    movement_plan(event=event)
    return event


def _key(seed: str, purpose: str) -> bytes:
    return sha256(f"triplicate simulation/{purpose}/{seed}".encode()).digest()


def round_play(
    event: Event,
    *,
    seed: str,
    after: Callable[[Play], None] | None = None,
    in_browser: int = 0,
) -> Round:
    """Begin the event's next round, let bots play its boards in a mixed order, and close it.

    The first `in_browser` boards are played card by card in the browser, before all others.
    """
    playing = round_start(event=event)
    plays = list(playing.plays.select_related("board__deal_set", "table").order_by("pk"))
    numbers = sorted({play.board.number for play in plays})[:in_browser]
    Random(f"{seed}/{playing.number}").shuffle(plays)
    plays.sort(key=lambda play: [*numbers, play.board.number].index(play.board.number))
    for play in plays:
        play_board(play, seed=seed, in_browser=play.board.number in numbers)
        if after is not None:
            after(play)
    round_close(playing=playing)
    return playing


@dataclass(frozen=True, slots=True)
class Fallible:
    """A sensible bot that plays some card or other in `slips` of a hundred turns.

    Without slips everybody would play alike, and every comparison would be a tie.
    """

    slips: int

    def choose(self, view: View, seed: int) -> str:
        """One of `view.legal`."""
        name = "random" if seed % 100 < self.slips else "simple"
        return bot(name).choose(view, seed // 100)


def player_bot(seed: str, number: int) -> Fallible:
    """Return the bot that plays for the entry of that number: from 2 to 61 slips in a hundred."""
    digest = sha256(f"{seed}/player/{number}".encode()).digest()
    return Fallible(slips=2 + digest[0] % 60)


def bot_play(play: Play, *, seed: str) -> tuple[Sequence[str], Outcome]:
    """Return the cards that its players' bots play on this play's board, and what comes of them."""
    rules = game(play.round.session.event.game)
    deal = deal_of(play.board.deal_set, play.board.deal_number)
    seats = play.seats.select_related("entry").order_by("number")
    return play_to_end(
        rules,
        deal,
        [player_bot(seed, seat.entry.number) for seat in seats],
        seed=f"{seed}/{play.board.number}/{play.table.number}",
    )


def bot_detail(play: Play, *, seed: str) -> dict[str, object]:
    """Return the result that its players' bots reach on this play's board, in the game's detail."""
    _cards, outcome = bot_play(play, seed=seed)
    return dict(outcome.detail)


@transaction.atomic
def play_in_browser(play: Play, *, seed: str) -> None:
    """Let bots play one board at one table card by card, as its three players would."""
    cards, _outcome = bot_play(play, seed=seed)
    for seat in play.seats.select_related("entry").order_by("number"):
        live = play_open(play=play, participant=participant_of(seat.entry))
    for ply, card in enumerate(cards):
        actor = position_of(live).state.actor
        if actor is None:
            raise ValueError(f"{live.game} has moments at which several seats may act")
        live = step_add(live=live, seat=actor, ply=ply, kind=Kind.PLAY, action=card)


def play_board(play: Play, *, seed: str, in_browser: bool = False) -> None:
    """Let bots play one board at one table; seat A's phone enters, seat B's confirms."""
    if in_browser:
        play_in_browser(play, seed=seed)
        return
    event = play.round.session.event
    detail = bot_detail(play, seed=seed)
    if event.confirmation == Event.Confirmation.DIRECTOR:
        director = event.directors.all()[0]
        result_record(play=play, detail=detail, sent_id=uuid.uuid4(), user=director)
        return
    devices = [sha256(f"{seed}/phone/{play.table.number}/{seat}".encode()) for seat in range(2)]
    enters, confirms = (device.hexdigest()[:16] for device in devices)
    submission = submission_create(
        play=play, detail=detail, sent_id=uuid.uuid4(), seat=0, device=enters
    )
    submission_confirm(submission=submission, seat=1, device=confirms)
