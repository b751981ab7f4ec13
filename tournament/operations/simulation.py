"""Evenings played by bots, through the same services as people use."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from deals.selectors import deal_of
from engine.bots import bot
from engine.protocol import View
from engine.registry import game
from engine.selfplay import play_to_end
from tournament.events.models import Event, Round
from tournament.events.services import EventData, NewEntry, entries_add, event_create
from tournament.players.models import Club
from tournament.results.services import (
    result_record,
    round_close,
    submission_confirm,
    submission_create,
)
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
) -> Round:
    """Begin the event's next round, let bots play its boards in a mixed order, and close it."""
    playing = round_start(event=event)
    plays = list(playing.plays.select_related("board__deal_set", "table").order_by("pk"))
    Random(f"{seed}/{playing.number}").shuffle(plays)
    for play in plays:
        play_board(play, seed=seed)
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


def bot_detail(play: Play, *, seed: str) -> dict[str, object]:
    """Return the result that its players' bots reach on this play's board, in the game's detail."""
    rules = game(play.round.session.event.game)
    deal = deal_of(play.board.deal_set, play.board.deal_number)
    seats = play.seats.select_related("entry").order_by("number")
    _actions, outcome = play_to_end(
        rules,
        deal,
        [player_bot(seed, seat.entry.number) for seat in seats],
        seed=f"{seed}/{play.board.number}/{play.table.number}",
    )
    return dict(outcome.detail)


def play_board(play: Play, *, seed: str) -> None:
    """Let bots play one board at one table; seat A's phone enters, seat B's confirms."""
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
